// What the learning search knows beyond clauses: sums and the other rules, and who has to look when.
//
// A rule waits when the domain of one of its variables changed. One looks after the other, and as soon as one
// has concluded something, unit propagation runs again before the next one looks.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "constraints/rules.hpp"
#include "constraints/sums.hpp"
#include "constraints/view.hpp"

namespace copla::constraints {

class Theory {
public:
  View view;

  // To be called before the first literal is assigned. `needed`: whether there will be sums or rules.
  void start(const Problem* problem, const Vector<uint64_t>& domains, bool needed, Auditor* auditor) {
    view.start(problem, domains, needed, auditor);
    if (needed) of_variable_.resize(problem->variables);
  }

  // `sign * sum <= bound`, or `sum != bound` if it `differs`, where its guard holds, if it has one; without a
  // bound (an objective before the first solution) it says nothing. `constraint`: who is meant by it.
  int add_sum(int constraint, const int* scope, const int64_t* terms, int count, int64_t sign,
              std::optional<int64_t> bound, bool differs, Lit guard = -1, int guard_variable = -1) {
    const int number = enlist(false, sums_.add(constraint, scope, terms, count, sign, bound, differs, guard));
    for (int i = 0; i < count; ++i) of_variable_[scope[i]].push_back(number);
    if (guard_variable >= 0) of_variable_[guard_variable].push_back(number);
    return number;
  }
  // A constraint with arguments that rules.hpp has rules for.
  void add_rule(int constraint) {
    const int number = enlist(true, constraint);
    const Constraint& c = view.problem().constraints[constraint];
    for (int i = 0; i < c.count; ++i) of_variable_[view.problem().scopes[c.first + i]].push_back(number);
  }

  void tighten(int number, int64_t bound) {
    sums_.tighten(listed_[number].at, bound);
    wake(number);
  }

  void assigned(Lit lit) {
    if (!view.needed()) return;
    const int variable = view.assigned(lit);
    if (variable >= 0)
      for (int number : of_variable_[variable]) wake(number);
  }
  void unassigned(Lit lit) {
    if (view.needed()) view.unassigned(lit);
  }

  // Until one has concluded something, or all have looked; false at a conflict.
  template <class Known>
  bool propagate(Known& known) {
    while (!queue_.empty()) {
      const int number = queue_.back();
      queue_.pop_back();
      listed_[number].waits = false;
      const size_t before = known.trail().size();
      const Listed& next = listed_[number];
      if (!(next.is_rule ? rules_.look(known, next.at) : sums_.look(known, next.at))) {
        wake(number);  // it has more to say after the search has gone back
        return false;
      }
      if (known.trail().size() != before) return true;
    }
    return true;
  }

  template <class Known>
  void check_fixpoint(const Known& known) const {
    view.check_fixpoint(known);
  }

private:
  struct Listed {
    bool is_rule, waits;
    int at;  // which sum, or which constraint
  };

  int enlist(bool is_rule, int at) {
    if (!view.needed()) throw std::logic_error("internal error: a rule where none was announced");
    const int number = static_cast<int>(listed_.size());
    listed_.push_back({is_rule, false, at});
    wake(number);
    return number;
  }
  void wake(int number) {
    if (listed_[number].waits) return;
    listed_[number].waits = true;
    queue_.push_back(number);
  }

  Sums sums_{view};
  Rules rules_{view};
  Vector<Listed> listed_;
  Vector<int> queue_;
  Vector<Vector<int>> of_variable_;
};

}  // namespace copla::constraints
