// The actions and states on the current path of a depth-first search, and whether a state is among them.
//
// States are kept only where they are to be `counted`, which is then always asked for.
// Short paths are searched from end to end. A small table counts the states by hash, so that almost every
// state that is not on the path is known not to be without a look at any; it grows with the path.
#pragma once

#include <vector>

#include "core/column.hpp"
#include "core/memory.hpp"
#include "planning/packed.hpp"

namespace copla::planning {

template <int N>
class Path {
public:
  Path(Control& control, int words)
      : states_(words), path_(control), actions_(control), counts_(size_t{1} << 12, 0) {}

  const Word* state(size_t depth) const { return path_.data() + depth * states_.count(); }

  // The state at this depth, reached by this action; what was deeper is forgotten.
  void set(size_t depth, const Word* state, int32_t action, bool counted) {
    if (counted)
      while (depth_ > depth) --counts_[slot(this->state(--depth_))];
    if (depth >= actions_.size()) lengthen(depth + 1);
    actions_[depth] = action;
    depth_ = depth + 1;
    if (!counted) return;
    states_.copy(state, path_.data() + depth * states_.count());
    ++counts_[slot(state)];
    if (depth_ * 4 > counts_.size()) recount();
  }

  bool contains(const Word* state) const {
    if (counts_[slot(state)] == 0) return false;
    for (size_t depth = depth_; depth-- > 0;)
      if (states_.equal(this->state(depth), state)) return true;
    return false;
  }

  std::vector<int32_t> plan() const {
    return depth_ == 0 ? std::vector<int32_t>{}
                       : std::vector<int32_t>(actions_.data() + 1, actions_.data() + depth_);
  }

private:
  size_t slot(const Word* state) const { return states_.hash(state) & (counts_.size() - 1); }

  void lengthen(size_t depth) {
    actions_.extend(depth - actions_.size());
    path_.extend(depth * states_.count() - path_.size());
  }

  void recount() {
    counts_.assign(counts_.size() * 4, 0);
    for (size_t depth = 0; depth < depth_; ++depth) ++counts_[slot(state(depth))];
  }

  States<N> states_;
  Column<Word> path_;
  Column<int32_t> actions_;  // how each was reached; that of the start means nothing
  Vector<uint32_t> counts_;
  size_t depth_ = 0;
};

}  // namespace copla::planning
