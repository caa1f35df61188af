// The sum of additive pattern databases, or the largest of several such sums (a partition and its mirror
// image).
//
// In the direct layout a tile's move changes one index of each sum by a multiple of the tile's weight. In the
// compact layout the group is ranked anew, some twenty popcounts and multiplications.
//
// Sums after the first are looked at only while the ones before leave the child within the limit: most
// children that are dropped cost one random access instead of two. The value is then a true lower bound of
// the estimate, already above the limit; the caller passes a limit just below the smallest such value that it
// knows, so that the next bound of IDA* is the same as with all sums.
//
// Before the first child is entered the first sum's entry of every child is fetched ahead, so that waits for
// memory overlap: Korf's 100 take 0.8 of the time with 7-8 and 0.9 with 6-6-3. Fetching the entries of all
// sums, or waiting for all of them, costs more than it saves (1.0 to 1.7 times the time of neither).
#pragma once

#include "tiles/estimates.hpp"
#include "tiles/table.hpp"

namespace copla::tiles {

// `kDirect`: all tables are in the direct layout, and the tiles' places need not be kept.
template <bool kDirect>
class Patterns {
public:
  static constexpr int kMostSums = 2, kMostGroups = 12;

  struct Change {
    int value;
    int tile, cell;
    struct Part {
      uint32_t index;
      int group;
      int entry;
      int sum;
    };
    std::array<Part, kMostSums> parts;
  };

  Patterns(const Shape& shape, const std::vector<std::vector<View>>& sums)
      : shape_(shape), count_(static_cast<int>(sums.size())) {
    if (sums.empty() || count_ > kMostSums) throw std::invalid_argument("one or two sums of tables, please");
    for (int sum = 0; sum < count_; ++sum) add(sum, sums[sum]);
  }

  void start(const Cells& board) {
    value_ = 0;
    for (int cell = 0; cell < shape_.cells(); ++cell) places_[board[cell]] = static_cast<uint8_t>(cell);
    for (int sum = 0; sum < count_; ++sum) {
      sums_[sum] = 0;
      for (size_t group = 0; group < groups_[sum].size(); ++group) {
        const Group& here = groups_[sum][group];
        uint32_t& index = current_[sum][group].index;
        index = here.direct ? 0 : compact(here, 0, 0);
        for (int i = 0; i < here.size; ++i) index += here.weight[i] * here.cells[places_[here.tiles[i]]];
        sums_[sum] += current_[sum][group].entry = here.entries[index];
      }
      value_ = std::max(value_, sums_[sum]);
    }
  }

  // Where the first sum's look-up of a move will be; it is on its way from memory from now on.
  uint32_t ahead(int tile, int from, int to) const {
    const Member& member = members_[0][tile];
    uint32_t index =
        current_[0][member.group].index + member.weight * (member.cells[to] - member.cells[from]);
    if (!kDirect && member.compact) index = compact(groups_[0][member.group], tile, to);
    __builtin_prefetch(member.entries + index);
    return index;
  }

  // Incomplete, and not to be swapped in, if its value is above the limit.
  Change probe(int tile, int from, int to, int limit, uint32_t first) const {
    Change change;
    change.value = 0;
    change.tile = tile;
    change.cell = to;
    for (int sum = 0; sum < count_; ++sum) {
      const Member& member = members_[sum][tile];
      const Current& current = current_[sum][member.group];
      uint32_t index = first;
      if (sum > 0) {
        index = current.index + member.weight * (member.cells[to] - member.cells[from]);
        if (!kDirect && member.compact) index = compact(groups_[sum][member.group], tile, to);
      }
      int entry = member.entries[index];
      int total = sums_[sum] + entry - current.entry;
      change.parts[sum] = {index, member.group, entry, total};
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
    for (int sum = 0; sum < count_; ++sum) {
      auto& part = change.parts[sum];
      auto& current = current_[sum][part.group];
      std::swap(part.index, current.index);
      std::swap(part.entry, current.entry);
      std::swap(part.sum, sums_[sum]);
    }
  }

  int value() const { return value_; }

private:
  struct Group {
    const uint8_t* entries;
    const SetRanks* ranks;
    bool direct;
    int size;
    std::array<uint8_t, kMostTiles> tiles;
    std::array<uint32_t, kMostTiles> weight;
    std::array<uint8_t, kMostCells> cells;
  };

  struct Current {
    uint32_t index;
    int entry;
  };

  // What a tile's move needs.
  struct Member {
    const uint8_t* entries = nullptr;
    uint32_t weight = 0;
    int8_t group = -1;
    bool compact = false;
    std::array<uint8_t, kMostCells> cells{};
  };

  void add(int sum, const std::vector<View>& views) {
    if (views.size() > kMostGroups) throw std::invalid_argument("a partition has at most 12 groups");
    for (const View& view : views) {
      const Pattern& pattern = view.table->pattern;
      bool fits = static_cast<int>(view.tiles.size()) == pattern.size() &&
                  static_cast<int>(view.cells.size()) == shape_.cells() &&
                  pattern.shape.cells() == shape_.cells();
      if (!fits || (kDirect && !pattern.direct()))
        throw std::invalid_argument("a view does not fit its table");
      Group group{view.table->entries, &view.table->ranks, pattern.direct(), pattern.size(), {}, {}, {}};
      uint32_t weight = 1;
      for (int i = group.size - 1; i >= 0; --i, weight *= shape_.cells())
        group.weight[i] = group.direct ? weight : 0;
      for (int cell = 0; cell < shape_.cells(); ++cell)
        group.cells[cell] = static_cast<uint8_t>(view.cells[cell]);
      for (int i = 0; i < group.size; ++i) {
        int tile = view.tiles[i];
        if (tile < 1 || tile >= shape_.cells() || members_[sum][tile].group >= 0)
          throw std::invalid_argument("groups of one sum share no tile");
        group.tiles[i] = static_cast<uint8_t>(tile);
        auto number = static_cast<int8_t>(groups_[sum].size());
        members_[sum][tile] = {group.entries, group.weight[i], number, !group.direct, group.cells};
      }
      groups_[sum].push_back(group);
    }
    for (int tile = 1; tile < shape_.cells(); ++tile)
      if (members_[sum][tile].group < 0) throw std::invalid_argument("every tile belongs to a group");
  }

  // The rank of a group when one tile (0 for none) is elsewhere than `places_` says.
  uint32_t compact(const Group& group, int tile, int cell) const {
    std::array<uint8_t, kMostTiles> cells;
    uint32_t set = 0;
    for (int i = 0; i < group.size; ++i) {
      int here = group.tiles[i];
      cells[i] = group.cells[here == tile ? cell : places_[here]];
      set |= uint32_t{1} << cells[i];
    }
    return group.ranks->rank(set) * kFactorial[group.size] + permutation_rank(set, cells.data(), group.size);
  }

  Shape shape_;
  int count_;
  std::array<std::vector<Group>, kMostSums> groups_;
  std::array<std::array<Member, kMostCells>, kMostSums> members_{};
  int value_ = 0;
  Cells places_{};  // the cell of each tile
  std::array<int, kMostSums> sums_{};
  std::array<std::array<Current, kMostGroups>, kMostSums> current_{};
};

}  // namespace copla::tiles
