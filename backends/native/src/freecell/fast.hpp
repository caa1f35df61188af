// Mode fast: greedy best-first search with runs of cards as moves and safe moves to the foundations made at
// once.
//
// A node is named when it is generated, valued only if it is new, and laid out only if it is expanded; if its
// parent is the position on the table, its move is made instead. The queue is an array of lists by value, the
// newest node first: ties are then broken in favour of going deeper, and nothing is compared or sifted. Where
// an attempt says so, every so many expansions a node comes from anywhere (Kinds): a guide that is stuck in a
// hollow gets out of it that way. Of 166 hard deals the guide far solved 24 % in 600 expansions with one such
// node in two, and 37 % with one in 16; for the other guides it made little difference.
//
// Tried without profit: leaving out the second of two moves of the same card (3 % fewer children, but
// 7 % more expansions, and slower in all).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "freecell/children.hpp"
#include "freecell/path.hpp"

namespace copla::freecell {

enum class Outcome { solved, impossible, gave_up };

// Nodes by their value: the lowest value first, of equal ones the newest.
class Buckets {
public:
  void reset() {
    full_.fill(0);  // what is in the rest does not matter then
    lowest_ = 0;
  }
  void push(uint32_t node, int value) {
    size_t at = static_cast<size_t>(std::clamp(value, 0, range - 1)), word = at / 64;
    uint64_t here = uint64_t{1} << at % 64;
    if (next_.size() <= node) next_.resize(node + 1024 + node / 2);
    next_[node] = full_[word] & here ? heads_[at] : no_node;
    heads_[at] = node;
    full_[word] |= here;
    lowest_ = std::min(lowest_, word);
  }
  uint32_t pop() {
    for (; lowest_ < range / 64; lowest_++)
      if (full_[lowest_]) {
        size_t at = lowest_ * 64 + static_cast<size_t>(std::countr_zero(full_[lowest_]));
        uint32_t node = heads_[at];
        heads_[at] = next_[node];
        if (heads_[at] == no_node) full_[lowest_] &= full_[lowest_] - 1;
        return node;
      }
    return no_node;
  }

private:
  static constexpr int range = 1 << 13;
  std::array<uint32_t, range> heads_;
  std::array<uint64_t, range / 64> full_{};
  std::vector<uint32_t> next_;
  size_t lowest_ = 0;
};

// Nodes by cards left and cells used: now and then one is taken from a random kind, whatever its value is.
class Kinds {
public:
  void reset() {
    for (uint16_t kind : used_) nodes_[kind].clear();
    used_.clear();
    state_ = 1;
  }
  void push(uint32_t node, int left, int held) {
    auto kind = static_cast<uint16_t>(left * (most_cells + 1) + held);
    if (nodes_[kind].empty()) used_.push_back(kind);
    nodes_[kind].push_back(node);
  }
  uint32_t pop() {
    if (used_.empty()) return no_node;
    size_t place = draw() % used_.size();
    auto& nodes = nodes_[used_[place]];
    size_t at = draw() % nodes.size();
    uint32_t node = nodes[at];
    nodes[at] = nodes.back();
    nodes.pop_back();
    if (nodes.empty()) {
      used_[place] = used_.back();
      used_.pop_back();
    }
    return node;
  }

private:
  size_t draw() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return state_ >> 33;
  }
  std::vector<std::vector<uint32_t>> nodes_ =
      std::vector<std::vector<uint32_t>>((most_cards + 1) * (most_cells + 1));
  std::vector<uint16_t> used_;
  uint64_t state_ = 1;
};

class BestFirst {
public:
  explicit BestFirst(Control& control) : control_(control), store_(control) {}

  // Searches until a solution, the end of the space, or the attempt's number of expansions.
  Outcome search(Table<3>& table, const Attempt& attempt) {
    auto [most, explore, few, guide] = attempt;
    store_.reset();
    queue_.reset();
    kinds_.reset();
    table.follow(guide);
    while (Card card = table.safe_card()) table.move(card, at_home);
    auto [root, fresh] = store_.insert(table.name());
    last_ = root;
    if (table.left() == 0) return Outcome::solved;
    queue_.push(root, 0);
    MoveList list;
    uint32_t shown = no_node - 1;
    for (uint64_t count = 0; count < most; count++) {
      uint32_t number = no_node;
      if (explore && count % explore == explore - 1) {
        number = kinds_.pop();
        while (number != no_node && (store_[number].place & expanded_bit)) number = kinds_.pop();
      }
      if (number == no_node) do
          number = queue_.pop();
        while (number != no_node && (store_[number].place & expanded_bit));
      if (number == no_node) return few ? Outcome::gave_up : Outcome::impossible;
      if (control_.due(progress)) return Outcome::gave_up;
      progress.expanded++;
      store_[number].place |= expanded_bit;
      if (store_[number].parent == shown)
        make_child(table, store_[number]);
      else
        table.load(store_[number].name);
      shown = number;
      if (few)
        list_moves<Kind::promising>(table, list);
      else
        list_moves<Kind::all>(table, list);
      int walked = store_[number].walked;
      bool done = false;
      for (const Move& move : list) {
        progress.generated++;
        visit_child(table, move, [&](const Name<3>& name, auto&& value, int left, int cost, Place place) {
          auto [child, is_new] = store_.insert(name);
          if (!is_new) return;
          Node<3>& node = store_[child];
          node.parent = number;
          node.card = move.card;
          node.place = place;
          node.walked = static_cast<uint16_t>(walked + cost);
          if (left == 0) {
            last_ = child;
            done = true;
          }
          queue_.push(child, value() + guide.walked * node.walked / 8);
          if (explore) kinds_.push(child, left, std::popcount(table.held()));
        });
        if (done) return Outcome::solved;
      }
    }
    return Outcome::gave_up;
  }

  // The steps of the solution; the table must show the start.
  std::vector<Step> steps(Table<3>& table) const { return steps_to(store_, last_, table); }

  Progress progress;
  size_t nodes() const { return store_.size(); }

private:
  static constexpr uint8_t expanded_bit = 0x80;

  // Makes the move of a node on the table that shows its parent: cheaper than laying it out.
  static void make_child(Table<3>& table, const Node<3>& node) {
    int target = target_of(table, node.card, node.place & 7), source = table.column_of(node.card);
    int count = source < in_cell ? table.size(source) - table.height_of(node.card) + 1 : 1;
    if (count == 1)
      table.move(node.card, target);
    else
      table.move_run(node.card, target, count);
    while (Card card = table.safe_card()) table.move(card, at_home);
  }

  Control& control_;
  Store<3> store_;
  Buckets queue_;
  Kinds kinds_;
  uint32_t last_ = no_node;
};

}  // namespace copla::freecell
