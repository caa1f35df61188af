// Growing arrays whose every byte is accounted to the run's leash.
//
// A closed list grows to gigabytes. std::vector would double it and copy: for a moment three times the memory
// that is in use, and half of it idle afterwards. A Column grows by an eighth or a sixteenth. On Linux large
// columns are mapped and moved by the kernel (mremap shifts page tables, no bytes), and ask for huge pages:
// with random access to hundreds of megabytes most of the time otherwise goes into looking up addresses.
#pragma once

#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "core/control.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace copla {

// A block of memory that can be resized without being copied.
class Block {
public:
  explicit Block(Control& control) : control_(&control) {}
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  ~Block() { resize(0); }

  // Contents are kept up to the smaller size; what is new is zero only if `mapped()`.
  void resize(size_t bytes) {
    if (bytes > bytes_) control_->claim(bytes - bytes_);
    void* fresh = bytes == 0 ? drop() : move(bytes);
    if (bytes != 0 && fresh == nullptr) {
      if (bytes > bytes_) control_->release(bytes - bytes_);
      control_->out_of_memory();
    }
    if (bytes < bytes_) control_->release(bytes_ - bytes);
    data_ = fresh;
    bytes_ = bytes;
  }

  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  Control& control() const { return *control_; }

private:
#ifdef __linux__
  static constexpr size_t kMapped = size_t{1} << 20, kHuge = size_t{1} << 22;

  void* move(size_t bytes) {
    if (bytes < kMapped && bytes_ < kMapped) return std::realloc(data_, bytes);
    void* fresh = nullptr;
    if (bytes_ >= kMapped && bytes >= kMapped) {
      fresh = mremap(data_, bytes_, bytes, MREMAP_MAYMOVE);
    } else if (bytes >= kMapped) {
      fresh = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (fresh != MAP_FAILED && data_ != nullptr) {
        std::memcpy(fresh, data_, bytes_);
        std::free(data_);
      }
    } else {
      fresh = std::malloc(bytes);
      if (fresh == nullptr) return nullptr;
      std::memcpy(fresh, data_, bytes);
      munmap(data_, bytes_);
      return fresh;
    }
    if (fresh == MAP_FAILED) return nullptr;
    if (bytes >= kHuge) madvise(fresh, bytes, MADV_HUGEPAGE);
    return fresh;
  }

  void* drop() {
    if (data_ != nullptr && bytes_ >= kMapped) munmap(data_, bytes_);
    if (data_ != nullptr && bytes_ < kMapped) std::free(data_);
    return nullptr;
  }
#else
  void* move(size_t bytes) { return std::realloc(data_, bytes); }
  void* drop() {
    std::free(data_);
    return nullptr;
  }
#endif

  Control* control_;
  void* data_ = nullptr;
  size_t bytes_ = 0;
};

// Plain data in a row; `room(n)` before n calls of `push`.
template <class T>
class Column {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  explicit Column(Control& control) : block_(control) {}

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() const { return static_cast<T*>(block_.data()); }
  T& operator[](size_t index) const { return data()[index]; }
  T& back() const { return data()[size_ - 1]; }

  void room(size_t more) {
    if (size_ + more <= capacity_) return;
    size_t step = capacity_ * sizeof(T) < (size_t{1} << 24) ? capacity_ / 8 : capacity_ / 16;
    size_t wanted = std::max(size_ + more, capacity_ + step + 64);
    block_.resize(wanted * sizeof(T));
    capacity_ = wanted;
  }

  void push(const T& value) {
    room(1);
    data()[size_++] = value;
  }

  // Adds `count` raw elements (after `room`) and returns where they begin.
  T* extend(size_t count) {
    room(count);
    T* begin = data() + size_;
    size_ += count;
    return begin;
  }

  T pop() { return data()[--size_]; }
  void shrink(size_t size) { size_ = size; }  // keeps the memory

private:
  Block block_;
  size_t size_ = 0, capacity_ = 0;
};

}  // namespace copla
