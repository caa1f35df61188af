// From names to a search: the algorithm with its estimate on sliding tiles.
#include "tiles/search.hpp"

#include "core/audit.hpp"
#include "tiles/astar.hpp"
#include "tiles/direct.hpp"
#include "tiles/dual.hpp"
#include "tiles/patterns.hpp"
#include "tiles/pools.hpp"
#include "tiles/walking.hpp"
#include "tiles/window.hpp"

namespace copla::tiles {

namespace {

template <class Estimate>
Outcome with(const Position& position, const std::string& algorithm, Estimate estimate, uint64_t most_nodes,
             Control& control) {
  if (algorithm == "idastar") return IdaStar<Estimate>(position, estimate, control, most_nodes).run();
  if (algorithm == "astar") return AStar<Estimate>(position, estimate, control).run();
  throw std::invalid_argument("no such algorithm for sliding tiles: " + algorithm);
}

// IDA* by a kernel that visits nodes in an order of its own: iterations until one reaches the goal, whose
// subtree is left to the ordinary search.
template <class Kernel, class Estimate>
Outcome by(Kernel& kernel, int bound, const Position& position, Estimate estimate, Control& control) {
  Outcome outcome;
  std::optional<std::vector<int>> top;
  try {
    while (bound < kNoBound && !(top = kernel.within(bound)) && control.stopped() == Stop::none)
      bound = kernel.next_bound();
  } catch (const LimitReached&) {
  }
  if (top) {
    outcome = IdaStar<Estimate>(position, estimate, control, ~uint64_t{0}).below(*top, bound);
    COPLA_ASSERT(outcome.solved || control.stopped() != Stop::none, "a subtree that holds the goal does not");
  }
  outcome.bound = bound;
  outcome.expanded += kernel.expanded();
  outcome.generated += kernel.generated();
  outcome.held = static_cast<uint64_t>(bound) + 1;
  return outcome;
}

template <int kCells, int kGroups>
Outcome in_windows(const Position& position, const PatternSums<false>& sums, Control& control) {
  Window<kCells, kGroups> window(position, sums, control);
  return by(window, window.estimate(), position, Patterns<false>(sums), control);
}

template <int kSums>
Outcome direct(const Position& position, const PatternSums<true>& sums, Control& control) {
  if (position.shape.cells() <= 16) return DirectIdaStar<uint64_t, 4, kSums>(position, sums, control).run();
  return DirectIdaStar<unsigned __int128, 5, kSums>(position, sums, control).run();
}

template <bool kDirect>
Outcome with_tables(const Position& position, const std::vector<std::vector<View>>& views, bool dual,
                    uint64_t most_nodes, Control& control) {
  PatternSums<kDirect> sums(position.shape, views);
  if (dual) return with(position, "idastar", Dual<kDirect>(position, sums), most_nodes, control);
  if constexpr (kDirect) {
    return sums.count() == 1 ? direct<1>(position, sums, control) : direct<2>(position, sums, control);
  } else {
    int groups = sums.groups(0);
    if (sums.count() > 1) groups = std::max(groups, sums.groups(1));
    if (groups > 4) return in_windows<kMostCells, PatternSums<false>::kMostGroups>(position, sums, control);
    if (position.shape.cells() > 16) return in_windows<kMostCells, 4>(position, sums, control);
    return in_windows<16, 4>(position, sums, control);
  }
}

}  // namespace

Outcome search(const Position& position, const std::vector<std::vector<View>>& sums, const Settings& settings,
               Control& control) {
  const std::string &algorithm = settings.algorithm, &heuristic = settings.heuristic;
  uint64_t most_nodes = settings.most_nodes == 0 ? ~uint64_t{0} : settings.most_nodes;
  if (heuristic == "manhattan") {
    if (algorithm == "idastar" && Pools::takes(position.shape)) {
      Pools pools(position, control);
      return by(pools, pools.distance(), position, Manhattan(position), control);
    }
    return with(position, algorithm, Manhattan(position), most_nodes, control);
  }
  if (heuristic == "linear-conflict") {
    if (!LinearConflict::takes(position.shape))
      throw std::invalid_argument("linear conflict takes lines of up to 6 cells");
    return with(position, algorithm, LinearConflict(position), most_nodes, control);
  }
  if (heuristic == "walking-distance")
    return with(position, algorithm, WalkingDistance(position, control), most_nodes, control);
  if (heuristic == "databases") {
    if (algorithm != "idastar")
      throw std::invalid_argument("pattern databases are not consistent: use idastar");
    bool direct = true;
    for (const auto& sum : sums)
      for (const View& view : sum) direct &= view.table->pattern.direct();
    return direct ? with_tables<true>(position, sums, settings.dual, most_nodes, control)
                  : with_tables<false>(position, sums, settings.dual, most_nodes, control);
  }
  throw std::invalid_argument("no such heuristic for sliding tiles: " + heuristic);
}

}  // namespace copla::tiles
