// Breadth-first search: the pool of states is the queue, since states are numbered as they are found.
//
// Successors are collected over several expansions. Then each stage runs over the whole batch: begin the
// probes and prefetch their slots; look at the slots and prefetch the states that they point at; compare and
// insert. So dozens of cache misses are under way at once instead of one after the other. Insertion in the
// order of generation keeps every number as if there were no batches; when a goal turns up, the rest of its
// expansion is still counted (the textbook engine completes it, too) and what the batch holds beyond is
// forgotten. Costs are looked at only when there is a plan: one above the largest number is none.
#pragma once

#include "core/memory.hpp"
#include "planning/account.hpp"
#include "planning/state_index.hpp"
#include "planning/successors.hpp"

namespace copla::planning {

template <int N, class ActionNumber>
class BreadthFirst {
public:
  BreadthFirst(const Packed& packed, const Successors& successors, Account& account, int64_t deepest)
      : packed_(packed),
        successors_(successors),
        account_(account),
        deepest_(deepest),
        states_(packed.words),
        words_(account.control),
        parents_(account.control),
        actions_(account.control),
        index_(account),
        batch_states_(account.control),
        batch_(account.control),
        found_(packed.costs.size() + 1) {}

  void run() {
    const Word* start = packed_.initial.data();
    if (goal(start)) {
      account_.solved({}, 0);
      return;
    }
    grow(1);
    add(index_.begin(states_.hash(start)), start, kNone, 0);
    size_t next = 0, layer_end = 1;
    int64_t depth = 0;
    while (next < size()) {
      if (next == layer_end) {
        layer_end = size();
        ++depth;
      }
      account_.progress.bound = depth;
      if (depth == deepest_) {
        account_.cuts.depth = true;
        return;
      }
      size_t first = next;
      batch_.shrink(0);
      batch_states_.shrink(0);
      while (next < layer_end && batch_.size() < kBatch) collect(static_cast<uint32_t>(next++));
      if (index_.full(size() + batch_.size(), size() + batch_.size())) grow(size() + batch_.size());
      uint32_t found = insert();
      account_.hold(size());
      if (found != kNone) {
        // Nodes are expanded in the order of their numbers.
        account_.progress.expanded = parents_[found] + 1;
        std::vector<int32_t> plan;
        int64_t cost = 0;
        for (uint32_t at = found; parents_[at] != kNone; at = parents_[at]) {
          plan.push_back(actions_[at]);
          cost = std::min(cost + packed_.costs[actions_[at]], kLargest + 1);
        }
        std::reverse(plan.begin(), plan.end());
        if (account_.follows<int64_t>(cost)) account_.solved(std::move(plan), cost);
        return;
      }
      account_.progress.expanded = next;
      account_.check(static_cast<int64_t>(next - first));
    }
  }

private:
  static constexpr size_t kBatch = 128;

  struct Child {
    StateIndex::Probe probe;
    uint64_t hash;
    uint32_t parent;
    int32_t action;
  };

  size_t size() const { return parents_.size(); }
  const Word* state(uint32_t number) const { return words_.data() + size_t{number} * states_.count(); }
  bool goal(const Word* state) const {
    return states_.matches(state, packed_.goal_mask.data(), packed_.goal_value.data());
  }

  void collect(uint32_t number) {
    int count = successors_(state(number), found_.data());
    Child* children = batch_.extend(count);
    Word* fresh = batch_states_.extend(static_cast<size_t>(count) * states_.count());
    const Word* parent = state(number);
    for (int i = 0; i < count; ++i, fresh += states_.count()) {
      states_.apply(parent, &packed_.flips[static_cast<size_t>(found_[i]) * states_.count()], fresh);
      uint64_t hash = states_.hash(fresh);
      children[i] = {index_.begin(hash), hash, number, found_[i]};
      index_.prefetch(children[i].probe);
    }
  }

  // Inserts the batch; the number of the first goal, or kNone.
  uint32_t insert() {
    words_.room(batch_.size() * states_.count());
    parents_.room(batch_.size());
    actions_.room(batch_.size());
    for (Child& child : *this) {
      uint32_t guess = index_.guess(child.probe);
      if (guess != kNone) __builtin_prefetch(state(guess));
    }
    uint32_t found = kNone;
    const Word* fresh = batch_states_.data();
    for (Child& child : *this) {
      if (found != kNone && child.parent != parents_[found]) break;
      ++account_.progress.generated;
      uint32_t known =
          index_.find(child.probe, [&](uint32_t number) { return states_.equal(state(number), fresh); });
      if (known == kNone) {
        if (found == kNone && goal(fresh)) found = static_cast<uint32_t>(size());
        add(child.probe, fresh, child.parent, child.action);
      }
      fresh += states_.count();
    }
    return found;
  }

  void add(const StateIndex::Probe& probe, const Word* fresh, uint32_t parent, int32_t action) {
    index_.put(probe, static_cast<uint32_t>(size()));
    states_.copy(fresh, words_.extend(states_.count()));
    parents_.push(parent);
    actions_.push(static_cast<ActionNumber>(action));
  }

  void grow(size_t wanted) {
    index_.grow(
        size(), wanted, [&](uint32_t number) { return states_.hash(state(number)); },
        [](uint32_t) { return false; });
    for (Child& child : *this) child.probe = index_.begin(child.hash);
  }

  // The batch, for loops over its children.
  Child* begin() const { return batch_.data(); }
  Child* end() const { return batch_.data() + batch_.size(); }

  const Packed& packed_;
  const Successors& successors_;
  Account& account_;
  int64_t deepest_;  // no node at this depth is expanded; negative: no limit
  States<N> states_;
  Column<Word> words_;
  Column<uint32_t> parents_;
  Column<ActionNumber> actions_;
  StateIndex index_;
  Column<Word> batch_states_;
  Column<Child> batch_;
  Vector<int32_t> found_;
};

}  // namespace copla::planning
