// Mode optimal: A* over moves of single cards, with the deadlock bound.
//
// Safe moves to the foundations are made at once: whatever could be put onto such a card can go home itself
// at no higher price, so that some shortest answer begins with them. An answer that another mode has found
// prunes: no position is kept that cannot be part of a shorter one, and once the bound of all open positions
// meets it, it is proven. That saves the widest layer of the search, in time and in memory.
//
// The search can be interrupted and goes on where it was, so that it takes turns with beams in mode short.
#pragma once

#include <cstdint>
#include <vector>

#include "core/memory.hpp"
#include "freecell/bound.hpp"
#include "freecell/children.hpp"
#include "freecell/path.hpp"

namespace copla::freecell {

class Optimal {
public:
  explicit Optimal(Control& control) : control_(control), store_(control) {}

  enum class State { fresh, open, found, done };

  // Goes on for so many expansions: `found` if there is an answer of fewer than `most` moves, `done` if there
  // is none, `open` if neither is known yet. The table must show the start at first; `most` may fall later.
  State run(Table<3>& table, int most, uint64_t budget = ~uint64_t{0}) {
    table.follow(Guide{.left = 1, .suit = 1});  // its value is the bound without longer cycles
    if (state_ == State::fresh) state_ = begin(table, most);
    if (state_ == State::open) state_ = expand(table, most, budget);
    return state_;
  }

  std::vector<Step> steps(Table<3>& table) const { return steps_to(store_, last_, table); }

  size_t nodes() const { return store_.size(); }

  Progress progress;
  int lower = 0;  // proven

private:
  State begin(Table<3>& table, int most) {
    store_.reset();
    int walked = 0;
    while (Card card = table.safe_card()) {
      table.move(card, at_home);
      walked++;
    }
    uint32_t root = store_.insert(table.name()).first;
    store_[root].walked = static_cast<uint16_t>(walked);
    last_ = root;
    lower = walked + table.left();
    if (table.left() == 0) return walked < most ? State::found : State::done;
    lower = walked + Bound<3>(table)();
    if (lower >= most) return State::done;
    push(root, lower, walked);
    return State::open;
  }

  State expand(Table<3>& table, int most, uint64_t budget) {
    Bound<3> bound(table);
    MoveList list;
    std::array<Card, most_cards> safe;
    std::array<int, most_cards> sources;
    for (;;) {
      auto [number, f, g] = pop();
      if (number == no_node || f >= most) {
        lower = most;
        return State::done;
      }
      lower = std::max(lower, f);
      if (store_[number].walked != g || (store_[number].place & closed)) continue;
      progress.bound = lower;
      if (control_.due(progress) || budget-- == 0) {
        push(number, f, g);
        return State::open;
      }
      progress.expanded++;
      store_[number].place |= closed;
      table.load(store_[number].name);
      if (table.left() == 0) {
        last_ = number;
        return State::found;
      }
      list_moves<Kind::singles>(table, list);
      table.survey();
      // First the names of all children, so that memory is fetched for all of them at once.
      int waiting = 0;
      for (const Move& move : list) {
        progress.generated++;
        visit_child(table, move, [&](const Name<3>& name, auto&& value, int, int cost, Place place) {
          if (g + cost + value() >= most) return;
          Child& child = children_[static_cast<size_t>(waiting++)];
          child = {move, place, g + cost, name, name.hash()};
          store_.expect_slot(child.hash);
        });
      }
      for (int index = 0; index < waiting; index++)
        store_.expect_node(children_[static_cast<size_t>(index)].hash);
      for (int index = 0; index < waiting; index++) {
        const Child& child = children_[static_cast<size_t>(index)];
        uint32_t known = store_.find(child.name, child.hash);
        if (known != no_node && store_[known].walked <= child.reached) continue;
        int source = table.move(child.move.card, child.move.target), homes = 0;
        while (Card card = table.safe_card()) {
          safe[static_cast<size_t>(homes)] = card;
          sources[static_cast<size_t>(homes++)] = table.move(card, at_home);
        }
        int estimate = std::max(f, child.reached + bound());
        if (estimate < most) {
          uint32_t number_of_child = known == no_node ? store_.insert(child.name).first : known;
          Node<3>& node = store_[number_of_child];
          node.parent = number;
          node.card = child.move.card;
          node.place = child.place;
          node.walked = static_cast<uint16_t>(child.reached);
          push(number_of_child, estimate, child.reached);
        }
        while (homes > 0) {
          homes--;
          table.back(safe[static_cast<size_t>(homes)], sources[static_cast<size_t>(homes)]);
        }
        table.back(child.move.card, source);
      }
    }
  }

  static constexpr uint8_t closed = 0x80;

  struct Child {
    Move move;
    Place place;
    int reached;
    Name<3> name;
    uint64_t hash;
  };

  struct Open {
    uint32_t number;
    int f, g;
  };

  void push(uint32_t number, int f, int g) {
    size_t layer = static_cast<size_t>(f), depth = static_cast<size_t>(g);
    if (layer >= layers_.size()) layers_.resize(layer + 1);
    if (depth >= layers_[layer].size()) layers_[layer].resize(depth + 1);
    auto& bucket = layers_[layer][depth];
    if (bucket.size() == bucket.capacity()) bucket.reserve(bucket.size() + bucket.size() / 2 + 16);
    bucket.push_back(number);
  }

  Open pop() {
    for (; lowest_ < layers_.size(); lowest_++)
      for (auto& depths = layers_[lowest_]; !depths.empty(); depths.pop_back())
        if (auto& bucket = depths.back(); !bucket.empty()) {
          uint32_t number = bucket.back();
          bucket.pop_back();
          return {number, static_cast<int>(lowest_), static_cast<int>(depths.size()) - 1};
        }
    return {no_node, 0, 0};
  }

  Control& control_;
  Store<3> store_;
  Vector<Vector<Vector<uint32_t>>> layers_;  // by f, then by g
  size_t lowest_ = 0;
  std::array<Child, 256> children_;
  uint32_t last_ = no_node;
  State state_ = State::fresh;
};

}  // namespace copla::freecell
