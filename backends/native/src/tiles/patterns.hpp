// The sums of additive pattern databases as an estimate that follows one board (see estimates.hpp).
//
// Sums after the first are looked at only while the ones before leave the child within the limit: most
// children that are dropped cost one random access instead of two. The value is then a true lower bound of
// the estimate, already above the limit; the caller passes a limit just below the smallest such value that it
// knows, so that the next bound of IDA* is the same as with all sums.
#pragma once

#include "tiles/pattern_sums.hpp"

namespace copla::tiles {

template <bool kDirect>
class Patterns {
public:
  using Sums = PatternSums<kDirect>;

  struct Change {
    int value;
    int tile, cell;
    struct Part {
      uint32_t index;
      int group;
      int entry;
      int sum;
    };
    std::array<Part, Sums::kMostSums> parts;
  };

  explicit Patterns(const Sums& sums) : sums_(sums) {}

  void start(const Cells& board) {
    value_ = 0;
    for (int cell = 0; cell < kMostCells; ++cell) places_[board[cell]] = static_cast<uint8_t>(cell);
    for (int sum = 0; sum < sums_.count(); ++sum) {
      totals_[sum] = 0;
      for (int group = 0; group < sums_.groups(sum); ++group) {
        Current& current = current_[sum][group];
        current.index = sums_.index(sum, group, places_.data());
        totals_[sum] += current.entry = sums_.entry(sum, group, current.index);
      }
      value_ = std::max(value_, totals_[sum]);
    }
  }

  // Incomplete, and not to be swapped in, if its value is above the limit.
  Change probe(int tile, int from, int to, int limit) const {
    Change change;
    change.value = 0;
    change.tile = tile;
    change.cell = to;
    for (int sum = 0; sum < sums_.count(); ++sum) {
      int group = sums_.member(sum, tile).group;
      const Current& current = current_[sum][group];
      uint32_t index = sums_.moved(sum, tile, from, to, current.index, places_.data());
      int entry = sums_.entry(sum, group, index);
      int total = totals_[sum] + entry - current.entry;
      change.parts[sum] = {index, group, entry, total};
      change.value = std::max(change.value, total);
      if (change.value > limit) break;
    }
    return change;
  }

  void swap(Change& change) {
    std::swap(value_, change.value);
    if constexpr (!kDirect) {
      uint8_t cell = places_[change.tile];
      places_[change.tile] = static_cast<uint8_t>(change.cell);
      change.cell = cell;
    }
    for (int sum = 0; sum < sums_.count(); ++sum) {
      auto& part = change.parts[sum];
      auto& current = current_[sum][part.group];
      std::swap(part.index, current.index);
      std::swap(part.entry, current.entry);
      std::swap(part.sum, totals_[sum]);
    }
  }

  int value() const { return value_; }

private:
  struct Current {
    uint32_t index;
    int entry;
  };

  const Sums& sums_;
  int value_ = 0;
  mutable Cells places_{};  // the cell of each tile
  std::array<int, Sums::kMostSums> totals_{};
  std::array<std::array<Current, Sums::kMostGroups>, Sums::kMostSums> current_{};
};

}  // namespace copla::tiles
