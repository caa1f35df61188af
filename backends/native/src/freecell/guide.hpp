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

// What mode fast tries, one after the other: a few hundred expansions, a beam where they fail, and more of
// both. What is left then is the rare hard deal and the impossible one: the last attempt goes on to the end
// of the space.
enum class Try { promising, all, beam };  // best-first search over some moves or all of them, or a beam

struct Attempt {
  Try how;
  uint64_t most;  // expansions; for a beam its width
  Guide guide;
};

constexpr Guide bold{48, 12, 9, 25, 5, 14, 4, 29, 13, 35, 3, 0, 4};
constexpr Guide tidy{22, 6, 15, 53, 0, 10, 0, 41, 10, 38, 9, 5, 3};
constexpr Guide calm{34, 12, 10, 25, 4, 13, 6, 43, 14, 25, 4, 3, 0};

constexpr std::array attempts{
    Attempt{Try::promising, 150, bold},    Attempt{Try::promising, 300, tidy},
    Attempt{Try::promising, 300, calm},    Attempt{Try::promising, 1000, bold},
    Attempt{Try::beam, 32, bold},          Attempt{Try::all, 2000, calm},
    Attempt{Try::beam, 256, tidy},         Attempt{Try::all, 30000, bold},
    Attempt{Try::beam, 1024, bold},        Attempt{Try::all, 200000, tidy},
    Attempt{Try::all, ~uint64_t{0}, calm},
};

// For beams: the first one gives the shortest answers, the others solve what it fails on.
constexpr std::array<Guide, 2> brief_guides{{{32, 20, 2, 11, 4, 6, 1, 11, 1, 10, 1, -3, 1}, bold}};

}  // namespace copla::freecell
