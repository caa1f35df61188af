// What a search asks of a heuristic, whatever it is inside.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "planning/cost.hpp"
#include "planning/task.hpp"

namespace copla::planning {

// Estimates are for states of one task in its Layout. An object is used by one thread at a time, so it may
// keep scratch space.
class Heuristic {
public:
  virtual ~Heuristic() = default;
  virtual Estimate estimate(const Word* state) = 0;

  // What each action adds to the estimate, where that is a constant and there are no dead ends.
  virtual std::optional<std::vector<int64_t>> increments(const Task&) const { return std::nullopt; }
};

}  // namespace copla::planning
