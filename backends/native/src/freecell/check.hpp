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
  for (auto [card, to] : steps) {
    auto column = std::ranges::find_if(
        board.columns, [card = card](const auto& cards) { return !cards.empty() && cards.back() == card; });
    auto cell_at = std::ranges::find(board.held, card);
    bool alone = false;
    if (column != board.columns.end()) {
      if (to == base && column->size() == 1)
        return false;  // from a column of its own to another one: no move
      column->pop_back();
      alone = column->empty();
    } else if (cell_at != board.held.end()) {
      if (to == cell) return false;
      board.held.erase(cell_at);
    } else {
      return false;
    }
    if (to == home) {
      int& reached = board.foundations[static_cast<size_t>(suit_of(card))];
      if (++reached != rank_of(card)) return false;
    } else if (to == cell) {
      if (static_cast<int>(board.held.size()) >= board.cells) return false;
      board.held.push_back(card);
    } else if (to == base) {
      auto gap = std::ranges::find_if(board.columns, [](const auto& cards) { return cards.empty(); });
      if (gap == board.columns.end() || alone) return false;
      gap->push_back(card);
    } else {
      Card below = make_card(is_red(card) ? (to == first ? 0 : 3) : (to == first ? 1 : 2), rank_of(card) + 1);
      auto target = std::ranges::find_if(
          board.columns, [below](const auto& cards) { return !cards.empty() && cards.back() == below; });
      if (to == dealt || target == board.columns.end()) return false;
      target->push_back(card);
    }
  }
  return std::ranges::all_of(board.foundations, [&](int reached) { return reached == board.ranks; });
}

}  // namespace copla::freecell
