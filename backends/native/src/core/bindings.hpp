// What each part of the engine adds to the Python module; module.cpp calls them all.
#pragma once

#include <pybind11/pybind11.h>

namespace copla {

void bind_control(pybind11::module_& module);
void bind_planning(pybind11::module_& module);
void bind_constraints(pybind11::module_& module);
void bind_tiles(pybind11::module_& module);
void bind_freecell(pybind11::module_& module);
void bind_heuristics(pybind11::module_& module);

}  // namespace copla
