// The heuristics in the Python module: one factory by name, and estimates of single states.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>
#include <stdexcept>

#include "core/bindings.hpp"
#include "planning/heuristics/hill_climbing.hpp"
#include "planning/heuristics/lmcut.hpp"
#include "planning/heuristics/pattern_database.hpp"
#include "planning/heuristics/relaxation.hpp"
#include "planning/heuristics/saturated.hpp"
#include "planning/heuristics/simple.hpp"

namespace copla {

namespace {

namespace py = pybind11;
using planning::Heuristic;
using planning::Task;
using namespace planning::heuristics;  // NOLINT: this file is where all of them meet

struct Parameters {
  Pattern pattern;
  double preparation;
  uint64_t states, total;
  size_t orders;
};

template <typename Value>
Value parameter(const py::dict& given, const char* name, Value otherwise) {
  return given.contains(name) ? given[name].cast<Value>() : otherwise;
}

std::unique_ptr<BuiltIn> make(const Task& task, const std::string& name, const Parameters& given,
                              Control& control) {
  using Kind = Relaxation::Kind;
  if (name == "goal-count") return std::make_unique<GoalCount>(task);
  if (name == "hmax") return std::make_unique<Relaxation>(task, Kind::max);
  if (name == "hadd") return std::make_unique<Relaxation>(task, Kind::sum);
  if (name == "ff") return std::make_unique<Relaxation>(task, Kind::plan);
  if (name == "lmcut") return std::make_unique<LmCut>(task);
  Preparation preparation(control, given.preparation);
  if (name == "pdb") return std::make_unique<SinglePattern>(task, given.pattern, preparation);
  if (name == "ipdb") {
    planning::Layout layout(task.sizes);
    HillClimbing search(task, layout, given.states, given.total, preparation);
    Databases found = search.climb();
    return std::make_unique<Canonical>(task, std::move(found), search.finished(), preparation);
  }
  if (name == "saturated")
    return std::make_unique<Saturated>(task, given.states, given.total, given.orders, preparation);
  throw std::invalid_argument("there is no heuristic '" + name + "'");
}

// None if a limit ended the preparation; the control says which.
std::unique_ptr<BuiltIn> make_heuristic(const Task& task, const std::string& name, const py::dict& parameters,
                                        Control& control) {
  Parameters given{parameter<Pattern>(parameters, "pattern", {}), parameter(parameters, "preparation", 1e6),
                   parameter<uint64_t>(parameters, "pdb_states", 2'000'000),
                   parameter<uint64_t>(parameters, "pdb_total", 10'000'000),
                   parameter<size_t>(parameters, "orders", 20)};
  given.preparation = std::min(given.preparation, 1e8);
  std::sort(given.pattern.begin(), given.pattern.end());
  for (int variable : given.pattern)
    if (variable < 0 || variable >= static_cast<int>(task.sizes.size()))
      throw std::invalid_argument("the pattern names a variable that does not exist");
  if (std::adjacent_find(given.pattern.begin(), given.pattern.end()) != given.pattern.end())
    throw std::invalid_argument("the pattern names a variable twice");
  std::erase_if(given.pattern, [&](int variable) { return task.sizes[variable] == 1; });  // they say nothing
  constexpr uint64_t kMost = uint64_t{1} << 30;  // abstract states are 32-bit numbers
  given.states = std::min(given.states, kMost);
  if (name == "pdb" && abstract_states(task, given.pattern, given.states) > given.states)
    throw std::invalid_argument("the pattern has more than " + std::to_string(given.states) +
                                " abstract states");
  std::unique_ptr<BuiltIn> made;
  run_kernel(control, [&] { made = make(task, name, given, control); });
  return made;
}

int64_t estimate(BuiltIn& heuristic, const std::vector<int>& values) {
  const std::vector<int>& sizes = heuristic.sizes();
  if (values.size() != sizes.size()) throw std::invalid_argument("a state has one value for each variable");
  for (size_t i = 0; i < sizes.size(); ++i)
    if (values[i] < 0 || values[i] >= sizes[i]) throw std::invalid_argument("a value is outside its domain");
  std::vector<planning::Word> state(heuristic.layout().words());
  heuristic.layout().pack(values.data(), state.data());
  planning::Estimate found = heuristic.estimate(state.data());
  constexpr int64_t kInfinite = int64_t{1} << 60;  // as copla.language.heuristics.INFINITE
  return found.is_dead_end() ? kInfinite : found.cost();
}

}  // namespace

void bind_heuristics(py::module_& module) {
  py::class_<BuiltIn, Heuristic>(module, "BuiltInHeuristic")
      .def("estimate", &estimate, py::arg("state"))
      .def_property_readonly("patterns", &BuiltIn::patterns)
      .def_property_readonly("finished", &BuiltIn::finished);
  module.def("make_heuristic", &make_heuristic, py::arg("task"), py::arg("name"), py::arg("parameters"),
             py::arg("control"));
}

}  // namespace copla
