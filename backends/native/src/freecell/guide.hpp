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
// Weights and limits were tuned on deals 1 to 4000 and on hard ones up to 10000; those named keen, near,
// firm, slow, loose and far on deals from 1000001 to 1030000, each on what the ones before it leave unsolved;
// the beam's on 1001 to 1200 with a look at 1 to 300. The order of the attempts was chosen with a look at
// deals 1 to 8000.
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

// What mode fast tries, one after the other: a hundred expansions or so with each of some guides, and then
// some hundreds with others that were tuned on what those fail on. Different guides fail on different deals:
// the next one solves a fifth to a half of the deals that are left, and that is cheaper than to go on with
// one that is stuck. What is left in the end is the rare hard deal and the impossible one: the last attempts
// take nodes from anywhere, and the very last one looks at all moves and goes on to the end of the space.
struct Attempt {
  uint64_t most;     // expansions
  uint64_t explore;  // every so many expansions one from anywhere; 0 for never
  bool few;          // only promising moves
  Guide guide;
};

constexpr Guide bold{50, 12, 6, 25, 4, 12, 5, 29, 13, 33, -1, -2, 2};
constexpr Guide swift{25, 11, 0, 63, 3, 14, 10, 53, 8, 22, 9, 8, -5};
constexpr Guide keen{35, 5, 3, 24, 5, 11, 6, 23, 9, 15, -1, 11, 1};
constexpr Guide near{23, 7, 4, 24, 4, 22, 5, 23, 8, 27, 5, 9, -2};
constexpr Guide firm{39, 11, 0, 28, 5, 16, 11, 25, 20, 22, 3, 0, 5};
constexpr Guide far{51, 6, -1, 64, 6, 5, 6, 58, 21, 35, -4, 7, -1};
constexpr Guide loose{19, 11, -4, 74, 3, 17, 9, 53, 8, 17, 6, 8, 1};
constexpr Guide slow{23, 16, 11, 23, 4, 10, 13, 23, 13, 27, 4, -2, 4};
constexpr Guide tidy{19, 12, 2, 63, 3, 17, 6, 53, 8, 19, 8, 8, 1};
constexpr Guide calm{36, 6, 3, 51, 2, 5, 10, 26, 14, 26, -1, -2, 2};
constexpr Guide even{27, 9, 6, 26, 5, 24, 1, 23, 8, 23, -3, 13, -1};
constexpr Guide wary{48, 12, 9, 25, 5, 14, 4, 29, 13, 35, 3, 0, 4};

constexpr std::array attempts{
    Attempt{100, 0, true, swift},          Attempt{125, 0, true, calm},   Attempt{150, 0, true, even},
    Attempt{250, 0, true, bold},           Attempt{600, 16, true, far},   Attempt{300, 0, true, keen},
    Attempt{400, 0, true, firm},           Attempt{560, 0, true, loose},  Attempt{400, 0, true, near},
    Attempt{600, 0, true, slow},           Attempt{1500, 16, true, bold}, Attempt{2000, 8, true, keen},
    Attempt{3000, 8, true, far},           Attempt{6000, 4, true, tidy},  Attempt{6000, 2, true, even},
    Attempt{~uint64_t{0}, 2, false, even},
};

// For beams: the first one gives the shortest answers, the others solve what it fails on.
constexpr std::array<Guide, 2> brief_guides{{{32, 20, 2, 11, 4, 6, 1, 11, 1, 10, 1, -3, 1}, wary}};

}  // namespace copla::freecell
