// Memory of this part of the engine: arrays that ask the run's leash before they grow.
//
// Every container of a constraint problem and of its searches is a Vector. It claims its bytes from the
// Account of the running thread before they are allocated and returns them when they are freed, so that a
// memory limit ends a run (LimitReached) instead of being passed, and nothing has to be estimated. An Account
// takes from the leash in pieces, because a small puzzle is solved in microseconds; near the limit it takes
// exactly what is needed. It outlives all Vectors that were made under it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

#include "core/control.hpp"

namespace copla::constraints {

class Account {
public:
  explicit Account(Control& control) : control_(control), outer_(current_) { current_ = this; }
  ~Account() {
    current_ = outer_;
    control_.release(granted_);
  }
  Account(const Account&) = delete;
  Account& operator=(const Account&) = delete;

  static Account* current() { return current_; }

  void claim(size_t bytes) {
    if (used_ + bytes > granted_) grow(used_ + bytes - granted_);
    used_ += bytes;
  }
  void release(size_t bytes) {
    used_ -= std::min(bytes, used_);
    if (granted_ - used_ <= kReturn) return;
    control_.release(granted_ - used_);
    granted_ = used_;
  }
  [[noreturn]] void refuse() {
    control_.request(Stop::memory);
    throw LimitReached{Stop::memory};
  }

private:
  static constexpr size_t kPiece = 1 << 16, kReturn = 1 << 20;

  void grow(size_t needed) {
    const size_t piece = std::max(needed, kPiece);
    const size_t taken = control_.fits(piece) ? piece : needed;
    control_.claim(taken);
    granted_ += taken;
  }

  static inline constinit thread_local Account* current_ = nullptr;
  Control& control_;
  Account* outer_;
  size_t granted_ = 0, used_ = 0;
};

template <class T>
struct Accounted {
  using value_type = T;

  Accounted() = default;
  template <class U>
  Accounted(const Accounted<U>&) {}

  T* allocate(size_t count) {
    Account* account = Account::current();
    if (!account) return std::allocator<T>().allocate(count);
    account->claim(count * sizeof(T));
    try {
      return std::allocator<T>().allocate(count);
    } catch (const std::bad_alloc&) {
      account->release(count * sizeof(T));
      account->refuse();
    }
  }
  void deallocate(T* items, size_t count) {
    std::allocator<T>().deallocate(items, count);
    if (Account* account = Account::current()) account->release(count * sizeof(T));
  }
  template <class U>
  bool operator==(const Accounted<U>&) const {
    return true;
  }
};

template <class T>
using Vector = std::vector<T, Accounted<T>>;

}  // namespace copla::constraints
