// Constraint problems and their solvers in the Python module.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <utility>

#include "constraints/read.hpp"
#include "constraints/solve.hpp"
#include "core/bindings.hpp"

namespace copla {

namespace {

using constraints::Answer;
using constraints::Problem;

pybind11::list solutions_of(const Problem& problem, const Answer& answer) {
  // One Python number a value, shared by all solutions.
  std::vector<pybind11::object> numbers(problem.values.size());
  pybind11::list found(answer.seconds.size());
  size_t next = 0;
  for (size_t s = 0; s < answer.seconds.size(); ++s) {
    PyObject* values = PyList_New(problem.variables);
    if (!values) throw pybind11::error_already_set();
    for (int v = 0; v < problem.variables; ++v) {
      int at = answer.solutions[next++];
      if (!numbers[at]) numbers[at] = pybind11::int_(problem.values[at]);
      PyList_SET_ITEM(values, v, numbers[at].inc_ref().ptr());
    }
    PyList_SET_ITEM(found.ptr(), static_cast<Py_ssize_t>(s), values);
  }
  return found;
}

pybind11::tuple solve(const Problem& problem, int level, int order, int values, int64_t guesses,
                      int64_t solutions, int64_t restarts, int learning, Control& control) {
  constraints::Settings settings;
  settings.level = static_cast<constraints::Level>(level);
  settings.order = static_cast<constraints::Order>(order);
  settings.values = static_cast<constraints::Values>(values);
  settings.guesses = guesses;
  settings.solutions = solutions;
  settings.restarts = restarts;
  Answer answer;
  {
    pybind11::gil_scoped_release free;
    answer = constraints::solve(problem, settings, static_cast<constraints::Learning>(learning), control);
  }
  return pybind11::make_tuple(static_cast<int>(answer.end), solutions_of(problem, answer), answer.seconds,
                              pybind11::make_tuple(answer.expanded, answer.generated, answer.deepest,
                                                   answer.backtracks, answer.prunings, answer.guesses));
}

}  // namespace

void bind_constraints(pybind11::module_& module) {
  namespace py = pybind11;
  py::class_<Problem>(module, "Constraints")
      .def(py::init([](const py::list& variables, const py::list& constraints, const py::tuple& kinds,
                       const py::object& objective) {
             return std::move(constraints::Reader(variables, constraints, kinds, objective).problem);
           }),
           py::arg("variables"), py::arg("constraints"), py::arg("kinds"), py::arg("objective"));
  module.def("conflict", &constraints::conflict, py::arg("problem"), py::arg("clues"), py::arg("control"),
             py::call_guard<py::gil_scoped_release>());
  module.def("solve_constraints", &solve, py::arg("problem"), py::arg("level"), py::arg("order"),
             py::arg("values"), py::arg("guesses"), py::arg("solutions"), py::arg("restarts"),
             py::arg("learning"), py::arg("control"));
}

}  // namespace copla
