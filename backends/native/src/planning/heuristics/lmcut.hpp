// LM-cut (Helmert and Domshlak 2009): disjunctive action landmarks, found and paid for one after the other.
//
// One round: h-max gives every operator a supporter, its dearest precondition. Facts from which the goal can
// be reached through supporters for nothing are the goal zone. The operators that lead into it from what the
// state reaches outside are a landmark: every plan uses one of them. The cheapest of them is paid, the price
// is taken off all, and h-max is repaired from the operators that became cheaper. The rounds end when h-max
// is 0.
//
// Admissible, not consistent. Estimates depend on which of several equally dear supporters is taken: they lie
// between h-max and the cost of the best relaxed plan in any case. The repair costs a fraction of a new
// exploration, since a cut is a handful of operators; all lists are flat arrays, which is what pays most
// here.
#pragma once

#include "planning/heuristics/built_in.hpp"
#include "planning/heuristics/queue.hpp"
#include "planning/heuristics/relaxed_task.hpp"

namespace copla::planning::heuristics {

class LmCut : public BuiltIn {
public:
  explicit LmCut(const Task& task)
      : BuiltIn(task), task_(task), cost_(task_.facts), zone_(task_.facts), operators_(task_.operators()) {
    trivial_ = task.goal.empty();
  }

  Estimate estimate(const Word* state) override {
    if (trivial_) return 0;
    explore(state);
    if (cost_[task_.goal] == kInfinite) return kInfinite;
    int64_t total = 0;
    while (cost_[task_.goal] > 0) {
      std::fill(zone_.begin(), zone_.end(), kUnseen);
      mark_goal_zone();
      find_cut(state);
      Estimate price = kInfinite;
      for (int number : cut_) price = std::min(price, operators_[number].cost);
      total += price;
      for (int number : cut_) operators_[number].cost -= price;
      repair();
    }
    return capped(total);
  }

private:
  static constexpr char kUnseen = 0, kGoalZone = 1, kReached = 2;

  struct Operator {
    Estimate cost;
    Estimate supporter_cost;
    int supporter;  // -1 while a precondition is out of reach
    int open;       // preconditions without a cost yet
  };

  void explore(const Word* state) {
    std::fill(cost_.begin(), cost_.end(), kInfinite);
    for (int number = 0; number < task_.operators(); ++number)
      operators_[number] = {task_.costs[number], kInfinite, -1, task_.condition_sizes[number]};
    queue_.clear();
    for (size_t variable = 0; variable < task_.first_fact.size(); ++variable) {
      int fact = fact_of(state, variable);
      cost_[fact] = 0;
      queue_.push(0, fact);
    }
    Estimate cost;
    int fact;
    while (queue_.pop(cost, fact)) {
      if (cost > cost_[fact]) continue;
      for (int number : task_.needed_by[fact]) {
        Operator& op = operators_[number];
        if (--op.open > 0) continue;
        op.supporter = fact;  // the last one to come is the dearest
        op.supporter_cost = cost;
        reach_effects(number, plus(cost, op.cost));
      }
    }
  }

  void reach_effects(int number, Estimate cost) {
    for (int fact : task_.effect[number]) {
      if (cost >= cost_[fact]) continue;
      cost_[fact] = cost;
      queue_.push(cost, fact);
    }
  }

  void mark_goal_zone() {
    stack_.assign(1, task_.goal);
    zone_[task_.goal] = kGoalZone;
    while (!stack_.empty()) {
      int fact = stack_.back();
      stack_.pop_back();
      for (int number : task_.added_by[fact]) {
        const Operator& op = operators_[number];
        if (op.cost > 0 || op.supporter < 0 || zone_[op.supporter] == kGoalZone) continue;
        zone_[op.supporter] = kGoalZone;
        stack_.push_back(op.supporter);
      }
    }
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
      for (int number : task_.needed_by[fact]) {
        if (operators_[number].supporter != fact) continue;
        bool crosses = false;
        for (int effect : task_.effect[number]) crosses = crosses || zone_[effect] == kGoalZone;
        if (crosses) cut_.push_back(number);
        for (int effect : task_.effect[number]) {
          if (zone_[effect] != kUnseen) continue;
          zone_[effect] = kReached;
          stack_.push_back(effect);
        }
      }
    }
  }

  // h-max after the operators of the cut became cheaper: costs only fall, and most stay.
  void repair() {
    queue_.clear();
    for (int number : cut_)
      reach_effects(number, plus(operators_[number].supporter_cost, operators_[number].cost));
    Estimate cost;
    int fact;
    while (queue_.pop(cost, fact)) {
      if (cost > cost_[fact]) continue;
      for (int number : task_.needed_by[fact]) {
        Operator& op = operators_[number];
        if (op.supporter != fact || op.supporter_cost <= cost) continue;
        Estimate before = op.supporter_cost;
        op.supporter_cost = -1;
        for (int needed : task_.condition[number]) {
          if (cost_[needed] > op.supporter_cost) {
            op.supporter_cost = cost_[needed];
            op.supporter = needed;
          }
        }
        if (op.supporter_cost < before) reach_effects(number, plus(op.supporter_cost, op.cost));
      }
    }
  }

  int fact_of(const Word* state, size_t variable) const {
    return task_.first_fact[variable] + layout()[static_cast<int>(variable)].get(state);
  }

  RelaxedTask task_;
  bool trivial_;
  std::vector<Estimate> cost_;  // h-max of the facts
  std::vector<char> zone_;
  std::vector<Operator> operators_;
  std::vector<int> cut_, stack_;
  Queue<int> queue_;
};

}  // namespace copla::planning::heuristics
