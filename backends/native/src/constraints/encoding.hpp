// A constraint problem as clauses over the direct literals `x == v`, for the learning search.
//
// This is the three-dimensional encoding of Latin squares, for any problem: every equality is a literal,
// every variable takes one value, and in a line with as many values as variables every value has one place.
// The second half is what makes learning work on quasigroups: solvers that learn over `x <= v` or leave it
// out time out there. Pairs of variables (signs, tables of two, sums of two) become support clauses, "x == v
// needs one of these of y", which give arc consistency by unit propagation, or plain conflicts where a value
// has one or two enemies. Only what survived at the root is encoded; a domain of two values is one literal
// and its negation, and of one value the literal that is always true. Entries of lists are clauses, too; what
// else has arguments, and sums of three and more, are left to the theory (theory.hpp).
//
// Invariants. Models and solutions correspond one to one: every literal that is no equality (a row of a
// table, of which no two are alike) is a function of the equalities. What a constraint says is said through
// `add` and `group`, with its guard if it has one, and the theory.
#pragma once

#include <algorithm>
#include <climits>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "constraints/learning.hpp"
#include "constraints/problem.hpp"
#include "constraints/theory.hpp"

namespace copla::constraints {

class Encoding {
public:
  // `domains`: what is left of them at the root. `guarded`: constraints that hold only if their guard does.
  Encoding(const Problem& problem, Vector<uint64_t> domains, Control& control,
           const Vector<int>& guarded = {})
      : auditor_(make_auditor(problem, domains, !guarded.empty(), control)),
        learner(theory_, control, auditor_.get()),
        problem_(problem),
        control_(control),
        domains_(std::move(domains)) {
    theory_.start(&problem, domains_, needs_theory(problem), auditor_.get());
    true_ = new_literal();
    if constexpr (audited) auditor_->truth(true_);
    learner.add_clause({true_});
    make_literals();
    Vector<Lit> guard_of(problem.constraints.size(), -1);
    for (int number : guarded) {
      guards.push_back(guard_of[number] = new_literal());
      if constexpr (audited) auditor_->guard(guards.back(), number);
    }
    for (size_t i = 0; i < problem.constraints.size(); ++i) {
      constraint_ = static_cast<int>(i);
      guard_ = guard_of[i];
      encode(problem.constraints[i]);
    }
    guard_ = -1;
    if (problem.has_objective) {
      objective_ = theory_.add_sum(static_cast<int>(problem.constraints.size()),
                                   problem.objective_scope.data(), problem.objective_terms.data(),
                                   static_cast<int>(problem.objective_scope.size()), 1, std::nullopt, false);
    }
  }

  // A rough number of literals of all clauses: what is too large stays with the light search.
  static double size(const Problem& problem, const Vector<uint64_t>& domains) {
    auto count = [&](int v) { return static_cast<double>(problem.count(domains, v)); };
    double total = 0;
    for (int v = 0; v < problem.variables; ++v) total += 2 * count(v);
    for (const Constraint& c : problem.constraints) {
      const int* scope = problem.scopes.data() + c.first;
      if (c.kind == Kind::table && c.count != 2)
        total += 3.0 * c.size;
      else if (c.kind == Kind::entry)
        for (int i = 2; i < c.arguments; ++i)
          total += 3 * (count(problem.argument(c, i)) + count(problem.argument(c, 0)));
      else if (c.count == 2 && (c.kind == Kind::linear || c.kind == Kind::table))
        total += 2 * count(scope[0]) * count(scope[1]);
      else
        for (int i = 0; i < c.count; ++i) total += 2 * count(scope[i]);
    }
    return total;
  }

  static bool needs_theory(const Problem& problem) {
    return problem.has_objective ||
           std::any_of(problem.constraints.begin(), problem.constraints.end(), [](const Constraint& c) {
             return c.kind >= Kind::reified || (c.kind == Kind::linear && c.count > 2);
           });
  }

  // What is no clauses cannot be switched off by a guard.
  static bool can_guard(const Constraint& c) {
    if (c.kind == Kind::all_different) return c.count <= 64;
    return c.kind < Kind::reified && (c.kind != Kind::linear || c.count <= 2);
  }

  // In a model.
  int position(int variable) const {
    int found = -1;
    size_t place = theory_.view.first_equality[variable];
    each(variable, [&](int at) {
      if (learner.value(theory_.view.equalities[place++]) == 1) found = at;
    });
    if (found < 0) throw std::logic_error("the learning search left a variable without a value");
    return found;
  }

  void exclude(const int* positions) {
    Vector<Lit> clause;
    for (int v = 0; v < problem_.variables; ++v) clause.push_back(negation(equality(v, positions[v])));
    if constexpr (audited) auditor_->wanted(clause);
    learner.add_clause(clause);
  }

  void require_less_than(int64_t cost) {
    if constexpr (audited) auditor_->wanted_at_most(cost - 1);
    learner.to_root();
    theory_.tighten(objective_, cost - 1);
  }

  // For the audit: what was found satisfies every constraint.
  void check_model() const {
    std::vector<int> positions;
    for (int v = 0; v < problem_.variables; ++v) positions.push_back(position(v));
    auditor_->model(positions);
  }

  // Begin where the light search had its trouble.
  void favour(const Vector<int64_t>& weights) {
    double largest = 1;
    for (int64_t weight : weights) largest = std::max(largest, static_cast<double>(weight));
    for (int v = 0; v < problem_.variables; ++v) {
      size_t place = theory_.view.first_equality[v], last = place + count(v);
      for (; place < last; ++place)
        learner.set_activity(variable_of(theory_.view.equalities[place]),
                             static_cast<double>(weights[v]) / largest);
    }
  }

private:
  std::unique_ptr<Auditor> auditor_;  // before those who refer to it
  Theory theory_;

public:
  Learner<Theory> learner;
  Vector<Lit> guards;  // in the order of `guarded`

private:
  static std::unique_ptr<Auditor> make_auditor(const Problem& problem, const Vector<uint64_t>& domains,
                                               bool guarded, Control& control) {
    if constexpr (audited) return std::make_unique<Auditor>(problem, domains, guarded, control);
    return nullptr;
  }

  template <class Visit>
  void each(int variable, Visit&& visit) const {
    problem_.each(domains_, variable, visit);
  }
  int count(int variable) const { return problem_.count(domains_, variable); }
  bool has(int variable, int64_t position) const { return problem_.has(domains_, variable, position); }
  Lit equality(int variable, int64_t position) const {
    if (!has(variable, position)) return negation(true_);
    return theory_.view.equalities[theory_.view.first_equality[variable] +
                                   problem_.rank(domains_, variable, static_cast<int>(position))];
  }
  Lit new_literal() {
    theory_.view.removals.resize(theory_.view.removals.size() + 2);
    return 2 * learner.add_variable();
  }

  void make_literals() {
    Vector<Lit> all;
    constraint_ = Auditor::own_values;
    for (int v = 0; v < problem_.variables; ++v) {
      theory_.view.first_equality.push_back(theory_.view.equalities.size());
      int values = count(v);
      all.clear();
      if (values == 1) {
        theory_.view.equalities.push_back(true_);
        continue;
      }
      each(v, [&](int position) {
        if (values == 2 && all.size() == 1) {
          all.push_back(negation(all[0]));
        } else {
          all.push_back(new_literal());
          if constexpr (audited) auditor_->equality(all.back(), v, position);
        }
        theory_.view.removals[negation(all.back())] = {v, position};
      });
      theory_.view.equalities.insert(theory_.view.equalities.end(), all.begin(), all.end());
      if (values > 2) {
        add(all);
        group(all);
      }
    }
  }

  // What a constraint is made of: clauses and groups, each with its guard.
  void add(Vector<Lit> clause) {
    if (control_.due({}, static_cast<int64_t>(clause.size()))) throw LimitReached{control_.stopped()};
    if (guard_ >= 0) clause.push_back(negation(guard_));
    if constexpr (audited) auditor_->given(clause, constraint_);
    learner.add_clause(std::move(clause));
  }
  // At most one of these; in pairs where a guard may switch it off.
  void group(const Vector<Lit>& lits) {
    if (guard_ < 0) {
      if constexpr (audited)
        for (size_t i = 0; i < lits.size(); ++i)
          for (size_t k = 0; k < i; ++k) auditor_->given({negation(lits[i]), negation(lits[k])}, constraint_);
      return learner.add_group(lits);
    }
    for (size_t i = 0; i < lits.size(); ++i)
      for (size_t k = 0; k < i; ++k) add({negation(lits[i]), negation(lits[k])});
  }

  void encode(const Constraint& c) {
    const int* scope = problem_.scopes.data() + c.first;
    const int64_t* data = problem_.numbers.data() + c.data;
    switch (c.kind) {
      case Kind::all_different:
        return all_different(scope, c.count);
      case Kind::clause: {
        Vector<Lit> clause;
        for (int i = 0; i < c.size; i += 3) {
          Lit lit = equality(scope[data[i]], data[i + 1]);
          clause.push_back(data[i + 2] ? lit : negation(lit));
        }
        return add(clause);
      }
      case Kind::linear:
        if (c.count == 2) return pair(scope, [&](int a, int b) { return sum_of_two(c, data, a, b); });
        if (c.count == 0) return compares(c, 0) ? void() : add({});
        if (c.count == 1) {
          return each(scope[0], [&](int a) {
            if (!compares(c, data[0] * problem_.values[a])) add({negation(equality(scope[0], a))});
          });
        }
        if (c.compare == Compare::equal)
          theory_.add_sum(constraint_, scope, data, c.count, -1, -c.bound, false);
        theory_.add_sum(constraint_, scope, data, c.count, 1, c.bound, c.compare == Compare::differs);
        return;
      case Kind::table:
        if (c.count == 2) return table_of_two(c, scope, data);
        return c.allowed ? allowed(c, scope, data) : forbidden(c, scope, data);
      case Kind::reified:
        return reified(c, scope, data + c.arguments);
      case Kind::entry:
        return entry(c);
      case Kind::occurrences:
        return occurrences(c, data + c.arguments);
      case Kind::one_cycle:
        return one_cycle(c);
      case Kind::times:
      case Kind::extreme:
        return theory_.add_rule(constraint_);
    }
  }

  // The sum under the switch as its guard, and its opposite under the opposite.
  void reified(const Constraint& c, const int* scope, const int64_t* terms) {
    const int count = c.count - 1, variable = scope[count];
    const Lit on = equality(variable, problem_.position(1)), off = negation(on);
    auto sum = [&](int64_t sign, int64_t bound, bool differs, Lit guard) {
      theory_.add_sum(constraint_, scope, terms, count, sign, bound, differs, guard, variable);
    };
    sum(1, c.bound, false, on);
    if (c.compare == Compare::at_most) return sum(-1, -c.bound - 1, false, off);
    sum(-1, -c.bound, false, on);
    sum(1, c.bound, true, off);
  }

  // Where the index is a place, result and entry have the same value; and a result needs a place.
  void entry(const Constraint& c) {
    const int result = problem_.argument(c, 0), index = problem_.argument(c, 1);
    auto there = [&](int at) {
      const int64_t place = problem_.values[at];
      return place >= 0 && place < c.arguments - 2 ? problem_.argument(c, 2 + static_cast<int>(place)) : -1;
    };
    each(index, [&](int at) {
      const Lit elsewhere = negation(equality(index, at));
      const int held = there(at);
      if (held < 0) return add({elsewhere, equality(result, c.bound)});
      each(held, [&](int v) { add({elsewhere, negation(equality(held, v)), equality(result, v)}); });
      each(result, [&](int v) { add({elsewhere, negation(equality(result, v)), equality(held, v)}); });
    });
    Vector<Lit> clause;
    each(result, [&](int v) {
      clause.assign(1, negation(equality(result, v)));
      each(index, [&](int at) {
        const int held = there(at);
        if (held < 0 ? v == c.bound : has(held, v)) clause.push_back(equality(index, at));
      });
      add(clause);
    });
  }

  // If there are no other values, all totals together are the number of members.
  void occurrences(const Constraint& c, const int64_t* positions) {
    theory_.add_rule(constraint_);
    if (!c.allowed) return;
    const int values = c.size - c.arguments;
    Vector<int> scope;
    Vector<int64_t> terms;
    for (int k = 0; k < values; ++k) {
      const auto found = std::find(scope.begin(), scope.end(), problem_.argument(c, k));
      if (found != scope.end()) {
        ++terms[found - scope.begin()];
        continue;
      }
      scope.push_back(problem_.argument(c, k));
      terms.push_back(1);
    }
    const int count = static_cast<int>(scope.size()), members = c.arguments - values;
    for (int64_t sign : {1, -1})
      theory_.add_sum(constraint_, scope.data(), terms.data(), count, sign, sign * members, false);
    for (int i = values; i < c.arguments; ++i)
      each(problem_.argument(c, i), [&](int at) {
        if (std::find(positions, positions + values, at) == positions + values)
          add({negation(equality(problem_.argument(c, i), at))});
      });
  }

  void one_cycle(const Constraint& c) {
    theory_.add_rule(constraint_);
    for (int i = 0; i < c.arguments; ++i)
      each(problem_.argument(c, i), [&](int at) {
        const int64_t next = problem_.values[at];
        if (next < 0 || next >= c.arguments || (next == i && c.arguments > 1))
          add({negation(equality(problem_.argument(c, i), at))});
      });
  }

  bool sum_of_two(const Constraint& c, const int64_t* terms, int a, int b) const {
    return compares(c, terms[0] * problem_.values[a] + terms[1] * problem_.values[b]);
  }
  static bool compares(const Constraint& c, int64_t sum) {
    if (c.compare == Compare::at_most) return sum <= c.bound;
    return (sum == c.bound) == (c.compare == Compare::equal);
  }

  void all_different(const int* scope, int count) {
    int low = INT_MAX, high = -1;
    for (int i = 0; i < count; ++i) {
      low = std::min(low, problem_.least(domains_, scope[i]));
      high = std::max(high, problem_.largest(domains_, scope[i]));
    }
    if (high < low) return;
    // The places of each value, in the order of the scope.
    Vector<int> starts(high - low + 2, 0);
    for (int i = 0; i < count; ++i) each(scope[i], [&](int position) { ++starts[position - low + 1]; });
    const auto values = std::count_if(starts.begin(), starts.end(), [](int places) { return places > 0; });
    if (values < count) return add({});
    for (size_t p = 1; p < starts.size(); ++p) starts[p] += starts[p - 1];
    Vector<Lit> places(starts.back());
    Vector<int> next(starts.begin(), starts.end() - 1);
    for (int i = 0; i < count; ++i) {
      size_t equality = theory_.view.first_equality[scope[i]];
      each(scope[i],
           [&](int position) { places[next[position - low]++] = theory_.view.equalities[equality++]; });
    }
    Vector<Lit> lits;
    for (size_t p = 0; p + 1 < starts.size(); ++p) {
      if (starts[p] == starts[p + 1]) continue;
      lits.assign(places.begin() + starts[p], places.begin() + starts[p + 1]);
      group(lits);
      if (values == count) add(lits);
    }
  }

  template <class Holds>
  void pair(const int* scope, Holds&& holds) {
    Vector<Lit> clause;
    Vector<Lit> enemies;
    for (int side = 0; side < 2; ++side) {
      int x = scope[side], y = scope[1 - side];
      each(x, [&](int a) {
        clause.assign(1, negation(equality(x, a)));
        enemies.clear();
        each(y, [&](int b) {
          bool fits = side == 0 ? holds(a, b) : holds(b, a);
          (fits ? clause : enemies).push_back(equality(y, b));
        });
        if (enemies.empty()) return;
        if (enemies.size() > 2) return add(clause);
        for (Lit enemy : enemies) add({clause[0], negation(enemy)});
      });
    }
  }

  void table_of_two(const Constraint& c, const int* scope, const int64_t* rows) {
    Vector<std::pair<int, int>> sorted;
    for (int i = 0; i < c.size; i += 2) sorted.push_back({int(rows[i]), int(rows[i + 1])});
    std::sort(sorted.begin(), sorted.end());
    pair(scope, [&](int a, int b) {
      return std::binary_search(sorted.begin(), sorted.end(), std::pair{a, b}) == c.allowed;
    });
  }

  // A literal for each row that is still possible: it implies its values, and a value needs one of its rows.
  void allowed(const Constraint& c, const int* scope, const int64_t* rows) {
    Vector<Vector<std::pair<Lit, Lit>>> needs(c.count);
    Vector<Lit> chosen;
    for (int i = 0; i < c.size; i += c.count) {
      bool possible = true;
      for (int k = 0; k < c.count; ++k) possible = possible && has(scope[k], rows[i + k]);
      if (!possible) continue;
      Lit row = new_literal();
      if constexpr (audited) auditor_->row(row, constraint_, i);
      chosen.push_back(row);
      for (int k = 0; k < c.count; ++k) {
        Lit value = equality(scope[k], rows[i + k]);
        add({negation(row), value});
        needs[k].push_back({value, row});
      }
    }
    add(chosen);
    Vector<Lit> clause;
    for (int k = 0; k < c.count; ++k) {
      std::stable_sort(needs[k].begin(), needs[k].end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      each(scope[k], [&](int position) {
        Lit value = equality(scope[k], position);
        clause.assign(1, negation(value));
        auto from = std::lower_bound(needs[k].begin(), needs[k].end(), std::pair{value, Lit(0)});
        for (; from != needs[k].end() && from->first == value; ++from) clause.push_back(from->second);
        add(clause);
      });
    }
  }

  void forbidden(const Constraint& c, const int* scope, const int64_t* rows) {
    Vector<Lit> clause;
    for (int i = 0; i < c.size; i += c.count) {
      clause.clear();
      for (int k = 0; k < c.count; ++k) clause.push_back(negation(equality(scope[k], rows[i + k])));
      add(clause);
    }
  }

  const Problem& problem_;
  Control& control_;
  Vector<uint64_t> domains_;
  Lit true_ = 0, guard_ = -1;
  int objective_ = -1, constraint_ = Auditor::own_values;
};

}  // namespace copla::constraints
