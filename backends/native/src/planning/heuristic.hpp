// What a search asks of a heuristic, whatever it is inside.
#pragma once

#include <cstdint>

#include "planning/task.hpp"

namespace copla::planning {

using Estimate = int32_t;
constexpr Estimate kInfinite = 1 << 30;  // as copla.heuristics.INFINITE: no way to the goal

// Estimates are for states of one task in its Layout. An object is used by one thread at a time, so it may
// keep scratch space. Heuristics that know their increments are handled by the search kernels themselves
// (table sums).
class Heuristic {
public:
  virtual ~Heuristic() = default;
  virtual Estimate estimate(const Word* state) = 0;
};

}  // namespace copla::planning
