// States to judge heuristics by: the ends of random walks from the initial state.
//
// As Haslum et al. (2007) do it: the length of a walk is binomially distributed around twice the estimated
// number of actions to the goal, so that the sample lies where a search will be. A walk that meets a known
// dead end starts again.
#pragma once

#include <bit>

#include "planning/heuristics/built_in.hpp"

namespace copla::planning::heuristics {

class Walker {
public:
  Walker(const Task& task, const Layout& layout) : task_(task), layout_(layout), initial_(layout.words()) {
    layout.pack(task.initial.data(), initial_.data());
    // An action is looked at where its rarest condition holds.
    std::vector<std::vector<int>> uses(task.sizes.size());
    for (size_t v = 0; v < task.sizes.size(); ++v) uses[v].assign(task.sizes[v], 0);
    for (const Action& action : task.actions)
      for (const Fact& fact : action.condition) ++uses[fact.variable][fact.value];
    std::vector<std::vector<int>> watched;
    for (size_t v = 0; v < task.sizes.size(); ++v) {
      first_row_.push_back(watched.size());
      watched.resize(watched.size() + static_cast<size_t>(task.sizes[v]));
    }
    double total = 0;
    for (size_t number = 0; number < task.actions.size(); ++number) {
      const Action& action = task.actions[number];
      total += capped(action.cost);
      auto rarer = [&](const Fact& a, const Fact& b) {
        return uses[a.variable][a.value] < uses[b.variable][b.value];
      };
      auto rarest = std::min_element(action.condition.begin(), action.condition.end(), rarer);
      if (rarest == action.condition.end()) continue;
      watched[first_row_[rarest->variable] + static_cast<size_t>(rarest->value)].push_back(
          static_cast<int>(number));
    }
    watched_ = Rows(watched);
    // Its whole condition is then a mask and a value for each word, side by side for the actions of a row.
    std::vector<Word> mask(initial_.size()), value(initial_.size());
    for (const auto& row : watched) {
      starts_.push_back(tests_.size());
      for (int number : row) {
        std::fill(mask.begin(), mask.end(), 0);
        std::fill(value.begin(), value.end(), 0);
        for (const Fact& fact : task.actions[number].condition) {
          const Field& field = layout[fact.variable];
          mask[field.word] |= field.mask << field.shift;
          value[field.word] |= static_cast<Word>(fact.value) << field.shift;
        }
        tests_.insert(tests_.end(), mask.begin(), mask.end());
        tests_.insert(tests_.end(), value.begin(), value.end());
      }
    }
    average_cost_ = task.actions.empty() ? 0 : total / static_cast<double>(task.actions.size());
  }

  const std::vector<Word>& initial() const { return initial_; }

  // `count` packed states, one after the other; fewer if the time is over. `estimate`: of the initial state;
  // `dead(state)`: whether it is known that no way leads to the goal.
  template <typename Dead>
  std::vector<Word> samples(size_t count, Distance estimate, Random& random, Dead&& dead,
                            Preparation& preparation) {
    double steps = average_cost_ > 0 ? estimate / average_cost_ : kStepsWithoutCosts;
    auto tosses = static_cast<size_t>(std::min(4 * (steps + 0.5), kMostTosses));
    std::vector<Word> found;
    std::vector<Word> state;
    for (size_t i = 0; i < count; ++i) {
      size_t length = 0;
      for (size_t toss = 0; toss < tosses; toss += 64) {
        size_t left = std::min<size_t>(64, tosses - toss);
        length +=
            static_cast<size_t>(std::popcount(left == 64 ? random.bits() : random.bits() >> (64 - left)));
      }
      state = initial_;
      for (size_t step = 0; step < length; ++step) {
        if (preparation.over(4)) return found;
        if (!move(state, random) || dead(state.data())) state = initial_;
      }
      found.insert(found.end(), state.begin(), state.end());
    }
    return found;
  }

private:
  static constexpr double kStepsWithoutCosts = 10, kMostTosses = 1000;

  bool move(std::vector<Word>& state, Random& random) {
    choices_.clear();
    size_t words = state.size();
    for (size_t variable = 0; variable < first_row_.size(); ++variable) {
      size_t row =
          first_row_[variable] + static_cast<size_t>(layout_[static_cast<int>(variable)].get(state.data()));
      const Word* test = tests_.data() + starts_[row];
      for (int number : watched_[row]) {
        Word wrong = 0;
        for (size_t word = 0; word < words; ++word) wrong |= (state[word] & test[word]) ^ test[words + word];
        if (wrong == 0) choices_.push_back(number);
        test += 2 * words;
      }
    }
    if (choices_.empty()) return false;
    for (const Fact& fact : task_.actions[choices_[random.below(choices_.size())]].effects)
      layout_[fact.variable].set(state.data(), fact.value);
    return true;
  }

  const Task& task_;
  const Layout& layout_;
  std::vector<Word> initial_;
  std::vector<size_t> first_row_;  // of each variable: one row for each value
  Rows watched_;                   // actions by row
  std::vector<size_t> starts_;     // of each row in
  std::vector<Word> tests_;        // masks and values, action by action
  double average_cost_;
  std::vector<int> choices_;
};

}  // namespace copla::planning::heuristics
