// The frontier of best-first search: smallest priority first, then smallest estimate, then the oldest node.
//
// Small whole numbers go into buckets by priority and estimate; a bucket is a list through the nodes
// themselves, first in, first out, so that it costs no memory of its own. All else goes into a binary heap. A
// pair of priority and estimate always goes to the same place, so the order is the same as with one heap.
#pragma once

#include <algorithm>
#include <vector>

#include "planning/nodes.hpp"

namespace copla::planning {

template <int N>
class Queue {
public:
  Queue(Nodes<N>& nodes, Control& control) : nodes_(nodes), heap_(control) {}

  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }

  void push(double priority, uint32_t number) {
    ++size_;
    Estimate estimate = nodes_[number].estimate;
    if (priority >= 0 && priority < kPriorities && estimate >= 0 && estimate < kEstimates) {
      auto row = static_cast<size_t>(priority);
      if (static_cast<double>(row) == priority) {
        append(row, static_cast<size_t>(estimate), number);
        return;
      }
    }
    heap_.push({priority, estimate, number});
    std::push_heap(heap_.data(), heap_.data() + heap_.size(), later);
  }

  // The priority of the node that is next.
  double least() {
    bool bucket = settle();
    return bucket && (heap_.empty() || first_is_bucket()) ? static_cast<double>(row_) : heap_[0].priority;
  }

  // The node that is next.
  uint32_t top() {
    bool bucket = settle();
    return bucket && (heap_.empty() || first_is_bucket()) ? rows_[row_].buckets[rows_[row_].least].head
                                                          : heap_[0].number;
  }

  uint32_t pop() {
    --size_;
    if (settle() && (heap_.empty() || first_is_bucket())) {
      Bucket& bucket = rows_[row_].buckets[rows_[row_].least];
      uint32_t number = bucket.head;
      bucket.head = nodes_[number].next;
      --rows_[row_].size;
      if (bucket.head != kNone) nodes_.prefetch(bucket.head);
      return number;
    }
    std::pop_heap(heap_.data(), heap_.data() + heap_.size(), later);
    return heap_.pop().number;
  }

private:
  static constexpr double kPriorities = 1 << 16;
  static constexpr Estimate kEstimates = 1 << 12;

  struct Entry {
    double priority;
    Estimate estimate;
    uint32_t number;
  };
  struct Bucket {
    uint32_t head = kNone, tail = kNone;
  };
  struct Row {
    std::vector<Bucket> buckets;  // by estimate
    size_t least = 0, size = 0;
  };

  static bool later(const Entry& a, const Entry& b) {
    if (a.priority != b.priority) return a.priority > b.priority;
    if (a.estimate != b.estimate) return a.estimate > b.estimate;
    return a.number > b.number;
  }

  void append(size_t row_number, size_t estimate, uint32_t number) {
    if (row_number >= rows_.size()) rows_.resize(row_number + 1);
    Row& row = rows_[row_number];
    if (estimate >= row.buckets.size()) row.buckets.resize(estimate + 1);
    Bucket& bucket = row.buckets[estimate];
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

  // Moves to the first bucket that holds something; false if none does.
  bool settle() {
    while (row_ < rows_.size() && rows_[row_].size == 0) ++row_;
    if (row_ >= rows_.size()) {
      row_ = rows_.size();
      return false;
    }
    Row& row = rows_[row_];
    while (row.buckets[row.least].head == kNone) ++row.least;
    return true;
  }

  bool first_is_bucket() const {
    Entry bucket{static_cast<double>(row_), static_cast<Estimate>(rows_[row_].least), 0};
    return later(heap_[0], bucket);
  }

  Nodes<N>& nodes_;
  std::vector<Row> rows_;
  size_t row_ = 0, size_ = 0;
  Column<Entry> heap_;
};

}  // namespace copla::planning
