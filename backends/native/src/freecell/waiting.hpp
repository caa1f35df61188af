// Children that wait to be expanded: by value, and by kind for attempts that take one from anywhere now and
// then.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/memory.hpp"
#include "freecell/cards.hpp"
#include "freecell/store.hpp"

namespace copla::freecell {

// A move of a node. A loud one sets safe moves to the foundations off, so that its name is not at hand.
struct Waiting {
  static constexpr uint8_t place_bits = 7, loud = 8;

  uint32_t parent, next;
  Card card;  // 0 for one that was taken
  uint8_t place, cost;
};

// Children by their value: the lowest value first, of equal ones the newest. Places are used again.
class Queue {
public:
  void reset() {
    full_.fill(0);  // what is in the rest does not matter then
    items_.clear();
    if (items_.capacity() > largest_kept) copla::drop(items_);
    lowest_ = 0;
    free_ = no_node;
  }

  uint32_t push(const Waiting& child, int value) {
    size_t at = static_cast<size_t>(std::clamp(value, 0, range - 1)), word = at / 64;
    uint64_t here = uint64_t{1} << at % 64;
    uint32_t number = free_;
    if (number != no_node) {
      free_ = items_[number].next;
      items_[number] = child;
    } else {
      if (items_.size() == items_.capacity()) items_.reserve(std::max<size_t>(2 * items_.size(), smallest));
      number = static_cast<uint32_t>(items_.size());
      items_.push_back(child);
    }
    items_[number].next = full_[word] & here ? heads_[at] : no_node;
    heads_[at] = number;
    full_[word] |= here;
    lowest_ = std::min(lowest_, word);
    return number;
  }

  // The next one, to be given back by `drop`; no_node at the end.
  uint32_t pop() {
    for (; lowest_ < range / 64; lowest_++)
      while (full_[lowest_]) {
        size_t at = lowest_ * 64 + static_cast<size_t>(std::countr_zero(full_[lowest_]));
        uint32_t number = heads_[at];
        heads_[at] = items_[number].next;
        if (heads_[at] == no_node) full_[lowest_] &= full_[lowest_] - 1;
        if (items_[number].card) return number;
        drop(number, false);
      }
    return no_node;
  }

  // Forgets a child that was popped; one that was taken from anywhere is still in its list until then.
  void drop(uint32_t number, bool from_anywhere) {
    items_[number].card = 0;
    if (from_anywhere) return;
    items_[number].next = free_;
    free_ = number;
  }

  const Waiting& operator[](uint32_t number) const { return items_[number]; }
  size_t size() const { return items_.size(); }

private:
  static constexpr int range = 1 << 13;
  static constexpr size_t smallest = 1 << 10, largest_kept = 1 << 18;

  std::array<uint32_t, range> heads_;
  std::array<uint64_t, range / 64> full_{};
  Vector<Waiting> items_;
  size_t lowest_ = 0;
  uint32_t free_ = no_node;
};

// Children by cards left and cells used: now and then one is taken from a random kind, whatever its value is.
// A number may stand for a child that was taken since, or for a newer one in its place: no harm.
class Kinds {
public:
  void reset() {
    for (uint16_t kind : used_) numbers_[kind].clear();
    used_.clear();
    state_ = 1;
  }
  void push(uint32_t number, int left, int held) {
    auto kind = static_cast<uint16_t>(left * (most_cells + 1) + held);
    if (numbers_[kind].empty()) used_.push_back(kind);
    numbers_[kind].push_back(number);
  }
  uint32_t pop(const Queue& queue) {
    while (!used_.empty()) {
      size_t place = draw() % used_.size();
      auto& numbers = numbers_[used_[place]];
      size_t at = draw() % numbers.size();
      uint32_t number = numbers[at];
      numbers[at] = numbers.back();
      numbers.pop_back();
      if (numbers.empty()) {
        used_[place] = used_.back();
        used_.pop_back();
      }
      if (queue[number].card) return number;
    }
    return no_node;
  }

private:
  size_t draw() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return state_ >> 33;
  }
  Vector<Vector<uint32_t>> numbers_ = Vector<Vector<uint32_t>>((most_cards + 1) * (most_cells + 1));
  Vector<uint16_t> used_;
  uint64_t state_ = 1;
};

}  // namespace copla::freecell
