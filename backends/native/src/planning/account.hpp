// What every algorithm keeps of its run: the same counts as the textbook engine, and the plans that were
// found.
//
// generated: successor states that were computed, the same state again included, the start not. expanded:
// nodes whose successors were computed. held: nodes in memory at one time, waiting or closed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "planning/cost.hpp"

namespace copla::planning {

struct Plan {
  std::vector<int32_t> actions;
  int64_t cost;
  double seconds;
  uint64_t generated, held;
};

// What was not looked at, so that no plan proves nothing; as copla.plugins.algorithms.Cut.
struct Cuts {
  bool depth = false, width = false, dead_end = false, cost = false;
};

struct Account {
  // `labels`: the label of each action as a number, if some share one; else empty.
  Account(Control& control, int64_t wanted, std::vector<int32_t> labels = {})
      : control(control), wanted(wanted), labels(std::move(labels)) {}

  // Ends the run, from any depth, if a limit is reached.
  void check(int64_t steps = 1) {
    if (control.due(progress, steps)) throw LimitReached{control.stopped()};
  }

  void expand(int64_t successors) {
    ++progress.expanded;
    progress.generated += static_cast<uint64_t>(successors);
    check();
  }

  void hold(uint64_t nodes) { held = std::max(held, nodes); }

  // Whether a path of this cost is followed by a kernel that keeps costs in this type.
  template <class Cost>
  bool follows(int64_t cost) {
    if constexpr (kNarrow<Cost>) {
      kept<Cost>(cost);
    } else if (cost > kLargest) {
      cuts.cost = true;
      return false;
    }
    return true;
  }

  bool enough() const { return static_cast<int64_t>(plans.size()) == wanted; }

  // Keeps a plan; true if no more are wanted. Two ways with the same labels are one plan.
  bool solved(std::vector<int32_t> actions, int64_t cost) {
    if (labels.empty() || seen.insert(labels_of(actions)).second)
      plans.push_back({std::move(actions), cost, control.seconds(), progress.generated, held});
    return enough();
  }

  // Everything as before the run: for a kernel that starts again with wider costs.
  void reset() {
    progress = {};
    held = 0;
    cuts = {};
    plans.clear();
    seen.clear();
  }

  Control& control;
  int64_t wanted;  // plans; negative: all there are
  std::vector<int32_t> labels;
  Progress progress;
  uint64_t held = 0;
  Cuts cuts;
  std::vector<Plan> plans;

private:
  std::vector<int32_t> labels_of(const std::vector<int32_t>& actions) const {
    std::vector<int32_t> found;
    for (int32_t action : actions) found.push_back(labels[action]);
    return found;
  }

  std::set<std::vector<int32_t>> seen;
};

}  // namespace copla::planning
