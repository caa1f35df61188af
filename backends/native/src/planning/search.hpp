// One entry to all algorithms; search.cpp picks the kernel for the width of the states.
#pragma once

#include <string>
#include <vector>

#include "planning/account.hpp"
#include "planning/heuristic.hpp"
#include "planning/task.hpp"

namespace copla::planning {

// Options that an algorithm does not look at are ignored; negative: no limit. `solutions` and `labels` are
// those of the Account that whoever starts a search makes.
struct Settings {
  std::string algorithm = "bfs";
  bool closed = true;
  double weight = 2;
  std::string prune = "path";
  int64_t depth = -1;
  int64_t width = 1000;
  int64_t table_bytes = 0;
  int64_t solutions = 1;
  std::vector<int32_t> labels;
};

// Runs to its end or until the account's leash is pulled: then LimitReached is thrown. `heuristic` may be
// null.
void search(const Task& task, const Settings& settings, Heuristic* heuristic, Account& account);

}  // namespace copla::planning
