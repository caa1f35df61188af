// A pattern database: the exact distance to the goal of every abstract state of a projection.
//
// Filled by Dijkstra's algorithm backwards from the abstract goal states; with costs of 0 and 1 its bucket
// queue is a breadth-first search. Distances are kept in one byte each if they fit (255 says "dead end"), in
// two or in four otherwise: puzzles need one, and a look-up misses the cache a quarter as often as with plain
// integers.
//
// If the time for the preparation ends first, everything beyond the distance d reached so far is given d: the
// least of the distance and a constant is admissible and consistent; only dead ends are not seen.
#pragma once

#include <cstring>
#include <memory>

#include "planning/heuristics/built_in.hpp"
#include "planning/heuristics/projection.hpp"
#include "planning/heuristics/queue.hpp"

namespace copla::planning::heuristics {

// Estimates in as few bytes as they need.
class Table {
public:
  Table(const std::vector<Distance>& entries, Claim claim) : claim_(std::move(claim)) {
    Distance largest = 0;
    for (Distance entry : entries)
      if (entry != kDeadEnd) largest = std::max(largest, entry);
    width_ = largest < 0xff ? 1 : largest < 0xffff ? 2 : 4;
    claim_.add(entries.size() * width_);
    bytes_.resize(entries.size() * width_);
    if (width_ == 1) store<uint8_t>(entries);
    if (width_ == 2) store<uint16_t>(entries);
    if (width_ == 4) store<uint32_t>(entries);
  }

  Distance operator[](uint32_t number) const {
    switch (width_) {
      case 1:
        return load<uint8_t>(number);
      case 2:
        return load<uint16_t>(number);
      default:
        return load<uint32_t>(number);
    }
  }

  size_t size() const { return bytes_.size() / width_; }

private:
  template <typename Cell>
  void store(const std::vector<Distance>& entries) {
    for (size_t i = 0; i < entries.size(); ++i) {
      Cell cell = entries[i] == kDeadEnd ? static_cast<Cell>(~Cell{0}) : static_cast<Cell>(entries[i]);
      std::memcpy(&bytes_[i * sizeof(Cell)], &cell, sizeof(Cell));
    }
  }
  template <typename Cell>
  Distance load(uint32_t number) const {
    Cell cell;
    std::memcpy(&cell, &bytes_[number * sizeof(Cell)], sizeof(Cell));
    return cell == static_cast<Cell>(~Cell{0}) ? kDeadEnd : static_cast<Distance>(cell);
  }

  Claim claim_;
  size_t width_;
  std::vector<uint8_t> bytes_;
};

struct Distances {
  std::vector<Distance> of;  // each abstract state
  bool finished = true;
};

// Bytes that `distances` needs, beside the projection's own: the distances, and a queue with room for all
// states. A longer queue claims more.
inline size_t bytes_to_fill(uint64_t states) {
  return states * (sizeof(Distance) + 2 * sizeof(uint32_t));
}

// Distances of all abstract states to the goal, given what each action costs.
inline Distances distances(const Projection& projection, const std::vector<Distance>& action_costs,
                           Preparation& preparation) {
  std::vector<Distance> costs(projection.operators(), kMost);
  for (size_t number = 0; number < costs.size(); ++number)
    for (int action : projection.members()[number])
      costs[number] = std::min(costs[number], action_costs[action]);
  Distances found;
  found.of.assign(projection.states(), kDeadEnd);
  Claim claim(preparation.control());
  Queue<uint32_t> queue(claim, projection.states());
  for (uint32_t goal : projection.goals()) {
    found.of[goal] = 0;
    queue.push(0, goal);
  }
  Distance cost;
  uint32_t state;
  while (queue.pop(cost, state)) {
    if (cost > found.of[state]) continue;
    if (preparation.over()) {
      for (Distance& entry : found.of) entry = std::min(entry, cost);
      found.finished = false;
      break;
    }
    projection.predecessors(state, [&](int number, uint32_t before) {
      Distance total = plus(cost, costs[number]);
      if (total >= found.of[before]) return;
      found.of[before] = total;
      queue.push(total, before);
    });
  }
  return found;
}

// One pattern with its finished table.
class PatternDatabase {
public:
  PatternDatabase(const Task& task, const Layout& layout, Pattern pattern, const std::vector<Distance>& costs,
                  Preparation& preparation)
      : pattern_(std::move(pattern)), rank_(task, layout, pattern_) {
    Claim working(preparation.control());
    working.add(bytes_to_fill(rank_.size()) + most_bytes(task, pattern_));
    Projection projection(task, pattern_);
    Distances found = distances(projection, costs, preparation);
    finished_ = found.finished;
    table_ = std::make_unique<Table>(found.of, Claim(preparation.control()));
  }

  Distance operator()(const Word* state) const { return (*table_)[rank_(state)]; }

  const Pattern& pattern() const { return pattern_; }
  uint32_t states() const { return rank_.size(); }
  bool finished() const { return finished_; }

private:
  Pattern pattern_;
  Ranking rank_;
  std::unique_ptr<Table> table_;
  bool finished_;
};

// A single database as a heuristic.
class SinglePattern : public BuiltIn {
public:
  SinglePattern(const Task& task, const Pattern& pattern, Preparation& preparation)
      : BuiltIn(task), database_(task, layout(), pattern, capped_costs(task), preparation) {}

  Estimate estimate(const Word* state) override { return told(database_(state)); }
  std::vector<Pattern> patterns() const override { return {database_.pattern()}; }
  bool finished() const override { return database_.finished(); }

private:
  PatternDatabase database_;
};

}  // namespace copla::planning::heuristics
