// Which actions are applicable in a state: the conditions as a decision tree, flattened into one array.
//
// A switch asks for one variable: the subtree of its value is visited, then the one for the actions that do
// not care. Two shapes of the bottom of the tree are worth instructions of their own:
//   rows    many variables in a row, each with at most one action a value (the tiles around the blank): one
//           look into a table and an unconditional write each; nothing to predict, nothing to mispredict;
//   tests   an action whose remaining condition lies in one word: mask and compare.
// Indices come out in ascending order, as the textbook engine has them, so that both break ties alike. A
// short list that is almost in order costs next to nothing to sort by insertion.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "planning/packed.hpp"

namespace copla::planning {

class Successors {
public:
  // Of the actions, or of the inverted ones: applicable where the action could have come from.
  Successors(const Packed& packed, const Task& task, bool inverted = false) : packed_(packed) {
    std::vector<Open> open;
    for (size_t index = 0; index < task.actions.size(); ++index) {
      std::vector<Fact> condition = task.actions[index].condition;
      if (inverted)
        for (auto& fact : condition)
          for (auto effect : task.actions[index].effects)
            if (effect.variable == fact.variable) fact.value = effect.value;
      std::erase_if(condition, [&](Fact fact) { return packed.layout[fact.variable].mask == 0; });
      open.push_back({static_cast<int32_t>(index), std::move(condition)});
    }
    if (!open.empty()) root_ = build(std::move(open));
  }

  // Room for every action is needed at `found`, and one more. Returns how many there are.
  int operator()(const Word* state, int32_t* found) const {
    if (root_ < 0) return 0;
    int32_t* end = visit(root_, state, found);
    int count = static_cast<int>(end - found);
    for (int i = 1; i < count; ++i) {
      int32_t value = found[i];
      int j = i;
      for (; j > 0 && found[j - 1] > value; --j) found[j] = found[j - 1];
      found[j] = value;
    }
    return count;
  }

  size_t bytes() const {
    return nodes_.size() * sizeof(Node) + branches_.size() * 4 + rows_.size() * sizeof(Row) +
           tests_.size() * sizeof(Test) + met_.size() * 4;
  }

private:
  struct Open {
    int32_t action;
    std::vector<Fact> condition;
  };
  struct Row {
    int32_t word, shift, mask, table;  // a variable, and where the actions of its values begin
  };
  struct Test {
    Word mask, value;
    int32_t word, action;
  };
  struct Node {
    int32_t met = 0, met_end = 0;
    int32_t rows = 0, rows_end = 0;
    int32_t tests = 0, tests_end = 0;
    int32_t word = -1, shift = 0, mask = 0, table = 0;  // the switch, if there is one
    int32_t otherwise = -1;
  };
  static constexpr size_t kFewTests = 4;

  int32_t* visit(int32_t index, const Word* state, int32_t* found) const {
    while (index >= 0) {
      const Node& node = nodes_[index];
      for (int32_t i = node.met; i < node.met_end; ++i) *found++ = met_[i];
      for (int32_t i = node.rows; i < node.rows_end; ++i) {
        const Row& row = rows_[i];
        int32_t action = branches_[row.table + static_cast<int32_t>(state[row.word] >> row.shift & row.mask)];
        *found = action;
        found += action >= 0;
      }
      for (int32_t i = node.tests; i < node.tests_end; ++i) {
        const Test& test = tests_[i];
        *found = test.action;
        found += (state[test.word] & test.mask) == test.value;
      }
      if (node.word >= 0) {
        int32_t child =
            branches_[node.table + static_cast<int32_t>(state[node.word] >> node.shift & node.mask)];
        if (child >= 0) {
          if (node.otherwise < 0) {
            index = child;
            continue;
          }
          found = visit(child, state, found);
        }
      }
      index = node.otherwise;
    }
    return found;
  }

  int32_t build(std::vector<Open> open) {
    auto index = static_cast<int32_t>(nodes_.size());
    nodes_.emplace_back();
    Node node;
    node.met = static_cast<int32_t>(met_.size());
    for (const Open& one : open)
      if (one.condition.empty()) met_.push_back(one.action);
    node.met_end = static_cast<int32_t>(met_.size());
    std::erase_if(open, [](const Open& one) { return one.condition.empty(); });
    if (!open.empty() && !rows(open, node) && !tests(open, node)) branch(std::move(open), node);
    nodes_[index] = node;
    return index;
  }

  // All conditions have one fact left, and no two the same one.
  bool rows(const std::vector<Open>& open, Node& node) {
    std::map<int, std::map<int, int32_t>> by_variable;
    for (const Open& one : open) {
      if (one.condition.size() != 1) return false;
      auto [variable, value] = one.condition[0];
      if (!by_variable[variable].emplace(value, one.action).second) return false;
    }
    node.rows = static_cast<int32_t>(rows_.size());
    for (const auto& [variable, actions] : by_variable) {
      int32_t table = add_table(variable);
      for (auto [value, action] : actions) branches_[table + value] = action;
      const Field& field = packed_.layout[variable];
      rows_.push_back({field.word, field.shift, static_cast<int32_t>(field.mask), table});
    }
    node.rows_end = static_cast<int32_t>(rows_.size());
    return true;
  }

  // Few actions are left, and what is left of each one's condition lies in one word.
  bool tests(const std::vector<Open>& open, Node& node) {
    if (open.size() > kFewTests) return false;
    for (const Open& one : open)
      for (auto fact : one.condition)
        if (packed_.layout[fact.variable].word != packed_.layout[one.condition[0].variable].word)
          return false;
    node.tests = static_cast<int32_t>(tests_.size());
    for (const Open& one : open) {
      std::vector<Word> mask(packed_.words, 0), value(packed_.words, 0);
      for (auto fact : one.condition) packed_.add(mask.data(), value.data(), fact.variable, fact.value);
      int word = packed_.layout[one.condition[0].variable].word;
      tests_.push_back({mask[word], value[word], word, one.action});
    }
    node.tests_end = static_cast<int32_t>(tests_.size());
    return true;
  }

  // Asks for the most common variable.
  void branch(std::vector<Open> open, Node& node) {
    std::map<int, int> uses;
    for (const Open& one : open)
      for (auto fact : one.condition) ++uses[fact.variable];
    int variable = std::max_element(uses.begin(), uses.end(), [](const auto& a, const auto& b) {
                     return a.second < b.second;
                   })->first;
    std::map<int, std::vector<Open>> by_value;
    std::vector<Open> others;
    for (Open& one : open) {
      auto fact = std::find_if(one.condition.begin(), one.condition.end(),
                               [&](Fact f) { return f.variable == variable; });
      if (fact == one.condition.end()) {
        others.push_back(std::move(one));
      } else {
        int value = fact->value;
        one.condition.erase(fact);
        by_value[value].push_back(std::move(one));
      }
    }
    const Field& field = packed_.layout[variable];
    node.word = field.word;
    node.shift = field.shift;
    node.mask = static_cast<int32_t>(field.mask);
    node.table = add_table(variable);
    for (auto& [value, group] : by_value) {
      int32_t child = build(std::move(group));
      branches_[node.table + value] = child;
    }
    if (!others.empty()) node.otherwise = build(std::move(others));
  }

  int32_t add_table(int variable) {
    auto table = static_cast<int32_t>(branches_.size());
    branches_.resize(branches_.size() + packed_.layout[variable].mask + 1, -1);
    return table;
  }

  const Packed& packed_;
  int32_t root_ = -1;
  std::vector<Node> nodes_;
  std::vector<int32_t> branches_, met_;
  std::vector<Row> rows_;
  std::vector<Test> tests_;
};

}  // namespace copla::planning
