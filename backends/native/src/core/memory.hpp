// Arrays that ask the run's leash before they grow.
//
// A Vector claims its bytes from the Ledger of the running thread before they are allocated and returns them
// when they are freed, so that a memory limit ends a run (LimitReached) instead of being passed, and nothing
// has to be estimated; growing counts the old and the new array for as long as there are both. A Ledger takes
// from the leash in pieces, because a small puzzle is solved in microseconds; near the limit it takes exactly
// what is needed. It outlives all Vectors that are made under it. Without a Ledger nothing is accounted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "core/control.hpp"

namespace copla {

class Ledger {
public:
  explicit Ledger(Control& control) : control_(control), outer_(current_) { current_ = this; }
  ~Ledger() {
    current_ = outer_;
    control_.release(granted_);
  }
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  static Ledger* current() { return current_; }

  void claim(size_t bytes) {
    if (used_ + bytes > granted_) grow(used_ + bytes - granted_);
    used_ += bytes;
  }
  [[gnu::always_inline]] void release(size_t bytes) {
    used_ -= std::min(bytes, used_);
    if (granted_ - used_ <= kReturn) return;
    control_.release(granted_ - used_);
    granted_ = used_;
  }
  [[noreturn]] void refuse() { control_.out_of_memory(); }

private:
  static constexpr size_t kPiece = 1 << 16, kReturn = 1 << 20;

  void grow(size_t needed) {
    const size_t piece = std::max(needed, kPiece);
    const size_t taken = control_.fits(piece) ? piece : needed;
    control_.claim(taken);
    granted_ += taken;
  }

  // initial-exec: one pointer of the static block, read without a call, in a module that is loaded late, too.
  [[gnu::tls_model("initial-exec")]] static inline constinit thread_local Ledger* current_ = nullptr;
  Control& control_;
  Ledger* outer_;
  size_t granted_ = 0, used_ = 0;
};

template <class T>
struct Accounted {
  using value_type = T;

  Accounted() = default;
  template <class U>
  Accounted(const Accounted<U>&) {}

  T* allocate(size_t count) {
    Ledger* ledger = Ledger::current();
    if (!ledger) return std::allocator<T>().allocate(count);
    ledger->claim(count * sizeof(T));
    try {
      return std::allocator<T>().allocate(count);
    } catch (const std::bad_alloc&) {
      ledger->release(count * sizeof(T));
      ledger->refuse();
    }
  }
  void deallocate(T* items, size_t count) {
    std::allocator<T>().deallocate(items, count);
    if (Ledger* ledger = Ledger::current()) ledger->release(count * sizeof(T));
  }
  template <class U>
  bool operator==(const Accounted<U>&) const {
    return true;
  }
};

template <class T>
using Vector = std::vector<T, Accounted<T>>;

// Gives an array's memory back; `items = {}` would keep it.
template <class T>
void drop(Vector<T>& items) {
  Vector<T>().swap(items);
}

}  // namespace copla
