// The one place where a planning task and the settings of a search are checked, before any kernel sees them.
//
// After `validate(task)` every index of a fact is inside its array, conditions are sorted and name a variable
// once, every variable that an action changes stands in its condition, and every cost is from 0 to
// `kLargest`. Kernels rely on all of it and check nothing again. What does not hold is
// std::invalid_argument, with what was found.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "planning/cost.hpp"
#include "planning/search.hpp"
#include "planning/task.hpp"

namespace copla::planning {

constexpr double kLargestWeight = 1 << 20;

namespace checks {

[[noreturn]] inline void refuse(const std::string& what) {
  throw std::invalid_argument(what);
}

inline void fact(const Task& task, Fact fact, const char* where) {
  if (fact.variable < 0 || fact.variable >= static_cast<int>(task.sizes.size()))
    refuse(std::string(where) + " names variable " + std::to_string(fact.variable) +
           ", which the problem does not have");
  if (fact.value < 0 || fact.value >= task.sizes[fact.variable])
    refuse(std::string(where) + " gives variable " + std::to_string(fact.variable) + " the value number " +
           std::to_string(fact.value) + ", which is outside its domain");
}

// Each within its domain, no variable twice.
inline void facts(const Task& task, const std::vector<Fact>& facts, bool sorted, const char* where) {
  bool ascending = true;
  for (size_t i = 0; i < facts.size(); ++i) {
    fact(task, facts[i], where);
    if (i == 0 || facts[i - 1].variable < facts[i].variable) continue;
    if (sorted && facts[i - 1].variable > facts[i].variable)
      refuse(std::string(where) + " is not sorted by variable");
    ascending = false;
  }
  if (ascending) return;
  std::vector<int> named;
  for (Fact one : facts) named.push_back(one.variable);
  std::sort(named.begin(), named.end());
  if (auto twice = std::adjacent_find(named.begin(), named.end()); twice != named.end())
    refuse(std::string(where) + " names variable " + std::to_string(*twice) + " twice");
}

inline bool names(const std::vector<Fact>& sorted, int variable) {
  auto place = std::lower_bound(sorted.begin(), sorted.end(), variable,
                                [](Fact fact, int wanted) { return fact.variable < wanted; });
  return place != sorted.end() && place->variable == variable;
}

inline void action(const Task& task, const Action& action) {
  facts(task, action.condition, true, "the condition");
  facts(task, action.effects, false, "the effect");
  for (Fact effect : action.effects)
    if (!names(action.condition, effect.variable))
      refuse("the effect changes variable " + std::to_string(effect.variable) +
             ", which the condition does not name");
  if (action.cost < 0 || action.cost > kLargest)
    refuse("the cost is " + std::to_string(action.cost) + ", expected 0 to 2**53");
}

}  // namespace checks

inline void validate(const Task& task) {
  using checks::refuse;
  for (int size : task.sizes)
    if (size < 1) refuse("a variable has no value");
  if (task.initial.size() != task.sizes.size())
    refuse("the initial state has not one value for each variable");
  for (size_t variable = 0; variable < task.sizes.size(); ++variable)
    checks::fact(task, {static_cast<int>(variable), task.initial[variable]}, "the initial state");
  checks::facts(task, task.goal, false, "the goal");
  if (task.actions.size() > static_cast<size_t>(std::numeric_limits<int32_t>::max()))
    refuse("there are more than 2**31 actions");
  for (size_t i = 0; i < task.actions.size(); ++i) {
    try {
      checks::action(task, task.actions[i]);
    } catch (const std::invalid_argument& error) {
      refuse("action number " + std::to_string(i) + ": " + error.what());
    }
  }
  for (const auto& invariant : task.all_different)
    for (int variable : invariant)
      if (variable < 0 || variable >= static_cast<int>(task.sizes.size()))
        refuse("an invariant names a variable that the problem does not have");
}

inline void validate(const Settings& settings) {
  using checks::refuse;
  if (!std::isfinite(settings.weight) || settings.weight < 0 || settings.weight > kLargestWeight)
    refuse("the weight is " + std::to_string(settings.weight) + ", expected 0 to 2**20");
  if (settings.width < 1) refuse("the width is " + std::to_string(settings.width) + ", expected at least 1");
  if (settings.table_bytes < 0)
    refuse("the table has " + std::to_string(settings.table_bytes) + " bytes, expected 0 or more");
}

}  // namespace copla::planning
