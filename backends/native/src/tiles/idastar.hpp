// IDA* on sliding tiles with any estimate, and what a run reports.
//
// Depth first below a bound on moves + estimate; only the undoing of the last move is refused, as in Korf's
// experiments. Counts follow copla's search backend with prune=parent: a node that is entered and is no goal
// is expanded, and all its children but the one that goes back are generated. (Korf counts a child when its
// turn comes, and the root once: his number is generated + 1 - the younger siblings of the nodes on the
// solution's path.)
//
// Moves keep the parity of moves + estimate, so that the next bound is at least 2 higher; once a child at
// exactly bound + 2 is seen, estimates in parts need not be completed for children that are dropped.
#pragma once

#include <vector>

#include "core/control.hpp"
#include "tiles/estimates.hpp"

namespace copla::tiles {

struct Outcome {
  bool solved = false;
  std::vector<int> path;  // the cells of the blank, from the start on
  uint64_t expanded = 0;
  uint64_t generated = 0;
  int bound = 0;  // no solution is shorter
  uint64_t held = 0;
};

constexpr int kNoBound = 1 << 28;

template <class Estimate>
class IdaStar {
public:
  IdaStar(const Position& position, Estimate& estimate, Control& control, uint64_t most_nodes)
      : steps_(position.shape), estimate_(estimate), control_(control), most_nodes_(most_nodes) {
    for (int cell = 0; cell < position.shape.cells(); ++cell) {
      board_[cell] = static_cast<uint8_t>(position.tiles[cell]);
      goal_[cell] = static_cast<uint8_t>(position.goal[cell]);
    }
    blank_ = position.blank();
    goal_blank_ = position.goal_blank();
  }

  // Ends solved, or stopped (as the control says), or, above `most_nodes`, with neither.
  Outcome run() {
    estimate_.start(board_);
    for (bound_ = estimate_.value(); bound_ < kNoBound; bound_ = next_) {
      progress_.bound = outcome_.bound = bound_;
      next_ = kNoBound;
      if (visit(blank_, -1, bound_)) break;
      if (stopped_) break;
    }
    outcome_.expanded = progress_.expanded;
    outcome_.generated = progress_.generated;
    outcome_.held = static_cast<uint64_t>(deepest_) + 1;
    if (outcome_.solved) {
      outcome_.path.push_back(blank_);
      std::reverse(outcome_.path.begin(), outcome_.path.end());
    }
    return std::move(outcome_);
  }

  // One iteration below the end of a path of the blank that is within the bound: the nodes from there on, and
  // the whole path.
  Outcome below(const std::vector<int>& top, int bound) {
    for (size_t i = 1; i < top.size(); ++i) std::swap(board_[top[i - 1]], board_[top[i]]);
    estimate_.start(board_);
    bound_ = outcome_.bound = bound;
    int before = top.size() > 1 ? top[top.size() - 2] : -1;
    visit(top.back(), before, bound - static_cast<int>(top.size()) + 1);
    outcome_.expanded = progress_.expanded;
    outcome_.generated = progress_.generated;
    outcome_.path.insert(outcome_.path.end(), top.rbegin(), top.rend());
    std::reverse(outcome_.path.begin(), outcome_.path.end());
    return std::move(outcome_);
  }

private:
  // Whether to unwind: solved, or stopped. `left`: moves that the bound still allows.
  bool visit(int blank, int before, int left) {
    if (blank == goal_blank_ && board_ == goal_) return outcome_.solved = true;
    if (control_.due(progress_) || progress_.generated > most_nodes_) return stopped_ = true;
    ++progress_.expanded;
    progress_.generated += steps_.count[blank] - (before >= 0);
    deepest_ = std::max(deepest_, bound_ - left);
    for (int i = 0; i < steps_.count[blank]; ++i) {
      int cell = steps_.to[blank][i].to;
      if (cell == before) continue;
      int tile = board_[cell];
      // Above this an estimate is of no interest: it neither enters the child nor lowers the next bound.
      int limit = std::max(left - 1, next_ - bound_ + left - 2);
      auto change = estimate_.probe(tile, cell, blank, limit);
      int over = change.value - (left - 1);
      if (over > 0) {
        next_ = std::min(next_, bound_ + over);
        continue;
      }
      board_[blank] = static_cast<uint8_t>(tile);
      board_[cell] = 0;
      estimate_.swap(change);
      bool end = visit(cell, blank, left - 1);
      estimate_.swap(change);
      board_[cell] = static_cast<uint8_t>(tile);
      board_[blank] = 0;
      if (end) {
        if (outcome_.solved) outcome_.path.push_back(cell);
        return true;
      }
    }
    return false;
  }

  Steps steps_;
  Estimate& estimate_;
  Control& control_;
  uint64_t most_nodes_;
  Cells board_{}, goal_{};
  int blank_, goal_blank_;
  int bound_ = 0, next_ = kNoBound, deepest_ = 0;
  bool stopped_ = false;
  Progress progress_;
  Outcome outcome_;
};

}  // namespace copla::tiles
