// Sums of three and more variables in the learning search: bounds, with an explanation for each conclusion.
//
// `sum(c * x) <= bound` fails when the least the terms can be is too much. The reason that x is at least l is
// that all its values below l are gone, so the explanation is the list of those literals `x == v`. Such lists
// are long for wide domains; they are built only when something is concluded, which in sums is rare.
//
// Invariants. The domains here are the assignment and nothing else: a value is gone if and only if its
// literal is false, from the first literal on, where there will be sums at all; that is said at the start. A
// sum looks only when unit propagation has come to its end, so that no domain is empty, and a domain of one
// value is a true literal; as soon as it has concluded something, unit propagation runs again before the next
// sum looks. Coefficients are not 0, no variable stands twice in a sum, and sums stay inside the range of
// numbers: see build.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>

#include "constraints/auditor.hpp"
#include "constraints/clauses.hpp"
#include "constraints/problem.hpp"

namespace copla::constraints {

class Sums {
public:
  struct Removal {
    int variable = -1, position = -1;
  };

  // To be called before the first literal is assigned. `needed`: whether there will be sums.
  void start(const Problem* problem, const Vector<uint64_t>& domains, bool needed, Auditor* auditor) {
    problem_ = problem;
    auditor_ = auditor;
    needed_ = needed;
    if (!needed) return;
    root_ = domains_ = domains;
    of_variable_.resize(problem->variables);
  }

  // `sign * sum <= bound`, or `sum != bound` if it `differs`; without a bound (an objective before the first
  // solution) it says nothing. `constraint`: who is meant by it.
  void add(int constraint, const int* scope, const int64_t* terms, int count, int64_t sign,
           std::optional<int64_t> bound, bool differs) {
    if (!needed_) throw std::logic_error("internal error: a sum where none was announced");
    int number = static_cast<int>(sums_.size());
    sums_.push_back({constraint, static_cast<int>(scope_.size()), count, bound, differs});
    for (int i = 0; i < count; ++i) {
      scope_.push_back(scope[i]);
      terms_.push_back(sign * terms[i]);
      of_variable_[scope[i]].push_back(number);
    }
    waiting_.push_back(0);
    wake(number);
  }
  int count() const { return static_cast<int>(sums_.size()); }

  void tighten(int sum, int64_t bound) {
    COPLA_ASSERT(!sums_[sum].bound || bound < *sums_[sum].bound, "a bound that is not tighter");
    sums_[sum].bound = bound;
    wake(sum);
  }

  // `removals[lit]`: what a true literal takes out of a domain; `equalities`: the literal of each equality.
  Vector<Removal> removals;
  Vector<size_t> first_equality;  // by variable
  Vector<Lit> equalities;         // of the values in its root domain, in order

  void assigned(Lit lit) {
    if (!needed_) return;
    const Removal& gone = removals[lit];
    if (gone.variable < 0) return;
    word(gone) &= ~bit(gone);
    for (int sum : of_variable_[gone.variable]) wake(sum);
  }
  void unassigned(Lit lit) {
    if (!needed_) return;
    const Removal& gone = removals[lit];
    if (gone.variable >= 0) word(gone) |= bit(gone);
  }

  // Until one sum has concluded something, or all have looked; false at a conflict.
  template <class Known>
  bool propagate(Known& known) {
    while (!queue_.empty()) {
      int number = queue_.back();
      queue_.pop_back();
      waiting_[number] = 0;
      const Sum& sum = sums_[number];
      if (!sum.bound) continue;
      const size_t before = known.trail().size();
      if (!(sum.differs ? differs(known, sum) : at_most(known, sum))) {
        wake(number);  // it has more to say after the search has gone back
        return false;
      }
      if (known.trail().size() != before) return true;
    }
    return true;
  }

  // For the audit: the invariant about domains, and that nothing more follows from what they are.
  template <class Known>
  void check_fixpoint(const Known& known) const {
    auditor_->ended([&](Lit lit) { return known.value(lit); });
    if (!needed_) return;
    for (int v = 0; v < problem_->variables; ++v) {
      size_t place = first_equality[v];
      problem_->each(root_, v, [&](int position) {
        COPLA_ASSERT(problem_->has(domains_, v, position) == (known.value(equalities[place++]) != 0),
                     "the domains of the sums are not the assignment");
      });
      const int least = problem_->least(domains_, v);
      COPLA_ASSERT(least >= 0, "an empty domain after unit propagation");
      COPLA_ASSERT(least != problem_->largest(domains_, v) || known.value(equality(v, least)) == 1,
                   "a domain of one value that is no true literal");
    }
  }

private:
  struct Sum {
    int constraint, first, count;
    std::optional<int64_t> bound;
    bool differs;
  };

  uint64_t& word(const Removal& gone) { return domains_[problem_->word_of(gone.variable, gone.position)]; }
  static uint64_t bit(const Removal& gone) { return uint64_t(1) << (gone.position & 63); }
  void wake(int sum) {
    if (waiting_[sum]) return;
    waiting_[sum] = 1;
    queue_.push_back(sum);
  }
  int least(int variable) const { return problem_->least(domains_, variable); }
  int largest(int variable) const { return problem_->largest(domains_, variable); }
  Lit equality(int variable, int position) const {
    return equalities[first_equality[variable] + problem_->rank(root_, variable, position)];
  }

  // The only two ways in which a sum says anything: its reason, all of it false, is built before.
  template <class Known>
  bool conclude(Known& known, const Sum& sum, Lit conclusion) {
    clause_[0] = conclusion;
    if constexpr (audited) auditor_->given(clause_, sum.constraint, sum.bound);
    return known.conclude(clause_);
  }
  template <class Known>
  bool fail(Known& known, const Sum& sum) {
    clause_.erase(clause_.begin());
    if constexpr (audited) auditor_->given(clause_, sum.constraint, sum.bound);
    known.fail(clause_);
    return false;
  }

  // The literals, all false, of the values beyond the bound that term i contributes.
  void explain(int variable, bool from_below) {
    int edge = from_below ? least(variable) : largest(variable);
    size_t place = first_equality[variable];
    problem_->each(root_, variable, [&](int position) {
      Lit lit = equalities[place++];
      if (from_below ? position < edge : position > edge) clause_.push_back(lit);
    });
  }
  void explain_all_but(const Sum& sum, int but) {
    clause_.assign(1, 0);
    for (int i = 0; i < sum.count; ++i)
      if (i != but) explain(scope_[sum.first + i], terms_[sum.first + i] > 0);
  }

  template <class Known>
  bool at_most(Known& known, const Sum& sum) {
    int64_t slack = *sum.bound;
    for (int i = 0; i < sum.count; ++i) slack -= smallest(sum, i);
    if (slack < 0) {
      explain_all_but(sum, -1);
      return fail(known, sum);
    }
    for (int i = 0; i < sum.count; ++i) {
      int variable = scope_[sum.first + i];
      int64_t c = terms_[sum.first + i], most = slack + smallest(sum, i);
      int beyond = c > 0 ? largest(variable) : least(variable);
      if (c * problem_->values[beyond] <= most) continue;
      size_t place = first_equality[variable];
      bool holds = true;
      explain_all_but(sum, i);  // one reason for each value that goes
      problem_->each(root_, variable, [&](int position) {
        Lit lit = equalities[place++];
        if (!holds || c * problem_->values[position] <= most || known.value(lit) == 0) return;
        holds = conclude(known, sum, negation(lit));
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

  // Has something to say when all variables but one have their values, which is a matter of true literals.
  template <class Known>
  bool differs(Known& known, const Sum& sum) {
    int open = -1;
    int64_t rest = 0;
    clause_.assign(1, 0);
    for (int i = 0; i < sum.count; ++i) {
      const int variable = scope_[sum.first + i], value = least(variable);
      const Lit lit = value == largest(variable) ? equality(variable, value) : -1;
      if (lit >= 0 && known.value(lit) == 1) {
        rest += terms_[sum.first + i] * problem_->values[value];
        clause_.push_back(negation(lit));
      } else {
        if (open >= 0) return true;
        open = i;
      }
    }
    if (open < 0) return rest != *sum.bound || fail(known, sum);
    int64_t c = terms_[sum.first + open], product = *sum.bound - rest;
    int at = product % c == 0 ? problem_->position(product / c) : -1;
    int variable = scope_[sum.first + open];
    if (!problem_->has(domains_, variable, at)) return true;
    return conclude(known, sum, negation(equality(variable, at)));
  }

  const Problem* problem_ = nullptr;
  Auditor* auditor_ = nullptr;
  bool needed_ = false;
  Vector<uint64_t> root_, domains_;
  Vector<Sum> sums_;
  Vector<int> scope_, queue_;
  Vector<int64_t> terms_;
  Vector<uint8_t> waiting_;
  Vector<Vector<int>> of_variable_;
  Vector<Lit> clause_;
};

}  // namespace copla::constraints
