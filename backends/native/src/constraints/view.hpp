// The domains of the learning search, and reasons made of them: what sums and the other rules look at.
//
// Invariants. The domains here are the assignment and nothing else: a value is gone if and only if its
// literal is false, from the first literal on, where there will be rules at all; that is said at the start.
// A rule looks only when unit propagation has come to its end, so that no domain is empty, and a domain of
// one value is a true literal. A reason is a list of literals that are all false.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>

#include "constraints/auditor.hpp"
#include "constraints/clauses.hpp"
#include "constraints/problem.hpp"

namespace copla::constraints {

class View {
public:
  struct Removal {
    int variable = -1, position = -1;
  };

  // To be called before the first literal is assigned. `needed`: whether there will be rules.
  void start(const Problem* problem, const Vector<uint64_t>& domains, bool needed, Auditor* auditor) {
    problem_ = problem;
    auditor_ = auditor;
    needed_ = needed;
    if (needed) root_ = domains_ = domains;
  }
  bool needed() const { return needed_; }
  const Problem& problem() const { return *problem_; }

  // `removals[lit]`: what a true literal takes out of a domain; `equalities`: the literal of each equality.
  Vector<Removal> removals;
  Vector<size_t> first_equality;  // by variable
  Vector<Lit> equalities;         // of the values in its root domain, in order

  // The variable whose domain changes, or -1.
  int assigned(Lit lit) {
    const Removal& gone = removals[lit];
    if (gone.variable >= 0) word(gone) &= ~bit(gone);
    return gone.variable;
  }
  void unassigned(Lit lit) {
    const Removal& gone = removals[lit];
    if (gone.variable >= 0) word(gone) |= bit(gone);
  }

  int least(int variable) const { return problem_->least(domains_, variable); }
  int largest(int variable) const { return problem_->largest(domains_, variable); }
  bool settled(int variable) const { return least(variable) == largest(variable); }
  bool has(int variable, int64_t position) const { return problem_->has(domains_, variable, position); }
  Lit equality(int variable, int position) const {
    return equalities[first_equality[variable] + problem_->rank(root_, variable, position)];
  }
  // Each value that a variable had at the root, with its literal.
  template <class Visit>
  void each_at_root(int variable, Visit&& visit) const {
    size_t place = first_equality[variable];
    problem_->each(root_, variable, [&](int position) { visit(position, equalities[place++]); });
  }

  // The reason that is being made, after a place for the conclusion.
  Vector<Lit> clause;
  void begin_reason() { clause.assign(1, 0); }
  // That the variable has no value below this position, above it, this one; all of them are gone.
  void because_not_below(int variable, int position) {
    each_at_root(variable, [&](int at, Lit lit) {
      if (at < position) clause.push_back(lit);
    });
  }
  void because_not_above(int variable, int position) {
    each_at_root(variable, [&](int at, Lit lit) {
      if (at > position) clause.push_back(lit);
    });
  }
  void because_gone(int variable, int64_t position) {
    if (problem_->has(root_, variable, position))
      clause.push_back(equality(variable, static_cast<int>(position)));
  }
  // That it is what it is.
  void because_settled(int variable) { clause.push_back(negation(equality(variable, least(variable)))); }

  // The only two ways in which a rule says anything; false at a conflict. `bound`: of an objective.
  template <class Known>
  bool conclude(Known& known, int constraint, std::optional<int64_t> bound, Lit conclusion) {
    clause[0] = conclusion;
    if constexpr (audited) auditor_->given(clause, constraint, bound);
    return known.conclude(clause);
  }
  template <class Known>
  bool fail(Known& known, int constraint, std::optional<int64_t> bound) {
    clause.erase(clause.begin());
    if constexpr (audited) auditor_->given(clause, constraint, bound);
    known.fail(clause);
    return false;
  }

  // For the audit: the invariants, and that nothing more follows from what the domains are.
  template <class Known>
  void check_fixpoint(const Known& known) const {
    auditor_->ended([&](Lit lit) { return known.value(lit); });
    if (!needed_) return;
    for (int v = 0; v < problem_->variables; ++v) {
      each_at_root(v, [&](int position, Lit lit) {
        COPLA_ASSERT(has(v, position) == (known.value(lit) != 0),
                     "the domains of the rules are not the assignment");
      });
      COPLA_ASSERT(least(v) >= 0, "an empty domain after unit propagation");
      COPLA_ASSERT(!settled(v) || known.value(equality(v, least(v))) == 1,
                   "a domain of one value that is no true literal");
    }
  }

private:
  uint64_t& word(const Removal& gone) { return domains_[problem_->word_of(gone.variable, gone.position)]; }
  static uint64_t bit(const Removal& gone) { return uint64_t(1) << (gone.position & 63); }

  const Problem* problem_ = nullptr;
  Auditor* auditor_ = nullptr;
  bool needed_ = false;
  Vector<uint64_t> root_, domains_;
};

}  // namespace copla::constraints
