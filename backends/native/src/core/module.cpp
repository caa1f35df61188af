// The Python module of the engine: the leash, its one kind of error, and what each part adds.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "core/audit.hpp"
#include "core/bindings.hpp"
#include "core/control.hpp"
#include "core/report.hpp"

namespace copla {

namespace {

namespace py = pybind11;

PyObject* engine_error = nullptr;  // the exception's type, of the module's life

Stop read_stop(int number) {
  if (number < 0 || number > static_cast<int>(Stop::interrupted))
    throw py::value_error("a poll answers with a number from 0 to 3");
  return static_cast<Stop>(number);
}

void bind_errors(py::module_& module) {
  py::object base = py::module_::import("copla.ground.errors").attr("BackendError");
  engine_error = py::exception<EngineError>(module, "EngineError", base.ptr()).release().ptr();
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(std::move(thrown));
    } catch (const EngineError& error) {
      PyErr_SetString(engine_error, error.what());
    }
  });
}

void bind_report(py::module_& module) {
  py::class_<ReportedPlan>(module, "Plan")
      .def_readonly("steps", &ReportedPlan::steps)
      .def_readonly("cost", &ReportedPlan::cost)
      .def_readonly("seconds", &ReportedPlan::seconds)
      .def_readonly("generated", &ReportedPlan::generated)
      .def_readonly("held", &ReportedPlan::held);
  py::class_<Report>(module, "Report")
      .def_readonly("plans", &Report::plans)
      .def_readonly("expanded", &Report::expanded)
      .def_readonly("generated", &Report::generated)
      .def_readonly("held", &Report::held)
      .def_readonly("bound", &Report::bound)
      .def_readonly("cuts", &Report::cuts);
}

}  // namespace

Poll poll_of(py::function function) {
  return [function = std::move(function)](const Progress& progress, int64_t peak_bytes) {
    py::gil_scoped_acquire lock;
    return read_stop(function(progress.expanded, progress.generated, progress.bound, peak_bytes).cast<int>());
  };
}

void set_python_error() noexcept {
  try {
    throw;
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::invalid_argument& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(engine_error, error.what());
  } catch (...) {
    PyErr_SetString(engine_error, "an exception of an unknown kind");
  }
}

void bind_control(py::module_& module) {
  py::class_<Control>(module, "Control")
      .def(py::init([](py::function poll, double seconds, int64_t bytes) {
             return Control(poll_of(std::move(poll)), seconds, bytes);
           }),
           py::arg("poll"), py::arg("seconds"), py::arg("most_bytes"))
      .def_property_readonly("stopped",
                             [](const Control& control) { return static_cast<int>(control.stopped()); })
      .def_property_readonly("peak_bytes", &Control::peak);
}

}  // namespace copla

PYBIND11_MODULE(COPLA_MODULE, module) {
  module.doc() = "The C++ engine of copla: use it through copla.backends.native.";
  module.attr("audited") = copla::audited;
  copla::bind_errors(module);
  copla::bind_control(module);
  copla::bind_report(module);
  copla::bind_planning(module);
  copla::bind_constraints(module);
  copla::bind_tiles(module);
  copla::bind_freecell(module);
  copla::bind_heuristics(module);
}
