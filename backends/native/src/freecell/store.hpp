// The positions that a search has seen: a flat pool of nodes and a table of their numbers.
//
// A node is 32 bytes: the exact name, the node it came from, the move and two small numbers that belong to
// the search. The table holds a part of the hash beside each number, so that a miss almost never touches the
// pool. Both are kept between deals and only emptied: a fast search of two hundred nodes must not pay for a
// fresh page.
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "freecell/cards.hpp"

namespace copla::freecell {

constexpr uint32_t no_node = 0xffffffff;

// Zeroed memory in huge pages where the system has them: a large table is touched at random, and in small
// pages every touch would look its page up first.
template <class Item>
class Pages {
public:
  Pages() = default;
  explicit Pages(size_t count) : count_(count) {
    size_t aligned = count * sizeof(Item) < page ? 64 : page;
    size_t size = (count * sizeof(Item) + aligned - 1) / aligned * aligned;
    data_ = static_cast<Item*>(std::aligned_alloc(aligned, size));
    if (!data_) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    if (aligned == page) madvise(data_, size, MADV_HUGEPAGE);
#endif
    std::memset(static_cast<void*>(data_), 0, count * sizeof(Item));
  }
  Pages(Pages&& other) noexcept { swap(other); }
  Pages& operator=(Pages&& other) noexcept {
    Pages gone(std::move(other));
    swap(gone);
    return *this;
  }
  ~Pages() { std::free(data_); }

  Item& operator[](size_t index) { return data_[index]; }
  const Item& operator[](size_t index) const { return data_[index]; }
  Item* data() { return data_; }
  size_t size() const { return count_; }

private:
  static constexpr size_t page = 1 << 21;

  void swap(Pages& other) {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
  }

  Item* data_ = nullptr;
  size_t count_ = 0;
};

template <int Words>
struct Node {
  Name<Words> name;
  uint32_t parent;
  Card card;
  uint8_t place;  // of the move that led here
  uint16_t walked;
};

template <int Words>
class Store {
public:
  explicit Store(Control& control) : control_(control) {}
  ~Store() { control_.release(claimed_); }
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // Forgets everything; keeps the memory of small searches.
  void reset() {
    size_ = 0;
    while (chunks_.size() > 1) drop_chunk();
    spread(smallest);
  }

  // Two hints for what `find` will touch, to be given for a batch of names before the first is looked for.
  void expect_slot(uint64_t hash) const { __builtin_prefetch(&slots_[(hash >> 20) & (width_ - 1)]); }
  void expect_node(uint64_t hash) const {
    uint64_t slot = slots_[(hash >> 20) & (width_ - 1)];
    if (slot && (slot ^ hash) >> 32 == 0) __builtin_prefetch(&(*this)[static_cast<uint32_t>(slot) - 1]);
  }

  // The number of a name, or no_node.
  uint32_t find(const Name<Words>& name) const { return find(name, name.hash()); }
  uint32_t find(const Name<Words>& name, uint64_t hash) const {
    uint64_t tag = hash & ~uint64_t{0xffffffff};
    size_t mask = width_ - 1, slot = (hash >> 20) & mask;
    for (; slots_[slot]; slot = (slot + 1) & mask)
      if ((slots_[slot] & ~uint64_t{0xffffffff}) == tag) {
        uint32_t number = static_cast<uint32_t>(slots_[slot]) - 1;
        if ((*this)[number].name == name) return number;
      }
    return no_node;
  }

  // The number of a name and whether it is new; a new one has the node's other fields still to be set.
  std::pair<uint32_t, bool> insert(const Name<Words>& name) {
    if (size_ * 3 >= width_ * 2) spread(width_ * 2);
    uint64_t hash = name.hash(), tag = hash & ~uint64_t{0xffffffff};
    size_t mask = width_ - 1, slot = (hash >> 20) & mask;
    for (; slots_[slot]; slot = (slot + 1) & mask)
      if ((slots_[slot] & ~uint64_t{0xffffffff}) == tag) {
        uint32_t number = static_cast<uint32_t>(slots_[slot]) - 1;
        if ((*this)[number].name == name) return {number, false};
      }
    if (size_ == chunks_.size() * chunk) add_chunk();
    uint32_t number = static_cast<uint32_t>(size_++);
    slots_[slot] = tag | (number + 1);
    (*this)[number] = Node<Words>{name, no_node, 0, 0, 0};
    return {number, true};
  }

  Node<Words>& operator[](uint32_t number) { return chunks_[number / chunk][number % chunk]; }
  const Node<Words>& operator[](uint32_t number) const { return chunks_[number / chunk][number % chunk]; }
  size_t size() const { return size_; }

private:
  static constexpr size_t smallest = 1 << 9, largest_kept = 1 << 18, chunk = 1 << 16;

  void claim(size_t bytes) {
    control_.claim(bytes);
    claimed_ += bytes;
  }
  void release(size_t bytes) {
    control_.release(bytes);
    claimed_ -= bytes;
  }

  void add_chunk() {
    if (size_ >= no_node - chunk) {  // more than four thousand million nodes: as good as no memory
      control_.out_of_memory();
    }
    claim(chunk * sizeof(Node<Words>));
    chunks_.emplace_back(chunk);
  }

  void drop_chunk() {
    chunks_.pop_back();
    release(chunk * sizeof(Node<Words>));
  }

  // Puts all nodes into a table of this many slots. The memory of the one before goes first: nodes have their
  // names.
  void spread(size_t width) {
    if (slots_.size() < width || slots_.size() > largest_kept) {
      release(slots_.size() * sizeof(uint64_t));
      slots_ = Pages<uint64_t>();
      claim(width * sizeof(uint64_t));
      slots_ = Pages<uint64_t>(width);
    } else {
      std::memset(slots_.data(), 0, width * sizeof(uint64_t));
    }
    width_ = width;
    size_t mask = width - 1;
    for (uint32_t number = 0; number < size_; number++) {
      uint64_t hash = (*this)[number].name.hash();
      size_t slot = (hash >> 20) & mask;
      while (slots_[slot]) slot = (slot + 1) & mask;
      slots_[slot] = (hash & ~uint64_t{0xffffffff}) | (number + 1);
    }
  }

  Control& control_;
  size_t claimed_ = 0;
  std::vector<Pages<Node<Words>>> chunks_;
  size_t size_ = 0, width_ = 0;
  Pages<uint64_t> slots_;
};

}  // namespace copla::freecell
