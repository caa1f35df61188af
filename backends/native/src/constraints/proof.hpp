// Clauses and what follows from them by unit propagation: the audit's own, slow way of checking a lemma.
#pragma once

#include <cstdint>
#include <vector>

#include "constraints/clauses.hpp"

namespace copla::constraints {

class Proof {
public:
  void add(std::vector<Lit> clause) {
    if (clause.empty()) refuted_ = true;
    const int number = static_cast<int>(clauses_.size());
    for (Lit lit : clause) {
      grow(lit);
      with_[lit].push_back(number);
    }
    if (clause.size() == 1) units_.push_back(clause[0]);
    clauses_.push_back(std::move(clause));
  }

  // Whether assuming all literals of the clause false leads to a conflict by unit propagation alone.
  bool follows(const std::vector<Lit>& clause) {
    if (refuted_) return true;
    for (Lit lit : clause) grow(lit);
    trail_.clear();
    bool conflict = false;
    for (Lit lit : clause) conflict = conflict || !hold(negation(lit));
    for (Lit lit : units_) conflict = conflict || !hold(lit);
    for (size_t head = 0; head < trail_.size() && !conflict; ++head)
      for (int number : with_[negation(trail_[head])]) conflict = conflict || !look(clauses_[number]);
    for (Lit lit : trail_) values_[lit] = values_[negation(lit)] = -1;
    return conflict;
  }

private:
  void grow(Lit lit) {
    const size_t size = 2 * size_t(variable_of(lit)) + 2;
    if (with_.size() >= size) return;
    with_.resize(size);
    values_.resize(size, -1);
  }
  bool hold(Lit lit) {
    if (values_[lit] >= 0) return values_[lit] == 1;
    values_[lit] = 1;
    values_[negation(lit)] = 0;
    trail_.push_back(lit);
    return true;
  }
  bool look(const std::vector<Lit>& clause) {
    Lit open = -1;
    for (Lit lit : clause) {
      if (values_[lit] == 1) return true;
      if (values_[lit] == 0 || lit == open) continue;
      if (open >= 0) return true;
      open = lit;
    }
    return open >= 0 && hold(open);
  }

  std::vector<std::vector<Lit>> clauses_;
  std::vector<std::vector<int>> with_;  // by literal
  std::vector<int8_t> values_;
  std::vector<Lit> units_, trail_;
  bool refuted_ = false;
};

}  // namespace copla::constraints
