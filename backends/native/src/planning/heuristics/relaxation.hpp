// h-max, h-add and FF: costs of facts in the task without deletions, by Dijkstra's algorithm over facts.
//
// h-max takes the costliest precondition of an operator (admissible and consistent), h-add their sum
// (neither). FF (Hoffmann and Nebel 2001) walks back from the goal along the cheapest achievers by h-add and
// pays every operator of that relaxed plan once; it is never above h-add and never below the best relaxed
// plan.
//
// Operators with several effects stay whole. Splitting them into one for each effect, as is often done,
// doubles the work on puzzles, where a move has two effects or more. All three are infinite exactly where the
// goal cannot be reached even without deletions.
#pragma once

#include "planning/heuristics/built_in.hpp"
#include "planning/heuristics/queue.hpp"
#include "planning/heuristics/relaxed_task.hpp"

namespace copla::planning::heuristics {

enum class Combine { max, sum };

class Relaxation : public BuiltIn {
public:
  enum class Kind { max, sum, plan };

  Relaxation(const Task& task, Kind kind)
      : BuiltIn(task),
        kind_(kind),
        task_(task),
        cost_(task_.facts),
        achiever_(task_.facts),
        open_(task_.operators()),
        total_(task_.operators()),
        in_plan_(task_.operators(), 0) {
    if (task.goal.empty()) trivial_ = true;
  }

  Estimate estimate(const Word* state) override { return told(distance(state)); }

  Distance distance(const Word* state) {
    if (trivial_) return 0;
    bool reached = kind_ == Kind::max ? explore<Combine::max>(state) : explore<Combine::sum>(state);
    if (!reached) return kDeadEnd;
    return kind_ == Kind::plan ? relaxed_plan() : cost_[task_.goal];
  }

private:
  template <Combine kCombine>
  bool explore(const Word* state) {
    std::fill(cost_.begin(), cost_.end(), kDeadEnd);
    std::copy(task_.condition_sizes.begin(), task_.condition_sizes.end(), open_.begin());
    if (kCombine == Combine::sum) std::copy(task_.costs.begin(), task_.costs.end(), total_.begin());
    queue_.clear();
    for (size_t variable = 0; variable < task_.first_fact.size(); ++variable) {
      int fact = task_.first_fact[variable] + layout()[static_cast<int>(variable)].get(state);
      cost_[fact] = 0;
      achiever_[fact] = -1;
      queue_.push(0, fact);
    }
    Distance cost;
    int fact;
    while (queue_.pop(cost, fact)) {
      if (cost > cost_[fact]) continue;
      if (fact == task_.goal) return true;
      for (int number : task_.needed_by[fact]) {
        if (kCombine == Combine::sum) total_[number] = plus(total_[number], cost);
        if (--open_[number] > 0) continue;
        // Facts come in the order of their costs: the last precondition is the costliest.
        Distance total = kCombine == Combine::sum ? total_[number] : plus(cost, task_.costs[number]);
        for (int effect : task_.effect[number]) {
          if (total >= cost_[effect]) continue;
          cost_[effect] = total;
          achiever_[effect] = number;
          queue_.push(total, effect);
        }
      }
    }
    return false;
  }

  Distance relaxed_plan() {
    int64_t total = 0;
    facts_.assign(1, task_.goal);
    while (!facts_.empty()) {
      int number = achiever_[facts_.back()];
      facts_.pop_back();
      if (number < 0 || in_plan_[number]) continue;
      in_plan_[number] = 1;
      plan_.push_back(number);
      total += task_.costs[number];
      for (int fact : task_.condition[number]) facts_.push_back(fact);
    }
    for (int number : plan_) in_plan_[number] = 0;
    plan_.clear();
    return capped(total);
  }

  Kind kind_;
  RelaxedTask task_;
  bool trivial_ = false;
  std::vector<Distance> cost_;
  std::vector<int> achiever_, open_;
  std::vector<Distance> total_;
  std::vector<char> in_plan_;
  std::vector<int> plan_, facts_;
  Queue<int> queue_;
};

}  // namespace copla::planning::heuristics
