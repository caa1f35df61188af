// Cards, the shape of a table, and the exact name of a position: three bits a card.
//
// A card is one byte: the suit (S H D C) in the upper nibble, the rank from 1 in the lower one, so that suit
// and rank cost a shift and a mask and a set of cards is one 64-bit word. Zero is no card.
//
// A position is named by what each card lies on: its foundation, a cell, the base of a column, one of the two
// cards that it may be put onto, or the card that the deal put it onto. Three bits tell these six apart, so
// 52 cards take 156 bits. Two orders of the same columns or cells have the same name: no sorting, ever. A
// move changes three bits, so the name follows along with every move at the price of one exclusive or.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace copla::freecell {

using Card = uint8_t;
using CardSet = uint64_t;

constexpr int most_ranks = 13, most_stacks = 10, most_cells = 8, most_cards = 52;
constexpr int card_codes = 64;

constexpr int rank_of(Card card) {
  return card & 15;
}
constexpr int suit_of(Card card) {
  return card >> 4;
}
constexpr bool is_red(Card card) {
  return ((suit_of(card) + 1) >> 1 & 1) != 0;
}
constexpr Card make_card(int suit, int rank) {
  return static_cast<Card>(suit << 4 | rank);
}
constexpr CardSet bit(Card card) {
  return CardSet{1} << card;
}
constexpr bool fits(Card card, Card below) {
  return rank_of(card) + 1 == rank_of(below) && is_red(card) != is_red(below);
}

// What a card lies on. `first` and `second` are the two cards of the other colour and the next rank, in the
// order of the suits; `dealt` is the card beneath it in the deal where that is neither.
enum Place : uint8_t { home = 0, cell = 1, base = 2, first = 3, second = 4, dealt = 5 };

// A position as people write it: columns with the deepest card first.
struct Board {
  int ranks = 13;
  int cells = 4;
  std::vector<std::vector<Card>> columns;
  std::vector<Card> held;
  std::array<int, 4> foundations{};
};

// One step of an answer: one card and what it is put onto.
struct Step {
  Card card = 0;
  Place to = home;
  friend bool operator==(const Step&, const Step&) = default;
};

// The exact name of a position: 21 cards a word.
template <int Words>
struct Name {
  std::array<uint64_t, Words> word{};

  // Spelled out: the default one calls memcmp, which was a twelfth of the time of A*.
  friend bool operator==(const Name& one, const Name& other) {
    uint64_t differ = 0;
    for (size_t part = 0; part < Words; part++) differ |= one.word[part] ^ other.word[part];
    return differ == 0;
  }

  uint64_t hash() const {
    constexpr uint64_t odd[] = {0x9e3779b97f4a7c15ULL, 0xff51afd7ed558ccdULL, 0xc4ceb9fe1a85ec53ULL};
    uint64_t mixed = 0;
    for (size_t part = 0; part < Words; part++)
      mixed ^= std::rotl(word[part] * odd[part % 3], 21 * static_cast<int>(part));
    mixed ^= mixed >> 32;
    mixed *= 0xd6e8feb86659fd93ULL;
    return mixed ^ mixed >> 29;
  }
};

// What stays the same throughout a game: the size of the table, and what each card may ever lie on.
struct Layout {
  int ranks, stacks, cells, cards;
  std::array<uint8_t, card_codes> word{}, shift{};
  std::array<std::array<Card, 8>, card_codes> parent{};  // by card and Place; 0 where it lies on no card
  std::array<CardSet, card_codes> parents{};             // the cards that a card may be put onto
  std::array<uint64_t, 3> used{};                        // the lowest bit of each card's field
  std::vector<Card> deck;

  explicit Layout(const Board& board)
      : ranks(board.ranks),
        stacks(static_cast<int>(board.columns.size())),
        cells(board.cells),
        cards(4 * board.ranks) {
    for (int suit = 0; suit < 4; suit++)
      for (int rank = 1; rank <= ranks; rank++) {
        Card card = make_card(suit, rank);
        int index = static_cast<int>(deck.size());
        word[card] = static_cast<uint8_t>(index / 21);
        shift[card] = static_cast<uint8_t>(index % 21 * 3);
        used[word[card]] |= uint64_t{1} << shift[card];
        deck.push_back(card);
        if (rank == ranks) continue;
        bool red = is_red(card);
        parent[card][first] = make_card(red ? 0 : 1, rank + 1);
        parent[card][second] = make_card(red ? 3 : 2, rank + 1);
        parents[card] = bit(parent[card][first]) | bit(parent[card][second]);
      }
    for (const auto& column : board.columns)
      for (size_t height = 1; height < column.size(); height++)
        if (!fits(column[height], column[height - 1])) parent[column[height]][dealt] = column[height - 1];
  }

  // Changes the field of one card in a name.
  template <int Words>
  void set_place(Name<Words>& name, Card card, uint64_t place) const {
    uint64_t& field = name.word[word[card]];
    field = (field & ~(uint64_t{7} << shift[card])) | place << shift[card];
  }

  // How a card lies on another one.
  Place place_on(Card card, Card below) const {
    if (parent[card][first] == below) return first;
    return parent[card][second] == below ? second : dealt;
  }
};

}  // namespace copla::freecell
