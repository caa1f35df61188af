// Walking distance (Takahashi): rows and columns apart, but with the traffic inside them.
//
// For the vertical moves it is only known how many tiles of each home row stand in each row, and which row
// holds the blank: the tiles of a row are interchangeable. The distance to the goal in that smaller puzzle,
// plus the same for columns, never overestimates, and sees conflicts that Manhattan distance does not. All
// states of the smaller puzzle are numbered once, breadth-first from the goal (24,964 for the 15-puzzle),
// with links for every move. Wide boards have too many of them: 5x5 is refused.
#pragma once

#include <map>

#include "tiles/estimates.hpp"

namespace copla::tiles {

class Walk {
public:
  static constexpr size_t kMostStates = 400000;
  using Counts = std::array<uint8_t, 64>;  // [row][home row], and the blank's row at the end

  // `home[tile]`: the home line of each tile; `lines` lines of `length` cells.
  Walk(int lines, int length, int goal_blank) : lines_(lines) {
    if (lines > 7) throw std::invalid_argument("walking distance takes boards of up to 7 rows and columns");
    Counts goal{};
    for (int line = 0; line < lines; ++line) goal[line * 8 + line] = static_cast<uint8_t>(length);
    --goal[goal_blank * 8 + goal_blank];
    goal[63] = static_cast<uint8_t>(goal_blank);
    std::vector<Counts> states{goal};
    ids_[goal] = 0;
    distance.push_back(0);
    for (size_t id = 0; id < states.size(); ++id) {
      links.resize((id + 1) * 16, -1);
      for (int down = 0; down < 2; ++down) {
        int blank = states[id][63], other = blank + (down ? 1 : -1);
        if (other < 0 || other >= lines) continue;
        for (int home = 0; home < lines; ++home) {
          Counts next = states[id];
          if (next[other * 8 + home] == 0) continue;
          --next[other * 8 + home];
          ++next[blank * 8 + home];
          next[63] = static_cast<uint8_t>(other);
          auto [known, fresh] = ids_.try_emplace(next, static_cast<int32_t>(states.size()));
          if (fresh) {
            if (states.size() == kMostStates)
              throw std::invalid_argument("walking distance has too many states on a board of this shape");
            states.push_back(next);
            distance.push_back(static_cast<uint8_t>(distance[id] + 1));
          }
          links[id * 16 + down * 8 + home] = known->second;
        }
      }
    }
  }

  int32_t find(const Counts& counts) const {
    auto known = ids_.find(counts);
    if (known == ids_.end()) throw std::invalid_argument("a board whose lines cannot be reached");
    return known->second;
  }

  int lines() const { return lines_; }

  std::vector<uint8_t> distance;
  std::vector<int32_t> links;  // [state][blank goes down][home line of the tile that goes up], 16 a state

private:
  int lines_;
  std::map<Counts, int32_t> ids_;
};

class WalkingDistance {
public:
  struct Change {
    int value;
    int way;
    int32_t state;
  };

  explicit WalkingDistance(const Position& position)
      : shape_(position.shape),
        walks_{Walk(shape_.rows, shape_.columns, position.goal_blank() / shape_.columns),
               Walk(shape_.columns, shape_.rows, position.goal_blank() % shape_.columns)} {
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
      Walk::Counts counts{};
      for (int cell = 0; cell < shape_.cells(); ++cell) {
        if (board[cell])
          ++counts[line_[way][cell] * 8 + home_[way][board[cell]]];
        else
          counts[63] = line_[way][cell];
      }
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
