// The assignment of the learning search: literals that hold, why they do, and what follows at once.
//
// Clauses are watched by two of their literals. "At most one of these" (the values of a variable; the places
// of a value in an all-different) is a group and no set of pairs: 64 x 64 boards would have 25 million pairs,
// and watching them is slower than walking the group. A reason is therefore a clause (>= 0), one true literal
// (encoded below -1), or nothing (-1).
//
// The theory looks at the domains after unit propagation and explains each conclusion when it makes it, in a
// second array of clauses that shrinks as the search goes back.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "constraints/clauses.hpp"
#include "core/control.hpp"

namespace copla::constraints {

template <class Theory>
class Implications {
public:
  static constexpr int no_reason = -1, lazy_base = 1 << 30;

  Implications(Theory& theory, Control& control) : theory_(theory), control_(control) {}

  void add_variable() {
    level_.push_back(0);
    reason_.push_back(no_reason);
    values_.insert(values_.end(), 2, int8_t(-1));
    watches_.resize(watches_.size() + 2);
    groups_of_.resize(groups_of_.size() + 2);
  }
  int variables() const { return static_cast<int>(level_.size()); }

  // -1: open, 0: false, 1: true
  int value(Lit lit) const { return values_[lit]; }
  int level(int v) const { return level_[v]; }
  bool has_reason(int v) const { return reason_[v] != no_reason; }
  const std::vector<Lit>& trail() const { return trail_; }

  int decision_level() const { return static_cast<int>(level_starts_.size()); }
  void new_level() { level_starts_.push_back(static_cast<int>(trail_.size())); }
  Lit decision(int level) const { return trail_[level_starts_[level - 1]]; }

  void enqueue(Lit lit, int reason = no_reason) {
    values_[lit] = 1;
    values_[negation(lit)] = 0;
    level_[variable_of(lit)] = decision_level();
    reason_[variable_of(lit)] = reason;
    trail_.push_back(lit);
    theory_.assigned(lit);
  }

  // A clause of two or more literals, which watches its first two.
  int add_clause(const std::vector<Lit>& lits, int quality) {
    control_.claim(bytes(static_cast<int>(lits.size())));
    int clause = arena_.add(lits.data(), static_cast<int>(lits.size()), quality);
    watch(clause, arena_, watches_);
    return clause;
  }

  // At most one of these literals is true. At the root only.
  void add_group(const std::vector<Lit>& lits) {
    if (lits.size() < 2) return;
    control_.claim(lits.size() * 12 + 32);
    for (Lit lit : lits) groups_of_[lit].push_back(static_cast<int>(group_starts_.size()) - 1);
    group_lits_.insert(group_lits_.end(), lits.begin(), lits.end());
    group_starts_.push_back(static_cast<int>(group_lits_.size()));
    for (Lit lit : lits)
      if (value(lit) == 1) again_from_root_ = true;
  }

  // For the theory: a conclusion with its reason, whose first literal is the conclusion.
  bool conclude(const std::vector<Lit>& clause) {
    Lit lit = clause[0];
    if (value(lit) == 1) return true;
    int at = lazy_base + lazy_.add(clause.data(), static_cast<int>(clause.size()), 0);
    if (value(lit) == 0) {
      conflict_.assign(clause.begin(), clause.end());
      return false;
    }
    lazy_marks_.push_back({static_cast<int>(trail_.size()), at - lazy_base});
    enqueue(lit, at);
    return true;
  }
  void fail(const std::vector<Lit>& clause) { conflict_ = clause; }

  // To be called before the search goes on: groups may have been added to what was propagated before.
  void look_again() {
    if (again_from_root_) head_ = 0;
    again_from_root_ = false;
  }

  // False at a conflict, whose literals, all false, are in conflict_.
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
      if (trail_.size() == before) return true;
    }
  }

  // After a conflict: its literals, all false, and its clause, or -1 if it was not one that is stored.
  const std::vector<Lit>& conflict() const { return conflict_; }
  int conflict_clause() const { return conflict_clause_; }

  // The stored clause that is the reason of a variable's value, or -1.
  int clause_of(int v) const { return reason_[v] >= 0 && reason_[v] < lazy_base ? reason_[v] : -1; }

  // Calls visit with each literal of the reason but the conclusion itself; all of them are false.
  template <class Visit>
  void each_of_reason(int v, Visit&& visit) const {
    int reason = reason_[v];
    if (reason < -1) return visit(negation(-2 - reason));
    if (reason == no_reason) return;
    const Arena& arena = reason >= lazy_base ? lazy_ : arena_;
    int at = reason >= lazy_base ? reason - lazy_base : reason;
    for (int i = 0; i < arena.size(at); ++i)
      if (variable_of(arena.lits(at)[i]) != v) visit(arena.lits(at)[i]);
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
    while (!lazy_marks_.empty() && lazy_marks_.back().trail >= static_cast<int>(start)) {
      lazy_.cut(lazy_marks_.back().at);
      lazy_marks_.pop_back();
    }
  }

  Arena& clauses() { return arena_; }

  // A clause that will be gone after the next `pack`, unless it is the reason of a value.
  void discard(int clause) {
    Lit first = arena_.lits(clause)[0];
    if (reason_[variable_of(first)] == clause && value(first) == 1) return;
    control_.release(bytes(arena_.size(clause)));
    arena_.set_quality(clause, -1);
  }

  // Packs the array of clauses; the learned ones that are left, where they are now.
  std::vector<int> pack() {
    Arena packed;
    std::vector<int> learned;
    std::vector<std::pair<int, int>> reasons;
    std::vector<std::vector<Watch>> watches(watches_.size());
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
      if (values_[lits[0]] == 1 && reason_[v] == clause) reasons.push_back({v, moved});
    }
    for (auto [v, moved] : reasons) reason_[v] = moved;
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
  struct LazyMark {
    int trail, at;
  };
  static constexpr ptrdiff_t kAhead =
      4;  // clauses of a list are fetched while those before them are looked at
  using Watches = std::vector<std::vector<Watch>>;

  static size_t bytes(int size) { return 4 * static_cast<size_t>(size + Arena::head) + 2 * sizeof(Watch); }

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
        enqueue(negation(*other), -2 - lit);
      }
    }
    return true;
  }

  // What does not change in the loop is kept in local variables: a byte that is written might else be any of
  // them. (The list itself does not grow: a new literal to watch is not false, and this one is.)
  bool propagate_clauses(Lit lit) {
    std::vector<Watch>& list = watches_[lit];
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
      enqueue(first, watch.clause);
    }
    kept = std::copy(from, end, kept);
    list.resize(static_cast<size_t>(kept - begin));
    return consistent;
  }

  Theory& theory_;
  Control& control_;
  Arena arena_, lazy_;
  std::vector<LazyMark> lazy_marks_;
  std::vector<int> level_, reason_, level_starts_, group_starts_{0};
  std::vector<int8_t> values_;  // by literal
  Watches watches_;
  std::vector<std::vector<int>> groups_of_;
  std::vector<Lit> group_lits_, trail_, conflict_;
  size_t head_ = 0;
  int conflict_clause_ = -1;
  bool again_from_root_ = false;
};

}  // namespace copla::constraints
