// A lower bound of the moves that a position needs: cards left, and one more for every deadlock.
//
// If every card went straight home, a card above another one would have to go before it, and a lower card of
// a suit before a higher one. Wherever these two orders form a cycle, one of the cards that lie above others
// in it must leave its column and come back into play: one move more. The least number of such cards is a
// hitting set over all cycles (Paul and Helmert, SoCS 2016, count cycles of bounded length; here any length
// counts).
//
// It is found by playing: cards go home as they can; a card above a lower one of its suit is a cycle by
// itself and is lifted off for one move. When nothing goes, the top of each column waits for a card in some
// column, and following that from column to column closes cycles. Lifting *all* tops of a cycle for one move
// keeps the cycles disjoint, so that their number is a lower bound.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "freecell/table.hpp"

namespace copla::freecell {

template <int Words>
class Bound {
public:
  explicit Bound(const Table<Words>& table) : table_(table) {}

  int operator()() {
    uint32_t rest = 0;
    for (int column = 0; column < table_.layout().stacks; column++) {
      height_[column] = static_cast<uint8_t>(table_.size(column));
      if (height_[column]) rest |= 1u << column;
    }
    lifted_ = table_.held();
    for (int suit = 0; suit < 4; suit++) {
      home_[suit] = static_cast<uint8_t>(table_.foundation(suit));
      while (lifted_ & bit(next(suit))) home_[suit]++;
    }
    rest_ = rest;
    int extra = settle(rest);
    while (rest_) {
      auto [found, columns] = cycles();
      extra += found;
      for (uint32_t each = columns; each; each &= each - 1) lift(std::countr_zero(each));
      extra += settle(columns & rest_);
    }
    return table_.left() + extra;
  }

private:
  Card next(int suit) const { return make_card(suit, home_[suit] + 1); }

  // Whatever goes home or must be lifted, beginning with these columns; returns the number of lifted cards.
  int settle(uint32_t look) {
    int extra = 0;
    while (look) {
      int column = std::countr_zero(look), height = height_[column];
      look &= look - 1;
      while (height > 0) {
        Card card = table_.card_at(column, height);
        int suit = suit_of(card);
        if (home_[suit] + 1 == rank_of(card)) {
          do home_[suit]++;
          while (lifted_ & bit(next(suit)));
          look |= woken(suit, column);
        } else if (table_.is_blocked(column, height)) {
          lifted_ |= bit(card);
          extra++;
        } else {
          break;
        }
        height--;
      }
      height_[column] = static_cast<uint8_t>(height);
      if (height == 0) rest_ &= ~(1u << column);
    }
    return extra;
  }

  // The column where the next card of a suit lies on top, if it is another one.
  uint32_t woken(int suit, int busy) const {
    Card card = next(suit);
    int column = table_.column_of(card);
    return column < in_cell && column != busy && height_[column] == table_.height_of(card) ? 1u << column : 0;
  }

  void lift(int column) {
    Card card = table_.card_at(column, height_[column]);
    lifted_ |= bit(card);
    if (--height_[column] == 0) rest_ &= ~(1u << column);
  }

  struct Cycles {
    int found;
    uint32_t columns;
  };

  Cycles cycles() const {
    std::array<uint8_t, most_stacks> waits;
    for (uint32_t each = rest_; each; each &= each - 1) {
      int column = std::countr_zero(each);
      int suit = suit_of(table_.card_at(column, height_[column]));
      waits[static_cast<size_t>(column)] = static_cast<uint8_t>(table_.column_of(next(suit)));
    }
    Cycles all{0, 0};
    for (uint32_t open = rest_; open;) {
      uint32_t path = 0;
      size_t at = static_cast<size_t>(std::countr_zero(open));
      for (; open & (1u << at); at = waits[at]) {
        open &= ~(1u << at);
        path |= 1u << at;
      }
      if (!(path & (1u << at))) continue;  // ran into an earlier path
      all.found++;
      for (; !(all.columns & (1u << at)); at = waits[at]) all.columns |= 1u << at;
    }
    return all;
  }

  const Table<Words>& table_;
  std::array<uint8_t, most_stacks> height_;
  std::array<uint8_t, 4> home_;
  CardSet lifted_ = 0;
  uint32_t rest_ = 0;
};

}  // namespace copla::freecell
