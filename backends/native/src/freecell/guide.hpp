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
//   cell      used cells, and `cell2` their square; `empty` and `empty2`: the same for empty columns
//   above     cards above the next card of each suit
//   walked    moves so far: this one weighs speed against short answers
//
//   low_base  ranks that the deepest card of a column is below the highest; `tight`: two spaces or fewer;
//   `spread`: how far apart the foundations are
//
// What weights and limits were tuned on: docs/native-freecell.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "freecell/cards.hpp"

namespace copla::freecell {

struct Guide {
  int left = 0, suit = 0, lower = 0, deep = 0, low_base = 0, above = 0, walked = 0, cell = 0, cell2 = 0,
      empty = 0, empty2 = 0, tight = 0, spread = 0;
};

// What mode fast tries, one after the other: some dozens of expansions with one guide, some more with the
// next. Different guides fail on different deals: the next one solves a third to a half of the deals that are
// left, and that is far cheaper than to go on with one that is stuck. The first nine solve 997 deals of 1000.
// What is left in the end is the rare hard deal and the impossible one: the last attempts look at all moves,
// and the very last one goes on to the end of the space.
struct Attempt {
  uint64_t most;     // expansions
  uint64_t explore;  // every so many expansions one from anywhere; 0 for never
  bool few;          // only promising moves
  Guide guide;
};

constexpr Guide wary{48, 12, 9, 25, 5, 14, 4, 29, 13, 35, 3, 0, 4};
constexpr Guide even{27, 9, 6, 26, 5, 24, 1, 23, 8, 23, -3, 13, -1};

constexpr std::array attempts{
    Attempt{79, 0, true, {21, 4, -1, 65, 7, 19, 17, 78, 4, 22, 2, 9, 7}},
    Attempt{108, 0, true, {18, 4, 3, 31, 8, 22, 8, 27, 9, 27, 2, -1, 2}},
    Attempt{154, 0, true, {26, 10, 2, 45, 8, 9, 13, 29, 22, 17, 2, 1, 1}},
    Attempt{192, 0, true, {59, 13, 9, 35, 4, 10, 9, 19, 13, 53, 1, -9, -1}},
    Attempt{307, 0, true, {22, 7, -1, 35, 5, 22, 11, 25, 22, 8, 4, -2, 6}},
    Attempt{329, 0, true, {13, 11, -6, 105, 3, 11, 11, 42, 8, 15, 0, 9, -1}},
    Attempt{413, 0, true, {12, 31, 11, 18, 7, 5, 17, 30, 13, 36, 5, 1, 4}},
    Attempt{499, 0, true, {16, 4, 4, 28, 12, 36, 8, 12, 0, 17, 12, 7, 17}},
    Attempt{828, 0, true, {43, 4, 3, 31, 3, 10, 9, 33, 13, 7, -1, 7, 2}},
    Attempt{213, 8, true, {20, -7, -4, 31, 31, 47, 5, 11, 7, 6, 4, 4, 3}},
    Attempt{354, 0, true, {12, 0, -4, 31, 4, 22, 2, 12, 6, 10, 6, 2, 2}},
    Attempt{351, 32, true, {99, 5, 13, 64, 3, 14, 6, 15, 17, 50, -3, 8, -2}},
    Attempt{845, 0, true, {99, 5, 10, 91, 0, 4, 12, 14, 17, 12, 1, -5, 7}},
    Attempt{904, 0, true, {26, 10, 6, 24, 5, 24, 2, 23, 8, 23, 0, 11, 6}},
    Attempt{1500, 16, true, {99, 5, 13, 64, 3, 14, 6, 15, 17, 50, -3, 8, -2}},
    Attempt{3500, 16, true, {22, 7, -1, 35, 5, 22, 11, 25, 22, 8, 4, -2, 6}},
    Attempt{9000, 64, true, {99, 5, 10, 91, 0, 4, 12, 14, 17, 12, 1, -5, 7}},
    Attempt{2500, 0, false, {18, 4, 3, 31, 8, 22, 8, 27, 9, 27, 2, -1, 2}},
    Attempt{3000, 32, false, {22, 7, -1, 35, 5, 22, 11, 25, 22, 8, 4, -2, 6}},
    Attempt{18000, 0, true, {21, 4, -1, 65, 7, 19, 17, 78, 4, 22, 2, 9, 7}},
    Attempt{18000, 32, true, {99, 5, 10, 91, 0, 4, 12, 14, 17, 12, 1, -5, 7}},
    Attempt{12000, 8, false, {20, -7, -4, 31, 31, 47, 5, 11, 7, 6, 4, 4, 3}},
    Attempt{20000, 4, true, {26, 10, 2, 45, 8, 9, 13, 29, 22, 17, 2, 1, 1}},
    Attempt{~uint64_t{0}, 8, false, even},
};

// For beams: the first one gives the shortest answers, the others solve what it fails on.
constexpr std::array<Guide, 2> brief_guides{{{32, 20, 2, 11, 4, 6, 1, 11, 1, 10, 1, -3, 1}, wary}};

}  // namespace copla::freecell
