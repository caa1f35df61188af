// A pattern database in use: memory that belongs to somebody else (a mapped file), looked up through a view.
//
// A view says which tile of the search plays the part of which tile of the pattern, and which cell of the
// board is which cell of the pattern: so one table serves a group, its mirror image along the diagonal, and
// every group that a symmetry maps onto it.
//
// The checksum multiplies 64-bit words in four independent lanes, so fast that
// every table is checked in full each time that a process opens it. A table with a wrong byte is never used.
#pragma once

#include <cstring>

#include "tiles/pattern.hpp"

namespace copla::tiles {

struct Table {
  Pattern pattern;
  const uint8_t* entries;
  SetRanks ranks;

  Table(const Pattern& pattern_, const uint8_t* entries_)
      : pattern(pattern_),
        entries(entries_),
        ranks(pattern_.shape.cells(), pattern_.direct() ? 0 : pattern_.size()) {}
};

struct View {
  const Table* table;
  std::vector<int> tiles;  // of the search, in the order of the pattern's homes
  std::vector<int> cells;  // the pattern's cell for each cell of the search's board
};

// Not cryptographic: it finds damage, not malice. Every step is a bijection of a lane, so that a change
// within one word always changes the sum.
inline uint64_t checksum(const uint8_t* data, size_t bytes) {
  constexpr uint64_t odd = 0x9E3779B97F4A7C15u, other = 0xD6E8FEB86659FD93u;
  auto mix = [](uint64_t lane, uint64_t word) {
    lane = (lane ^ word) * odd;
    return lane ^ lane >> 32;
  };
  uint64_t lanes[4] = {odd, other, odd ^ bytes, other + bytes};
  size_t at = 0;
  for (; at + 32 <= bytes; at += 32) {
    uint64_t words[4];
    std::memcpy(words, data + at, 32);
    for (int lane = 0; lane < 4; ++lane) lanes[lane] = mix(lanes[lane], words[lane]);
  }
  uint64_t tail[4] = {};
  std::memcpy(tail, data + at, bytes - at);
  uint64_t sum = bytes;
  for (int lane = 0; lane < 4; ++lane) sum = mix(sum * other, mix(lanes[lane], tail[lane]));
  return sum;
}

}  // namespace copla::tiles
