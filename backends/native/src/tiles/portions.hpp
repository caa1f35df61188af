// Depth-first counts for kernels that visit nodes in another order.
//
// An iteration of IDA* that does not reach the goal visits the same nodes in whatever order; the last one
// stops at the goal, and what it has visited until then is a matter of order. So the subtrees below the first
// moves are numbered in the order of the depth-first search, and searched in portions of consecutive ones. If
// a portion holds the goal, its nodes are not counted, and it is searched again in smaller portions, down to
// the one subtree that holds it. That one is left to the ordinary search (idastar.hpp), which counts the rest
// and keeps the path. The nodes that are visited twice are a few in a hundred.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/control.hpp"

namespace copla::tiles {

struct Counts {
  uint64_t expanded = 0, generated = 0;
};

// The first moves of the blank, up to `most` of them.
template <int most>
struct TopPath {
  std::array<uint8_t, most + 1> cells;
  int size = 0;

  bool full() const { return size == most + 1; }
  void push(int cell) { cells[size++] = static_cast<uint8_t>(cell); }
  void pop() { --size; }
  std::vector<int> whole() const { return {cells.begin(), cells.begin() + size}; }
};

// The subtree of `count` that holds the goal, if any; the nodes of those before it are then in `progress`.
// `search(first, last)` says whether one of these holds it, and counts its nodes.
template <class Search>
std::optional<size_t> in_portions(size_t count, size_t portion, uint64_t nodes_of_a_portion,
                                  Progress& progress, const Control& control, Search&& search) {
  constexpr size_t parts = 8;
  bool narrowing = false;
  for (size_t first = 0; first < count;) {
    size_t last = std::min(count, first + portion);
    Counts before{progress.expanded, progress.generated};
    bool held = search(first, last);
    if (control.stopped() != Stop::none) return std::nullopt;
    if (held) {
      progress.expanded = before.expanded;
      progress.generated = before.generated;
      if (last - first == 1) return first;
      narrowing = true;
      portion = (last - first + parts - 1) / parts;
      count = last;
      continue;
    }
    uint64_t nodes = progress.generated - before.generated;
    if (!narrowing && nodes < nodes_of_a_portion / 2) portion *= 2;
    if (!narrowing && nodes > nodes_of_a_portion * 2) portion = std::max<size_t>(portion / 2, 1);
    first = last;
  }
  return std::nullopt;
}

}  // namespace copla::tiles
