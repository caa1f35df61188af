// Rows of a table without those that stand there twice: whoever counts rows may then count combinations.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/memory.hpp"

namespace copla::constraints {

// Keeps the first one of equal rows, each `columns` numbers long, in the part of the list from `start` on.
inline void keep_distinct_rows(Vector<int64_t>& numbers, size_t start, size_t columns) {
  const size_t rows = (numbers.size() - start) / columns;
  if (rows < 2) return;
  auto row = [&](size_t i) { return numbers.begin() + static_cast<ptrdiff_t>(start + i * columns); };
  Vector<uint32_t> places(std::bit_ceil(2 * rows), 0);  // number of a kept row + 1; 0: free
  size_t kept = 0;
  for (size_t i = 0; i < rows; ++i) {
    uint64_t hash = 0;
    for (size_t k = 0; k < columns; ++k)
      hash = (std::rotl(hash, 5) ^ static_cast<uint64_t>(row(i)[k])) * 0x9E3779B97F4A7C15u;
    size_t place = (hash >> 20) & (places.size() - 1);
    while (places[place] && !std::equal(row(i), row(i) + columns, row(places[place] - 1)))
      place = (place + 1) & (places.size() - 1);
    if (places[place]) continue;
    if (kept != i) std::copy(row(i), row(i) + columns, row(kept));
    places[place] = static_cast<uint32_t>(++kept);
  }
  numbers.resize(start + kept * columns);
}

}  // namespace copla::constraints
