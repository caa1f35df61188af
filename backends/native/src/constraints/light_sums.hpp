// Comparisons of sums as the light search uses them, and with a switch that says whether they hold.
#pragma once

#include <algorithm>
#include <cstdint>

#include "constraints/propagators.hpp"
#include "constraints/store.hpp"

namespace copla::constraints {

template <int W>
class LightSums {
public:
  LightSums(const Problem& problem, const Program& program, Store<W>& store)
      : problem_(problem), program_(program), store_(store) {
    int widest = 0, most = 1;
    for (const Propagator& p : program.all) widest = std::max(widest, p.count);
    for (int v = 0; v < problem.variables; ++v) most = std::max(most, store.words(v));
    least_.resize(widest);
    mask_.resize(most);
  }

  // x - y <= bound
  bool pair_at_most(const Propagator& p) {
    const int* scope = program_.scopes.data() + p.first;
    const int64_t largest = value(store_.largest(scope[1])) + p.bound,
                  least = value(store_.least(scope[0])) - p.bound;
    return store_.keep_range(scope[0], 0, problem_.last_at_most(largest)) &&
           store_.keep_range(scope[1], problem_.first_at_least(least), last());
  }

  bool at_most(const Propagator& p, int64_t sign, int64_t bound) {
    const int* scope = program_.scopes.data() + p.first;
    const int64_t* terms = coefficients(p);
    int64_t slack = bound;
    for (int i = 0; i < p.count; ++i) {
      int64_t c = sign * terms[i];
      least_[i] = c * value(c > 0 ? store_.least(scope[i]) : store_.largest(scope[i]));
      slack -= least_[i];
    }
    if (slack < 0) return false;
    for (int i = 0; i < p.count; ++i) {
      int64_t c = sign * terms[i], most = slack + least_[i];
      if (c > 0)
        store_.keep_range(scope[i], 0, problem_.last_at_most(floor_divide(most, c)));
      else
        store_.keep_range(scope[i], problem_.first_at_least(-floor_divide(most, -c)), last());
    }
    return true;
  }

  bool equals(const Propagator& p) {
    const int* scope = program_.scopes.data() + p.first;
    const int64_t* terms = coefficients(p);
    if (p.count == 1) return keep_position(scope[0], solve_for(terms[0], p.bound));
    if (p.count == 2) return equal_pair(p, 0) && equal_pair(p, 1);
    size_t changes;
    do {
      changes = store_.mark();
      if (!at_most(p, 1, p.bound) || !at_most(p, -1, -p.bound)) return false;
    } while (store_.mark() != changes);
    const Open one = open_term(p);
    return one.several || one.term < 0 ||
           keep_position(scope[one.term], solve_for(terms[one.term], one.rest));
  }

  bool differs(const Propagator& p) {
    const int* scope = program_.scopes.data() + p.first;
    const int64_t* terms = coefficients(p);
    const Open one = open_term(p);
    if (one.several) return true;
    if (one.term < 0) return one.rest != 0;
    return store_.drop_one(scope[one.term], solve_for(terms[one.term], one.rest));
  }

  // Unlike in filter, the last variable may have a single value left: that one may go, too.
  bool differs_but_one(const Propagator& p, int variable) {
    const int* scope = program_.scopes.data() + p.first;
    const int64_t* terms = coefficients(p);
    int64_t rest = 0, own = 1;
    for (int i = 0; i < p.count; ++i) {
      if (scope[i] == variable)
        own = terms[i];
      else
        rest += terms[i] * value(store_.least(scope[i]));
    }
    return store_.drop_one(variable, solve_for(own, p.bound - rest));
  }

  // The switch, the last of the scope, decides whether the sum compares or not; while it is open, the sum may
  // decide it.
  bool reified(const Propagator& p) {
    const int* scope = program_.scopes.data() + p.first;
    const int64_t* terms = coefficients(p);
    Propagator sum = p;
    sum.count = p.count - 1;
    const int on = scope[sum.count];
    if (store_.settled(on)) {
      const bool holds = value(store_.least(on)) == 1;
      if (p.allowed) return holds ? equals(sum) : differs(sum);
      return holds ? at_most(sum, 1, p.bound) : at_most(sum, -1, -p.bound - 1);
    }
    int64_t least = 0, largest = 0;
    for (int i = 0; i < sum.count; ++i) {
      const int64_t one = terms[i] * value(store_.least(scope[i])),
                    other = terms[i] * value(store_.largest(scope[i]));
      least += std::min(one, other);
      largest += std::max(one, other);
    }
    if (least > p.bound || (p.allowed && (largest < p.bound || apart(sum))))
      return store_.keep_one(on, problem_.position(0));
    if (largest <= p.bound && (least == p.bound || !p.allowed))
      return store_.keep_one(on, problem_.position(1));
    return true;
  }

private:
  // The one term whose variable is open, -1 if there is none, and what is left of the bound for it.
  struct Open {
    int term = -1;
    bool several = false;
    int64_t rest;
  };

  Open open_term(const Propagator& p) const {
    const int* scope = program_.scopes.data() + p.first;
    const int64_t* terms = coefficients(p);
    Open found{.rest = p.bound};
    for (int i = 0; i < p.count; ++i) {
      if (store_.settled(scope[i])) {
        found.rest -= terms[i] * value(store_.least(scope[i]));
      } else {
        if (found.term >= 0) {
          found.several = true;
          return found;
        }
        found.term = i;
      }
    }
    return found;
  }

  int64_t value(int position) const { return problem_.values[position]; }
  int last() const { return static_cast<int>(problem_.values.size()) - 1; }
  const int64_t* coefficients(const Propagator& p) const { return program_.numbers.data() + p.data; }

  int solve_for(int64_t coefficient, int64_t product) const {
    return product % coefficient == 0 ? problem_.position(product / coefficient) : -1;
  }

  bool equal_pair(const Propagator& p, int of) {
    const int* scope = program_.scopes.data() + p.first;
    const int64_t* terms = coefficients(p);
    uint64_t* mask = mask_.data();
    std::fill(mask, mask + store_.words(scope[of]), 0);
    store_.each(scope[1 - of], [&](int position) {
      int found = solve_for(terms[of], p.bound - terms[1 - of] * value(position));
      if (found >= 0) store_.set(scope[of], found, mask);
    });
    return store_.keep(scope[of], mask);
  }
  bool keep_position(int variable, int position) {
    return position >= 0 ? store_.keep_one(variable, position) : store_.keep_none(variable);
  }

  // Whether no values of two variables make them equal.
  bool apart(const Propagator& sum) const {
    if (sum.count != 2) return false;
    const int* scope = program_.scopes.data() + sum.first;
    const int64_t* terms = coefficients(sum);
    bool found = false;
    store_.each(scope[1], [&](int position) {
      found = found || store_.has(scope[0], solve_for(terms[0], sum.bound - terms[1] * value(position)));
    });
    return !found;
  }

  const Problem& problem_;
  const Program& program_;
  Store<W>& store_;
  Vector<int64_t> least_;
  Vector<uint64_t> mask_;
};

}  // namespace copla::constraints
