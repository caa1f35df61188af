// The assignment of the learning search: literals that hold, why they do, and what follows at once.
//
// A literal becomes true in one of three ways: it is a fact (at the root), a decision (the first literal of a
// level), or it is implied, and then its reason is given in the same call. A reason is a clause with the
// implied literal in which every other literal is false at that moment. It is stored (a clause of the
// problem or a learned one), given by the theory together with its conclusion, or a pair: "at most one of
// these" (the values of a variable; the places of a value in an all-different) is a group and no set of
// pairs, for 64 x 64 boards would have 25 million of them.
//
// Clauses are watched by their first two literals; the literal that a stored clause implied is its first
// one. A clause and a group that are added at the root have only open literals.
//
// The theory is asked after unit propagation has come to its end, and again after whatever it concluded has
// been propagated: it never looks at an assignment from which more follows at once. Its reasons live in an
// array of their own that shrinks as the search goes back.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "constraints/auditor.hpp"
#include "constraints/clauses.hpp"
#include "core/control.hpp"

namespace copla::constraints {

struct Reason {
  enum class Kind : int32_t { none, stored, given, pair };
  Kind kind = Kind::none;
  int at = 0;  // of the clause; of a pair: the other literal, which is true
};

template <class Theory>
class Implications {
public:
  Implications(Theory& theory, Control& control) : theory_(theory), control_(control) {}

  void add_variable() {
    level_.push_back(0);
    reason_.push_back({});
    values_.insert(values_.end(), 2, int8_t(-1));
    watches_.resize(watches_.size() + 2);
    groups_of_.resize(groups_of_.size() + 2);
  }
  int variables() const { return static_cast<int>(level_.size()); }

  // -1: open, 0: false, 1: true
  int value(Lit lit) const { return values_[lit]; }
  int level(int v) const { return level_[v]; }
  bool has_reason(int v) const { return reason_[v].kind != Reason::Kind::none; }
  const Vector<Lit>& trail() const { return trail_; }

  int decision_level() const { return static_cast<int>(level_starts_.size()); }
  // Where a level, not the root, begins on the trail, and where any level ends.
  size_t start_of(int level) const { return level_starts_[level - 1]; }
  size_t end_of(int level) const { return level < decision_level() ? level_starts_[level] : trail_.size(); }
  // A level without a decision: an assumption that holds already.
  void new_level() { level_starts_.push_back(static_cast<int>(trail_.size())); }
  // The decision of a level, or -1 if it has none.
  Lit decision(int level) const {
    const size_t start = level_starts_[level - 1];
    return start < trail_.size() && level_[variable_of(trail_[start])] == level ? trail_[start] : -1;
  }

  void fact(Lit lit) {
    COPLA_ASSERT(decision_level() == 0, "a fact above the root");
    hold(lit, {});
  }
  void decide(Lit lit) {
    new_level();
    hold(lit, {});
  }
  // The first literal of a stored clause whose other literals are false.
  void imply(int clause) { imply(arena_.lits(clause)[0], {Reason::Kind::stored, clause}); }

  // A clause of two or more literals, which watches its first two.
  int add_clause(const Vector<Lit>& lits, int quality) {
    if (!arena_.has_room(lits.size())) {
      control_.request(Stop::memory);
      throw LimitReached{Stop::memory};
    }
    int clause = arena_.add(lits.data(), static_cast<int>(lits.size()), quality);
    watch(clause, arena_, watches_);
    return clause;
  }

  // At most one of these literals, all open and of different variables, is true. At the root only.
  void add_group(const Vector<Lit>& lits) {
    for (Lit lit : lits) {
      COPLA_ASSERT(value(lit) < 0, "a group of literals that are not open");
      groups_of_[lit].push_back(static_cast<int>(group_starts_.size()) - 1);
    }
    group_lits_.insert(group_lits_.end(), lits.begin(), lits.end());
    group_starts_.push_back(static_cast<int>(group_lits_.size()));
  }

  // For the theory: a conclusion, the first literal, with its reason, the others, all of them false. False if
  // the conclusion is false as well: that is a conflict.
  bool conclude(const Vector<Lit>& clause) {
    Lit lit = clause[0];
    if (value(lit) == 1) return true;
    if (value(lit) == 0) {
      fail(clause);
      return false;
    }
    if (decision_level() == 0) {
      COPLA_ASSERT(are_false(clause, 1), "a conclusion of the theory whose reason does not hold");
      fact(lit);
      return true;
    }
    if (!given_.has_room(clause.size())) {
      control_.request(Stop::memory);
      throw LimitReached{Stop::memory};
    }
    if (clause.size() >= kLong) control_.work(clause.size());
    int at = given_.add(clause.data(), static_cast<int>(clause.size()), 0);
    given_marks_.push_back({static_cast<int>(trail_.size()), at});
    imply(lit, {Reason::Kind::given, at});
    return true;
  }
  // For the theory: a clause whose literals are all false.
  void fail(const Vector<Lit>& clause) {
    COPLA_ASSERT(are_false(clause, 0), "a conflict of the theory whose literals are not all false");
    conflict_ = clause;
  }

  // False at a conflict, whose literals, all false, are in `conflict`.
  bool propagate() {
    conflict_clause_ = -1;
    while (true) {
      while (head_ < trail_.size()) {
        Lit lit = trail_[head_++];
        ++propagations;
        if (!propagate_groups(lit) || !propagate_clauses(lit)) return false;
      }
      size_t before = trail_.size();
      if (!theory_.propagate(*this)) return false;
      if (trail_.size() != before) continue;
      if constexpr (audited) {
        ++fixpoints_;
        if (fixpoints_ <= 1000 || fixpoints_ % 64 == 0) check_fixpoint();
      }
      return true;
    }
  }

  // After a conflict: its literals, all false, and its clause, or -1 if it was not one that is stored.
  const Vector<Lit>& conflict() const { return conflict_; }
  int conflict_clause() const { return conflict_clause_; }

  // The stored clause that is the reason of a variable's value, or -1.
  int clause_of(int v) const { return reason_[v].kind == Reason::Kind::stored ? reason_[v].at : -1; }

  // Calls visit with each literal of the reason but the conclusion itself; all of them are false.
  template <class Visit>
  void each_of_reason(int v, Visit&& visit) const {
    const Reason reason = reason_[v];
    if (reason.kind == Reason::Kind::pair) return visit(negation(reason.at));
    if (reason.kind == Reason::Kind::none) return;
    const Arena& arena = reason.kind == Reason::Kind::given ? given_ : arena_;
    const Lit* lits = arena.lits(reason.at);
    const int size = arena.size(reason.at);
    if (size >= static_cast<int>(kLong)) control_.work(size);
    for (int i = 0; i < size; ++i)
      if (variable_of(lits[i]) != v) visit(lits[i]);
  }

  // Takes back all levels above this one, and calls `forgotten(lit)` for each literal, the last one first.
  template <class Forgotten>
  void cancel_until(int level, Forgotten&& forgotten) {
    if (decision_level() <= level) return;
    size_t start = level_starts_[level];
    for (size_t i = trail_.size(); i-- > start;) {
      Lit lit = trail_[i];
      theory_.unassigned(lit);
      values_[lit] = values_[negation(lit)] = -1;
      forgotten(lit);
    }
    trail_.resize(start);
    head_ = start;
    level_starts_.resize(level);
    while (!given_marks_.empty() && given_marks_.back().trail >= static_cast<int>(start)) {
      given_.cut(given_marks_.back().at);
      given_marks_.pop_back();
    }
  }

  Arena& clauses() { return arena_; }

  // A clause that will be gone after the next `pack`, unless it is the reason of a value.
  void discard(int clause) {
    Lit first = arena_.lits(clause)[0];
    if (clause_of(variable_of(first)) == clause && value(first) == 1) return;
    arena_.set_quality(clause, -1);
  }

  // Packs the array of clauses; the learned ones that are left, where they are now.
  Vector<int> pack() {
    Arena packed;
    Vector<int> learned;
    Vector<std::pair<int, int>> reasons;
    Watches watches(watches_.size());
    for (size_t at = 0; at < arena_.end();) {
      int clause = static_cast<int>(at), size = arena_.size(clause), quality = arena_.quality(clause);
      at += size + Arena::head;
      if (quality < 0) continue;
      const Lit* lits = arena_.lits(clause);
      int moved = packed.add(lits, size, quality);
      packed.set_activity(moved, arena_.activity(clause));
      if (quality) learned.push_back(moved);
      watch(moved, packed, watches);
      int v = variable_of(lits[0]);
      if (values_[lits[0]] == 1 && clause_of(v) == clause) reasons.push_back({v, moved});
    }
    for (auto [v, moved] : reasons) reason_[v].at = moved;
    arena_.swap(packed);
    watches_.swap(watches);
    return learned;
  }

  uint64_t propagations = 0;

private:
  struct Watch {
    int clause;
    Lit blocker;
  };
  struct Mark {
    int trail, at;
  };
  // Sums of wide domains give reasons of thousands of literals, and one conflict may go through thousands of
  // them: that work is told to the control.
  static constexpr size_t kLong = 256;
  static constexpr ptrdiff_t kAhead =
      4;  // clauses of a list are fetched while those before them are looked at
  using Watches = Vector<Vector<Watch>>;

  // The only place where a literal becomes true.
  [[gnu::always_inline]] void hold(Lit lit, Reason reason) {
    COPLA_ASSERT(value(lit) < 0, "a literal becomes true that is not open");
    values_[lit] = 1;
    values_[negation(lit)] = 0;
    level_[variable_of(lit)] = decision_level();
    reason_[variable_of(lit)] = reason;
    trail_.push_back(lit);
    theory_.assigned(lit);
  }
  void imply(Lit lit, Reason reason) {
    hold(lit, reason);
    if constexpr (audited)
      each_of_reason(variable_of(lit), [&](Lit other) {
        COPLA_ASSERT(value(other) == 0 && level(variable_of(other)) <= decision_level(),
                     "a reason with a literal that is not false");
      });
  }

  static void watch(int clause, const Arena& arena, Watches& watches) {
    const Lit* lits = arena.lits(clause);
    watches[negation(lits[0])].push_back({clause, lits[1]});
    watches[negation(lits[1])].push_back({clause, lits[0]});
  }

  bool propagate_groups(Lit lit) {
    const int8_t* const values = values_.data();
    for (const int group : groups_of_[lit]) {
      const Lit* const end = group_lits_.data() + group_starts_[group + 1];
      for (const Lit* other = group_lits_.data() + group_starts_[group]; other != end; ++other) {
        if (*other == lit || values[*other] == 0) continue;
        if (values[*other] == 1) {
          conflict_.assign({negation(lit), negation(*other)});
          return false;
        }
        imply(negation(*other), {Reason::Kind::pair, lit});
      }
    }
    return true;
  }

  // What does not change in the loop is kept in local variables: a byte that is written might else be any of
  // them. (The list itself does not grow: a new literal to watch is not false, and this one is.)
  bool propagate_clauses(Lit lit) {
    Vector<Watch>& list = watches_[lit];
    Watch *const begin = list.data(), *const end = begin + list.size();
    const int8_t* const values = values_.data();
    const Lit gone = negation(lit);
    Watch *from = begin, *kept = begin;
    bool consistent = true;
    while (from != end) {
      if (from + kAhead < end) __builtin_prefetch(arena_.lits(from[kAhead].clause));
      const Watch watch = *from++;
      if (values[watch.blocker] == 1) {
        *kept++ = watch;
        continue;
      }
      Lit* const lits = arena_.lits(watch.clause);
      const Lit first = lits[0] ^ lits[1] ^ gone;
      const int8_t value = values[first];
      *kept++ = {watch.clause, first};
      if (value == 1) continue;
      const int size = arena_.size(watch.clause);
      int k = 2;
      while (k < size && values[lits[k]] == 0) ++k;
      if (k < size) {
        --kept;
        lits[0] = first;
        lits[1] = lits[k];
        lits[k] = gone;
        watches_[negation(lits[1])].push_back({watch.clause, first});
        continue;
      }
      lits[0] = first;
      lits[1] = gone;
      if (value == 0) {
        conflict_.assign(lits, lits + size);
        conflict_clause_ = watch.clause;
        consistent = false;
        break;
      }
      imply(first, {Reason::Kind::stored, watch.clause});
    }
    kept = std::copy(from, end, kept);
    list.resize(static_cast<size_t>(kept - begin));
    return consistent;
  }

  bool are_false(const Vector<Lit>& lits, size_t from) const {
    return std::all_of(lits.begin() + from, lits.end(), [&](Lit lit) { return value(lit) == 0; });
  }

  // Nothing follows at once any more: no clause has lost all literals or all but an open one, next to a true
  // literal of a group all others are false, and the theory has nothing to say.
  void check_fixpoint() const {
    for (size_t at = 0; at < arena_.end(); at += arena_.size(static_cast<int>(at)) + Arena::head) {
      const int clause = static_cast<int>(at);
      if (arena_.quality(clause) < 0) continue;
      int open = 0, holds = 0;
      for (int i = 0; i < arena_.size(clause); ++i) {
        open += value(arena_.lits(clause)[i]) < 0;
        holds += value(arena_.lits(clause)[i]) == 1;
      }
      COPLA_ASSERT(holds > 0 || open > 1, "unit propagation stopped before its end, at a clause");
    }
    for (size_t group = 0; group + 1 < group_starts_.size(); ++group) {
      int open = 0, holds = 0;
      for (int i = group_starts_[group]; i < group_starts_[group + 1]; ++i) {
        open += value(group_lits_[i]) < 0;
        holds += value(group_lits_[i]) == 1;
      }
      COPLA_ASSERT(holds == 0 || (holds == 1 && open == 0),
                   "unit propagation stopped before its end, at a group");
    }
    theory_.check_fixpoint(*this);
  }

  Theory& theory_;
  Control& control_;
  Arena arena_, given_;
  Vector<Mark> given_marks_;
  Vector<Reason> reason_;
  Vector<int> level_, level_starts_, group_starts_{0};
  Vector<int8_t> values_;  // by literal
  Watches watches_;
  Vector<Vector<int>> groups_of_;
  Vector<Lit> group_lits_, trail_, conflict_;
  size_t head_ = 0;
  uint64_t fixpoints_ = 0;  // for the audit
  int conflict_clause_ = -1;
};

}  // namespace copla::constraints
