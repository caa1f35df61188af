// The value that a decision tries first.
//
// A variable gets the value that it has in the longest assignment without a conflict so far: what solved most
// of the problem is changed where it has to be, and not all over. A variable that is open there gets the
// value that it had last. After some time, longer each time, that assignment becomes what all had last and
// gives way to the next one, for the search may be stuck near it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "constraints/clauses.hpp"

namespace copla::constraints {

class Phases {
public:
  void add_variable() {
    last_.push_back(0);
    longest_.push_back(open);
  }
  bool of(int v) const { return longest_[v] == open ? last_[v] : longest_[v]; }

  // A literal that is no longer true.
  void undone(Lit lit) { last_[variable_of(lit)] = !(lit & 1); }

  // At a conflict, before anything is undone; the first `count` literals of the trail are without one.
  void conflict(const Vector<Lit>& trail, size_t count) {
    if (++conflicts_ == until_) {
      until_ += interval * ++periods_;
      forget();
    }
    if (count <= length_) return;
    length_ = count;
    std::fill(longest_.begin(), longest_.end(), open);
    for (size_t i = 0; i < count; ++i) longest_[variable_of(trail[i])] = !(trail[i] & 1);
  }

  // The longest assignment becomes what all had last. Also after a solution, near which others are looked
  // for.
  void forget() {
    for (size_t v = 0; v < last_.size(); ++v)
      if (longest_[v] != open) last_[v] = longest_[v];
    std::fill(longest_.begin(), longest_.end(), open);
    length_ = 0;
  }

private:
  static constexpr int8_t open = -1;
  static constexpr uint64_t interval = 1000;  // conflicts

  Vector<int8_t> last_, longest_;
  size_t length_ = 0;
  uint64_t conflicts_ = 0, until_ = interval, periods_ = 1;
};

}  // namespace copla::constraints
