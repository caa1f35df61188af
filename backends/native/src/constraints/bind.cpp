// Constraint problems and their solvers in the Python module.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>
#include <utility>
#include <vector>

#include "constraints/auditor.hpp"
#include "constraints/read.hpp"
#include "constraints/solve.hpp"
#include "core/bindings.hpp"

namespace copla {

namespace {

namespace py = pybind11;
using constraints::Answer;
using constraints::Problem;

// Each as a dictionary from names to values; one Python number a value, shared by all solutions.
py::list solutions_of(constraints::Vocabulary& words, PyObject* variables, const Problem& problem,
                      const Answer& answer) {
  std::vector<py::object> numbers(problem.values.size());
  py::list found(answer.seconds.size());
  size_t next = 0;
  for (size_t s = 0; s < answer.seconds.size(); ++s) {
    py::dict assignment;
    for (int v = 0; v < problem.variables; ++v) {
      int at = answer.solutions[next++];
      if (!numbers[at]) numbers[at] = py::int_(problem.values[at]);
      py::object name = words.name.of(PyTuple_GET_ITEM(variables, v));
      if (PyDict_SetItem(assignment.ptr(), name.ptr(), numbers[at].ptr())) throw py::error_already_set();
    }
    PyList_SET_ITEM(found.ptr(), static_cast<Py_ssize_t>(s), assignment.release().ptr());
  }
  return found;
}

int64_t number(PyObject* object) {
  long long found = PyLong_AsLongLong(object);
  if (found == -1 && PyErr_Occurred()) throw py::error_already_set();
  return found;
}

// How it ended, which limit ended it, the most memory it held; the solutions and the moments they were found;
// counts; whether the learning search was entered.
py::tuple solve(constraints::Vocabulary& words, PyObject* const* given) {
  PyObject* variables = given[0];
  PyObject* settings_given = given[3];
  if (!PyTuple_Check(settings_given) || PyTuple_GET_SIZE(settings_given) != 6)
    throw py::type_error("expected six settings");
  auto setting = [&](int i, int64_t most = INT64_MAX) {
    const int64_t found = number(PyTuple_GET_ITEM(settings_given, i));
    if (found > most || (found < 0 && most < INT64_MAX))
      throw std::invalid_argument("a setting is out of range");
    return found;
  };
  constraints::Settings settings;
  settings.level = static_cast<constraints::Level>(setting(0, 4));
  settings.order = static_cast<constraints::Order>(setting(1, 4));
  settings.values = static_cast<constraints::Values>(setting(2, 1));
  settings.guesses = setting(3);
  settings.restarts = setting(4);
  const auto learning = static_cast<constraints::Learning>(setting(5, 2));
  settings.solutions = number(given[4]);
  const double seconds = PyFloat_AsDouble(given[6]);
  if (seconds == -1.0 && PyErr_Occurred()) throw py::error_already_set();
  if (!PyCallable_Check(given[5])) throw py::type_error("expected a function");
  Control control(poll_of(py::reinterpret_borrow<py::function>(given[5])), seconds, number(given[7]));
  Ledger ledger(control);
  std::optional<constraints::Reader> read;
  Answer answer;
  answer.end = constraints::End::limit;  // unless it comes to an end of its own
  guarded(control, [&] { read.emplace(words, variables, given[1], given[2]); });
  if (control.stopped() == Stop::none)
    run_kernel(control, [&] { answer = constraints::solve(read->problem(), settings, learning, control); });
  py::list solutions;
  if (!answer.seconds.empty())
    solutions = solutions_of(words, read->variables.ptr(), read->problem(), answer);
  return py::make_tuple(static_cast<int>(answer.end), static_cast<int>(control.stopped()), control.peak(),
                        solutions, answer.seconds,
                        py::make_tuple(answer.expanded, answer.generated, answer.deepest, answer.backtracks,
                                       answer.prunings, answer.guesses),
                        answer.learned);
}

// The one function that does not go through pybind11: for a small board that took as long as its search.
PyObject* call_solve(PyObject* words, PyObject* const* given, Py_ssize_t count) {
  try {
    if (count != 8) throw py::type_error("expected eight arguments");
    auto* known = static_cast<constraints::Vocabulary*>(PyCapsule_GetPointer(words, nullptr));
    return solve(*known, given).release().ptr();
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

// A function that solves problems written in these kinds of constraint; it learns where their attributes are.
py::object constraint_solver(py::tuple kinds) {
  static PyMethodDef definition{"solve",
                                reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_solve)),
                                METH_FASTCALL, nullptr};
  py::capsule words(new constraints::Vocabulary(std::move(kinds)),
                    [](void* kept) { delete static_cast<constraints::Vocabulary*>(kept); });
  return py::reinterpret_steal<py::object>(PyCFunction_New(&definition, words.ptr()));
}

std::optional<std::vector<int>> conflict(const py::list& variables, const py::list& constraints,
                                         py::tuple kinds, std::vector<int> clues, Control& control) {
  constraints::Vocabulary words(std::move(kinds));
  Ledger ledger(control);
  std::optional<constraints::Reader> read;
  std::optional<std::vector<int>> found;
  guarded(control, [&] { read.emplace(words, variables.ptr(), constraints.ptr(), Py_None); });
  if (control.stopped() == Stop::none)
    run_kernel(control, [&] { found = constraints::conflict(read->problem(), std::move(clues), control); });
  return found;
}

}  // namespace

void bind_constraints(py::module_& module) {
  module.def("constraint_solver", &constraint_solver, py::arg("kinds"));
  module.def("conflict", &conflict, py::arg("variables"), py::arg("constraints"), py::arg("kinds"),
             py::arg("clues"), py::arg("control"));
  if constexpr (audited)
    module.def("plant", [](std::optional<std::vector<int64_t>> values) { constraints::planted = values; });
}

}  // namespace copla
