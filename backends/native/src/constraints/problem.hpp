// A constraint problem as plain numbers: what every solver of this part starts from. Made by build.hpp, which
// checks it.
//
// Values are replaced by positions in one sorted list of all values of the problem, the same for every
// variable: then an equality between two variables is an equality of bits, and a bound is one shift. A domain
// is a mask over the window of that list from its least to its largest value, in whole words; a problem of up
// to 64 values has masks of one word. Scopes and numbers live in two shared pools, because a puzzle has
// hundreds of tiny constraints, and two vectors for each of them took longer than solving it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/memory.hpp"

namespace copla::constraints {

enum class Kind : uint8_t {
  all_different,
  linear,
  table,
  clause,
  reified,  // from here on: what has arguments, the kinds of toolkit/rewriting/propagated.py
  times,
  extreme,
  entry,
  occurrences,
  one_cycle,
};
enum class Compare : uint8_t { at_most, equal, differs };

struct Constraint {
  Kind kind;
  Compare compare = Compare::at_most;  // linear and reified; < >= > are rewritten when read
  bool allowed = true;                 // table; extreme: the greatest; occurrences: no other values
  int first = 0, count = 0;            // its scope in Problem::scopes, no variable twice
  int64_t bound = 0;  // linear and reified; entry: the position where there is no place, or -1
  // Its numbers in Problem::numbers. linear: the coefficients, none of them 0. table: the positions of its
  // rows, one after the other, no two alike and all in the domains. clause: triples of scope place, position
  // (-1: a value that no variable has) and whether the literal is positive. What has arguments: the scope
  // place of each argument; then the coefficients of a reified sum, whose arguments are its scope, the switch
  // last; or the positions (or -1) of the values that occur, whose totals are the first arguments.
  int data = 0, size = 0;
  int arguments = 0;
};

struct Problem {
  struct Window {
    size_t at = 0;             // of its first word in a set of masks
    int first = 0, words = 1;  // which words of a mask over all values it is
  };

  Vector<int64_t> values;    // sorted; position -> value
  Vector<Window> windows;    // of each variable's domain
  Vector<uint64_t> domains;  // a set of masks
  int variables = 0;
  int words = 1;       // of a mask over all values
  bool dense = false;  // the values are a range, so that positions need no search
  Vector<Constraint> constraints;
  Vector<int> scopes;
  Vector<int64_t> numbers;
  bool has_objective = false;
  Vector<int> objective_scope;
  Vector<int64_t> objective_terms;  // signs turned so that less is better

  // The variable that is argument i of a constraint that has arguments.
  int argument(const Constraint& c, int i) const { return scopes[c.first + numbers[c.data + i]]; }

  int position(int64_t value) const {
    if (dense) {
      if (value < values.front() || value > values.back()) return -1;
      return static_cast<int>(value - values.front());
    }
    auto place = std::lower_bound(values.begin(), values.end(), value);
    return place != values.end() && *place == value ? static_cast<int>(place - values.begin()) : -1;
  }

  // The last position whose value is at most `limit`, and the first whose value is at least `limit`.
  int last_at_most(int64_t limit) const {
    if (dense) {
      if (limit < values.front()) return -1;
      return limit >= values.back() ? static_cast<int>(values.size()) - 1
                                    : static_cast<int>(limit - values.front());
    }
    return static_cast<int>(std::upper_bound(values.begin(), values.end(), limit) - values.begin()) - 1;
  }
  int first_at_least(int64_t limit) const {
    if (dense) {
      if (limit > values.back()) return static_cast<int>(values.size());
      return limit <= values.front() ? 0 : static_cast<int>(limit - values.front());
    }
    return static_cast<int>(std::lower_bound(values.begin(), values.end(), limit) - values.begin());
  }

  // Of the objective, where less is better.
  int64_t cost(const int* positions) const {
    int64_t total = 0;
    for (size_t i = 0; i < objective_scope.size(); ++i)
      total += objective_terms[i] * values[positions[objective_scope[i]]];
    return total;
  }

  // What a set of masks says about a variable.
  bool has(const Vector<uint64_t>& masks, int variable, int64_t position) const {
    const Window& own = windows[variable];
    const int64_t word = (position >> 6) - own.first;
    return position >= 0 && word >= 0 && word < own.words &&
           (masks[own.at + word] >> (position & 63) & 1) != 0;
  }
  int count(const Vector<uint64_t>& masks, int variable) const {
    const Window& own = windows[variable];
    int total = 0;
    for (int w = 0; w < own.words; ++w) total += std::popcount(masks[own.at + w]);
    return total;
  }
  // How many values of the domain come before this position, which is in the window.
  int rank(const Vector<uint64_t>& masks, int variable, int position) const {
    int total = 0;
    const size_t last = word_of(variable, position);
    for (size_t w = windows[variable].at; w < last; ++w) total += std::popcount(masks[w]);
    return total + std::popcount(masks[last] & ((uint64_t(1) << (position & 63)) - 1));
  }
  // The first and the last position of a domain, or -1 if it is empty.
  int least(const Vector<uint64_t>& masks, int variable) const {
    const Window& own = windows[variable];
    for (int w = 0; w < own.words; ++w)
      if (uint64_t word = masks[own.at + w]) return (own.first + w) * 64 + std::countr_zero(word);
    return -1;
  }
  int largest(const Vector<uint64_t>& masks, int variable) const {
    const Window& own = windows[variable];
    for (int w = own.words - 1; w >= 0; --w)
      if (uint64_t word = masks[own.at + w]) return (own.first + w) * 64 + 63 - std::countl_zero(word);
    return -1;
  }
  template <class Visit>
  void each(const Vector<uint64_t>& masks, int variable, Visit&& visit) const {
    const Window& own = windows[variable];
    for (int w = 0; w < own.words; ++w)
      for (uint64_t word = masks[own.at + w]; word; word &= word - 1)
        visit((own.first + w) * 64 + std::countr_zero(word));
  }
  // Where the bit of a position in the window is.
  size_t word_of(int variable, int position) const {
    return windows[variable].at + (position >> 6) - windows[variable].first;
  }
};

inline int64_t floor_divide(int64_t number, int64_t positive) {
  return number >= 0 ? number / positive : -((-number + positive - 1) / positive);
}

}  // namespace copla::constraints
