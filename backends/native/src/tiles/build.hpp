// Building a pattern database: breadth-first from the goal, over blocks of k! entries.
//
// A state is a set of occupied cells, a region of free cells that holds the blank, and a permutation of the
// tiles. Which moves there are depends on set and region only; so all k! permutations of one (set, region)
// make a block, and a move takes a whole block to another one. If the tile keeps its place in the order of
// the occupied cells (every horizontal move) permutations stay where they are, and the step is a byte-wise
// select over two blocks that the compiler vectorises. Else (vertical moves past other tiles) it is one of a
// few fixed permutations of ranks. A level streams over the blocks that have entries of that level.
//
// Two things halve the work: blocks that are full are no longer looked at as targets, and the list of a
// block's entries of the current level is made once for all its permuting moves.
//
// All memory that grows with the pattern is accounted for, and every stage looks at the clock.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <utility>

#include "core/control.hpp"
#include "core/memory.hpp"
#include "tiles/pattern.hpp"

namespace copla::tiles {

constexpr uint8_t kUnseen = 255;

// A block of memory that is accounted for; may shrink in place.
class Claimed {
public:
  Claimed(Control& control, size_t bytes) : control_(&control), bytes_(bytes) {
    control.claim(bytes);
    data_ = static_cast<uint8_t*>(std::malloc(bytes));
    if (data_ == nullptr) {
      control.release(bytes);
      control.out_of_memory();
    }
  }
  Claimed(Claimed&& other) noexcept
      : control_(other.control_),
        data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)) {}
  Claimed& operator=(Claimed&& other) noexcept {
    std::swap(control_, other.control_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Claimed() {
    std::free(data_);
    if (bytes_ > 0) control_->release(bytes_);
  }

  void shrink(size_t bytes) {
    if (auto* smaller = static_cast<uint8_t*>(std::realloc(data_, bytes))) data_ = smaller;
    control_->release(bytes_ - bytes);
    bytes_ = bytes;
  }

  uint8_t* data() { return data_; }
  size_t size() const { return bytes_; }

  // The memory itself, for an owner that outlives the run.
  std::unique_ptr<uint8_t, decltype(&std::free)> take() {
    control_->release(std::exchange(bytes_, 0));
    return {std::exchange(data_, nullptr), &std::free};
  }

private:
  Control* control_;
  uint8_t* data_ = nullptr;
  size_t bytes_;
};

class Builder {
public:
  Builder(const Pattern& pattern, Control& control)
      : pattern_(pattern),
        control_(control),
        size_(pattern.size()),
        block_(kFactorial[pattern.size()]),
        ranks_(pattern.shape.cells(), pattern.size()) {}

  uint64_t states() const { return regions_.size() * uint64_t{block_}; }
  int levels() const { return levels_; }

  // The entries in the pattern's layout, or LimitReached.
  Claimed build() {
    enumerate();
    find_moves();
    Claimed distances(control_, states());
    fill(distances, kUnseen);
    search(distances.data());
    fold(distances.data());
    distances.shrink(pattern_.compact_entries());
    return pattern_.direct() ? spread(distances.data()) : std::move(distances);
  }

private:
  // Ends the build, from any depth, if a limit is reached. A step is a few nanoseconds.
  void check(uint64_t steps) {
    if (control_.due(progress_, static_cast<int64_t>(steps))) throw LimitReached{control_.stopped()};
  }

  void fill(Claimed& memory, uint8_t value) {
    constexpr size_t piece = size_t{1} << 20;
    for (size_t from = 0; from < memory.size(); from += piece) {
      std::memset(memory.data() + from, value, std::min(piece, memory.size() - from));
      check(piece / 64);
    }
  }

  struct Move {
    uint32_t target;
    int32_t permutation;  // index into permutations_, or -1 for the identity
  };

  // All sets in the order of their ranks, and for each its regions.
  void enumerate() {
    uint32_t all = ~uint32_t{0} >> (32 - pattern_.shape.cells());
    sets_.reserve(ranks_.count());
    for (uint64_t set = (uint64_t{1} << size_) - 1; set <= all; set = next_set(set)) {
      check(8);
      sets_.push_back(static_cast<uint32_t>(set));
      first_.push_back(static_cast<uint32_t>(regions_.size()));
      for (uint32_t free = all & ~static_cast<uint32_t>(set); free;) {
        uint32_t region = pattern_.shape.region(static_cast<uint32_t>(set), __builtin_ctz(free));
        regions_.push_back(region);
        free &= ~region;
      }
    }
    first_.push_back(static_cast<uint32_t>(regions_.size()));
  }

  uint32_t block_of(uint32_t set, int blank) const {
    uint32_t block = first_[ranks_.rank(set)];
    while (!(regions_[block] >> blank & 1)) ++block;
    return block;
  }

  void find_moves() {
    moves_from_.reserve(regions_.size() + 1);
    for (size_t place = 0; place < sets_.size(); ++place) {
      uint32_t set = sets_[place];
      check(32);
      for (uint32_t block = first_[place]; block < first_[place + 1]; ++block) {
        moves_from_.push_back(static_cast<uint32_t>(moves_.size()));
        for (uint32_t rest = set; rest; rest &= rest - 1) {
          int from = __builtin_ctz(rest);
          for (int direction = 0; direction < 4; ++direction) {
            int to = pattern_.shape.step(from, direction);
            if (to < 0 || !(regions_[block] >> to & 1)) continue;
            uint32_t after = set ^ (uint32_t{1} << from | uint32_t{1} << to);
            int before_place = __builtin_popcount(set & ((uint32_t{1} << from) - 1));
            int after_place = __builtin_popcount(after & ((uint32_t{1} << to) - 1));
            moves_.push_back({block_of(after, from), permutation(before_place, after_place)});
          }
        }
      }
    }
    moves_from_.push_back(static_cast<uint32_t>(moves_.size()));
  }

  // Where each rank goes if the tile at one place of the order moves to another one.
  int permutation(int from, int to) {
    if (from == to) return -1;
    auto [known, fresh] = permutation_index_.try_emplace({from, to}, static_cast<int>(permutations_.size()));
    if (fresh) {
      Vector<uint16_t> table(block_);
      uint32_t all = (uint32_t{1} << size_) - 1;
      for (uint32_t rank = 0; rank < block_; ++rank) {
        auto places = permutation_of(rank, size_);
        for (int tile = 0; tile < size_; ++tile) {
          int place = places[tile];
          if (place == from)
            places[tile] = static_cast<uint8_t>(to);
          else if (place > from && place <= to)
            --places[tile];
          else if (place < from && place >= to)
            ++places[tile];
        }
        table[rank] = static_cast<uint16_t>(permutation_rank(all, places.data(), size_));
      }
      permutations_.push_back(std::move(table));
    }
    return known->second;
  }

  void search(uint8_t* distances) {
    Vector<uint8_t> active(regions_.size()), next(regions_.size());
    Vector<uint32_t> unseen(regions_.size(), block_);
    std::vector<uint16_t> found(block_ + 64);
    std::array<uint8_t, kMostTiles> home{};
    for (int tile = 0; tile < size_; ++tile) home[tile] = static_cast<uint8_t>(pattern_.homes[tile]);
    uint32_t set = pattern_.occupied();
    uint32_t start = block_of(set, __builtin_ctz(pattern_.region));
    distances[uint64_t{start} * block_ + permutation_rank(set, home.data(), size_)] = 0;
    active[start] = 1;
    --unseen[start];
    progress_ = {0, 1, 0};
    bool more = true;
    for (int level = 0; more; ++level) {
      if (level == kUnseen - 1) throw std::logic_error("a pattern needs more than 253 moves");
      more = false;
      progress_.bound = levels_ = level;
      for (uint32_t block = 0; block < regions_.size(); ++block) {
        if (!active[block]) continue;
        active[block] = 0;
        const uint8_t* source = distances + uint64_t{block} * block_;
        uint32_t count = collect(source, static_cast<uint8_t>(level), found.data());
        progress_.expanded += count;
        for (uint32_t move = moves_from_[block]; move < moves_from_[block + 1]; ++move) {
          uint32_t target = moves_[move].target;
          if (unseen[target] == 0) continue;
          uint8_t* entries = distances + uint64_t{target} * block_;
          uint32_t fresh = advance(source, entries, moves_[move].permutation, found.data(), count,
                                   static_cast<uint8_t>(level));
          unseen[target] -= fresh;
          progress_.generated += fresh;
          if (fresh) next[target] = 1;
          more |= fresh > 0;
        }
        check(1 + block_ / 64);
      }
      active.swap(next);
    }
  }

  uint32_t advance(const uint8_t* source, uint8_t* target, int permutation, const uint16_t* found,
                   uint32_t count, uint8_t level) const {
    uint8_t after = level + 1;
    uint32_t fresh = 0;
    if (permutation < 0 && count > block_ / 64) {
      uint32_t rank = 0;
#if defined(__AVX2__)
      __m256i now = _mm256_set1_epi8(static_cast<char>(level)),
              unseen = _mm256_set1_epi8(static_cast<char>(kUnseen));
      __m256i then = _mm256_set1_epi8(static_cast<char>(after));
      for (; rank + 32 <= block_; rank += 32) {
        __m256i here = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(source + rank));
        __m256i there = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(target + rank));
        __m256i change = _mm256_and_si256(_mm256_cmpeq_epi8(here, now), _mm256_cmpeq_epi8(there, unseen));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(target + rank),
                            _mm256_blendv_epi8(there, then, change));
        fresh += __builtin_popcount(static_cast<uint32_t>(_mm256_movemask_epi8(change)));
      }
#endif
      for (; rank < block_; ++rank) {
        bool change = (source[rank] == level) & (target[rank] == kUnseen);
        target[rank] = change ? after : target[rank];
        fresh += change;
      }
      return fresh;
    }
    auto mark = [&](uint32_t rank) {
      uint8_t entry = target[rank];
      bool change = entry == kUnseen;
      target[rank] = change ? after : entry;
      fresh += change;
    };
    if (permutation < 0) {
      for (uint32_t i = 0; i < count; ++i) mark(found[i]);
    } else {
      const uint16_t* to = permutations_[permutation].data();
      for (uint32_t i = 0; i < count; ++i) mark(to[found[i]]);
    }
    return fresh;
  }

  // The ranks whose entry is `level`.
  uint32_t collect(const uint8_t* entries, uint8_t level, uint16_t* found) const {
    uint32_t count = 0, rank = 0;
#if defined(__AVX2__)
    __m256i wanted = _mm256_set1_epi8(static_cast<char>(level));
    for (; rank + 32 <= block_; rank += 32) {
      __m256i here = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(entries + rank));
      auto bits = static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(here, wanted)));
      for (; bits; bits &= bits - 1) found[count++] = static_cast<uint16_t>(rank + __builtin_ctz(bits));
    }
#elif defined(__SSE2__)
    __m128i wanted = _mm_set1_epi8(static_cast<char>(level));
    for (; rank + 16 <= block_; rank += 16) {
      __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(entries + rank));
      auto bits = static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(here, wanted)));
      for (; bits; bits &= bits - 1) found[count++] = static_cast<uint16_t>(rank + __builtin_ctz(bits));
    }
#endif
    for (; rank < block_; ++rank)
      if (entries[rank] == level) found[count++] = static_cast<uint16_t>(rank);
    return count;
  }

  // The smallest over the regions, in place: the result never overtakes what is still to be read. Placements
  // that cannot be reached (a group of nearly all tiles in the wrong parity) get 0, as in the readable
  // builder.
  void fold(uint8_t* distances) {
    for (size_t set = 0; set < sets_.size(); ++set) {
      uint8_t* into = distances + set * block_;
      check(1 + block_ / 64);
      const uint8_t* from = distances + uint64_t{first_[set]} * block_;
      if (into != from) std::memcpy(into, from, block_);
      for (uint32_t block = first_[set] + 1; block < first_[set + 1]; ++block) {
        const uint8_t* other = distances + uint64_t{block} * block_;
        for (uint32_t rank = 0; rank < block_; ++rank) into[rank] = std::min(into[rank], other[rank]);
      }
      for (uint32_t rank = 0; rank < block_; ++rank) into[rank] = into[rank] == kUnseen ? 0 : into[rank];
    }
  }

  // From the compact layout to the direct one.
  Claimed spread(const uint8_t* compact) {
    Claimed direct(control_, pattern_.direct_entries());
    fill(direct, 0);
    std::array<uint32_t, kMostTiles> weights{};
    uint32_t weight = 1;
    for (int tile = size_ - 1; tile >= 0; --tile, weight *= pattern_.shape.cells()) weights[tile] = weight;
    Vector<std::array<uint32_t, kMostTiles>> by_place(block_);  // the weight of the tile at each place
    for (uint32_t rank = 0; rank < block_; ++rank) {
      auto places = permutation_of(rank, size_);
      for (int tile = 0; tile < size_; ++tile) by_place[rank][places[tile]] = weights[tile];
    }
    for (size_t set = 0; set < sets_.size(); ++set) {
      std::array<uint32_t, kMostTiles> cells{};
      check(1 + block_ / 8);
      int place = 0;
      for (uint32_t rest = sets_[set]; rest; rest &= rest - 1) cells[place++] = __builtin_ctz(rest);
      for (uint32_t rank = 0; rank < block_; ++rank) {
        uint32_t index = 0;
        for (int i = 0; i < kMostTiles; ++i) index += by_place[rank][i] * cells[i];
        direct.data()[index] = compact[set * block_ + rank];
      }
    }
    return direct;
  }

  const Pattern& pattern_;
  Control& control_;
  int size_;
  uint32_t block_;
  int levels_ = 0;
  Progress progress_;
  SetRanks ranks_;
  Vector<uint32_t> sets_, first_, regions_;  // set ranks to sets, to blocks; blocks to regions
  Vector<uint32_t> moves_from_;
  Vector<Move> moves_;
  Vector<Vector<uint16_t>> permutations_;
  std::map<std::pair<int, int>, int> permutation_index_;
};

}  // namespace copla::tiles
