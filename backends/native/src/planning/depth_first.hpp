// Depth-first search: the newest node first, refusing states on the path, or with a closed list all states
// seen.
#pragma once

#include "core/memory.hpp"
#include "planning/account.hpp"
#include "planning/nodes.hpp"
#include "planning/path.hpp"
#include "planning/state_index.hpp"
#include "planning/successors.hpp"

namespace copla::planning {

template <int N, class Cost>
class DepthFirst {
public:
  DepthFirst(const Packed& packed, const Successors& successors, Account& account)
      : packed_(packed),
        successors_(successors),
        account_(account),
        states_(packed.words),
        path_(account.control, packed.words),
        waiting_(account.control),
        waiting_states_(account.control),
        seen_(account.control),
        index_(account),
        found_(packed.costs.size() + 1) {}

  // `deepest`: nodes at this depth are not expanded; negative: no limit. Plans of fewer steps than `shortest`
  // are passed over.
  void run(bool closed, int64_t deepest, int64_t shortest = 0) {
    std::vector<Word> state(packed_.initial), fresh(packed_.words);
    if (closed) note(state.data());
    wait(state.data(), {0, 0, 0});
    while (!waiting_.empty()) {
      Waiting node = waiting_.pop();
      waiting_states_.shrink(waiting_.size() * states_.count());
      states_.copy(waiting_states_.data() + waiting_.size() * states_.count(), state.data());
      path_.set(node.depth, state.data(), node.action, !closed);
      if (states_.matches(state.data(), packed_.goal_mask.data(), packed_.goal_value.data())) {
        if (node.depth >= shortest && account_.solved(path_.plan(), node.cost)) return;
        continue;
      }
      if (node.depth == deepest) {
        account_.cuts.depth = true;
        continue;
      }
      int count = successors_(state.data(), found_.data());
      account_.expand(count);
      // The first action is tried first, so it must come last; which states are new is decided in their
      // order.
      if (closed) count = keep_new(state.data(), node.cost, count, fresh.data());
      for (int i = count; i-- > 0;) {
        states_.apply(state.data(), flip(found_[i]), fresh.data());
        if (!closed && path_.contains(fresh.data())) continue;
        int64_t cost = node.cost + packed_.costs[found_[i]];
        if (account_.template follows<Cost>(cost))
          wait(fresh.data(), {found_[i], static_cast<uint32_t>(node.depth + 1), static_cast<Cost>(cost)});
      }
      account_.hold(closed ? seen_.size() / states_.count() : waiting_.size() + node.depth + 1);
    }
  }

private:
  struct Waiting {
    int32_t action;
    uint32_t depth;
    Cost cost;
  };

  const Word* flip(int32_t action) const {
    return &packed_.flips[static_cast<size_t>(action) * states_.count()];
  }
  const Word* seen(uint32_t number) const { return seen_.data() + size_t{number} * states_.count(); }

  void wait(const Word* state, const Waiting& node) {
    waiting_.push(node);
    states_.copy(state, waiting_states_.extend(states_.count()));
  }

  int keep_new(const Word* state, int64_t before, int count, Word* fresh) {
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      states_.apply(state, flip(found_[i]), fresh);
      // A state that only a path above the largest number has led to may still be reached by another.
      bool too_costly = before + packed_.costs[found_[i]] > kLargest;
      if (too_costly ? !seen_before(fresh) : note(fresh)) found_[kept++] = found_[i];
    }
    return kept;
  }

  bool seen_before(const Word* state) const {
    StateIndex::Probe probe = index_.begin(states_.hash(state));
    return index_.find(probe, [&](uint32_t other) { return states_.equal(seen(other), state); }) != kNone;
  }

  // Whether the state is new; it is not the next time.
  bool note(const Word* state) {
    auto number = static_cast<uint32_t>(seen_.size() / states_.count());
    if (index_.full(size_t{number} + 1, size_t{number} + 1))
      index_.grow(
          number, size_t{number} + 1, [&](uint32_t other) { return states_.hash(seen(other)); },
          [](uint32_t) { return false; });
    StateIndex::Probe probe = index_.begin(states_.hash(state));
    if (index_.find(probe, [&](uint32_t other) { return states_.equal(seen(other), state); }) != kNone)
      return false;
    index_.put(probe, number);
    states_.copy(state, seen_.extend(states_.count()));
    return true;
  }

  const Packed& packed_;
  const Successors& successors_;
  Account& account_;
  States<N> states_;
  Path<N> path_;
  Column<Waiting> waiting_;
  Column<Word> waiting_states_;
  Column<Word> seen_;
  StateIndex index_;
  Vector<int32_t> found_;
};

}  // namespace copla::planning
