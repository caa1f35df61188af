// Arrays that ask the run's leash before they grow.
//
// A Vector claims its bytes from the Ledger of the running thread before they are allocated and returns them
// when they are freed, so that a memory limit ends a run (LimitReached) instead of being passed, and nothing
// has to be estimated; growing counts the old and the new array for as long as there are both. A Ledger takes
// from the leash in pieces, because a small puzzle is solved in microseconds; near the limit it takes exactly
// what is needed. It outlives all Vectors that are made under it. Without a Ledger nothing is accounted.
//
// A run of a few microseconds spends a seventh of them on asking for small pieces of memory and giving them
// back. Such a run hands its Ledger a Scratch, from which small arrays are taken; accounted they are all the
// same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <vector>

#include "core/control.hpp"

namespace copla {

// A piece of the stack, used up from its beginning; only what was taken last can be given back.
class Scratch {
public:
  // A place for so many bytes, or null where there is no room.
  [[gnu::always_inline]] void* take(size_t bytes) {
    bytes = rounded(bytes);
    if (bytes > static_cast<size_t>(end() - free_)) return nullptr;
    free_ += bytes;
    return free_ - bytes;
  }
  // Whether an array of so many bytes is in here; if so, it is given back.
  [[gnu::always_inline]] bool took_back(void* items, size_t bytes) {
    auto* begin = static_cast<std::byte*>(items);
    if (std::less<>()(begin, bytes_) || !std::less<>()(begin, end())) return false;
    if (begin + rounded(bytes) == free_) free_ = begin;
    return true;
  }

  static constexpr size_t kAlignment = alignof(std::max_align_t);

private:
  static size_t rounded(size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }
  std::byte* end() { return bytes_ + sizeof(bytes_); }

  alignas(kAlignment) std::byte bytes_[1 << 14];
  std::byte* free_ = bytes_;
};

class Ledger {
public:
  // Without a scratch of its own it goes on with that of the Ledger around it, whose Vectors may be freed
  // under it.
  explicit Ledger(Control& control, Scratch* scratch = nullptr)
      : control_(control), outer_(current_), scratch_(scratch || !outer_ ? scratch : outer_->scratch_) {
    current_ = this;
  }
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
  Scratch* scratch() { return scratch_; }

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
  Scratch* scratch_;
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
    if constexpr (alignof(T) <= Scratch::kAlignment)
      if (Scratch* scratch = ledger->scratch())
        if (void* place = scratch->take(count * sizeof(T))) return static_cast<T*>(place);
    try {
      return std::allocator<T>().allocate(count);
    } catch (const std::bad_alloc&) {
      ledger->release(count * sizeof(T));
      ledger->refuse();
    }
  }
  void deallocate(T* items, size_t count) {
    Ledger* ledger = Ledger::current();
    if (ledger) ledger->release(count * sizeof(T));
    if (!ledger || !ledger->scratch() || !ledger->scratch()->took_back(items, count * sizeof(T)))
      std::allocator<T>().deallocate(items, count);
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
