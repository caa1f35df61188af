// Beam search: breadth-first search that keeps only the most promising nodes of each level.
//
// A level keeps the nodes with the smallest estimates; ties: what was generated first. A state that was kept
// once is not looked at again. Memory: what was kept, and one level's successors, which are let go after it.
#pragma once

#include <numeric>
#include <optional>

#include "core/memory.hpp"
#include "planning/evaluator.hpp"
#include "planning/nodes.hpp"
#include "planning/successors.hpp"

namespace copla::planning {

template <int N, class Cost>
class Beam {
public:
  Beam(const Packed& packed, const Successors& successors, Evaluator& evaluator, Account& account)
      : packed_(packed),
        successors_(successors),
        evaluator_(evaluator),
        account_(account),
        states_(packed.words),
        kept_{account, packed.words},
        level_{account, packed.words},
        found_(packed.costs.size() + 1) {}

  void run(size_t width) {
    const Word* start = packed_.initial.data();
    if (goal(start)) {
      account_.solved({}, 0);
      return;
    }
    Estimate guess = evaluator_.start(start);
    if (guess.is_dead_end()) {
      account_.cuts.dead_end = true;
      return;
    }
    kept_.add(states_, start, {kNone, kNone, 0, 0, kept<Cost>(guess.cost()), 0});
    size_t begin = 0, end = 1;
    for (int64_t depth = 0; begin < end; ++depth) {
      account_.progress.bound = depth;
      level_.clear();
      for (size_t number = begin; number < end; ++number)
        if (expand(static_cast<uint32_t>(number))) return;
      if (level_.nodes.size() > width) account_.cuts.width = true;
      begin = end;
      for (uint32_t number : best(width))
        kept_.add(states_, level_.nodes.state(number), level_.nodes[number]);
      end = kept_.nodes.size();
    }
  }

private:
  // Nodes, and an index of their states.
  struct Pool {
    Pool(Account& account, int words) : nodes(account.control, words), index(account) {}

    void clear() {
      nodes.clear();
      index.clear();
    }

    // kNone if it is new; the probe is then where `put` may place it.
    uint32_t find(const States<N>& states, const Word* state) {
      if (index.full(nodes.size() + 1, nodes.size() + 1))
        index.grow(
            nodes.size(), nodes.size() + 1, [&](uint32_t number) { return states.hash(nodes.state(number)); },
            [](uint32_t) { return false; });
      probe = index.begin(states.hash(state));
      return index.find(probe, [&](uint32_t other) { return states.equal(nodes.state(other), state); });
    }

    void add(const States<N>& states, const Word* state, const Node<Cost>& node) {
      if (find(states, state) == kNone) index.put(probe, nodes.add(state, node));
    }

    Nodes<N, Cost> nodes;
    StateIndex index;
    StateIndex::Probe probe{};
  };

  bool goal(const Word* state) const {
    return states_.matches(state, packed_.goal_mask.data(), packed_.goal_value.data());
  }

  // True if a goal was found.
  bool expand(uint32_t number) {
    int count = successors_(kept_.nodes.state(number), found_.data());
    account_.expand(count);
    std::vector<Word> state(states_.count());
    std::vector<int32_t> plan;
    std::optional<int64_t> cost_of_plan;
    for (int i = 0; i < count; ++i) {
      states_.apply(kept_.nodes.state(number),
                    &packed_.flips[static_cast<size_t>(found_[i]) * states_.count()], state.data());
      if (kept_.find(states_, state.data()) != kNone || level_.find(states_, state.data()) != kNone) continue;
      const Node<Cost>& node = kept_.nodes[number];
      int64_t cost = node.cost + packed_.costs[found_[i]];
      if (!account_.template follows<Cost>(cost)) continue;
      if (!cost_of_plan && goal(state.data())) {
        plan = kept_.nodes.plan(number);
        plan.push_back(found_[i]);
        cost_of_plan = cost;
      }
      Estimate guess = evaluator_.next(node.estimate, found_[i], state.data());
      if (guess.is_dead_end())
        account_.cuts.dead_end = true;
      else
        level_.add(states_, state.data(),
                   {number, kNone, found_[i], static_cast<Cost>(cost), kept<Cost>(guess.cost()), 0});
    }
    account_.hold(kept_.nodes.size() + level_.nodes.size());
    if (cost_of_plan) account_.solved(std::move(plan), *cost_of_plan);
    return cost_of_plan.has_value();
  }

  Vector<uint32_t> best(size_t width) const {
    Vector<uint32_t> order(level_.nodes.size());
    std::iota(order.begin(), order.end(), 0);
    auto before = [&](uint32_t a, uint32_t b) {
      Cost x = level_.nodes[a].estimate, y = level_.nodes[b].estimate;
      return x != y ? x < y : a < b;
    };
    size_t count = std::min(width, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(), before);
    order.resize(count);
    return order;
  }

  const Packed& packed_;
  const Successors& successors_;
  Evaluator& evaluator_;
  Account& account_;
  States<N> states_;
  Pool kept_, level_;
  Vector<int32_t> found_;
};

}  // namespace copla::planning
