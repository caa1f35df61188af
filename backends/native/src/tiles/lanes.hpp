// IDA* with Manhattan distance at full speed, for boards of up to 16 cells: several subtrees at once, no
// guessing.
//
// A board is a 64-bit word, four bits a cell. A move changes moves + distance by 0 or 2, so a node carries
// the *slack* that is left, (bound - moves - distance) / 2, and a child costs one unit of it or none. What is
// known of a node besides is the blank's cell and where it came from: its *kind*. A table says for each kind
// its (at most three) children in Korf's order, and for each tile what its move costs.
//
// What was tried. The plain loop makes about 100 M nodes/s here. Recursive templates over the blank's cell
// and the last move, which turn all shifts and tables into constants, make 290 M/s; they wait most of the
// time because the processor cannot guess which children are within the bound. So this kernel does not ask:
// it computes all children of a node in one vector (four words, one for each direction), packs those within
// the bound together and writes them to a stack. That leaves a chain of some thirty cycles from one node to
// the next, in which the processor would idle; so several independent subtrees take turns. Without AVX2 the
// same is done child by child, at 250 M/s.
//
// The subtrees hang below the first moves, and are numbered in the order of the depth-first search. If one
// finds the goal, those before it are completed and those after it are forgotten: counts of nodes are exactly
// those of the ordinary search. The path is not kept: the subtree that holds the goal is searched once more
// by the ordinary search (idastar.hpp), which costs a fraction of one subtree in thousands.
#pragma once

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "core/control.hpp"
#include "tiles/board.hpp"

namespace copla::tiles {

class Lanes {
public:
  static bool takes(const Shape& shape) { return shape.cells() <= 16; }

  Lanes(const Position& position, Control& control) : control_(control), steps_(position.shape) {
    auto homes = position.homes();
    int cells = position.shape.cells(), columns = position.shape.columns;
    auto far = [&](int tile, int cell) {
      return std::abs(cell / columns - homes[tile] / columns) +
             std::abs(cell % columns - homes[tile] % columns);
    };
    for (int cell = 0; cell < cells; ++cell) {
      start_ |= static_cast<uint64_t>(position.tiles[cell]) << 4 * cell;
      goal_ |= static_cast<uint64_t>(position.goal[cell]) << 4 * cell;
      if (position.tiles[cell]) distance_ += far(position.tiles[cell], cell);
      for (int from = 0; from < 5; ++from) {  // 4: from nowhere
        Kind& kind = kinds_[kind_of(cell, from)];
        kind.blank = 4 * cell;
        kind.change.fill(kForbidden);
        int back = from < 4 ? position.shape.step(cell, from) : -1;
        int slot =
            4;  // filled from the last one down, pushed from the first one up: the first child ends on top
        for (int i = 0; i < steps_.count[cell]; ++i) {
          auto [to, direction] = steps_.to[cell][i];
          if (to == back) continue;
          kind.shift[--slot] = 4 * to;
          kind.change[slot] = (kind_of(to, 3 - direction) - kind_of(cell, from)) * int64_t{sizeof(Kind)};
          for (int tile = 1; tile < cells; ++tile)
            if (far(tile, cell) > far(tile, to)) kind.price[slot] |= kUnit << tile;
          ++kind.tally;
        }
        kind.tally += kNode;
      }
    }
    blank_ = position.blank();
  }

  int distance() const { return distance_; }
  uint64_t expanded() const { return progress_.expanded; }
  uint64_t generated() const { return progress_.generated; }

  // One iteration: the number of the subtree that holds the goal, if any; its path is then `top(number)`.
  std::optional<size_t> within(int bound) {
    if (bound > kHighestBound) throw std::length_error("no board of 16 cells is so far from its goal");
    progress_.bound = bound;
    tops_.clear();
    paths_.clear();
    path_.assign(1, blank_);
    upper_ = 0;
    upper_expanded_ = 0;
    collect(start_, blank_, 4, (bound - distance_) / 2);
    return run();
  }

  const std::vector<int>& top(size_t number) const { return paths_[number]; }

private:
  static constexpr int kLanes = 8, kUpperDepth = 12;
  static constexpr size_t kDeepest =
      512;  // of a stack: three children for each of up to 160 moves, and a margin
  static constexpr int kHighestBound = 250;
  static constexpr int64_t kUnit = int64_t{1} << 32;
  static constexpr int64_t kForbidden = -(int64_t{1} << 62);
  static constexpr uint64_t kNode = uint64_t{1} << 32;

  // Children are in the order in which they are pushed; unused places never fit.
  struct alignas(128) Kind {
    std::array<int64_t, 4> shift{};
    std::array<int64_t, 4> price{};   // for each tile a bit from bit 32 on: whether it costs a unit of slack
    std::array<int64_t, 4> change{};  // from this kind to the child's, as a distance in bytes
    int64_t blank = 0;
    uint64_t tally = 0;  // one node expanded (from bit 32 on), and so many generated
  };

  // Boards and what is known of them: slack x 2^32 + the kind's place in its table, in bytes.
  struct Stack {
    std::array<uint64_t, kDeepest + 8> boards;
    std::array<int64_t, kDeepest> known;
  };

  struct Node {
    uint64_t board;
    int64_t known;
  };
  struct Top {
    Node node;
    uint64_t upper, upper_expanded;  // nodes above the subtrees up to here
  };
  struct Lane {
    Stack stack;
    size_t height = 0;
    uint64_t expanded = 0, generated = 0;
    size_t task = 0;
  };

  static int kind_of(int cell, int from) { return cell * 5 + from; }

  // Walks the first moves in order and notes the subtrees below them.
  void collect(uint64_t board, int blank, int from, int slack) {
    int depth = static_cast<int>(path_.size()) - 1;
    if ((depth == kUpperDepth && from < 4) || board == goal_) {
      int64_t place = kind_of(blank, from) * int64_t{sizeof(Kind)};
      tops_.push_back({{board, slack * kUnit + place}, upper_, upper_expanded_});
      paths_.push_back(path_);
      return;
    }
    const Kind& kind = kinds_[kind_of(blank, from)];
    upper_ += kind.tally & (kNode - 1);
    ++upper_expanded_;
    for (int slot = 3; slot >= 0; --slot) {
      if (kind.change[slot] == kForbidden) continue;
      int to = static_cast<int>(kind.shift[slot]) / 4, direction = 0;
      while (steps_.to[to][direction].to != blank) ++direction;
      uint64_t tile = board >> kind.shift[slot] & 15;
      int left = slack - static_cast<int>(kind.price[slot] >> (32 + tile) & 1);
      if (left < 0) continue;
      path_.push_back(to);
      collect(board ^ tile << kind.shift[slot] ^ tile << kind.blank, to, steps_.to[to][direction].direction,
              left);
      path_.pop_back();
    }
  }

  std::optional<size_t> run() {
    uint64_t before = progress_.generated, before_expanded = progress_.expanded;
    counts_.assign(tops_.size(), {0, 0});
    next_ = 0;
    limit_ = tops_.size();
    std::vector<Lane> lanes(kLanes);
    int busy = 0;
    for (Lane& lane : lanes) busy += feed(lane);
    while (busy > 0 && control_.stopped() == Stop::none) {
      if (busy == kLanes)
        advance<kLanes>(lanes.data());
      else
        for (Lane& lane : lanes)
          if (lane.height > 0) advance<1>(&lane);
      for (Lane& lane : lanes) {
        if (lane.task == kIdle) continue;
        if (lane.task > limit_) lane.height = 0;  // beyond the goal
        if (lane.height > 0) continue;
        settle(lane);
        busy -= !feed(lane);
      }
      control_.due(progress_, kRounds);
    }
    for (Lane& lane : lanes)
      if (lane.task != kIdle) settle(lane);
    bool solved = limit_ < tops_.size();
    progress_.generated = before + (solved ? tops_[limit_].upper : upper_);
    progress_.expanded = before_expanded + (solved ? tops_[limit_].upper_expanded : upper_expanded_);
    for (size_t task = 0; task < std::min(tops_.size(), limit_ + 1); ++task) {
      progress_.generated += counts_[task].first;
      progress_.expanded += counts_[task].second;
    }
    if (control_.stopped() != Stop::none || !solved) return std::nullopt;
    return limit_;
  }

  // Lanes in turn until one is done with its subtree, or for a while.
  template <int N>
  void advance(Lane* lanes) {
    size_t heights[N];
    uint64_t tallies[N] = {};
    for (int i = 0; i < N; ++i) heights[i] = lanes[i].height;
    bool done = false;
    for (int round = 0; round < kRounds && !done; ++round) {
#pragma GCC unroll 8
      for (int i = 0; i < N; ++i) {
        Stack& stack = lanes[i].stack;
        uint64_t board = stack.boards[--heights[i]];
        if (board == goal_) [[unlikely]] {
          limit_ = std::min(limit_, lanes[i].task);
          heights[i] = 0;
        } else {
          heights[i] = expand(stack, heights[i], board, tallies[i]);
        }
        done |= heights[i] == 0;
      }
    }
    for (int i = 0; i < N; ++i) {
      lanes[i].height = heights[i];
      lanes[i].expanded += tallies[i] >> 32;
      lanes[i].generated += tallies[i] & (kNode - 1);
    }
  }

  // Replaces the node at `height` by its children within the bound; the new height.
  __attribute__((always_inline)) size_t expand(Stack& stack, size_t height, uint64_t board, uint64_t& tally) {
    int64_t known = stack.known[height];
    const auto& kind =
        *reinterpret_cast<const Kind*>(reinterpret_cast<const char*>(kinds_.data()) + (known & 0xFFFFFFFF));
    tally += kind.tally;
#if defined(__AVX2__)
    auto load = [](const void* from) { return _mm256_load_si256(static_cast<const __m256i*>(from)); };
    __m256i boards = _mm256_set1_epi64x(static_cast<int64_t>(board));
    __m256i shifts = load(kind.shift.data());
    __m256i tiles = _mm256_and_si256(_mm256_srlv_epi64(boards, shifts), _mm256_set1_epi64x(15));
    __m256i prices =
        _mm256_and_si256(_mm256_srlv_epi64(load(kind.price.data()), tiles), _mm256_set1_epi64x(kUnit));
    __m256i moved = _mm256_xor_si256(_mm256_sllv_epi64(tiles, shifts),
                                     _mm256_sll_epi64(tiles, _mm_cvtsi64_si128(kind.blank)));
    __m256i new_boards = _mm256_xor_si256(boards, moved);
    __m256i new_known =
        _mm256_sub_epi64(_mm256_add_epi64(_mm256_set1_epi64x(known), load(kind.change.data())), prices);
    int outside = _mm256_movemask_pd(_mm256_castsi256_pd(new_known));
    __m256i order = load(kPacking[outside].data());
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(&stack.boards[height]),
                        _mm256_permutevar8x32_epi32(new_boards, order));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(&stack.known[height]),
                        _mm256_permutevar8x32_epi32(new_known, order));
    return height + 4 - static_cast<size_t>(__builtin_popcount(static_cast<unsigned>(outside)));
#else
    for (int slot = 0; slot < 4; ++slot) {
      uint64_t tile = board >> kind.shift[slot] & 15;
      int64_t new_known = known + kind.change[slot] - (kind.price[slot] >> tile & kUnit);
      stack.boards[height] = board ^ tile << kind.shift[slot] ^ tile << kind.blank;
      stack.known[height] = new_known;
      height += new_known >= 0;
    }
    return height;
#endif
  }

  // Gives a lane the next subtree; false if there is none.
  bool feed(Lane& lane) {
    lane.expanded = lane.generated = 0;
    if (next_ >= tops_.size() || next_ > limit_) {
      lane.task = kIdle;
      return false;
    }
    lane.task = next_++;
    lane.stack.boards[0] = tops_[lane.task].node.board;
    lane.stack.known[0] = tops_[lane.task].node.known;
    lane.height = 1;
    return true;
  }

  void settle(Lane& lane) {
    counts_[lane.task] = {lane.generated, lane.expanded};
    progress_.generated += lane.generated;
    progress_.expanded += lane.expanded;
  }

  static constexpr size_t kIdle = ~size_t{0};
  static constexpr int kRounds = 4096;

#if defined(__AVX2__)
  // For each set of children outside the bound the halves of the others' words, moved together.
  static constexpr auto kPacking = [] {
    struct alignas(32) Order : std::array<int32_t, 8> {};
    std::array<Order, 16> all{};
    for (int outside = 0; outside < 16; ++outside) {
      int place = 0;
      for (int slot = 0; slot < 4; ++slot) {
        if (outside >> slot & 1) continue;
        all[outside][place++] = 2 * slot;
        all[outside][place++] = 2 * slot + 1;
      }
    }
    return all;
  }();
#endif

  Control& control_;
  Steps steps_;
  std::array<Kind, 16 * 5> kinds_{};
  uint64_t start_ = 0, goal_ = 0;
  int distance_ = 0, blank_ = 0;
  Progress progress_;
  uint64_t upper_ = 0, upper_expanded_ = 0;
  std::vector<int> path_;
  std::vector<Top> tops_;
  std::vector<std::vector<int>> paths_;
  std::vector<std::pair<uint64_t, uint64_t>> counts_;
  size_t next_ = 0, limit_ = 0;
};

}  // namespace copla::tiles
