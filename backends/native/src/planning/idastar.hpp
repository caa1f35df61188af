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
#include "planning/continuations.hpp"
#include "planning/evaluator.hpp"
#include "planning/nodes.hpp"
#include "planning/path.hpp"
#include "planning/pruning.hpp"

namespace copla::planning {

enum class Prune { path, parent, moves };

template <int N, Prune prune>
class IdaStar {
public:
  IdaStar(const Task& task, const Packed& packed, Successors& successors, Evaluator& evaluator,
          Account& account)
      : task_(task),
        packed_(packed),
        successors_(successors),
        continuations_(successors, packed, task, prune != Prune::path),
        evaluator_(evaluator),
        account_(account),
        states_(packed.words),
        path_(account.control, packed.words),
        stack_(account.control),
        table_(account.control),
        found_(packed.costs.size() + 1) {
    for (size_t action = 0; action < packed.costs.size(); ++action)
      add_step(static_cast<int32_t>(action), steps_);
    if (continuations_.any_quick())
      for (int32_t action : successors.branches()) add_step(action, branch_steps_);
    room(1);
  }

  void run(size_t table_bytes) {
    if constexpr (prune == Prune::moves) forbidden_.emplace(task_, account_.control);
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
  // Cost plus estimate in the upper half, cost in the lower: a step adds to both at once.
  static Word sum_of(int64_t total, int64_t cost) {
    return static_cast<Word>(total) << 32 | static_cast<Word>(cost);
  }
  static int64_t total_of(Word sum) { return static_cast<int64_t>(sum) >> 32; }
  static int32_t cost_of(Word sum) { return static_cast<int32_t>(sum); }

  struct Waiting {
    int32_t action;
    uint32_t depth;
    Word sum;
  };

  // What an action adds to a sum, its flips, and its number; nothing, if it is none.
  void add_step(int32_t action, std::vector<Word>& steps) const {
    const size_t width = states_.count();
    bool is_action = action >= 0 && static_cast<size_t>(action) < packed_.costs.size();
    // A cost of 2^30 or more is beyond every bound.
    int64_t cost = is_action ? std::min<int64_t>(packed_.costs[action], kInfinite) : 0;
    int64_t added = is_action && evaluator_.increments() != nullptr ? evaluator_.increments()[action] : 0;
    steps.push_back(sum_of(std::min<int64_t>(cost + added, kInfinite), cost));
    for (size_t i = 0; i < width; ++i) steps.push_back(is_action ? packed_.flips[action * width + i] : 0);
    steps.push_back(static_cast<Word>(action));
  }

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
  //
  // A waiting node is a few words on a stack: action and depth, sum, state.
  int64_t within(int64_t last, int64_t bound) {
    ++iteration_;
    int64_t next_bound = kInfinite;
    const int width = states_.count();
    const size_t entry = width + 2, stride = width + 2;
    const auto beyond = static_cast<int64_t>(sum_of(bound + 1, 0));
    Local<N> state(width), fresh(width);
    const bool constant = evaluator_.increments() != nullptr;
    [[maybe_unused]] const bool may_lead_back = !continuations_.left_out();
    const uint64_t patience = constant ? 32 : 1;
    // Counted here and handed over now and then: a count in memory for each node is felt in this loop.
    uint64_t expanded = 0, generated = 0, held = 0;
    auto hand_over = [&] {
      account_.progress.expanded += std::exchange(expanded, 0);
      account_.progress.generated += std::exchange(generated, 0);
      account_.hold(held);
    };
    // The node that comes next is not put on the stack, only to be taken off it at once.
    Waiting next{0, 0, sum_of(start_estimate_, 0)};
    Local<N> next_state(width);
    states_.copy(packed_.initial.data(), next_state.data());
    bool chosen = true;
    size_t waiting = 0;
    while (chosen || waiting > 0) {
      if (!chosen) {
        const Word* top = stack_.data() + --waiting * entry;
        next = {static_cast<int32_t>(top[0]), static_cast<uint32_t>(top[0] >> 32), top[1]};
        states_.copy(top + 2, next_state.data());
      }
      chosen = false;
      const Waiting node = next;
      states_.copy(next_state.data(), state.data());
      path_.set(node.depth, state.data(), node.action, prune == Prune::path);
      if (states_.matches(state.data(), packed_.goal_mask.data(), packed_.goal_value.data())) {
        if (cost_of(node.sum) > last) {
          hand_over();
          if (account_.solved(path_.plan(), cost_of(node.sum))) return -1;
        }
        continue;
      }
      if (table_ && table_.refuses(states_, state.data(), iteration_, cost_of(node.sum))) continue;
      const bool has_parent = node.depth > 0;
      const Word* last_step = steps_.data() + static_cast<size_t>(node.action) * stride;
      auto child = [&](const Word* step) {
        const auto action = static_cast<int32_t>(step[width + 1]);
        if constexpr (prune == Prune::moves)
          if (has_parent && forbidden_->refuses(node.action, action)) return;
        if constexpr (prune == Prune::parent)  // the bits that led here lead back
          if (may_lead_back && has_parent && states_.equal(step + 1, last_step + 1)) return;
        ++generated;
        states_.apply(state.data(), step + 1, fresh.data());
        if constexpr (prune == Prune::path)
          if (path_.contains(fresh.data())) return;
        Word sum = node.sum + *step;
        if (!constant) {
          auto before = static_cast<Estimate>(total_of(node.sum) - cost_of(node.sum));
          int64_t cost = cost_of(sum), guess = evaluator_.next(before, action, fresh.data());
          sum = sum_of(std::min<int64_t>(cost + guess, kInfinite), cost);
        }
        if (static_cast<int64_t>(sum) >= beyond) {
          next_bound = std::min(next_bound, total_of(sum));
          return;
        }
        if (chosen) push(waiting, next, next_state.data());
        next = {action, node.depth + 1, sum};
        states_.copy(fresh.data(), next_state.data());
        chosen = true;
      };
      const auto range = has_parent ? continuations_.quick(node.action) : Successors::Range{};
      if (range.begin < range.end) {
        room(waiting + successors_.most_quick());
        successors_.template backwards<N>(
            range, state.data(), [&](int32_t branch) { child(branch_steps_.data() + branch * stride); });
      } else {
        int count = has_parent ? successors_.from(continuations_[node.action], state.data(), found_.data())
                               : successors_(state.data(), found_.data());
        room(waiting + count);
        while (count-- > 0) child(steps_.data() + found_[count] * stride);
      }
      held = std::max<uint64_t>(held, waiting + chosen + node.depth + 1);
      if (++expanded >= patience) {
        hand_over();
        account_.check(static_cast<int64_t>(patience));
      }
    }
    hand_over();
    return next_bound;
  }

  void room(size_t nodes) {
    size_t words = nodes * (states_.count() + 2);
    if (words > stack_.size()) stack_.extend(words - stack_.size());
  }

  void push(size_t& waiting, const Waiting& node, const Word* state) {
    Word* top = stack_.data() + waiting++ * (states_.count() + 2);
    top[0] = static_cast<uint32_t>(node.action) | Word{node.depth} << 32;
    top[1] = node.sum;
    states_.copy(state, top + 2);
  }

  const Task& task_;
  const Packed& packed_;
  const Successors& successors_;
  Continuations continuations_;
  Evaluator& evaluator_;
  Account& account_;
  States<N> states_;
  Path<N> path_;
  Column<Word> stack_;
  std::vector<Word> steps_;         // by the number of the action
  std::vector<Word> branch_steps_;  // by its place among the branches of the successor tree
  Table table_;
  std::vector<int32_t> found_;
  std::optional<ForbiddenPairs> forbidden_;
  Estimate start_estimate_ = 0;
  uint32_t iteration_ = 0;
};

}  // namespace copla::planning
