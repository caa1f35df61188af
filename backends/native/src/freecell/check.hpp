// The rules once more, on plain lists of cards: every answer of a range of deals is replayed here.
//
// It shares nothing with the tables of the search. The tests hold it against the declarative model: both must
// accept the same plans and refuse the same ones.
#pragma once

#include <algorithm>
#include <span>

#include "freecell/cards.hpp"

namespace copla::freecell {

// Whether the steps are all allowed and bring every card home.
inline bool solves(Board board, std::span<const Step> steps) {
  auto topped_by = [&board](Card card) {
    return std::ranges::find_if(board.columns,
                                [card](const auto& cards) { return !cards.empty() && cards.back() == card; });
  };
  for (auto [card, to] : steps) {
    // The target is looked for first: a card is never put back onto the card that it lies on.
    auto target = board.columns.end();
    if (to == base)
      target = std::ranges::find_if(board.columns, [](const auto& cards) { return cards.empty(); });
    if (to == first || to == second) {
      int suit = is_red(card) ? (to == first ? 0 : 3) : (to == first ? 1 : 2);
      target = topped_by(make_card(suit, rank_of(card) + 1));
    }
    if (to >= base && target == board.columns.end()) return false;
    auto column = topped_by(card);
    auto held = std::ranges::find(board.held, card);
    if (column != board.columns.end()) {
      if (to == base && column->size() == 1)
        return false;  // from a column of its own to another one: no move
      column->pop_back();
    } else if (held != board.held.end() && to != cell) {
      board.held.erase(held);
    } else {
      return false;
    }
    if (to == home) {
      if (++board.foundations[static_cast<size_t>(suit_of(card))] != rank_of(card)) return false;
    } else if (to == cell) {
      if (static_cast<int>(board.held.size()) >= board.cells) return false;
      board.held.push_back(card);
    } else {
      target->push_back(card);
    }
  }
  return std::ranges::all_of(board.foundations, [&](int reached) { return reached == board.ranks; });
}

}  // namespace copla::freecell
