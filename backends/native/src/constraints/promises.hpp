// What each level of inference promises, for the audit: where a propagation says that it has come to its end,
// no constraint is left with a value that its level would have removed.
//
//   none     a constraint whose variables are all assigned holds
//   forward  the last open variable of a constraint has only values that satisfy it; no other variable of an
//            all-different has the value of an assigned one
//   arc      every value is in a solution of the constraint; of a sum of three and more, within its bounds;
//            an all-different as in `forward`, where a variable with one value left counts as assigned
//   hidden   and in an all-different of as many values as variables, a value with one place has it for itself
//   mac      and every value of an all-different is in a solution of it
//
// What has arguments promises from `arc` on what defined_promises.hpp says.
//
// A constraint that cannot hold would have removed all values of a variable, so that is in these sentences.
// An objective promises the bounds of its sum at every level, once there is a bound. A wrong answer needs a
// value too few; here it is one too many, which costs time and nothing else, and which no answer would show.
// Written from these sentences, and shared with no propagator.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "constraints/defined_promises.hpp"
#include "constraints/meaning.hpp"
#include "constraints/propagators.hpp"
#include "core/audit.hpp"

namespace copla::constraints {

class Promise {
public:
  // Of a constraint, or of the objective; see Meaning.
  Promise(const Problem& problem, int number, std::optional<int64_t> bound)
      : problem_(problem), number_(number), meaning_(problem, number, bound) {}

  // `left`: the positions left, by variable. `assigned`: whether a variable is, below `arc`.
  template <class Assigned>
  void check(Level level, const Meaning::Domains& left, Assigned&& assigned) {
    own_.clear();
    assigned_.clear();
    for (int v : meaning_.scope) {
      own_.push_back(left[v]);
      assigned_.push_back(level < Level::arc ? assigned(v) : left[v].size() == 1);
    }
    if (own_.empty()) {
      if (!meaning_.holds({})) refuse("does not hold");
    } else if (meaning_.kind == Kind::all_different) {
      check_different(level);
    } else if (level >= Level::arc || number_ == static_cast<int>(problem_.constraints.size())) {
      check_values();
    } else {
      check_last_open(level);
    }
  }

private:
  [[noreturn]] void refuse(const std::string& what) const {
    fail_audit(__FILE__, __LINE__, "audit: constraint " + std::to_string(number_) + " " + what);
  }
  [[noreturn]] void refuse(size_t place, int position) const {
    refuse("leaves the value " + std::to_string(problem_.values[position]) + " of variable " +
           std::to_string(meaning_.scope[place]) + ", which it should have removed");
  }
  void refuse_unless(bool stays, size_t place, int position) const {
    if (!stays) refuse(place, position);
  }

  void check_last_open(Level level) const {
    const auto open = std::count(assigned_.begin(), assigned_.end(), false);
    if (open > (level == Level::forward ? 1 : 0)) return;
    const size_t last = std::find(assigned_.begin(), assigned_.end(), false) - assigned_.begin();
    std::vector<int> at;
    for (const auto& domain : own_) at.push_back(domain.front());
    const size_t place = last < at.size() ? last : 0;
    for (int position : own_[place]) {
      at[place] = position;
      refuse_unless(meaning_.holds(at), place, position);
    }
  }

  void check_values() const {
    switch (meaning_.kind) {
      case Kind::table:
        return meaning_.allowed ? check_allowed() : check_forbidden();
      case Kind::clause:
        return check_clause();
      case Kind::linear:
        if (meaning_.compare == Compare::differs) return check_last_open(Level::forward);
        if (meaning_.compare == Compare::equal && own_.size() == 2) return check_equal_pair();
        return check_bounds();
      case Kind::all_different:
        return;
      default:
        check_last_open(Level::forward);
        DefinedPromise(problem_, problem_.constraints[number_], own_, [&](int place, int position) {
          refuse(place, position);
        }).check();
    }
  }

  // With each value, and the others as small (or as large) as they can be, the sum is not too much (too
  // little).
  void check_bounds() const {
    if (!meaning_.bounded) return;
    auto term = [&](size_t i, int position) { return meaning_.numbers[i] * problem_.values[position]; };
    for (size_t i = 0; i < own_.size(); ++i) {
      int64_t least = 0, largest = 0;  // of the others
      for (size_t k = 0; k < own_.size(); ++k) {
        if (k == i) continue;
        const int64_t first = term(k, own_[k].front()), last = term(k, own_[k].back());
        least += std::min(first, last);
        largest += std::max(first, last);
      }
      for (int position : own_[i]) {
        const int64_t own = term(i, position);
        refuse_unless(own + least <= meaning_.bound &&
                          (meaning_.compare == Compare::at_most || own + largest >= meaning_.bound),
                      i, position);
      }
    }
  }

  void check_equal_pair() const {
    for (size_t i = 0; i < 2; ++i) {
      std::set<int64_t> others;
      for (int position : own_[1 - i]) others.insert(meaning_.numbers[1 - i] * problem_.values[position]);
      for (int position : own_[i])
        refuse_unless(others.count(meaning_.bound - meaning_.numbers[i] * problem_.values[position]) > 0, i,
                      position);
    }
  }

  // How many rows inside the domains have a value at a place.
  std::vector<std::map<int, int64_t>> rows_inside() const {
    const size_t columns = own_.size();
    std::vector<std::map<int, int64_t>> found(columns);
    for (size_t row = 0; row < meaning_.numbers.size(); row += columns) {
      bool inside = true;
      for (size_t k = 0; k < columns && inside; ++k)
        inside = std::binary_search(own_[k].begin(), own_[k].end(), meaning_.numbers[row + k]);
      for (size_t k = 0; k < columns && inside; ++k) ++found[k][static_cast<int>(meaning_.numbers[row + k])];
    }
    return found;
  }
  void check_allowed() const {
    const auto rows = rows_inside();
    for (size_t i = 0; i < own_.size(); ++i)
      for (int position : own_[i]) refuse_unless(rows[i].count(position) > 0, i, position);
  }
  void check_forbidden() const {
    const auto rows = rows_inside();
    for (size_t i = 0; i < own_.size(); ++i) {
      double combinations = 1;
      for (size_t k = 0; k < own_.size(); ++k)
        if (k != i) combinations *= static_cast<double>(own_[k].size());
      for (const auto& [position, count] : rows[i])
        refuse_unless(static_cast<double>(count) < combinations, i, position);
    }
  }

  // A value stays if it makes the clause true, or if another variable can.
  void check_clause() const {
    std::vector<std::set<int>> chances(own_.size());
    for (size_t i = 0; i < meaning_.numbers.size(); i += 3)
      for (int position : own_[meaning_.numbers[i]])
        if ((position == meaning_.numbers[i + 1]) == (meaning_.numbers[i + 2] != 0))
          chances[meaning_.numbers[i]].insert(position);
    const auto able =
        std::count_if(chances.begin(), chances.end(), [](const auto& some) { return !some.empty(); });
    for (size_t i = 0; i < own_.size(); ++i)
      for (int position : own_[i])
        refuse_unless(chances[i].count(position) > 0 || able > (chances[i].empty() ? 0 : 1), i, position);
  }

  void check_different(Level level) const {
    for (size_t i = 0; i < own_.size(); ++i) {
      if (!assigned_[i]) continue;
      for (size_t k = 0; k < own_.size(); ++k)
        if (k != i && (level > Level::none || assigned_[k]))
          refuse_unless(!std::binary_search(own_[k].begin(), own_[k].end(), own_[i].front()), k,
                        own_[i].front());
    }
    if (level >= Level::hidden) check_places();
    if (level >= Level::mac) check_matchings();
  }

  void check_places() const {
    std::map<int, std::vector<size_t>> places;
    for (size_t i = 0; i < own_.size(); ++i)
      for (int position : own_[i]) places[position].push_back(i);
    if (places.size() < own_.size()) refuse("has fewer values than variables");
    if (places.size() > own_.size()) return;
    for (const auto& [value, where] : places)
      if (where.size() == 1)
        for (int position : own_[where[0]]) refuse_unless(position == value, where[0], position);
  }

  // One matching, and for each other value of a variable another one, which its former owner finds or not.
  void check_matchings() const {
    std::map<int, int> owner;
    for (int i = 0; i < static_cast<int>(own_.size()); ++i) {
      std::set<int> tried;
      if (!Meaning::takes_one(i, own_, owner, tried)) refuse("has no solution");
    }
    for (int i = 0; i < static_cast<int>(own_.size()); ++i)
      for (int position : own_[i]) {
        std::map<int, int> other = owner;
        std::erase_if(other, [&](const auto& pair) { return pair.second == i; });
        const auto before = other.find(position);
        if (before == other.end()) continue;
        const int evicted = before->second;
        other[position] = i;
        std::set<int> tried{position};
        refuse_unless(Meaning::takes_one(evicted, own_, other, tried), i, position);
      }
  }

  const Problem& problem_;
  const int number_;
  const Meaning meaning_;
  Meaning::Domains own_;  // in order, by place in the scope
  std::vector<bool> assigned_;
};

// The promises of all constraints of a problem. Not every end of a propagation is looked at.
class Promises {
public:
  explicit Promises(const Problem& problem) : problem_(problem) {
    for (int c = 0; c < static_cast<int>(problem.constraints.size()); ++c)
      constraints_.emplace_back(problem, c, std::nullopt);
  }

  // Of the objective, from now on.
  void wanted_at_most(int64_t cost) { bound_ = cost; }

  // Whether to look this time: always at first, later now and then.
  bool due() { return ++ends_ <= 500 || ends_ % 64 == 0; }

  // `level_of(c)`: what a constraint promises, or nothing. `stop()`: whether there is no more time to look.
  template <class LevelOf, class Assigned, class Stop>
  void check(const Meaning::Domains& left, LevelOf&& level_of, Assigned&& assigned, Stop&& stop) {
    for (int c = 0; c < static_cast<int>(constraints_.size()) && !stop(); ++c)
      if (const std::optional<Level> level = level_of(c)) constraints_[c].check(*level, left, assigned);
    if (bound_ && problem_.has_objective)
      Promise(problem_, static_cast<int>(constraints_.size()), bound_).check(Level::arc, left, assigned);
  }

private:
  const Problem& problem_;
  std::vector<Promise> constraints_;
  std::optional<int64_t> bound_;
  uint64_t ends_ = 0;
};

}  // namespace copla::constraints
