// What the kinds with arguments mean, for the audit: written from the definitions, slow, and shared with no
// propagator.
//
// `possible` is exact for all of them but sums and counts with very many outcomes, of which it says what the
// least, the largest and the sum of all say.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "constraints/problem.hpp"

namespace copla::constraints {

class DefinedMeaning {
public:
  using Domains = std::vector<std::vector<int>>;  // positions, by place in the scope

  DefinedMeaning(const Problem& problem, const Constraint& c)
      : problem_(problem),
        c_(c),
        places_(problem.numbers.begin() + c.data, problem.numbers.begin() + c.data + c.arguments),
        numbers_(problem.numbers.begin() + c.data + c.arguments, problem.numbers.begin() + c.data + c.size) {}

  bool holds(const std::vector<int>& at) const {
    auto value = [&](size_t argument) { return problem_.values[at[places_[argument]]]; };
    const size_t arguments = places_.size();
    switch (c_.kind) {
      case Kind::reified: {
        int64_t sum = 0;
        for (size_t i = 0; i + 1 < arguments; ++i) sum += numbers_[i] * value(i);
        const bool compares = c_.compare == Compare::equal ? sum == c_.bound : sum <= c_.bound;
        return value(arguments - 1) == (compares ? 1 : 0);
      }
      case Kind::times:
        return value(1) * value(2) == value(0);
      case Kind::extreme: {
        bool reached = false;
        for (size_t i = 1; i < arguments; ++i) {
          if (c_.allowed ? value(i) > value(0) : value(i) < value(0)) return false;
          reached = reached || value(i) == value(0);
        }
        return reached;
      }
      case Kind::entry: {
        for (size_t i = 2; i < arguments; ++i)
          if (value(1) == static_cast<int64_t>(i) - 2) return value(0) == value(i);
        return at[places_[0]] == c_.bound;
      }
      case Kind::occurrences: {
        std::vector<int64_t> found(numbers_.size(), 0);
        for (size_t i = numbers_.size(); i < arguments; ++i) {
          const auto which = std::find(numbers_.begin(), numbers_.end(), at[places_[i]]);
          if (which != numbers_.end())
            ++found[which - numbers_.begin()];
          else if (c_.allowed)
            return false;
        }
        for (size_t k = 0; k < found.size(); ++k)
          if (value(k) != found[k]) return false;
        return true;
      }
      case Kind::one_cycle: {
        std::set<int64_t> seen;
        for (size_t i = 0; i < arguments; ++i)
          if (value(i) < 0 || value(i) >= static_cast<int64_t>(arguments)) return false;
        int64_t place = 0;
        for (size_t step = 0; step < arguments; ++step) seen.insert(place = value(place));
        return place == 0 && seen.size() == arguments;
      }
      default:
        return false;
    }
  }

  bool possible(const Domains& domains) const {
    switch (c_.kind) {
      case Kind::reified:
        return sum_is_possible(domains);
      case Kind::times:
        return some(domains, {1, 2}, [&](const std::vector<int>& at) { return product_fits(domains, at); });
      case Kind::extreme:
        return extreme_is_possible(domains);
      case Kind::entry:
        return some(domains, {1}, [&](const std::vector<int>& at) { return entry_fits(domains, at); });
      case Kind::occurrences:
        return counts_are_possible(domains);
      case Kind::one_cycle:
        return cycle_is_possible(domains);
      default:
        return false;
    }
  }

private:
  static bool has(const std::vector<int>& domain, int64_t position) {
    return std::find(domain.begin(), domain.end(), position) != domain.end();
  }

  // Whether some values of these arguments, -1 for all others in the scope, pass.
  bool some(const Domains& domains, const std::vector<size_t>& arguments,
            const std::function<bool(const std::vector<int>&)>& passes) const {
    std::vector<int> at(domains.size(), -1);
    const std::function<bool(size_t)> from = [&](size_t next) {
      if (next == arguments.size()) return passes(at);
      const size_t place = places_[arguments[next]];
      if (at[place] >= 0) return from(next + 1);
      for (int position : domains[place]) {
        at[place] = position;
        if (from(next + 1)) return true;
      }
      at[place] = -1;
      return false;
    };
    return from(0);
  }
  bool product_fits(const Domains& domains, const std::vector<int>& at) const {
    const int64_t product = problem_.values[at[places_[1]]] * problem_.values[at[places_[2]]];
    const int position = problem_.position(product);
    return at[places_[0]] >= 0 ? at[places_[0]] == position : has(domains[places_[0]], position);
  }
  bool entry_fits(const Domains& domains, const std::vector<int>& at) const {
    auto could_be = [&](int64_t place, int64_t position) {
      return at[place] >= 0 ? at[place] == position : has(domains[place], position);
    };
    const int64_t index = problem_.values[at[places_[1]]];
    if (index < 0 || index + 2 >= static_cast<int64_t>(places_.size())) return could_be(places_[0], c_.bound);
    for (int position : domains[places_[0]])
      if (could_be(places_[0], position) && could_be(places_[2 + index], position)) return true;
    return false;
  }

  bool sum_is_possible(const Domains& domains) const {
    std::set<int64_t> sums{0};
    int64_t least = 0, largest = 0;
    bool counted = true;
    for (size_t i = 0; i < numbers_.size(); ++i) {
      std::set<int64_t> longer, own;
      for (int position : domains[i]) own.insert(numbers_[i] * problem_.values[position]);
      least += *own.begin();
      largest += *own.rbegin();
      if (counted)
        for (int64_t sum : sums)
          for (int64_t more : own) longer.insert(sum + more);
      counted = counted && longer.size() <= 200'000;
      sums.swap(longer);
    }
    for (int position : domains.back()) {
      const bool on = problem_.values[position] == 1;
      if (c_.compare == Compare::at_most) {
        if (on ? least <= c_.bound : largest > c_.bound) return true;
      } else if (!on) {
        if (least != c_.bound || largest != c_.bound) return true;
      } else if (counted ? sums.count(c_.bound) > 0 : least <= c_.bound && c_.bound <= largest) {
        return true;
      }
    }
    return false;
  }

  bool extreme_is_possible(const Domains& domains) const {
    for (int wanted : domains[places_[0]]) {
      bool within = true, reached = false;
      for (size_t i = 1; i < places_.size() && within; ++i) {
        const bool same = places_[i] == places_[0];
        within =
            same || std::any_of(domains[places_[i]].begin(), domains[places_[i]].end(), [&](int position) {
              return c_.allowed ? position <= wanted : position >= wanted;
            });
        reached = reached || same || has(domains[places_[i]], wanted);
      }
      if (within && reached) return true;
    }
    return false;
  }

  // Variable by variable, all outcomes: how often each value occurred, less what its total says.
  bool counts_are_possible(const Domains& domains) const {
    const size_t values = numbers_.size();
    std::set<std::vector<int64_t>> outcomes{std::vector<int64_t>(values, 0)};
    for (size_t place = 0; place < domains.size(); ++place) {
      std::set<std::vector<int64_t>> longer;
      for (const auto& before : outcomes)
        for (int position : domains[place]) {
          std::vector<int64_t> after = before;
          bool fits = true;
          for (size_t i = 0; i < places_.size(); ++i) {
            if (places_[i] != static_cast<int64_t>(place)) continue;
            if (i < values) {
              after[i] -= problem_.values[position];
              continue;
            }
            const auto which = std::find(numbers_.begin(), numbers_.end(), position);
            if (which != numbers_.end())
              ++after[which - numbers_.begin()];
            else
              fits = fits && !c_.allowed;
          }
          if (fits) longer.insert(after);
        }
      if (longer.size() > 20'000) return counts_are_in_bounds(domains);
      outcomes.swap(longer);
    }
    return outcomes.count(std::vector<int64_t>(values, 0)) > 0;
  }
  bool counts_are_in_bounds(const Domains& domains) const {
    const size_t values = numbers_.size();
    int64_t least = 0, largest = 0;
    for (size_t k = 0; k < values; ++k) {
      int64_t sure = 0, able = 0;
      for (size_t i = values; i < places_.size(); ++i) {
        const auto& domain = domains[places_[i]];
        able += has(domain, numbers_[k]);
        sure += has(domain, numbers_[k]) && domain.size() == 1;
      }
      int64_t low = INT64_MAX, high = INT64_MIN;
      for (int position : domains[places_[k]]) {
        const int64_t total = problem_.values[position];
        if (total < sure || total > able) continue;
        low = std::min(low, total);
        high = std::max(high, total);
      }
      if (low > high) return false;
      least += low;
      largest += high;
    }
    if (!c_.allowed) return true;
    const auto members = static_cast<int64_t>(places_.size() - values);
    for (size_t i = values; i < places_.size(); ++i)
      if (std::none_of(domains[places_[i]].begin(), domains[places_[i]].end(), [&](int64_t position) {
            return std::find(numbers_.begin(), numbers_.end(), position) != numbers_.end();
          }))
        return false;
    return least <= members && members <= largest;
  }

  // Not where places with one value left close a shorter cycle; else by following every way from the first
  // place on, though not endlessly.
  bool cycle_is_possible(const Domains& domains) const {
    const size_t count = places_.size();
    for (size_t start = 0; start < count; ++start) {
      size_t place = start, steps = 0;
      while (steps < count && domains[places_[place]].size() == 1) {
        const int64_t next = problem_.values[domains[places_[place]][0]];
        if (next < 0 || next >= static_cast<int64_t>(count)) return false;
        place = static_cast<size_t>(next);
        if (++steps < count && place == start) return false;
      }
    }
    std::vector<int> at(domains.size(), -1);
    std::set<int64_t> seen;
    int64_t steps = 0;
    const std::function<bool(int64_t)> from = [&](int64_t place) {
      if (++steps > 200'000) return true;  // as far as anybody can tell
      if (seen.size() == count) return place == 0;
      if (!seen.insert(place).second) return false;
      const int64_t own = places_[place];
      const int fixed = at[own];
      for (int position : domains[own]) {
        const int64_t next = problem_.values[position];
        if ((fixed >= 0 && fixed != position) || next < 0 || next >= static_cast<int64_t>(count)) continue;
        at[own] = position;
        if (from(next)) return true;
      }
      at[own] = fixed;
      seen.erase(place);
      return false;
    };
    return count == 0 || from(0);
  }

  const Problem& problem_;
  const Constraint& c_;
  const std::vector<int64_t> places_, numbers_;
};

}  // namespace copla::constraints
