// One entry to all searches on sliding tiles; search.cpp holds the instantiations, so that they compile once.
#pragma once

#include <string>

#include "tiles/idastar.hpp"
#include "tiles/table.hpp"

namespace copla::tiles {

// `algorithm`: idastar or astar. `heuristic`: manhattan, linear-conflict, walking-distance, or pattern, which
// is the largest of the `sums` of tables. Gives up silently above `most_nodes` generated nodes (0: never).
Outcome search(const Position& position, const std::string& algorithm, const std::string& heuristic,
               const std::vector<std::vector<View>>& sums, uint64_t most_nodes, Control& control);

}  // namespace copla::tiles
