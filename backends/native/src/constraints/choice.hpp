// What to branch on: a variable with its values, or, with dual branching, a value of a line with its places.
//
// In a line of as many variables as values every value has one place, so "which cell of row 3 takes the 7?"
// is as complete a question as "what does this cell take?", and often a narrower one. Neither dom/wdeg nor
// dual branching alone ends on Futoshiki of size 14; both together take milliseconds. Values with two or
// three places are looked for with bit-sliced counters: one pass over a line, whatever its number of values.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "constraints/answer.hpp"
#include "constraints/store.hpp"
#include "constraints/weights.hpp"

namespace copla::constraints {

struct Choice {
  int variable, position;
};

template <int W>
class Chooser {
public:
  Chooser(const Problem& problem, const Settings& settings, const Store<W>& store, const Weights& weights)
      : problem_(problem), settings_(settings), store_(store), weights_(weights) {
    if (settings.order == Order::smallest_degree) collect_constraints();
    // Below arc consistency a place may be a variable that has its value already.
    if (settings.order == Order::dual && settings.level >= Level::arc && problem.words == 1) collect_lines();
  }

  // Adds the choices of the next branching to the list; false if every variable has its value.
  bool choose(Vector<Choice>& choices) {
    int best = -1;
    Score best_score;
    open_.clear();
    for (int v = 0; v < problem_.variables; ++v) {
      if (!is_open(v)) continue;
      if (settings_.order == Order::input) {
        best = v;
        break;
      }
      Score score{store_.count(v), settings_.order >= Order::dom_wdeg ? weights_.of_variable[v] : 1};
      if (settings_.order == Order::smallest_degree) open_.push_back(v);
      if (best < 0 || score < best_score) {
        best = v;
        best_score = score;
      }
    }
    if (best < 0) return false;
    if (settings_.order == Order::dual && choose_place(best_score, choices)) return true;
    if (settings_.order == Order::smallest_degree) best = most_constrained(store_.count(best));
    store_.each(best, [&](int position) { choices.push_back({best, position}); });
    return true;
  }

private:
  struct Line {
    int first, count;
  };
  // size / weight, compared without dividing; the smaller the better.
  struct Score {
    int64_t size = 0, weight = 1;
    bool operator<(const Score& other) const { return size * other.weight < other.size * weight; }
  };

  bool is_open(int v) const {
    return settings_.level >= Level::arc ? !store_.settled(v) : !store_.assigned[v];
  }

  // Among the open variables with the smallest domain the one with most constraints on other open ones.
  int most_constrained(int size) const {
    int best = -1, most = -1;
    for (int v : open_) {
      if (store_.count(v) != size) continue;
      int degree = 0;
      for (int i = start_[v]; i < start_[v + 1]; ++i) {
        const Line& scope = scopes_[of_variable_[i]];
        for (int k = 0; k < scope.count; ++k) {
          int other = pool_[scope.first + k];
          if (other != v && is_open(other)) {
            ++degree;
            break;
          }
        }
      }
      if (degree > most) {
        best = v;
        most = degree;
      }
    }
    return best;
  }

  // The score of k places is k * k / the sum of their weights, so at best k / the heaviest weight in the
  // line: most lines need not be looked at twice.
  bool choose_place(Score best_score, Vector<Choice>& choices) {
    const Line* best_line = nullptr;
    int best_position = -1;
    const uint64_t* const domains = store_.domain(0);
    const int64_t* const weights = weights_.of_variable.data();
    for (const Line& line : lines_) {
      const int* scope = problem_.scopes.data() + line.first;
      uint64_t one = 0, two = 0, three = 0, more = 0;
      int64_t heaviest = 0;
      for (int i = 0; i < line.count; ++i) {
        uint64_t domain = domains[scope[i]];
        more |= three & domain;
        three |= two & domain;
        two |= one & domain;
        one |= domain;
        heaviest = std::max(heaviest, weights[scope[i]]);
      }
      uint64_t few = two & ~more;
      if (!(Score{3, heaviest} < best_score)) few &= ~three;
      if (!(Score{2, heaviest} < best_score)) continue;
      for (; few; few &= few - 1) {
        uint64_t bit = few & -few;
        int64_t weight = 0, places = 0;
        for (int i = 0; i < line.count; ++i) {
          const int64_t here = (domains[scope[i]] & bit) != 0;
          weight += weights[scope[i]] & -here;
          places += here;
        }
        const Score score{places * places, weight};
        if (score < best_score) {
          best_score = score;
          best_line = &line;
          best_position = std::countr_zero(bit);
        }
      }
    }
    if (!best_line) return false;
    const int* scope = problem_.scopes.data() + best_line->first;
    for (int i = 0; i < best_line->count; ++i)
      if (store_.has(scope[i], best_position)) choices.push_back({scope[i], best_position});
    return true;
  }

  void collect_lines() {
    lines_.reserve(64);
    for (const Constraint& c : problem_.constraints) {
      if (c.kind != Kind::all_different || c.count < 2) continue;
      uint64_t any = 0;
      for (int i = 0; i < c.count; ++i) any |= problem_.domains[problem_.scopes[c.first + i]];
      if (std::popcount(any) == c.count) lines_.push_back({c.first, c.count});
    }
  }

  void collect_constraints() {
    pool_ = problem_.scopes;
    for (const Constraint& c : problem_.constraints) scopes_.push_back({c.first, c.count});
    scopes_.push_back({static_cast<int>(pool_.size()), static_cast<int>(problem_.objective_scope.size())});
    pool_.insert(pool_.end(), problem_.objective_scope.begin(), problem_.objective_scope.end());
    start_.assign(problem_.variables + 1, 0);
    for (int v : pool_) ++start_[v + 1];
    for (int v = 0; v < problem_.variables; ++v) start_[v + 1] += start_[v];
    of_variable_.resize(pool_.size());
    Vector<int> next(start_.begin(), start_.end());
    for (int s = 0; s < static_cast<int>(scopes_.size()); ++s)
      for (int k = 0; k < scopes_[s].count; ++k) of_variable_[next[pool_[scopes_[s].first + k]]++] = s;
  }

  const Problem& problem_;
  Settings settings_;
  const Store<W>& store_;
  const Weights& weights_;
  Vector<Line> lines_, scopes_;
  Vector<int> open_, pool_, start_, of_variable_;
};

}  // namespace copla::constraints
