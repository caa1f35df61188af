// Constraint problems and their solvers in the Python module.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>
#include <utility>
#include <vector>

#include "constraints/read.hpp"
#include "constraints/solve.hpp"
#include "core/bindings.hpp"

namespace copla {

namespace {

namespace py = pybind11;
using constraints::Answer;
using constraints::Problem;

// What the backend keeps: how problems are written. Reading and solving is one call, because a small board
// is solved in the time that it takes to make two objects for Python.
class Solver {
public:
  explicit Solver(py::tuple kinds) : words_(std::move(kinds)) {}

  // How it ended, which limit ended it, the most memory it held; the solutions and the moments they were
  // found; counts.
  py::tuple solve(const py::list& variables, const py::list& constraints, const py::object& objective,
                  int level, int order, int values, int64_t guesses, int64_t restarts, int learning,
                  int64_t solutions, py::function poll, double seconds, int64_t bytes) {
    Control control(std::move(poll), seconds, bytes);
    const Problem problem = constraints::Reader(words_, variables, constraints, objective).problem;
    constraints::Settings settings;
    settings.level = static_cast<constraints::Level>(level);
    settings.order = static_cast<constraints::Order>(order);
    settings.values = static_cast<constraints::Values>(values);
    settings.guesses = guesses;
    settings.solutions = solutions;
    settings.restarts = restarts;
    Answer answer;
    {
      py::gil_scoped_release free;
      answer = constraints::solve(problem, settings, static_cast<constraints::Learning>(learning), control);
    }
    return py::make_tuple(static_cast<int>(answer.end), static_cast<int>(control.stopped()), control.peak(),
                          solutions_of(variables, problem, answer), answer.seconds,
                          py::make_tuple(answer.expanded, answer.generated, answer.deepest, answer.backtracks,
                                         answer.prunings, answer.guesses));
  }

  std::optional<std::vector<int>> conflict(const py::list& variables, const py::list& constraints,
                                           std::vector<int> clues, Control& control) {
    const Problem problem = constraints::Reader(words_, variables, constraints, py::none()).problem;
    py::gil_scoped_release free;
    return constraints::conflict(problem, std::move(clues), control);
  }

private:
  // Each as a dictionary from names to values; one Python number a value, shared by all solutions.
  py::list solutions_of(const py::list& variables, const Problem& problem, const Answer& answer) {
    std::vector<py::object> numbers(problem.values.size());
    py::list found(answer.seconds.size());
    size_t next = 0;
    for (size_t s = 0; s < answer.seconds.size(); ++s) {
      py::dict assignment;
      for (int v = 0; v < problem.variables; ++v) {
        int at = answer.solutions[next++];
        if (!numbers[at]) numbers[at] = py::int_(problem.values[at]);
        py::object name = words_.name.of(PyList_GetItem(variables.ptr(), v));
        if (PyDict_SetItem(assignment.ptr(), name.ptr(), numbers[at].ptr())) throw py::error_already_set();
      }
      PyList_SET_ITEM(found.ptr(), static_cast<Py_ssize_t>(s), assignment.release().ptr());
    }
    return found;
  }

  constraints::Vocabulary words_;
};

}  // namespace

void bind_constraints(py::module_& module) {
  py::class_<Solver>(module, "ConstraintSolver")
      .def(py::init<py::tuple>(), py::arg("kinds"))
      .def("solve", &Solver::solve, py::arg("variables"), py::arg("constraints"), py::arg("objective"),
           py::arg("level"), py::arg("order"), py::arg("values"), py::arg("guesses"), py::arg("restarts"),
           py::arg("learning"), py::arg("solutions"), py::arg("poll"), py::arg("seconds"),
           py::arg("most_bytes"))
      .def("conflict", &Solver::conflict, py::arg("variables"), py::arg("constraints"), py::arg("clues"),
           py::arg("control"));
}

}  // namespace copla
