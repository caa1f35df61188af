#include "tiles/search.hpp"

#include "tiles/patterns.hpp"

namespace copla::tiles {

namespace {

template <class Estimate>
Outcome with(const Position& position, const std::string& algorithm, Estimate estimate, uint64_t most_nodes,
             Control& control) {
  if (algorithm == "idastar") return IdaStar<Estimate>(position, estimate, control, most_nodes).run();
  throw std::invalid_argument("no such algorithm for sliding tiles: " + algorithm);
}

}  // namespace

Outcome search(const Position& position, const std::string& algorithm, const std::string& heuristic,
               const std::vector<std::vector<View>>& sums, uint64_t most_nodes, Control& control) {
  if (most_nodes == 0) most_nodes = ~uint64_t{0};
  if (heuristic == "manhattan") return with(position, algorithm, Manhattan(position), most_nodes, control);
  if (heuristic == "linear-conflict") {
    if (!LinearConflict::takes(position.shape)) throw std::invalid_argument("lines of more than 6 cells");
    return with(position, algorithm, LinearConflict(position), most_nodes, control);
  }
  if (heuristic == "pattern")
    return with(position, algorithm, Patterns(position.shape, sums), most_nodes, control);
  throw std::invalid_argument("no such heuristic for sliding tiles: " + heuristic);
}

}  // namespace copla::tiles
