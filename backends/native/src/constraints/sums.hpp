// Sums of three and more variables in the learning search: bounds, with an explanation for each conclusion.
//
// `sum(c * x) <= bound` fails when the least the terms can be is too much. The reason that x is at least l is
// that all its values below l are gone, so the explanation is the list of those literals `x == v`. Such lists
// are long for wide domains; they are built only when something is concluded, which in sums is rare.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "constraints/clauses.hpp"
#include "constraints/problem.hpp"

namespace copla::constraints {

class Sums {
public:
  struct Removal {
    int variable = -1, position = -1;
  };

  void start(const Problem* problem, std::vector<uint64_t> domains) {
    problem_ = problem;
    root_ = domains;
    domains_ = std::move(domains);
    of_variable_.resize(problem->variables);
  }

  // `literal_of(variable, position)` is the literal of the equality.
  void add(const int* scope, const int64_t* terms, int count, int64_t sign, int64_t bound, bool differs) {
    int number = static_cast<int>(sums_.size());
    sums_.push_back({static_cast<int>(scope_.size()), count, bound, differs});
    for (int i = 0; i < count; ++i) {
      scope_.push_back(scope[i]);
      terms_.push_back(sign * terms[i]);
      of_variable_[scope[i]].push_back(number);
    }
    waiting_.push_back(1);
    queue_.push_back(number);
  }
  bool empty() const { return sums_.empty(); }
  int count() const { return static_cast<int>(sums_.size()); }

  void tighten(int sum, int64_t bound) {
    sums_[sum].bound = bound;
    wake(sum);
  }

  // `removals[lit]`: what a true literal takes out of a domain; `equalities`: the literal of each equality.
  std::vector<Removal> removals;
  std::vector<size_t> first_equality;  // by variable
  std::vector<Lit> equalities;         // of the values in its root domain, in order

  void assigned(Lit lit) {
    if (sums_.empty()) return;
    const Removal& gone = removals[lit];
    if (gone.variable < 0) return;
    word(gone) &= ~bit(gone);
    for (int sum : of_variable_[gone.variable]) wake(sum);
  }
  void unassigned(Lit lit) {
    if (sums_.empty()) return;
    const Removal& gone = removals[lit];
    if (gone.variable >= 0) word(gone) |= bit(gone);
  }

  template <class Learner>
  bool propagate(Learner& learner) {
    while (!queue_.empty()) {
      int number = queue_.back();
      queue_.pop_back();
      waiting_[number] = 0;
      if (!(sums_[number].differs ? differs(learner, sums_[number]) : at_most(learner, sums_[number]))) {
        wake(number);  // it has more to say after the search has gone back
        return false;
      }
    }
    return true;
  }

private:
  struct Sum {
    int first, count;
    int64_t bound;
    bool differs;
  };

  uint64_t& word(const Removal& gone) {
    return domains_[size_t(gone.variable) * problem_->words + (gone.position >> 6)];
  }
  static uint64_t bit(const Removal& gone) { return uint64_t(1) << (gone.position & 63); }
  void wake(int sum) {
    if (waiting_[sum]) return;
    waiting_[sum] = 1;
    queue_.push_back(sum);
  }

  template <class Visit>
  void each(const std::vector<uint64_t>& domains, int variable, Visit&& visit) const {
    const uint64_t* words = domains.data() + size_t(variable) * problem_->words;
    for (int i = 0; i < problem_->words; ++i)
      for (uint64_t word = words[i]; word; word &= word - 1) visit(i * 64 + std::countr_zero(word));
  }
  int least(int variable) const {
    const uint64_t* words = domains_.data() + size_t(variable) * problem_->words;
    for (int i = 0; i < problem_->words; ++i)
      if (words[i]) return i * 64 + std::countr_zero(words[i]);
    return -1;
  }
  int largest(int variable) const {
    const uint64_t* words = domains_.data() + size_t(variable) * problem_->words;
    for (int i = problem_->words - 1; i >= 0; --i)
      if (words[i]) return i * 64 + 63 - std::countl_zero(words[i]);
    return -1;
  }

  // The literals, all false, of the values beyond the bound that term i contributes.
  void explain(int variable, bool from_below) {
    int edge = from_below ? least(variable) : largest(variable);
    size_t place = first_equality[variable];
    each(root_, variable, [&](int position) {
      Lit lit = equalities[place++];
      if (from_below ? position < edge : position > edge) clause_.push_back(lit);
    });
  }

  template <class Learner>
  bool at_most(Learner& learner, const Sum& sum) {
    int64_t slack = sum.bound;
    for (int i = 0; i < sum.count; ++i) slack -= smallest(sum, i);
    if (slack < 0) {
      clause_.clear();
      for (int i = 0; i < sum.count; ++i) explain(scope_[sum.first + i], terms_[sum.first + i] > 0);
      learner.fail(clause_);
      return false;
    }
    for (int i = 0; i < sum.count; ++i) {
      int variable = scope_[sum.first + i];
      int64_t c = terms_[sum.first + i], most = slack + smallest(sum, i);
      int beyond = c > 0 ? largest(variable) : least(variable);
      if (c * problem_->values[beyond] <= most) continue;
      size_t place = first_equality[variable];
      bool holds = true;
      // The first literal of the clause is exchanged for each value that goes; the reason is the same.
      clause_.assign(1, 0);
      for (int k = 0; k < sum.count; ++k)
        if (k != i) explain(scope_[sum.first + k], terms_[sum.first + k] > 0);
      each(root_, variable, [&](int position) {
        Lit lit = equalities[place++];
        if (!holds || c * problem_->values[position] <= most || learner.value(lit) == 0) return;
        clause_[0] = negation(lit);
        holds = learner.conclude(clause_);
      });
      if (!holds) return false;
    }
    return true;
  }
  int64_t smallest(const Sum& sum, int i) const {
    int64_t c = terms_[sum.first + i];
    int variable = scope_[sum.first + i];
    return c * problem_->values[c > 0 ? least(variable) : largest(variable)];
  }

  template <class Learner>
  bool differs(Learner& learner, const Sum& sum) {
    int open = -1;
    int64_t rest = 0;
    for (int i = 0; i < sum.count; ++i) {
      int variable = scope_[sum.first + i];
      if (least(variable) == largest(variable)) {
        rest += terms_[sum.first + i] * problem_->values[least(variable)];
      } else {
        if (open >= 0) return true;
        open = i;
      }
    }
    clause_.assign(1, 0);
    for (int i = 0; i < sum.count; ++i)
      if (i != open)
        clause_.push_back(negation(equality(scope_[sum.first + i], least(scope_[sum.first + i]))));
    if (open < 0) {
      if (rest != sum.bound) return true;
      clause_.erase(clause_.begin());
      learner.fail(clause_);
      return false;
    }
    int64_t c = terms_[sum.first + open], product = sum.bound - rest;
    int at = product % c == 0 ? problem_->position(product / c) : -1;
    int variable = scope_[sum.first + open];
    if (at < 0 || !(domains_[size_t(variable) * problem_->words + (at >> 6)] >> (at & 63) & 1)) return true;
    clause_[0] = negation(equality(variable, at));
    return learner.conclude(clause_);
  }
  Lit equality(int variable, int wanted) const {
    size_t place = first_equality[variable];
    Lit found = 1;
    each(root_, variable, [&](int position) {
      if (position == wanted) found = equalities[place];
      ++place;
    });
    return found;
  }

  const Problem* problem_ = nullptr;
  std::vector<uint64_t> root_, domains_;
  std::vector<Sum> sums_;
  std::vector<int> scope_, queue_;
  std::vector<int64_t> terms_;
  std::vector<uint8_t> waiting_;
  std::vector<std::vector<int>> of_variable_;
  std::vector<Lit> clause_;
};

}  // namespace copla::constraints
