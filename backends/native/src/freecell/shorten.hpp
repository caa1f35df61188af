// Makes an answer shorter without a search: a card that moves twice may not need the first of the two moves.
//
// If a card stays where it is until its next move, the position after that move is the same as before. So it
// is enough to replay the steps between the two; and if the second move would bring it back to where it
// stayed, both go. Passes are repeated until nothing changes.
#pragma once

#include <span>
#include <vector>

#include "freecell/moves.hpp"

namespace copla::freecell {

// Makes a step if the rules allow it; returns where the card was, or -1.
template <int Words>
int try_step(Table<Words>& table, Step step) {
  Card card = step.card;
  if (!((table.tops() | table.held()) & bit(card))) return -1;
  bool held = (table.held() & bit(card)) != 0;
  if (step.to == home) return table.goes_home(card) ? table.move(card, at_home) : -1;
  if (step.to == cell) return !held && table.free_cells() > 0 ? table.move(card, in_cell) : -1;
  if (step.to == base) {
    if (!table.empty() || (!held && table.height_of(card) == 1)) return -1;
    return table.move(card, table.first_empty());
  }
  Card below = table.layout().parent[card][step.to];
  if (!fits(card, below) || !(table.tops() & bit(below))) return -1;
  return table.move(card, table.column_of(below));
}

// The table must show the start; it is left somewhere else.
template <int Words>
bool shorten_once(Table<Words>& table, std::vector<Step>& steps) {
  bool changed = false;
  std::vector<std::pair<Card, int>> made;
  for (size_t at = 0; at < steps.size();) {
    Card card = steps[at].card;
    size_t next = at + 1;
    while (next < steps.size() && steps[next].card != card) next++;
    if (next < steps.size()) {
      made.clear();
      bool possible = true;
      for (size_t i = at + 1; i < next && possible; i++) {
        int source = try_step(table, steps[i]);
        possible = source >= 0;
        if (possible) made.push_back({steps[i].card, source});
      }
      // Back at its old place, or on its way from there.
      bool both = possible && table.place_of(card) == steps[next].to && steps[next].to != home;
      bool one = false;
      if (possible && !both) {
        int source = try_step(table, steps[next]);
        one = source >= 0;
        if (one) made.push_back({card, source});
      }
      while (!made.empty()) {
        table.move(made.back().first, made.back().second);
        made.pop_back();
      }
      if (both) steps.erase(steps.begin() + static_cast<ptrdiff_t>(next));
      if (both || one) {
        steps.erase(steps.begin() + static_cast<ptrdiff_t>(at));
        changed = true;
        continue;
      }
    }
    try_step(table, steps[at++]);
  }
  return changed;
}

}  // namespace copla::freecell
