// Mode fast: greedy best-first search with runs of cards as moves and safe moves to the foundations made at
// once.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "freecell/moves.hpp"
#include "freecell/store.hpp"

namespace copla::freecell {

enum class Outcome { solved, impossible, gave_up };

// Nodes by their value: the lowest value first, of equal ones the newest.
class Buckets {
public:
  void reset() {
    heads_.assign(range, no_node);
    next_.clear();
    std::fill(full_.begin(), full_.end(), 0);
  }
  void push(uint32_t node, int value) {
    size_t at = static_cast<size_t>(std::min(std::max(value, 0), range - 1));
    if (next_.size() <= node) next_.resize(node + 1 + node / 2);
    next_[node] = heads_[at];
    heads_[at] = node;
    full_[at / 64] |= uint64_t{1} << at % 64;
    lowest_ = std::min(lowest_, at / 64);
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
  std::vector<uint32_t> heads_ = std::vector<uint32_t>(range, no_node), next_;
  std::vector<uint64_t> full_ = std::vector<uint64_t>(range / 64);
  size_t lowest_ = 0;
};

class BestFirst {
public:
  explicit BestFirst(Control& control) : control_(control), store_(control) {}

  // Searches until a solution, the end of the space, or `most` expansions.
  Outcome search(Table<3>& table, uint64_t most, const Guide& guide, bool few = false) {
    store_.reset();
    queue_.reset();
    table.follow(guide);
    table.load(Name<3>(table.name()));
    while (Card card = table.safe_card()) table.move(card, at_home);
    auto [root, fresh] = store_.insert(table.name());
    last_ = root;
    if (table.left() == 0) return Outcome::solved;
    queue_.push(root, 0);
    MoveList list;
    std::array<Card, most_cards> safe;
    std::array<int, most_cards> sources;
    uint32_t shown = no_node - 1;
    for (uint64_t count = 0; count < most; count++) {
      uint32_t number = queue_.pop();
      if (number == no_node) return few ? Outcome::gave_up : Outcome::impossible;
      if (control_.due(progress)) return Outcome::gave_up;
      progress.expanded++;
      if (store_[number].parent == shown)
        make_child(table, store_[number]);
      else
        table.load(store_[number].name);
      shown = number;
      if (few)
        list_moves<Kind::promising>(table, list);
      else
        list_moves<Kind::all>(table, list);
      int walked = store_[number].walked, free = table.free_cells();
      for (const Move& move : list) {
        progress.generated++;
        int source = table.column_of(move.card);
        Place place = place_at(table, move.card, move.target);
        int cost = 1;
        if (move.count == 1) {
          table.move(move.card, move.target);
        } else {
          cost = run_cost(move.count, free);
          table.move_run(move.card, move.target, move.count);
        }
        int homes = 0;
        while (Card card = table.safe_card()) {
          safe[static_cast<size_t>(homes)] = card;
          sources[static_cast<size_t>(homes++)] = table.move(card, at_home);
        }
        auto [child, is_new] = store_.insert(table.name());
        if (is_new) {
          Node<3>& node = store_[child];
          node.parent = number;
          node.card = move.card;
          node.place = place;
          node.walked = static_cast<uint16_t>(walked + cost + homes);
          if (table.left() == 0) {
            last_ = child;
            return Outcome::solved;
          }
          queue_.push(child, table.value() + guide.walked * node.walked / 8);
        }
        while (homes > 0) {
          homes--;
          table.back(safe[static_cast<size_t>(homes)], sources[static_cast<size_t>(homes)]);
        }
        if (move.count == 1)
          table.back(move.card, source);
        else
          table.back_run(move.card, source, move.count);
      }
    }
    return Outcome::gave_up;
  }

  // The steps of the solution; the table must show the start.
  std::vector<Step> steps(Table<3>& table) {
    std::vector<uint32_t> path;
    for (uint32_t at = last_; at != no_node; at = store_[at].parent) path.push_back(at);
    std::vector<Step> made;
    make_safe_steps(table, made);
    for (size_t i = path.size() - 1; i-- > 0;) {
      const Node<3>& node = store_[path[i]];
      int target = target_of(table, node.card, node.place), source = table.column_of(node.card);
      int count = source < in_cell ? table.size(source) - table.height_of(node.card) + 1 : 1;
      if (count == 1)
        make_step(table, node.card, target, made);
      else
        make_run_steps(table, source, target, count, made);
      make_safe_steps(table, made);
    }
    return made;
  }

  Progress progress;
  size_t nodes() const { return store_.size(); }

private:
  // Makes the move of a node on the table that shows its parent: cheaper than laying it out.
  static void make_child(Table<3>& table, const Node<3>& node) {
    int target = target_of(table, node.card, node.place), source = table.column_of(node.card);
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
  uint32_t last_ = no_node;
};

}  // namespace copla::freecell
