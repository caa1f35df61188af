// The moves of a position: all single cards, and for guided search runs of cards as one move.
//
// A run counts as one move of the search only; `expand_run` turns it into moves of single cards, through free
// cells and, if those are too few, half of it through an empty column.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "freecell/table.hpp"

namespace copla::freecell {

struct Move {
  Card card;       // the deepest one of a run
  uint8_t target;  // a column, in_cell or at_home
  uint8_t count;   // cards
  Place place;     // that the target is for the card, where the list says so: that of promising moves does
};

struct MoveList {
  std::array<Move, 256> moves;
  int size = 0;
  void add(Card card, int target, int count, Place place = home) {
    moves[static_cast<size_t>(size++)] = {card, static_cast<uint8_t>(target), static_cast<uint8_t>(count),
                                          place};
  }
  const Move* begin() const { return moves.data(); }
  const Move* end() const { return moves.data() + size; }
};

// Moves of single cards that it takes to move a run.
inline int run_cost(int count, int free_cells) {
  int cost = 0, parts = 1;
  while (count > free_cells + 1) {  // through an empty column: the upper half twice, the lower half once
    int upper = (count + 1) / 2;
    cost += 2 * parts * (2 * upper - 1);
    count -= upper;
  }
  return cost + 2 * count - 1;
}

// Which moves a search looks at: single cards; runs of cards as well; or only promising ones.
enum class Kind { singles, all, promising };

// The promising moves, on a table that is eager: what can go home is there. Cards that lie in sequence are
// moved together, as many as can be; they go onto another card where they can, and only where they cannot
// into an empty column or, if it is a single card, into a cell. So a sequence is never taken apart for a
// cell: that alone took a quarter off the time of mode fast, and all of this together a third, though some
// deals cannot be solved this way.
template <int Words>
void list_promising(const Table<Words>& table, MoveList& list) {
  const Layout& layout = table.layout();
  list.size = 0;
  CardSet tops = table.tops(), held = table.held();
  int free = table.free_cells(), empties = table.empty_columns(), gap = table.first_empty();
  int most = (free + 1) << empties, room = most / 2;  // in one go, onto a card and into an empty column
  auto add_parents = [&](Card card, int count) {
    if (!(layout.parents[card] & tops)) return false;
    for (Place place : {first, second})
      if (Card below = layout.parent[card][place]; tops & bit(below))
        list.add(card, table.column_of(below), count, place);
    return true;
  };
  for (CardSet rest = tops; rest; rest &= rest - 1) {
    Card top = static_cast<Card>(std::countr_zero(rest));
    int column = table.column_of(top), size = table.size(column), run = table.run(column);
    int count = std::min(run, most);
    if (count == 1 && run > 1) continue;  // no room to move what it belongs to
    if (add_parents(table.card_at(column, size - count + 1), count)) continue;
    if (empties && count < size && (room > 1 || run == 1)) {
      count = std::min(count, room);
      list.add(table.card_at(column, size - count + 1), gap, count, base);
    }
    if (free && run == 1) list.add(top, in_cell, 1, cell);
  }
  for (CardSet rest = held; rest; rest &= rest - 1) {
    Card card = static_cast<Card>(std::countr_zero(rest));
    if (!add_parents(card, 1) && empties) list.add(card, gap, 1, base);
  }
}

// All moves, of single cards and, if wanted, of runs.
template <Kind Wanted, int Words>
void list_moves(const Table<Words>& table, MoveList& list) {
  if constexpr (Wanted == Kind::promising) return list_promising(table, list);
  constexpr bool Runs = Wanted == Kind::all;
  const Layout& layout = table.layout();
  list.size = 0;
  int free = table.free_cells(), empties = table.empty_columns();
  int gap = table.first_empty();
  for (CardSet rest = table.tops(); rest; rest &= rest - 1) {
    Card top = static_cast<Card>(std::countr_zero(rest));
    if (table.goes_home(top)) list.add(top, at_home, 1);
    int column = table.column_of(top), size = table.size(column);
    for (CardSet open = layout.parents[top] & table.tops(); open; open &= open - 1)
      list.add(top, table.column_of(static_cast<Card>(std::countr_zero(open))), 1);
    if (Runs) {
      int most = (free + 1) << empties, count = 2;
      Card card = top;
      for (int height = size - 1; height >= 1 && count <= most; height--, count++) {
        Card below = table.card_at(column, height);
        if (!fits(card, below)) break;
        card = below;
        for (CardSet open = layout.parents[card] & table.tops(); open; open &= open - 1)
          list.add(card, table.column_of(static_cast<Card>(std::countr_zero(open))), count);
      }
      if (empties && count > 2) {
        count--;
        int room = (free + 1) << (empties - 1);
        if (count > room) {
          card = table.card_at(column, size - room + 1);
          count = room;
        }
        if (count > 1 && count < size) list.add(card, gap, count);
      }
    }
    if (empties && size > 1) list.add(top, gap, 1);
    if (free) list.add(top, in_cell, 1);
  }
  for (CardSet rest = table.held(); rest; rest &= rest - 1) {
    Card card = static_cast<Card>(std::countr_zero(rest));
    if (table.goes_home(card)) list.add(card, at_home, 1);
    for (CardSet open = layout.parents[card] & table.tops(); open; open &= open - 1)
      list.add(card, table.column_of(static_cast<Card>(std::countr_zero(open))), 1);
    if (empties) list.add(card, gap, 1);
  }
}

// The column or other target that a stored move means on this table.
template <int Words>
int target_of(const Table<Words>& table, Card card, int place) {
  if (place == home) return at_home;
  if (place == cell) return in_cell;
  if (place == base) return table.first_empty();
  return table.column_of(table.layout().parent[card][static_cast<size_t>(place)]);
}

// The place that a target means, as a stored move has it.
template <int Words>
Place place_at(const Table<Words>& table, Card card, int target) {
  if (target == at_home) return home;
  if (target == in_cell) return cell;
  return table.size(target) == 0 ? base : table.layout().place_on(card, table.top(target));
}

// Makes one step of a single card, and notes it.
template <int Words>
void make_step(Table<Words>& table, Card card, int target, std::vector<Step>& steps) {
  steps.push_back({card, place_at(table, card, target)});
  table.move(card, target);
}

// Makes the safe moves to the foundations, and notes them.
template <int Words>
void make_safe_steps(Table<Words>& table, std::vector<Step>& steps) {
  while (Card card = table.safe_card()) make_step(table, card, at_home, steps);
}

// Makes the move of a run card by card.
template <int Words>
void make_run_steps(Table<Words>& table, int source, int target, int count, std::vector<Step>& steps) {
  int free = table.free_cells();
  if (count <= free + 1) {
    std::array<Card, most_cells> waiting;
    int held = 0;
    while (held < count - 1) {
      Card card = table.top(source);
      waiting[static_cast<size_t>(held++)] = card;
      make_step(table, card, in_cell, steps);
    }
    make_step(table, table.top(source), target, steps);
    while (held > 0) make_step(table, waiting[static_cast<size_t>(--held)], target, steps);
    return;
  }
  uint32_t spares = table.empty() & ~(1u << target);
  int spare = std::countr_zero(spares), upper = (count + 1) / 2;
  make_run_steps(table, source, spare, upper, steps);
  make_run_steps(table, source, target, count - upper, steps);
  make_run_steps(table, spare, target, upper, steps);
}

}  // namespace copla::freecell
