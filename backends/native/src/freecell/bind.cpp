// The FreeCell kernel in the Python module.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "core/bindings.hpp"
#include "core/memory.hpp"
#include "core/report.hpp"
#include "freecell/check.hpp"
#include "freecell/solver.hpp"
#include "freecell/text.hpp"

namespace copla {

namespace {

namespace py = pybind11;
using namespace freecell;

// `mode`: fast, short, patient (short until a limit is reached), optimal or bfs. `width`: of the widest beam.
struct Settings {
  std::string mode = "fast";
  size_t width = 0;
};

Mode read_mode(const std::string& mode) {
  if (mode == "fast") return Mode::fast;
  if (mode == "short") return Mode::brief;
  if (mode == "patient") return Mode::patient;
  if (mode == "optimal") return Mode::optimal;
  throw std::invalid_argument("found the mode '" + mode + "', expected fast, short or optimal");
}

std::vector<std::string> labels(const Board& board, const std::vector<Step>& steps) {
  Layout layout(board);
  std::vector<std::string> texts;
  texts.reserve(steps.size());
  for (const Step& step : steps) texts.push_back(step_text(layout, step));
  return texts;
}

// A position for the tests: its moves, and one move after the other.
class Walk {
public:
  explicit Walk(const Board& board) : start_(board), layout_(board), table_(layout_, Guide{}) {
    table_.lay_out(board);
  }

  std::vector<std::string> moves() const {
    MoveList list;
    list_moves<Kind::singles>(table_, list);
    std::vector<std::string> texts;
    for (const Move& move : list)
      texts.push_back(step_text(layout_, {move.card, place_at(table_, move.card, move.target)}));
    return texts;
  }

  // Makes a move; the table then comes to the position from the start, by its name alone.
  void make(const std::string& label) {
    MoveList list;
    list_moves<Kind::singles>(table_, list);
    for (const Move& move : list)
      if (step_text(layout_, {move.card, place_at(table_, move.card, move.target)}) == label) {
        table_.move(move.card, move.target);
        Name<3> name = table_.name();
        table_.lay_out(start_);  // so that loading has to find its way from there
        table_.load(name);
        return;
      }
    throw std::invalid_argument("no move here: " + label);
  }

  // What each card lies on, in the order of the deck.
  std::vector<int> places() const {
    std::vector<int> found;
    for (Card card : layout_.deck) found.push_back(table_.place_of(card));
    return found;
  }

  bool is_goal() const { return table_.left() == 0; }
  int bound() const { return Bound<3>(table_)(); }

private:
  Board start_;
  Layout layout_;
  Table<3> table_;
};

struct Row {
  uint64_t deal;
  std::string status;
  int length;  // -1 if there is no answer
  uint64_t expanded;
};

// Ends early where a limit is reached; each answer is replayed.
std::vector<Row> solve_range(uint64_t first, uint64_t last, const Settings& settings, Control& control) {
  Mode mode = read_mode(settings.mode);
  std::vector<Row> rows;
  run_kernel(control, [&] {
    Ledger ledger(control);
    Solver solver(control);
    for (uint64_t deal = first; deal <= last; deal++) {
      Board board = numbered_deal(deal);
      Answer answer = solver.solve(board, mode, settings.width);
      if (answer.status == "stopped") break;
      if (answer.found && !solves(board, answer.steps))
        throw std::runtime_error("the answer to deal " + std::to_string(deal) + " is wrong");
      rows.push_back(
          {deal, answer.status, answer.found ? static_cast<int>(answer.steps.size()) : -1, answer.expanded});
    }
  });
  return rows;
}

Report solve(const Board& board, const Settings& settings, Control& control) {
  Answer answer;
  run_kernel(control, [&] {
    Ledger ledger(control);
    answer = settings.mode == "bfs" ? solve_by_breadth(control, board)
                                    : Solver(control).solve(board, read_mode(settings.mode), settings.width);
  });
  Report report{{}, answer.expanded, answer.generated, answer.nodes, {}, {}};
  bool proven = answer.status != "infeasible" && (settings.mode != "bfs" || answer.found);
  if (proven) report.bound = answer.lower;
  if (answer.found)
    report.plans.push_back(
        {labels(board, answer.steps), answer.length(), control.seconds(), answer.generated, answer.nodes});
  else if (answer.status == "stopped" && control.stopped() == Stop::none)
    report.cuts.push_back("budget");
  return report;
}

}  // namespace

void bind_freecell(py::module_& module) {
  py::class_<Board>(module, "FreecellBoard")
      .def(py::init(&read_board), py::arg("ranks"), py::arg("cells"), py::arg("columns"), py::arg("held"),
           py::arg("foundations"));

  py::class_<Walk>(module, "FreecellWalk")
      .def(py::init<const Board&>())
      .def("moves", &Walk::moves)
      .def("make", &Walk::make)
      .def("places", &Walk::places)
      .def("bound", &Walk::bound)
      .def_property_readonly("is_goal", &Walk::is_goal);

  py::class_<Row>(module, "FreecellRow")
      .def_readonly("deal", &Row::deal)
      .def_readonly("status", &Row::status)
      .def_readonly("length", &Row::length)
      .def_readonly("expanded", &Row::expanded);

  bind_settings<Settings>(module, "FreecellSettings", std::pair{"mode", &Settings::mode},
                          std::pair{"width", &Settings::width});
  module.def("search_freecell", &solve, py::arg("board"), py::arg("settings"), py::arg("control"));
  module.def("search_deals", &solve_range, py::arg("first"), py::arg("last"), py::arg("settings"),
             py::arg("control"));
  module.def(
      "freecell_check",
      [](const Board& board, const std::vector<std::string>& moves) {
        Layout layout(board);
        std::vector<Step> steps;
        for (const std::string& text : moves) {
          std::vector<std::string> words(1);
          for (char letter : text)
            if (letter == ' ')
              words.emplace_back();
            else
              words.back() += letter;
          if (words.size() < 2) return false;
          Card card = read_card(words[1], board.ranks);
          Place to = dealt;
          if (words[0] == "foundation") to = home;
          if (words[0] == "freecell") to = cell;
          if (words[0] == "newstack") to = base;
          if (words[0] == "stack" && words.size() == 3) {
            Card below = read_card(words[2], board.ranks);
            if (!fits(card, below)) return false;
            to = layout.place_on(card, below);
          }
          steps.push_back({card, to});
        }
        return solves(board, steps);
      },
      py::arg("board"), py::arg("moves"));
}

}  // namespace copla
