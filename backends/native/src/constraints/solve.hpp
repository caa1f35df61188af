// Which search answers: the light one, the learning one, or the light one until its budget is spent.
#pragma once

#include <optional>
#include <vector>

#include "constraints/answer.hpp"
#include "constraints/problem.hpp"

namespace copla::constraints {

Answer solve(const Problem& problem, const Settings& settings, Control& control);

// Some of these constraints that cannot hold together under all others, as the learning search proves it by
// assuming them; nothing if they can, if a limit came first, or if they cannot be assumed.
std::optional<std::vector<int>> conflict(const Problem& problem, std::vector<int> clues, Control& control);

}  // namespace copla::constraints
