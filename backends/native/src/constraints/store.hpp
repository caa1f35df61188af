// The state of the search: domains as bit masks of any width, and a trail that undoes changes without
// copying.
//
// W is the number of words of a domain, or 0 for "known at run time". With W = 1, which every puzzle up to 64
// values is, all loops over words vanish. The trail holds (variable, old words) and never grows beyond the
// number of values of all variables, since domains only shrink along a path: it is allocated once.
#pragma once

#include <bit>
#include <cstdint>

#include "constraints/pile.hpp"
#include "constraints/problem.hpp"
#include "constraints/pruning_audit.hpp"

namespace copla::constraints {

template <int W>
class Store {
public:
  explicit Store(const Problem& problem)
      : words_(problem.words),
        domains_(problem.domains),
        trail_(most_changes(problem)),
        old_(most_changes(problem) * problem.words),
        assigned(problem.variables, 0),
        changed(problem.variables) {
    if constexpr (audited) audit.start(&problem);
  }

  int words() const {
    if constexpr (W > 0) return W;
    return words_;
  }
  const uint64_t* domain(int variable) const { return domains_.data() + size_t(variable) * words(); }

  bool has(int variable, int position) const {
    return position >= 0 && (domain(variable)[position >> 6] >> (position & 63) & 1) != 0;
  }
  bool settled(int variable) const {
    const uint64_t* words_of = domain(variable);
    if constexpr (W == 1) return (words_of[0] & (words_of[0] - 1)) == 0;
    return count(variable) <= 1;
  }
  int count(int variable) const {
    const uint64_t* words_of = domain(variable);
    int total = 0;
    for (int i = 0; i < words(); ++i) total += std::popcount(words_of[i]);
    return total;
  }
  int least(int variable) const {
    const uint64_t* words_of = domain(variable);
    for (int i = 0; i < words(); ++i)
      if (words_of[i]) return i * 64 + std::countr_zero(words_of[i]);
    return 0;
  }
  int largest(int variable) const {
    const uint64_t* words_of = domain(variable);
    for (int i = words() - 1; i >= 0; --i)
      if (words_of[i]) return i * 64 + 63 - std::countl_zero(words_of[i]);
    return 0;
  }
  template <class Visit>
  void each(int variable, Visit&& visit) const {
    const uint64_t* words_of = domain(variable);
    for (int i = 0; i < words(); ++i)
      for (uint64_t word = words_of[i]; word; word &= word - 1) visit(i * 64 + std::countr_zero(word));
  }

  // Removes from the domain what is not in `mask(i)`, word by word; false if nothing is left.
  template <class Mask>
  bool keep_where(int variable, Mask&& mask) {
    uint64_t* words_of = domains_.data() + size_t(variable) * words();
    uint64_t any = 0, gone = 0;
    for (int i = 0; i < words(); ++i) {
      uint64_t kept = words_of[i] & mask(i);
      any |= kept;
      gone |= words_of[i] ^ kept;
    }
    if (!gone) return any != 0;
    if constexpr (audited)
      for (int i = 0; i < words(); ++i)
        for (uint64_t out = words_of[i] & ~mask(i); out; out &= out - 1)
          audit.removed(*this, variable, i * 64 + std::countr_zero(out));
    push(variable);
    changed.push(variable);
    for (int i = 0; i < words(); ++i) {
      uint64_t kept = words_of[i] & mask(i);
      prunings += std::popcount(words_of[i] ^ kept);
      words_of[i] = kept;
    }
    return any != 0;
  }
  bool keep(int variable, const uint64_t* mask) {
    return keep_where(variable, [&](int i) { return mask[i]; });
  }
  bool drop(int variable, const uint64_t* mask) {
    return keep_where(variable, [&](int i) { return ~mask[i]; });
  }
  bool keep_one(int variable, int position) {
    return keep_where(variable,
                      [&](int i) { return i == position >> 6 ? uint64_t(1) << (position & 63) : 0; });
  }
  bool drop_one(int variable, int position) {
    if (position < 0) return true;
    return keep_where(variable, [&](int i) {
      return i == position >> 6 ? ~(uint64_t(1) << (position & 63)) : ~uint64_t(0);
    });
  }
  bool keep_range(int variable, int low, int high) {
    return keep_where(variable, [&](int i) { return from(low - i * 64) & ~from(high + 1 - i * 64); });
  }

  // All positions of a word from this one on.
  static uint64_t from(int position) {
    if (position <= 0) return ~uint64_t(0);
    return position >= 64 ? 0 : ~uint64_t(0) << position;
  }

  // Gives the variable one value; that is a decision and no pruning.
  void fix(int variable, int position) {
    push(variable);
    uint64_t* words_of = domains_.data() + size_t(variable) * words();
    for (int i = 0; i < words(); ++i) words_of[i] = 0;
    words_of[position >> 6] = uint64_t(1) << (position & 63);
  }

  size_t mark() const { return trail_.size(); }

  void undo(size_t mark) {
    while (trail_.size() > mark) {
      uint64_t* words_of = domains_.data() + size_t(trail_.back()) * words();
      if constexpr (W == 1) {
        *words_of = old_.back();
        old_.pop();
        trail_.pop();
        continue;
      }
      size_t base = old_.size() - words();
      for (int i = 0; i < words(); ++i) words_of[i] = old_[base + i];
      old_.pop(words());
      trail_.pop();
    }
  }

private:
  static size_t most_changes(const Problem& problem) {
    size_t most = problem.variables + 16;
    for (uint64_t word : problem.domains) most += std::popcount(word);
    return std::min<size_t>(most, 1 << 16);  // beyond that it grows as needed
  }
  void push(int variable) {
    trail_.push(variable);
    const uint64_t* words_of = domain(variable);
    if constexpr (W == 1)
      old_.push(*words_of);
    else
      for (int i = 0; i < words(); ++i) old_.push(words_of[i]);
  }

  int words_;
  Vector<uint64_t> domains_;
  Pile<int> trail_;
  Pile<uint64_t> old_;

public:
  Vector<uint8_t> assigned;
  Pile<int> changed;  // variables whose domains changed since the list was cleared, in turn
  uint64_t prunings = 0;
  PruningAudit audit;
};

}  // namespace copla::constraints
