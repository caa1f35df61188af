// From settings to a search: the algorithm by its name, the kernel by the number of words of a state and by
// the size of the costs.
#include "planning/search.hpp"

#include <limits>
#include <stdexcept>

#include "planning/beam.hpp"
#include "planning/best_first.hpp"
#include "planning/bidirectional.hpp"
#include "planning/breadth_first.hpp"
#include "planning/depth_first.hpp"
#include "planning/idastar.hpp"

namespace copla::planning {

namespace {

template <int N, class Cost>
class Run {
public:
  Run(const Task& task, const Settings& settings, Heuristic* heuristic, Account& account)
      : task_(task),
        settings_(settings),
        account_(account),
        packed_(task),
        successors_(packed_, task, account),
        evaluator_(heuristic, task, account) {}

  void operator()() {
    const std::string& name = settings_.algorithm;
    if (name == "bfs") {
      breadth_first();
    } else if (name == "dfs") {
      DepthFirst<N, Cost>(packed_, successors_, account_).run(settings_.closed, settings_.depth);
    } else if (name == "iddfs") {
      iterative_deepening();
    } else if (name == "ucs") {
      best_first({Priority::cost}, true, settings_.closed);
    } else if (name == "greedy") {
      best_first({Priority::estimate}, false, true);
    } else if (name == "astar") {
      best_first({Priority::sum}, true, true);
    } else if (name == "astar-tree") {
      best_first({Priority::sum}, true, false);
    } else if (name == "wastar") {
      best_first({Priority::weighted, settings_.weight}, true, true);
    } else if (name == "idastar") {
      idastar();
    } else if (name == "bidirectional") {
      if (!packed_.goal_is_one_state) throw std::invalid_argument("the goal is more than one state");
      Successors backward(packed_, task_, account_, true);
      Bidirectional<N, Cost>(packed_, successors_, backward, account_).run();
    } else if (name == "beam") {
      Beam<N, Cost>(packed_, successors_, evaluator_, account_).run(static_cast<size_t>(settings_.width));
    } else {
      throw std::invalid_argument("there is no algorithm " + name);
    }
  }

private:
  void breadth_first() {
    if (task_.actions.size() <= std::numeric_limits<uint16_t>::max())
      BreadthFirst<N, uint16_t>(packed_, successors_, account_, settings_.depth).run();
    else
      BreadthFirst<N, int32_t>(packed_, successors_, account_, settings_.depth).run();
  }

  // Depth-first search down to depth 0, 1, 2, ... until a round finds enough plans or is cut nowhere.
  void iterative_deepening() {
    DepthFirst<N, Cost> search(packed_, successors_, account_);
    for (int64_t depth = 0;; ++depth) {
      account_.progress.bound = depth;
      account_.cuts.depth = false;
      search.run(false, depth, depth);
      if (account_.enough() || !account_.cuts.depth || depth == settings_.depth) return;
    }
  }

  void best_first(Priority priority, bool reopen, bool closed) {
    BestFirst<N, Cost> search(packed_, successors_, evaluator_, priority, account_);
    if (closed)
      search.graph(reopen);
    else
      search.tree();
  }

  void idastar() {
    auto bytes = static_cast<size_t>(std::max<int64_t>(settings_.table_bytes, 0));
    if (settings_.prune == "parent")
      IdaStar<N, Cost, Prune::parent>(task_, packed_, successors_, evaluator_, account_).run(bytes);
    else if (settings_.prune == "moves")
      IdaStar<N, Cost, Prune::moves>(task_, packed_, successors_, evaluator_, account_).run(bytes);
    else
      IdaStar<N, Cost, Prune::path>(task_, packed_, successors_, evaluator_, account_).run(bytes);
  }

  const Task& task_;
  const Settings& settings_;
  Account& account_;
  Packed packed_;
  Successors successors_;
  Evaluator evaluator_;
};

}  // namespace

// Costs of actions from here on are given 64 bits at once: their sums would soon not fit 32.
constexpr int64_t kLargeCost = 1 << 20;

void search(const Task& task, const Settings& settings, Heuristic* heuristic, Account& account) {
  Ledger ledger(account.control);
  auto large = [](const Action& action) { return action.cost >= kLargeCost; };
  if (std::none_of(task.actions.begin(), task.actions.end(), large)) {
    try {
      switch (Layout(task.sizes).words()) {
        case 1:
          return Run<1, int32_t>(task, settings, heuristic, account)();
        case 2:
          return Run<2, int32_t>(task, settings, heuristic, account)();
        default:
          return Run<0, int32_t>(task, settings, heuristic, account)();
      }
    } catch (const TooNarrow&) {
      account.reset();
    }
  }
  Run<0, int64_t>(task, settings, heuristic, account)();
}

}  // namespace copla::planning
