// Best-first search: uniform-cost, greedy, A* and weighted A* are one loop with different priorities.
//
// With a closed list (graph) a state is expanded again only if a cheaper way to it is found later. Without
// one (tree) a state is refused only on its own path, and the first K plans come in the order of their cost.
// Ties as in the textbook engine: the smaller estimate first, then the node that was made first.
#pragma once

#include "core/memory.hpp"
#include "planning/evaluator.hpp"
#include "planning/queue.hpp"
#include "planning/successors.hpp"

namespace copla::planning {

struct Priority {
  enum Kind { cost, estimate, sum, weighted } kind;
  double weight = 1;

  // As `Queue` takes it: a whole number, or the bits of a fraction.
  int64_t operator()(int64_t path_cost, int64_t guess) const {
    switch (kind) {
      case cost:
        return path_cost;
      case estimate:
        return guess;
      case sum:
        return path_cost + guess;
      default: {
        // The product is rounded before it is added, as in Python: a fused operation would break ties
        // differently.
        volatile double product = weight * static_cast<double>(guess);
        return std::bit_cast<int64_t>(static_cast<double>(path_cost) + product);
      }
    }
  }
};

template <int N, class Cost>
class BestFirst {
public:
  BestFirst(const Packed& packed, const Successors& successors, Evaluator& evaluator, Priority priority,
            Account& account)
      : packed_(packed),
        successors_(successors),
        evaluator_(evaluator),
        priority_(priority),
        account_(account),
        states_(packed.words),
        nodes_(account.control, packed.words),
        queue_(nodes_, account.control, priority.kind == Priority::weighted),
        index_(account),
        found_(packed.costs.size() + 1),
        fresh_(found_.size() * packed.words),
        probes_(found_.size()) {}

  // `reopen`: whether a cheaper way to a known state is worth a node.
  void graph(bool reopen) {
    size_t known_states = 1;
    if (!begin()) return;
    grow(1);
    while (!queue_.empty()) {
      uint32_t number = queue_.pop();
      if (nodes_[number].stale) continue;
      account_.progress.bound = bound(nodes_[number]);
      if (goal(nodes_.state(number))) {
        account_.solved(nodes_.plan(number), nodes_[number].cost);
        return;
      }
      int count = successors_(nodes_.state(number), found_.data());
      account_.expand(count);
      nodes_.room(count);
      if (index_.full(known_states + count, nodes_.size() + count)) grow(known_states + count);
      const Node<Cost> node = nodes_[number];
      generate(number, count);
      for (int i = 0; i < count; ++i) {
        const Word* state = &fresh_[static_cast<size_t>(i) * states_.count()];
        uint32_t known = index_.find(
            probes_[i], [&](uint32_t other) { return states_.equal(nodes_.state(other), state); });
        int64_t cost = node.cost + packed_.costs[found_[i]];
        if (known != kNone && (!reopen || nodes_[known].cost <= cost)) continue;
        if (!account_.template follows<Cost>(cost)) continue;
        Estimate guess = evaluator_.next(node.estimate, found_[i], state);
        if (guess.is_dead_end()) {
          account_.cuts.dead_end = true;
          continue;
        }
        if (known != kNone) {
          nodes_[known].stale = 1;
        } else {
          ++known_states;
        }
        index_.put(probes_[i], add(state, number, found_[i], cost, guess));
      }
      account_.hold(known_states);
    }
  }

  void tree() {
    begin();
    while (!queue_.empty()) {
      uint32_t number = queue_.pop();
      const Node<Cost> node = nodes_[number];
      account_.progress.bound = bound(node);
      if (goal(nodes_.state(number))) {
        if (account_.solved(nodes_.plan(number), node.cost)) return;
        continue;
      }
      int count = successors_(nodes_.state(number), found_.data());
      account_.expand(count);
      nodes_.room(count);
      if (nodes_.size() + count >= kNone) throw LimitReached{Stop::memory};
      for (int i = 0; i < count; ++i) {
        Word* state = fresh_.data();
        states_.apply(nodes_.state(number), flip(found_[i]), state);
        if (nodes_.on_path(number, state)) continue;
        int64_t cost = node.cost + packed_.costs[found_[i]];
        if (!account_.template follows<Cost>(cost)) continue;
        Estimate guess = evaluator_.next(node.estimate, found_[i], state);
        if (guess.is_dead_end()) {
          account_.cuts.dead_end = true;
          continue;
        }
        add(state, number, found_[i], cost, guess);
      }
      account_.hold(queue_.size() + 1);
    }
  }

private:
  // The start as the only node that waits; false if it is a dead end.
  bool begin() {
    Estimate guess = evaluator_.start(packed_.initial.data());
    account_.cuts.dead_end = guess.is_dead_end();
    if (!guess.is_dead_end()) add(packed_.initial.data(), kNone, 0, 0, guess);
    return !guess.is_dead_end();
  }

  uint32_t add(const Word* state, uint32_t parent, int32_t action, int64_t cost, Estimate guess) {
    uint32_t number =
        nodes_.add(state, {parent, kNone, action, static_cast<Cost>(cost), kept<Cost>(guess.cost()), 0});
    queue_.push(priority_(cost, guess.cost()), number);
    return number;
  }

  const Word* flip(int32_t action) const {
    return &packed_.flips[static_cast<size_t>(action) * states_.count()];
  }
  bool goal(const Word* state) const {
    return states_.matches(state, packed_.goal_mask.data(), packed_.goal_value.data());
  }
  int64_t bound(const Node<Cost>& node) const {
    return priority_.kind == Priority::estimate ? node.estimate : int64_t{node.cost} + node.estimate;
  }

  // All successor states of an expansion, their slots on the way into the cache.
  void generate(uint32_t number, int count) {
    for (int i = 0; i < count; ++i) {
      Word* state = &fresh_[static_cast<size_t>(i) * states_.count()];
      states_.apply(nodes_.state(number), flip(found_[i]), state);
      probes_[i] = index_.begin(states_.hash(state));
      index_.prefetch(probes_[i]);
    }
    for (int i = 0; i < count; ++i) {
      uint32_t guess = index_.guess(probes_[i]);
      if (guess != kNone) nodes_.prefetch(guess);
    }
  }

  void grow(size_t wanted) {
    index_.grow(
        nodes_.size(), wanted, [&](uint32_t number) { return states_.hash(nodes_.state(number)); },
        [&](uint32_t number) { return nodes_[number].stale != 0; });
  }

  const Packed& packed_;
  const Successors& successors_;
  Evaluator& evaluator_;
  Priority priority_;
  Account& account_;
  States<N> states_;
  Nodes<N, Cost> nodes_;
  Queue<N, Cost> queue_;
  StateIndex index_;
  Vector<int32_t> found_;
  Vector<Word> fresh_;
  Vector<StateIndex::Probe> probes_;
};

}  // namespace copla::planning
