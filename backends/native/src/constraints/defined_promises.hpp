// What the kinds with arguments promise where a propagation has come to its end, for the audit; all of them
// that the last open variable has only values that satisfy the constraint (promises.hpp), and
//
//   reified      a settled switch: the bounds of the sum that it asks for, and both values of two variables
//                that are equal; an open one: the sum can do either, as far as its bounds and the common
//                values of two variables tell
//   times        the result lies among the products of the ends of both factors; a factor's value times the
//                range of the other meets the range of the result, or, where the other is settled, the result
//   extreme      a result is somebody's value and is not beyond the least possible extreme; nobody is beyond
//                every result; who alone has a common value with the result has no others
//   entry        a place has a common value with the result, a result with a place; an entry that is the one
//                has no other values than the result
//   occurrences  each total lies between those who must and those who can have the value; where it is reached
//                nobody else has it, where all are needed they have no other; together, if there are no other
//                values, the totals can be as many as the members
//   one_cycle    a chain of settled places does not close early
//
// Written from these sentences, and shared with no propagator.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "constraints/problem.hpp"

namespace copla::constraints {

class DefinedPromise {
public:
  using Domains = std::vector<std::vector<int>>;

  DefinedPromise(const Problem& problem, const Constraint& c, const Domains& own,
                 std::function<void(int, int)> refuse)
      : problem_(problem), c_(c), own_(own), refuse_(std::move(refuse)) {}

  void check() const {
    switch (c_.kind) {
      case Kind::reified:
        return check_reified();
      case Kind::times:
        return check_times();
      case Kind::extreme:
        return check_extreme();
      case Kind::entry:
        return check_entry();
      case Kind::occurrences:
        return check_occurrences();
      default:
        return check_cycle();
    }
  }

private:
  int place(int argument) const { return static_cast<int>(problem_.numbers[c_.data + argument]); }
  int64_t number(int i) const { return problem_.numbers[c_.data + c_.arguments + i]; }
  const std::vector<int>& domain(int argument) const { return own_[place(argument)]; }
  bool has(int argument, int64_t position) const {
    return std::find(domain(argument).begin(), domain(argument).end(), position) != domain(argument).end();
  }
  int64_t value(int position) const { return problem_.values[position]; }
  int64_t least(int argument) const { return value(domain(argument).front()); }
  int64_t largest(int argument) const { return value(domain(argument).back()); }
  bool settled(int argument) const { return domain(argument).size() == 1; }
  template <class Stays>
  void each(int argument, Stays&& stays) const {
    for (int position : domain(argument))
      if (!stays(position)) refuse_(place(argument), position);
  }

  void check_reified() const {
    const int terms = c_.arguments - 1;
    const bool equal = c_.compare == Compare::equal;
    int64_t low = 0, high = 0;
    auto low_of = [&](int i) { return std::min(number(i) * least(i), number(i) * largest(i)); };
    auto high_of = [&](int i) { return std::max(number(i) * least(i), number(i) * largest(i)); };
    for (int i = 0; i < terms; ++i) {
      low += low_of(i);
      high += high_of(i);
    }
    auto has_partner = [&](int i, int position) {
      for (int other : domain(1 - i))
        if (number(i) * value(position) + number(1 - i) * value(other) == c_.bound) return true;
      return false;
    };
    if (!settled(terms)) {
      bool can = low <= c_.bound && (!equal || high >= c_.bound);
      if (equal && terms == 2 && can) {
        can = false;
        for (int position : domain(0)) can = can || has_partner(0, position);
      }
      const bool need_not = equal ? low != c_.bound || high != c_.bound : high > c_.bound;
      return each(terms, [&](int position) { return value(position) == 1 ? can : need_not; });
    }
    const bool on = least(terms) == 1;
    if (equal && !on) return;
    for (int i = 0; i < terms; ++i)
      each(i, [&](int position) {
        const int64_t own = number(i) * value(position);
        if (equal && terms == 2) return has_partner(i, position);
        if (on && own + low - low_of(i) > c_.bound) return false;
        return !(equal || !on) || own + high - high_of(i) >= c_.bound + (equal ? 0 : 1);
      });
  }

  void check_times() const {
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (int64_t one : {least(1), largest(1)})
      for (int64_t other : {least(2), largest(2)}) {
        low = std::min(low, one * other);
        high = std::max(high, one * other);
      }
    each(0, [&](int position) { return value(position) >= low && value(position) <= high; });
    for (int one : {1, 2}) {
      const int other = 3 - one;
      each(one, [&](int position) {
        const int64_t a = value(position) * least(other), b = value(position) * largest(other);
        if (settled(other)) return has(0, problem_.position(a));
        return std::min(a, b) <= largest(0) && std::max(a, b) >= least(0);
      });
      if (settled(other))
        each(0, [&](int position) {
          return std::any_of(domain(one).begin(), domain(one).end(),
                             [&](int factor) { return value(factor) * least(other) == value(position); });
        });
    }
  }

  void check_extreme() const {
    std::set<int> able;
    for (int i = 1; i < c_.arguments; ++i) {
      each(i, [&](int position) {
        return c_.allowed ? value(position) <= largest(0) : value(position) >= least(0);
      });
      for (int position : domain(i))
        if (has(0, position)) able.insert(place(i));
      each(0, [&](int position) {
        return c_.allowed ? value(position) >= least(i) : value(position) <= largest(i);
      });
    }
    each(0, [&](int position) {
      for (int i = 1; i < c_.arguments; ++i)
        if (has(i, position)) return true;
      return false;
    });
    for (int i = 1; i < c_.arguments; ++i)
      if (able.size() == 1 && able.count(place(i))) each(i, [&](int position) { return has(0, position); });
  }

  void check_entry() const {
    auto could_be = [&](int64_t index, int position) {
      const bool inside = index >= 0 && index < c_.arguments - 2;
      return inside ? has(static_cast<int>(index) + 2, position) : position == c_.bound;
    };
    each(1, [&](int index) {
      return std::any_of(domain(0).begin(), domain(0).end(),
                         [&](int position) { return could_be(value(index), position); });
    });
    each(0, [&](int position) {
      return std::any_of(domain(1).begin(), domain(1).end(),
                         [&](int index) { return could_be(value(index), position); });
    });
    if (settled(1) && least(1) >= 0 && least(1) < c_.arguments - 2)
      each(static_cast<int>(least(1)) + 2, [&](int position) { return has(0, position); });
  }

  void check_occurrences() const {
    const int values = c_.size - c_.arguments, members = c_.arguments - values;
    int64_t all_least = 0, all_largest = 0;
    for (int k = 0; k < values; ++k) {
      int64_t sure = 0, able = 0;
      for (int i = values; i < c_.arguments; ++i) {
        able += has(i, number(k));
        sure += has(i, number(k)) && settled(i);
      }
      each(k, [&](int position) { return value(position) >= sure && value(position) <= able; });
      for (int i = values; i < c_.arguments; ++i)
        each(i, [&](int position) {
          if (sure == largest(k) && position == number(k)) return settled(i);
          return sure == largest(k) || able != least(k) || !has(i, number(k)) || position == number(k);
        });
      all_least += least(k);
      all_largest += largest(k);
    }
    if (!c_.allowed) return;
    for (int i = values; i < c_.arguments; ++i)
      each(i, [&](int position) {
        for (int k = 0; k < values; ++k)
          if (number(k) == position) return true;
        return false;
      });
    for (int k = 0; k < values; ++k)
      each(k, [&](int position) {
        return all_least - least(k) + value(position) <= members &&
               all_largest - largest(k) + value(position) >= members;
      });
  }

  void check_cycle() const {
    std::set<int64_t> arrived;
    for (int i = 0; i < c_.arguments; ++i) {
      each(i, [&](int position) { return value(position) >= 0 && value(position) < c_.arguments; });
      if (settled(i)) arrived.insert(least(i));
    }
    for (int start = 0; start < c_.arguments; ++start) {
      int end = start, steps = 0;
      for (; settled(end) && steps < c_.arguments; ++steps) end = static_cast<int>(least(end));
      if (!arrived.count(start) && !settled(end) && steps < c_.arguments - 1)
        each(end, [&](int position) { return value(position) != start; });
    }
  }

  const Problem& problem_;
  const Constraint& c_;
  const Domains& own_;
  const std::function<void(int, int)> refuse_;
};

}  // namespace copla::constraints
