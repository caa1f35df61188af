// Manhattan distance and linear conflict, kept up to date move by move.
//
// The contract of an estimate: it follows one board. `start(board)` sets it up; `probe(tile, from, to,
// limit)` is what would change by a tile's move, with the `value` that the estimate would have;
// `swap(change)` makes the change, and a second call with the same object takes it back. `limit` is the
// largest value that is of interest: an estimate in parts may stop as soon as it is above it (see
// patterns.hpp). Probing writes nothing, so that the many children which are dropped cost no copies.
//
// Linear conflict: two tiles in the line where both belong, in the wrong order, cannot pass within it. What
// counts is the smallest number of tiles that must step aside, by two moves each: all but a longest
// increasing subsequence. A line is a number whose digits say for each of its cells which of its own tiles is
// there; one small table for each length of line answers all. A move along a line changes the conflicts of
// the two lines across it only.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "tiles/board.hpp"

namespace copla::tiles {

using Cells = std::array<uint8_t, kMostCells>;  // the tile in each cell

class Manhattan {
public:
  struct Change {
    int value;
  };

  explicit Manhattan(const Position& position) : shape_(position.shape) {
    auto homes = position.homes();
    for (int tile = 1; tile < shape_.cells(); ++tile)
      for (int cell = 0; cell < shape_.cells(); ++cell)
        far_[tile][cell] =
            static_cast<int8_t>(std::abs(cell / shape_.columns - homes[tile] / shape_.columns) +
                                std::abs(cell % shape_.columns - homes[tile] % shape_.columns));
  }

  void start(const Cells& board) {
    value_ = 0;
    for (int cell = 0; cell < shape_.cells(); ++cell) value_ += far_[board[cell]][cell];
  }
  Change probe(int tile, int from, int to, int) const { return {value_ + step(tile, from, to)}; }
  void swap(Change& change) { std::swap(value_, change.value); }
  int value() const { return value_; }

  int step(int tile, int from, int to) const { return far_[tile][to] - far_[tile][from]; }

private:
  Shape shape_;
  int value_ = 0;
  std::array<std::array<int8_t, kMostCells>, kMostCells> far_{};
};

class LinearConflict {
public:
  static constexpr int kLongest = 6;  // (6 + 1)^6 entries

  // The three lines that a move touches: along it, the one left, the one entered.
  struct Change {
    int value;
    std::array<uint8_t, 3> lines;
    std::array<uint32_t, 3> numbers;
  };

  explicit LinearConflict(const Position& position)
      : shape_(position.shape), distance_(position), row_(shape_.columns), column_(shape_.rows) {
    auto homes = position.homes();
    for (int tile = 1; tile < shape_.cells(); ++tile) {
      home_row_[tile] = static_cast<uint8_t>(homes[tile] / shape_.columns);
      home_column_[tile] = static_cast<uint8_t>(homes[tile] % shape_.columns);
    }
    for (int cell = 0; cell < shape_.cells(); ++cell) {
      cell_row_[cell] = static_cast<uint8_t>(cell / shape_.columns);
      cell_column_[cell] = static_cast<uint8_t>(cell % shape_.columns);
    }
  }

  static bool takes(const Shape& shape) { return shape.rows <= kLongest && shape.columns <= kLongest; }

  void start(const Cells& board) {
    distance_.start(board);
    value_ = distance_.value();
    numbers_ = {};
    for (int cell = 0; cell < shape_.cells(); ++cell) {
      int tile = board[cell], row = cell_row_[cell], column = cell_column_[cell];
      if (tile == 0) continue;
      numbers_[row] += row_share(tile, row, column);
      numbers_[kLongest + column] += column_share(tile, row, column);
    }
    for (int row = 0; row < shape_.rows; ++row) value_ += row_.conflicts[numbers_[row]];
    for (int column = 0; column < shape_.columns; ++column)
      value_ += column_.conflicts[numbers_[kLongest + column]];
  }

  Change probe(int tile, int from, int to, int) const {
    int row = cell_row_[from], column = cell_column_[from], new_row = cell_row_[to],
        new_column = cell_column_[to];
    int value = value_ + distance_.step(tile, from, to);
    if (row == new_row)
      return across(value, row, row_share(tile, row, new_column) - row_share(tile, row, column), column_,
                    kLongest + column, kLongest + new_column, column_share(tile, row, column),
                    column_share(tile, row, new_column));
    uint32_t along = column_share(tile, new_row, column) - column_share(tile, row, column);
    return across(value, kLongest + column, along, row_, row, new_row, row_share(tile, row, column),
                  row_share(tile, new_row, column));
  }

  void swap(Change& change) {
    std::swap(value_, change.value);
    for (int i = 0; i < 3; ++i) std::swap(numbers_[change.lines[i]], change.numbers[i]);
  }

  int value() const { return value_; }

private:
  // All lines of one length: digits to the base length + 1, the digit of a cell is 1 + the home place of the
  // tile in it, or 0 for the blank and for tiles that belong elsewhere.
  struct Line {
    std::array<uint32_t, kLongest> weight{};
    std::vector<uint8_t> conflicts;

    explicit Line(int length) {
      uint32_t size = 1;
      for (int place = 0; place < length; ++place, size *= length + 1) weight[place] = size;
      conflicts.resize(size);
      for (uint32_t number = 0; number < size; ++number) {
        std::array<int, kLongest> longest{}, home{};  // the longest part in order that ends in this tile
        int tiles = 0, best = 0;
        bool twice = false;
        for (uint32_t rest = number; rest; rest /= length + 1) {
          int digit = static_cast<int>(rest % (length + 1));
          if (digit == 0) continue;
          home[tiles] = digit;
          longest[tiles] = 1;
          for (int before = 0; before < tiles; ++before) {
            twice |= home[before] == digit;
            if (home[before] < digit) longest[tiles] = std::max(longest[tiles], longest[before] + 1);
          }
          best = std::max(best, longest[tiles++]);
        }
        conflicts[number] = static_cast<uint8_t>(twice ? 0 : 2 * (tiles - best));
      }
    }
  };

  uint32_t row_share(int tile, int row, int column) const {
    return home_row_[tile] == row ? (home_column_[tile] + 1) * row_.weight[column] : 0;
  }
  uint32_t column_share(int tile, int row, int column) const {
    return home_column_[tile] == column ? (home_row_[tile] + 1) * column_.weight[row] : 0;
  }

  Change across(int value, int along, uint32_t difference, const Line& line, int left, int entered,
                uint32_t leaves, uint32_t enters) const {
    uint32_t old_left = numbers_[left], old_entered = numbers_[entered];
    uint32_t new_left = old_left - leaves, new_entered = old_entered + enters;
    value += line.conflicts[new_left] - line.conflicts[old_left];
    value += line.conflicts[new_entered] - line.conflicts[old_entered];
    return {value,
            {static_cast<uint8_t>(along), static_cast<uint8_t>(left), static_cast<uint8_t>(entered)},
            {numbers_[along] + difference, new_left, new_entered}};
  }

  Shape shape_;
  Manhattan distance_;
  Line row_, column_;
  int value_ = 0;
  std::array<uint32_t, 2 * kLongest> numbers_{};  // rows, then columns
  Cells home_row_{}, home_column_{}, cell_row_{}, cell_column_{};
};

}  // namespace copla::tiles
