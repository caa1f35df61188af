// A constraint problem as plain numbers: what every solver of this part starts from.
//
// Values are replaced by positions in one sorted list of all values of the problem, the same for every
// variable: then an equality between two variables is an equality of bits, and a bound is one shift. Scopes
// and numbers live in two shared pools, because a puzzle has hundreds of tiny constraints, and two vectors
// for each of them took longer than solving it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "constraints/memory.hpp"

namespace copla::constraints {

enum class Kind : uint8_t { all_different, linear, table, clause };
enum class Compare : uint8_t { at_most, equal, differs };

struct Constraint {
  Kind kind;
  Compare compare = Compare::at_most;  // linear only; < >= > are rewritten when read
  bool allowed = true;                 // table only
  int first = 0, count = 0;            // its scope in Problem::scopes
  int64_t bound = 0;                   // linear only
  // Its numbers in Problem::numbers. linear: the coefficients. table: the positions of its rows, one row
  // after the other, without the rows that have a value no variable has. clause: triples of scope place,
  // position
  // (-1: a value that no variable has) and whether the literal is positive.
  int data = 0, size = 0;
};

struct Problem {
  Vector<int64_t> values;    // sorted; position -> value
  Vector<uint64_t> domains;  // `words` for each variable
  int variables = 0;
  int words = 1;
  Vector<Constraint> constraints;
  Vector<int> scopes;
  Vector<int64_t> numbers;
  bool has_objective = false;
  Vector<int> objective_scope;
  Vector<int64_t> objective_terms;  // signs turned so that less is better

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

  void finish_values() {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    words = std::max<int>(1, static_cast<int>((values.size() + 63) / 64));
    dense = !values.empty() && values.back() - values.front() + 1 == static_cast<int64_t>(values.size());
  }

  // Of the objective, where less is better.
  int64_t cost(const int* positions) const {
    int64_t total = 0;
    for (size_t i = 0; i < objective_scope.size(); ++i)
      total += objective_terms[i] * values[positions[objective_scope[i]]];
    return total;
  }

  // Domains in the layout of `domains`, which may be another set of masks than that one.
  bool has(const Vector<uint64_t>& masks, int variable, int64_t position) const {
    return position >= 0 && (masks[word_of(variable, position)] >> (position & 63) & 1) != 0;
  }
  int count(const Vector<uint64_t>& masks, int variable) const {
    int total = 0;
    for (size_t w = first_word(variable), end = w + words; w < end; ++w) total += std::popcount(masks[w]);
    return total;
  }
  // How many values of the domain come before this position.
  int rank(const Vector<uint64_t>& masks, int variable, int position) const {
    int total = 0;
    const size_t own = word_of(variable, position);
    for (size_t w = first_word(variable); w < own; ++w) total += std::popcount(masks[w]);
    return total + std::popcount(masks[own] & ((uint64_t(1) << (position & 63)) - 1));
  }
  // The first and the last position of a domain, or -1 if it is empty.
  int least(const Vector<uint64_t>& masks, int variable) const {
    const uint64_t* own = masks.data() + first_word(variable);
    for (int w = 0; w < words; ++w)
      if (own[w]) return w * 64 + std::countr_zero(own[w]);
    return -1;
  }
  int largest(const Vector<uint64_t>& masks, int variable) const {
    const uint64_t* own = masks.data() + first_word(variable);
    for (int w = words - 1; w >= 0; --w)
      if (own[w]) return w * 64 + 63 - std::countl_zero(own[w]);
    return -1;
  }
  template <class Visit>
  void each(const Vector<uint64_t>& masks, int variable, Visit&& visit) const {
    const uint64_t* own = masks.data() + first_word(variable);
    for (int w = 0; w < words; ++w)
      for (uint64_t word = own[w]; word; word &= word - 1) visit(w * 64 + std::countr_zero(word));
  }
  size_t first_word(int variable) const { return size_t(variable) * words; }
  size_t word_of(int variable, int64_t position) const { return first_word(variable) + (position >> 6); }

  bool dense = false;  // the values are a range, so that positions need no search
};

inline int64_t floor_divide(int64_t number, int64_t positive) {
  return number >= 0 ? number / positive : -((-number + positive - 1) / positive);
}

}  // namespace copla::constraints
