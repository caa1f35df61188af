// Clauses of the learning search, and the queue of its decisions.
//
// All clauses live in one array of 32-bit words: three words of head (size, quality, activity) and the
// literals. A literal is 2 * variable, plus 1 if negated. Deleted clauses stay as holes until the array is
// packed. A clause is named by where it begins, so an array holds at most 2^31 words.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include "core/audit.hpp"
#include "core/memory.hpp"

namespace copla::constraints {

using Lit = int32_t;

inline Lit negation(Lit lit) {
  return lit ^ 1;
}
inline int variable_of(Lit lit) {
  return lit >> 1;
}

class Arena {
public:
  static constexpr int head = 3;

  // Whether one more clause of this size has a name.
  bool has_room(size_t size) const {
    return words_.size() + size + head <= static_cast<size_t>(std::numeric_limits<int>::max());
  }
  int add(const Lit* lits, int size, int quality) {
    COPLA_ASSERT(has_room(size), "the array of clauses is full");
    int at = static_cast<int>(words_.size());
    words_.push_back(size);
    words_.push_back(quality);
    words_.push_back(0);
    words_.insert(words_.end(), lits, lits + size);
    return at;
  }
  int size(int clause) const { return words_[clause]; }
  int quality(int clause) const { return words_[clause + 1]; }  // levels in it when learned; 0: not learned
  void set_quality(int clause, int quality) { words_[clause + 1] = quality; }
  float activity(int clause) const {
    float found;
    std::memcpy(&found, &words_[clause + 2], sizeof found);
    return found;
  }
  void set_activity(int clause, float value) { std::memcpy(&words_[clause + 2], &value, sizeof value); }
  Lit* lits(int clause) { return words_.data() + clause + head; }
  const Lit* lits(int clause) const { return words_.data() + clause + head; }
  size_t end() const { return words_.size(); }
  void cut(size_t end) { words_.resize(end); }
  void swap(Arena& other) { words_.swap(other.words_); }

private:
  Vector<int32_t> words_;
};

// A binary heap of variables by activity, the most active first.
class Heap {
public:
  explicit Heap(const Vector<double>& activity) : activity_(activity) {}

  bool empty() const { return heap_.empty(); }
  bool has(int v) const { return place_[v] >= 0; }
  void grow(int variables) { place_.resize(variables, -1); }
  void insert(int v) {
    if (has(v)) return;
    place_[v] = static_cast<int>(heap_.size());
    heap_.push_back(v);
    up(place_[v]);
  }
  void raised(int v) {
    if (has(v)) up(place_[v]);
  }
  int pop() {
    int top = heap_.front();
    place_[top] = -1;
    int last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) {
      heap_[0] = last;
      place_[last] = 0;
      down(0);
    }
    return top;
  }

private:
  bool before(int a, int b) const {
    return activity_[a] > activity_[b] || (activity_[a] == activity_[b] && a < b);
  }
  void up(int i) {
    int v = heap_[i];
    while (i > 0 && before(v, heap_[(i - 1) / 2])) {
      heap_[i] = heap_[(i - 1) / 2];
      place_[heap_[i]] = i;
      i = (i - 1) / 2;
    }
    heap_[i] = v;
    place_[v] = i;
  }
  void down(int i) {
    int v = heap_[i], n = static_cast<int>(heap_.size());
    for (int child; (child = 2 * i + 1) < n; i = child) {
      if (child + 1 < n && before(heap_[child + 1], heap_[child])) ++child;
      if (!before(heap_[child], v)) break;
      heap_[i] = heap_[child];
      place_[heap_[i]] = i;
    }
    heap_[i] = v;
    place_[v] = i;
  }

  const Vector<double>& activity_;
  Vector<int> heap_, place_;
};

}  // namespace copla::constraints
