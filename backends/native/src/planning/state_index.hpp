// The closed list's index: from a state to its number in a pool, in four bytes a slot.
//
// Open addressing with linear probing over 32-bit slots. The pool numbers its states, and a number rarely
// needs all 32 bits: what is left of the slot holds bits of the hash, so that a probe seldom has to look at
// the pool, which is a cache miss each time, unless it has found its state. The split is chosen anew whenever
// the table grows. Growing frees the old table first and inserts the states again from the pool: there are
// never two tables. Any size will do (the hash is scaled, not masked), so it grows by half: 5 to 7.5 bytes a
// state at the load of 0.8.
#pragma once

#include <bit>

#include "core/column.hpp"
#include "planning/account.hpp"
#include "planning/packed.hpp"

namespace copla::planning {

constexpr uint32_t kNone = ~uint32_t{0};

class StateIndex {
public:
  explicit StateIndex(Account& account) : account_(account), block_(account.control) {}

  struct Probe {
    uint64_t slot;
    uint32_t tag;
  };

  Probe begin(uint64_t hash) const {
    return {static_cast<uint64_t>((static_cast<unsigned __int128>(hash) * slots_) >> 64),
            static_cast<uint32_t>(hash) << number_bits_};
  }

  void prefetch(const Probe& probe) const { __builtin_prefetch(table() + probe.slot); }

  // The number in the slot where the search begins, if it may be the state; for prefetching the pool.
  uint32_t guess(const Probe& probe) const {
    uint32_t slot = table()[probe.slot];
    return slot != kNone && ((slot ^ probe.tag) & ~number_mask_) == 0 ? slot & number_mask_ : kNone;
  }

  // Finds the number for which `same(number)` holds; kNone, and the probe at the free slot, if there is none.
  template <class Same>
  uint32_t find(Probe& probe, Same same) const {
    const uint32_t* table = this->table();
    for (;;) {
      uint32_t slot = table[probe.slot];
      if (slot == kNone) return kNone;
      if (((slot ^ probe.tag) & ~number_mask_) == 0 && same(slot & number_mask_)) return slot & number_mask_;
      if (++probe.slot == slots_) probe.slot = 0;
    }
  }

  // Into the free slot, or over the number, that `find` stopped at.
  void put(const Probe& probe, uint32_t number) { table()[probe.slot] = probe.tag | number; }

  void clear() {
    if (slots_ != 0) std::memset(block_.data(), 0xFF, slots_ * sizeof(uint32_t));
  }

  // To be asked before probes are begun, with what there may be after them: states, and numbers given to
  // them.
  bool full(size_t states, size_t numbers) const { return states > most_ || numbers >= number_mask_; }

  // Makes room. `numbers`: how many there are now; `hash` is asked for each, except for those that
  // `skip` names (older records of a state).
  template <class Hash, class Skip>
  void grow(size_t numbers, size_t wanted, Hash hash, Skip skip) {
    size_t slots = std::max<size_t>({wanted + wanted / 4 + 64, slots_ + slots_ / 2, 1024});
    most_ = slots - slots / 5;
    number_bits_ = static_cast<int>(std::bit_width(std::max(most_, numbers + numbers / 2 + 64) + 1));
    if (number_bits_ > 31) {
      block_.control().request(Stop::memory);
      throw LimitReached{Stop::memory};
    }
    number_mask_ = (uint32_t{1} << number_bits_) - 1;
    block_.resize(0);
    slots_ = slots;
    block_.resize(slots * sizeof(uint32_t));
    std::memset(block_.data(), 0xFF, slots * sizeof(uint32_t));
    constexpr size_t kAhead = 16, kPatience = 1 << 16;
    uint64_t ring[kAhead];
    for (size_t number = 0; number < numbers + kAhead; ++number) {
      if (number % kPatience == kPatience - 1) account_.check(kPatience);  // a large table takes seconds
      if (number >= kAhead && !skip(static_cast<uint32_t>(number - kAhead))) {
        Probe probe = begin(ring[number % kAhead]);
        while (table()[probe.slot] != kNone)
          if (++probe.slot == slots_) probe.slot = 0;
        put(probe, static_cast<uint32_t>(number - kAhead));
      }
      if (number < numbers) {
        ring[number % kAhead] = hash(static_cast<uint32_t>(number));
        prefetch(begin(ring[number % kAhead]));
      }
    }
  }

private:
  uint32_t* table() const { return static_cast<uint32_t*>(block_.data()); }

  Account& account_;
  Block block_;
  uint64_t slots_ = 0;
  size_t most_ = 0;
  int number_bits_ = 1;
  uint32_t number_mask_ = 1;
};

}  // namespace copla::planning
