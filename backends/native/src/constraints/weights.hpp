// dom/wdeg (Boussemart et al., ECAI 2004): a constraint gains weight whenever it fails.
//
// A variable's weight is one more than the sum over the constraints it stands in, each starting at 1. The
// weights outlive the light search: they tell the learning search where to begin.
#pragma once

#include "constraints/problem.hpp"

namespace copla::constraints {

class Weights {
public:
  explicit Weights(const Problem& problem) : problem_(problem), of_variable(problem.variables, 1) {
    for (int variable : problem.scopes) ++of_variable[variable];
    for (int variable : problem.objective_scope) ++of_variable[variable];
  }

  void blame(int constraint) {
    if (constraint == static_cast<int>(problem_.constraints.size())) {
      for (int variable : problem_.objective_scope) ++of_variable[variable];
      return;
    }
    const Constraint& failed = problem_.constraints[constraint];
    for (int i = 0; i < failed.count; ++i) ++of_variable[problem_.scopes[failed.first + i]];
  }

private:
  const Problem& problem_;

public:
  Vector<int64_t> of_variable;
};

}  // namespace copla::constraints
