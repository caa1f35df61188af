// The children of a position, one after the other, with the safe moves to the foundations made.
//
// Most moves set no safe move off. Then name and value of the child follow from the table as it is, and
// nothing is made and taken back; that took a third off the time of mode fast.
#pragma once

#include <array>

#include "freecell/moves.hpp"

namespace copla::freecell {

// The moves of single cards that a move takes, without the safe ones that it sets off.
template <int Words>
int move_cost(const Table<Words>& table, const Move& move) {
  return move.count == 1 ? 1 : run_cost(move.count, table.free_cells());
}

// Makes a move and what it sets off, calls `visit(place, cost)`, and takes all back.
template <int Words, class Visit>
void visit_loud(Table<Words>& table, const Move& move, Visit&& visit) {
  int cost = move_cost(table, move);
  Place place = place_at(table, move.card, move.target);
  std::array<Card, most_cards> safe;
  std::array<int, most_cards> sources;
  size_t homes = 0;
  int source = table.column_of(move.card);
  if (move.count == 1)
    table.move(move.card, move.target);
  else
    table.move_run(move.card, move.target, move.count);
  while (Card card = table.safe_card()) {
    safe[homes] = card;
    sources[homes++] = table.move(card, at_home);
  }
  visit(place, cost + static_cast<int>(homes));
  while (homes-- > 0) table.back(safe[homes], sources[homes]);
  if (move.count == 1)
    table.back(move.card, source);
  else
    table.back_run(move.card, source, move.count);
}

// Calls `visit(name, value, left, cost, place)`, the value as a function, for whoever needs it; the cost is
// in moves of single cards. The table must have been surveyed.
template <int Words, class Visit>
void visit_child(Table<Words>& table, const Move& move, Visit&& visit) {
  if (!table.is_quiet(move.card, move.target)) {
    visit_loud(table, move, [&](Place place, int cost) {
      visit(table.name(), [&] { return table.value(); }, table.left(), cost, place);
    });
    return;
  }
  Place place = place_at(table, move.card, move.target);
  visit(
      table.name_after(move.card, place),
      [&] { return table.value_after(move.card, move.target, move.count); }, table.left(),
      move_cost(table, move), place);
}

}  // namespace copla::freecell
