// Products, extremes, entries, counts and cycles as the light search uses them.
//
// The same as backends/forward_checking/defined.py, where the rules are explained: each is applied, in the
// same order, until nothing changes; where one variable is left open, or none, the meaning decides.
#pragma once

#include <algorithm>
#include <cstdint>

#include "constraints/meant.hpp"
#include "constraints/propagators.hpp"
#include "constraints/store.hpp"

namespace copla::constraints {

template <int W>
class Defined {
public:
  Defined(const Problem& problem, const Program& program, Store<W>& store)
      : problem_(problem), program_(program), store_(store) {
    int most = 1, widest = 0;
    for (int v = 0; v < problem.variables; ++v) most = std::max(most, store.words(v));
    for (const Propagator& p : program.all) widest = std::max(widest, p.arguments);
    mask_.resize(most);
    other_.resize(most);
    at_.resize(widest);
    after_.resize(widest);
    arrived_.resize(widest);
  }

  bool filter(const Propagator& p) {
    const int* scope = program_.scopes.data() + p.first;
    while (true) {
      const size_t changes = store_.mark();
      int open = 0, last = -1;
      for (int i = 0; i < p.count && open < 2; ++i) {
        if (store_.settled(scope[i])) continue;
        ++open;
        last = scope[i];
      }
      if (open < 2) return p.count == 0 || filter_last(p, open ? last : scope[0]);
      if (!infer(p)) return false;
      if (store_.mark() == changes) return true;
    }
  }

  // All others have their values.
  bool filter_last(const Propagator& p, int last) {
    for (int i = 0; i < p.arguments; ++i) at_[i] = store_.least(argument(p, i));
    const auto kind = static_cast<Kind>(static_cast<int>(p.rule) - static_cast<int>(Rule::reified) +
                                        static_cast<int>(Kind::reified));
    uint64_t* kept = cleared(mask_, last);
    store_.each(last, [&](int position) {
      for (int i = 0; i < p.arguments; ++i)
        if (argument(p, i) == last) at_[i] = position;
      if (is_meant(problem_, kind, p.allowed, p.bound, at_.data(), p.arguments, numbers(p),
                   p.size - p.arguments))
        store_.set(last, position, kept);
    });
    return store_.keep(last, kept);
  }

private:
  int argument(const Propagator& p, int i) const { return static_cast<int>(program_.numbers[p.data + i]); }
  const int64_t* numbers(const Propagator& p) const { return program_.numbers.data() + p.data + p.arguments; }
  int64_t value(int position) const { return problem_.values[position]; }
  int64_t least(int variable) const { return value(store_.least(variable)); }
  int64_t largest(int variable) const { return value(store_.largest(variable)); }
  int last() const { return static_cast<int>(problem_.values.size()) - 1; }
  // One word of the domain, of those over all values.
  uint64_t word(int variable, int number) const {
    const int at = number - store_.first(variable);
    return at >= 0 && at < store_.words(variable) ? store_.domain(variable)[at] : 0;
  }
  bool meet(int variable, int other) const {
    for (int i = 0; i < store_.words(variable); ++i)
      if (store_.domain(variable)[i] & word(other, store_.first(variable) + i)) return true;
    return false;
  }
  bool keep_what_is_in(int variable, int other) {
    return store_.keep_where(variable, [&](int i) { return word(other, store_.first(variable) + i); });
  }
  bool keep_values(int variable, int64_t low, int64_t high) {
    return store_.keep_range(variable, problem_.first_at_least(low), problem_.last_at_most(high));
  }
  uint64_t* cleared(Vector<uint64_t>& mask, int variable) const {
    std::fill(mask.begin(), mask.begin() + store_.words(variable), 0);
    return mask.data();
  }

  bool infer(const Propagator& p) {
    switch (p.rule) {
      case Rule::times:
        return times(p);
      case Rule::extreme:
        return extreme(p);
      case Rule::entry:
        return entry(p);
      case Rule::occurrences:
        return occurrences(p);
      default:
        return cycle(p);
    }
  }

  bool times(const Propagator& p) {
    const int result = argument(p, 0), left = argument(p, 1), right = argument(p, 2);
    const int64_t ends[4] = {least(left) * least(right), least(left) * largest(right),
                             largest(left) * least(right), largest(left) * largest(right)};
    const auto [low, high] = std::minmax_element(ends, ends + 4);
    return keep_values(result, *low, *high) && factor(result, left, right) && factor(result, right, left);
  }
  bool factor(int result, int one, int other) {
    const int64_t low = least(other), high = largest(other);
    uint64_t* kept = cleared(mask_, one);
    if (low == high) {
      uint64_t* products = cleared(other_, result);
      store_.each(one, [&](int position) {
        const int product = problem_.position(value(position) * low);
        if (!store_.has(result, product)) return;
        store_.set(one, position, kept);
        store_.set(result, product, products);
      });
      return store_.keep(one, kept) && store_.keep(result, products);
    }
    const int64_t smallest = least(result), greatest = largest(result);
    store_.each(one, [&](int position) {
      const int64_t a = value(position) * low, b = value(position) * high;
      if (std::min(a, b) <= greatest && std::max(a, b) >= smallest) store_.set(one, position, kept);
    });
    return store_.keep(one, kept);
  }

  bool extreme(const Propagator& p) {
    const int result = argument(p, 0);
    const int low = p.allowed ? 0 : store_.least(result), high = p.allowed ? store_.largest(result) : last();
    for (int i = 1; i < p.arguments; ++i)
      if (!store_.keep_range(argument(p, i), low, high)) return false;
    int from = 0, to = last();
    uint64_t* anybody = cleared(mask_, result);
    for (int i = 1; i < p.arguments; ++i) {
      const int member = argument(p, i);
      if (p.allowed)
        from = std::max(from, store_.least(member));
      else
        to = std::min(to, store_.largest(member));
      for (int w = 0; w < store_.words(result); ++w) anybody[w] |= word(member, store_.first(result) + w);
    }
    const int base = 64 * store_.first(result);
    for (int w = 0; w < store_.words(result); ++w)
      anybody[w] &= store_.from(from - base - 64 * w) & ~store_.from(to + 1 - base - 64 * w);
    if (!store_.keep(result, anybody)) return false;
    int able = -1;
    for (int i = 1; i < p.arguments; ++i) {
      const int member = argument(p, i);
      if (member == able || !meet(member, result)) continue;
      if (able >= 0) return true;
      able = member;
    }
    return keep_what_is_in(able, result);
  }

  bool entry(const Propagator& p) {
    const int result = argument(p, 0), index = argument(p, 1), count = p.arguments - 2;
    auto inside = [&](int64_t place) { return place >= 0 && place < count; };
    uint64_t *supported = cleared(mask_, index), *found = cleared(other_, result);
    store_.each(index, [&](int position) {
      const int64_t place = value(position);
      if (!inside(place)) {
        if (!store_.has(result, static_cast<int>(p.bound))) return;
        store_.set(result, static_cast<int>(p.bound), found);
        return store_.set(index, position, supported);
      }
      const int there = argument(p, 2 + static_cast<int>(place));
      uint64_t some = 0;
      for (int w = 0; w < store_.words(result); ++w) {
        const uint64_t common = word(there, store_.first(result) + w) & store_.domain(result)[w];
        found[w] |= common;
        some |= common;
      }
      if (some) store_.set(index, position, supported);
    });
    if (!store_.keep(index, supported) || !store_.keep(result, found)) return false;
    const int64_t place = least(index);
    if (!store_.settled(index) || !inside(place)) return true;
    return keep_what_is_in(argument(p, 2 + static_cast<int>(place)), result);
  }

  bool occurrences(const Propagator& p) {
    const int count = p.size - p.arguments;
    if (p.allowed && !all_counted(p, count)) return false;
    for (int i = 0; i < count; ++i)
      if (!counted(p, count, static_cast<int>(numbers(p)[i]), argument(p, i))) return false;
    return true;
  }
  bool counted(const Propagator& p, int first, int position, int total) {
    int sure = 0, able = 0;
    for (int i = first; i < p.arguments; ++i) {
      const bool has = store_.has(argument(p, i), position);
      able += has;
      sure += has && store_.settled(argument(p, i));
    }
    if (!keep_values(total, sure, able)) return false;
    if (sure == largest(total)) {
      for (int i = first; i < p.arguments; ++i)
        if (!store_.settled(argument(p, i)) && !store_.drop_one(argument(p, i), position)) return false;
    } else if (able == least(total)) {
      for (int i = first; i < p.arguments; ++i)
        if (store_.has(argument(p, i), position) && !store_.keep_one(argument(p, i), position)) return false;
    }
    return true;
  }
  bool all_counted(const Propagator& p, int count) {
    for (int i = count; i < p.arguments; ++i) {
      uint64_t* known = cleared(mask_, argument(p, i));
      for (int k = 0; k < count; ++k)
        if (numbers(p)[k] >= 0) store_.set(argument(p, i), static_cast<int>(numbers(p)[k]), known);
      if (!store_.keep(argument(p, i), known)) return false;
    }
    int64_t spare = p.arguments - count, missing = spare;
    for (int k = 0; k < count; ++k) {
      spare -= least(argument(p, k));
      missing -= largest(argument(p, k));
    }
    for (int k = 0; k < count; ++k) {
      ends_.resize(2 * size_t(count));
      ends_[2 * k] = least(argument(p, k));
      ends_[2 * k + 1] = largest(argument(p, k));
    }
    for (int k = 0; k < count; ++k)
      if (!keep_values(argument(p, k), missing + ends_[2 * k + 1], spare + ends_[2 * k])) return false;
    return true;
  }

  bool cycle(const Propagator& p) {
    const int count = p.arguments;
    for (int i = 0; i < count; ++i) {
      const int low = problem_.first_at_least(0), high = problem_.last_at_most(count - 1);
      const int own = count > 1 ? problem_.position(i) : -1, base = 64 * store_.first(argument(p, i));
      const bool some = store_.keep_where(argument(p, i), [&](int w) {
        const int at = base + 64 * w;
        const uint64_t inside = store_.from(low - at) & ~store_.from(high + 1 - at);
        return own >= at && own < at + 64 ? inside & ~(uint64_t(1) << (own & 63)) : inside;
      });
      if (!some) return false;
    }
    std::fill(after_.begin(), after_.begin() + count, -1);
    std::fill(arrived_.begin(), arrived_.begin() + count, 0);
    int links = 0, followed = 0;
    for (int i = 0; i < count; ++i) {
      if (!store_.settled(argument(p, i))) continue;
      after_[i] = static_cast<int>(least(argument(p, i)));
      arrived_[after_[i]] = 1;
      ++links;
    }
    if (links == count) return true;  // no chain has a start: the meaning decides
    for (int start = 0; start < count; ++start) {
      if (after_[start] < 0 || arrived_[start]) continue;
      int end = start, steps = 0;
      while (after_[end] >= 0 && steps < count) {
        end = after_[end];
        ++steps;
      }
      if (after_[end] >= 0) return false;
      followed += steps;
      if (steps < count - 1 && !store_.drop_one(argument(p, end), problem_.position(start))) return false;
    }
    return followed >= links;
  }

  const Problem& problem_;
  const Program& program_;
  Store<W>& store_;
  Vector<uint64_t> mask_, other_;
  Vector<int64_t> ends_;
  Vector<int> at_, after_;
  Vector<uint8_t> arrived_;
};

}  // namespace copla::constraints
