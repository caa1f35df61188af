// Clauses and what follows from them by unit propagation: the audit's own way of checking a lemma.
//
// Facts, and what follows from them, are kept; of a clause, what is left beside them. An assumption is taken
// back after each question. Shares no code with the search that it checks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "constraints/clauses.hpp"

namespace copla::constraints {

class Proof {
public:
  void add(std::vector<Lit> clause) {
    std::sort(clause.begin(), clause.end());
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    for (size_t i = 0; i < clause.size(); ++i) {
      grow(clause[i]);
      if (values_[clause[i]] == 1 || (i > 0 && clause[i - 1] == negation(clause[i]))) return;
    }
    std::erase_if(clause, [&](Lit lit) { return values_[lit] == 0; });
    if (clause.empty()) {
      refuted_ = true;
    } else if (clause.size() == 1) {
      hold(clause[0]);
      refuted_ = refuted_ || !propagate();
      kept_ = trail_.size();
    } else {
      const int number = static_cast<int>(clauses_.size());
      for (int i = 0; i < 2; ++i) watched_by_[clause[i]].push_back(number);
      clauses_.push_back(std::move(clause));
    }
  }

  // Whether assuming all literals of the clause false leads to a conflict by unit propagation alone.
  bool follows(const std::vector<Lit>& clause) {
    if (refuted_) return true;
    bool conflict = false;
    for (Lit lit : clause) {
      grow(lit);
      conflict = conflict || !hold(negation(lit));
    }
    conflict = conflict || !propagate();
    for (size_t i = kept_; i < trail_.size(); ++i) values_[trail_[i]] = values_[negation(trail_[i])] = -1;
    trail_.resize(kept_);
    head_ = kept_;
    return conflict;
  }

private:
  void grow(Lit lit) {
    const size_t size = 2 * size_t(variable_of(lit)) + 2;
    if (values_.size() >= size) return;
    watched_by_.resize(size);
    values_.resize(size, -1);
  }
  bool hold(Lit lit) {
    if (values_[lit] >= 0) return values_[lit] == 1;
    values_[lit] = 1;
    values_[negation(lit)] = 0;
    trail_.push_back(lit);
    return true;
  }
  // A clause is watched by two literals, its first ones; of these, only one may be false for long.
  bool propagate() {
    for (; head_ < trail_.size(); ++head_) {
      const Lit gone = negation(trail_[head_]);
      std::vector<int> watching;
      watching.swap(watched_by_[gone]);
      for (size_t i = 0; i < watching.size(); ++i) {
        std::vector<Lit>& clause = clauses_[watching[i]];
        if (clause[0] == gone) std::swap(clause[0], clause[1]);
        auto other =
            std::find_if(clause.begin() + 2, clause.end(), [&](Lit lit) { return values_[lit] != 0; });
        if (values_[clause[0]] != 1 && other != clause.end()) {
          std::swap(clause[1], *other);
          watched_by_[clause[1]].push_back(watching[i]);
          continue;
        }
        watched_by_[gone].push_back(watching[i]);
        if (hold(clause[0])) continue;
        watched_by_[gone].insert(watched_by_[gone].end(), watching.begin() + i + 1, watching.end());
        return false;
      }
    }
    return true;
  }

  std::vector<std::vector<Lit>> clauses_;
  std::vector<std::vector<int>> watched_by_;  // by literal
  std::vector<int8_t> values_;
  std::vector<Lit> trail_;
  size_t head_ = 0, kept_ = 0;  // what is kept of the trail
  bool refuted_ = false;
};

}  // namespace copla::constraints
