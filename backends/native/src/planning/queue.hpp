// The frontier of best-first search: smallest priority first, then smallest estimate, then the oldest node.
//
// Small whole numbers go into buckets by priority and estimate; a bucket is a list through the nodes
// themselves, first in, first out. All else goes into a binary heap. A pair of priority and estimate always
// goes to the same place, so the order is the same as with one heap. Rows of buckets and the heap are columns
// and so on the run's account.
//
// A priority is a whole number, or a fraction that is no less than 0: its bits as a whole number are then
// in the order of the fractions. So priorities are compared exactly, up to the largest sum of cost and
// estimate.
#pragma once

#include <algorithm>
#include <bit>

#include "planning/nodes.hpp"

namespace copla::planning {

template <int N, class Cost>
class Queue {
public:
  // `fractions`: whether priorities are fractions (given to `push` as their bits).
  Queue(Nodes<N, Cost>& nodes, Control& control, bool fractions = false)
      : nodes_(nodes), fractions_(fractions), rows_(control), buckets_(control), heap_(control) {}

  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }

  void push(int64_t priority, uint32_t number) {
    ++size_;
    Cost estimate = nodes_[number].estimate;
    if (estimate < kEstimates) {
      int64_t row = priority;
      if (fractions_) row = whole(std::bit_cast<double>(priority));
      if (row >= 0 && row < kPriorities) {
        append(static_cast<size_t>(row), static_cast<uint32_t>(estimate), number);
        return;
      }
    }
    heap_.push({priority, estimate, number});
    std::push_heap(heap_.data(), heap_.data() + heap_.size(), later);
  }

  // The priority of the node that is next.
  int64_t least() { return next_is_bucket() ? key(row_) : heap_[0].priority; }

  // The node that is next.
  uint32_t top() { return next_is_bucket() ? bucket(rows_[row_]).head : heap_[0].number; }

  uint32_t pop() {
    --size_;
    if (next_is_bucket()) {
      Row& row = rows_[row_];
      Bucket& first = bucket(row);
      uint32_t number = first.head;
      first.head = nodes_[number].next;
      --row.size;
      if (first.head != kNone) nodes_.prefetch(first.head);
      return number;
    }
    std::pop_heap(heap_.data(), heap_.data() + heap_.size(), later);
    return heap_.pop().number;
  }

private:
  static constexpr int64_t kPriorities = 1 << 14;
  static constexpr Cost kEstimates = 1 << 10;

  struct Entry {
    int64_t priority;
    Cost estimate;
    uint32_t number;
  };
  struct Bucket {
    uint32_t head, tail;
  };
  struct Row {
    uint32_t begin, room;  // where its buckets are, by estimate
    uint32_t least, size;  // no bucket before `least` holds a node; nodes in all
  };

  static bool later(const Entry& a, const Entry& b) {
    if (a.priority != b.priority) return a.priority > b.priority;
    if (a.estimate != b.estimate) return a.estimate > b.estimate;
    return a.number > b.number;
  }

  // A fraction as a whole number; negative if it is none, or none that is looked for.
  static int64_t whole(double priority) {
    if (!(priority < static_cast<double>(kPriorities))) return -1;
    auto row = static_cast<int64_t>(priority);
    return static_cast<double>(row) == priority ? row : -1;
  }

  int64_t key(size_t row) const {
    return fractions_ ? std::bit_cast<int64_t>(static_cast<double>(row)) : static_cast<int64_t>(row);
  }

  Bucket& bucket(const Row& row) const { return buckets_[row.begin + row.least]; }

  void append(size_t row_number, uint32_t estimate, uint32_t number) {
    while (row_number >= rows_.size()) rows_.push({0, 0, 0, 0});
    Row& row = rows_[row_number];
    if (estimate >= row.room) lengthen(row, estimate + 1);
    Bucket& bucket = buckets_[row.begin + estimate];
    nodes_[number].next = kNone;
    if (bucket.head == kNone) {
      bucket.head = number;
    } else {
      nodes_[bucket.tail].next = number;
    }
    bucket.tail = number;
    if (row.size++ == 0 || estimate < row.least) row.least = estimate;
    row_ = std::min(row_, row_number);
  }

  // Buckets for estimates below `room`. The row moves to the end, unless it is there; what it leaves behind
  // is lost, at most as much as it takes.
  void lengthen(Row& row, uint32_t room) {
    if (row.begin + row.room != buckets_.size()) {
      room = std::max(room, 2 * row.room);
      const uint32_t old = row.begin;
      row.begin = static_cast<uint32_t>(buckets_.size());
      buckets_.extend(row.room);
      std::copy_n(buckets_.data() + old, row.room, buckets_.data() + row.begin);
    }
    std::fill_n(buckets_.extend(room - row.room), room - row.room, Bucket{kNone, kNone});
    row.room = room;
  }

  // Moves to the first bucket that holds something; whether it comes before the heap's first.
  bool next_is_bucket() {
    while (row_ < rows_.size() && rows_[row_].size == 0) ++row_;
    if (row_ == rows_.size()) return false;
    Row& row = rows_[row_];
    while (bucket(row).head == kNone) ++row.least;
    return heap_.empty() || later(heap_[0], {key(row_), static_cast<Cost>(row.least), 0});
  }

  Nodes<N, Cost>& nodes_;
  bool fractions_;
  Column<Row> rows_;
  Column<Bucket> buckets_;
  Column<Entry> heap_;
  size_t row_ = 0, size_ = 0;
};

}  // namespace copla::planning
