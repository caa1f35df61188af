// From names to a search: the algorithm with its estimate on sliding tiles.
#include "tiles/search.hpp"

#include "tiles/astar.hpp"
#include "tiles/dual.hpp"
#include "tiles/patterns.hpp"
#include "tiles/pools.hpp"
#include "tiles/walking.hpp"

namespace copla::tiles {

namespace {

template <class Estimate>
Outcome with(const Position& position, const std::string& algorithm, Estimate estimate, uint64_t most_nodes,
             Control& control) {
  if (algorithm == "idastar") return IdaStar<Estimate>(position, estimate, control, most_nodes).run();
  if (algorithm == "astar") return AStar<Estimate>(position, estimate, control).run();
  throw std::invalid_argument("no such algorithm for sliding tiles: " + algorithm);
}

template <bool kDirect>
Outcome with_tables(const Position& position, const std::vector<std::vector<View>>& sums, bool dual,
                    uint64_t most_nodes, Control& control) {
  if (dual) {
    Dual<kDirect> estimate(position, sums);
    return IdaStar<Dual<kDirect>>(position, estimate, control, most_nodes).run();
  }
  Patterns<kDirect> estimate(position.shape, sums);
  return IdaStar<Patterns<kDirect>>(position, estimate, control, most_nodes).run();
}

// IDA* with Manhattan distance by the fast kernel; the ordinary one searches the subtree that holds the goal.
Outcome in_pools(const Position& position, Control& control) {
  Pools pools(position, control);
  Outcome outcome;
  int bound = pools.distance();
  std::optional<std::vector<int>> top;
  try {
    while (!(top = pools.within(bound)) && control.stopped() == Stop::none) bound += 2;
  } catch (const LimitReached&) {
  }
  if (top) {
    Manhattan estimate(position);
    outcome = IdaStar<Manhattan>(position, estimate, control, ~uint64_t{0}).below(*top, bound);
  }
  outcome.bound = bound;
  outcome.expanded += pools.expanded();
  outcome.generated += pools.generated();
  outcome.held = static_cast<uint64_t>(bound) + 1;
  return outcome;
}

}  // namespace

Outcome search(const Position& position, const std::string& algorithm, const std::string& heuristic,
               const std::vector<std::vector<View>>& sums, uint64_t most_nodes, Control& control) {
  if (most_nodes == 0) most_nodes = ~uint64_t{0};
  if (heuristic == "manhattan") {
    if (algorithm == "idastar" && Pools::takes(position.shape)) return in_pools(position, control);
    return with(position, algorithm, Manhattan(position), most_nodes, control);
  }
  if (heuristic == "linear-conflict") {
    if (!LinearConflict::takes(position.shape))
      throw std::invalid_argument("linear conflict takes lines of up to 6 cells");
    return with(position, algorithm, LinearConflict(position), most_nodes, control);
  }
  if (heuristic == "walking-distance")
    return with(position, algorithm, WalkingDistance(position), most_nodes, control);
  if (heuristic == "pattern" || heuristic == "pattern+dual") {
    bool dual = heuristic == "pattern+dual";
    if (algorithm != "idastar")
      throw std::invalid_argument("pattern databases are not consistent: use idastar");
    bool direct = true;
    for (const auto& sum : sums)
      for (const View& view : sum) direct &= view.table->pattern.direct();
    return direct ? with_tables<true>(position, sums, dual, most_nodes, control)
                  : with_tables<false>(position, sums, dual, most_nodes, control);
  }
  throw std::invalid_argument("no such heuristic for sliding tiles: " + heuristic);
}

}  // namespace copla::tiles
