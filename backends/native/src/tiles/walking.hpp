// Walking distance (Takahashi): rows and columns apart, but with the traffic inside them.
//
// For the vertical moves it is only known how many tiles of each home row stand in each row, and which row
// holds the blank: the tiles of a row are interchangeable. The distance to the goal in that smaller puzzle,
// plus the same for columns, never overestimates, and sees conflicts that Manhattan distance does not. All
// states of the smaller puzzle are numbered once, breadth-first from the goal (24,964 for the 15-puzzle),
// with links for every move. Boards with more than `kMostStates` of them (5x5) are refused.
#pragma once

#include <algorithm>

#include "core/control.hpp"
#include "core/memory.hpp"
#include "tiles/estimates.hpp"

namespace copla::tiles {

class Walk {
public:
  static constexpr size_t kMostStates = 400000;
  static constexpr int kMostLines = 6;

  // Three bits for the tiles of each (row, home row), and the blank's row above them.
  using Counts = unsigned __int128;
  static Counts one(int line, int home) { return Counts{1} << 3 * (line * kMostLines + home); }
  static Counts blank_in(int line) { return static_cast<Counts>(line) << 3 * kMostLines * kMostLines; }

  // `lines` lines of `length` cells.
  Walk(int lines, int length, int goal_blank, Control& control) {
    if (lines > kMostLines || length > kMostLines)
      throw std::invalid_argument("walking distance takes boards of up to 6 rows and columns");
    Counts goal = blank_in(goal_blank) - one(goal_blank, goal_blank);
    for (int line = 0; line < lines; ++line) goal += length * one(line, line);
    add(goal, 0);
    for (size_t id = 0; id < states_.size(); ++id) {
      if (control.due(Progress{})) throw LimitReached{control.stopped()};
      links.resize((id + 1) * 16, -1);
      Counts here = states_[id];
      int blank = static_cast<int>(here >> 3 * kMostLines * kMostLines);
      for (int down = 0; down < 2; ++down) {
        int other = blank + (down ? 1 : -1);
        if (other < 0 || other >= lines) continue;
        for (int home = 0; home < lines; ++home) {
          if ((here >> 3 * (other * kMostLines + home) & 7) == 0) continue;
          Counts next = here - one(other, home) + one(blank, home) + blank_in(other) - blank_in(blank);
          links[id * 16 + down * 8 + home] = add(next, distance[id] + 1);
        }
      }
    }
  }

  int32_t find(Counts counts) const {
    int32_t id = table_[slot(counts)];
    if (id < 0) throw std::invalid_argument("a board whose lines cannot be reached");
    return id;
  }

  Vector<uint8_t> distance;
  Vector<int32_t> links;  // [state][blank goes down][home line of the tile that goes up], 16 a state

private:
  int32_t add(Counts counts, int far) {
    if (states_.size() * 2 >= table_.size()) {
      table_.assign(std::max<size_t>(1 << 12, table_.size() * 4), -1);
      for (size_t id = 0; id < states_.size(); ++id) table_[slot(states_[id])] = static_cast<int32_t>(id);
    }
    int32_t& id = table_[slot(counts)];
    if (id < 0) {
      if (states_.size() == kMostStates)
        throw std::invalid_argument("walking distance has too many states on a board of this shape");
      id = static_cast<int32_t>(states_.size());
      states_.push_back(counts);
      distance.push_back(static_cast<uint8_t>(far));
    }
    return id;
  }

  size_t slot(Counts counts) const {
    uint64_t hash =
        (static_cast<uint64_t>(counts) ^ static_cast<uint64_t>(counts >> 64) * 0xD6E8FEB86659FD93u) *
        0x9E3779B97F4A7C15u;
    size_t found = (hash >> 32) & (table_.size() - 1);
    while (table_[found] >= 0 && states_[table_[found]] != counts) found = (found + 1) & (table_.size() - 1);
    return found;
  }

  Vector<Counts> states_;
  Vector<int32_t> table_;
};

class WalkingDistance {
public:
  struct Change {
    int value;
    int way;
    int32_t state;
  };

  WalkingDistance(const Position& position, Control& control)
      : shape_(position.shape),
        walks_{Walk(shape_.rows, shape_.columns, position.goal_blank() / shape_.columns, control),
               Walk(shape_.columns, shape_.rows, position.goal_blank() % shape_.columns, control)} {
    auto homes = position.homes();
    for (int cell = 0; cell < shape_.cells(); ++cell)
      line_[0][cell] = static_cast<uint8_t>(cell / shape_.columns);
    for (int cell = 0; cell < shape_.cells(); ++cell)
      line_[1][cell] = static_cast<uint8_t>(cell % shape_.columns);
    for (int tile = 1; tile < shape_.cells(); ++tile)
      for (int way = 0; way < 2; ++way) home_[way][tile] = line_[way][homes[tile]];
  }

  void start(const Cells& board) {
    value_ = 0;
    for (int way = 0; way < 2; ++way) {
      Walk::Counts counts = 0;
      for (int cell = 0; cell < shape_.cells(); ++cell)
        counts += board[cell] ? Walk::one(line_[way][cell], home_[way][board[cell]])
                              : Walk::blank_in(line_[way][cell]);
      states_[way] = walks_[way].find(counts);
      value_ += walks_[way].distance[states_[way]];
    }
  }

  Change probe(int tile, int from, int to, int) const {
    int way = line_[0][from] == line_[0][to];
    bool down = line_[way][from] > line_[way][to];  // the blank goes where the tile comes from
    int32_t state = walks_[way].links[states_[way] * 16 + down * 8 + home_[way][tile]];
    return {value_ + walks_[way].distance[state] - walks_[way].distance[states_[way]], way, state};
  }

  void swap(Change& change) {
    std::swap(value_, change.value);
    std::swap(states_[change.way], change.state);
  }

  int value() const { return value_; }

private:
  Shape shape_;
  std::array<Walk, 2> walks_;
  std::array<Cells, 2> line_{}, home_{};
  std::array<int32_t, 2> states_{};
  int value_ = 0;
};

}  // namespace copla::tiles
