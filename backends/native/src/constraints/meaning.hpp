// What a constraint means, for the audit: written from the definition, slow, and shared with no propagator.
//
// `possible` answers the one question behind every audit: do these domains hold values that satisfy this one
// constraint? A value may be removed if that is not so with this value alone, a clause is implied if it is
// not so where all its literals are false. Small products are enumerated; larger ones are decided by a check
// of each kind's own (a matching, the least and the largest sum, counting rows), which small ones are used to
// check in turn.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "constraints/defined_meaning.hpp"
#include "constraints/problem.hpp"
#include "core/audit.hpp"

namespace copla::constraints {

class Meaning {
public:
  using Domains = std::vector<std::vector<int>>;  // positions, by place in the scope

  // Of a constraint, or of the objective if its number is that of none; `objective` is the bound of that.
  Meaning(const Problem& problem, int number, std::optional<int64_t> objective) : problem_(problem) {
    if (number < static_cast<int>(problem.constraints.size())) {
      const Constraint& c = problem.constraints[number];
      kind = c.kind;
      compare = c.compare;
      allowed = c.allowed;
      bound = c.bound;
      scope.assign(problem.scopes.begin() + c.first, problem.scopes.begin() + c.first + c.count);
      numbers.assign(problem.numbers.begin() + c.data, problem.numbers.begin() + c.data + c.size);
      if (c.kind >= Kind::reified) defined_.emplace(problem, c);
    } else {
      kind = Kind::linear;
      bounded = objective.has_value();
      bound = objective.value_or(0);
      scope.assign(problem.objective_scope.begin(), problem.objective_scope.end());
      numbers.assign(problem.objective_terms.begin(), problem.objective_terms.end());
    }
  }

  Kind kind = Kind::clause;
  Compare compare = Compare::at_most;
  bool allowed = true, bounded = true;
  int64_t bound = 0;
  std::vector<int> scope;
  std::vector<int64_t> numbers;

  bool holds(const std::vector<int>& at) const {
    switch (kind) {
      case Kind::all_different:
        return std::set<int>(at.begin(), at.end()).size() == at.size();
      case Kind::linear: {
        int64_t sum = 0;
        for (size_t i = 0; i < at.size(); ++i) sum += numbers[i] * problem_.values[at[i]];
        return !bounded ||
               (compare == Compare::at_most ? sum <= bound : (sum == bound) == (compare == Compare::equal));
      }
      case Kind::table: {
        bool found = false;
        for (size_t row = 0; row < numbers.size() && !found; row += at.size())
          found = std::equal(at.begin(), at.end(), numbers.begin() + row);
        return found == allowed;
      }
      case Kind::clause:
        for (size_t i = 0; i < numbers.size(); i += 3)
          if ((at[numbers[i]] == numbers[i + 1]) == (numbers[i + 2] != 0)) return true;
        return false;
      default:
        return defined_->holds(at);
    }
    return false;
  }

  // `without`: rows of an allowed table, each by where it begins, that do not count.
  bool possible(const Domains& domains, const std::set<int>& without = {}) const {
    for (const auto& domain : domains)
      if (domain.empty()) return false;
    double product = 1;
    for (const auto& domain : domains) product *= static_cast<double>(domain.size());
    const bool slowly = possible_by_kind(domains, without);
    if (product > 2000) return slowly;
    const bool enumerated = possible_by_enumeration(domains, without);
    // The sums of an equation are the only thing that may be too many to be known.
    if (enumerated != slowly) fail_audit(__FILE__, __LINE__, "the audit disagrees with itself");
    return enumerated;
  }

  // Whether variable i finds a value, if others that own one already may move on to another. Nobody takes a
  // value that was tried.
  static bool takes_one(int i, const Domains& domains, std::map<int, int>& owner, std::set<int>& tried) {
    for (int position : domains[i]) {
      if (!tried.insert(position).second) continue;
      auto found = owner.find(position);
      if (found == owner.end() || takes_one(found->second, domains, owner, tried)) {
        owner[position] = i;
        return true;
      }
    }
    return false;
  }

private:
  bool possible_by_enumeration(const Domains& domains, const std::set<int>& without) const {
    std::vector<size_t> next(domains.size(), 0);
    std::vector<int> at(domains.size());
    while (true) {
      for (size_t i = 0; i < domains.size(); ++i) at[i] = domains[i][next[i]];
      if (holds(at) && !left_out(at, without)) return true;
      size_t i = 0;
      while (i < domains.size() && ++next[i] == domains[i].size()) next[i++] = 0;
      if (i == domains.size()) return false;
    }
  }
  bool left_out(const std::vector<int>& at, const std::set<int>& without) const {
    return std::any_of(without.begin(), without.end(),
                       [&](int row) { return std::equal(at.begin(), at.end(), numbers.begin() + row); });
  }

  bool possible_by_kind(const Domains& domains, const std::set<int>& without) const {
    switch (kind) {
      case Kind::all_different:
        return can_be_matched(domains);
      case Kind::linear:
        return !bounded || sum_is_possible(domains);
      case Kind::table:
        return table_is_possible(domains, without);
      case Kind::clause:
        for (size_t i = 0; i < numbers.size(); i += 3)
          for (int position : domains[numbers[i]])
            if ((position == numbers[i + 1]) == (numbers[i + 2] != 0)) return true;
        return false;
      default:
        return defined_->possible(domains);
    }
    return false;
  }

  static bool can_be_matched(const Domains& domains) {
    std::map<int, int> owner;
    for (int i = 0; i < static_cast<int>(domains.size()); ++i) {
      std::set<int> tried;
      if (!takes_one(i, domains, owner, tried)) return false;
    }
    return true;
  }

  bool sum_is_possible(const Domains& domains) const {
    int64_t least = 0, largest = 0;
    for (size_t i = 0; i < domains.size(); ++i) {
      int64_t low = INT64_MAX, high = INT64_MIN;
      for (int position : domains[i]) {
        low = std::min(low, numbers[i] * problem_.values[position]);
        high = std::max(high, numbers[i] * problem_.values[position]);
      }
      least += low;
      largest += high;
    }
    if (compare == Compare::at_most) return least <= bound;
    if (compare == Compare::differs) return least != bound || largest != bound;
    if (bound < least || bound > largest) return false;
    std::set<int64_t> sums{0};
    for (size_t i = 0; i < domains.size(); ++i) {
      std::set<int64_t> longer;
      for (int64_t sum : sums)
        for (int position : domains[i]) longer.insert(sum + numbers[i] * problem_.values[position]);
      if (longer.size() > 200'000) return true;  // as far as anybody can tell
      sums.swap(longer);
    }
    return sums.count(bound) > 0;
  }

  bool table_is_possible(const Domains& domains, const std::set<int>& without) const {
    std::set<std::vector<int64_t>> inside;
    const size_t columns = domains.size();
    for (size_t row = 0; row < numbers.size(); row += columns) {
      bool fits = !without.count(static_cast<int>(row));
      for (size_t k = 0; k < columns && fits; ++k)
        fits = std::find(domains[k].begin(), domains[k].end(), numbers[row + k]) != domains[k].end();
      if (fits) inside.emplace(numbers.begin() + row, numbers.begin() + row + columns);
    }
    if (allowed) return !inside.empty();
    double combinations = 1;
    for (const auto& domain : domains) combinations *= static_cast<double>(domain.size());
    return static_cast<double>(inside.size()) < combinations;
  }

  const Problem& problem_;
  std::optional<DefinedMeaning> defined_;
};

}  // namespace copla::constraints
