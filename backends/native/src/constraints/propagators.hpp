// The constraints as the light search uses them, all in one flat array: no virtual calls, no pointers.
//
// What a propagator concludes, and in which order it touches domains, is exactly what the readable solver
// (backends/forward_checking: propagators.py and the modules that it names) does at the same level: a test
// compares the counts of both searches node for node. Two levels exist only here, between its extremes: `arc`
// (all-different removes taken values only) and `hidden` (and finds a value's last place); `mac` adds the
// matching.
#pragma once

#include <cstdint>

#include "constraints/problem.hpp"

namespace copla::constraints {

enum class Level : int { none, forward, arc, hidden, mac };

enum class Rule : uint8_t {
  different_values,
  different_matching,
  at_most,  // x - y <= bound, the most common sum
  sum_at_most,
  sum_equals,
  sum_differs,
  pairs,
  allowed_rows,
  forbidden_rows,
  any_of,
  reified,
  times,
  extreme,
  entry,
  occurrences,
  one_cycle,
};

struct Propagator {
  Rule rule;
  bool costly = false;  // waits until no other one has work
  bool allowed = true;  // pairs; reified: equal; extreme: the greatest; occurrences: no other values
  bool active = true;   // says something; an objective does so from the first solution on
  int constraint = 0;   // whom to blame
  int first = 0, count = 0;
  int data = 0, size = 0;
  int arguments = 0;
  int64_t bound = 0;
};

// The propagators of a problem with their pools; read-only during the search, except the objective's bound.
struct Program {
  Vector<Propagator> all;
  Vector<int> scopes;       // of propagators
  Vector<int64_t> numbers;  // coefficients; rows of tables; arguments, each a variable, and what follows them
  Vector<int> partners;     // pairs: for both places, for each position the start of its partners; then those
  Vector<uint64_t> chances;                    // any_of: a mask for each variable of the scope
  Vector<int> of_variable_start, of_variable;  // propagators of each variable, in order
  int objective = -1;                          // the propagator that bounds it

  Program(const Problem& problem, Level level) {
    all.reserve(2 * problem.constraints.size() + 1);
    scopes.reserve(2 * problem.scopes.size());
    for (int i = 0; i < static_cast<int>(problem.constraints.size()); ++i) add(problem, i, level);
    if (problem.has_objective) add_objective(problem);
  }

  // Lists the propagators of each variable; without those of the rules that somebody else sees to.
  template <class Followed>
  void link(int variables, Followed&& followed) {
    of_variable_start.assign(variables + 1, 0);
    for (const Propagator& p : all)
      for (int i = 0; i < p.count && !followed(p.rule); ++i) ++of_variable_start[scopes[p.first + i] + 1];
    for (int v = 0; v < variables; ++v) of_variable_start[v + 1] += of_variable_start[v];
    of_variable.resize(of_variable_start[variables]);
    Vector<int> next(of_variable_start.begin(), of_variable_start.end() - 1);
    for (int p = 0; p < static_cast<int>(all.size()); ++p)
      for (int i = 0; i < all[p].count && !followed(all[p].rule); ++i)
        of_variable[next[scopes[all[p].first + i]]++] = p;
  }

private:
  void add(const Problem& problem, int number, Level level) {
    const Constraint& from = problem.constraints[number];
    Propagator made{Rule::different_values};
    made.constraint = number;
    made.first = static_cast<int>(scopes.size());
    made.count = from.count;
    made.bound = from.bound;
    made.data = static_cast<int>(numbers.size());
    made.size = from.size;
    const int* scope = problem.scopes.data() + from.first;
    const int64_t* data = problem.numbers.data() + from.data;
    switch (from.kind) {
      case Kind::all_different:
        if (from.count > 1) {
          scopes.insert(scopes.end(), scope, scope + from.count);
          all.push_back(made);
        }
        if (from.count > 2 && level >= Level::mac) {
          made.rule = Rule::different_matching;
          made.costly = true;
          all.push_back(made);
        }
        return;
      case Kind::linear: {
        bool pair = from.compare == Compare::at_most && from.count == 2 && data[0] + data[1] == 0 &&
                    (data[0] == 1 || data[0] == -1);
        if (pair) {
          made.rule = Rule::at_most;
          scopes.push_back(scope[data[0] == 1 ? 0 : 1]);
          scopes.push_back(scope[data[0] == 1 ? 1 : 0]);
        } else {
          made.rule = from.compare == Compare::at_most ? Rule::sum_at_most
                      : from.compare == Compare::equal ? Rule::sum_equals
                                                       : Rule::sum_differs;
          scopes.insert(scopes.end(), scope, scope + from.count);
          numbers.insert(numbers.end(), data, data + from.size);
        }
        break;
      }
      case Kind::table:
        scopes.insert(scopes.end(), scope, scope + from.count);
        made.rule = from.count == 2 ? Rule::pairs : from.allowed ? Rule::allowed_rows : Rule::forbidden_rows;
        made.allowed = from.allowed;
        if (from.count == 2)
          add_pairs(problem, scope, data, from.size, made);
        else
          numbers.insert(numbers.end(), data, data + from.size);
        break;
      case Kind::clause:
        scopes.insert(scopes.end(), scope, scope + from.count);
        made.rule = Rule::any_of;
        made.data = static_cast<int>(chances.size());
        for (int i = 0; i < from.count; ++i) add_chances(problem, scope[i], i, data, from.size);
        break;
      default:
        scopes.insert(scopes.end(), scope, scope + from.count);
        add_arguments(problem, from, made);
    }
    all.push_back(made);
  }

  void add_arguments(const Problem& problem, const Constraint& from, Propagator& made) {
    constexpr int first_kind = static_cast<int>(Kind::reified), first_rule = static_cast<int>(Rule::reified);
    made.rule = static_cast<Rule>(static_cast<int>(from.kind) - first_kind + first_rule);
    made.allowed = from.kind == Kind::reified ? from.compare == Compare::equal : from.allowed;
    const int64_t* data = problem.numbers.data() + from.data;
    if (from.kind != Kind::reified) {  // of which the arguments are the scope
      made.arguments = from.arguments;
      for (int i = 0; i < from.arguments; ++i) numbers.push_back(problem.argument(from, i));
    }
    numbers.insert(numbers.end(), data + from.arguments, data + from.size);
    made.size = static_cast<int>(numbers.size()) - made.data;
  }

  // Which values of a variable make the clause true.
  void add_chances(const Problem& problem, int variable, int place, const int64_t* literals, int size) {
    const Problem::Window& own = problem.windows[variable];
    const size_t start = chances.size();
    chances.resize(start + own.words, 0);
    for (int i = 0; i < size; i += 3) {
      if (literals[i] != place) continue;
      const int position = static_cast<int>(literals[i + 1]);
      const bool known = problem.has(problem.domains, variable, position);
      const int word = known ? (position >> 6) - own.first : -1;
      const uint64_t bit = known ? uint64_t(1) << (position & 63) : 0;
      for (int w = 0; w < own.words; ++w) {
        const uint64_t here = w == word ? bit : 0;
        chances[start + w] |= literals[i + 2] ? here : ~here;
      }
    }
  }

  void add_pairs(const Problem& problem, const int* scope, const int64_t* rows, int size, Propagator& made) {
    made.data = static_cast<int>(partners.size());
    const Problem::Window windows[2] = {problem.windows[scope[0]], problem.windows[scope[1]]};
    const size_t positions[2] = {64 * size_t(windows[0].words) + 1, 64 * size_t(windows[1].words) + 1};
    partners.resize(partners.size() + positions[0] + positions[1] + size);
    int* const list = partners.data() + made.data + positions[0] + positions[1];
    for (int place = 0; place < 2; ++place) {
      int* start = partners.data() + made.data + (place ? positions[0] : 0);
      const int64_t base = 64 * int64_t(windows[place].first);
      for (int i = place; i < size; i += 2) ++start[rows[i] - base + 1];
      start[0] = place * (size / 2);
      for (size_t v = 1; v < positions[place]; ++v) start[v] += start[v - 1];
      Vector<int> next(start, start + positions[place]);
      for (int i = 0; i < size; i += 2)
        list[next[rows[i + place] - base]++] = static_cast<int>(rows[i + 1 - place]);
    }
  }

  void add_objective(const Problem& problem) {
    Propagator made{Rule::sum_at_most};
    made.constraint = static_cast<int>(problem.constraints.size());
    made.first = static_cast<int>(scopes.size());
    made.count = static_cast<int>(problem.objective_scope.size());
    made.data = static_cast<int>(numbers.size());
    made.size = made.count;
    scopes.insert(scopes.end(), problem.objective_scope.begin(), problem.objective_scope.end());
    numbers.insert(numbers.end(), problem.objective_terms.begin(), problem.objective_terms.end());
    made.active = false;
    objective = static_cast<int>(all.size());
    all.push_back(made);
  }
};

}  // namespace copla::constraints
