// Planning tasks and their search in the Python module.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "core/bindings.hpp"
#include "planning/task.hpp"

namespace copla {

namespace {

using planning::Action;
using planning::Fact;
using planning::Task;
using Pairs = std::vector<std::pair<int, int>>;

std::vector<Fact> facts(const Pairs& pairs) {
  std::vector<Fact> found;
  found.reserve(pairs.size());
  for (auto [variable, value] : pairs) found.push_back({variable, value});
  return found;
}

// Read attribute by attribute from the PlanningProblem's own lists: the fastest way through pybind11.
Task read_task(const std::vector<int>& sizes, const std::vector<int>& initial, const pybind11::list& actions,
               const Pairs& goal, const std::vector<std::vector<int>>& all_different) {
  Task task{sizes, initial, {}, facts(goal), all_different};
  task.actions.reserve(actions.size());
  for (const auto& action : actions) {
    task.actions.push_back({facts(action.attr("condition").cast<Pairs>()),
                            facts(action.attr("effects").cast<Pairs>()),
                            action.attr("cost").cast<int64_t>()});
  }
  return task;
}

}  // namespace

void bind_planning(pybind11::module_& module) {
  pybind11::class_<Task>(module, "Task")
      .def(pybind11::init(&read_task), pybind11::arg("sizes"), pybind11::arg("initial"),
           pybind11::arg("actions"), pybind11::arg("goal"), pybind11::arg("all_different"));
}

}  // namespace copla
