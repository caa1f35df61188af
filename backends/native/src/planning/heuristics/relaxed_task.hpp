// The task without deletions, in the form that relaxation heuristics walk over.
//
// Facts are numbered; one more stands for "all goals hold" and is made true by a free operator that needs
// them all. Operators keep what matters for the goal: a fact is relevant if it is a goal or a precondition of
// an operator with a relevant effect, and effects that are not relevant are dropped. Sliding tiles lose
// nothing by that, FreeCell and tasks with counters lose many. Operators that are then alike are merged into
// the cheapest of them. No estimate changes through either step.
//
// What no state of the search could ever reach is not removed: estimates are right for all states, not only
// for those that the initial state leads to, and Dijkstra's algorithm does not touch unreachable operators
// anyway.
#pragma once

#include <map>

#include "planning/heuristics/built_in.hpp"

namespace copla::planning::heuristics {

struct RelaxedTask {
  explicit RelaxedTask(const Task& task) {
    for (int size : task.sizes) {
      first_fact.push_back(facts);
      facts += size;
    }
    goal = facts++;
    auto numbers = [&](const std::vector<Fact>& list) {
      std::vector<int> found;
      for (const Fact& fact : list) found.push_back(first_fact[fact.variable] + fact.value);
      return found;
    };
    std::vector<std::vector<int>> conditions, effects;
    std::vector<Distance> all_costs = capped_costs(task);
    for (const Action& action : task.actions) {
      conditions.push_back(numbers(action.condition));
      effects.push_back(numbers(action.effects));
    }
    conditions.push_back(numbers(task.goal));
    effects.push_back({goal});
    all_costs.push_back(0);

    std::vector<char> relevant = relevant_facts(conditions, effects);
    std::map<std::pair<std::vector<int>, std::vector<int>>, size_t> known;
    std::vector<std::vector<int>> kept_conditions, kept_effects;
    for (size_t number = 0; number < effects.size(); ++number) {
      std::erase_if(effects[number], [&](int fact) { return !relevant[fact]; });
      if (effects[number].empty()) continue;
      auto [place, is_new] = known.insert({{conditions[number], effects[number]}, costs.size()});
      if (is_new) {
        costs.push_back(all_costs[number]);
        kept_conditions.push_back(conditions[number]);
        kept_effects.push_back(effects[number]);
      } else {
        costs[place->second] = std::min(costs[place->second], all_costs[number]);
      }
    }
    condition = Rows(kept_conditions);
    effect = Rows(kept_effects);
    needed_by = inverted(kept_conditions);
    added_by = inverted(kept_effects);
    for (const auto& list : kept_conditions) condition_sizes.push_back(static_cast<int>(list.size()));
  }

  int operators() const { return static_cast<int>(costs.size()); }

  int facts = 0;
  int goal = 0;
  std::vector<int> first_fact;  // of each variable
  std::vector<Distance> costs;  // of the operators; the last one achieves the goal
  std::vector<int> condition_sizes;
  Rows condition, effect;    // of each operator
  Rows needed_by, added_by;  // of each fact: operators

private:
  std::vector<char> relevant_facts(const std::vector<std::vector<int>>& conditions,
                                   const std::vector<std::vector<int>>& effects) const {
    Rows adders = inverted(effects);
    std::vector<char> relevant(facts, 0), used(effects.size(), 0);
    std::vector<int> waiting{goal};
    relevant[goal] = 1;
    while (!waiting.empty()) {
      int fact = waiting.back();
      waiting.pop_back();
      for (int number : adders[fact]) {
        if (std::exchange(used[number], 1)) continue;
        for (int needed : conditions[number])
          if (!std::exchange(relevant[needed], 1)) waiting.push_back(needed);
      }
    }
    return relevant;
  }

  Rows inverted(const std::vector<std::vector<int>>& lists) const {
    std::vector<std::vector<int>> found(facts);
    for (size_t row = 0; row < lists.size(); ++row)
      for (int fact : lists[row]) found[fact].push_back(static_cast<int>(row));
    return Rows(found);
  }
};

}  // namespace copla::planning::heuristics
