// IDA* with Manhattan distance at full speed, for boards of up to 16 cells: many nodes of one kind at a time.
//
// A board is a 64-bit word, four bits a cell. A move changes moves + distance by 0 or 2, so a node carries
// the *slack* that is left, (bound - moves - distance) / 2, and a child costs one unit of it or none. What is
// known of a node besides is the blank's cell and where it came from: its *kind*. An iteration that does not
// reach the goal visits the same nodes in whatever order. So nodes wait in pools, one for each slack and
// kind, and a pool is worked off as a whole: all its boards move the same cell's tile, so every shift and
// table is a constant of the loop, four boards fit into one vector, and their children are packed into the
// pools that they belong to without a single branch. Pools of little slack go first; they empty themselves
// (a child that costs nothing is nearer to the goal, one that costs has less slack), and only when they run
// low are they fed from above: all that waits stays in the second-level cache.
//
// Counts of nodes are those of the depth-first search all the same: see portions.hpp.
#pragma once

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/control.hpp"
#include "core/memory.hpp"
#include "tiles/board.hpp"
#include "tiles/portions.hpp"

namespace copla::tiles {

class Pools {
public:
  static bool takes(const Shape& shape) { return shape.cells() <= 16; }

  Pools(const Position& position, Control& control)
      : control_(control), blank_(position.blank()), goal_blank_(position.goal_blank()) {
    auto homes = position.homes();
    int columns = position.shape.columns;
    auto far = [&](int tile, int cell) {
      return std::abs(cell / columns - homes[tile] / columns) +
             std::abs(cell % columns - homes[tile] % columns);
    };
    Steps steps(position.shape);
    for (int cell = 0; cell < position.shape.cells(); ++cell) {
      start_ |= static_cast<uint64_t>(position.tiles[cell]) << 4 * cell;
      goal_ |= static_cast<uint64_t>(position.goal[cell]) << 4 * cell;
      if (position.tiles[cell]) distance_ += far(position.tiles[cell], cell);
      for (int from = 0; from < 5; ++from) {
        Kind& kind = kinds_[kind_of(cell, from)];
        kind.blank = cell;
        int back = from == kNowhere ? -1 : position.shape.step(cell, from);
        for (int i = 0; i < steps.count[cell]; ++i) {
          auto [to, direction] = steps.to[cell][i];
          if (to == back) continue;
          Child& child = kind.children[kind.count++];
          child = {to, kind_of(to, 3 - direction), 0};
          for (int tile = 1; tile < position.shape.cells(); ++tile)
            if (far(tile, cell) > far(tile, to)) child.costs |= kTop >> tile;
        }
      }
    }
  }

  Pools(const Pools&) = delete;
  Pools& operator=(const Pools&) = delete;

  int distance() const { return distance_; }
  int next_bound() const { return static_cast<int>(progress_.bound) + 2; }
  uint64_t expanded() const { return progress_.expanded; }
  uint64_t generated() const { return progress_.generated; }

  // One iteration: the path to the subtree that holds the goal, if it is reached. All nodes before that
  // subtree are counted then.
  std::optional<std::vector<int>> within(int bound) {
    if (bound > kHighestBound) throw std::logic_error("no board of 16 cells is so far from its goal");
    progress_.bound = bound;
    int slack = (bound - distance_) / 2;
    levels_.resize(std::max<size_t>(levels_.size(), slack + 1));
    return subtrees_.iteration(
        blank_, 64, 1 << 20, progress_, control_, [&] { collect(start_, kind_of(blank_, kNowhere), slack); },
        [&](size_t first, size_t last) { return search(first, last); });
  }

private:
  static constexpr int kNowhere = 4;  // where the start comes from
  static constexpr int kHighestBound = 250;
  static constexpr uint64_t kTop = uint64_t{1} << 63;
  // Nodes of a slack below which it is fed from above, and nodes that a pool gives at a time.
  static constexpr size_t kLow = 4096, kBatch = 512;
  static constexpr size_t kVector = 4;

  struct Child {
    int cell, kind;
    uint64_t costs;  // from the highest bit down: whether the tile costs a unit of slack
  };
  struct Kind {
    int blank = 0, count = 0;
    std::array<Child, 4> children{};
  };
  struct Pool {
    Vector<uint64_t> boards;  // larger than `size` by a vector at least, once it is used
    size_t size = 0;
  };
  struct Level {
    std::array<Pool, 16 * 5> pools;
    size_t population = 0;
  };
  struct Top {
    uint64_t board;
    int kind, slack;
  };

  static int kind_of(int cell, int from) { return cell * 5 + from; }

  // Walks the first moves in order and notes the subtrees below them.
  void collect(uint64_t board, int kind_number, int slack) {
    if (subtrees_.deep_enough() || board == goal_) return subtrees_.note({board, kind_number, slack});
    const Kind& kind = kinds_[kind_number];
    subtrees_.expand(kind.count);
    for (int i = 0; i < kind.count; ++i) {
      const Child& child = kind.children[i];
      uint64_t tile = board >> 4 * child.cell & 15;
      int left = slack - ((child.costs << tile & kTop) != 0);
      if (left < 0) continue;
      subtrees_.enter(child.cell);
      collect(board ^ tile << 4 * child.cell ^ tile << 4 * kind.blank, child.kind, left);
      subtrees_.leave();
    }
  }

  // Whether one of the subtrees holds the goal.
  bool search(size_t first, size_t last) {
    for (size_t i = first; i < last; ++i) {
      const Top& top = subtrees_[i];
      uint64_t* end = room(top.slack, top.kind, 1);
      *end = top.board;
      add(top.slack, top.kind, end + 1);
    }
    return work_off();
  }

  // Whether the goal is met; the pools are empty then and at the end.
  bool work_off() {
    while (true) {
      size_t slack = 0, highest = levels_.size();
      for (; slack < levels_.size() && levels_[slack].population < kLow; ++slack)
        if (levels_[slack].population > 0) highest = slack;
      if (slack == levels_.size()) slack = highest;
      if (slack == levels_.size()) return false;
      uint64_t so_far = progress_.generated;
      bool met = sweep(static_cast<int>(slack));
      if (!met && !control_.due(progress_, static_cast<int64_t>(progress_.generated - so_far))) continue;
      for (Level& level : levels_) {
        level.population = 0;
        for (Pool& pool : level.pools) pool.size = 0;
      }
      return met;
    }
  }

  bool sweep(int slack) {
    Level& level = levels_[slack];
    for (size_t number = 0; number < kinds_.size(); ++number) {
      Pool& pool = level.pools[number];
      if (pool.size == 0) continue;
      const Kind& kind = kinds_[number];
      const size_t count = std::min(pool.size, kBatch);
      pool.size -= count;
      level.population -= count;
      const uint64_t* boards = pool.boards.data() + pool.size;
      if (slack == 0 && kind.blank == goal_blank_ &&
          std::find(boards, boards + count, goal_) != boards + count)
        return true;
      progress_.expanded += count;
      progress_.generated += count * kind.count;
      for (int i = 0; i < kind.count; ++i) {
        const Child& child = kind.children[i];
        uint64_t* same = room(slack, child.kind, count);
        if (slack == 0) {
          make<false>(boards, count, child, kind.blank, same, same);
          add(slack, child.kind, same);
        } else {
          uint64_t* less = room(slack - 1, child.kind, count);
          make<true>(boards, count, child, kind.blank, same, less);
          add(slack, child.kind, same);
          add(slack - 1, child.kind, less);
        }
      }
    }
    return false;
  }

  // The end of a pool, with room for so many more.
  uint64_t* room(int slack, int kind, size_t more) {
    Pool& pool = levels_[slack].pools[kind];
    size_t needed = pool.size + more + kVector;
    if (needed > pool.boards.size()) {
      pool.boards.resize(std::max(needed, 2 * pool.boards.size()));
    }
    return pool.boards.data() + pool.size;
  }

  void add(int slack, int kind, const uint64_t* end) {
    Level& level = levels_[slack];
    Pool& pool = level.pools[kind];
    auto size = static_cast<size_t>(end - pool.boards.data());
    level.population += size - pool.size;
    pool.size = size;
  }

  // One child of each board: appended to `same` if it costs nothing, and else to `less`, if that is wanted.
  template <bool wanted>
  static void make(const uint64_t* boards, size_t count, const Child& child, int blank, uint64_t*& same,
                   uint64_t*& less) {
#if defined(__AVX2__)
    const __m128i from = _mm_cvtsi32_si128(4 * child.cell), to = _mm_cvtsi32_si128(4 * blank);
    const __m256i place = _mm256_set1_epi64x(static_cast<int64_t>(uint64_t{15} << 4 * child.cell));
    const __m256i costs = _mm256_set1_epi64x(static_cast<int64_t>(child.costs));
    uint64_t *same_end = same, *less_end = less;
    auto four = [&](const uint64_t* at, unsigned valid) {
      __m256i board = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
      __m256i tile_there = _mm256_and_si256(board, place);
      __m256i tile = _mm256_srl_epi64(tile_there, from);
      auto paid =
          static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_sllv_epi64(costs, tile))));
      board = _mm256_xor_si256(board, _mm256_or_si256(tile_there, _mm256_sll_epi64(tile, to)));
      auto append = [&](unsigned which, uint64_t*& end) {
        __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(kPacking[which].data()));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(end), _mm256_permutevar8x32_epi32(board, order));
        end += __builtin_popcount(which);
      };
      append(~paid & valid, same_end);
      if constexpr (wanted) append(paid & valid, less_end);
    };
    size_t i = 0;
    for (; i + kVector <= count; i += kVector) four(boards + i, 15);
    if (i < count) four(boards + i, (1u << (count - i)) - 1);
    same = same_end;
    if constexpr (wanted) less = less_end;
#else
    for (size_t i = 0; i < count; ++i) {
      uint64_t tile = boards[i] >> 4 * child.cell & 15;
      uint64_t board = boards[i] ^ tile << 4 * child.cell ^ tile << 4 * blank;
      bool paid = (child.costs << tile & kTop) != 0;
      *same = board;
      same += !paid;
      if constexpr (wanted) {
        *less = board;
        less += paid;
      }
    }
#endif
  }

#if defined(__AVX2__)
  // For each set of boards in a vector the halves of its words, moved together.
  static constexpr auto kPacking = [] {
    struct alignas(32) Order : std::array<int32_t, 8> {};
    std::array<Order, 16> all{};
    for (int set = 0; set < 16; ++set) {
      int place = 0;
      for (int member = 0; member < 4; ++member) {
        if (!(set >> member & 1)) continue;
        all[set][place++] = 2 * member;
        all[set][place++] = 2 * member + 1;
      }
    }
    return all;
  }();
#endif

  Control& control_;
  std::array<Kind, 16 * 5> kinds_{};
  uint64_t start_ = 0, goal_ = 0;
  int distance_ = 0, blank_, goal_blank_;
  Progress progress_;
  Subtrees<Top, 12> subtrees_;
  Vector<Level> levels_;
};

}  // namespace copla::tiles
