// What a conflict teaches: the clause of the first unique implication point, made shorter twice.
//
// First every literal goes that follows from the others. Then, level by level, the literals of one level are
// replaced by one literal of that level from which, together with lower ones of the clause, all of them
// follow, where there is one: lines of all-different take a value's places away one by one, and what took
// them is often a single choice. Both only resolve with reasons, so that the clause follows from what is
// known by unit propagation. Cores of assumptions are found the same way.
//
// Invariants. Of a clause in the making, `seen_` says which variables are in it or follow from it; it is
// empty between two questions. No reason has a literal of a higher level than its conclusion, so that a level
// is settled by what is on it and below.
#pragma once

#include <algorithm>
#include <cstdint>

#include "constraints/clauses.hpp"

namespace copla::constraints {

template <class Known>
class Analysis {
public:
  explicit Analysis(const Known& known) : known_(known) {}

  void add_variable() {
    seen_.push_back(0);
    in_block_.push_back(0);
  }

  // After a conflict with a literal of the current level. The first literal of the clause is the only one of
  // the current level, the others follow by their levels, the highest first. Calls `met(variable)` for every
  // variable, and `used(clause)` for every stored clause on the way.
  template <class Met, class Used>
  const Vector<Lit>& learn(Met&& met, Used&& used) {
    clause_.assign(1, 0);
    int open = 0;
    auto look = [&](Lit lit) {
      int v = variable_of(lit);
      if (seen_[v] || known_.level(v) == 0) return;
      see(v);
      met(v);
      if (known_.level(v) == known_.decision_level())
        ++open;
      else
        clause_.push_back(lit);
    };
    for (Lit lit : known_.conflict()) look(lit);
    size_t at = known_.trail().size();
    Lit point;
    COPLA_ASSERT(open > 0, "a conflict without a literal of the current level");
    while (true) {
      do {
        COPLA_ASSERT(at > 0, "a conflict whose literals are not on the trail");
        point = known_.trail()[--at];
      } while (!seen_[variable_of(point)]);
      if (--open == 0) break;
      known_.each_of_reason(variable_of(point), look);
      used(known_.clause_of(variable_of(point)));
    }
    clause_[0] = negation(point);
    minimise();
    shrink();
    for (int v : touched_) seen_[v] = 0;
    touched_.clear();
    return clause_;
  }

  // The decisions from which it follows that this literal is false.
  template <class Visit>
  void each_decision_against(Lit lit, Visit&& visit) {
    seen_[variable_of(lit)] = 1;
    for (size_t i = known_.trail().size(); i-- > 0;) {
      Lit cause = known_.trail()[i];
      int v = variable_of(cause);
      if (!seen_[v]) continue;
      seen_[v] = 0;
      if (known_.level(v) == 0) continue;
      if (!known_.has_reason(v))
        visit(cause);
      else
        known_.each_of_reason(v, [&](Lit other) { seen_[variable_of(other)] = 1; });
    }
  }

  // How many levels the literals, all of them settled, are of.
  int levels_of(const Lit* lits, int count) {
    ++counting_;
    int levels = 0;
    for (int i = 0; i < count; ++i) {
      const int level = known_.level(variable_of(lits[i]));
      if (level >= static_cast<int>(counted_.size())) counted_.resize(level + 1, 0);
      if (counted_[level] != counting_) {
        counted_[level] = counting_;
        ++levels;
      }
    }
    return levels;
  }

private:
  void see(int v) {
    seen_[v] = 1;
    touched_.push_back(v);
  }

  void minimise() {
    ++clauses_;
    for (size_t i = 1; i < clause_.size(); ++i) {
      const int level = known_.level(variable_of(clause_[i]));
      if (level >= static_cast<int>(levels_.size())) levels_.resize(level + 1, 0);
      levels_[level] = clauses_;
    }
    size_t kept = 1;
    for (size_t i = 1; i < clause_.size(); ++i)
      if (!redundant(clause_[i])) clause_[kept++] = clause_[i];
    clause_.resize(kept);
  }

  // Whether a literal of the clause follows from the others, by looking back through its reasons.
  bool redundant(Lit lit) {
    if (!known_.has_reason(variable_of(lit))) return false;
    stack_.assign(1, variable_of(lit));
    size_t before = touched_.size();
    while (!stack_.empty()) {
      int v = stack_.back();
      stack_.pop_back();
      bool needed = false;
      known_.each_of_reason(v, [&](Lit other) {
        int w = variable_of(other);
        if (needed || seen_[w] || known_.level(w) == 0) return;
        if (!known_.has_reason(w) || !level_in_clause(known_.level(w))) {
          needed = true;
          return;
        }
        see(w);
        stack_.push_back(w);
      });
      if (needed) {
        while (touched_.size() > before) {
          seen_[touched_.back()] = 0;
          touched_.pop_back();
        }
        return false;
      }
    }
    return true;
  }
  bool level_in_clause(int level) const {
    return level < static_cast<int>(levels_.size()) && levels_[level] == clauses_;
  }

  void shrink() {
    auto level_of = [&](Lit lit) { return known_.level(variable_of(lit)); };
    std::sort(clause_.begin() + 1, clause_.end(),
              [&](Lit a, Lit b) { return level_of(a) != level_of(b) ? level_of(a) > level_of(b) : a < b; });
    size_t kept = 1;
    for (size_t first = 1, last; first < clause_.size(); first = last) {
      const int level = level_of(clause_[first]);
      last = first + 1;
      while (last < clause_.size() && level_of(clause_[last]) == level) ++last;
      const Lit one = last - first > 1 ? common_cause(first, last, level) : -1;
      if (one < 0) {
        kept = std::copy(clause_.begin() + first, clause_.begin() + last, clause_.begin() + kept) -
               clause_.begin();
      } else {
        clause_[kept++] = one;
        if (!seen_[variable_of(one)]) see(variable_of(one));
      }
    }
    clause_.resize(kept);
  }

  // A false literal from which, with what is seen of lower levels, follows that these of one level are false;
  // -1 if that needs a literal of a lower level that is not seen.
  Lit common_cause(size_t first, size_t last, int level) {
    for (size_t i = first; i < last; ++i) block(variable_of(clause_[i]));
    Lit cause = -1;
    size_t open = block_.size();
    bool needed = false;
    for (size_t at = known_.end_of(level); !needed;) {
      do {
        COPLA_ASSERT(at > 0, "a level whose literals are not on the trail");
        cause = known_.trail()[--at];
      } while (!in_block_[variable_of(cause)]);
      if (open == 1) break;
      --open;
      known_.each_of_reason(variable_of(cause), [&](Lit other) {
        const int w = variable_of(other), its = known_.level(w);
        if (its == 0 || (its < level ? seen_[w] : in_block_[w])) return;
        if (its < level) {
          needed = true;
        } else {
          block(w);
          ++open;
        }
      });
    }
    for (int v : block_) in_block_[v] = 0;
    block_.clear();
    return needed ? -1 : negation(cause);
  }
  void block(int v) {
    in_block_[v] = 1;
    block_.push_back(v);
  }

  const Known& known_;
  Vector<Lit> clause_;
  Vector<uint8_t> seen_, in_block_;
  Vector<int> touched_, stack_, block_;
  Vector<uint64_t> levels_, counted_;
  uint64_t clauses_ = 0, counting_ = 0;
};

}  // namespace copla::constraints
