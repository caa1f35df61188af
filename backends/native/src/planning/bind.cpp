// Planning tasks and their search in the Python module.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "core/bindings.hpp"
#include "core/control.hpp"
#include "core/report.hpp"
#include "planning/enumeration.hpp"
#include "planning/evaluator.hpp"
#include "planning/read.hpp"
#include "planning/search.hpp"
#include "planning/successors.hpp"
#include "planning/validate.hpp"

namespace copla {

namespace {

namespace py = pybind11;
using planning::Account;
using planning::Estimate;
using planning::Heuristic;
using planning::Settings;
using planning::Task;
using planning::Word;

Task read_task(const std::vector<int>& sizes, const std::vector<int>& initial, const py::list& actions,
               const py::tuple& goal, const std::vector<std::vector<int>>& all_different) {
  Task task{sizes, initial, planning::ActionReader().read(actions), planning::ActionReader::facts(goal),
            all_different};
  planning::validate(task);
  return task;
}

// A Python function of the state that gives a cost, or None for a dead end
// (copla.language.heuristics.estimator, which has checked it): right, and as slow as Python is.
class PythonHeuristic final : public Heuristic {
public:
  PythonHeuristic(const Task& task, py::function function)
      : layout_(task.sizes), count_(task.sizes.size()), function_(std::move(function)) {}

  Estimate estimate(const Word* state) override {
    py::gil_scoped_acquire lock;
    py::tuple values(count_);
    for (size_t i = 0; i < count_; ++i) values[i] = py::int_(layout_[static_cast<int>(i)].get(state));
    py::object found = function_(values);
    return found.is_none() ? Estimate::dead_end() : Estimate(found.cast<int64_t>());
  }

private:
  planning::Layout layout_;
  size_t count_;
  py::function function_;
};

// Entries of a table, each a cost or, from INFINITE on, a dead end: negative here. Python has checked them.
constexpr int64_t kInfinite = int64_t{1} << 60;  // as copla.language.heuristics.INFINITE

template <class T, class Cell>
bool copy_entries(const py::buffer_info& info, std::vector<Cell>& entries) {
  if (info.ndim != 1 || info.itemsize != sizeof(T) || info.strides[0] != sizeof(T) ||
      !info.item_type_is_equivalent_to<T>())
    return false;
  const T* data = static_cast<const T*>(info.ptr);
  for (py::ssize_t i = 0; i < info.size; ++i)
    entries.push_back(std::cmp_greater_equal(data[i], kInfinite) ? Cell{-1} : static_cast<Cell>(data[i]));
  return true;
}

template <class Cell>
std::vector<Cell> read_entries(const py::handle& given) {
  std::vector<Cell> entries;
  entries.reserve(py::len(given));
  if (PyObject_CheckBuffer(given.ptr())) {
    py::buffer_info info = py::reinterpret_borrow<py::buffer>(given).request();
    if (copy_entries<uint8_t>(info, entries) || copy_entries<int8_t>(info, entries) ||
        copy_entries<uint16_t>(info, entries) || copy_entries<int16_t>(info, entries) ||
        copy_entries<uint32_t>(info, entries) || copy_entries<int32_t>(info, entries) ||
        copy_entries<uint64_t>(info, entries) || copy_entries<int64_t>(info, entries))
      return entries;
  }
  for (py::handle entry : py::reinterpret_borrow<py::sequence>(given)) {
    auto number = py::reinterpret_steal<py::object>(PyNumber_Index(entry.ptr()));
    int overflow = 0;
    long long value = number ? PyLong_AsLongLongAndOverflow(number.ptr(), &overflow) : -1;
    if (PyErr_Occurred()) throw py::error_already_set();
    entries.push_back(overflow > 0 || value >= kInfinite ? Cell{-1} : static_cast<Cell>(value));
  }
  return entries;
}

// `sums`: for each sum the tables (objects like copla.language.heuristics.PatternTable), whose entries fit
// the cell and add up to no more than the largest number.
template <class Cell>
std::unique_ptr<Heuristic> read_sums(const Task& task, const py::list& sums, Control& control) {
  std::vector<std::vector<planning::Table<Cell>>> read;
  for (const auto& sum : sums) {
    read.emplace_back();
    for (const auto& table : sum) {
      auto variables = table.attr("variables").cast<std::vector<int>>();
      auto sizes = table.attr("sizes").cast<std::vector<int>>();
      for (size_t i = 0; i < variables.size(); ++i) {
        if (variables[i] < 0 || variables[i] >= static_cast<int>(task.sizes.size()) ||
            sizes[i] < task.sizes[variables[i]])
          throw std::invalid_argument("a heuristic's table does not fit the variables of the problem");
      }
      control.claim(py::len(table.attr("entries")) * sizeof(Cell));
      read.back().push_back(
          {std::move(variables), std::move(sizes), read_entries<Cell>(table.attr("entries"))});
    }
  }
  return std::make_unique<planning::TableSums<Cell>>(planning::Layout(task.sizes), std::move(read));
}

// None if a limit was reached; the control says which.
std::unique_ptr<Heuristic> read_tables(const Task& task, const py::list& sums, bool wide, Control& control) {
  std::unique_ptr<Heuristic> tables;
  guarded(control, [&] {
    tables = wide ? read_sums<int64_t>(task, sums, control) : read_sums<int32_t>(task, sums, control);
  });
  return tables;
}

// Kernel and model side by side: the successor generator and the flips for one state at a time.
class Walker {
public:
  explicit Walker(const Task& task)
      : task_(task),

        account_(control_, 1),
        packed_(task_),
        forward_(packed_, task_, account_),
        backward_(packed_, task_, account_, true) {}

  std::vector<std::tuple<int, int64_t, std::vector<int>>> steps(const std::vector<int>& values,
                                                                bool backward) {
    if (values.size() != task_.sizes.size())
      throw std::invalid_argument("a state has a value for each variable");
    std::vector<Word> state(packed_.words), fresh(packed_.words);
    packed_.layout.pack(values.data(), state.data());
    std::vector<int32_t> found(task_.actions.size() + 1);
    int count = (backward ? backward_ : forward_)(state.data(), found.data());
    std::vector<std::tuple<int, int64_t, std::vector<int>>> steps;
    for (int i = 0; i < count; ++i) {
      for (int word = 0; word < packed_.words; ++word)
        fresh[word] = state[word] ^ packed_.flips[static_cast<size_t>(found[i]) * packed_.words + word];
      std::vector<int> next(values.size());
      packed_.layout.unpack(fresh.data(), next.data());
      steps.emplace_back(found[i], packed_.costs[found[i]], std::move(next));
    }
    return steps;
  }

  bool is_goal(const std::vector<int>& values) const {
    if (values.size() != task_.sizes.size())
      throw std::invalid_argument("a state has a value for each variable");
    std::vector<Word> state(packed_.words);
    packed_.layout.pack(values.data(), state.data());
    for (int word = 0; word < packed_.words; ++word)
      if ((state[word] & packed_.goal_mask[word]) != packed_.goal_value[word]) return false;
    return true;
  }

private:
  Task task_;
  Control control_;
  Account account_;
  planning::Packed packed_;
  planning::Successors forward_, backward_;
};

Report run(const Task& task, Heuristic* heuristic, const Settings& settings, Control& control) {
  Account account(control, settings.solutions, settings.labels);
  planning::validate(settings);
  run_kernel(control, [&] { planning::search(task, settings, heuristic, account); });
  Report report{{}, account.progress.expanded, account.progress.generated, account.held, {}, {}};
  for (auto& plan : account.plans)
    report.plans.push_back({std::move(plan.actions), plan.cost, plan.seconds, plan.generated, plan.held});
  if (account.cuts.depth) report.cuts.push_back("depth");
  if (account.cuts.width) report.cuts.push_back("width");
  if (account.cuts.dead_end) report.cuts.push_back("dead end");
  if (account.cuts.cost) report.cuts.push_back("cost");
  return report;
}

struct Layers {
  std::vector<uint64_t> states;  // at each distance from the start
  uint64_t expanded, generated;
};

// None if the states of the task cannot be numbered.
std::optional<Layers> count_layers(const Task& task, Control& control) {
  Account account(control, 1);
  std::vector<uint64_t> states;
  bool possible = true;
  run_kernel(control, [&] { possible = planning::enumerate(task, account, states); });
  if (!possible) return std::nullopt;
  return Layers{std::move(states), account.progress.expanded, account.progress.generated};
}

}  // namespace

void bind_planning(py::module_& module) {
  py::class_<Task>(module, "Task")
      .def(py::init(&read_task), py::arg("sizes"), py::arg("initial"), py::arg("actions"), py::arg("goal"),
           py::arg("all_different"));
  py::class_<Heuristic>(module, "Heuristic");
  module.def("read_tables", &read_tables, py::arg("task"), py::arg("sums"), py::arg("wide"),
             py::arg("control"));
  py::class_<PythonHeuristic, Heuristic>(module, "PythonHeuristic")
      .def(py::init<const Task&, py::function>(), py::arg("task"), py::arg("function"));
  py::class_<Walker>(module, "Walker")
      .def(py::init<const Task&>(), py::arg("task"))
      .def("steps", &Walker::steps, py::arg("state"), py::arg("backward") = false)
      .def("is_goal", &Walker::is_goal, py::arg("state"));
  bind_settings<Settings>(
      module, "Settings", std::pair{"algorithm", &Settings::algorithm},
      std::pair{"closed", &Settings::closed}, std::pair{"weight", &Settings::weight},
      std::pair{"prune", &Settings::prune}, std::pair{"depth", &Settings::depth},
      std::pair{"width", &Settings::width}, std::pair{"table_bytes", &Settings::table_bytes},
      std::pair{"solutions", &Settings::solutions}, std::pair{"labels", &Settings::labels});
  py::class_<Layers>(module, "Layers")
      .def_readonly("states", &Layers::states)
      .def_readonly("expanded", &Layers::expanded)
      .def_readonly("generated", &Layers::generated);
  module.def("count_layers", &count_layers, py::arg("task"), py::arg("control"));
  module.def("search", &run, py::arg("task"), py::arg("heuristic").none(true), py::arg("settings"),
             py::arg("control"));
}

}  // namespace copla
