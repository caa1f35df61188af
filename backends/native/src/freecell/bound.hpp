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
// column, and following that from column to column closes a cycle. Lifting *all* tops of the cycle for one
// move keeps the cycles disjoint: that count is a lower bound and takes a fraction of a microsecond. Lifting
// one of them, each in turn, gives the least hitting set exactly; `exact` does so within a small budget.
#pragma once

#include <array>
#include <cstdint>

#include "freecell/table.hpp"

namespace copla::freecell {

template <int Words>
class Bound {
public:
  explicit Bound(const Table<Words>& table) : table_(table) {}

  // Disjoint cycles: quick.
  int disjoint() {
    Play play = start();
    int extra = play.settle(table_);
    while (play.rest()) {
      extra += play.lift_cycles(table_);
      extra += play.settle(table_);
    }
    return table_.left() + extra;
  }

  // The least hitting set, if it is found within `budget` plays; else a lower bound of it.
  int exact(int budget) {
    Play play = start();
    int extra = play.settle(table_);
    if (!play.rest()) return table_.left() + extra;
    int low = 0;
    {
      Play copy = play;
      while (copy.rest()) {
        low += copy.lift_cycles(table_);
        low += copy.settle(table_);
      }
    }
    budget_ = budget;
    while (budget_ > 0 && !reachable(play, low)) {
      if (budget_ <= 0) break;
      low++;
    }
    return table_.left() + extra + low;
  }

private:
  struct Play {
    std::array<uint8_t, most_stacks> height;
    std::array<uint8_t, 4> home;
    CardSet lifted;
    uint32_t rest_;

    bool rest() const { return rest_ != 0; }

    // Everything that goes home or must be lifted; returns the number of lifted cards.
    int settle(const Table<Words>& table) {
      int extra = 0;
      uint32_t look = rest_;
      while (look) {
        int column = std::countr_zero(look);
        look &= look - 1;
        while (height[column] > 0) {
          Card card = table.card_at(column, height[column]);
          int suit = suit_of(card);
          if (home[suit] + 1 == rank_of(card)) {
            do home[suit]++;
            while (lifted & bit(make_card(suit, home[suit] + 1)));
            look |= rest_ & ~(1u << column);
          } else if (table.is_blocked(column, height[column])) {
            lifted |= bit(card);
            extra++;
          } else {
            break;
          }
          height[column]--;
        }
        if (height[column] == 0) {
          rest_ &= ~(1u << column);
          look &= rest_;
        }
      }
      return extra;
    }

    // The column that the top of a column waits for.
    int waits_for(const Table<Words>& table, int column) const {
      int suit = suit_of(table.card_at(column, height[column]));
      return table.column_of(make_card(suit, home[suit] + 1));
    }

    void lift(const Table<Words>& table, int column) {
      lifted |= bit(table.card_at(column, height[column]));
      if (--height[column] == 0) rest_ &= ~(1u << column);
    }

    int lift_cycles(const Table<Words>& table) {
      int found = 0;
      uint32_t open = rest_, cycles = 0;
      while (open) {
        uint32_t path = 0;
        int at = std::countr_zero(open);
        while (open & (1u << at)) {
          open &= ~(1u << at);
          path |= 1u << at;
          at = waits_for(table, at);
        }
        if (path & (1u << at)) {  // closed on this path: a new cycle
          found++;
          for (int start = at;;) {
            cycles |= 1u << at;
            at = waits_for(table, at);
            if (at == start) break;
          }
        }
      }
      for (; cycles; cycles &= cycles - 1) lift(table, std::countr_zero(cycles));
      return found;
    }

    uint32_t one_cycle(const Table<Words>& table) const {
      uint32_t best = 0;
      uint32_t open = rest_;
      while (open) {
        uint32_t path = 0;
        int at = std::countr_zero(open);
        while (open & (1u << at)) {
          open &= ~(1u << at);
          path |= 1u << at;
          at = waits_for(table, at);
        }
        if (path & (1u << at)) {
          uint32_t cycle = 0;
          while (!(cycle & (1u << at))) {
            cycle |= 1u << at;
            at = waits_for(table, at);
          }
          if (!best || std::popcount(cycle) < std::popcount(best)) best = cycle;
        }
      }
      return best;
    }
  };

  Play start() const {
    Play play;
    play.rest_ = 0;
    for (int column = 0; column < table_.layout().stacks; column++) {
      play.height[column] = static_cast<uint8_t>(table_.size(column));
      if (play.height[column]) play.rest_ |= 1u << column;
    }
    play.lifted = table_.held();
    for (int suit = 0; suit < 4; suit++) play.home[suit] = static_cast<uint8_t>(table_.foundation(suit));
    for (int suit = 0; suit < 4; suit++)
      while (play.lifted & bit(make_card(suit, play.home[suit] + 1))) play.home[suit]++;
    return play;
  }

  // Whether lifting so many more cards opens everything.
  bool reachable(const Play& play, int more) {
    if (--budget_ <= 0) return false;
    if (!play.rest()) return true;
    if (more <= 0) return false;
    Play packed = play;
    int low = 0;
    while (packed.rest()) {
      low += packed.lift_cycles(table_);
      if (low > more) return false;
      low += packed.settle(table_);
    }
    if (low > more) return false;
    for (uint32_t cycle = play.one_cycle(table_); cycle; cycle &= cycle - 1) {
      Play next = play;
      next.lift(table_, std::countr_zero(cycle));
      int forced = next.settle(table_);
      if (reachable(next, more - 1 - forced)) return true;
      if (budget_ <= 0) return false;
    }
    return false;
  }

  const Table<Words>& table_;
  int budget_ = 0;
};

}  // namespace copla::freecell
