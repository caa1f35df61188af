// The audit of the light search: a value goes only where the acting constraint has no room for it.
//
// The store asks at every removal, whoever made it: under the domains of that moment, no values satisfy the
// acting constraint together with the value that goes (meaning.hpp). A propagator that fails is asked the
// same about all values. A planted solution that is inside all domains stays there. And where nothing more is
// said to follow, nothing more does (promises.hpp). All of this is called in audit builds only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "constraints/meaning.hpp"
#include "constraints/planted.hpp"
#include "constraints/promises.hpp"
#include "core/audit.hpp"

namespace copla::constraints {

class PruningAudit {
public:
  void start(const Problem* problem) {
    problem_ = problem;
    planted_ = planted_positions(*problem);
    promises_.emplace(*problem);
  }
  // Who removes from now on; of the objective, under which bound.
  void act(int constraint, std::optional<int64_t> bound) {
    acting_ = constraint;
    bound_ = bound;
  }
  // From now on, only what costs at most this much is wanted.
  void wanted_at_most(int64_t cost) {
    promises_->wanted_at_most(cost);
    if (planted_ && problem_->cost(planted_->data()) > cost) planted_.reset();
  }

  template <class Store>
  void removed(const Store& store, int variable, int position) const {
    if (possible(store, variable, position))
      fail_audit(__FILE__, __LINE__,
                 "audit: constraint " + std::to_string(acting_) + " removes the value " +
                     std::to_string(problem_->values[position]) + " of variable " + std::to_string(variable) +
                     " and could have it");
    if (planted_ && (*planted_)[variable] == position && is_planted_inside(store))
      fail_audit(__FILE__, __LINE__, "audit: the planted solution is excluded by a removal");
  }
  template <class Store>
  void failed(const Store& store) const {
    if (possible(store, -1, -1))
      fail_audit(__FILE__, __LINE__,
                 "audit: constraint " + std::to_string(acting_) + " fails and could be satisfied");
  }
  template <class Store>
  void found(const Store& store) const {
    for (int c = 0; c < static_cast<int>(problem_->constraints.size()); ++c) {
      Meaning meaning(*problem_, c, std::nullopt);
      std::vector<int> own;
      for (int v : meaning.scope) own.push_back(store.least(v));
      if (!meaning.holds(own))
        fail_audit(__FILE__, __LINE__, "audit: a solution violates constraint " + std::to_string(c));
    }
  }
  // After all that follows at this level; `stop` says whether there is no more time to look.
  template <class Store, class Stop>
  void ended(const Store& store, Level level, Stop&& stop) {
    if (!promises_->due()) return;
    Meaning::Domains left(problem_->variables);
    for (int v = 0; v < problem_->variables; ++v) store.each(v, [&](int at) { left[v].push_back(at); });
    promises_->check(left, [&](int) { return level; }, [&](int v) { return store.assigned[v] != 0; }, stop);
  }

private:
  template <class Store>
  bool possible(const Store& store, int variable, int position) const {
    Meaning meaning(*problem_, acting_, bound_);
    Meaning::Domains domains;
    for (int v : meaning.scope) {
      domains.emplace_back();
      if (v == variable)
        domains.back().push_back(position);
      else
        store.each(v, [&](int at) { domains.back().push_back(at); });
    }
    return meaning.possible(domains);
  }
  template <class Store>
  bool is_planted_inside(const Store& store) const {
    for (int v = 0; v < problem_->variables; ++v)
      if (!store.has(v, (*planted_)[v])) return false;
    return true;
  }

  const Problem* problem_ = nullptr;
  int acting_ = 0;
  std::optional<int64_t> bound_;
  std::optional<std::vector<int>> planted_;
  std::optional<Promises> promises_;
};

}  // namespace copla::constraints
