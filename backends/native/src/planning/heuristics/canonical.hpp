// The canonical heuristic of a collection of pattern databases: the largest sum of databases that may be
// added.
//
// Every database is looked up once a state; the sums are taken over small integers afterwards. A dead end of
// one database is a dead end.
#pragma once

#include "planning/heuristics/additivity.hpp"
#include "planning/heuristics/pattern_database.hpp"

namespace copla::planning::heuristics {

using Databases = std::vector<std::shared_ptr<const PatternDatabase>>;

// The largest sum over the subsets of what the databases say; kDeadEnd is the caller's business.
inline Distance largest_sum(const Distance* values, const std::vector<Subset>& subsets) {
  int64_t best = 0;
  for (const Subset& subset : subsets) {
    int64_t sum = 0;
    for (int i : subset) sum += values[i];
    best = std::max(best, sum);
  }
  return capped(best);
}

class Canonical : public BuiltIn {
public:
  Canonical(const Task& task, Databases databases, bool finished, Preparation& preparation)
      : BuiltIn(task), finished_(finished) {
    std::vector<Pattern> patterns;
    for (const auto& database : databases) patterns.push_back(database->pattern());
    Additivity additivity(task);
    subsets_ = without_dominated(additivity.maximal_subsets(patterns), patterns, preparation);
    // Databases that no sum needs any more are forgotten. (Their dead ends are in the larger ones.)
    std::vector<int> place(databases.size(), -1);
    for (Subset& subset : subsets_) {
      for (int& i : subset) {
        if (place[i] < 0) {
          place[i] = static_cast<int>(databases_.size());
          databases_.push_back(databases[i]);
        }
        i = place[i];
      }
    }
    values_.resize(databases_.size());
  }

  Estimate estimate(const Word* state) override { return told(distance(state)); }

  Distance distance(const Word* state) {
    for (size_t i = 0; i < databases_.size(); ++i) {
      values_[i] = (*databases_[i])(state);
      if (values_[i] == kDeadEnd) return kDeadEnd;
    }
    return largest_sum(values_.data(), subsets_);
  }

  std::vector<Pattern> patterns() const override {
    std::vector<Pattern> found;
    for (const auto& database : databases_) found.push_back(database->pattern());
    return found;
  }

  bool finished() const override { return finished_; }

private:
  bool finished_;
  Databases databases_;
  std::vector<Subset> subsets_;
  std::vector<Distance> values_;
};

}  // namespace copla::planning::heuristics
