// What every algorithm keeps of its run: the same counts as the textbook engine, and the plans that were
// found.
//
// generated: successor states that were computed, the same state again included, the start not. expanded:
// nodes whose successors were computed. held: nodes in memory at one time, waiting or closed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/control.hpp"

namespace copla::planning {

struct Plan {
  std::vector<int32_t> actions;
  int64_t cost;
  double seconds;
  uint64_t generated, held;
};

struct Account {
  explicit Account(Control& control, int64_t wanted) : control(control), wanted(wanted) {}

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

  // Keeps a plan; true if no more are wanted.
  bool solved(std::vector<int32_t> actions, int64_t cost) {
    plans.push_back({std::move(actions), cost, control.seconds(), progress.generated, held});
    return static_cast<int64_t>(plans.size()) == wanted;
  }

  Control& control;
  int64_t wanted;  // plans; negative: all there are
  Progress progress;
  uint64_t held = 0;
  bool incomplete = false;  // something was left out: no plan proves nothing
  std::vector<Plan> plans;
};

}  // namespace copla::planning
