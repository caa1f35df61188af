// What moves need of the tables: one sum of additive pattern databases, or two (a partition and its mirror
// image).
//
// In the direct layout a tile's move changes one index of each sum by a multiple of the tile's weight. In the
// compact layout the group is ranked anew, some twenty popcounts and multiplications.
#pragma once

#include "tiles/estimates.hpp"
#include "tiles/table.hpp"

namespace copla::tiles {

// `kDirect`: all tables are in the direct layout, and the tiles' places do not matter.
template <bool kDirect>
class PatternSums {
public:
  static constexpr int kMostSums = 2, kMostGroups = 12;

  PatternSums(const Shape& shape, const std::vector<std::vector<View>>& sums)
      : shape_(shape), count_(static_cast<int>(sums.size())) {
    if (sums.empty() || count_ > kMostSums) throw std::invalid_argument("one or two sums of tables, please");
    for (int sum = 0; sum < count_; ++sum) add(sum, sums[sum]);
  }

  // What a tile's move needs.
  struct Member {
    const uint8_t* entries = nullptr;
    int group = -1;
    bool compact = false;
    std::array<uint32_t, kMostCells> share{};  // of the direct index, by the tile's cell
  };

  int count() const { return count_; }
  int groups(int sum) const { return static_cast<int>(groups_[sum].size()); }
  const Member& member(int sum, int tile) const { return members_[sum][tile]; }

  // The index of a group for tiles at their places.
  uint32_t index(int sum, int group, const uint8_t* places) const {
    const Group& here = groups_[sum][group];
    if (!here.direct) return compact(here, places);
    uint32_t found = 0;
    for (int i = 0; i < here.size; ++i) found += here.weight[i] * here.cells[places[here.tiles[i]]];
    return found;
  }

  // The index of the group of `tile` after its move, where it is `before` now. (The places are changed for a
  // moment, so that no tile need be asked whether it is the one.)
  uint32_t moved(int sum, int tile, int from, int to, uint32_t before,
                 [[maybe_unused]] uint8_t* places) const {
    const Member& member = members_[sum][tile];
    if constexpr (!kDirect) {
      if (member.compact) {
        places[tile] = static_cast<uint8_t>(to);
        uint32_t found = compact(groups_[sum][member.group], places);
        places[tile] = static_cast<uint8_t>(from);
        return found;
      }
    }
    return before + member.share[to] - member.share[from];
  }

  int entry(int sum, int group, uint32_t index) const { return groups_[sum][group].entries[index]; }

private:
  struct Group {
    const uint8_t* entries;
    const SetRanks* ranks;
    bool direct;
    int size;
    std::array<uint8_t, kMostTiles> tiles{};
    std::array<uint32_t, kMostTiles> weight{};             // in the direct layout
    std::array<uint32_t, kMostTiles> present{}, factor{};  // in the compact layout; 0 beyond the size
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
      Group group{view.table->entries, &view.table->ranks, pattern.direct(), pattern.size()};
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
        group.present[i] = 1;
        group.factor[i] = kFactorial[group.size - 1 - i];
        Member& member = members_[sum][tile];
        member = {group.entries, static_cast<int>(groups_[sum].size()), !group.direct, {}};
        for (int cell = 0; cell < shape_.cells(); ++cell)
          member.share[cell] = group.weight[i] * group.cells[cell];
      }
      groups_[sum].push_back(group);
    }
    for (int tile = 1; tile < shape_.cells(); ++tile)
      if (members_[sum][tile].group < 0) throw std::invalid_argument("every tile belongs to a group");
  }

  // The rank of ranking.hpp. Always eight steps, of which those beyond the group's size count for nothing: a
  // loop of the right length would be left at a moment that the processor cannot guess.
  static uint32_t compact(const Group& group, const uint8_t* places) {
    std::array<uint32_t, kMostTiles> bits;
    uint32_t set = 0;
    for (int i = 0; i < kMostTiles; ++i) {
      bits[i] = group.present[i] << group.cells[places[group.tiles[i]]];
      set |= bits[i];
    }
    uint32_t found = group.ranks->rank(set) * kFactorial[group.size];
    for (int i = 0; i < kMostTiles; ++i) {
      found += group.factor[i] * static_cast<uint32_t>(__builtin_popcount(set & (bits[i] - 1)));
      set ^= bits[i];
    }
    return found;
  }

  Shape shape_;
  int count_;
  std::array<std::vector<Group>, kMostSums> groups_;
  std::array<std::array<Member, kMostCells>, kMostSums> members_{};
};

}  // namespace copla::tiles
