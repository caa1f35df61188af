// A queue for Dijkstra's algorithm: buckets for small costs, a heap for the rest.
//
// Puzzles have costs of 0 and 1, where a bucket is an array to push to and nothing beats it. Costs of 100,000
// would need as many buckets, so what costs kBuckets or more goes to a binary heap; all of that comes after
// all buckets, so the two never have to be merged. Cheaper ways to an item are pushed again; whoever pops
// skips what is out of date.
//
// A queue for many items is given a Claim, on which it puts what it holds beyond a number that its owner has
// claimed; it frees a bucket when it is done with it.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "planning/heuristics/built_in.hpp"

namespace copla::planning::heuristics {

template <typename Item>
class Queue {
  static constexpr Distance kBuckets = 1 << 12;
  using Entry = std::pair<Distance, Item>;

public:
  Queue() = default;
  Queue(Claim& claim, size_t allowed) : claim_(&claim), allowed_(allowed) {}

  void clear() {
    waiting_ = 0;
    for (auto& bucket : buckets_) bucket.clear();
    heap_ = {};
    current_ = 0;
  }

  void push(Distance cost, Item item) {
    waiting_ += cost < kBuckets ? 1 : kHeapUnits;
    if (claim_ != nullptr && waiting_ > allowed_) {
      size_t more = allowed_ / 4 + 256;
      claim_->add(more * kUnit);
      allowed_ += more;
    }
    if (cost < kBuckets) {
      if (static_cast<size_t>(cost) >= buckets_.size()) buckets_.resize(cost + 1);
      buckets_[cost].push_back(item);
      if (cost < current_) current_ = cost;
    } else {
      heap_.push({cost, item});
    }
  }

  // The cheapest entry, the last pushed first among equals; false if there is none.
  bool pop(Distance& cost, Item& item) {
    while (static_cast<size_t>(current_) < buckets_.size()) {
      auto& bucket = buckets_[current_];
      if (!bucket.empty()) {
        cost = current_;
        item = bucket.back();
        bucket.pop_back();
        --waiting_;
        return true;
      }
      if (claim_ != nullptr) std::vector<Item>().swap(bucket);
      ++current_;
    }
    if (heap_.empty()) return false;
    std::tie(cost, item) = heap_.top();
    heap_.pop();
    waiting_ -= kHeapUnits;
    return true;
  }

private:
  static constexpr size_t kUnit = 2 * sizeof(Item);  // an item in an array that grows by doubling
  static constexpr size_t kHeapUnits = sizeof(Entry) / sizeof(Item);

  Claim* claim_ = nullptr;
  size_t waiting_ = 0, allowed_ = 0;  // units; what is beyond is put on the claim
  std::vector<std::vector<Item>> buckets_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> heap_;
  Distance current_ = 0;
};

}  // namespace copla::planning::heuristics
