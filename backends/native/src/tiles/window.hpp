// IDA* with pattern databases of the compact layout, a window of nodes at a time, so that waits for memory
// overlap.
//
// A look-up in a table of hundreds of megabytes waits for memory longer than all the rest of a node takes. A
// search that follows one board waits for one look-up after the other. This one takes the topmost nodes off
// its stack, a window of them; computes where the first sum's entries of all their children are, and reads
// them one after the other in a loop that does nothing else; then, for children that are still within the
// bound, the second sum's; and puts on the stack what is left. In such a short loop the processor has dozens
// of reads under way, and what weighs as much, of the page tables that they need (prefetching each entry as
// soon as its place is known is no better than one board at a time: a prefetch waits for its page, and the
// work between two of them fills the processor's queue). The order is nearly depth first, so that the stack
// stays small; the counts are exactly those of the depth-first search (portions.hpp).
//
// Which sums are looked at, and why the next bound is right all the same: see patterns.hpp.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/control.hpp"
#include "core/memory.hpp"
#include "tiles/idastar.hpp"
#include "tiles/pattern_sums.hpp"
#include "tiles/portions.hpp"

namespace copla::tiles {

// `kCells`, `kGroups`: a node has room for no more cells, and groups of a sum.
template <int kCells, int kGroups>
class Window {
public:
  Window(const Position& position, const PatternSums<false>& sums, Control& control)
      : steps_(position.shape), sums_(sums), control_(control) {
    start_.blank = static_cast<uint8_t>(position.blank());
    for (int cell = 0; cell < position.shape.cells(); ++cell) {
      start_.board[cell] = static_cast<uint8_t>(position.tiles[cell]);
      goal_[cell] = static_cast<uint8_t>(position.goal[cell]);
      start_.places[position.tiles[cell]] = static_cast<uint8_t>(cell);
    }
    for (int sum = 0; sum < sums.count(); ++sum) {
      for (int group = 0; group < sums.groups(sum); ++group) {
        start_.index[sum][group] = sums.index(sum, group, start_.places.data());
        int entry = sums.entry(sum, group, start_.index[sum][group]);
        start_.entry[sum][group] = static_cast<uint8_t>(entry);
        start_.totals[sum] = static_cast<uint16_t>(start_.totals[sum] + entry);
      }
      estimate_ = std::max<int>(estimate_, start_.totals[sum]);
    }
  }

  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  int estimate() const { return estimate_; }
  int next_bound() const { return next_; }
  uint64_t expanded() const { return progress_.expanded; }
  uint64_t generated() const { return progress_.generated; }

  // One iteration: the path to the subtree that holds the goal, if it is reached. All nodes before that
  // subtree are counted then.
  std::optional<std::vector<int>> within(int bound) {
    progress_.bound = bound_ = bound;
    next_ = kNoBound;
    start_.left = static_cast<int16_t>(bound);
    return subtrees_.iteration(
        start_.blank, 4, 1 << 10, progress_, control_, [&] { collect(start_); },
        [&](size_t first, size_t last) { return search(first, last); });
  }

private:
  static constexpr int kNodes = 16;
  static constexpr size_t kMore = 256;
  static constexpr uint8_t kNowhere = 255;

  struct Node {
    std::array<uint8_t, kCells> board{}, places{};
    std::array<std::array<uint8_t, kGroups>, 2> entry{};
    std::array<uint16_t, 2> totals{};
    uint8_t blank = 0, before = kNowhere;
    int16_t left = 0;  // moves that the bound still allows
    std::array<std::array<uint32_t, kGroups>, 2> index{};
  };
  // A child that may be; filled in place, field by field (to copy what was just written in pieces is slow).
  struct Candidate {
    Node* node;
    uint8_t cell, tile;
    uint8_t first;  // the larger sum of the node: it is likelier to be too large
    std::array<uint8_t, 2> entry;
    std::array<uint32_t, 2> index;
    std::array<int, 2> totals;
    const uint8_t* asked;
  };
  // The child by the step of this number, its first entry asked for; false if it goes back.
  bool propose(Node& node, int step, Candidate& candidate) const {
    uint8_t cell = steps_.to[node.blank][step].to;
    if (cell == node.before) return false;
    candidate.node = &node;
    candidate.cell = cell;
    candidate.tile = node.board[cell];
    candidate.first = node.totals[1] > node.totals[0];
    ask(candidate, candidate.first);
    return true;
  }

  void ask(Candidate& candidate, int sum) const {
    Node& node = *candidate.node;
    const auto& member = sums_.member(sum, candidate.tile);
    candidate.index[sum] = sums_.moved(sum, candidate.tile, candidate.cell, node.blank,
                                       node.index[sum][member.group], node.places.data());
    candidate.asked = member.entries + candidate.index[sum];
  }

  static void read_first(Candidate& candidate) { candidate.entry[candidate.first] = *candidate.asked; }
  static void read_second(Candidate& candidate) { candidate.entry[!candidate.first] = *candidate.asked; }

  int total(Candidate& candidate, int sum) const {
    const auto& member = sums_.member(sum, candidate.tile);
    return candidate.totals[sum] =
               candidate.node->totals[sum] + candidate.entry[sum] - candidate.node->entry[sum][member.group];
  }

  // Whether the first sum leaves the child of interest; if so, its second entry is asked for.
  bool after_first(Candidate& candidate) {
    int left = candidate.node->left;
    if (total(candidate, candidate.first) > std::max(left - 1, next_ - bound_ + left - 2)) return false;
    if (sums_.count() > 1) ask(candidate, !candidate.first);
    return true;
  }

  // Whether the child is within the bound; if not, it is noted for the next one.
  bool after_second(Candidate& candidate) {
    int value = candidate.totals[candidate.first];
    if (sums_.count() > 1) value = std::max(value, total(candidate, !candidate.first));
    int over = value - (candidate.node->left - 1);
    if (over > 0) next_ = std::min(next_, bound_ + over);
    return over <= 0;
  }

  void make(const Candidate& candidate, Node& child) const {
    child = *candidate.node;
    uint8_t to = child.blank;
    child.board[to] = candidate.tile;
    child.board[candidate.cell] = 0;
    child.places[candidate.tile] = to;
    child.before = to;
    child.blank = candidate.cell;
    --child.left;
    for (int sum = 0; sum < sums_.count(); ++sum) {
      int group = sums_.member(sum, candidate.tile).group;
      child.index[sum][group] = candidate.index[sum];
      child.entry[sum][group] = candidate.entry[sum];
      child.totals[sum] = static_cast<uint16_t>(candidate.totals[sum]);
    }
  }

  // With moves left there would have been a solution within an earlier bound.
  bool is_goal(const Node& node) const { return node.left == 0 && node.board == goal_; }

  int children(const Node& node) const { return steps_.count[node.blank] - (node.before != kNowhere); }

  // Walks the first moves in order and notes the subtrees below them.
  void collect(Node& node) {
    if (subtrees_.deep_enough() || is_goal(node)) return subtrees_.note(node);
    subtrees_.expand(children(node));
    for (int i = 0; i < steps_.count[node.blank]; ++i) {
      Candidate candidate;
      if (!propose(node, i, candidate)) continue;
      read_first(candidate);
      if (!after_first(candidate)) continue;
      read_second(candidate);
      if (!after_second(candidate)) continue;
      Node child;
      make(candidate, child);
      subtrees_.enter(child.blank);
      collect(child);
      subtrees_.leave();
    }
  }

  // Whether one of the subtrees holds the goal.
  bool search(size_t first, size_t last) {
    free_.insert(free_.end(), stack_.begin(), stack_.end());
    stack_.clear();
    for (size_t i = first; i < last; ++i) *push() = subtrees_[i];
    std::array<Node*, kNodes> taken;
    std::array<Candidate, kNodes * 4> candidates;
    std::array<Candidate*, kNodes * 4> kept;
    while (!stack_.empty()) {
      size_t nodes = std::min<size_t>(stack_.size(), kNodes), open = 0, left = 0;
      std::copy_n(stack_.end() - static_cast<ptrdiff_t>(nodes), nodes, taken.begin());
      for (size_t i = 0; i < nodes; ++i) {
        Node& node = *taken[i];
        if (is_goal(node)) return true;
        ++progress_.expanded;
        progress_.generated += children(node);
        for (int step = 0; step < steps_.count[node.blank]; ++step)
          open += propose(node, step, candidates[open]);
      }
      for (size_t i = 0; i < open; ++i) read_first(candidates[i]);
      for (size_t i = 0; i < open; ++i) {
        kept[left] = &candidates[i];
        left += after_first(candidates[i]);
      }
      for (size_t i = 0; i < left; ++i) read_second(*kept[i]);
      stack_.resize(stack_.size() - nodes);
      for (size_t i = 0; i < left; ++i)
        if (after_second(*kept[i])) make(*kept[i], *push());
      free_.insert(free_.end(), taken.begin(), taken.begin() + static_cast<ptrdiff_t>(nodes));
      if (control_.due(progress_, static_cast<int64_t>(nodes))) return false;
    }
    return false;
  }

  // A free node, which now waits on the stack.
  Node* push() {
    if (free_.empty()) {
      blocks_.emplace_back(kMore);
      for (Node& node : blocks_.back()) free_.push_back(&node);
    }
    stack_.push_back(free_.back());
    free_.pop_back();
    return stack_.back();
  }

  Steps steps_;
  const PatternSums<false>& sums_;
  Control& control_;
  int estimate_ = 0, bound_ = 0, next_ = kNoBound;
  std::array<uint8_t, kCells> goal_{};
  Node start_;
  Progress progress_;
  Subtrees<Node, 6> subtrees_;
  Vector<Vector<Node>> blocks_;  // each of a fixed size, so that nodes stay where they are
  Vector<Node*> stack_, free_;
};

}  // namespace copla::tiles
