// What a pattern database is about, and how its entries are laid out.
//
// A pattern is a shape of board, the home cells of a group of tiles in ascending order, and the cells that
// the blank can reach in the goal without moving the group. Nothing else matters: two groups that a symmetry
// of the board maps onto each other, regions included, share one table (of the 24-puzzle's 6-6-6-6 three
// groups do).
//
// An entry is a byte: the fewest moves of the group's own tiles, the smallest over all places of the blank.
// Two layouts:
//  - direct: the number with the tiles' cells as digits to the base `cells`. Has holes (6 tiles of the
//    15-puzzle: 2.9 times as large), but a move changes the index by one multiplication.
//  - compact: the perfect rank of ranking.hpp, for groups whose direct form would be too large.
// Four bits would halve the files, but only as differences from Manhattan distance, which every look-up would
// have to add again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tiles/board.hpp"
#include "tiles/ranking.hpp"

namespace copla::tiles {

struct Pattern {
  Shape shape;
  std::vector<int> homes;
  uint32_t region;

  Pattern(int rows, int columns, std::vector<int> homes_, int blank)
      : shape(rows, columns), homes(std::move(homes_)), region(0) {
    bool sorted = std::is_sorted(homes.begin(), homes.end(), std::less_equal<int>());
    bool inside = !homes.empty() && homes.front() >= 0 && homes.back() < shape.cells();
    bool free = std::find(homes.begin(), homes.end(), blank) == homes.end();
    if (!sorted || !inside || !free || blank < 0 || blank >= shape.cells() || size() > kMostTiles)
      throw std::invalid_argument(
          "a pattern has 1 to 8 different home cells in ascending order, without the blank's");
    region = shape.region(occupied(), blank);
  }

  int size() const { return static_cast<int>(homes.size()); }

  uint32_t occupied() const {
    uint32_t found = 0;
    for (int cell : homes) found |= uint32_t{1} << cell;
    return found;
  }

  uint64_t compact_entries() const { return choose(shape.cells(), size()) * kFactorial[size()]; }

  uint64_t direct_entries() const {
    uint64_t found = 1;
    for (int tile = 0; tile < size(); ++tile) found *= static_cast<uint64_t>(shape.cells());
    return found;
  }

  bool direct() const {
    uint64_t entries = direct_entries();
    return entries <= uint64_t{1} << 25 || (entries <= uint64_t{1} << 28 && entries <= 3 * compact_entries());
  }

  // How many states the search for its entries may see: each region of free cells counts.
  uint64_t states() const {
    uint32_t all = ~uint32_t{0} >> (32 - shape.cells());
    uint64_t blocks = 0;
    for (uint64_t set = (uint64_t{1} << size()) - 1; set <= all; set = next_set(set))
      for (uint32_t free = all & ~static_cast<uint32_t>(set); free; ++blocks)
        free &= ~shape.region(static_cast<uint32_t>(set), __builtin_ctz(free));
    return blocks * kFactorial[size()];
  }

  uint64_t entries() const { return direct() ? direct_entries() : compact_entries(); }
};

}  // namespace copla::tiles
