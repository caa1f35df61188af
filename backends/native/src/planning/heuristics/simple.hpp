// The heuristic that needs no preparation: the number of goals that are not met.
#pragma once

#include "planning/heuristics/built_in.hpp"

namespace copla::planning::heuristics {

// Not admissible: one action may meet several goals, and actions may be free.
class GoalCount : public BuiltIn {
public:
  explicit GoalCount(const Task& task) : BuiltIn(task), goal_(task.goal) {}

  Estimate estimate(const Word* state) override { return told(distance(state)); }

  Distance distance(const Word* state) {
    Distance unmet = 0;
    for (const Fact& fact : goal_) unmet += layout()[fact.variable].get(state) != fact.value;
    return unmet;
  }

private:
  std::vector<Fact> goal_;
};

}  // namespace copla::planning::heuristics
