// The comparisons `x <= y + number` of a problem, as arrows between variables: the quick way to their
// fixpoint.
//
// The levels of inference that the readable solver lacks need not follow its queue, and in a Futoshiki most
// of the constraints are such comparisons. As propagators they were woken by every change of either variable,
// and mostly in vain. An arrow is followed at once, and in one direction: what the least value of x says
// about y, or the largest of y about x. Domains of one word whose values are a range only: then a bound is
// one shift.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "constraints/propagators.hpp"
#include "constraints/store.hpp"

namespace copla::constraints {

class Bounds {
public:
  static bool fit(const Problem& problem, Level level) {
    return problem.words == 1 && problem.dense && (level == Level::arc || level == Level::hidden);
  }

  Bounds(const Problem& problem, const Program& program, Level level) : start_(problem.variables + 1, 0) {
    if (!fit(problem, level)) return;
    active_ = true;
    auto each = [&](auto&& visit) {
      for (const Propagator& p : program.all) {
        if (p.rule != Rule::at_most) continue;
        int x = program.scopes[p.first], y = program.scopes[p.first + 1];
        int shift = static_cast<int>(std::clamp<int64_t>(p.bound, -64, 64));
        visit(x, Arrow{y, -shift, p.constraint, true});
        visit(y, Arrow{x, shift, p.constraint, false});
      }
    };
    each([&](int from, const Arrow&) { ++start_[from + 1]; });
    for (int v = 0; v < problem.variables; ++v) start_[v + 1] += start_[v];
    arrows_.resize(start_.back());
    Vector<int> next(start_.begin(), start_.end() - 1);
    each([&](int from, const Arrow& arrow) { arrows_[next[from]++] = arrow; });
  }

  bool active() const { return active_; }

  // Follows the arrows from a variable that changed; the constraint that cannot hold any more, or -1.
  template <int W>
  int follow(int variable, Store<W>& store) const {
    const uint64_t domain = *store.domain(variable);
    const int least = std::countr_zero(domain), largest = 63 - std::countl_zero(domain);
    for (int i = start_[variable]; i < start_[variable + 1]; ++i) {
      const Arrow& arrow = arrows_[i];
      uint64_t kept = arrow.raises ? store.from(least + arrow.shift) : ~store.from(largest + arrow.shift + 1);
      if constexpr (audited) store.audit.act(arrow.constraint, std::nullopt);
      if ((*store.domain(arrow.to) & ~kept) && !store.keep(arrow.to, &kept)) return arrow.constraint;
    }
    return -1;
  }

private:
  struct Arrow {
    int to, shift, constraint;
    bool raises;  // the least value of `to`; else it lowers the largest
  };

  Vector<int> start_;
  Vector<Arrow> arrows_;
  bool active_ = false;
};

}  // namespace copla::constraints
