// The rules once more, on plain lists of cards: every answer of a range of deals is replayed here.
//
// It shares nothing with the tables of the search. The tests hold it against the declarative model: both must
// accept the same plans and refuse the same ones.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "freecell/cards.hpp"

namespace copla::freecell {

// Whether the steps are all allowed and bring every card home.
inline bool solves(Board board, std::span<const Step> steps) {
  constexpr uint8_t nowhere = 255;
  std::array<uint8_t, card_codes> column_of;  // of each card in a column
  column_of.fill(nowhere);
  for (size_t column = 0; column < board.columns.size(); column++)
    for (Card card : board.columns[column]) column_of[card] = static_cast<uint8_t>(column);
  auto is_top = [&](Card card) {
    return column_of[card] != nowhere && board.columns[column_of[card]].back() == card;
  };
  for (auto [card, to] : steps) {
    uint8_t source = column_of[card], target = nowhere;
    // The target is looked for first: a card is never put back onto the card that it lies on.
    if (to == base) {
      auto gap = std::ranges::find_if(board.columns, [](const auto& cards) { return cards.empty(); });
      if (gap != board.columns.end()) target = static_cast<uint8_t>(gap - board.columns.begin());
    }
    if (to == first || to == second) {
      int suit = is_red(card) ? (to == first ? 0 : 3) : (to == first ? 1 : 2);
      Card below = make_card(suit, rank_of(card) + 1);
      if (rank_of(card) < board.ranks && is_top(below)) target = column_of[below];
    }
    if (to >= base && target == nowhere) return false;
    if (is_top(card)) {
      if (to == base && board.columns[source].size() == 1)
        return false;  // from a column of its own to another one: no move
      board.columns[source].pop_back();
    } else {
      auto held = std::ranges::find(board.held, card);
      if (held == board.held.end() || to == cell) return false;
      board.held.erase(held);
    }
    column_of[card] = target;
    if (to == home) {
      if (++board.foundations[static_cast<size_t>(suit_of(card))] != rank_of(card)) return false;
    } else if (to == cell) {
      if (static_cast<int>(board.held.size()) >= board.cells) return false;
      board.held.push_back(card);
    } else {
      board.columns[target].push_back(card);
    }
  }
  return std::ranges::all_of(board.foundations, [&](int reached) { return reached == board.ranks; });
}

}  // namespace copla::freecell
