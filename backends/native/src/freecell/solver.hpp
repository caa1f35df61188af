// The three modes behind one door, for one deal or for thousands with the same memory.
//
// Every mode begins like the one before it: fast gives an answer at once, short makes it shorter by beams of
// growing width, optimal takes the short answer as the bound that its search prunes with. With time to spend,
// short takes turns: a wider beam for a shorter answer, and as many expansions of the optimal search for a
// better bound, until the two meet.
#pragma once

#include <string>
#include <vector>

#include "core/control.hpp"
#include "freecell/beam.hpp"
#include "freecell/breadth.hpp"
#include "freecell/fast.hpp"
#include "freecell/optimal.hpp"
#include "freecell/shorten.hpp"

namespace copla::freecell {

enum class Mode { fast, brief, patient, optimal };  // patient: brief until a limit is reached

struct Answer {
  std::string status = "stopped";  // solved, optimal, infeasible, stopped
  std::vector<Step> steps;
  bool found = false;
  int lower = 0;  // proven
  uint64_t expanded = 0, generated = 0, nodes = 0;

  int length() const { return static_cast<int>(steps.size()); }
};

class Solver {
public:
  explicit Solver(Control& control) : control_(control), best_first_(control), beam_(control) {}

  // `width` is that of the widest beam; each one before it is half as wide, down to `narrowest`.
  Answer solve(const Board& board, Mode mode, size_t width) {
    Answer answer;
    Layout layout(board);
    Table<3> table(layout, Guide{});
    table.lay_out(board);
    answer.lower = Bound<3>(table)();
    progress_ = {};
    try {
      if (mode != Mode::fast) brief(board, table, answer, width, mode == Mode::patient);
      if (!answer.found) fast(board, table, answer);
      if (answer.found && mode == Mode::optimal) optimal(board, table, answer);
    } catch (const LimitReached&) {
      answer.status = "stopped";
    }
    answer.expanded = progress_.expanded;
    answer.generated = progress_.generated;
    return answer;
  }

private:
  bool stopped() const { return control_.stopped() != Stop::none; }

  void settle(Answer& answer, uint64_t nodes) {
    answer.nodes = std::max(answer.nodes, nodes);
    if (answer.found) answer.status = answer.length() == answer.lower ? "optimal" : "solved";
    if (stopped() && answer.status != "optimal") answer.status = "stopped";
  }

  void fast(const Board& board, Table<3>& table, Answer& answer) {
    for (const Attempt& attempt : attempts) {
      if (best_first(board, table, answer, attempt) || stopped()) return;
    }
  }

  // Whether the question is decided.
  bool best_first(const Board& board, Table<3>& table, Answer& answer, const Attempt& attempt) {
    best_first_.progress = progress_;
    Outcome outcome = best_first_.search(table, board, attempt);
    progress_ = best_first_.progress;
    if (outcome == Outcome::impossible) answer.status = "infeasible";
    if (outcome == Outcome::solved) {
      table.lay_out(board);
      answer.steps = best_first_.steps(table);
      answer.found = true;
    }
    settle(answer, best_first_.nodes());
    return outcome != Outcome::gave_up;
  }

  // Whether an answer of fewer than `most` moves was found.
  bool beam(const Board& board, Table<3>& table, Answer& answer, const Guide& guide, size_t width, int most) {
    table.lay_out(board);
    beam_.progress = progress_;
    bool better = beam_.search(table, width, most, guide) >= 0;
    progress_ = beam_.progress;
    if (better) {
      table.lay_out(board);
      answer.steps = beam_.steps(table);
      answer.found = true;
    }
    settle(answer, beam_.nodes());
    return better;
  }

  void brief(const Board& board, Table<3>& table, Answer& answer, size_t widest, bool patient) {
    Optimal proof(control_);
    for (size_t width = std::min(narrowest, widest); width <= widest; width *= 2) {
      uint64_t before = progress_.expanded;
      for (const Guide& guide : brief_guides) {
        int most = answer.found ? answer.length() : 1 << 15;
        bool better = beam(board, table, answer, guide, width, most);
        if (better) {
          while (table.lay_out(board), shorten_once(table, answer.steps)) {
          }
          settle(answer, 0);
        }
        progress_.bound = answer.found ? answer.length() : -1;
        if (answer.status == "optimal" || stopped()) return;
        if (better && width == widest) return;  // the other guides are for deals that this one fails on
      }
      if (patient && answer.found && width >= proving) {
        prove(board, table, answer, proof, progress_.expanded - before);
        if (answer.status == "optimal" || stopped()) return;
      }
    }
  }

  void optimal(const Board& board, Table<3>& table, Answer& answer) {
    if (answer.status == "optimal" || stopped()) return;
    Optimal search(control_);
    prove(board, table, answer, search, ~uint64_t{0});
  }

  void prove(const Board& board, Table<3>& table, Answer& answer, Optimal& search, uint64_t budget) {
    search.progress = progress_;
    table.lay_out(board);
    try {
      if (search.run(table, answer.length(), budget) == Optimal::State::found) {
        table.lay_out(board);
        answer.steps = search.steps(table);
      }
    } catch (const LimitReached&) {
    }
    progress_ = search.progress;
    answer.lower = std::max(answer.lower, search.lower);
    settle(answer, search.nodes());
  }

  static constexpr size_t proving = 512;
  static constexpr size_t narrowest = 64;

  Control& control_;
  BestFirst best_first_;
  Beam beam_;
  Progress progress_;
};

// A shortest answer by breadth-first search, for tables of up to five ranks.
inline Answer solve_by_breadth(Control& control, const Board& board) {
  if (board.ranks > Breadth::most_ranks_here)
    throw std::invalid_argument("breadth-first search of the FreeCell kernel takes up to five ranks");
  Answer answer;
  Breadth search(control);
  try {
    Outcome outcome = search.search(board);
    answer.found = outcome == Outcome::solved;
    if (answer.found) {
      answer.status = "optimal";
      answer.steps = search.steps();
      answer.lower = answer.length();
    } else if (outcome == Outcome::impossible) {
      answer.status = "infeasible";
    }
  } catch (const LimitReached&) {
  }
  answer.expanded = search.progress.expanded;
  answer.generated = search.progress.generated;
  answer.nodes = search.nodes();
  return answer;
}

}  // namespace copla::freecell
