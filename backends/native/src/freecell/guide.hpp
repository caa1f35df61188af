// A guide: the small linear evaluation that best-first and beam search follow.
//
// Every term of a column is a sum over its cards, and what a card adds depends only on the cards beneath it.
// So a column carries its running sums, taking a card away costs nothing, and putting one down costs a table
// look-up: that is what makes a child of the search cost some dozens of nanoseconds. The terms:
//
//   left      cards that are not home
//   suit      a card above a lower card of its own suit (each is an extra move, provably)
//   lower     suits of which a lower card lies beneath a card
//   deep      a card directly above another one that it does not fit
//   held      used cells, by their number; `empty`: empty columns, by their number
//   above     cards above the next card of each suit
//   walked    moves so far: this one weighs speed against short answers
//
// The weights were found by hill climbing over deals 1 to 2000 and measured on other ones; see fast.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "freecell/cards.hpp"

namespace copla::freecell {

struct Guide {
  int left = 0, suit = 0, lower = 0, deep = 0, low_base = 0, above = 0, walked = 0, cell = 0, cell2 = 0,
      empty = 0, empty2 = 0, tight = 0, spread = 0;
};

// What mode fast tries, one after the other; the last one goes on to the end of the space.
struct Attempt {
  Guide guide;
  uint64_t most;  // expansions
};

constexpr Guide first_guide{48, 12, 9, 25, 5, 14, 4, 29, 13, 35, 3, 0, 4};
constexpr Guide second_guide{34, 12, 10, 25, 4, 13, 6, 43, 14, 25, 4, 3, 0};

constexpr std::array<Attempt, 4> attempts{
    {{first_guide, 200}, {second_guide, 400}, {first_guide, 5000}, {second_guide, ~uint64_t{0}}}};

}  // namespace copla::freecell
