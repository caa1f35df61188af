// Finding patterns by hill climbing (Haslum, Botea, Helmert, Bonet and Koenig 2007): iPDB.
//
// Start: one pattern for each goal variable. Step: of all patterns of the collection extended by one variable
// that an action's condition connects to them, take the one that raises the canonical estimate of the most
// sample states, with its database. End: no extension raises more than a hundredth of the samples, or a limit
// is reached.
//
// What was done for speed:
// - An extended pattern can raise an estimate only where it is above the pattern that it extends: whatever
// may be
//   added to it may be added to the smaller one, too. That compares two bytes and leaves few samples to look
//   at.
// - Candidates are judged in the order of how many such samples they have, and not at all once that number is
// no larger
//   than the best found.
// - Databases of candidates are built once and kept. How many states may be built for candidates in all is
// bounded by
//   kCandidateShare times the collection's limit: usually the search for patterns ends by this count, not by
//   the clock, and so gives the same collection on every machine.
#pragma once

#include <numeric>
#include <set>

#include "planning/heuristics/canonical.hpp"
#include "planning/heuristics/sampling.hpp"

namespace copla::planning::heuristics {

class HillClimbing {
public:
  HillClimbing(const Task& task, const Layout& layout, uint64_t most_states, uint64_t most_total,
               Preparation& preparation)
      : task_(task),
        layout_(layout),
        most_states_(most_states),
        most_total_(most_total),
        preparation_(preparation),
        costs_(capped_costs(task)),
        additivity_(task),
        walker_(task, layout),
        random_(2007),
        connected_(task.sizes.size()) {
    for (const Action& action : task.actions)
      for (const Fact& effect : action.effects)
        for (const Fact& fact : action.condition)
          if (fact.variable != effect.variable) connected_[effect.variable].insert(fact.variable);
  }

  Databases climb() {
    for (const Fact& fact : task_.goal) {
      Pattern pattern{fact.variable};
      if (!seen_.insert(pattern).second || !affordable(pattern, 0)) continue;
      auto database = build(pattern);
      total_ += database->states();
      collection_.push_back(std::move(database));
    }
    for (size_t i = 0; i < collection_.size(); ++i) add_candidates(static_cast<int>(i));
    while (!preparation_.over() && step()) {
    }
    return collection_;
  }

  // Variables in conditions of actions that change this one.
  const std::set<int>& connected(int variable) const { return connected_[variable]; }

  // Whether the time was enough.
  bool finished() const { return finished_; }

private:
  static constexpr size_t kSamples = 1000, kLeastGain = 10;
  static constexpr uint64_t kCandidateShare = 4, kLeastWork = 1000;

  struct Candidate {
    std::shared_ptr<const PatternDatabase> database;
    int parent;  // the pattern of the collection that it extends
    bool taken = false;
  };

  bool affordable(const Pattern& pattern, uint64_t already) const {
    uint64_t states = abstract_states(task_, pattern, most_states_);
    return states <= most_states_ && already + states <= most_total_ &&
           preparation_.control().fits(bytes_to_fill(states) + states * sizeof(Distance) +
                                       most_bytes(task_, pattern));
  }

  std::shared_ptr<const PatternDatabase> build(const Pattern& pattern) {
    auto made = std::make_shared<const PatternDatabase>(task_, layout_, pattern, costs_, preparation_);
    finished_ = finished_ && made->finished();
    return made;
  }

  void add_candidates(int parent) {
    const Pattern& pattern = collection_[parent]->pattern();
    std::set<int> more;
    for (int variable : pattern) more.insert(connected_[variable].begin(), connected_[variable].end());
    for (int variable : more) {
      if (std::binary_search(pattern.begin(), pattern.end(), variable) || task_.sizes[variable] < 2) continue;
      Pattern extended = pattern;
      extended.insert(std::upper_bound(extended.begin(), extended.end(), variable), variable);
      if (!affordable(extended, total_) || work_ > kCandidateShare * most_total_) continue;
      if (!seen_.insert(extended).second) continue;
      if (preparation_.over()) finished_ = false;
      if (!finished_) return;
      auto database = build(extended);
      work_ += std::max<uint64_t>(database->states(), kLeastWork);
      if (finished_) candidates_.push_back({std::move(database), parent});
    }
  }

  bool step() {
    std::vector<Pattern> patterns;
    for (const auto& database : collection_) patterns.push_back(database->pattern());
    std::vector<Subset> subsets =
        without_dominated(additivity_.maximal_subsets(patterns), patterns, preparation_);
    std::vector<Distance> values(collection_.size());
    auto estimate = [&](const Word* state) {
      for (size_t i = 0; i < collection_.size(); ++i) {
        values[i] = (*collection_[i])(state);
        if (values[i] == kDeadEnd) return kDeadEnd;
      }
      return largest_sum(values.data(), subsets);
    };
    Distance start = estimate(walker_.initial().data());
    if (start == kDeadEnd) return false;  // no plan: nothing left to improve
    auto dead = [&](const Word* state) {
      return std::any_of(collection_.begin(), collection_.end(),
                         [&](const auto& database) { return (*database)(state) == kDeadEnd; });
    };
    std::vector<Word> samples = walker_.samples(kSamples, start, random_, dead, preparation_);
    size_t words = static_cast<size_t>(layout_.words()), count = samples.size() / words;
    std::vector<Distance> current(count), parts(count * collection_.size());
    for (size_t s = 0; s < count; ++s) {
      current[s] = estimate(&samples[s * words]);
      std::copy(values.begin(), values.end(), parts.data() + s * collection_.size());
    }

    // Where a candidate is above the pattern that it extends.
    std::vector<std::vector<size_t>> above(candidates_.size());
    std::vector<size_t> order;
    for (size_t c = 0; c < candidates_.size(); ++c) {
      const Candidate& candidate = candidates_[c];
      if (candidate.taken || total_ + candidate.database->states() > most_total_) continue;
      if (preparation_.over(static_cast<int64_t>(count))) return finished_ = false;
      for (size_t s = 0; s < count; ++s)
        if ((*candidate.database)(&samples[s * words]) > parts[s * collection_.size() + candidate.parent])
          above[c].push_back(s);
      order.push_back(c);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return above[a].size() > above[b].size(); });
    size_t best_gain = kLeastGain - 1;
    int best = -1;
    for (size_t c : order) {
      if (above[c].size() <= best_gain) break;
      const PatternDatabase& database = *candidates_[c].database;
      std::set<Subset> companions;
      for (const Subset& subset : subsets) {
        Subset kept;
        for (int i : subset)
          if (additivity_.additive(patterns[i], database.pattern())) kept.push_back(i);
        companions.insert(kept);
      }
      std::vector<Subset> sums(companions.begin(), companions.end());
      size_t gain = 0;
      for (size_t s : above[c]) {
        if (preparation_.over(static_cast<int64_t>(sums.size()))) return finished_ = false;
        Distance value = database(&samples[s * words]);
        gain += value == kDeadEnd ||
                value + static_cast<int64_t>(largest_sum(parts.data() + s * collection_.size(), sums)) >
                    current[s];
      }
      if (gain > best_gain) {
        best_gain = gain;
        best = static_cast<int>(c);
      }
    }
    if (best < 0) return false;
    candidates_[best].taken = true;
    total_ += candidates_[best].database->states();
    collection_.push_back(candidates_[best].database);
    add_candidates(static_cast<int>(collection_.size()) - 1);
    return true;
  }

  const Task& task_;
  const Layout& layout_;
  uint64_t most_states_, most_total_;
  Preparation& preparation_;
  std::vector<Distance> costs_;
  Additivity additivity_;
  Walker walker_;
  Random random_;
  std::vector<std::set<int>> connected_;
  std::set<Pattern> seen_;
  Databases collection_;
  std::vector<Candidate> candidates_;
  uint64_t total_ = 0, work_ = 0;
  bool finished_ = true;
};

}  // namespace copla::planning::heuristics
