// Constraint problems and their solvers in the Python module.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
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
using constraints::Settings;

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

// Settings by name, their choices as the words that copla.backends.native.constraints has for them.
template <class Choice>
Choice choice(const char* setting, const std::string& found, std::initializer_list<const char*> words) {
  const auto place = std::find(words.begin(), words.end(), found);
  if (place == words.end())
    throw std::invalid_argument(std::string("found ") + setting + " " + found + ", which is not known");
  return static_cast<Choice>(place - words.begin());
}

Settings make_settings(const std::string& inference, const std::string& variables, const std::string& values,
                       const std::string& learning, std::optional<int64_t> guesses,
                       std::optional<int64_t> restarts, std::optional<int64_t> solutions) {
  Settings settings;
  settings.level =
      choice<constraints::Level>("inference", inference, {"none", "forward", "arc", "hidden", "mac"});
  settings.order = choice<constraints::Order>("variables", variables,
                                              {"input", "smallest", "smallest-degree", "dom/wdeg", "dual"});
  settings.values = choice<constraints::Values>("values", values, {"ascending", "least-constraining"});
  settings.learning = choice<constraints::Learning>("learning", learning, {"never", "auto", "always"});
  settings.guesses = guesses.value_or(-1);
  settings.restarts = restarts.value_or(-1);
  settings.solutions = solutions.value_or(-1);
  return settings;
}

// A name that Python knows already, so that none is made for each board.
class Name {
public:
  explicit Name(const char* text)
      : name_(py::reinterpret_steal<py::object>(PyUnicode_InternFromString(text))) {}
  void set(const py::dict& where, const py::object& what) const {
    if (PyDict_SetItem(where.ptr(), name_.ptr(), what.ptr())) throw py::error_already_set();
  }
  const py::object& text() const { return name_; }

private:
  py::object name_;
};

// An answer is a tuple whose items have names: it is made in half the time of a dictionary.
PyTypeObject* answer_type() {
  static PyStructSequence_Field fields[] = {
      {"end", nullptr},     {"stop", nullptr},       {"peak_bytes", nullptr}, {"solutions", nullptr},
      {"seconds", nullptr}, {"statistics", nullptr}, {"learned", nullptr},    {nullptr, nullptr}};
  static PyStructSequence_Desc description{"copla.ConstraintAnswer", nullptr, fields, 7};
  return PyStructSequence_NewType(&description);
}

// What the solver of one set of kinds keeps from one problem to the next: where the attributes of a problem
// are, and what its answers are called. `ended` has the words of End, in its order.
struct Known {
  explicit Known(py::tuple kinds) : words(std::move(kinds)) {
    if (!answer) throw py::error_already_set();
  }

  constraints::Vocabulary words;
  PyTypeObject* answer = answer_type();  // for as long as the program runs
  Name expanded{"expanded"}, generated{"generated"}, max_nodes{"max_nodes"}, backtracks{"backtracks"},
      prunings{"prunings"}, guesses{"guesses"};
  Name ended[4] = {Name("exhausted"), Name("enough"), Name("limit"), Name("guesses")};
};

// What was counted, as copla.answers.result.Statistics names it.
py::dict statistics_of(const Known& known, const Answer& answer) {
  py::dict counts;
  known.expanded.set(counts, py::int_(answer.expanded));
  known.generated.set(counts, py::int_(answer.generated));
  known.max_nodes.set(counts, py::int_(answer.deepest));
  known.backtracks.set(counts, py::int_(answer.backtracks));
  known.prunings.set(counts, py::int_(answer.prunings));
  known.guesses.set(counts, py::int_(answer.guesses));
  return counts;
}

// Takes variables, constraints, objective, settings, and the leash: poll, seconds and bytes.
py::object solve(Known& known, PyObject* const* given) {
  const auto& settings = py::handle(given[3]).cast<const Settings&>();
  const double seconds = PyFloat_AsDouble(given[5]);
  if (seconds == -1.0 && PyErr_Occurred()) throw py::error_already_set();
  if (!PyCallable_Check(given[4])) throw py::type_error("expected a function");
  Control control(poll_of(py::reinterpret_borrow<py::function>(given[4])), seconds, number(given[6]));
  Scratch scratch;
  Ledger ledger(control, audited ? nullptr : &scratch);  // the sanitizers are to see every array by itself
  std::optional<constraints::Reader> read;
  Answer answer;
  answer.end = constraints::End::limit;  // unless it comes to an end of its own
  guarded(control, [&] { read.emplace(known.words, given[0], given[1], given[2]); });
  if (control.stopped() == Stop::none)
    run_kernel(control, [&] { answer = constraints::solve(read->problem(), settings, control); });
  py::list solutions;
  if (!answer.seconds.empty())
    solutions = solutions_of(known.words, read->variables.ptr(), read->problem(), answer);
  auto found = py::reinterpret_steal<py::object>(PyStructSequence_New(known.answer));
  if (!found) throw py::error_already_set();
  Py_ssize_t place = 0;
  auto tell = [&](py::object what) { PyStructSequence_SetItem(found.ptr(), place++, what.release().ptr()); };
  tell(known.ended[static_cast<int>(answer.end)].text());
  tell(py::int_(static_cast<int>(control.stopped())));
  tell(py::int_(control.peak()));
  tell(std::move(solutions));
  tell(py::cast(answer.seconds));
  tell(statistics_of(known, answer));
  tell(py::bool_(answer.learned));
  return found;
}

// The one function that does not go through pybind11: for a small board that took as long as its search.
PyObject* call_solve(PyObject* known, PyObject* const* given, Py_ssize_t count) {
  try {
    if (count != 7) throw py::type_error("expected seven arguments");
    return solve(*static_cast<Known*>(PyCapsule_GetPointer(known, nullptr)), given).release().ptr();
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
  py::capsule known(new Known(std::move(kinds)), [](void* kept) { delete static_cast<Known*>(kept); });
  return py::reinterpret_steal<py::object>(PyCFunction_New(&definition, known.ptr()));
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
  py::class_<Settings>(module, "ConstraintSettings")
      .def(py::init(&make_settings), py::kw_only(), py::arg("inference"), py::arg("variables"),
           py::arg("values"), py::arg("learning"), py::arg("guesses"), py::arg("restarts"),
           py::arg("solutions"));
  module.def("constraint_solver", &constraint_solver, py::arg("kinds"));
  module.def("conflict", &conflict, py::arg("variables"), py::arg("constraints"), py::arg("kinds"),
             py::arg("clues"), py::arg("control"));
  if constexpr (audited)
    module.def("plant", [](std::optional<std::vector<int64_t>> values) { constraints::planted = values; });
}

}  // namespace copla
