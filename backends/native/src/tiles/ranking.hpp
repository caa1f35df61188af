// Perfect ranks for placements of a group of tiles: no hashing, no gaps.
//
// A placement of k tiles is a set of k cells and a permutation of the tiles over them. Its rank is
// (rank of the set) x k! + (rank of the permutation). The set is ranked in the combinatorial number system,
// split over two halves of the board so that one look-up a half is enough even for 25 cells (a table of 2^25
// entries would not fit a cache). The permutation is ranked by its Lehmer code over the tiles in their order:
// the code of a tile is the number of occupied cells below its own that belong to no earlier tile, one
// popcount each.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace copla::tiles {

constexpr int kMostTiles = 8;  // of a group: 8! still fits 16 bits

constexpr std::array<uint32_t, kMostTiles + 1> kFactorial = {1, 1, 2, 6, 24, 120, 720, 5040, 40320};

inline uint64_t choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  uint64_t found = 1;
  for (int i = 1; i <= k; ++i) found = found * (n - k + i) / i;
  return found;
}

// The next larger set of as many cells.
inline uint64_t next_set(uint64_t set) {
  uint64_t low = set & -set, ripple = set + low;
  return ripple | ((set ^ ripple) >> 2) / low;
}

class SetRanks {
public:
  SetRanks(int cells, int size) : low_bits_((cells + 1) / 2), cells_(cells), size_(size) {
    int high_bits = cells - low_bits_;
    low_.assign(size_t{1} << low_bits_, 0);
    for (uint32_t set = 0; set < low_.size(); ++set) low_[set] = combinadic(set, 0, 0);
    high_.assign(static_cast<size_t>(low_bits_ + 1) << high_bits, 0);
    for (int below = 0; below <= low_bits_; ++below)
      for (uint32_t set = 0; set < uint32_t{1} << high_bits; ++set)
        high_[static_cast<size_t>(below) << high_bits | set] = combinadic(set, below, low_bits_);
  }

  uint64_t count() const { return choose(cells_, size_); }

  uint32_t rank(uint32_t set) const {
    uint32_t low = set & ((uint32_t{1} << low_bits_) - 1);
    size_t below = static_cast<size_t>(__builtin_popcount(low));
    return low_[low] + high_[below << (cells_ - low_bits_) | set >> low_bits_];
  }

private:
  // The share of these cells, whose lowest is cell `first`, when `below` members are smaller.
  static uint32_t combinadic(uint32_t set, int below, int first) {
    uint64_t found = 0;
    for (; set; set &= set - 1) found += choose(first + __builtin_ctz(set), ++below);
    return static_cast<uint32_t>(found);
  }

  int low_bits_, cells_, size_;
  std::vector<uint32_t> low_, high_;
};

// The rank of the permutation by which `tiles` tiles at `cells` fill the set of their cells.
inline uint32_t permutation_rank(uint32_t set, const uint8_t* cells, int tiles) {
  uint32_t found = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    uint32_t bit = uint32_t{1} << cells[tile];
    found = found * (tiles - tile) + __builtin_popcount(set & (bit - 1));
    set ^= bit;
  }
  return found;
}

// The places (0 to size - 1, counted in the order of cells) of the tiles in the permutation of a rank.
inline std::array<uint8_t, kMostTiles> permutation_of(uint32_t rank, int size) {
  std::array<uint8_t, kMostTiles> codes{}, places{};
  for (int tile = size - 1; tile >= 0; --tile) {
    codes[tile] = static_cast<uint8_t>(rank % (size - tile));
    rank /= size - tile;
  }
  uint32_t free = (uint32_t{1} << size) - 1;
  for (int tile = 0; tile < size; ++tile) {
    uint32_t rest = free;
    for (int skipped = 0; skipped < codes[tile]; ++skipped) rest &= rest - 1;
    places[tile] = static_cast<uint8_t>(__builtin_ctz(rest));
    free ^= uint32_t{1} << places[tile];
  }
  return places;
}

}  // namespace copla::tiles
