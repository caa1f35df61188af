// Which search answers: the light one, the learning one, or the light one until its budget is spent.
#pragma once

#include "constraints/answer.hpp"
#include "constraints/problem.hpp"

namespace copla::constraints {

enum class Learning : int { never, automatic, always };

Answer solve(const Problem& problem, const Settings& settings, Learning learning, Control& control);

}  // namespace copla::constraints
