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
#include "core/memory.hpp"

namespace copla::tiles {

// The subtrees below the first `most` moves, each with the node that it begins with.
template <class Node, int most>
class Subtrees {
public:
  // One iteration: the blank's path to the subtree that holds the goal, if it is reached; all nodes before
  // that subtree are in `progress` then. `collect()` walks the first moves in order (expand, enter, leave)
  // and notes the subtrees; `search(first, last)` says whether one of these holds the goal, and counts its
  // nodes. It is asked for so many subtrees at first, and later for about so many nodes.
  template <class Collect, class Search>
  std::optional<std::vector<int>> iteration(int blank, size_t subtrees, uint64_t nodes, Progress& progress,
                                            const Control& control, Collect&& collect, Search&& search) {
    tops_.clear();
    length_ = 0;
    enter(blank);
    above_ = {};
    collect();
    std::optional<size_t> found = in_portions(subtrees, nodes, progress, control, search);
    const Counts& above = found ? tops_[*found].above : above_;
    progress.expanded += above.expanded;
    progress.generated += above.generated;
    if (!found) return std::nullopt;
    const Top& top = tops_[*found];
    return std::vector<int>(top.path.begin(), top.path.begin() + top.length);
  }

  void expand(uint64_t children) {
    ++above_.expanded;
    above_.generated += children;
  }
  void enter(int cell) { path_[length_++] = static_cast<uint8_t>(cell); }
  void leave() { --length_; }
  bool deep_enough() const { return length_ == most + 1; }
  void note(const Node& node) { tops_.push_back({node, path_, length_, above_}); }

  const Node& operator[](size_t number) const { return tops_[number].node; }

private:
  using Path = std::array<uint8_t, most + 1>;
  struct Counts {
    uint64_t expanded = 0, generated = 0;
  };
  struct Top {
    Node node;
    Path path;
    int length;
    Counts above;  // nodes above the subtrees up to here
  };

  template <class Search>
  std::optional<size_t> in_portions(size_t portion, uint64_t nodes_of_a_portion, Progress& progress,
                                    const Control& control, Search&& search) const {
    constexpr size_t parts = 8;
    size_t count = tops_.size();
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

  Vector<Top> tops_;
  Path path_{};
  int length_ = 0;
  Counts above_;
};

}  // namespace copla::tiles
