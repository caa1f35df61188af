// A queue for Dijkstra's algorithm: buckets for small costs, a heap for the rest.
//
// Puzzles have costs of 0 and 1, where a bucket is an array to push to and nothing beats it. Costs of 100,000
// would need as many buckets, so what costs kBuckets or more goes to a binary heap; all of that comes after
// all buckets, so the two never have to be merged. Cheaper ways to an item are pushed again; whoever pops
// skips what is out of date.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "planning/heuristic.hpp"

namespace copla::planning::heuristics {

template <typename Item>
class Queue {
  static constexpr Estimate kBuckets = 1 << 12;
  using Entry = std::pair<Estimate, Item>;

public:
  void clear() {
    for (auto& bucket : buckets_) bucket.clear();
    heap_ = {};
    current_ = 0;
  }

  void push(Estimate cost, Item item) {
    if (cost < kBuckets) {
      if (static_cast<size_t>(cost) >= buckets_.size()) buckets_.resize(cost + 1);
      buckets_[cost].push_back(item);
      if (cost < current_) current_ = cost;
    } else {
      heap_.push({cost, item});
    }
  }

  // The cheapest entry, the last pushed first among equals; false if there is none.
  bool pop(Estimate& cost, Item& item) {
    while (static_cast<size_t>(current_) < buckets_.size()) {
      auto& bucket = buckets_[current_];
      if (!bucket.empty()) {
        cost = current_;
        item = bucket.back();
        bucket.pop_back();
        return true;
      }
      ++current_;
    }
    if (heap_.empty()) return false;
    std::tie(cost, item) = heap_.top();
    heap_.pop();
    return true;
  }

private:
  std::vector<std::vector<Item>> buckets_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> heap_;
  Estimate current_ = 0;
};

}  // namespace copla::planning::heuristics
