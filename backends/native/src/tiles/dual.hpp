// Dual look-ups (Felner, Zahavi, Schaeffer and Holte 2005): a second opinion of the same tables.
//
// Read a board as a permutation of the cells: what belongs in one cell lies in another. Walking the blank's
// path backwards undoes the permutation, so that a board and its inverse take equally many moves, if the
// blank ends where it begins. Hence the inverse board's estimate holds for the board itself whenever the
// blank is at home, and only then: elsewhere the two paths begin in different cells. So one child in sixteen
// gets the larger of two estimates, at the price of looking up every group once more. It is there to be
// compared, and is not the default (docs/native-tiles.md).
#pragma once

#include "tiles/patterns.hpp"

namespace copla::tiles {

template <bool kDirect>
class Dual {
public:
  using Tables = Patterns<kDirect>;

  struct Change {
    int value;
    typename Tables::Change direct;
    int from, to;
  };

  Dual(const Position& position, const PatternSums<kDirect>& sums)
      : direct_(sums), inverse_(sums), cells_(position.shape.cells()) {
    home_ = position.goal_blank();
    for (int cell = 0; cell < cells_; ++cell) {
      goal_[cell] = static_cast<uint8_t>(position.goal[cell]);
      home_of_[goal_[cell]] = static_cast<uint8_t>(cell);
    }
  }

  void start(const Cells& board) {
    board_ = board;
    direct_.start(board);
    value_ = direct_.value();
    if (board_[home_] == 0) value_ = std::max(value_, inverse(board_));
  }

  // Incomplete, as in patterns.hpp, if its value is above the limit.
  Change probe(int tile, int from, int to, int limit) const {
    Change change{0, direct_.probe(tile, from, to, limit), from, to};
    change.value = change.direct.value;
    if (from == home_ && change.value <= limit) {
      Cells next = board_;
      std::swap(next[from], next[to]);
      change.value = std::max(change.value, inverse(next));
    }
    return change;
  }

  void swap(Change& change) {
    std::swap(value_, change.value);
    std::swap(board_[change.from], board_[change.to]);
    direct_.swap(change.direct);
  }

  int value() const { return value_; }

private:
  int inverse(const Cells& board) const {
    Cells inverted{};
    for (int cell = 0; cell < cells_; ++cell) inverted[home_of_[board[cell]]] = goal_[cell];
    inverse_.start(inverted);
    return inverse_.value();
  }

  Tables direct_;
  mutable Tables inverse_;  // scratch space: set up anew for each look-up
  int cells_, home_, value_ = 0;
  Cells board_{}, goal_{}, home_of_{};
};

}  // namespace copla::tiles
