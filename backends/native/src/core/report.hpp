// What every search kernel hands back to Python: one shape, declared once; core/module.cpp binds it.
//
// A kernel leaves in it what it has found until its end or until a limit; which limit that was the Control
// says. No plan, no cut and no limit mean that there is no plan.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace copla {

// The way to the goal in the kernel's own words: numbers (of actions, or of cells), or labels.
using Steps = std::variant<std::vector<int32_t>, std::vector<std::string>>;

// `seconds`, `generated` and `held`: where the run was when the plan was found.
struct ReportedPlan {
  Steps steps;
  int64_t cost = 0;
  double seconds = 0;
  uint64_t generated = 0, held = 0;
};

struct Report {
  std::vector<ReportedPlan> plans;
  uint64_t expanded = 0, generated = 0;
  uint64_t held = 0;              // nodes in memory at one time
  std::optional<int64_t> bound;   // proven: no plan costs less
  std::vector<std::string> cuts;  // what was left out, as copla.plugins.algorithms.Cut names it
};

}  // namespace copla
