// What each propagator concludes, at three strengths; see propagators.hpp for the contract.
//
//   check    plain backtracking: is the constraint violated by the variables assigned so far?
//   forward  forward checking: filter the one variable that the assignments leave open
//   filter   arc consistency (sums of three or more: by their bounds)
//
// All return false when the constraint cannot hold any more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "constraints/defined.hpp"
#include "constraints/different.hpp"
#include "constraints/light_sums.hpp"
#include "constraints/propagators.hpp"
#include "constraints/store.hpp"

namespace copla::constraints {

template <int W>
class Inference {
public:
  Inference(const Problem& problem, Program& program, Store<W>& store, Level level)
      : problem_(problem),
        program_(program),
        store_(store),
        hidden_(level >= Level::hidden),
        different_(store, problem),
        sums_(problem, program, store),
        defined_(problem, program, store) {
    size_t most_words = 1;  // of the windows of one scope
    for (const Propagator& p : program.all) {
      size_t words = 0;
      for (int i = 0; i < p.count; ++i) words += store.words(program.scopes[p.first + i]);
      if (p.rule == Rule::allowed_rows || p.rule == Rule::pairs) most_words = std::max(most_words, words);
    }
    int most = 1;
    for (int v = 0; v < problem.variables; ++v) most = std::max(most, store.words(v));
    mask_.resize(most);
    supported_.resize(most_words);
    tally_.assign(problem.values.size(), 0);
  }

  bool check(const Propagator& p, int variable) {
    return audit(p, [&] { return check_assigned(p, variable); });
  }
  bool forward(const Propagator& p, int variable) {
    return audit(p, [&] { return filter_last_open(p, variable); });
  }
  bool filter(const Propagator& p) {
    return audit(p, [&] { return filter_all(p); });
  }

private:
  // In audit builds, everything that is concluded is checked against what the constraint means.
  template <class Conclude>
  bool audit(const Propagator& p, Conclude&& conclude) {
    if constexpr (audited) {
      store_.audit.act(p.constraint, p.active ? std::optional(p.bound) : std::nullopt);
      if (conclude()) return true;
      store_.audit.failed(store_);
      return false;
    }
    return conclude();
  }

  bool check_assigned(const Propagator& p, int variable) {
    const int* scope = program_.scopes.data() + p.first;
    if (p.rule == Rule::different_matching) return true;
    if (p.rule == Rule::different_values) {
      for (int i = 0; i < p.count; ++i)
        if (scope[i] != variable && store_.assigned[scope[i]] &&
            store_.least(scope[i]) == store_.least(variable))
          return false;
      return true;
    }
    for (int i = 0; i < p.count; ++i)
      if (!store_.assigned[scope[i]]) return true;
    return filter_all(p);
  }

  bool filter_last_open(const Propagator& p, int variable) {
    const int* scope = program_.scopes.data() + p.first;
    if (p.rule == Rule::different_matching) return true;
    if (p.rule == Rule::different_values) {
      int taken = store_.least(variable);
      for (int i = 0; i < p.count; ++i)
        if (!store_.assigned[scope[i]] && !store_.drop_one(scope[i], taken)) return false;
      return true;
    }
    int last = -1;
    for (int i = 0; i < p.count; ++i) {
      if (store_.assigned[scope[i]]) continue;
      if (last >= 0) return true;
      last = scope[i];
    }
    if (last >= 0 && p.rule == Rule::sum_differs) return sums_.differs_but_one(p, last);
    if (last >= 0 && p.rule > Rule::reified) return defined_.filter_last(p, last);
    return filter_all(p);
  }

  bool filter_all(const Propagator& p) {
    const int* scope = program_.scopes.data() + p.first;
    switch (p.rule) {
      case Rule::different_values:
        return different_.by_values(scope, p.count, hidden_);
      case Rule::different_matching:
        return different_.by_matching(scope, p.count);
      case Rule::at_most:
        return sums_.pair_at_most(p);
      case Rule::sum_at_most:
        return !p.active || sums_.at_most(p, 1, p.bound);
      case Rule::sum_equals:
        return sums_.equals(p);
      case Rule::sum_differs:
        return sums_.differs(p);
      case Rule::reified:
        return sums_.reified(p);
      case Rule::pairs:
        return pairs(p);
      case Rule::allowed_rows:
        return allowed_rows(p);
      case Rule::forbidden_rows:
        return forbidden_rows(p);
      case Rule::any_of:
        return any_of(p);
      default:
        return defined_.filter(p);
    }
    return true;
  }

  uint64_t* cleared(uint64_t* mask, int variable) const {
    std::fill(mask, mask + store_.words(variable), 0);
    return mask;
  }

  bool pairs(const Propagator& p) {
    const int* scope = program_.scopes.data() + p.first;
    int x = scope[0], y = scope[1], place = 0;
    if (store_.count(x) > store_.count(y)) {
      std::swap(x, y);
      place = 1;
    }
    const int words_x = store_.words(x), words_y = store_.words(y);
    const int* index = program_.partners.data() + p.data;
    const size_t positions[2] = {64 * size_t(store_.words(scope[0])) + 1,
                                 64 * size_t(store_.words(scope[1])) + 1};
    const int* start = index + (place ? positions[0] : 0);
    const int* list = index + positions[0] + positions[1];
    const uint64_t* others = store_.domain(y);
    uint64_t* kept = cleared(supported_.data(), x);
    uint64_t* supporting = cleared(supported_.data() + words_x, y);
    uint64_t* partners = mask_.data();
    const int base = 64 * store_.first(x);
    store_.each(x, [&](int position) {
      cleared(partners, y);
      for (int i = start[position - base]; i < start[position - base + 1]; ++i)
        store_.set(y, list[i], partners);
      uint64_t some = 0;
      for (int w = 0; w < words_y; ++w) {
        partners[w] = others[w] & (p.allowed ? partners[w] : ~partners[w]);
        some |= partners[w];
        supporting[w] |= partners[w];
      }
      if (some) store_.set(x, position, kept);
    });
    return store_.keep(x, kept) && store_.keep(y, supporting);
  }

  bool allowed_rows(const Propagator& p) {
    const int* scope = program_.scopes.data() + p.first;
    const int64_t* rows = program_.numbers.data() + p.data;
    uint64_t* mask = supported_.data();
    for (int i = 0; i < p.count; ++i) mask = cleared(mask, scope[i]) + store_.words(scope[i]);
    for (const int64_t* row = rows; row < rows + p.size; row += p.count) {
      if (!possible(scope, row, p.count)) continue;
      mask = supported_.data();
      for (int i = 0; i < p.count; mask += store_.words(scope[i++]))
        store_.set(scope[i], static_cast<int>(row[i]), mask);
    }
    mask = supported_.data();
    for (int i = 0; i < p.count; mask += store_.words(scope[i++]))
      if (!store_.keep(scope[i], mask)) return false;
    return true;
  }

  bool possible(const int* scope, const int64_t* row, int count) const {
    for (int i = 0; i < count; ++i)
      if (!store_.has(scope[i], static_cast<int>(row[i]))) return false;
    return true;
  }

  // A value goes if all combinations of the other variables are forbidden with it.
  bool forbidden_rows(const Propagator& p) {
    const int* scope = program_.scopes.data() + p.first;
    const int64_t* rows = program_.numbers.data() + p.data;
    const int64_t many = p.size / p.count + 1;  // more than there are rows
    size_t changes;
    do {
      changes = store_.mark();
      for (int place = 0; place < p.count; ++place) {
        int64_t combinations = 1;
        for (int i = 0; i < p.count; ++i)
          if (i != place) combinations = std::min(many, combinations * store_.count(scope[i]));
        for (const int64_t* row = rows; row < rows + p.size; row += p.count)
          if (possible(scope, row, p.count)) ++tally_[row[place]];
        uint64_t* gone = cleared(mask_.data(), scope[place]);
        for (const int64_t* row = rows; row < rows + p.size; row += p.count)
          if (tally_[row[place]] == combinations)
            store_.set(scope[place], static_cast<int>(row[place]), gone);
        for (const int64_t* row = rows; row < rows + p.size; row += p.count) tally_[row[place]] = 0;
        if (!store_.drop(scope[place], gone)) return false;
      }
    } while (store_.mark() != changes);
    return true;
  }

  bool any_of(const Propagator& p) {
    const int* scope = program_.scopes.data() + p.first;
    const uint64_t* chances = program_.chances.data() + p.data;
    const uint64_t* last_chances = nullptr;
    int last = -1;
    for (int i = 0; i < p.count; chances += store_.words(scope[i++])) {
      const uint64_t* domain = store_.domain(scope[i]);
      uint64_t some = 0;
      for (int w = 0; w < store_.words(scope[i]); ++w) some |= domain[w] & chances[w];
      if (!some) continue;
      if (last >= 0) return true;
      last = i;
      last_chances = chances;
    }
    return last >= 0 && store_.keep(scope[last], last_chances);
  }

  const Problem& problem_;
  Program& program_;
  Store<W>& store_;
  bool hidden_;
  Different<W> different_;
  LightSums<W> sums_;
  Defined<W> defined_;
  Vector<int64_t> tally_;
  Vector<uint64_t> mask_, supported_;  // of one window; of the windows of a scope
};

}  // namespace copla::constraints
