// Conflict-driven clause learning over the literals `x == v`: the search for problems where the light one
// drowns.
//
// The core is textbook: clauses of conflicts (analysis.hpp), activities that decay, values that were good
// before (phases.hpp), restarts by the quality of recent clauses, and a clause base that is halved by quality
// now and then; a clause's quality is the number of levels in it, the fewest so far. What follows from a
// literal is found in implications.hpp; sums of three and more variables stay sums (sums.hpp).
//
// Invariants. A conflict has a literal of the current level after the search went back to the highest level
// in it. A learned clause is false, and after the jump back it has one open literal, which it implies. Only
// decisions and facts have no reason, and no reason has a literal of a higher level than its conclusion.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "constraints/analysis.hpp"
#include "constraints/implications.hpp"
#include "constraints/phases.hpp"

namespace copla::constraints {

template <class Theory>
class Learner {
public:
  enum class Outcome { model, refuted, refuted_by_assumptions, too_many_decisions, limit };

  // The auditor is asked in audit builds only.
  Learner(Theory& theory, Control& control, Auditor* auditor)
      : known_(theory, control), analysis_(known_), control_(control), auditor_(auditor), heap_(activity_) {}

  int add_variable() {
    int v = known_.variables();
    known_.add_variable();
    activity_.push_back(0);
    phases_.add_variable();
    analysis_.add_variable();
    heap_.grow(v + 1);
    heap_.insert(v);
    return v;
  }
  void set_activity(int v, double activity) {
    activity_[v] = activity;
    heap_.raised(v);
  }

  // -1: open, 0: false, 1: true
  int value(Lit lit) const { return known_.value(lit); }
  uint64_t propagations() const { return known_.propagations; }

  // At the root only. Literals that are settled there are taken out.
  void add_clause(Vector<Lit> lits) {
    COPLA_ASSERT(known_.decision_level() == 0, "a clause is added above the root");
    if (!consistent_) return;
    std::sort(lits.begin(), lits.end());
    size_t kept = 0;
    for (size_t i = 0; i < lits.size(); ++i) {
      if (value(lits[i]) == 1 || (kept && lits[kept - 1] == negation(lits[i]))) return;
      if (value(lits[i]) == 0 || (kept && lits[kept - 1] == lits[i])) continue;
      lits[kept++] = lits[i];
    }
    lits.resize(kept);
    if (lits.empty())
      refute();
    else if (lits.size() == 1)
      known_.fact(lits[0]);
    else
      known_.add_clause(lits, 0);
  }

  // At most one of these literals is true; open ones are of different variables. At the root only. What is
  // settled there is settled at once: next to a true literal all others are false, and a second true one (two
  // variables with one and the same value left) is a contradiction.
  void add_group(Vector<Lit> lits) {
    COPLA_ASSERT(known_.decision_level() == 0, "a group is added above the root");
    const auto chosen = std::find_if(lits.begin(), lits.end(), [&](Lit lit) { return value(lit) == 1; });
    if (chosen != lits.end()) {
      for (auto other = lits.begin(); other != lits.end(); ++other)
        if (other != chosen) add_clause({negation(*other)});
      return;
    }
    std::erase_if(lits, [&](Lit lit) { return value(lit) == 0; });
    if (lits.size() > 1 && consistent_) known_.add_group(lits);
  }

  // `most_decisions`: give up beyond so many, of all calls together.
  Outcome solve(const Vector<Lit>& assumptions, Progress& progress, uint64_t most_decisions = UINT64_MAX) {
    core_.clear();
    const Progress before = progress;
    while (true) {
      if (!consistent_) return Outcome::refuted;
      if (!known_.propagate()) {
        ++conflicts;
        bump_clause(known_.conflict_clause());
        progress.expanded = before.expanded + decisions;
        progress.generated = before.generated + decisions + conflicts;
        if (control_.due(progress, 1)) return Outcome::limit;
        int top = 0;
        for (Lit lit : known_.conflict()) top = std::max(top, known_.level(variable_of(lit)));
        if (top == 0) {
          refute();
          return Outcome::refuted;
        }
        phases_.conflict(known_.trail(), known_.start_of(known_.decision_level()));
        cancel_until(top);
        learn();
        decay_ = std::min(0.95, decay_ + 0.0001);
        bump_ /= decay_;
        clause_bump_ /= 0.999f;
        continue;
      }
      if (fast_ > 1.1 * slow_ && since_restart_ > 10) {
        since_restart_ = 0;
        ++restarts;
        fast_ = slow_;
        cancel_until(0);
        continue;
      }
      if (static_cast<int64_t>(learned_.size()) > most_learned_) {
        reduce();
        most_learned_ += 500;
      }
      if (control_.due(progress, 1)) return Outcome::limit;
      Lit next = -1;
      while (known_.decision_level() < static_cast<int>(assumptions.size())) {
        Lit wanted = assumptions[known_.decision_level()];
        if (value(wanted) == 1) {
          known_.new_level();
        } else if (value(wanted) == 0) {
          explain_assumption(wanted);
          return Outcome::refuted_by_assumptions;
        } else {
          next = wanted;
          break;
        }
      }
      while (next < 0 && !heap_.empty()) {
        int v = heap_.pop();
        if (value(2 * v) < 0) next = 2 * v + (phases_.of(v) ? 0 : 1);
      }
      if (next < 0) {
        phases_.forget();
        return Outcome::model;
      }
      if (decisions == most_decisions) return Outcome::too_many_decisions;
      ++decisions;
      known_.decide(next);
      deepest = std::max<uint64_t>(deepest, known_.decision_level());
    }
  }

  // After a model, found without assumptions: excludes it, and goes on from where the search is. False if it
  // was the last one.
  bool block() {
    Vector<Lit> clause;
    for (int level = known_.decision_level(); level > 0; --level) {
      COPLA_ASSERT(known_.decision(level) >= 0, "a level without a decision in a search without assumptions");
      clause.push_back(negation(known_.decision(level)));
    }
    if constexpr (audited) auditor_->wanted(clause);
    if (clause.empty()) return false;
    cancel_until(known_.decision_level() - 1);
    if (clause.size() == 1)
      known_.fact(clause[0]);
    else
      known_.imply(known_.add_clause(clause, 0));
    return true;
  }

  void to_root() { cancel_until(0); }
  // The assumptions that cannot hold together, after `refuted_by_assumptions`.
  const Vector<Lit>& core() const { return core_; }

  uint64_t conflicts = 0, decisions = 0, restarts = 0, deepest = 0;

private:
  // What is known has no solution.
  void refute() {
    if constexpr (audited) auditor_->learned({});
    consistent_ = false;
  }

  void learn() {
    clause_ = analysis_.learn([&](int v) { bump_variable(v); }, [&](int clause) { bump_clause(clause); });
    if constexpr (audited) auditor_->learned(clause_);
    const int back = clause_.size() > 1 ? known_.level(variable_of(clause_[1])) : 0;
    const int quality = analysis_.levels_of(clause_.data(), static_cast<int>(clause_.size()));
    fast_ += (quality - fast_) / static_cast<double>(std::min<uint64_t>(conflicts, 32));
    slow_ += (quality - slow_) / static_cast<double>(std::min<uint64_t>(conflicts, 4096));
    ++since_restart_;
    cancel_until(back);
    COPLA_ASSERT(is_asserting(), "a jump back after which the learned clause implies nothing");
    if (clause_.size() == 1) return known_.fact(clause_[0]);
    int made = known_.add_clause(clause_, quality);
    known_.clauses().set_activity(made, clause_bump_);
    learned_.push_back(made);
    known_.imply(made);
  }

  bool is_asserting() const {
    for (size_t i = 0; i < clause_.size(); ++i)
      if (value(clause_[i]) != (i == 0 ? -1 : 0)) return false;
    return clause_.size() == 1 || known_.level(variable_of(clause_[1])) == known_.decision_level();
  }

  void bump_variable(int v) {
    if ((activity_[v] += bump_) > 1e100) {
      for (double& a : activity_) a *= 1e-100;
      bump_ *= 1e-100;
    }
    heap_.raised(v);
  }
  // Of learned clauses only, whose literals are all settled.
  void bump_clause(int clause) {
    Arena& clauses = known_.clauses();
    if (clause < 0 || clauses.quality(clause) == 0) return;
    if (clauses.quality(clause) > 2) {
      const int levels = analysis_.levels_of(clauses.lits(clause), clauses.size(clause));
      if (levels < clauses.quality(clause)) clauses.set_quality(clause, levels);
    }
    float now = clauses.activity(clause) + clause_bump_;
    clauses.set_activity(clause, now);
    if (now > 1e20f) {
      for (int c : learned_) clauses.set_activity(c, clauses.activity(c) * 1e-20f);
      clause_bump_ *= 1e-20f;
    }
  }

  void cancel_until(int level) {
    known_.cancel_until(level, [&](Lit lit) {
      phases_.undone(lit);
      heap_.insert(variable_of(lit));
    });
  }

  // The assumptions, this false one included, from which its being false follows.
  void explain_assumption(Lit wanted) {
    core_.assign(1, wanted);
    analysis_.each_decision_against(wanted, [&](Lit decided) { core_.push_back(decided); });
    if constexpr (audited) {
      Vector<Lit> clause;
      for (Lit lit : core_) clause.push_back(negation(lit));
      auditor_->learned(clause);
    }
  }

  // Deletes the worse half of the learned clauses.
  void reduce() {
    const Arena& clauses = known_.clauses();
    std::sort(learned_.begin(), learned_.end(), [&](int a, int b) {
      if (clauses.quality(a) != clauses.quality(b)) return clauses.quality(a) < clauses.quality(b);
      if (clauses.activity(a) != clauses.activity(b)) return clauses.activity(a) > clauses.activity(b);
      return a < b;
    });
    for (size_t i = learned_.size() / 2; i < learned_.size(); ++i)
      if (clauses.quality(learned_[i]) > 3) known_.discard(learned_[i]);
    learned_ = known_.pack();
  }

  Implications<Theory> known_;
  Analysis<Implications<Theory>> analysis_;
  Phases phases_;
  Control& control_;
  Auditor* auditor_;
  Vector<int> learned_;
  Vector<double> activity_;
  Vector<Lit> clause_, core_;
  Heap heap_;
  double bump_ = 1, decay_ = 0.85, fast_ = 0, slow_ = 0;
  float clause_bump_ = 1;
  int64_t since_restart_ = 0, most_learned_ = 2000;
  bool consistent_ = true;
};

}  // namespace copla::constraints
