// Breadth-first search over moves of single cards, for tables of up to five ranks: the textbook's, node for
// node, at ten to twenty bytes a position.
//
// Positions wait in the order in which they were found, and nothing is known of them but their names; what
// was seen is a table of names and depths. Where a plan has come from is asked at its end only: of all
// positions that could have been before the last one by the rules, turned round, one was seen one layer
// earlier, and so on to the start. Depths are known modulo 15, so that a step back may turn out wrong; then
// another one is tried.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/memory.hpp"
#include "freecell/fast.hpp"
#include "freecell/seen.hpp"

namespace copla::freecell {

class Breadth {
public:
  static constexpr int most_ranks_here = 5;

  explicit Breadth(Control& control) : control_(control), seen_(control) {}

  Outcome search(const Board& board) {
    Layout layout(board);
    Table<1> table(layout, Guide{});
    table.lay_out(board);
    start_ = table.name();
    push(start_.word[0]);
    seen_.insert(start_.word[0], Seen::mark_of(0));
    if (table.left() == 0) return Outcome::solved;
    std::array<uint64_t, 4 * most_cards> children;
    for (depth_ = 1; waiting_ > 0; depth_++) {
      uint64_t mark = Seen::mark_of(depth_);
      progress.bound = depth_;
      for (size_t rest = waiting_; rest > 0; rest--) {
        if (control_.due(progress)) return Outcome::gave_up;
        table.load(Name<1>{{pop()}});
        size_t count = list_children(table, children);
        progress.expanded++;
        progress.generated += count;
        bool found = false;
        for (size_t index = 0; index < count; index++) {
          if (!seen_.insert(children[index], mark)) continue;
          push(children[index]);
          found = found || children[index] == 0;
        }
        if (found) {
          trace(table);
          return Outcome::solved;
        }
      }
    }
    return Outcome::impossible;
  }

  const std::vector<Step>& steps() const { return steps_; }
  size_t nodes() const { return seen_.size(); }

  Progress progress;

private:
  // The names after all moves, in the order of the model's actions.
  size_t list_children(const Table<1>& table, std::array<uint64_t, 4 * most_cards>& children) const {
    const Layout& layout = table.layout();
    size_t count = 0;
    uint64_t name = table.name().word[0];
    CardSet tops = table.tops(), held = table.held();
    bool cells = table.free_cells() > 0, gaps = table.empty() != 0;
    for (CardSet rest = tops | held; rest; rest &= rest - 1) {
      Card card = static_cast<Card>(std::countr_zero(rest));
      int shift = layout.shift[card];
      uint64_t bare = name & ~(uint64_t{7} << shift);
      auto add = [&](uint64_t place) {
        children[count] = bare | place << shift;
        seen_.expect(children[count++]);
      };
      bool in_hand = (held & bit(card)) != 0;
      if (table.goes_home(card)) add(home);
      for (Place place : {first, second})
        if (Card below = layout.parent[card][place]; below && (tops & bit(below))) add(place);
      if (cells && !in_hand) add(cell);
      if (gaps && (in_hand || table.height_of(card) > 1)) add(base);
    }
    return count;
  }

  // Finds the steps that lead to the end, from the last to the first.
  void trace(Table<1>& table) {
    struct Choice {
      uint64_t name, after;
      Step step;
    };
    std::vector<std::vector<Choice>> open;  // by depth, from the end
    std::vector<Choice> taken;
    uint64_t name = 0;
    for (;;) {
      int depth = depth_ - static_cast<int>(taken.size());
      if (depth == 0 && name == start_.word[0]) break;
      open.emplace_back();
      table.load(Name<1>{{name}});
      if (depth > 0)
        visit_before(table, [&](uint64_t before, Step step) {
          if (seen_.has(before, Seen::mark_of(depth - 1))) open.back().push_back({before, name, step});
        });
      while (open.back().empty()) {  // never at the start: one chain does lead back
        open.pop_back();
        taken.pop_back();
      }
      taken.push_back(open.back().back());
      open.back().pop_back();
      name = taken.back().name;
    }
    for (size_t index = taken.size(); index-- > 0;) steps_.push_back(taken[index].step);
  }

  // Calls `visit(name, step)` for all positions from which a step leads to the one on the table.
  template <class Visit>
  static void visit_before(Table<1>& table, Visit&& visit) {
    const Layout& layout = table.layout();
    CardSet movable = table.tops() | table.held();
    for (int suit = 0; suit < 4; suit++)
      if (int reached = table.foundation(suit)) movable |= bit(make_card(suit, reached));
    for (; movable; movable &= movable - 1) {
      Card card = static_cast<Card>(std::countr_zero(movable));
      Step step{card, table.place_of(card)};
      if (step.to == dealt) continue;
      CardSet tops = table.tops() & ~bit(card);
      bool gap = table.empty() != 0 && step.to != base;
      if (step.to == first || step.to == second) tops |= bit(layout.parent[card][step.to]);
      auto add = [&](Place place) {
        Name<1> before = table.name();
        layout.set_place(before, card, place);
        if (place != step.to) visit(before.word[0], step);
      };
      if (step.to != cell && table.free_cells() > 0) add(cell);
      if (gap) add(base);
      for (Place place : {first, second, dealt})
        if (Card below = layout.parent[card][place]; below && (tops & bit(below))) add(place);
    }
  }

  // Positions that wait, in lines of a fixed length, so that the memory of those that are through goes at
  // once.
  using Line = std::array<uint64_t, 1 << 13>;

  void push(uint64_t name) {
    if (last_ == Line().size() || lines_.empty()) {
      lines_.emplace_back();
      last_ = 0;
    }
    lines_.back()[last_++] = name;
    waiting_++;
  }
  uint64_t pop() {
    uint64_t name = lines_.front()[next_++];
    waiting_--;
    if (next_ == lines_.front().size()) {
      lines_.pop_front();
      next_ = 0;
    }
    return name;
  }

  Control& control_;
  Seen seen_;
  std::deque<Line, Accounted<Line>> lines_;
  size_t next_ = 0, last_ = 0, waiting_ = 0;
  Name<1> start_;
  int depth_ = 0;
  std::vector<Step> steps_;
};

}  // namespace copla::freecell
