// Sliding tiles in the Python module: building tables, checking them, and searching.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>

#include "core/bindings.hpp"
#include "core/memory.hpp"
#include "core/report.hpp"
#include "tiles/build.hpp"
#include "tiles/search.hpp"

namespace copla {

namespace {

namespace py = pybind11;
using namespace tiles;

// A finished database in memory; Python reads it through the buffer protocol and writes it to a file.
struct Entries {
  std::unique_ptr<uint8_t, decltype(&std::free)> data;
  size_t size;
  uint64_t states;
  int levels;
};

// None if a limit was reached; the control says which.
std::unique_ptr<Entries> build(const Pattern& pattern, Control& control) {
  std::unique_ptr<Entries> entries;
  run_kernel(control, [&] {
    Ledger ledger(control);
    Builder builder(pattern, control);
    Claimed built = builder.build();
    size_t size = built.size();
    entries = std::make_unique<Entries>(Entries{built.take(), size, builder.states(), builder.levels()});
  });
  return entries;
}

// A table over memory of Python's that is kept alive with it.
struct MappedTable {
  py::buffer_info memory;
  Table table;
};

std::unique_ptr<MappedTable> open_table(const Pattern& pattern, const py::buffer& buffer) {
  py::buffer_info memory = buffer.request();
  if (static_cast<uint64_t>(memory.size * memory.itemsize) != pattern.entries())
    throw std::invalid_argument("a table's size does not fit its pattern");
  const auto* entries = static_cast<const uint8_t*>(memory.ptr);
  return std::make_unique<MappedTable>(MappedTable{std::move(memory), Table(pattern, entries)});
}

using Sums = std::vector<std::vector<std::tuple<const MappedTable*, std::vector<int>, std::vector<int>>>>;

Report solve(const Position& position, const Sums& sums, const Settings& settings, Control& control) {
  Outcome outcome;
  run_kernel(control, [&] {
    Ledger ledger(control);
    std::vector<std::vector<View>> views(sums.size());
    for (size_t sum = 0; sum < sums.size(); ++sum)
      for (const auto& [table, tiles, cells] : sums[sum]) views[sum].push_back({&table->table, tiles, cells});
    outcome = search(position, views, settings, control);
  });
  Report report{{}, outcome.expanded, outcome.generated, outcome.held, {}, {}};
  if (outcome.bound < kNoBound) report.bound = outcome.bound;
  if (outcome.solved)
    report.plans.push_back({std::vector<int32_t>(outcome.path.begin(), outcome.path.end()),
                            static_cast<int64_t>(outcome.path.size()) - 1, control.seconds(),
                            outcome.generated, outcome.held});
  else if (report.bound && control.stopped() == Stop::none)
    report.cuts.push_back("budget");
  return report;
}

uint64_t checksum_of(const py::buffer& buffer) {
  py::buffer_info memory = buffer.request();
  py::gil_scoped_release unlocked;
  return checksum(static_cast<const uint8_t*>(memory.ptr),
                  static_cast<size_t>(memory.size * memory.itemsize));
}

}  // namespace

void bind_tiles(py::module_& module) {
  py::class_<Pattern>(module, "TilePattern")
      .def(py::init<int, int, std::vector<int>, int>(), py::arg("rows"), py::arg("columns"), py::arg("homes"),
           py::arg("blank"))
      .def_readonly("homes", &Pattern::homes)
      .def_readonly("region", &Pattern::region)
      .def_property_readonly("states", &Pattern::states)
      .def_property_readonly("direct", &Pattern::direct)
      .def_property_readonly("entries", &Pattern::entries);
  py::class_<Entries>(module, "TileEntries", py::buffer_protocol())
      .def_buffer([](Entries& entries) {
        return py::buffer_info(entries.data.get(), sizeof(uint8_t), py::format_descriptor<uint8_t>::format(),
                               1, {entries.size}, {size_t{1}}, true);
      })
      .def_readonly("states", &Entries::states)
      .def_readonly("levels", &Entries::levels);
  module.def("build_tiles", &build, py::arg("pattern"), py::arg("control"));
  module.def("checksum", &checksum_of, py::arg("data"));
  py::class_<MappedTable>(module, "TileTable")
      .def(py::init(&open_table), py::arg("pattern"), py::arg("entries"), py::keep_alive<1, 3>());
  py::class_<Position>(module, "TilePosition")
      .def(py::init<int, int, std::vector<int>, std::vector<int>>(), py::arg("rows"), py::arg("columns"),
           py::arg("tiles"), py::arg("goal"));
  bind_settings<Settings>(module, "TileSettings", std::pair{"algorithm", &Settings::algorithm},
                          std::pair{"heuristic", &Settings::heuristic}, std::pair{"dual", &Settings::dual},
                          std::pair{"most_nodes", &Settings::most_nodes});
  module.def("search_tiles", &solve, py::arg("position"), py::arg("sums"), py::arg("settings"),
             py::arg("control"));
}

}  // namespace copla
