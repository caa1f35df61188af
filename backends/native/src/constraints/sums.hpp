// Sums in the learning search: bounds, with an explanation for each conclusion.
//
// `sum(c * x) <= bound` fails when the least the terms can be is too much. The reason that x is at least l is
// that all its values below l are gone, so the explanation is the list of those literals `x == v`. Such lists
// are long for wide domains; they are built only when something is concluded, which in sums is rare. A sum
// with a guard says something about its terms only where the guard is true, and about the guard where it
// cannot hold.
//
// Coefficients are not 0, no variable stands twice in a sum, and sums stay inside the range of numbers: see
// build.hpp. When a sum looks, and what it looks at: see view.hpp.
#pragma once

#include <cstdint>
#include <optional>

#include "constraints/view.hpp"

namespace copla::constraints {

class Sums {
public:
  explicit Sums(View& view) : view_(view) {}

  // See Theory::add_sum. The number of the sum.
  int add(int constraint, const int* scope, const int64_t* terms, int count, int64_t sign,
          std::optional<int64_t> bound, bool differs, Lit guard) {
    sums_.push_back({constraint, static_cast<int>(scope_.size()), count, bound, differs, guard});
    for (int i = 0; i < count; ++i) {
      scope_.push_back(scope[i]);
      terms_.push_back(sign * terms[i]);
    }
    return static_cast<int>(sums_.size()) - 1;
  }

  void tighten(int sum, int64_t bound) {
    COPLA_ASSERT(!sums_[sum].bound || bound < *sums_[sum].bound, "a bound that is not tighter");
    sums_[sum].bound = bound;
  }

  // False at a conflict.
  template <class Known>
  bool look(Known& known, int number) {
    const Sum& sum = sums_[number];
    if (!sum.bound || (sum.guard >= 0 && known.value(sum.guard) == 0)) return true;
    return sum.differs ? differs(known, sum) : at_most(known, sum);
  }

private:
  struct Sum {
    int constraint, first, count;
    std::optional<int64_t> bound;
    bool differs;
    Lit guard;  // or -1
  };

  const Problem& problem() const { return view_.problem(); }
  template <class Known>
  bool conclude(Known& known, const Sum& sum, Lit conclusion) {
    return view_.conclude(known, sum.constraint, sum.bound, conclusion);
  }
  // It cannot hold, for the reason that was made.
  template <class Known>
  bool cannot_hold(Known& known, const Sum& sum) {
    if (sum.guard < 0) return view_.fail(known, sum.constraint, sum.bound);
    return conclude(known, sum, negation(sum.guard));
  }
  template <class Known>
  static bool is_on(const Known& known, const Sum& sum) {
    return sum.guard < 0 || known.value(sum.guard) == 1;
  }

  void explain_all_but(const Sum& sum, int but) {
    view_.begin_reason();
    for (int i = 0; i < sum.count; ++i) {
      const int variable = scope_[sum.first + i];
      if (i == but) continue;
      if (terms_[sum.first + i] > 0)
        view_.because_not_below(variable, view_.least(variable));
      else
        view_.because_not_above(variable, view_.largest(variable));
    }
    if (sum.guard >= 0 && but >= 0) view_.clause.push_back(negation(sum.guard));
  }

  template <class Known>
  bool at_most(Known& known, const Sum& sum) {
    int64_t slack = *sum.bound;
    for (int i = 0; i < sum.count; ++i) slack -= smallest(sum, i);
    if (slack < 0) {
      explain_all_but(sum, -1);
      return cannot_hold(known, sum);
    }
    if (!is_on(known, sum)) return true;
    for (int i = 0; i < sum.count; ++i) {
      int variable = scope_[sum.first + i];
      int64_t c = terms_[sum.first + i], most = slack + smallest(sum, i);
      int beyond = c > 0 ? view_.largest(variable) : view_.least(variable);
      if (c * problem().values[beyond] <= most) continue;
      bool holds = true;
      explain_all_but(sum, i);  // one reason for each value that goes
      view_.each_at_root(variable, [&](int position, Lit lit) {
        if (!holds || c * problem().values[position] <= most || known.value(lit) == 0) return;
        holds = conclude(known, sum, negation(lit));
      });
      if (!holds) return false;
    }
    return true;
  }
  int64_t smallest(const Sum& sum, int i) const {
    int64_t c = terms_[sum.first + i];
    int variable = scope_[sum.first + i];
    return c * problem().values[c > 0 ? view_.least(variable) : view_.largest(variable)];
  }

  // Has something to say when all variables but one have their values, which is a matter of true literals.
  template <class Known>
  bool differs(Known& known, const Sum& sum) {
    int open = -1;
    int64_t rest = 0;
    view_.begin_reason();
    for (int i = 0; i < sum.count; ++i) {
      const int variable = scope_[sum.first + i], value = view_.least(variable);
      const Lit lit = view_.settled(variable) ? view_.equality(variable, value) : -1;
      if (lit >= 0 && known.value(lit) == 1) {
        rest += terms_[sum.first + i] * problem().values[value];
        view_.clause.push_back(negation(lit));
      } else {
        if (open >= 0) return true;
        open = i;
      }
    }
    if (open < 0) return rest != *sum.bound || cannot_hold(known, sum);
    if (!is_on(known, sum)) return true;
    int64_t c = terms_[sum.first + open], product = *sum.bound - rest;
    int at = product % c == 0 ? problem().position(product / c) : -1;
    int variable = scope_[sum.first + open];
    if (!view_.has(variable, at)) return true;
    if (sum.guard >= 0) view_.clause.push_back(negation(sum.guard));
    return conclude(known, sum, negation(view_.equality(variable, at)));
  }

  View& view_;
  Vector<Sum> sums_;
  Vector<int> scope_;
  Vector<int64_t> terms_;
};

}  // namespace copla::constraints
