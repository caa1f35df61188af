// Saturated cost partitioning over pattern databases, with several orders (Seipp, Keller and Helmert 2020).
//
// In a given order, every projection takes of each action's cost only what it needs to keep all its
// distances, and leaves the rest to those that follow: the least cost of an action that does is the largest
// difference of distances over the abstract transitions that it induces. The sum of all distances is
// admissible and consistent, since no action is charged more than its cost. Different orders are good for
// different states, so the heuristic is the largest of several sums.
//
// Orders. The first is made for the initial state, the others for states at the ends of random walks:
// greedily, the projections that give the state much and take little from the others come first. An order is
// kept if it raises the estimate of one of a thousand other states (the diversification of the paper). Costs
// handed on are never negative.
//
// Perimeters. A projection first keeps only the distances up to that of the state that the order is made for,
// which takes less from the others; in a second pass all projections keep what the rest allows. On Guarini
// with 4 and 4 knights that halves the expansions of A*.
//
// Projections. Every goal variable alone, and with each variable that an action connects to it, and the
// patterns that hill climbing finds within kHillShare of the limits (its tables are built anew for each
// order).
#pragma once

#include "planning/heuristics/hill_climbing.hpp"

namespace copla::planning::heuristics {

// A sum of tables: one for some of the projections, or two.
struct CostPartition {
  struct Part {
    int projection;
    std::unique_ptr<Table> table;
  };
  std::vector<Part> parts;

  // `ranks`: the abstract state of each projection.
  Distance operator()(const uint32_t* ranks) const {
    int64_t sum = 0;
    for (const Part& part : parts) {
      Distance value = (*part.table)[ranks[part.projection]];
      if (value == kDeadEnd) return kDeadEnd;
      sum += value;
    }
    return capped(sum);
  }
};

// What each operator of the projection needs to keep these distances.
inline std::vector<Distance> saturated_costs(const Projection& projection,
                                             const std::vector<Distance>& distances) {
  std::vector<Distance> needed(projection.operators(), 0);
  for (uint32_t state = 0; state < projection.states(); ++state) {
    Distance after = distances[state];
    if (after == kDeadEnd) continue;
    projection.predecessors(state, [&](int number, uint32_t before) {
      needed[number] = std::max(needed[number], distances[before] - after);
    });
  }
  return needed;
}

class SaturatedBuilder {
public:
  SaturatedBuilder(const Task& task, const Layout& layout, uint64_t most_states, uint64_t most_total,
                   Preparation& preparation)
      : task_(task),
        layout_(layout),
        most_states_(most_states),
        most_total_(most_total),
        preparation_(preparation),
        working_(preparation.control()),
        costs_(capped_costs(task)) {}

  void build(size_t most_orders) {
    choose_projections();
    if (projections_.empty()) return;
    look_at_projections();
    Walker walker(task_, layout_);
    Random random(2020);
    auto largest = [&](const Word* state) {
      Distance best = 0;
      for (size_t i = 0; i < projections_.size(); ++i) best = std::max(best, value_alone(i, state));
      return best;
    };
    add_order(walker.initial().data());
    Distance start = largest(walker.initial().data());
    if (start == kDeadEnd) return;  // no plan: nothing left to improve
    auto dead = [&](const Word* state) { return largest(state) == kDeadEnd; };
    std::vector<Word> samples = walker.samples(kSamples, start, random, dead, preparation_);
    std::vector<Word> others = walker.samples(most_orders * kTries, start, random, dead, preparation_);
    size_t words = static_cast<size_t>(layout_.words()), count = samples.size() / words;
    std::vector<uint32_t> ranks(count * projections_.size());
    std::vector<Distance> best(count);
    for (size_t s = 0; s < count; ++s) {
      for (size_t i = 0; i < projections_.size(); ++i)
        ranks[s * projections_.size() + i] = rankings_[i](&samples[s * words]);
      best[s] = orders_.front()(ranks.data() + s * projections_.size());
    }
    for (size_t i = 0; i * words < others.size() && orders_.size() < most_orders; ++i) {
      if (preparation_.over() || !preparation_.control().fits(bytes_of_order())) break;
      if (dead(&others[i * words])) continue;
      if (!add_order(&others[i * words])) break;
      bool better = false;
      for (size_t s = 0; s < count; ++s) {
        Distance value = orders_.back()(ranks.data() + s * projections_.size());
        better = better || value > best[s];
        best[s] = std::max(best[s], value);
      }
      if (!better) orders_.pop_back();
    }
    finished_ = finished_ && !preparation_.over();
  }

  std::vector<Pattern> patterns_;
  std::vector<Ranking> rankings_;
  std::vector<CostPartition> orders_;
  bool finished_ = true;

private:
  static constexpr size_t kSamples = 1000, kTries = 3;
  static constexpr uint64_t kHillShare = 10;
  static constexpr size_t kTables = 3;  // of a projection: alone, and two in an order

  // In the order in which they should be had if not all fit.
  std::vector<Pattern> wanted_patterns() {
    std::vector<Pattern> found;
    for (const Fact& fact : task_.goal) found.push_back({fact.variable});
    uint64_t states = std::max<uint64_t>(most_states_ / kHillShare, 1),
             total = most_total_ / kHillShare / 2 + 1;
    HillClimbing search(task_, layout_, states, total, preparation_);
    for (const auto& database : search.climb()) found.push_back(database->pattern());
    for (const Fact& fact : task_.goal)
      for (int variable : search.connected(fact.variable))
        found.push_back({std::min(fact.variable, variable), std::max(fact.variable, variable)});
    finished_ = search.finished();
    return found;
  }

  void choose_projections() {
    uint64_t total = 0, largest = 0;
    size_t tables = 0;  // bytes of the tables to come
    std::set<Pattern> seen;
    for (const Pattern& pattern : wanted_patterns()) {
      uint64_t states = abstract_states(task_, pattern, most_states_);
      if (states > most_states_ || total + states > most_total_ / kHillShare) continue;
      if (preparation_.over(100) || !seen.insert(pattern).second) continue;
      size_t rows = most_bytes(task_, pattern), more = kTables * sizeof(Distance) * states;
      if (!preparation_.control().fits(rows + tables + more + bytes_to_fill(std::max(largest, states))))
        continue;
      working_.add(rows);
      total += states;
      tables += more;
      largest = std::max(largest, states);
      projections_.push_back(std::make_unique<Projection>(task_, pattern));
      patterns_.push_back(pattern);
      rankings_.emplace_back(task_, layout_, pattern);
    }
    working_.add(bytes_to_fill(largest));
  }

  // Each projection with all costs for itself: its distances, and how much it takes from the others.
  void look_at_projections() {
    std::vector<int64_t> wanted(costs_.size(), 0);
    std::vector<std::vector<Distance>> needs;
    for (const auto& projection : projections_) {
      Distances found = distances(*projection, costs_, preparation_);
      needs.push_back(saturated_costs(*projection, found.of));
      for_members(*projection, [&](int number, int action) { wanted[action] += needs.back()[number]; });
      alone_.push_back(std::make_unique<Table>(found.of, Claim(preparation_.control())));
    }
    for (size_t i = 0; i < projections_.size(); ++i) {
      double stolen = 0;
      for_members(*projections_[i], [&](int number, int action) {
        int64_t others = std::min<int64_t>(wanted[action] - needs[i][number], costs_[action]);
        stolen += static_cast<double>(std::max<int64_t>(0, others - (costs_[action] - needs[i][number])));
      });
      stolen_.push_back(stolen);
    }
  }

  template <typename Visit>
  static void for_members(const Projection& projection, Visit&& visit) {
    for (size_t number = 0; number < projection.operators(); ++number)
      for (int action : projection.members()[number]) visit(static_cast<int>(number), action);
  }

  Distance value_alone(size_t projection, const Word* state) const {
    return (*alone_[projection])[rankings_[projection](state)];
  }

  size_t bytes_of_order() const {
    size_t bytes = 0;
    for (const auto& projection : projections_) bytes += 2 * sizeof(Distance) * projection->states();
    return bytes;
  }

  // False if the time was over before it was complete; the first order is always complete, if less exact.
  bool add_order(const Word* state) {
    std::vector<size_t> order(projections_.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<double> score;
    for (size_t i : order) score.push_back(value_alone(i, state) / std::max(1.0, stolen_[i]));
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return score[a] > score[b]; });
    std::vector<Distance> rest = costs_;
    CostPartition partition;
    for (bool perimeter : {true, false}) {
      for (size_t i : order) {
        Distances found = distances(*projections_[i], rest, preparation_);
        if (!found.finished && !orders_.empty()) return false;
        if (perimeter) {
          Distance most = found.of[rankings_[i](state)];
          for (Distance& entry : found.of)
            if (entry != kDeadEnd) entry = std::min(entry, most);
        }
        if (std::all_of(found.of.begin(), found.of.end(), [](Distance entry) { return entry == 0; }))
          continue;
        std::vector<Distance> needed = saturated_costs(*projections_[i], found.of);
        for_members(*projections_[i], [&](int number, int action) { rest[action] -= needed[number]; });
        auto table = std::make_unique<Table>(found.of, Claim(preparation_.control()));
        partition.parts.push_back({static_cast<int>(i), std::move(table)});
      }
    }
    orders_.push_back(std::move(partition));
    return true;
  }

  const Task& task_;
  const Layout& layout_;
  uint64_t most_states_, most_total_;
  Preparation& preparation_;
  Claim working_;
  std::vector<Distance> costs_;
  std::vector<std::unique_ptr<Projection>> projections_;
  std::vector<std::unique_ptr<Table>> alone_;
  std::vector<double> stolen_;
};

class Saturated : public BuiltIn {
public:
  Saturated(const Task& task, uint64_t most_states, uint64_t most_total, size_t most_orders,
            Preparation& preparation)
      : BuiltIn(task) {
    SaturatedBuilder builder(task, layout(), most_states, most_total, preparation);
    builder.build(most_orders);
    patterns_ = std::move(builder.patterns_);
    rankings_ = std::move(builder.rankings_);
    orders_ = std::move(builder.orders_);
    finished_ = builder.finished_;
    ranks_.resize(rankings_.size());
  }

  Estimate estimate(const Word* state) override { return told(distance(state)); }

  Distance distance(const Word* state) {
    for (size_t i = 0; i < rankings_.size(); ++i) ranks_[i] = rankings_[i](state);
    Distance best = 0;
    for (const CostPartition& order : orders_) best = std::max(best, order(ranks_.data()));
    return best;
  }

  std::vector<Pattern> patterns() const override { return patterns_; }
  bool finished() const override { return finished_; }

private:
  std::vector<Pattern> patterns_;
  std::vector<Ranking> rankings_;
  std::vector<CostPartition> orders_;
  std::vector<uint32_t> ranks_;
  bool finished_;
};

}  // namespace copla::planning::heuristics
