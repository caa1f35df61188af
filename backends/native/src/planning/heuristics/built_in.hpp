// What all heuristics of the engine share: saturating distances, accounted memory, and the leash while they
// are prepared.
//
// Distances. A task's costs are 64-bit numbers. Here every cost is cut to kMost at once and every sum is cut
// to it again, so that no inner loop needs 64 bits. The least of a consistent heuristic and a constant is
// consistent: nothing admissible is lost, only estimates of 2^30 and more are lower than they might be.
// kDeadEnd is no distance: none is as large. It says that there is no way to the goal.
//
// Limits. There are two kinds. The run's own limits (Control) end the preparation with LimitReached: there is
// no heuristic then. The heuristic's share of the time, its option `preparation`, only ends the improving:
// what was found by then is used. A table that was not finished keeps the distance that was reached as a
// lower bound of what is left.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "planning/heuristic.hpp"
#include "planning/task.hpp"

namespace copla::planning::heuristics {

using Distance = int32_t;
constexpr Distance kMost = (1 << 30) - 1;
constexpr Distance kDeadEnd = kMost + 1;

inline Estimate told(Distance distance) {
  return distance == kDeadEnd ? Estimate::dead_end() : Estimate(distance);
}

inline Distance capped(int64_t cost) {
  return static_cast<Distance>(std::min<int64_t>(cost, kMost));
}

inline std::vector<Distance> capped_costs(const Task& task) {
  std::vector<Distance> costs;
  for (const Action& action : task.actions) costs.push_back(capped(action.cost));
  return costs;
}

// Two finite costs; their sum fits 32 bits before it is cut.
inline Distance plus(Distance left, Distance right) {
  return std::min(left + right, kMost);
}

// Memory on the run's account, returned when its owner dies (which may be after the search).
class Claim {
public:
  explicit Claim(const Control& control) : control_(control.child()) {}
  Claim(Claim&& other) : control_(other.control_), bytes_(std::exchange(other.bytes_, 0)) {}
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  Claim& operator=(Claim&&) = delete;
  ~Claim() { control_.release(bytes_); }

  void add(size_t bytes) {
    control_.claim(bytes);
    bytes_ += bytes;
  }
  void drop(size_t bytes) {
    control_.release(bytes);
    bytes_ -= bytes;
  }

private:
  Control control_;
  size_t bytes_ = 0;
};

class Preparation {
  using Clock = std::chrono::steady_clock;

public:
  Preparation(Control& control, double seconds)
      : control_(control),
        deadline_(Clock::now() +
                  std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {
    if (control_.look(Progress{}, true)) throw LimitReached{control_.stopped()};
  }

  // Whether the heuristic's own time is over; LimitReached if a limit of the whole run is. To be asked often.
  bool over(int64_t steps = 1) {
    if (control_.due(Progress{}, steps)) throw LimitReached{control_.stopped()};
    countdown_ -= steps;
    if (countdown_ <= 0) {
      countdown_ = kSteps;
      over_ = over_ || Clock::now() >= deadline_;
    }
    return over_;
  }

  Control& control() { return control_; }

private:
  static constexpr int64_t kSteps = 2048;
  Control& control_;
  Clock::time_point deadline_;
  int64_t countdown_ = 0;
  bool over_ = false;
};

// A heuristic made from the task alone. It knows its layout, so that Python can ask it, too.
class BuiltIn : public Heuristic {
public:
  explicit BuiltIn(const Task& task) : sizes_(task.sizes), layout_(task.sizes) {}

  const std::vector<int>& sizes() const { return sizes_; }
  const Layout& layout() const { return layout_; }

  // The patterns of its tables, if it has any.
  virtual std::vector<std::vector<int>> patterns() const { return {}; }
  // Whether the preparation came to its own end.
  virtual bool finished() const { return true; }

private:
  std::vector<int> sizes_;
  Layout layout_;
};

// Repeatable random numbers (splitmix64): the same on every machine.
class Random {
public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t bits() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  size_t below(size_t limit) { return static_cast<size_t>((bits() >> 32) * limit >> 32); }

private:
  uint64_t state_;
};

// Lists of numbers, one a row, in one array.
class Rows {
public:
  Rows() : start_{0} {}
  explicit Rows(const std::vector<std::vector<int>>& lists) : start_{0} {
    for (const auto& list : lists) {
      items_.insert(items_.end(), list.begin(), list.end());
      start_.push_back(static_cast<int>(items_.size()));
    }
  }

  struct Row {
    const int *first, *last;
    const int* begin() const { return first; }
    const int* end() const { return last; }
    size_t size() const { return static_cast<size_t>(last - first); }
  };
  Row operator[](size_t row) const { return {items_.data() + start_[row], items_.data() + start_[row + 1]}; }
  size_t size() const { return start_.size() - 1; }

private:
  std::vector<int> start_, items_;
};

}  // namespace copla::planning::heuristics
