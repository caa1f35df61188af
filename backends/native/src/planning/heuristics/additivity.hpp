// Which patterns may be added: those that no action affects together, and the largest sets of such patterns.
//
// The canonical combination of databases is the largest sum over all maximal additive sets. Those are the
// maximal cliques of a graph, listed by Bron and Kerbosch's algorithm with a pivot. There can be
// exponentially many (sliding tiles with tables of two tiles each: every pairing), so that at most kMost are
// kept; each is a valid sum by itself, so leaving some out costs quality only. Patterns found later come
// first in the list: they are the better ones.
#pragma once

#include <set>

#include "planning/heuristics/projection.hpp"

namespace copla::planning::heuristics {

using Subset = std::vector<int>;  // indices into a collection of patterns

class Additivity {
public:
  explicit Additivity(const Task& task)
      : variables_(task.sizes.size()), together_(variables_ * variables_, 0) {
    for (const Action& action : task.actions)
      for (const Fact& a : action.effects)
        for (const Fact& b : action.effects) together_[a.variable * variables_ + b.variable] = 1;
  }

  bool additive(const Pattern& left, const Pattern& right) const {
    for (int a : left)
      for (int b : right)
        if (a == b || together_[a * variables_ + b]) return false;
    return true;
  }

  std::vector<Subset> maximal_subsets(const std::vector<Pattern>& patterns, size_t most = kMost) const {
    Cliques cliques{{}, {}, most};
    size_t count = patterns.size();
    cliques.joined.assign(count, std::vector<char>(count, 0));
    for (size_t i = 0; i < count; ++i)
      for (size_t j = 0; j < i; ++j)
        cliques.joined[i][j] = cliques.joined[j][i] = additive(patterns[i], patterns[j]);
    Subset all, chosen;
    for (size_t i = count; i-- > 0;) all.push_back(static_cast<int>(i));
    cliques.extend(chosen, all, {});
    return cliques.found;
  }

  static constexpr size_t kMost = 1000;

private:
  struct Cliques {
    std::vector<std::vector<char>> joined;
    std::vector<Subset> found;
    size_t most;

    void extend(Subset& chosen, Subset open, Subset done) {
      if (found.size() >= most) return;
      if (open.empty()) {
        if (done.empty()) {
          found.push_back(chosen);
          std::sort(found.back().begin(), found.back().end());
        }
        return;
      }
      int pivot = -1;
      size_t best = 0;
      for (const Subset* list : {&open, &done})
        for (int candidate : *list) {
          size_t degree = restricted(open, candidate).size();
          if (pivot < 0 || degree > best) {
            pivot = candidate;
            best = degree;
          }
        }
      Subset branches;
      for (int vertex : open)
        if (!joined[pivot][vertex]) branches.push_back(vertex);
      for (int vertex : branches) {
        chosen.push_back(vertex);
        extend(chosen, restricted(open, vertex), restricted(done, vertex));
        chosen.pop_back();
        std::erase(open, vertex);
        done.push_back(vertex);
      }
    }

    Subset restricted(const Subset& list, int vertex) const {
      Subset kept;
      for (int other : list)
        if (joined[vertex][other]) kept.push_back(other);
      return kept;
    }
  };

  size_t variables_;
  std::vector<char> together_;
};

// Without the subsets that another one can never be below: each pattern lies within a pattern of the other.
inline std::vector<Subset> without_dominated(const std::vector<Subset>& subsets,
                                             const std::vector<Pattern>& patterns, Preparation& preparation) {
  size_t count = patterns.size();
  std::vector<char> within(count * count, 0);
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j < count; ++j)
      within[i * count + j] =
          std::includes(patterns[j].begin(), patterns[j].end(), patterns[i].begin(), patterns[i].end());
  auto dominated = [&](const Subset& small, const Subset& large) {
    return std::all_of(small.begin(), small.end(), [&](int i) {
      return std::any_of(large.begin(), large.end(), [&](int j) { return within[i * count + j]; });
    });
  };
  std::vector<Subset> kept;
  std::vector<char> gone(subsets.size(), 0);
  for (size_t i = 0; i < subsets.size(); ++i) {
    for (size_t j = 0; j < subsets.size() && !gone[i] && !preparation.over(); ++j)
      if (i != j && !gone[j] && dominated(subsets[i], subsets[j])) gone[i] = 1;
    if (!gone[i]) kept.push_back(subsets[i]);
  }
  return kept;
}

}  // namespace copla::planning::heuristics
