// The parts of the engine that a build of its constraint part alone leaves out.
#include "core/bindings.hpp"

namespace copla {

void bind_planning(pybind11::module_&) {}
void bind_tiles(pybind11::module_&) {}
void bind_freecell(pybind11::module_&) {}
void bind_heuristics(pybind11::module_&) {}

}  // namespace copla
