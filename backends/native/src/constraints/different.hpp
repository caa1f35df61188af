// All-different by single values and by matching.
//
// Single values: what is taken goes from the others; with as many values as variables every value is needed,
// so that its last place is forced (a "hidden single"). Both in one pass over the scope with three masks.
//
// Matching (Régin, AAAI 1994): a value stays if it is in some matching of variables to values. The textbook
// uses strongly connected components; here reachability is Warshall's closure on rows of bits, which for the
// scopes of puzzles (under 64 variables: one word a row) is a few hundred operations without a branch.
// Settled variables keep out of it: the single values have dealt with them before.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "constraints/store.hpp"

namespace copla::constraints {

template <int W>
class Different {
public:
  Different(Store<W>& store, const Problem& problem)
      : store_(store),
        owner_(problem.values.size(), -1),
        came_from_(problem.values.size(), -1),
        masks_(4 * size_t(problem.words)),
        words_(problem.words) {}

  bool by_values(const int* scope, int count, bool hidden) {
    if constexpr (W == 1) return by_values_in_registers(scope, count, hidden);
    // Four masks over all values; only the part of them is touched that the scope has.
    uint64_t *const taken = masks_.data(), *const any = taken + words_, *const several = any + words_,
                    *const once = several + words_;
    int low = words_, high = 0;
    for (int i = 0; i < count; ++i) {
      low = std::min(low, store_.first(scope[i]));
      high = std::max(high, store_.first(scope[i]) + store_.words(scope[i]));
    }
    int done = 0;
    while (true) {
      for (uint64_t* mask : {taken, any, several}) std::fill(mask + low, mask + high, 0);
      int taken_count = 0;
      for (int i = 0; i < count; ++i) {
        const uint64_t* domain = store_.domain(scope[i]);
        const int first = store_.first(scope[i]), words = store_.words(scope[i]);
        if (store_.settled(scope[i])) {
          uint64_t twice = 0;
          for (int w = 0; w < words; ++w) {
            twice |= taken[first + w] & domain[w];
            taken[first + w] |= domain[w];
          }
          if (twice) return false;
          ++taken_count;
        }
        for (int w = 0; w < words; ++w) {
          several[first + w] |= any[first + w] & domain[w];
          any[first + w] |= domain[w];
        }
      }
      bool needed = false;
      if (hidden) {
        int values = 0;
        for (int w = low; w < high; ++w) values += std::popcount(any[w]);
        if (values < count) return false;
        if (values == count) {
          uint64_t some = 0;
          for (int w = low; w < high; ++w) some |= once[w] = any[w] & ~several[w] & ~taken[w];
          needed = some != 0;
        }
      }
      if (taken_count == done && !needed) return true;
      done = taken_count;
      for (int i = 0; i < count; ++i) {
        int variable = scope[i];
        if (store_.settled(variable)) continue;
        const int first = store_.first(variable);
        if (needed) {
          const uint64_t* domain = store_.domain(variable);
          int forced = 0;
          for (int w = 0; w < store_.words(variable); ++w)
            forced += std::popcount(domain[w] & once[first + w]);
          if (forced) {
            if (!store_.keep(variable, once + first)) return false;
            if (forced > 1) return false;
            continue;
          }
        }
        if (!store_.drop(variable, taken + first)) return false;
      }
    }
  }

  bool by_matching(const int* scope, int count) {
    open_.clear();
    for (int i = 0; i < count; ++i)
      if (!store_.settled(scope[i])) open_.push_back(scope[i]);
    const int open = static_cast<int>(open_.size());
    if (open < 3) return true;
    matched_.assign(open, -1);
    bool fits = true;
    for (int i = 0; i < open && fits; ++i) fits = take_free(i) || augment(i);
    if (fits) filter(open);
    for (int i = 0; i < open; ++i)
      if (matched_[i] >= 0) owner_[matched_[i]] = -1;
    return fits;
  }

private:
  // The same for domains of one word, without masks in memory: this is where the light search spends its
  // time, and mostly in vain. So the pass that looks also tells whether there is anything to do.
  bool by_values_in_registers(const int* scope, int count, bool hidden) {
    uint64_t taken = 0, open = 0, any = 0, several = 0, clash = 0;
    // Whether a domain is a single value is as good as random: a mask instead of a branch.
    auto if_open = [](uint64_t domain) { return uint64_t((domain & (domain - 1)) == 0) - 1; };
    auto look = [&](uint64_t domain) {
      const uint64_t mask = if_open(domain), single = domain & ~mask;
      clash |= taken & single;
      taken |= single;
      open |= domain & mask;
      several |= any & domain;
      any |= domain;
    };
    const uint64_t* const domains = store_.domain(0);
    for (int i = 0; i < count; ++i) look(domains[scope[i]]);
    while (true) {
      if (clash) return false;
      uint64_t needed = 0;
      if (hidden) {
        int values = std::popcount(any);
        if (values < count) return false;
        if (values == count) needed = any & ~several & ~taken;
      }
      if (!(open & taken) && !needed) return true;
      const uint64_t gone = taken;
      taken = open = any = several = 0;
      for (int i = 0; i < count; ++i) {
        const uint64_t domain = domains[scope[i]], forced = domain & needed;
        const uint64_t kept = forced ? forced : domain & ~(gone & if_open(domain));
        if (kept != domain && !store_.keep_where(scope[i], [kept](int) { return kept; })) return false;
        if (forced & (forced - 1)) return false;
        look(kept);  // for the next round
      }
    }
  }

  bool take_free(int i) {
    bool found = false;
    store_.each(open_[i], [&](int position) {
      if (!found && owner_[position] < 0) {
        found = true;
        owner_[position] = i;
        matched_[i] = position;
      }
    });
    return found;
  }

  // Breadth-first search for a path on which everybody passes its value on and the last takes a free one.
  bool augment(int start) {
    queue_.assign(1, start);
    bool found = false;
    for (size_t next = 0; next < queue_.size() && !found; ++next) {
      int i = queue_[next];
      int free = -1;
      store_.each(open_[i], [&](int position) {
        if (free >= 0 || came_from_[position] >= 0) return;
        came_from_[position] = i;
        visited_.push_back(position);
        if (owner_[position] < 0)
          free = position;
        else
          queue_.push_back(owner_[position]);
      });
      while (free >= 0 && !found) {
        int taker = came_from_[free];
        std::swap(free, matched_[taker]);
        owner_[matched_[taker]] = taker;
        found = taker == start;
      }
    }
    for (int position : visited_) came_from_[position] = -1;
    visited_.clear();
    return found;
  }

  void filter(int open) {
    // Row i: whose values variable i could take; one more node for "a value that nobody uses".
    const int row = (open + 1 + 63) / 64;
    reach_.assign(size_t(open + 1) * row, 0);
    auto set = [&](int i, int k) { reach_[size_t(i) * row + (k >> 6)] |= uint64_t(1) << (k & 63); };
    for (int i = 0; i < open; ++i) {
      store_.each(open_[i], [&](int position) { set(i, owner_[position] < 0 ? open : owner_[position]); });
      set(open, i);
    }
    for (int k = 0; k <= open; ++k) {
      const uint64_t* through = reach_.data() + size_t(k) * row;
      for (int i = 0; i <= open; ++i) {
        uint64_t* from = reach_.data() + size_t(i) * row;
        if (from[k >> 6] >> (k & 63) & 1)
          for (int w = 0; w < row; ++w) from[w] |= through[w];
      }
    }
    uint64_t* kept = masks_.data();
    for (int i = 0; i < open; ++i) {
      std::fill(kept, kept + store_.words(open_[i]), 0);
      store_.each(open_[i], [&](int position) {
        int other = owner_[position];
        bool stays = other < 0 || other == i || (reach_[size_t(other) * row + (i >> 6)] >> (i & 63) & 1);
        if (stays) store_.set(open_[i], position, kept);
      });
      store_.keep(open_[i], kept);
    }
  }

  Store<W>& store_;
  Vector<int> owner_, came_from_;  // by position; -1 between calls
  Vector<int> matched_, open_, queue_, visited_;
  Vector<uint64_t> masks_, reach_;
  int words_;
};

}  // namespace copla::constraints
