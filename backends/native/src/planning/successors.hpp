// Which actions are applicable in a state: the conditions as a decision tree, flattened into one array.
//
// A switch asks for one variable: the subtree of its value is visited, then the one for the actions that do
// not care. Two shapes of the bottom of the tree are worth instructions of their own:
//   rows    many variables in a row, each with at most one action a value (the tiles around the blank): one
//           look into a table and an unconditional write each; nothing to predict, nothing to mispredict;
//   fields  the same where all the variables lie in one word with equally many bits, and few values matter:
//           for each value one comparison with all variables at once finds those that have it;
//   tests   an action whose remaining condition lies in one word: mask and compare.
// Indices come out in ascending order, as the textbook engine has them, so that both break ties alike. A
// short list that is almost in order costs next to nothing to sort by insertion, and where the tree gives
// them in order in any case nothing at all.
//
// Every action goes below the first switch whose variable its condition names, so that the tree takes one
// walk over the conditions for each of their facts, however little the actions have in common. It looks at
// the clock, and its memory is in the account.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <queue>
#include <unordered_map>
#include <vector>

#include "core/memory.hpp"
#include "planning/account.hpp"
#include "planning/packed.hpp"

namespace copla::planning {

class Successors {
public:
  // Of the actions, or of the inverted ones: applicable where the action could have come from.
  Successors(const Packed& packed, const Task& task, Account& account, bool inverted = false)
      : packed_(packed), account_(account) {
    if (task.actions.empty()) return;
    Vector<Work> waiting(1);
    waiting.back().open.reserve(task.actions.size());
    for (size_t index = 0; index < task.actions.size(); ++index) {
      account.check();
      const std::vector<Fact>& whole = task.actions[index].condition;
      Vector<Fact> condition(whole.begin(), whole.end());
      if (inverted)
        for (auto& fact : condition)
          for (auto effect : task.actions[index].effects)
            if (effect.variable == fact.variable) fact.value = effect.value;
      std::erase_if(condition, [&](Fact fact) { return packed.layout[fact.variable].mask == 0; });
      waiting.back().open.push_back({static_cast<int32_t>(index), std::move(condition)});
    }
    root_ = waiting.back().node = add_node();
    while (!waiting.empty()) {
      Work work = std::move(waiting.back());
      waiting.pop_back();
      build(work.node, std::move(work.open), waiting);
    }
    sorted_ = ascending(root_);
  }

  // Room for every action is needed at `found`, and one more. Returns how many there are.
  int operator()(const Word* state, int32_t* found) const { return from(root_, state, found); }

  // The same from an inner place of the tree on (see continuations.hpp).
  int from(int32_t start, const Word* state, int32_t* found) const {
    int32_t* end = visit(start, state, found);
    int count = static_cast<int>(end - found);
    if (sorted_) return count;
    for (int i = 1; i < count; ++i) {
      int32_t value = found[i];
      int j = i;
      for (; j > 0 && found[j - 1] > value; --j) found[j] = found[j - 1];
      found[j] = value;
    }
    return count;
  }

  // Where the tree leads: places or actions, -1 for nothing.
  const Vector<int32_t>& branches() const { return branches_; }

  // Searches that find actions in their order: these need not be written down and sorted.
  struct Range {
    int32_t begin = 0, end = 0;
  };

  // Calls `use(branch)` for each action found, the last one first; no range finds more than `most_quick`.
  template <int N, class Use>
  void backwards(Range range, const Word* state, Use&& use) const {
    for (int32_t i = range.end; i-- > range.begin;) {
      const Search& search = searches_[i];
      for (Word hits = search.hits(state[N == 1 ? 0 : search.word]); hits != 0;) {
        int last = 63 - std::countl_zero(hits);
        hits ^= Word{1} << last;
        use(search.table + (last >> search.scale));
      }
    }
  }
  size_t most_quick() const { return most_quick_; }

private:
  friend class Continuations;

  struct Open {
    int32_t action;
    Vector<Fact> condition;
  };
  struct Work {  // a node to be written, and the actions below it
    int32_t node = -1;
    Vector<Open> open;
  };
  struct Row {
    int32_t word, shift, mask, table;  // a variable, and where the actions of its values begin
  };
  struct Search {         // a value to look for in all fields of a word
    Word value, low;      // the value in each field; all bits of each field but the highest
    Word wanted;          // the highest bits of the fields of our variables
    int32_t word, scale;  // the action is found by the place of the highest bit over 2^scale
    int32_t table;

    // The highest bits of the fields that have the value.
    Word hits(Word in) const {
      Word x = in ^ value;  // a field is zero where the value is found
      return ~(((x & low) + low) | x) & wanted;
    }
  };
  struct Test {
    Word mask, value;
    int32_t word, action;
  };
  struct Node {
    int32_t met = 0, met_end = 0;
    int32_t rows = 0, rows_end = 0;
    int32_t searches = 0, searches_end = 0;
    int32_t tests = 0, tests_end = 0;
    int32_t word = -1, shift = 0, mask = 0, table = 0;  // the switch, if there is one
    int32_t variable = -1;                              // of the switch
    int32_t otherwise = -1;
    int32_t only_switch = 0;    // nothing but the switch
    int32_t only_searches = 0;  // nothing but searches
  };
  static constexpr size_t kFewTests = 4;

  int32_t* visit(int32_t index, const Word* state, int32_t* found) const {
    while (index >= 0) {
      const Node& node = nodes_[index];
      if (node.only_switch) {
        index = branches_[node.table + static_cast<int32_t>(state[node.word] >> node.shift & node.mask)];
        continue;
      }
      for (int32_t i = node.met; i < node.met_end; ++i) *found++ = met_[i];
      for (int32_t i = node.rows; i < node.rows_end; ++i) {
        const Row& row = rows_[i];
        int32_t action = branches_[row.table + static_cast<int32_t>(state[row.word] >> row.shift & row.mask)];
        *found = action;
        found += action >= 0;
      }
      for (int32_t i = node.searches; i < node.searches_end; ++i) {
        const Search& search = searches_[i];
        for (Word hits = search.hits(state[search.word]); hits != 0; hits &= hits - 1)
          *found++ = branches_[search.table + (std::countr_zero(hits) >> search.scale)];
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

  int32_t add_node() {
    nodes_.emplace_back();
    return static_cast<int32_t>(nodes_.size()) - 1;
  }

  // Writes a node, and those for the actions that its switch does not ask about; what is below the switches
  // is left to be built.
  void build(int32_t index, Vector<Open> open, Vector<Work>& waiting) {
    Node node;
    node.met = static_cast<int32_t>(met_.size());
    for (const Open& one : open)
      if (one.condition.empty()) met_.push_back(one.action);
    node.met_end = static_cast<int32_t>(met_.size());
    std::erase_if(open, [](const Open& one) { return one.condition.empty(); });
    Uses uses(open);
    while (uses.left() > 0) {
      bool done = false;
      if (uses.all_different_single_facts() || uses.left() <= kFewTests) {
        Vector<Open> rest;
        for (Open& one : open)
          if (one.action >= 0) rest.push_back(std::move(one));
        done = rows(rest, node) || tests(rest, node);
        if (!done) {
          open = std::move(rest);
          uses = Uses(open);
        }
      }
      if (done) break;
      branch(open, uses, node, waiting);
      if (uses.left() == 0) break;
      node.otherwise = add_node();
      finish(index, node);
      index = node.otherwise;
      node = Node();
    }
    finish(index, node);
  }

  void finish(int32_t index, Node& node) {
    node.only_switch = node.met == node.met_end && node.word >= 0 && node.otherwise < 0;
    node.only_searches =
        node.searches < node.searches_end && node.met == node.met_end && node.word < 0 && node.otherwise < 0;
    int found = 0;
    for (int32_t i = node.searches; i < node.searches_end; ++i) found += std::popcount(searches_[i].wanted);
    most_quick_ = std::max<size_t>(most_quick_, found);
    nodes_[index] = node;
  }

  // How often the variables stand in the conditions of the actions that are not placed yet.
  class Uses {
  public:
    explicit Uses(const Vector<Open>& open) : left_(open.size()) {
      for (size_t place = 0; place < open.size(); ++place) {
        for (auto fact : open[place].condition) users_[fact.variable].push_back(place);
        single(open[place]) ? add_single(open[place].condition[0]) : void(++longer_);
      }
      for (const auto& [variable, places] : users_) {
        counts_[variable] = places.size();
        order_.push({places.size(), -variable});
      }
    }

    size_t left() const { return left_; }

    // Whether each has one fact left, and no two the same one.
    bool all_different_single_facts() const { return longer_ == 0 && repeated_ == 0; }

    int most_common() {
      for (;;) {
        auto [count, variable] = order_.top();
        if (counts_[-variable] == count) return -variable;
        order_.pop();
        if (counts_[-variable] > 0) order_.push({counts_[-variable], variable});
      }
    }

    const Vector<size_t>& users(int variable) const { return users_.at(variable); }

    void place(const Open& one) {
      --left_;
      for (auto fact : one.condition) --counts_[fact.variable];
      if (!single(one))
        --longer_;
      else if (singles_[key(one.condition[0])]-- > 1)
        --repeated_;
    }

  private:
    static bool single(const Open& one) { return one.condition.size() == 1; }
    static uint64_t key(Fact fact) {
      return static_cast<uint64_t>(fact.variable) << 32 | static_cast<uint32_t>(fact.value);
    }
    void add_single(Fact fact) { repeated_ += singles_[key(fact)]++ > 0; }

    size_t left_, longer_ = 0, repeated_ = 0;
    std::unordered_map<int, Vector<size_t>> users_;
    std::unordered_map<int, size_t> counts_;
    std::unordered_map<uint64_t, size_t> singles_;
    std::priority_queue<std::pair<size_t, int>> order_;  // the most common first, then the first variable
  };

  // All conditions have one fact left, and no two the same one.
  bool rows(const Vector<Open>& open, Node& node) {
    std::map<int, std::map<int, int32_t>> by_variable;
    for (const Open& one : open) {
      if (one.condition.size() != 1) return false;
      auto [variable, value] = one.condition[0];
      if (!by_variable[variable].emplace(value, one.action).second) return false;
    }
    if (fields(by_variable, node)) return true;
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

  bool fields(const std::map<int, std::map<int, int32_t>>& by_variable, Node& node) {
    const Field& first = packed_.layout[by_variable.begin()->first];
    int bits = std::popcount(first.mask);
    std::map<int, std::vector<std::pair<int, int32_t>>> by_value;  // variables and their actions
    for (const auto& [variable, actions] : by_variable) {
      const Field& field = packed_.layout[variable];
      if (field.word != first.word || field.mask != first.mask || (field.shift - first.shift) % bits != 0)
        return false;
      for (auto [value, action] : actions) by_value[value].emplace_back(variable, action);
    }
    if (bits < 2 || by_value.size() * 2 > by_variable.size()) return false;
    // In the order of their actions, so that there is little to sort.
    std::vector<std::pair<int32_t, int>> order;
    for (const auto& [value, actions] : by_value) order.emplace_back(actions.front().second, value);
    std::sort(order.begin(), order.end());
    int scale = std::bit_width(static_cast<unsigned>(bits)) - 1;
    node.searches = static_cast<int32_t>(searches_.size());
    for (auto [action, value] : order) {
      Search search{0, 0, 0, first.word, scale, add_branches(64 >> scale)};
      for (int shift = first.shift % bits; shift + bits <= 64; shift += bits) {
        search.value |= static_cast<Word>(value) << shift;
        search.low |= (first.mask >> 1) << shift;
      }
      for (auto [variable, its] : by_value[value]) {
        int high = packed_.layout[variable].shift + bits - 1;
        search.wanted |= Word{1} << high;
        branches_[search.table + (high >> scale)] = its;
      }
      searches_.push_back(search);
    }
    node.searches_end = static_cast<int32_t>(searches_.size());
    return true;
  }

  // Few actions are left, and what is left of each one's condition lies in one word.
  bool tests(const Vector<Open>& open, Node& node) {
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

  // Asks for the most common variable; the actions that name it are placed.
  void branch(Vector<Open>& open, Uses& uses, Node& node, Vector<Work>& waiting) {
    int variable = uses.most_common();
    std::map<int, Vector<Open>> by_value;
    for (size_t place : uses.users(variable)) {
      Open& one = open[place];
      if (one.action < 0) continue;
      account_.check();
      uses.place(one);
      auto fact = std::find_if(one.condition.begin(), one.condition.end(),
                               [&](Fact f) { return f.variable == variable; });
      int value = fact->value;
      one.condition.erase(fact);
      by_value[value].push_back({std::exchange(one.action, -1), std::move(one.condition)});
    }
    const Field& field = packed_.layout[variable];
    node.variable = variable;
    node.word = field.word;
    node.shift = field.shift;
    node.mask = static_cast<int32_t>(field.mask);
    node.table = add_table(variable);
    for (auto& [value, group] : by_value) {
      int32_t child = add_node();
      branches_[node.table + value] = child;
      waiting.push_back({child, std::move(group)});
    }
  }

  // Whether the actions below come out in order in any case: then even to look for disorder is a waste.
  bool ascending(int32_t index) const {
    const Node& node = nodes_[index];
    if (node.only_switch) {
      for (int32_t i = node.table; i <= node.table + node.mask; ++i)
        if (branches_[i] >= 0 && !ascending(branches_[i])) return false;
      return true;
    }
    if (node.met < node.met_end || node.rows < node.rows_end || node.tests < node.tests_end || node.word >= 0)
      return false;
    int32_t last = -1;
    for (int32_t i = node.searches; i < node.searches_end; ++i)
      for (int32_t j = 0; j < 64 >> searches_[i].scale; ++j) {
        int32_t action = branches_[searches_[i].table + j];
        if (action < 0) continue;
        if (action < last) return false;
        last = action;
      }
    return true;
  }

  int32_t add_table(int variable) { return add_branches(packed_.layout[variable].mask + 1); }

  // Places in the tree are 31-bit numbers; a tree that needs more is out of memory.
  int32_t add_branches(size_t count) {
    if (branches_.size() + count > static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
      account_.control.out_of_memory();
    }
    auto table = static_cast<int32_t>(branches_.size());
    branches_.resize(branches_.size() + count, -1);
    return table;
  }

  const Packed& packed_;
  Account& account_;
  int32_t root_ = -1;
  bool sorted_ = false;
  size_t most_quick_ = 0;
  Vector<Node> nodes_;
  Vector<int32_t> branches_, met_;
  Vector<Row> rows_;
  Vector<Search> searches_;
  Vector<Test> tests_;
};

}  // namespace copla::planning
