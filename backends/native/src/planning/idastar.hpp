// IDA*: depth-first search within a bound on cost plus estimate; the bound grows until there is a plan.
//
// What is refused, besides what is over the bound:
//   path    states on the path (the textbook's form);
//   parent  the state before the last step; refused states are not counted as generated, as in Korf's
//   experiments; moves   after an action those that undo it, and of two actions that commute the second in
//   ascending order:
//           derived from the task once, as a matrix of bits. Among the cheapest plans the shortest and then
//           smallest one never has such a pair, so a cheapest plan is always left.
// A transposition table may be added to path and parent (not to moves: the two together lose plans). It
// holds whole states, so it never errs; a state is refused if it was expanded within the same bound at no
// greater cost.
#pragma once

#include "planning/account.hpp"
#include "planning/evaluator.hpp"
#include "planning/nodes.hpp"
#include "planning/path.hpp"
#include "planning/pruning.hpp"
#include "planning/successors.hpp"

namespace copla::planning {

enum class Prune { path, parent, moves };

template <int N, Prune prune>
class IdaStar {
public:
  IdaStar(const Packed& packed, const Successors& successors, Evaluator& evaluator, Account& account)
      : packed_(packed),
        successors_(successors),
        evaluator_(evaluator),
        account_(account),
        states_(packed.words),
        path_(account.control, packed.words),
        stack_(account.control),
        stack_states_(account.control),
        table_(account.control),
        found_(packed.costs.size() + 1) {}

  void run(const Task& task, size_t table_bytes) {
    if constexpr (prune == Prune::moves) forbidden_.emplace(task, account_.control);
    table_.resize(table_bytes, states_.count());
    int64_t last = -1, bound = evaluator_.start(packed_.initial.data());
    start_estimate_ = static_cast<Estimate>(bound);
    while (bound < kInfinite) {
      account_.progress.bound = bound;
      int64_t next = within(last, bound);
      if (next < 0) return;
      last = bound;
      bound = next;
    }
  }

private:
  struct Waiting {
    int32_t action;
    uint32_t depth;
    int32_t cost;
    Estimate estimate;
  };

  // Expanded states of the current bound, one to a slot; a newer one takes the place of an older one.
  class Table {
  public:
    explicit Table(Control& control) : block_(control) {}

    void resize(size_t bytes, int words) {
      stride_ = words + 1;
      slots_ = bytes / (stride_ * sizeof(Word));
      if (slots_ == 0) return;
      block_.resize(slots_ * stride_ * sizeof(Word));
      std::memset(block_.data(), 0, slots_ * stride_ * sizeof(Word));
    }

    explicit operator bool() const { return slots_ != 0; }

    // `iteration` counts from 1.
    bool refuses(const States<N>& states, const Word* state, uint32_t iteration, int32_t cost) {
      auto slot = static_cast<size_t>((static_cast<unsigned __int128>(states.hash(state)) * slots_) >> 64);
      Word* entry = static_cast<Word*>(block_.data()) + slot * stride_;
      bool known = entry[0] >> 32 == iteration && states.equal(entry + 1, state);
      if (known && static_cast<int32_t>(entry[0]) <= cost) return true;
      entry[0] = Word{iteration} << 32 | static_cast<uint32_t>(cost);
      states.copy(state, entry + 1);
      return false;
    }

  private:
    Block block_;
    size_t slots_ = 0, stride_ = 1;
  };

  // The next bound to try, or -1 if enough plans were found. Plans up to `last` were found before.
  int64_t within(int64_t last, int64_t bound) {
    ++iteration_;
    int64_t next_bound = kInfinite;
    int width = states_.count();
    stack_.shrink(0);
    stack_states_.shrink(0);
    stack_.push({0, 0, 0, start_estimate_});
    states_.copy(packed_.initial.data(), stack_states_.extend(width));
    std::vector<Word> state(width), fresh(width);
    while (!stack_.empty()) {
      const Waiting node = stack_.pop();
      stack_states_.shrink(stack_.size() * width);
      states_.copy(stack_states_.data() + stack_.size() * width, state.data());
      path_.set(node.depth, state.data(), node.action, prune == Prune::path);
      if (states_.matches(state.data(), packed_.goal_mask.data(), packed_.goal_value.data())) {
        if (node.cost > last && account_.solved(path_.plan(), node.cost)) return -1;
        continue;
      }
      if (table_ && table_.refuses(states_, state.data(), iteration_, node.cost)) continue;
      int count = successors_(state.data(), found_.data());
      stack_.room(count);
      stack_states_.room(static_cast<size_t>(count) * width);
      const Word* parent = prune == Prune::parent && node.depth > 0 ? path_.state(node.depth - 1) : nullptr;
      int refused = 0;
      for (int i = count; i-- > 0;) {
        int32_t action = found_[i];
        if constexpr (prune == Prune::moves) {
          if (node.depth > 0 && forbidden_->refuses(node.action, action)) {
            ++refused;
            continue;
          }
        }
        states_.apply(state.data(), &packed_.flips[static_cast<size_t>(action) * width], fresh.data());
        if constexpr (prune == Prune::parent) {
          if (parent != nullptr && states_.equal(fresh.data(), parent)) {
            ++refused;
            continue;
          }
        }
        if constexpr (prune == Prune::path) {
          if (path_.contains(fresh.data())) continue;
        }
        int32_t cost = add_costs(node.cost, packed_.costs[action]);
        Estimate guess = evaluator_.next(node.estimate, action, fresh.data());
        int64_t total = int64_t{cost} + guess;
        if (total > bound) {
          next_bound = std::min(next_bound, total);
        } else {
          stack_.push({action, node.depth + 1, cost, guess});
          states_.copy(fresh.data(), stack_states_.extend(width));
        }
      }
      account_.expand(count - refused);
      account_.hold(stack_.size() + node.depth + 1);
    }
    return next_bound;
  }

  const Packed& packed_;
  const Successors& successors_;
  Evaluator& evaluator_;
  Account& account_;
  States<N> states_;
  Path<N> path_;
  Column<Waiting> stack_;
  Column<Word> stack_states_;
  Table table_;
  std::vector<int32_t> found_;
  std::optional<ForbiddenPairs> forbidden_;
  Estimate start_estimate_ = 0;
  uint32_t iteration_ = 0;
};

}  // namespace copla::planning
