// Whole state spaces in one bit a state, where states can be numbered without gaps.
//
// If every action only permutes the values of the variables that it changes, the row of values is always
// an arrangement of the initial one: knights on a board, tiles in a frame. Arrangements are numbered by
// two looks into tables. The packed state is cut into two halves of whole variables; halves are sorted by
// which values they hold. The number of a state is where its left half's block begins, plus the rank of its
// right half among those with the same values: the block holds exactly the right halves that go with the left
// one. Breadth-first search then needs three bits a state: seen, this layer and the next one. Memory does not
// grow with the search, and nothing is hashed. What is lost: parents, so there is no plan, only distances.
#pragma once

#include <map>
#include <vector>

#include "core/column.hpp"
#include "planning/account.hpp"
#include "planning/successors.hpp"

namespace copla::planning {

class Arrangements {
public:
  // `possible()` says whether the task is of this kind and small enough; nothing else may be asked if it is
  // not.
  Arrangements(const Task& task, const Packed& packed, Control& control)
      : left_of_(control), right_of_(control), starts_(control), lefts_(control), rights_(control) {
    if (!preserved(task) || packed.words != 1) return;
    auto end = [&](int variable) {
      const Field& field = packed.layout[variable];
      return field.shift + static_cast<int>(std::bit_width(field.mask));
    };
    int bits = 0;
    for (int variable = 0; variable < static_cast<int>(task.sizes.size()); ++variable)
      bits = std::max(bits, end(variable));
    std::vector<int> low, high;
    for (int variable = 0; variable < static_cast<int>(task.sizes.size()); ++variable) {
      bool is_low = end(variable) <= (bits + 1) / 2;
      (is_low ? low : high).push_back(variable);
      if (is_low) cut_ = std::max(cut_, end(variable));
    }
    high_bits_ = bits - cut_;
    if (cut_ > kMostBits || high_bits_ > kMostBits) return;
    build(task, packed, low, high);
  }

  bool possible() const { return possible_; }
  uint64_t size() const { return size_; }

  uint64_t rank(Word state) const {
    return left_of_[state >> cut_] + right_of_[state & ((Word{1} << cut_) - 1)];
  }

  // The states of a block share their left half: where their numbers begin, the half in its place, and the
  // right halves, in the order of their numbers.
  size_t blocks() const { return lefts_.size(); }
  uint64_t start(size_t block) const { return starts_[block]; }
  Word left(size_t block) const { return lefts_[block].half; }
  const uint32_t* rights(size_t block) const { return rights_.data() + lefts_[block].rights; }
  uint64_t count(size_t block) const { return lefts_[block].count; }

private:
  static constexpr int kMostBits = 24;
  using Values = std::vector<int>;  // sorted
  struct Left {
    Word half;
    uint64_t rights, count;
  };

  static bool preserved(const Task& task) {
    for (const Action& action : task.actions) {
      Values before, after;
      for (auto effect : action.effects) {
        before.push_back(Packed::old_value(action, effect.variable));
        after.push_back(effect.value);
      }
      std::sort(before.begin(), before.end());
      std::sort(after.begin(), after.end());
      if (before != after) return false;
    }
    return true;
  }

  // Calls `each(half, sorted values)` for every choice of values that the initial state's could fill.
  template <class Each>
  static void halves(const Task& task, const Packed& packed, const std::vector<int>& variables, int shift,
                     size_t depth, Word half, Values& left, Values& taken, Each& each) {
    if (depth == variables.size()) {
      Values sorted = taken;
      std::sort(sorted.begin(), sorted.end());
      each(half, sorted);
      return;
    }
    for (int value = 0; value < task.sizes[variables[depth]]; ++value) {
      if (value >= static_cast<int>(left.size()) || left[value] == 0) continue;
      --left[value];
      taken.push_back(value);
      Word placed = static_cast<Word>(value) << packed.layout[variables[depth]].shift >> shift;
      halves(task, packed, variables, shift, depth + 1, half | placed, left, taken, each);
      taken.pop_back();
      ++left[value];
    }
  }

  void build(const Task& task, const Packed& packed, const std::vector<int>& low,
             const std::vector<int>& high) {
    Values available;
    for (int value : task.initial) {
      if (value >= static_cast<int>(available.size())) available.resize(value + 1, 0);
      ++available[value];
    }
    std::map<Values, std::vector<uint32_t>> right_halves;
    auto note_right = [&](Word half, const Values& values) {
      right_halves[values].push_back(static_cast<uint32_t>(half));
    };
    Values taken;
    halves(task, packed, low, 0, 0, 0, available, taken, note_right);
    std::memset(right_of_.extend(size_t{1} << cut_), 0xFF, sizeof(uint32_t) << cut_);
    std::map<Values, std::pair<uint64_t, uint64_t>> places;
    for (auto& [values, found] : right_halves) {
      places[values] = {rights_.size(), found.size()};
      std::sort(found.begin(), found.end());
      for (size_t rank = 0; rank < found.size(); ++rank) {
        right_of_[found[rank]] = static_cast<uint32_t>(rank);
        rights_.push(found[rank]);
      }
    }
    Values all = task.initial;
    std::sort(all.begin(), all.end());
    std::memset(left_of_.extend(size_t{1} << high_bits_), 0xFF, sizeof(uint64_t) << high_bits_);
    auto note_left = [&](Word half, const Values& values) {
      Values rest;
      std::set_difference(all.begin(), all.end(), values.begin(), values.end(), std::back_inserter(rest));
      auto place = places.find(rest);
      if (place == places.end()) return;
      left_of_[half] = size_;
      starts_.push(size_);
      lefts_.push({half << cut_, place->second.first, place->second.second});
      size_ += place->second.second;
    };
    halves(task, packed, high, cut_, 0, 0, available, taken, note_left);
    possible_ = true;
  }

  Column<uint64_t> left_of_;
  Column<uint32_t> right_of_;
  Column<uint64_t> starts_;
  Column<Left> lefts_;
  Column<uint32_t> rights_;
  int cut_ = 0, high_bits_ = 0;
  uint64_t size_ = 0;
  bool possible_ = false;
};

// How many states are at each distance from the start, in steps. False if the states cannot be numbered.
inline bool enumerate(const Task& task, Account& account, std::vector<uint64_t>& layers) {
  Ledger ledger(account.control);
  Packed packed(task);
  Arrangements arrangements(task, packed, account.control);
  if (!arrangements.possible()) return false;
  Successors successors(packed, task, account);
  std::vector<int32_t> found(task.actions.size() + 1);
  size_t words = arrangements.size() / 64 + 1;
  Column<Word> seen(account.control), layer(account.control), next(account.control);
  for (auto* bits : {&seen, &layer, &next}) std::memset(bits->extend(words), 0, words * sizeof(Word));
  uint64_t start = arrangements.rank(packed.initial[0]);
  seen[start / 64] |= Word{1} << (start % 64);
  layer[start / 64] |= Word{1} << (start % 64);
  Word* current = layer.data();
  Word* following = next.data();
  uint64_t states = 1;
  for (uint64_t count = 1; count > 0;) {
    layers.push_back(count);
    account.progress.bound = static_cast<int64_t>(layers.size()) - 1;
    count = 0;
    for (size_t block = 0; block < arrangements.blocks(); ++block) {
      uint64_t begin = arrangements.start(block), end = begin + arrangements.count(block);
      Word left = arrangements.left(block);
      const uint32_t* rights = arrangements.rights(block);
      for (uint64_t number = begin; number < end;) {
        Word bits = current[number / 64] >> (number % 64);
        if (bits == 0) {
          number = (number / 64 + 1) * 64;
          continue;
        }
        number += static_cast<uint64_t>(std::countr_zero(bits));
        if (number >= end) break;
        Word state = left | rights[number - begin];
        int steps = successors(&state, found.data());
        account.expand(steps);
        for (int i = 0; i < steps; ++i) {
          uint64_t reached = arrangements.rank(state ^ packed.flips[found[i]]);
          Word bit = Word{1} << (reached % 64);
          Word& word = seen[reached / 64];
          bool fresh = (word & bit) == 0;
          word |= bit;
          following[reached / 64] |= fresh ? bit : 0;
          count += fresh;
        }
        ++number;
      }
    }
    states += count;
    account.hold(states);
    std::swap(current, following);
    std::memset(following, 0, words * sizeof(Word));
  }
  return true;
}

}  // namespace copla::planning
