// Costs and estimates: which numbers they are, and how kernels keep them.
//
// The cost of an action, of a path and of a plan is a whole number from 0 to kLargest; so is an estimate,
// unless it says "dead end", which is no number. Sums of two such numbers fit 64 bits many times over: they
// are compared with kLargest, never wrapped.
//
// Kernels are templates over the type in which their records keep costs. 32 bits are enough for puzzles and
// keep records small. Where a cost does not fit, the kernel throws TooNarrow, and the run starts again with
// 64 bits: the answer and its counts are the same as if it had begun so.
#pragma once

#include <cstdint>
#include <limits>

#include "core/audit.hpp"

namespace copla::planning {

constexpr int64_t kLargest = int64_t{1} << 53;  // as copla.ground.numbers.LARGEST

// What a heuristic says of a state.
class Estimate {
public:
  explicit Estimate(int64_t cost) : cost_(cost) {
    COPLA_ASSERT(cost >= 0 && cost <= kLargest, "an estimate is outside the range of numbers");
  }
  static Estimate dead_end() { return Estimate(); }

  bool is_dead_end() const { return cost_ < 0; }
  int64_t cost() const {
    COPLA_ASSERT(!is_dead_end(), "a dead end has no cost");
    return cost_;
  }

private:
  Estimate() : cost_(-1) {}
  int64_t cost_;
};

struct TooNarrow {};

template <class Cost>
constexpr bool kNarrow = sizeof(Cost) < sizeof(int64_t);

// A number from 0 to kLargest as a record keeps it.
template <class Cost>
Cost kept(int64_t number) {
  if constexpr (kNarrow<Cost>)
    if (number > std::numeric_limits<Cost>::max()) throw TooNarrow{};
  return static_cast<Cost>(number);
}

}  // namespace copla::planning
