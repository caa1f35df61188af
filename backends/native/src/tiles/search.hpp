// One entry to all searches on sliding tiles; search.cpp holds the instantiations, so that they compile once.
#pragma once

#include <string>

#include "tiles/idastar.hpp"
#include "tiles/table.hpp"

namespace copla::tiles {

// `algorithm`: idastar or astar. `heuristic`: manhattan, linear-conflict, walking-distance, or databases,
// which is the largest of the sums of tables; `dual` adds dual look-ups to those. Gives up silently above
// `most_nodes` generated nodes (0: never).
struct Settings {
  std::string algorithm = "idastar";
  std::string heuristic = "manhattan";
  bool dual = false;
  uint64_t most_nodes = 0;
};

Outcome search(const Position& position, const std::vector<std::vector<View>>& sums, const Settings& settings,
               Control& control);

}  // namespace copla::tiles
