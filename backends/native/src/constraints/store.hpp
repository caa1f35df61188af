// The state of the search: domains as bit masks of any width, and a trail that undoes changes without
// copying.
//
// W is the number of words of every domain, or 0 for "a window for each variable", see problem.hpp. With
// W = 1, which every puzzle up to 64 values is, all loops over words vanish. The trail holds the words that
// changed, each as it was. Domains only shrink along a path, so that it is allocated once.
//
// Masks that are handed over have the words of the variable's own window; positions are those of the problem.
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
      : windows_(problem.windows.data()),
        domains_(problem.domains),
        trail_(most_changes(problem)),
        old_(most_changes(problem)),
        assigned(problem.variables, 0),
        changed(problem.variables) {
    if constexpr (audited) audit.start(&problem);
  }

  // The words of a variable's window, and which words of all they are.
  int words(int variable) const {
    if constexpr (W > 0) return W;
    return windows_[variable].words;
  }
  int first(int variable) const {
    if constexpr (W > 0) return 0;
    return windows_[variable].first;
  }
  const uint64_t* domain(int variable) const { return domains_.data() + start(variable); }
  const Vector<uint64_t>& domains() const { return domains_; }

  bool has(int variable, int position) const {
    if constexpr (W == 1) return position >= 0 && (domain(variable)[0] >> (position & 63) & 1) != 0;
    const int word = (position >> 6) - first(variable);
    return position >= 0 && word >= 0 && word < words(variable) &&
           (domain(variable)[word] >> (position & 63) & 1) != 0;
  }
  // Sets the bit of a position in a mask of the variable's window, if it is in there.
  void set(int variable, int position, uint64_t* mask) const {
    const int word = W == 1 ? 0 : (position >> 6) - first(variable);
    if (W == 1 || (word >= 0 && word < words(variable))) mask[word] |= uint64_t(1) << (position & 63);
  }
  bool settled(int variable) const {
    const uint64_t* words_of = domain(variable);
    if constexpr (W == 1) return (words_of[0] & (words_of[0] - 1)) == 0;
    return count(variable) <= 1;
  }
  int count(int variable) const {
    const uint64_t* words_of = domain(variable);
    int total = 0;
    for (int i = 0; i < words(variable); ++i) total += std::popcount(words_of[i]);
    return total;
  }
  int least(int variable) const {
    const uint64_t* words_of = domain(variable);
    for (int i = 0; i < words(variable); ++i)
      if (words_of[i]) return (first(variable) + i) * 64 + std::countr_zero(words_of[i]);
    return 0;
  }
  int largest(int variable) const {
    const uint64_t* words_of = domain(variable);
    for (int i = words(variable) - 1; i >= 0; --i)
      if (words_of[i]) return (first(variable) + i) * 64 + 63 - std::countl_zero(words_of[i]);
    return 0;
  }
  template <class Visit>
  void each(int variable, Visit&& visit) const {
    const uint64_t* words_of = domain(variable);
    for (int i = 0; i < words(variable); ++i)
      for (uint64_t word = words_of[i]; word; word &= word - 1)
        visit((first(variable) + i) * 64 + std::countr_zero(word));
  }

  // Removes from the domain what is not in `mask(i)`, word by word; false if nothing is left. The only place
  // where values are removed.
  template <class Mask>
  [[gnu::always_inline]] bool keep_where(int variable, Mask&& mask) {
    uint64_t* words_of = domains_.data() + start(variable);
    uint64_t any = 0, gone = 0;
    for (int i = 0; i < words(variable); ++i) {
      uint64_t kept = words_of[i] & mask(i);
      any |= kept;
      gone |= words_of[i] ^ kept;
    }
    if (!gone) return any != 0;
    if constexpr (audited)
      for (int i = 0; i < words(variable); ++i)
        for (uint64_t out = words_of[i] & ~mask(i); out; out &= out - 1)
          audit.removed(*this, variable, (first(variable) + i) * 64 + std::countr_zero(out));
    changed.push(variable);
    for (int i = 0; i < words(variable); ++i) {
      uint64_t kept = words_of[i] & mask(i);
      if (W != 1 && kept == words_of[i]) continue;
      push(words_of + i);
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
  bool keep_none(int variable) {
    return keep_where(variable, [](int) { return uint64_t(0); });
  }
  bool keep_one(int variable, int position) {
    const int word = (position >> 6) - first(variable);
    return keep_where(variable, [&](int i) { return i == word ? uint64_t(1) << (position & 63) : 0; });
  }
  bool drop_one(int variable, int position) {
    if (position < 0) return true;
    const int word = (position >> 6) - first(variable);
    return keep_where(variable,
                      [&](int i) { return i == word ? ~(uint64_t(1) << (position & 63)) : ~uint64_t(0); });
  }
  bool keep_range(int variable, int low, int high) {
    const int base = first(variable) * 64;
    return keep_where(variable,
                      [&](int i) { return from(low - base - i * 64) & ~from(high + 1 - base - i * 64); });
  }

  // All positions of a word from this one on.
  static uint64_t from(int position) {
    if (position <= 0) return ~uint64_t(0);
    return position >= 64 ? 0 : ~uint64_t(0) << position;
  }

  // Gives the variable one value; that is a decision and no pruning.
  void fix(int variable, int position) {
    uint64_t* words_of = domains_.data() + start(variable);
    const int word = (position >> 6) - first(variable);
    for (int i = 0; i < words(variable); ++i) {
      const uint64_t kept = i == word ? uint64_t(1) << (position & 63) : 0;
      if (W != 1 && words_of[i] == kept) continue;
      push(words_of + i);
      words_of[i] = kept;
    }
  }

  size_t mark() const { return trail_.size(); }

  void undo(size_t mark) {
    while (trail_.size() > mark) {
      domains_[trail_.back()] = old_.back();
      old_.pop();
      trail_.pop();
    }
  }

private:
  static size_t most_changes(const Problem& problem) {
    size_t most = problem.variables + 16;
    for (uint64_t word : problem.domains) most += std::popcount(word);
    return std::min<size_t>(most, 1 << 16);  // beyond that it grows as needed
  }
  size_t start(int variable) const {
    if constexpr (W > 0) return size_t(variable) * W;
    return windows_[variable].at;
  }
  void push(const uint64_t* word) {
    trail_.push(static_cast<int>(word - domains_.data()));
    old_.push(*word);
  }

  const Problem::Window* windows_;
  Vector<uint64_t> domains_;
  Pile<int> trail_;  // which word of the domains
  Pile<uint64_t> old_;

public:
  Vector<uint8_t> assigned;
  Pile<int> changed;  // variables whose domains changed since the list was cleared, in turn
  uint64_t prunings = 0;
  PruningAudit audit;
};

}  // namespace copla::constraints
