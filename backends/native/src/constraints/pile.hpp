// A stack that grows, whose `push` is a comparison and a store wherever it is used.
//
// The trail and the list of changes are written at every pruning, and compilers refuse to inline
// std::vector's push_back there: it took a tenth of the light search.
#pragma once

#include <cstddef>

#include "core/memory.hpp"

namespace copla::constraints {

template <class T>
class Pile {
public:
  explicit Pile(size_t room) : items_(room + 1), next_(items_.data()), end_(next_ + items_.size()) {}
  Pile(const Pile&) = delete;
  Pile& operator=(const Pile&) = delete;

  void push(T item) {
    if (next_ == end_) [[unlikely]]
      grow();
    *next_++ = item;
  }
  T& back() { return next_[-1]; }
  void pop() { --next_; }
  void pop(size_t count) { next_ -= count; }
  void clear() { next_ = items_.data(); }
  size_t size() const { return next_ - items_.data(); }
  const T& operator[](size_t i) const { return items_[i]; }

private:
  [[gnu::noinline]] void grow() {
    size_t size = items_.size();
    items_.resize(2 * size);
    next_ = items_.data() + size;
    end_ = items_.data() + items_.size();
  }

  Vector<T> items_;
  T *next_, *end_;
};

}  // namespace copla::constraints
