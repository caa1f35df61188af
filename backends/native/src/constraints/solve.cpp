#include "constraints/solve.hpp"

#include "constraints/search.hpp"

namespace copla::constraints {

namespace {

template <int W>
Answer light(const Problem& problem, const Settings& settings, Control& control) {
  Search<W> search(problem, settings, control);
  try {
    return search.run();
  } catch (const LimitReached&) {
    return search.stopped();
  }
}

}  // namespace

Answer solve(const Problem& problem, const Settings& settings, Learning, Control& control) {
  return problem.words == 1 ? light<1>(problem, settings, control) : light<0>(problem, settings, control);
}

}  // namespace copla::constraints
