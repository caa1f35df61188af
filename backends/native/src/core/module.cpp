// The Python module of the engine: the leash, and what each part adds.
#include <pybind11/pybind11.h>

#include "core/audit.hpp"
#include "core/bindings.hpp"
#include "core/control.hpp"

namespace copla {

void bind_control(pybind11::module_& module) {
  pybind11::class_<Control>(module, "Control")
      .def(pybind11::init<pybind11::function, double, int64_t>(), pybind11::arg("poll"),
           pybind11::arg("seconds"), pybind11::arg("most_bytes"))
      .def_property_readonly("stopped",
                             [](const Control& control) { return static_cast<int>(control.stopped()); })
      .def_property_readonly("peak_bytes", &Control::peak);
}

}  // namespace copla

PYBIND11_MODULE(COPLA_MODULE, module) {
  module.doc() = "The C++ engine of copla: use it through copla.backends.native.";
  module.attr("audited") = copla::audited;
  copla::bind_control(module);
  copla::bind_planning(module);
  copla::bind_constraints(module);
  copla::bind_tiles(module);
  copla::bind_freecell(module);
  copla::bind_heuristics(module);
}
