// The audit of the learning search: every clause is checked when it is made, and so is every conclusion.
//
// It knows what each literal means: a variable has a value, a row of a table is taken, a constraint is
// switched on. A clause that comes from a constraint, as part of its encoding or as a reason, is checked
// against the meaning of that one constraint (meaning.hpp): no values satisfy the constraint where all its
// literals are false. A learned clause is checked by unit propagation over the clauses so far (proof.hpp).
// A planted solution satisfies every clause, until it is itself found or a better one is wanted than it.
// Where nothing more is said to follow, nothing more does: not of the constraints that became clauses,
// either. All of this is called in audit builds only. It asks the clock, so that a run ends at its limits.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "constraints/meaning.hpp"
#include "constraints/planted.hpp"
#include "constraints/promises.hpp"
#include "constraints/proof.hpp"
#include "core/audit.hpp"

namespace copla::constraints {

class Auditor {
public:
  Auditor(const Problem& problem, const Vector<uint64_t>& domains, bool guarded, Control& control)
      : problem_(problem), domains_(domains), control_(control), promises_(problem) {
    if (!guarded) planted_ = planted_positions(problem);
  }

  // What literals mean, each when it is made.
  void truth(Lit lit) {
    truth_ = lit;
    proof_.add({lit});
  }
  void equality(Lit lit, int variable, int position) { equalities_[lit >> 1] = {variable, position}; }
  void row(Lit lit, int constraint, int start) { rows_[lit >> 1] = {constraint, start}; }
  void guard(Lit lit, int constraint) { guards_[lit >> 1] = constraint; }

  static constexpr int own_values = -1;  // "a variable has exactly one of its values"

  // A clause that follows from one constraint; of an objective, under this bound.
  void given(const Vector<Lit>& clause, int constraint, std::optional<int64_t> bound = std::nullopt) {
    ask_the_clock();
    if (!entails(clause, constraint, bound))
      fail_audit(__FILE__, __LINE__,
                 "audit: constraint " + std::to_string(constraint) + " does not imply" + words(clause));
    believe(clause);
  }
  // A clause that was derived from those before.
  void learned(const Vector<Lit>& clause) {
    ask_the_clock();
    if (!proof_.follows({clause.begin(), clause.end()}))
      fail_audit(__FILE__, __LINE__, "audit: what was learned does not follow:" + words(clause));
    believe(clause);
  }
  // A clause that excludes solutions because they are known, or not wanted.
  void wanted(const Vector<Lit>& clause) {
    if (planted_ && !satisfied(clause)) planted_.reset();
    proof_.add({clause.begin(), clause.end()});
  }
  // From now on, only what costs at most this much is wanted.
  void wanted_at_most(int64_t cost) {
    promises_.wanted_at_most(cost);
    if (planted_ && problem_.cost(planted_->data()) > cost) planted_.reset();
  }
  void model(const std::vector<int>& positions) const {
    for (int c = 0; c < static_cast<int>(problem_.constraints.size()); ++c) {
      Meaning meaning(problem_, c, std::nullopt);
      std::vector<int> own;
      for (int v : meaning.scope) own.push_back(positions[v]);
      if (!meaning.holds(own))
        fail_audit(__FILE__, __LINE__, "audit: a solution violates constraint " + std::to_string(c));
    }
  }

  // After all that follows; `value(lit)`: -1 open, 0 false, 1 true.
  template <class Value>
  void ended(Value&& value) {
    if (!promises_.due()) return;
    Meaning::Domains left(problem_.variables);
    for (int v = 0; v < problem_.variables; ++v)
      problem_.each(domains_, v, [&](int position) { left[v].push_back(position); });
    for (const auto& [lit, equal] : equalities_) {
      const int truth = value(2 * lit), at = equal.position;
      if (truth >= 0)
        std::erase_if(left[equal.variable], [&](int position) { return (position == at) != (truth == 1); });
    }
    std::set<int> off;
    for (const auto& [lit, constraint] : guards_)
      if (value(2 * lit) != 1) off.insert(constraint);
    promises_.check(
        left, [&](int c) { return off.count(c) ? std::nullopt : std::optional(promised(c)); },
        [&](int v) { return left[v].size() == 1; },
        [&] {
          ask_the_clock();
          return false;
        });
  }

  void ask_the_clock() const {
    if (++asked_ % 16 == 0 && control_.look({})) throw LimitReached{control_.stopped()};
  }

private:
  struct Equality {
    int variable, position;
  };
  struct Row {
    int constraint, start;
  };

  // Long sums look at their bounds; rows that are allowed support their values; the places of a line's values
  // are clauses where it had as many values as variables at the root. What else became clauses filters its
  // last variable; a clause of the problem, its last literal, of which a variable may have several. What has
  // arguments has the rules of the light search, but for entries and for equality under a switch.
  Level promised(int number) const {
    const Constraint& c = problem_.constraints[number];
    if (c.kind == Kind::linear) return c.count > 2 ? Level::arc : Level::forward;
    if (c.kind == Kind::table) return c.count > 2 && c.allowed ? Level::arc : Level::forward;
    if (c.kind == Kind::clause) return Level::none;
    if (c.kind == Kind::entry || (c.kind == Kind::reified && c.compare == Compare::equal))
      return Level::forward;
    if (c.kind >= Kind::reified) return Level::arc;
    std::set<int> values;
    for (int i = 0; i < c.count; ++i)
      problem_.each(domains_, problem_.scopes[c.first + i], [&](int position) { values.insert(position); });
    return static_cast<int>(values.size()) == c.count ? Level::hidden : Level::arc;
  }

  // No values satisfy the constraint where all literals of the clause are false.
  bool entails(const Vector<Lit>& clause, int constraint, std::optional<int64_t> bound) const {
    std::map<int, std::set<int>> left;
    std::set<int> rows_not_taken;
    auto domain = [&](int v) -> std::set<int>& {
      auto [place, fresh] = left.try_emplace(v);
      if (fresh) problem_.each(domains_, v, [&](int position) { place->second.insert(position); });
      return place->second;
    };
    auto only = [&](int v, int position) {
      const bool has = domain(v).count(position) > 0;
      domain(v) = has ? std::set<int>{position} : std::set<int>{};
    };
    bool active = true;
    for (const auto& [_, guarded] : guards_) active = active && guarded != constraint;
    for (Lit lit : clause) {
      const bool positive = !(lit & 1);
      if (lit >> 1 == truth_ >> 1) {
        if (positive) return true;
      } else if (auto equal = equalities_.find(lit >> 1); equal != equalities_.end()) {
        const auto [variable, position] = equal->second;
        if (positive)
          domain(variable).erase(position);
        else
          only(variable, position);
      } else if (auto row = rows_.find(lit >> 1); row != rows_.end()) {
        const Constraint& table = problem_.constraints[row->second.constraint];
        if (positive) {
          if (row->second.constraint == constraint) rows_not_taken.insert(row->second.start);
        } else {
          for (int k = 0; k < table.count; ++k)
            only(problem_.scopes[table.first + k],
                 static_cast<int>(problem_.numbers[table.data + row->second.start + k]));
        }
      } else if (auto guard = guards_.find(lit >> 1); guard != guards_.end()) {
        if (!positive && guard->second == constraint) active = true;
      }
    }
    for (const auto& [_, positions] : left)
      if (positions.empty()) return true;
    if (constraint == own_values || !active) return false;
    Meaning meaning(problem_, constraint, bound);
    Meaning::Domains domains;
    for (int v : meaning.scope) domains.emplace_back(domain(v).begin(), domain(v).end());
    return !meaning.possible(domains, rows_not_taken);
  }

  void believe(const Vector<Lit>& clause) {
    if (planted_ && !satisfied(clause))
      fail_audit(__FILE__, __LINE__, "audit: the planted solution is excluded by" + words(clause));
    proof_.add({clause.begin(), clause.end()});
  }

  bool satisfied(const Vector<Lit>& clause) const {
    for (Lit lit : clause)
      if (truth_of(lit >> 1) == !(lit & 1)) return true;
    return false;
  }
  bool truth_of(int v) const {
    if (auto equal = equalities_.find(v); equal != equalities_.end())
      return (*planted_)[equal->second.variable] == equal->second.position;
    if (auto row = rows_.find(v); row != rows_.end()) {
      const Constraint& table = problem_.constraints[row->second.constraint];
      for (int k = 0; k < table.count; ++k)
        if ((*planted_)[problem_.scopes[table.first + k]] !=
            problem_.numbers[table.data + row->second.start + k])
          return false;
    }
    return true;
  }

  std::string words(const Vector<Lit>& clause) const {
    std::string text;
    for (Lit lit : clause) {
      const std::string sign = lit & 1 ? "!" : "=";
      if (auto equal = equalities_.find(lit >> 1); equal != equalities_.end())
        text += " x" + std::to_string(equal->second.variable) + sign +
                std::to_string(problem_.values[equal->second.position]);
      else
        text += std::string(lit & 1 ? " -" : " ") + "literal" + std::to_string(lit >> 1);
    }
    return text.empty() ? " the empty clause" : text;
  }

  const Problem& problem_;
  const Vector<uint64_t> domains_;
  Control& control_;
  mutable uint64_t asked_ = 0;
  Proof proof_;
  Lit truth_ = -2;
  std::map<int, Equality> equalities_;
  std::map<int, Row> rows_;
  std::map<int, int> guards_;
  std::optional<std::vector<int>> planted_;
  Promises promises_;
};

}  // namespace copla::constraints
