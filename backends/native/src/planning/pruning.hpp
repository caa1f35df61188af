// Pairs of actions of which the second need not follow the first, derived from the task.
//
// An action that undoes the one before leads back. Two actions commute if neither changes what the other
// looks at: then both orders lead to the same state, and only the ascending one is kept.
#pragma once

#include <vector>

#include "core/column.hpp"
#include "core/memory.hpp"
#include "planning/account.hpp"
#include "planning/task.hpp"

namespace copla::planning {

class ForbiddenPairs {
public:
  ForbiddenPairs(const Task& task, Account& account)
      : words_((task.actions.size() + 63) / 64), block_(account.control) {
    size_t actions = task.actions.size(), sets = (task.sizes.size() + 63) / 64;
    if (actions == 0) return;
    block_.resize(actions * words_ * sizeof(Word));
    std::memset(block_.data(), 0, actions * words_ * sizeof(Word));
    Vector<Word> looks(actions * sets, 0), changes(actions * sets, 0);
    for (size_t i = 0; i < actions; ++i) {
      for (auto fact : task.actions[i].condition) looks[i * sets + fact.variable / 64] |= bit(fact.variable);
      for (auto fact : task.actions[i].effects) changes[i * sets + fact.variable / 64] |= bit(fact.variable);
    }
    for (size_t first = 0; first < actions; ++first) {
      account.check(static_cast<int64_t>(actions / 16 + 1));  // there may be many pairs
      for (size_t second = 0; second < actions; ++second) {
        bool meet = false;
        for (size_t i = 0; i < sets && !meet; ++i)
          meet = (changes[first * sets + i] & looks[second * sets + i]) != 0 ||
                 (changes[second * sets + i] & looks[first * sets + i]) != 0;
        if ((!meet && second < first) || (meet && undoes(task.actions[first], task.actions[second])))
          row(first)[second / 64] |= bit(second);
      }
    }
  }

  bool refuses(int32_t first, int32_t second) const { return row(first)[second / 64] >> (second % 64) & 1; }

private:
  static Word bit(size_t place) { return Word{1} << (place % 64); }
  Word* row(size_t action) const { return static_cast<Word*>(block_.data()) + action * words_; }

  static int value(const std::vector<Fact>& facts, int variable) {
    for (auto fact : facts)
      if (fact.variable == variable) return fact.value;
    return -1;
  }

  // Whether the second, wherever it is applicable after the first, leads back to where the first began.
  static bool undoes(const Action& first, const Action& second) {
    if (first.effects.size() != second.effects.size()) return false;
    for (auto effect : first.effects) {
      if (value(second.condition, effect.variable) != effect.value) return false;
      if (value(second.effects, effect.variable) != value(first.condition, effect.variable)) return false;
    }
    return true;
  }

  size_t words_;
  Block block_;
};

}  // namespace copla::planning
