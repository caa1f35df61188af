// The two heuristics that need no preparation: blind search's, and the number of goals that are not met.
#pragma once

#include "planning/heuristics/built_in.hpp"

namespace copla::planning::heuristics {

// Every plan of a state that is no goal has an action: the cheapest one is a lower bound, and a consistent
// one.
class Blind : public BuiltIn {
public:
  explicit Blind(const Task& task) : BuiltIn(task), goal_(task.goal), step_(kDeadEnd) {
    for (const Action& action : task.actions) step_ = std::min(step_, capped(action.cost));
  }

  Estimate estimate(const Word* state) override { return told(distance(state)); }

  Distance distance(const Word* state) {
    for (const Fact& fact : goal_)
      if (layout()[fact.variable].get(state) != fact.value) return step_;
    return 0;
  }

private:
  std::vector<Fact> goal_;
  Distance step_;
};

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
