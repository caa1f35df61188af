// Conflict-driven clause learning over the literals `x == v`: the search for problems where the light one
// drowns.
//
// The core is textbook: two watched literals, first unique implication point, recursive minimisation,
// activities that decay, saved phases, restarts by the quality of recent clauses, and a clause base that is
// halved by quality now and then. Two things are shaped by the direct encoding of finite domains:
//
// "At most one of these" (the values of a variable; the places of a value in an all-different) is a group and
// no set of pairs: 64 x 64 boards would have 25 million pairs, and watching them is slower than walking the
// group. A reason is therefore a clause (>= 0), one true literal (encoded below -1), or nothing (-1).
//
// Sums of three and more variables stay sums: `Sums` (sums.hpp) looks at the domains after unit propagation
// and explains each conclusion when it makes it, in a second array that shrinks as the search goes back.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "constraints/clauses.hpp"
#include "core/control.hpp"

namespace copla::constraints {

template <class Theory>
class Learner {
public:
  enum class Outcome { model, refuted, refuted_by_assumptions, limit };
  static constexpr int no_reason = -1, lazy_base = 1 << 30;

  Learner(Theory& theory, Control& control) : theory_(theory), control_(control), heap_(activity_) {}

  int add_variable() {
    int v = static_cast<int>(level_.size());
    level_.push_back(0);
    reason_.push_back(no_reason);
    activity_.push_back(0);
    phase_.push_back(0);
    seen_.push_back(0);
    values_.insert(values_.end(), 2, int8_t(-1));
    watches_.resize(watches_.size() + 2);
    groups_of_.resize(groups_of_.size() + 2);
    heap_.grow(v + 1);
    heap_.insert(v);
    return v;
  }
  int variables() const { return static_cast<int>(level_.size()); }
  void set_activity(int v, double activity) {
    activity_[v] = activity;
    heap_.raised(v);
  }
  void set_phase(int v, bool phase) { phase_[v] = phase; }

  // -1: open, 0: false, 1: true
  int value(Lit lit) const { return values_[lit]; }
  int decision_level() const { return static_cast<int>(level_starts_.size()); }
  bool contradiction() const { return !consistent_; }

  // At the root only. Literals that are settled there are taken out.
  void add_clause(std::vector<Lit> lits) {
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
      consistent_ = false;
    else if (lits.size() == 1)
      enqueue(lits[0], no_reason);
    else
      attach(store(lits, 0));
  }

  // At most one of these literals is true. At the root only.
  void add_group(const std::vector<Lit>& lits) {
    if (lits.size() < 2) return;
    control_.claim(lits.size() * 12 + 32);
    for (Lit lit : lits) groups_of_[lit].push_back(static_cast<int>(group_starts_.size()) - 1);
    group_lits_.insert(group_lits_.end(), lits.begin(), lits.end());
    group_starts_.push_back(static_cast<int>(group_lits_.size()));
    for (Lit lit : lits)
      if (value(lit) == 1) requeue_root_ = true;
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

  Outcome solve(const std::vector<Lit>& assumptions, Progress& progress) {
    core_.clear();
    if (requeue_root_) {
      head_ = 0;
      requeue_root_ = false;
    }
    while (true) {
      if (!consistent_) return Outcome::refuted;
      if (!propagate()) {
        ++conflicts;
        progress.expanded = decisions;
        progress.generated = conflicts;
        if (control_.due(progress, 1)) return Outcome::limit;
        int top = 0;
        for (Lit lit : conflict_) top = std::max(top, level_[variable_of(lit)]);
        if (top == 0) {
          consistent_ = false;
          return Outcome::refuted;
        }
        cancel_until(top);
        learn();
        decay_ = std::min(0.95, decay_ + 0.00001);
        bump_ /= decay_;
        clause_bump_ /= 0.999f;
        continue;
      }
      if (fast_ > 1.1 * slow_ && since_restart_ > 20) {
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
      while (decision_level() < static_cast<int>(assumptions.size())) {
        Lit wanted = assumptions[decision_level()];
        if (value(wanted) == 1) {
          level_starts_.push_back(static_cast<int>(trail_.size()));
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
        if (values_[2 * v] < 0) next = 2 * v + (phase_[v] ? 0 : 1);
      }
      if (next < 0) return Outcome::model;
      ++decisions;
      level_starts_.push_back(static_cast<int>(trail_.size()));
      deepest = std::max<uint64_t>(deepest, level_starts_.size());
      enqueue(next, no_reason);
    }
  }

  // After a model, found without assumptions: excludes it, and goes on from where the search is. False if it
  // was the last one.
  bool block() {
    std::vector<Lit> clause;
    for (int level = decision_level(); level > 0; --level)
      clause.push_back(negation(trail_[level_starts_[level - 1]]));
    if (clause.empty()) return false;
    cancel_until(decision_level() - 1);
    if (clause.size() == 1) {
      enqueue(clause[0], no_reason);
      return true;
    }
    int at = store(clause, 0);
    attach(at);
    enqueue(clause[0], at);
    return true;
  }

  void to_root() { cancel_until(0); }
  // The assumptions that cannot hold together, after `refuted_by_assumptions`.
  const std::vector<Lit>& core() const { return core_; }

  uint64_t conflicts = 0, decisions = 0, propagations = 0, restarts = 0, deepest = 0;

private:
  struct Watch {
    int clause;
    Lit blocker;
  };
  struct LazyMark {
    int trail, at;
  };

  int store(const std::vector<Lit>& lits, int quality) {
    control_.claim(4 * (lits.size() + Arena::head) + 2 * sizeof(Watch));
    return arena_.add(lits.data(), static_cast<int>(lits.size()), quality);
  }
  void attach(int clause) {
    const Lit* lits = arena_.lits(clause);
    watches_[negation(lits[0])].push_back({clause, lits[1]});
    watches_[negation(lits[1])].push_back({clause, lits[0]});
  }

  void enqueue(Lit lit, int reason) {
    values_[lit] = 1;
    values_[negation(lit)] = 0;
    level_[variable_of(lit)] = decision_level();
    reason_[variable_of(lit)] = reason;
    trail_.push_back(lit);
    theory_.assigned(lit);
  }

  // False at a conflict, whose literals, all false, are in conflict_.
  bool propagate() {
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

  bool propagate_groups(Lit lit) {
    for (int group : groups_of_[lit]) {
      for (int i = group_starts_[group]; i < group_starts_[group + 1]; ++i) {
        Lit other = group_lits_[i];
        if (other == lit || values_[other] == 0) continue;
        if (values_[other] == 1) {
          conflict_.assign({negation(lit), negation(other)});
          return false;
        }
        enqueue(negation(other), -2 - lit);
      }
    }
    return true;
  }

  bool propagate_clauses(Lit lit) {
    std::vector<Watch>& list = watches_[lit];
    Lit gone = negation(lit);
    size_t kept = 0;
    for (size_t i = 0; i < list.size(); ++i) {
      Watch watch = list[i];
      if (values_[watch.blocker] == 1) {
        list[kept++] = watch;
        continue;
      }
      Lit* lits = arena_.lits(watch.clause);
      const int size = arena_.size(watch.clause);
      if (lits[0] == gone) std::swap(lits[0], lits[1]);
      Watch renewed{watch.clause, lits[0]};
      if (values_[lits[0]] == 1) {
        list[kept++] = renewed;
        continue;
      }
      bool moved = false;
      for (int k = 2; k < size; ++k) {
        if (values_[lits[k]] == 0) continue;
        std::swap(lits[1], lits[k]);
        watches_[negation(lits[1])].push_back(renewed);
        moved = true;
        break;
      }
      if (moved) continue;
      list[kept++] = renewed;
      if (values_[lits[0]] == 0) {
        conflict_.assign(lits, lits + size);
        if (arena_.quality(watch.clause)) bump_clause(watch.clause);
        for (++i; i < list.size(); ++i) list[kept++] = list[i];
        list.resize(kept);
        return false;
      }
      enqueue(lits[0], watch.clause);
    }
    list.resize(kept);
    return true;
  }

  // Calls visit with each literal of the reason but the conclusion itself; all of them are false.
  template <class Visit>
  void each_of_reason(int v, Visit&& visit) {
    int reason = reason_[v];
    if (reason < -1) {
      visit(negation(-2 - reason));
    } else if (reason >= 0) {
      Arena& arena = reason >= lazy_base ? lazy_ : arena_;
      int at = reason >= lazy_base ? reason - lazy_base : reason;
      for (int i = 0; i < arena.size(at); ++i) {
        Lit lit = arena.lits(at)[i];
        if (variable_of(lit) != v) visit(lit);
      }
      if (reason < lazy_base && arena.quality(at)) bump_clause(at);
    }
  }

  // First unique implication point: resolves backwards until one literal of the current level is left.
  void learn() {
    clause_.assign(1, 0);
    int open = 0;
    auto look = [&](Lit lit) {
      int v = variable_of(lit);
      if (seen_[v] || level_[v] == 0) return;
      seen_[v] = 1;
      touched_.push_back(v);
      bump_variable(v);
      if (level_[v] == decision_level())
        ++open;
      else
        clause_.push_back(lit);
    };
    for (Lit lit : conflict_) look(lit);
    size_t at = trail_.size();
    Lit point;
    while (true) {
      do point = trail_[--at];
      while (!seen_[variable_of(point)]);
      if (--open == 0) break;
      each_of_reason(variable_of(point), look);
    }
    clause_[0] = negation(point);
    size_t kept = 1;
    for (size_t i = 1; i < clause_.size(); ++i)
      if (!redundant(clause_[i])) clause_[kept++] = clause_[i];
    clause_.resize(kept);
    for (int v : touched_) seen_[v] = 0;
    touched_.clear();

    int back = 0;
    for (size_t i = 1; i < clause_.size(); ++i) {
      int level = level_[variable_of(clause_[i])];
      if (level > back) {
        back = level;
        std::swap(clause_[1], clause_[i]);
      }
    }
    int quality = levels_in(clause_);
    fast_ += (quality - fast_) / static_cast<double>(std::min<uint64_t>(conflicts, 32));
    slow_ += (quality - slow_) / static_cast<double>(std::min<uint64_t>(conflicts, 4096));
    ++since_restart_;
    cancel_until(back);
    if (clause_.size() == 1) {
      enqueue(clause_[0], no_reason);
      return;
    }
    int made = store(clause_, quality);
    arena_.set_activity(made, clause_bump_);
    learned_.push_back(made);
    attach(made);
    enqueue(clause_[0], made);
  }

  // Whether a literal of the clause follows from the others, by looking back through its reasons.
  bool redundant(Lit lit) {
    if (reason_[variable_of(lit)] == no_reason) return false;
    stack_.assign(1, variable_of(lit));
    size_t before = touched_.size();
    while (!stack_.empty()) {
      int v = stack_.back();
      stack_.pop_back();
      bool needed = false;
      each_of_reason_quietly(v, [&](Lit other) {
        int w = variable_of(other);
        if (needed || seen_[w] || level_[w] == 0) return;
        if (reason_[w] == no_reason || !level_in_clause(level_[w])) {
          needed = true;
          return;
        }
        seen_[w] = 1;
        touched_.push_back(w);
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
  template <class Visit>
  void each_of_reason_quietly(int v, Visit&& visit) {
    int reason = reason_[v];
    if (reason < -1) return visit(negation(-2 - reason));
    const Arena& arena = reason >= lazy_base ? lazy_ : arena_;
    int at = reason >= lazy_base ? reason - lazy_base : reason;
    for (int i = 0; i < arena.size(at); ++i)
      if (variable_of(arena.lits(at)[i]) != v) visit(arena.lits(at)[i]);
  }
  bool level_in_clause(int level) {
    if (stamped_for_ != conflicts) {
      stamped_for_ = conflicts;
      for (size_t i = 1; i < clause_.size(); ++i) stamp(level_[variable_of(clause_[i])]);
    }
    return level < static_cast<int>(stamps_.size()) && stamps_[level] == conflicts;
  }
  void stamp(int level) {
    if (level >= static_cast<int>(stamps_.size())) stamps_.resize(level + 1, 0);
    stamps_[level] = conflicts;
  }
  int levels_in(const std::vector<Lit>& lits) {
    ++counting_;
    int levels = 0;
    for (Lit lit : lits) {
      int level = level_[variable_of(lit)];
      if (level >= static_cast<int>(counted_.size())) counted_.resize(level + 1, 0);
      if (counted_[level] != counting_) {
        counted_[level] = counting_;
        ++levels;
      }
    }
    return levels;
  }

  void bump_variable(int v) {
    if ((activity_[v] += bump_) > 1e100) {
      for (double& a : activity_) a *= 1e-100;
      bump_ *= 1e-100;
    }
    heap_.raised(v);
  }
  void bump_clause(int clause) {
    float now = arena_.activity(clause) + clause_bump_;
    arena_.set_activity(clause, now);
    if (now > 1e20f) {
      for (int c : learned_) arena_.set_activity(c, arena_.activity(c) * 1e-20f);
      clause_bump_ *= 1e-20f;
    }
  }

  void cancel_until(int level) {
    if (decision_level() <= level) return;
    size_t start = level_starts_[level];
    for (size_t i = trail_.size(); i-- > start;) {
      Lit lit = trail_[i];
      int v = variable_of(lit);
      theory_.unassigned(lit);
      values_[lit] = values_[negation(lit)] = -1;
      phase_[v] = !(lit & 1);
      heap_.insert(v);
    }
    trail_.resize(start);
    head_ = start;
    level_starts_.resize(level);
    while (!lazy_marks_.empty() && lazy_marks_.back().trail >= static_cast<int>(start)) {
      lazy_.cut(lazy_marks_.back().at);
      lazy_marks_.pop_back();
    }
  }

  void explain_assumption(Lit wanted) {
    core_.assign(1, wanted);
    seen_[variable_of(wanted)] = 1;
    for (size_t i = trail_.size(); i-- > 0;) {
      int v = variable_of(trail_[i]);
      if (!seen_[v]) continue;
      seen_[v] = 0;
      if (level_[v] == 0) continue;
      if (reason_[v] == no_reason) {
        if (trail_[i] != negation(wanted)) core_.push_back(trail_[i]);
      } else {
        each_of_reason_quietly(v, [&](Lit lit) { seen_[variable_of(lit)] = 1; });
      }
    }
    seen_[variable_of(wanted)] = 0;
  }

  // Deletes the worse half of the learned clauses and packs the array.
  void reduce() {
    std::sort(learned_.begin(), learned_.end(), [&](int a, int b) {
      if (arena_.quality(a) != arena_.quality(b)) return arena_.quality(a) < arena_.quality(b);
      if (arena_.activity(a) != arena_.activity(b)) return arena_.activity(a) > arena_.activity(b);
      return a < b;
    });
    for (size_t i = learned_.size() / 2; i < learned_.size(); ++i) {
      int clause = learned_[i];
      bool reason =
          reason_[variable_of(arena_.lits(clause)[0])] == clause && value(arena_.lits(clause)[0]) == 1;
      if (arena_.quality(clause) > 3 && !reason) {
        control_.release(4 * (arena_.size(clause) + Arena::head) + 2 * sizeof(Watch));
        arena_.set_quality(clause, -1);
      }
    }
    Arena packed;
    std::vector<int> learned;
    std::vector<std::vector<Watch>> watches(watches_.size());
    for (size_t at = 0; at < arena_.end();) {
      int clause = static_cast<int>(at), size = arena_.size(clause), quality = arena_.quality(clause);
      at += size + Arena::head;
      if (quality < 0) continue;
      const Lit* lits = arena_.lits(clause);
      int moved = packed.add(lits, size, quality);
      packed.set_activity(moved, arena_.activity(clause));
      if (quality) learned.push_back(moved);
      watches[negation(lits[0])].push_back({moved, lits[1]});
      watches[negation(lits[1])].push_back({moved, lits[0]});
      int v = variable_of(lits[0]);
      if (values_[lits[0]] == 1 && reason_[v] == clause) moved_reasons_.push_back({v, moved});
    }
    for (auto [v, moved] : moved_reasons_) reason_[v] = moved;
    moved_reasons_.clear();
    arena_.swap(packed);
    watches_.swap(watches);
    learned_.swap(learned);
  }

  Theory& theory_;
  Control& control_;
  Arena arena_, lazy_;
  std::vector<LazyMark> lazy_marks_;
  std::vector<int> learned_, level_, reason_, level_starts_, group_starts_{0}, touched_, stack_;
  std::vector<double> activity_;
  std::vector<uint8_t> phase_, seen_;
  std::vector<int8_t> values_;  // by literal
  std::vector<std::vector<Watch>> watches_;
  std::vector<std::vector<int>> groups_of_;
  std::vector<Lit> group_lits_, trail_, conflict_, clause_, core_;
  std::vector<std::pair<int, int>> moved_reasons_;
  std::vector<uint64_t> stamps_, counted_;
  uint64_t stamped_for_ = 0, counting_ = 0;
  Heap heap_;
  size_t head_ = 0;
  double bump_ = 1, decay_ = 0.85, fast_ = 0, slow_ = 0;
  float clause_bump_ = 1;
  int64_t since_restart_ = 0, most_learned_ = 2000;
  bool consistent_ = true, requeue_root_ = false;
};

}  // namespace copla::constraints
