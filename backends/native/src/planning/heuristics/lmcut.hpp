// LM-cut (Helmert and Domshlak 2009): disjunctive action landmarks, found and paid for one after the other.
//
// One round: h-max gives every operator a supporter, its costliest precondition. Facts from which the goal
// can be reached through supporters for nothing are the goal zone. The operators that lead into it from what
// the state reaches outside are a landmark: every plan uses one of them. The cheapest of them is paid, the
// price is taken off all, and h-max is repaired from the operators that became cheaper. The rounds end when
// h-max is 0.
//
// Admissible, not consistent. Estimates lie between h-max and the cost of the best relaxed plan, and where
// depends on which of several equally costly preconditions is the supporter. Any will do for admissibility;
// small cuts leave more for later rounds. So the precondition that the fewest operators add is preferred,
// then the one that was cheapest at first (which nearly doubles estimates on FreeCell against taking
// whichever comes last); and for a free operator at the goal zone one that keeps the zone small: a fact that
// is in it already, or else one that nothing adds for free. (Fast Downward's implementation has the same
// preference; the idea is theirs, the code is not.) The latter raises the sum of the estimates of 36
// random states from 627 to 678 on the 8-puzzle, 436 to 444 on FreeCell with 4 ranks, 250 to 259 on Klotski,
// 389 to 395 on Guarini with 4 and 4 knights.
//
// A cut does not look behind its own operators: whoever goes on from another of their effects has paid
// already. The repair of h-max costs a fraction of a new exploration, since a cut is a handful of operators.
// Every fact has a list of the operators that it supports, so that neither the cut nor the repair looks at
// operators by their other preconditions.
#pragma once

#include "planning/heuristics/built_in.hpp"
#include "planning/heuristics/queue.hpp"
#include "planning/heuristics/relaxed_task.hpp"

namespace copla::planning::heuristics {

class LmCut : public BuiltIn {
public:
  explicit LmCut(const Task& task)
      : BuiltIn(task),
        task_(task),
        cost_(task_.facts),
        first_cost_(task_.facts),
        zone_(task_.facts),
        supported_(task_.facts),
        free_adders_(task_.facts) {
    for (int fact = 0; fact < task_.facts; ++fact) adders_.push_back(task_.added_by[fact].size());
    for (int number = 0; number < task_.operators(); ++number) {
      auto row = task_.effect[number];
      fresh_.push_back(
          {task_.costs[number], 0, -1, task_.condition_sizes[number], -1, -1, row.begin(), row.end()});
    }
    trivial_ = task.goal.empty();
  }

  Estimate estimate(const Word* state) override { return told(distance(state)); }

  Distance distance(const Word* state) {
    if (trivial_) return 0;
    explore(state);
    if (cost_[task_.goal] == kDeadEnd) return kDeadEnd;
    int64_t total = 0;
    while (cost_[task_.goal] > 0) {
      std::fill(zone_.begin(), zone_.end(), kUnseen);
      mark_goal_zone();
      find_cut(state);
      if (cut_.empty())
        break;  // distances that are cut to kMost may hide the way: what was paid still counts
      Distance price = kDeadEnd;
      for (int number : cut_) price = std::min(price, operators_[number].cost);
      total += price;
      for (int number : cut_) {
        operators_[number].cost -= price;
        if (operators_[number].cost == 0) count_as_free(operators_[number]);
      }
      repair();
    }
    return capped(total);
  }

private:
  static constexpr char kUnseen = 0, kGoalZone = 1, kReached = 2;

  struct Operator {
    Distance cost;
    Distance supporter_cost;
    int supporter;       // -1 while a precondition is out of reach
    int open;            // preconditions without a cost yet
    int next, previous;  // in the list of its supporter
    const int *first_effect, *last_effect;
  };

  void explore(const Word* state) {
    std::fill(cost_.begin(), cost_.end(), kDeadEnd);
    std::fill(first_cost_.begin(), first_cost_.end(), 0);
    std::fill(supported_.begin(), supported_.end(), -1);
    std::fill(free_adders_.begin(), free_adders_.end(), 0);
    operators_ = fresh_;
    queue_.clear();
    for (size_t variable = 0; variable < task_.first_fact.size(); ++variable) {
      int fact = fact_of(state, variable);
      cost_[fact] = 0;
      queue_.push(0, fact);
    }
    Distance cost;
    int fact;
    while (queue_.pop(cost, fact)) {
      if (cost > cost_[fact]) continue;
      for (int number : task_.needed_by[fact]) {
        Operator& op = operators_[number];
        if (--op.open > 0) continue;
        choose_supporter(number, op, fact);
        if (op.cost == 0) count_as_free(op);
        reach_effects(op, plus(cost, op.cost));
      }
    }
    first_cost_ = cost_;
  }

  // The costliest precondition; see above for ties.
  void choose_supporter(int number, Operator& op, int best) {
    for (int fact : task_.condition[number]) {
      if (cost_[fact] < cost_[best]) continue;
      if (cost_[fact] > cost_[best] || adders_[fact] < adders_[best] ||
          (adders_[fact] == adders_[best] && first_cost_[fact] < first_cost_[best]))
        best = fact;
    }
    join_supporter(number, op, best);
  }

  void join_supporter(int number, Operator& op, int fact) {
    op.supporter = fact;
    op.supporter_cost = cost_[fact];
    op.previous = -1;
    op.next = supported_[fact];
    if (op.next >= 0) operators_[op.next].previous = number;
    supported_[fact] = number;
  }

  void leave_supporter(const Operator& op) {
    if (op.next >= 0) operators_[op.next].previous = op.previous;
    (op.previous >= 0 ? operators_[op.previous].next : supported_[op.supporter]) = op.next;
  }

  void reach_effects(const Operator& op, Distance cost) {
    for (const int* fact = op.first_effect; fact != op.last_effect; ++fact) {
      if (cost >= cost_[*fact]) continue;
      cost_[*fact] = cost;
      queue_.push(cost, *fact);
    }
  }

  void mark_goal_zone() {
    stack_.assign(1, task_.goal);
    zone_[task_.goal] = kGoalZone;
    while (!stack_.empty()) {
      int fact = stack_.back();
      stack_.pop_back();
      for (int number : task_.added_by[fact]) {
        Operator& op = operators_[number];
        if (op.cost > 0 || op.supporter < 0 || zone_[op.supporter] == kGoalZone) continue;
        keep_zone_small(number, op);
        if (zone_[op.supporter] == kGoalZone) continue;
        zone_[op.supporter] = kGoalZone;
        stack_.push_back(op.supporter);
      }
    }
  }

  void keep_zone_small(int number, Operator& op) {
    int best = op.supporter;
    for (int fact : task_.condition[number]) {
      if (cost_[fact] != op.supporter_cost) continue;
      if (zone_[fact] == kGoalZone) {
        best = fact;
        break;
      }
      if (free_adders_[fact] == 0 && free_adders_[best] > 0) best = fact;
    }
    if (best == op.supporter) return;
    leave_supporter(op);
    join_supporter(number, op, best);
  }

  void count_as_free(const Operator& op) {
    for (const int* fact = op.first_effect; fact != op.last_effect; ++fact) ++free_adders_[*fact];
  }

  void find_cut(const Word* state) {
    cut_.clear();
    stack_.clear();
    for (size_t variable = 0; variable < task_.first_fact.size(); ++variable) {
      int fact = fact_of(state, variable);
      zone_[fact] = kReached;  // no fact of the state is in the goal zone: h-max would be 0
      stack_.push_back(fact);
    }
    while (!stack_.empty()) {
      int fact = stack_.back();
      stack_.pop_back();
      for (int number = supported_[fact]; number >= 0; number = operators_[number].next) {
        const Operator& op = operators_[number];
        bool crosses = false;
        for (const int* effect = op.first_effect; effect != op.last_effect; ++effect)
          crosses |= zone_[*effect] == kGoalZone;
        if (crosses) {
          cut_.push_back(number);
          continue;
        }
        for (const int* effect = op.first_effect; effect != op.last_effect; ++effect) {
          if (zone_[*effect] != kUnseen) continue;
          zone_[*effect] = kReached;
          stack_.push_back(*effect);
        }
      }
    }
  }

  // h-max after the operators of the cut became cheaper: costs only fall, and most stay.
  void repair() {
    queue_.clear();
    for (int number : cut_)
      reach_effects(operators_[number], plus(operators_[number].supporter_cost, operators_[number].cost));
    Distance cost;
    int fact;
    while (queue_.pop(cost, fact)) {
      if (cost > cost_[fact]) continue;
      for (int number = supported_[fact], next; number >= 0; number = next) {
        Operator& op = operators_[number];
        next = op.next;
        if (op.supporter_cost <= cost) continue;
        Distance before = op.supporter_cost;
        leave_supporter(op);
        choose_supporter(number, op, fact);
        if (op.supporter_cost < before) reach_effects(op, plus(op.supporter_cost, op.cost));
      }
    }
  }

  int fact_of(const Word* state, size_t variable) const {
    return task_.first_fact[variable] + layout()[static_cast<int>(variable)].get(state);
  }

  RelaxedTask task_;
  bool trivial_;
  std::vector<size_t> adders_;
  std::vector<Distance> cost_;        // h-max of the facts
  std::vector<Distance> first_cost_;  // the same before the first cut
  std::vector<char> zone_;
  std::vector<int> supported_;    // the first operator that the fact supports, -1 for none
  std::vector<int> free_adders_;  // operators within reach that add the fact for nothing
  std::vector<Operator> fresh_, operators_;
  std::vector<int> cut_, stack_;
  Queue<int> queue_;
};

}  // namespace copla::planning::heuristics
