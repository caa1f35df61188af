// Search nodes in one flat pool: the state, how it was reached, its cost and estimate, in one record.
//
// A node's number is the order in which it was made. A state that is reached again by a cheaper way gets a
// new node, and the old one stays for those whose path leads through it: plans and costs are then exactly
// those of the textbook engine under an inconsistent heuristic, too.
#pragma once

#include "core/column.hpp"
#include "planning/account.hpp"
#include "planning/heuristic.hpp"
#include "planning/packed.hpp"
#include "planning/state_index.hpp"

namespace copla::planning {

template <class Cost>
struct Node {
  uint32_t parent;
  uint32_t next;  // in its bucket
  int32_t action;
  Cost cost;
  Cost estimate;
  int32_t stale;  // whether a cheaper way to its state was found
};

// Records of a Node and the words of its state, side by side.
template <int N, class Cost>
class Nodes {
public:
  using Record = Node<Cost>;

  Nodes(Control& control, int words)
      : states_(words), stride_(sizeof(Record) + sizeof(Word) * states_.count()), bytes_(control) {}

  size_t size() const { return count_; }
  Record& operator[](uint32_t number) const { return *reinterpret_cast<Record*>(record(number)); }
  Word* state(uint32_t number) const { return reinterpret_cast<Word*>(record(number) + sizeof(Record)); }
  void prefetch(uint32_t number) const { __builtin_prefetch(record(number)); }

  void clear() {
    bytes_.shrink(0);
    count_ = 0;
  }

  void room(size_t more) { bytes_.room(more * stride_); }

  uint32_t add(const Word* state, const Record& node) {
    unsigned char* fresh = bytes_.extend(stride_);
    *reinterpret_cast<Record*>(fresh) = node;
    states_.copy(state, reinterpret_cast<Word*>(fresh + sizeof(Record)));
    return static_cast<uint32_t>(count_++);
  }

  std::vector<int32_t> plan(uint32_t number) const {
    std::vector<int32_t> actions;
    for (; (*this)[number].parent != kNone; number = (*this)[number].parent)
      actions.push_back((*this)[number].action);
    std::reverse(actions.begin(), actions.end());
    return actions;
  }

  // Whether a state occurs on the way from the start to a node.
  bool on_path(uint32_t number, const Word* state) const {
    for (; number != kNone; number = (*this)[number].parent)
      if (states_.equal(this->state(number), state)) return true;
    return false;
  }

private:
  unsigned char* record(uint32_t number) const { return bytes_.data() + size_t{number} * stride_; }

  States<N> states_;
  size_t stride_;
  Column<unsigned char> bytes_;
  size_t count_ = 0;
};

}  // namespace copla::planning
