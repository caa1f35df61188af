// Which search answers: the light one within its budget, then the one that learns; and conflicts from
// assumptions.
#include "constraints/solve.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "constraints/encoding.hpp"
#include "constraints/search.hpp"

namespace copla::constraints {

namespace {

// Continues with what the light search found and where it had its trouble.
void learn(const Problem& problem, const Settings& settings, Vector<uint64_t> domains,
           const Vector<int64_t>& weights, Answer& answer, Control& control) {
  using Outcome = Learner<Theory>::Outcome;
  Progress progress{answer.expanded, answer.generated, -1};
  answer.learned = true;
  Encoding encoding(problem, std::move(domains), control);
  auto& learner = encoding.learner;
  std::optional<int64_t> best;
  auto require_better = [&] {
    const int64_t cost = problem.cost(answer.solutions.data());
    if (best && cost >= *best)
      throw std::logic_error("internal error: the learning search found a solution that is no better");
    best = cost;
    encoding.require_less_than(cost);
  };
  if (problem.has_objective) {
    if (!answer.seconds.empty()) require_better();
  } else {
    for (size_t s = 0; s < answer.seconds.size(); ++s)
      encoding.exclude(answer.solutions.data() + s * problem.variables);
  }
  encoding.favour(weights);
  uint64_t most_decisions = UINT64_MAX;
  if (settings.guesses >= 0)
    most_decisions =
        static_cast<uint64_t>(settings.guesses) - std::min<uint64_t>(answer.guesses, settings.guesses);
  const Answer before = [&] {
    Answer counts;
    counts.expanded = answer.expanded;
    counts.generated = answer.generated;
    counts.backtracks = answer.backtracks;
    counts.guesses = answer.guesses;
    counts.prunings = answer.prunings;
    counts.deepest = answer.deepest;
    return counts;
  }();
  auto count = [&] {
    answer.expanded = before.expanded + learner.decisions;
    answer.generated = before.generated + learner.decisions + learner.conflicts;
    answer.backtracks = before.backtracks + learner.conflicts;
    answer.guesses = before.guesses + learner.decisions;
    answer.prunings = before.prunings + learner.propagations();
    answer.deepest = std::max(before.deepest, learner.deepest);
    answer.restarts = learner.restarts;
    answer.conflicts = learner.conflicts;
  };
  try {
    while (true) {
      progress = {before.expanded, before.generated, -1};
      auto outcome = learner.solve({}, progress, most_decisions);
      count();
      if (outcome != Outcome::model) {
        answer.end = outcome == Outcome::limit                ? End::limit
                     : outcome == Outcome::too_many_decisions ? End::guesses
                                                              : End::exhausted;
        return;
      }
      if constexpr (audited) encoding.check_model();
      if (problem.has_objective) answer.forget_all(problem.variables, control);
      answer.keep(problem.variables, control, [&](int v) { return encoding.position(v); });
      if (problem.has_objective) {
        require_better();
      } else if (static_cast<int64_t>(answer.seconds.size()) == settings.solutions) {
        answer.end = End::enough;
        return;
      } else if (!learner.block()) {
        answer.end = End::exhausted;
        return;
      }
    }
  } catch (const LimitReached&) {
    count();
    answer.end = End::limit;
  }
}

// How long the light search may try. The smaller the problem, the more it answers in the time that encoding
// and learning take: up to 9 x 9 boards a few hundred backtracks are worth it, from 14 x 14 on hardly any.
// Where few variables have many values, encoding takes long and clauses say little: there the variables alone
// count (docs/native-constraints.md).
int64_t light_backtracks(const Problem& problem) {
  double values = 1;
  for (uint64_t word : problem.domains) values += std::popcount(word);
  const double variables = std::max(problem.variables, 5);
  return static_cast<int64_t>(std::max({8.0, 4e8 / (values * values), 1e6 / (variables * variables)}));
}
constexpr double most_literals = 2e7;

template <int W>
Answer run(const Problem& problem, Settings settings, Control& control) {
  if (settings.learning == Learning::automatic) settings.budget = light_backtracks(problem);
  if (settings.learning == Learning::always) settings.budget = 0;
  std::optional<Search<W>> search;
  Answer answer;
  try {
    search.emplace(problem, settings, control);
    while (true) {
      answer = search->run();
      if (answer.end != End::budget) return answer;
      search->to_root();
      Vector<uint64_t> domains = search->store().domains();
      if (Encoding::size(problem, domains) < most_literals) {
        Vector<int64_t> weights = search->weights().of_variable;
        search.reset();
        learn(problem, settings, std::move(domains), weights, answer, control);
        return answer;
      }
      settings.budget = -1;  // too large to encode: the light search has to do it, from the beginning
      settings.level = Level::mac;
      search.emplace(problem, settings, control);
    }
  } catch (const LimitReached&) {
    if (search) return search->stopped();
    answer.end = End::limit;
    return answer;
  }
}

// For the audit: a search that came to its end has found the planted solution, or one that is as good.
void check_planted(const Problem& problem, const Answer& answer) {
  const auto positions = planted_positions(problem);
  if (!positions || answer.end != End::exhausted) return;
  const size_t count = problem.variables;
  for (size_t s = 0; s < answer.seconds.size(); ++s) {
    const int* found = answer.solutions.data() + s * count;
    if (problem.has_objective ? problem.cost(found) <= problem.cost(positions->data())
                              : std::equal(found, found + count, positions->begin()))
      return;
  }
  fail_audit(__FILE__, __LINE__, "audit: the search ended without the planted solution");
}

}  // namespace

Answer solve(const Problem& problem, const Settings& settings, Control& control) {
  Answer answer =
      problem.words == 1 ? run<1>(problem, settings, control) : run<0>(problem, settings, control);
  if constexpr (audited) check_planted(problem, answer);
  return answer;
}

std::optional<std::vector<int>> conflict(const Problem& problem, std::vector<int> clues, Control& control) {
  for (int clue : clues)
    if (!Encoding::can_guard(problem.constraints.at(clue))) return std::nullopt;
  if (Encoding::size(problem, problem.domains) >= most_literals) return std::nullopt;
  using Outcome = Learner<Theory>::Outcome;
  try {
    Encoding encoding(problem, problem.domains, control, {clues.begin(), clues.end()});
    Vector<Lit> assumed = encoding.guards;
    Progress progress;
    while (true) {
      Outcome outcome = encoding.learner.solve(assumed, progress);
      if (outcome == Outcome::refuted) return std::vector<int>{};
      if (outcome != Outcome::refuted_by_assumptions) return std::nullopt;
      Vector<Lit> core = encoding.learner.core();
      std::sort(core.begin(), core.end());
      bool smaller = core.size() < assumed.size();
      assumed = std::move(core);
      if (!smaller) break;  // what it learned makes the next proof shorter, until it does not
      encoding.learner.to_root();
    }
    std::vector<int> found;
    for (size_t i = 0; i < clues.size(); ++i)
      if (std::binary_search(assumed.begin(), assumed.end(), encoding.guards[i])) found.push_back(clues[i]);
    return found;
  } catch (const LimitReached&) {
    return std::nullopt;
  }
}

}  // namespace copla::constraints
