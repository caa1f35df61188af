// A task in the form that the kernels work on: one exclusive-or a word takes a state through an action.
//
// Every variable of an action's effects also stands in its condition. So the old values are known where the
// action is applicable, and the bits that it flips are a constant. Clear and set masks need two operations a
// word and twice the memory. An inverted action flips the same bits: only its condition differs.
#pragma once

#include <array>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "core/memory.hpp"
#include "planning/task.hpp"

namespace copla::planning {

struct Packed {
  explicit Packed(const Task& task)
      : layout(task.sizes),
        words(layout.words()),
        sizes(task.sizes),
        initial(words),
        goal_mask(words, 0),
        goal_value(words, 0),
        flips(task.actions.size() * words, 0) {
    layout.pack(task.initial.data(), initial.data());
    for (auto [variable, value] : task.goal) add(goal_mask.data(), goal_value.data(), variable, value);
    goal_is_one_state = true;
    std::vector<bool> named(task.sizes.size(), false);
    for (auto fact : task.goal) named[fact.variable] = true;
    for (size_t variable = 0; variable < named.size(); ++variable)
      if (!named[variable] && task.sizes[variable] > 1) goal_is_one_state = false;
    costs.reserve(task.actions.size());
    size_t index = 0;
    for (const Action& action : task.actions) {
      Word* flip = &flips[index++ * words];
      for (auto [variable, value] : action.effects) {
        const Field& field = layout[variable];
        flip[field.word] |= static_cast<Word>(value ^ old_value(action, variable)) << field.shift;
      }
      costs.push_back(action.cost);
    }
  }

  static int old_value(const Action& action, int variable) {
    for (auto fact : action.condition)
      if (fact.variable == variable) return fact.value;
    throw std::invalid_argument("an action changes a variable that its condition does not name");
  }

  // Puts a fact into a mask and the value under it.
  void add(Word* mask, Word* value_under, int variable, int value) const {
    const Field& field = layout[variable];
    mask[field.word] |= field.mask << field.shift;
    value_under[field.word] |= static_cast<Word>(value) << field.shift;
  }

  Layout layout;
  int words;
  std::vector<int> sizes;
  std::vector<Word> initial, goal_mask, goal_value;
  Vector<Word> flips;  // `words` an action
  Vector<int64_t> costs;
  bool goal_is_one_state = false;
};

// How many words a state has: known when compiling (1, 2), or only when running (0).
template <int N>
struct Width {
  explicit Width(int) {}
  static constexpr int count() { return N; }
};

template <>
struct Width<0> {
  explicit Width(int words) : words_(words) {}
  int count() const { return words_; }

private:
  int words_;
};

// What can be done with the words of a state.
template <int N>
struct States : Width<N> {
  using Width<N>::Width;
  using Width<N>::count;

  bool equal(const Word* a, const Word* b) const {
    Word difference = 0;
    for (int i = 0; i < count(); ++i) difference |= a[i] ^ b[i];
    return difference == 0;
  }

  void copy(const Word* from, Word* to) const {
    for (int i = 0; i < count(); ++i) to[i] = from[i];
  }

  void apply(const Word* from, const Word* flip, Word* to) const {
    for (int i = 0; i < count(); ++i) to[i] = from[i] ^ flip[i];
  }

  bool matches(const Word* state, const Word* mask, const Word* value) const {
    Word difference = 0;
    for (int i = 0; i < count(); ++i) difference |= (state[i] & mask[i]) ^ value[i];
    return difference == 0;
  }

  // Two rounds of multiply and fold: neighbouring states differ in few bits, and both ends of the result are
  // used.
  uint64_t hash(const Word* state) const {
    uint64_t h = state[0] * 0x9E3779B97F4A7C15u;
    for (int i = 1; i < count(); ++i) h = ((h ^ h >> 32) + state[i]) * 0xD6E8FEB86659FD93u;
    h = (h ^ h >> 29) * 0xBF58476D1CE4E5B9u;
    return h ^ h >> 32;
  }
};

// Room for one state that can live in registers where its size is known.
template <int N>
struct Local : std::array<Word, N> {
  explicit Local(int) {}
};

template <>
struct Local<0> : std::vector<Word> {
  explicit Local(int words) : std::vector<Word>(words) {}
};

}  // namespace copla::planning
