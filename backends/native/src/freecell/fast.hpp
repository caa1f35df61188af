// Mode fast: greedy best-first search with runs of cards as moves and safe moves to the foundations made at
// once.
//
// Only what is expanded becomes a node with a name. A child is valued from its parent's table, without being
// made, and waits as a move of its parent: twelve bytes. When it is taken, its name follows from its parent's
// by three bits, and then it is seen whether the position was expanded before. So two children of three cost
// neither a hash nor a look into the memory of positions, which stays so small that the nearest cache holds
// it. A child whose parent is on the table is made
// there; any other one is laid out.
//
// The queue is an array of lists by value, the newest child first: ties are then broken in favour of going
// deeper, and nothing is compared or sifted. Where an attempt says so, every so many expansions a child comes
// from anywhere (Kinds): a guide that is stuck in a hollow gets out of it that way.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "freecell/children.hpp"
#include "freecell/path.hpp"
#include "freecell/waiting.hpp"

namespace copla::freecell {

enum class Outcome { solved, impossible, gave_up };

class BestFirst {
public:
  explicit BestFirst(Control& control) : control_(control), store_(control) {}

  // Searches until a solution, the end of the space, or the attempt's number of expansions. The table is laid
  // out by the attempt's guide.
  Outcome search(Table<3>& table, const Board& board, const Attempt& attempt) {
    store_.reset();
    queue_.reset();
    kinds_.reset();
    table.clear();
    table.follow(attempt.guide, attempt.few);
    table.lay_out(board);
    int walked = 0;
    for (; Card card = table.safe_card(); walked++) table.move(card, at_home);
    last_ = shown_ = store_.insert(table.name()).first;
    store_[last_].walked = static_cast<uint16_t>(walked);
    if (table.left() == 0) return Outcome::solved;
    for (uint64_t count = 1;; count++) {
      if (control_.due(progress)) return Outcome::gave_up;
      progress.expanded++;
      if (attempt.few ? expand<Kind::promising>(table, attempt) : expand<Kind::all>(table, attempt))
        return Outcome::solved;
      if (count >= attempt.most) return Outcome::gave_up;
      bool anywhere = attempt.explore && count % attempt.explore == 0;
      if (!take(table, anywhere)) return attempt.few ? Outcome::gave_up : Outcome::impossible;
    }
  }

  // The steps of the solution; the table must show the start.
  std::vector<Step> steps(Table<3>& table) const { return steps_to(store_, last_, table); }

  Progress progress;
  size_t nodes() const { return store_.size() + queue_.size(); }

private:
  // Puts the children of the node on the table into the queue; true if one of them is a solution.
  template <Kind Wanted>
  bool expand(Table<3>& table, const Attempt& attempt) {
    list_moves<Wanted>(table, list_);
    progress.generated += static_cast<uint64_t>(list_.size);
    table.survey();
    int walked = store_[shown_].walked, weight = attempt.guide.walked;
    for (const Move& move : list_) {
      Waiting child{shown_, no_node, move.card, 0, 0};
      int left = table.left(), value = 0, cost = 0;
      if (table.is_quiet(move.card, move.target)) {
        cost = move_cost(table, move);
        value = table.value_after(move.card, move.target, move.count);
        child.place = Wanted == Kind::promising ? move.place : place_at(table, move.card, move.target);
      } else {
        visit_loud(table, move, [&](Place place, int moved) {
          cost = moved;
          value = table.value();
          left = table.left();
          child.place = place | Waiting::loud;
        });
      }
      child.cost = static_cast<uint8_t>(cost);
      if (left == 0) {
        last_ = store_.insert(Name<3>{}).first;
        note(last_, child);
        return true;
      }
      uint32_t number = queue_.push(child, value + weight * (walked + cost) / 8);
      if (attempt.explore) kinds_.push(number, left, std::popcount(table.held()));
    }
    return false;
  }

  // Lays out the next child that is a new position; false if there is none.
  bool take(Table<3>& table, bool anywhere) {
    for (;;) {
      uint32_t waiting = anywhere ? kinds_.pop(queue_) : queue_.pop();
      if (waiting == no_node && anywhere) {
        anywhere = false;
        continue;
      }
      if (waiting == no_node) return false;
      Waiting child = queue_[waiting];
      queue_.drop(waiting, anywhere);
      Name<3> name;
      if (child.place & Waiting::loud) {
        show(table, child.parent);
        make_child(table, child);
        name = table.name();
      } else {
        name = store_[child.parent].name;
        table.layout().set_place(name, child.card, child.place);
      }
      auto [number, is_new] = store_.insert(name);
      if (!is_new) {
        if (child.place & Waiting::loud) shown_ = number;
        continue;
      }
      note(number, child);
      if (!(child.place & Waiting::loud)) {
        if (child.parent == shown_)
          make_child(table, child);
        else
          table.load(name);
      }
      shown_ = number;
      return true;
    }
  }

  void note(uint32_t number, const Waiting& child) {
    Node<3>& node = store_[number];
    node.parent = child.parent;
    node.card = child.card;
    node.place = child.place & Waiting::place_bits;
    node.walked = static_cast<uint16_t>(store_[child.parent].walked + child.cost);
  }

  void show(Table<3>& table, uint32_t number) {
    if (shown_ != number) table.load(store_[number].name);
    shown_ = number;
  }

  // Makes the move of a child on the table that shows its parent: cheaper than laying it out.
  static void make_child(Table<3>& table, const Waiting& child) {
    int target = target_of(table, child.card, child.place & Waiting::place_bits);
    int source = table.column_of(child.card);
    int count = source < in_cell ? table.size(source) - table.height_of(child.card) + 1 : 1;
    if (count == 1)
      table.move(child.card, target);
    else
      table.move_run(child.card, target, count);
    if (child.place & Waiting::loud)
      while (Card card = table.safe_card()) table.move(card, at_home);
  }

  Control& control_;
  Store<3> store_;
  Queue queue_;
  Kinds kinds_;
  MoveList list_;
  uint32_t last_ = no_node, shown_ = no_node;
};

}  // namespace copla::freecell
