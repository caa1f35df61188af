// All positions that a breadth-first search has seen, at ten bytes each: for tables of up to five ranks.
//
// A name of 20 cards takes 60 bits. The other four say how deep the position is, modulo 15, from 1 on, so
// that no entry is zero. Nothing else is kept, no parent and no order: the plan is found again from the
// depths.
//
// The place of an entry begins at the upper bits of its hash and goes on to the next free one. So the entries
// stand in the order of their places, and when the table doubles, every stretch of entries moves to twice its
// place: from the last stretch to the first this needs no second table beside the first one. The table is
// made of blocks, and doubling it adds blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "freecell/store.hpp"

namespace copla::freecell {

class Seen {
public:
  explicit Seen(Control& control) : control_(control) { add_blocks(); }
  ~Seen() { control_.release(blocks_.size() * block * sizeof(uint64_t)); }
  Seen(const Seen&) = delete;
  Seen& operator=(const Seen&) = delete;

  static constexpr uint64_t name_bits = (uint64_t{1} << 60) - 1;
  static uint64_t mark_of(int depth) { return uint64_t(depth % 15 + 1) << 60; }

  void expect(uint64_t name) const { __builtin_prefetch(&slot(home(name))); }

  // Whether the position is new; it is noted with its depth then.
  bool insert(uint64_t name, uint64_t mark) {
    if (size_ >= most_) grow();
    return put(name | mark);
  }

  // Whether the position was seen with this mark.
  bool has(uint64_t name, uint64_t mark) const {
    for (size_t at = home(name);; at++) {
      uint64_t entry = slot(at);
      if (!entry) return false;
      if ((entry & name_bits) == name) return entry == (name | mark);
    }
  }

  size_t size() const { return size_; }

private:
  static constexpr size_t block = 1 << 18;

  uint64_t& slot(size_t at) { return blocks_[at / block][at % block]; }
  const uint64_t& slot(size_t at) const { return blocks_[at / block][at % block]; }

  size_t home(uint64_t name) const {
    uint64_t mixed = name * 0x9e3779b97f4a7c15ULL;
    mixed ^= mixed >> 32;
    return mixed * 0xd6e8feb86659fd93ULL >> shift_;
  }

  bool put(uint64_t entry) {
    uint64_t name = entry & name_bits;
    for (size_t at = home(name);; at++) {
      if (at == blocks_.size() * block) add_block();  // the last stretch may run over the end
      uint64_t& here = slot(at);
      if (!here) {
        here = entry;
        size_++;
        return true;
      }
      if ((here & name_bits) == name) return false;
    }
  }

  void add_block() {
    control_.claim(block * sizeof(uint64_t));
    blocks_.emplace_back(block);
  }

  // Blocks for all places and one more, so that a search for an entry always ends at a free one.
  void add_blocks() {
    size_t width = size_t{1} << (64 - shift_);
    while (blocks_.size() < width / block + 1) add_block();
    most_ = width / 5 * 4;
  }

  void grow() {
    size_t end = blocks_.size() * block;
    shift_--;
    add_blocks();
    size_ = 0;
    std::vector<uint64_t> stretch;
    while (end > 0) {
      for (; end > 0 && slot(end - 1); end--) {
        stretch.push_back(slot(end - 1));
        slot(end - 1) = 0;
      }
      for (; !stretch.empty(); stretch.pop_back()) put(stretch.back());
      while (end > 0 && !slot(end - 1)) end--;
    }
  }

  Control& control_;
  std::vector<Pages<uint64_t>> blocks_;
  size_t size_ = 0, most_ = 0;
  int shift_ = 64 - 18;
};

}  // namespace copla::freecell
