// The three modes behind one door, for one deal or for thousands with the same memory.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "freecell/fast.hpp"
#include "freecell/optimal.hpp"

namespace copla::freecell {

enum class Mode { fast, brief, optimal };

struct Answer {
  std::string status = "stopped";  // solved, optimal, infeasible, stopped
  std::vector<Step> steps;
  bool found = false;
  int lower = 0;
  uint64_t expanded = 0, generated = 0, nodes = 0;
};

class Solver {
public:
  explicit Solver(Control& control) : control_(control), best_first_(control) {}

  Answer solve(const Board& board, Mode mode, int width = 0) {
    (void)width;
    Answer answer;
    Layout layout(board);
    Table<3> table(layout, Guide{});
    table.lay_out(board);
    answer.lower = Bound<3>(table).exact(1000);
    best_first_.progress = {};
    try {
      fast(board, table, answer);
      if (answer.found && mode == Mode::optimal) optimal(board, table, answer);
    } catch (const LimitReached&) {
      answer.status = "stopped";
    }
    answer.expanded += best_first_.progress.expanded;
    answer.generated += best_first_.progress.generated;
    return answer;
  }

private:
  void fast(const Board& board, Table<3>& table, Answer& answer) {
    for (const Attempt& attempt : attempts) {
      table.lay_out(board);
      Outcome outcome = best_first_.search(table, attempt.most, attempt.guide);
      answer.nodes = std::max<uint64_t>(answer.nodes, best_first_.nodes());
      if (outcome == Outcome::impossible) answer.status = "infeasible";
      if (outcome == Outcome::solved) {
        table.lay_out(board);
        answer.steps = best_first_.steps(table);
        answer.found = true;
        answer.status = static_cast<int>(answer.steps.size()) == answer.lower ? "optimal" : "solved";
      }
      if (outcome != Outcome::gave_up || control_.stopped() != Stop::none) return;
    }
  }

  void optimal(const Board& board, Table<3>& table, Answer& answer) {
    Optimal search(control_);
    search.progress = best_first_.progress;
    best_first_.progress = {};
    table.lay_out(board);
    bool better = search.search(table, static_cast<int>(answer.steps.size()));
    if (better) {
      table.lay_out(board);
      answer.steps = search.steps(table);
    }
    answer.lower = search.lower;
    answer.status = search.stopped() ? "stopped" : "optimal";
    answer.expanded = search.progress.expanded;
    answer.generated = search.progress.generated;
    answer.nodes = std::max<uint64_t>(answer.nodes, search.nodes());
  }

  Control& control_;
  BestFirst best_first_;
};

}  // namespace copla::freecell
