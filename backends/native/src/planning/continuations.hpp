// Where the search for applicable actions may begin after an action: what it has fixed need not be asked.
//
// Right after an action the values of its variables are known, so the first switches of the successor tree
// are passed by. And the action that would undo it is known. Often that action is all that one of the tree's
// searches can find: the search asks which variable has some value, the undone variable has it, and no two
// variables of its group have the same value (an invariant that is proven). Then the search is
// left out where leading back is refused in any case: of four directions of the blank one is never looked at.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "core/memory.hpp"
#include "planning/successors.hpp"

namespace copla::planning {

class Continuations {
public:
  // Adds places to the tree. `forward`: actions that lead straight back are not wanted.
  Continuations(Successors& tree, const Packed& packed, const Task& task, bool forward, Account& account)
      : tree_(tree), packed_(packed), task_(task) {
    std::unordered_map<Word, std::vector<int32_t>> by_flips;
    if (forward)
      for (size_t i = 0; i < task.actions.size(); ++i)
        by_flips[first_word(i)].push_back(static_cast<int32_t>(i));
    left_out_ = forward;
    for (size_t i = 0; i < task.actions.size(); ++i) {
      account.check(16);
      int32_t place = past_switches(task.actions[i]);
      if (forward) {
        int32_t shorter = without_undoing(place, i, by_flips[first_word(i)]);
        left_out_ &= shorter >= 0;
        if (shorter >= 0) place = shorter;
      }
      places_.push_back(place);
      bool quick = place >= 0 && tree.sorted_ && tree.nodes_[place].only_searches;
      quick_.push_back(quick ? Successors::Range{tree.nodes_[place].searches, tree.nodes_[place].searches_end}
                             : Successors::Range{});
    }
  }

  int32_t operator[](int32_t action) const { return places_[action]; }

  // All that there is to search, if it comes in order; else nothing.
  Successors::Range quick(int32_t action) const { return quick_[action]; }
  bool any_quick() const {
    return std::any_of(quick_.begin(), quick_.end(), [](auto range) { return range.begin < range.end; });
  }

  // Whether no action that leads straight back will ever be found.
  bool left_out() const { return left_out_; }

private:
  // Actions that flip the same bits have the same first word that is not zero.
  Word first_word(size_t action) const {
    const Word* flips = &packed_.flips[action * packed_.words];
    for (int i = 0; i < packed_.words; ++i)
      if (flips[i] != 0) return flips[i];
    return 0;
  }

  static int value_after(const Action& action, int variable) {
    for (auto effect : action.effects)
      if (effect.variable == variable) return effect.value;
    for (auto fact : action.condition)
      if (fact.variable == variable) return fact.value;
    return -1;
  }

  int32_t past_switches(const Action& action) const {
    int32_t place = tree_.root_;
    while (place >= 0 && tree_.nodes_[place].only_switch) {
      const auto& node = tree_.nodes_[place];
      int value = value_after(action, node.variable);
      if (value < 0) break;
      place = tree_.branches_[node.table + value];
    }
    return place;
  }

  // A copy of the place without the search that finds only what undoes the action; -1 if there is none such.
  int32_t without_undoing(int32_t place, size_t action, const std::vector<int32_t>& alike) {
    if (place < 0) return -1;
    const int words = packed_.words;
    auto same_flips = [&](int32_t other) {
      return std::equal(&packed_.flips[action * words], &packed_.flips[action * words] + words,
                        &packed_.flips[static_cast<size_t>(other) * words]);
    };
    int32_t undoing = -1;
    for (int32_t other : alike) {
      if (other == static_cast<int32_t>(action) || !same_flips(other)) continue;
      if (undoing >= 0) return -1;
      undoing = other;
    }
    if (undoing < 0) return -1;
    const auto node = tree_.nodes_[place];
    for (int32_t i = node.searches; i < node.searches_end; ++i) {
      if (!finds_only(tree_.searches_[i], undoing, task_.actions[action])) continue;
      auto [known, fresh] = shorter_.try_emplace({place, i}, static_cast<int32_t>(tree_.nodes_.size()));
      if (fresh) {
        auto copy = node;
        copy.searches = static_cast<int32_t>(tree_.searches_.size());
        for (int32_t j = node.searches; j < node.searches_end; ++j)
          if (j != i) tree_.searches_.push_back(Successors::Search(tree_.searches_[j]));
        copy.searches_end = static_cast<int32_t>(tree_.searches_.size());
        tree_.nodes_.push_back(copy);
      }
      return known->second;
    }
    return -1;
  }

  // Whether, right after `action`, the search finds `undoing` and nothing else.
  bool finds_only(const Successors::Search& search, int32_t undoing, const Action& action) const {
    std::vector<int> variables;
    int found = -1;
    for (size_t variable = 0; variable < task_.sizes.size(); ++variable) {
      const Field& field = packed_.layout[static_cast<int>(variable)];
      if (field.word != search.word || field.mask == 0) continue;
      int high = field.shift + static_cast<int>(std::bit_width(field.mask)) - 1;
      if (!(search.wanted >> high & 1)) continue;
      variables.push_back(static_cast<int>(variable));
      if (tree_.branches_[search.table + (high >> search.scale)] == undoing)
        found = static_cast<int>(variable);
    }
    if (found < 0) return false;
    const Field& field = packed_.layout[found];
    int wanted = static_cast<int>(search.value >> field.shift & field.mask);
    if (value_after(action, found) != wanted) return false;
    for (const auto& group : task_.all_different) {
      auto in_group = [&](int variable) {
        return std::find(group.begin(), group.end(), variable) != group.end();
      };
      if (std::all_of(variables.begin(), variables.end(), in_group)) return true;
    }
    return false;
  }

  Successors& tree_;
  const Packed& packed_;
  const Task& task_;
  Vector<int32_t> places_;
  Vector<Successors::Range> quick_;
  std::map<std::pair<int32_t, int32_t>, int32_t> shorter_;
  bool left_out_ = false;
};

}  // namespace copla::planning
