// A solution that is known before the search begins: whoever excludes it is wrong. For audit builds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "constraints/problem.hpp"

namespace copla::constraints {

// The values of all variables in order; set from outside before a run.
inline std::optional<std::vector<int64_t>> planted;

// The planted solution as positions, if it is one of this problem's size and domains.
inline std::optional<std::vector<int>> planted_positions(const Problem& problem) {
  if (!planted || static_cast<int>(planted->size()) != problem.variables) return std::nullopt;
  std::vector<int> found;
  for (int v = 0; v < problem.variables; ++v) {
    found.push_back(problem.position((*planted)[v]));
    if (!problem.has(problem.domains, v, found.back())) return std::nullopt;
  }
  return found;
}

}  // namespace copla::constraints
