// IDA* with pattern databases in the direct layout: one board, kept in registers.
//
// Tables of this layout mostly fit the last cache, so that what counts is the work around a look-up. The
// board is one word, four bits a cell, or a double one, five bits; what a move needs of a tile lies in one
// place for both sums; of the tables' state only the two groups of the moved tile change, and are put back
// behind the child. The first sum's entries of all children are read before any of them is judged, so that
// the reads overlap.
//
// Which sums are looked at, and why the next bound is right all the same: see patterns.hpp.
#pragma once

#include "tiles/idastar.hpp"
#include "tiles/pattern_sums.hpp"

namespace copla::tiles {

// `kBits`: of a cell; `kSums`: one, or two.
template <class Board, int kBits, int kSums>
class DirectIdaStar {
public:
  DirectIdaStar(const Position& position, const PatternSums<true>& sums, Control& control)
      : steps_(position.shape), control_(control), blank_(position.blank()) {
    Cells places{};
    for (int cell = 0; cell < position.shape.cells(); ++cell) {
      start_ |= static_cast<Board>(position.tiles[cell]) << kBits * cell;
      goal_ |= static_cast<Board>(position.goal[cell]) << kBits * cell;
      places[position.tiles[cell]] = static_cast<uint8_t>(cell);
    }
    for (int sum = 0; sum < kSums; ++sum) {
      for (int group = 0; group < sums.groups(sum); ++group) {
        Current& current = current_[sum][group];
        current.index = sums.index(sum, group, places.data());
        totals_[sum] += current.entry = sums.entry(sum, group, current.index);
      }
      for (int tile = 1; tile < position.shape.cells(); ++tile) {
        const auto& member = sums.member(sum, tile);
        members_[tile][sum] = {member.entries, member.group, {}};
        std::copy_n(member.share.begin(), kCells, members_[tile][sum].share.begin());
      }
    }
  }

  // Ends solved, or stopped (as the control says).
  Outcome run() {
    Outcome outcome;
    for (bound_ = *std::max_element(totals_.begin(), totals_.end()); bound_ < kNoBound; bound_ = next_) {
      progress_.bound = outcome.bound = bound_;
      next_ = kNoBound;
      if (visit(start_, blank_, -1, bound_, totals_)) break;
    }
    outcome.solved = !path_.empty();
    outcome.expanded = progress_.expanded;
    outcome.generated = progress_.generated;
    outcome.held = static_cast<uint64_t>(outcome.bound) + 1;
    outcome.path.assign(path_.rbegin(), path_.rend());
    return outcome;
  }

private:
  static constexpr int kCells = sizeof(Board) * 8 / kBits;
  using Totals = std::array<int, kSums>;

  struct Current {
    uint32_t index;
    int entry;
  };
  struct Member {
    const uint8_t* entries;
    int group;
    std::array<uint32_t, kCells> share;  // of the index, by the tile's cell
  };
  struct Child {
    int cell, tile;
    Current first;
  };

  Current look(int sum, int tile, int from, int to) const {
    const Member& member = members_[tile][sum];
    uint32_t index = current_[sum][member.group].index + member.share[to] - member.share[from];
    return {index, member.entries[index]};
  }

  // Whether to unwind: solved, or stopped. `left`: moves that the bound still allows.
  bool visit(Board board, int blank, int before, int left, Totals totals) {
    // With moves left there would have been a solution within an earlier bound.
    if (left == 0 && board == goal_) {
      path_.push_back(blank);
      return true;
    }
    if (control_.due(progress_)) return true;
    std::array<Child, 4> children;
    int count = 0;
    for (int i = 0; i < steps_.count[blank]; ++i) {
      int cell = steps_.to[blank][i].to;
      if (cell == before) continue;
      Child& child = children[count++];
      child.cell = cell;
      child.tile = static_cast<int>(board >> kBits * cell) & ((1 << kBits) - 1);
      child.first = look(0, child.tile, cell, blank);
    }
    ++progress_.expanded;
    progress_.generated += count;
    // Above this a value is of no interest: it neither enters the child nor lowers the next bound.
    auto limit = [&] { return std::max(left - 1, next_ - bound_ + left - 2); };
    for (int i = 0; i < count; ++i) {
      const Child& child = children[i];
      Current& first = current_[0][members_[child.tile][0].group];
      Totals fresh;
      int value = fresh[0] = totals[0] + child.first.entry - first.entry;
      if (value > limit()) continue;
      Current &second = current_[kSums - 1][members_[child.tile][kSums - 1].group], after = child.first;
      if constexpr (kSums == 2) {
        after = look(1, child.tile, child.cell, blank);
        value = std::max(value, fresh[1] = totals[1] + after.entry - second.entry);
      }
      int over = value - (left - 1);
      if (over > 0) {
        next_ = std::min(next_, bound_ + over);
        continue;
      }
      const Current first_before = first, second_before = second;
      first = child.first;
      second = after;
      Board tile = static_cast<Board>(child.tile);
      bool end = visit(board ^ tile << kBits * child.cell ^ tile << kBits * blank, child.cell, blank,
                       left - 1, fresh);
      first = first_before;
      second = second_before;
      if (end) {
        if (!path_.empty()) path_.push_back(blank);
        return true;
      }
    }
    return false;
  }

  Steps steps_;
  Control& control_;
  int blank_, bound_ = 0, next_ = kNoBound;
  Board start_ = 0, goal_ = 0;
  Totals totals_{};
  std::array<std::array<Current, PatternSums<true>::kMostGroups>, kSums> current_{};
  std::array<std::array<Member, kSums>, kCells> members_{};
  Progress progress_;
  std::vector<int> path_;  // from the goal back
};

}  // namespace copla::tiles
