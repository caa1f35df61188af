// What the kinds with arguments mean, for the searches themselves: whether one holds for given values.
//
// The audit does not believe this; it has its own words (defined_meaning.hpp).
#pragma once

#include <algorithm>
#include <cstdint>

#include "constraints/problem.hpp"

namespace copla::constraints {

// `at`: the positions of the arguments. `numbers`: what follows the arguments.
inline bool is_meant(const Problem& problem, Kind kind, bool allowed, int64_t bound, const int* at,
                     int arguments, const int64_t* numbers, int size) {
  auto value = [&](int i) { return problem.values[at[i]]; };
  switch (kind) {
    case Kind::times:
      return value(0) == value(1) * value(2);
    case Kind::extreme: {
      const int* member =
          allowed ? std::max_element(at + 1, at + arguments) : std::min_element(at + 1, at + arguments);
      return *member == at[0];
    }
    case Kind::entry: {
      const int64_t place = value(1);
      return at[0] == (place >= 0 && place < arguments - 2 ? at[2 + place] : bound);
    }
    case Kind::occurrences: {
      int64_t others = arguments - size;
      for (int i = 0; i < size; ++i) {
        const int64_t found = std::count(at + size, at + arguments, numbers[i]);
        if (found != value(i)) return false;
        others -= found;
      }
      return !allowed || others == 0;
    }
    case Kind::one_cycle: {
      int64_t place = 0;
      for (int step = 1; step <= arguments; ++step) {
        place = value(static_cast<int>(place));
        if (place < 0 || place >= arguments || (place == 0) != (step == arguments)) return false;
      }
      return true;
    }
    default:
      return true;
  }
}

}  // namespace copla::constraints
