// Search from both ends, by cost, for goals that are one state.
//
// An inverted action flips the same bits, so the backward side differs only in its successor generator. Each
// side in turn expands its nodes of least cost, the side with fewer waiting nodes first. The best meeting is
// optimal once no path through both frontiers and an action between them can be cheaper. With equal costs
// that is breadth-first search, and the first meeting ends it.
#pragma once

#include <optional>

#include "core/memory.hpp"
#include "planning/queue.hpp"
#include "planning/successors.hpp"

namespace copla::planning {

template <int N, class Cost>
class Bidirectional {
public:
  Bidirectional(const Packed& packed, const Successors& forward, const Successors& backward, Account& account)
      : packed_(packed),
        account_(account),
        states_(packed.words),
        sides_{{account, packed.words, forward}, {account, packed.words, backward}},
        found_(packed.costs.size() + 1),
        fresh_(found_.size() * packed.words),
        hashes_(found_.size()),
        probes_(found_.size()) {}

  void run() {
    if (states_.equal(packed_.initial.data(), packed_.goal_value.data())) {
      account_.solved({}, 0);
      return;
    }
    start(sides_[0], packed_.initial.data());
    start(sides_[1], packed_.goal_value.data());
    int64_t cheapest =
        packed_.costs.empty() ? 0 : *std::min_element(packed_.costs.begin(), packed_.costs.end());
    int turn = 0;
    std::optional<int64_t> layer;
    while (waits(sides_[0]) && waits(sides_[1])) {
      int64_t ends = sides_[0].least() + sides_[1].least();
      account_.progress.bound = ends;
      if (best_ && ends + cheapest >= *best_) break;
      if (sides_[turn].least() != layer) {
        turn = sides_[0].queue.size() <= sides_[1].queue.size() ? 0 : 1;
        layer = sides_[turn].least();
      }
      expand(turn);
    }
    if (best_) account_.solved(plan(), *best_);
  }

private:
  struct Side {
    Side(Account& account, int words, const Successors& successors)
        : nodes(account.control, words),
          queue(nodes, account.control),
          index(account),
          successors(successors) {}

    int64_t least() { return queue.least(); }

    Nodes<N, Cost> nodes;
    Queue<N, Cost> queue;
    StateIndex index;
    const Successors& successors;
    size_t known = 0;
  };

  void start(Side& side, const Word* state) {
    grow(side, 1);
    index(side, index_probe(side, state), side.nodes.add(state, {kNone, kNone, 0, 0, 0, 0}), 0);
    side.known = 1;
  }

  StateIndex::Probe index_probe(const Side& side, const Word* state) const {
    return side.index.begin(states_.hash(state));
  }

  void index(Side& side, const StateIndex::Probe& probe, uint32_t number, int64_t cost) {
    side.index.put(probe, number);
    side.queue.push(cost, number);
  }

  // Whether a node waits; those to whose state a cheaper way was found are dropped first.
  bool waits(Side& side) {
    while (!side.queue.empty() && side.nodes[side.queue.top()].stale) side.queue.pop();
    return !side.queue.empty();
  }

  void expand(int turn) {
    Side &side = sides_[turn], &other = sides_[1 - turn];
    uint32_t number = side.queue.pop();
    int count = side.successors(side.nodes.state(number), found_.data());
    account_.expand(count);
    side.nodes.room(count);
    if (side.index.full(side.known + count, side.nodes.size() + count)) grow(side, side.known + count);
    for (int i = 0; i < count; ++i) {
      Word* state = &fresh_[static_cast<size_t>(i) * states_.count()];
      states_.apply(side.nodes.state(number),
                    &packed_.flips[static_cast<size_t>(found_[i]) * states_.count()], state);
      hashes_[i] = states_.hash(state);
      probes_[i] = side.index.begin(hashes_[i]);
      side.index.prefetch(probes_[i]);
      other.index.prefetch(other.index.begin(hashes_[i]));
    }
    for (int i = 0; i < count; ++i) {
      uint32_t guess = side.index.guess(probes_[i]);
      if (guess != kNone) side.nodes.prefetch(guess);
    }
    int64_t before = side.nodes[number].cost;
    for (int i = 0; i < count; ++i) {
      const Word* state = &fresh_[static_cast<size_t>(i) * states_.count()];
      uint32_t known = find(side, probes_[i], state);
      int64_t cost = before + packed_.costs[found_[i]];
      if (!account_.template follows<Cost>(cost)) continue;
      if (known != kNone && side.nodes[known].cost <= cost) continue;
      if (known != kNone) side.nodes[known].stale = 1;
      if (known == kNone) ++side.known;
      uint32_t child = side.nodes.add(state, {number, kNone, found_[i], static_cast<Cost>(cost), 0, 0});
      index(side, probes_[i], child, cost);
      StateIndex::Probe probe = other.index.begin(hashes_[i]);
      uint32_t met = find(other, probe, state);
      if (met == kNone) continue;
      int64_t total = cost + other.nodes[met].cost;
      if (!account_.template follows<Cost>(total)) continue;
      if (!best_ || total < *best_) {
        best_ = total;
        meeting_[turn] = child;
        meeting_[1 - turn] = met;
      }
    }
    account_.hold(sides_[0].known + sides_[1].known);
  }

  uint32_t find(const Side& side, StateIndex::Probe& probe, const Word* state) const {
    return side.index.find(probe,
                           [&](uint32_t other) { return states_.equal(side.nodes.state(other), state); });
  }

  std::vector<int32_t> plan() const {
    std::vector<int32_t> actions = sides_[0].nodes.plan(meeting_[0]);
    std::vector<int32_t> rest = sides_[1].nodes.plan(meeting_[1]);
    actions.insert(actions.end(), rest.rbegin(), rest.rend());
    return actions;
  }

  void grow(Side& side, size_t wanted) {
    side.index.grow(
        side.nodes.size(), wanted, [&](uint32_t number) { return states_.hash(side.nodes.state(number)); },
        [&](uint32_t number) { return side.nodes[number].stale != 0; });
  }

  const Packed& packed_;
  Account& account_;
  States<N> states_;
  Side sides_[2];
  Vector<int32_t> found_;
  Vector<Word> fresh_;
  Vector<uint64_t> hashes_;
  Vector<StateIndex::Probe> probes_;
  std::optional<int64_t> best_;
  uint32_t meeting_[2] = {kNone, kNone};
};

}  // namespace copla::planning
