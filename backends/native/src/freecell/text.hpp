// Cards and steps as copla writes them, and the numbered deals of Microsoft's game.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "freecell/cards.hpp"

namespace copla::freecell {

constexpr char suit_letters[] = "SHDC";

inline std::string card_text(Card card) {
  return suit_letters[suit_of(card)] + std::to_string(rank_of(card));
}

inline Card read_card(const std::string& text, int ranks) {
  size_t suit = text.empty() ? std::string::npos : std::string(suit_letters).find(text[0]);
  int rank = 0;
  for (size_t at = 1; at < text.size() && at < 3; at++)
    rank = text[at] >= '0' && text[at] <= '9' ? rank * 10 + text[at] - '0' : 99;
  if (suit == std::string::npos || text.size() > 3 || rank < 1 || rank > ranks)
    throw std::invalid_argument("found '" + text + "', expected a card such as H10");
  return make_card(static_cast<int>(suit), rank);
}

// A step as the model labels it.
inline std::string step_text(const Layout& layout, const Step& step) {
  std::string card = card_text(step.card);
  if (step.to == home) return "foundation " + card;
  if (step.to == cell) return "freecell " + card;
  if (step.to == base) return "newstack " + card;
  return "stack " + card + " " + card_text(layout.parent[step.card][step.to]);
}

inline Board read_board(int ranks, int cells, const std::vector<std::vector<std::string>>& columns,
                        const std::vector<std::string>& held, const std::vector<int>& foundations) {
  Board board{ranks, cells, {}, {}, {}};
  bool fair = ranks >= 1 && ranks <= most_ranks && cells >= 0 && cells <= most_cells && !columns.empty() &&
              columns.size() <= most_stacks && static_cast<int>(held.size()) <= cells &&
              foundations.size() == 4;
  if (!fair) throw std::invalid_argument("a table of this size is more than the FreeCell kernel takes");
  CardSet seen = 0;
  auto note = [&](const std::string& text) {
    Card card = read_card(text, ranks);
    if (seen & bit(card)) throw std::invalid_argument("the card " + text + " is there twice");
    seen |= bit(card);
    return card;
  };
  for (const auto& column : columns) {
    board.columns.emplace_back();
    for (const auto& card : column) board.columns.back().push_back(note(card));
  }
  for (const auto& card : held) board.held.push_back(note(card));
  for (size_t suit = 0; suit < 4; suit++) {
    board.foundations[suit] = foundations[suit];
    for (int rank = 1; rank <= ranks; rank++)
      if (((seen >> make_card(static_cast<int>(suit), rank)) & 1) != (rank > foundations[suit]))
        throw std::invalid_argument("the cards of the suits are not each there once");
  }
  return board;
}

// Numbers below 2^31 take 15 bits of each pseudo-random number, those below 2^32 set the sixteenth bit, and
// the rest take 16 bits plus one.
inline Board numbered_deal(uint64_t number) {
  std::array<Card, most_cards> deck;
  for (int index = 0; index < most_cards; index++)
    deck[static_cast<size_t>(index)] = make_card(3 - index % 4, index / 4 + 1);
  Board board;
  board.columns.resize(8);
  uint32_t state = static_cast<uint32_t>(number);
  for (uint32_t left = most_cards; left > 0; left--) {
    state = 214013u * state + 2531011u;
    uint32_t drawn = state >> 16;
    if (number < uint64_t{1} << 31)
      drawn &= 0x7fff;
    else if (number < uint64_t{1} << 32)
      drawn |= 0x8000;
    else
      drawn += 1;
    uint32_t chosen = drawn % left;
    board.columns[(most_cards - left) % 8].push_back(deck[chosen]);
    deck[chosen] = deck[left - 1];
  }
  return board;
}

}  // namespace copla::freecell
