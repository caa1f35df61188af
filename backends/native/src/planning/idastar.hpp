// IDA*: depth-first search within a bound on cost plus estimate; the bound grows until there is a plan.
//
// What is refused, besides what is over the bound:
//   path    states on the path (the textbook's form);
//   parent  the state before the last step; refused states are not counted as generated, as in Korf's
//           experiments;
//   moves   after an action those that undo it, and of two actions that commute the second in ascending
//           order: derived from the task once, as a matrix of bits. Among the cheapest plans the shortest and
//           then smallest one never has such a pair, so a cheapest plan is always left.
// A transposition table may be added to path and parent (not to moves: the two together lose plans). It
// holds whole states, so it never errs; a state is refused if it was expanded within the same bound at no
// greater cost.
//
// Every iteration meets the plans of earlier ones again. A plan was met before exactly if all nodes on its
// way were within the last bound. That is worked out only when there is a plan, and when several are wanted.
#pragma once

#include <optional>

#include "core/memory.hpp"
#include "planning/account.hpp"
#include "planning/continuations.hpp"
#include "planning/evaluator.hpp"
#include "planning/nodes.hpp"
#include "planning/path.hpp"
#include "planning/pruning.hpp"

namespace copla::planning {

enum class Prune { path, parent, moves };

// Cost plus estimate in the upper half, cost in the lower: a step adds to both at once. No half of a node
// within a bound ever needs its highest bit.
template <class Cost>
struct Sums {
  using Sum = std::conditional_t<kNarrow<Cost>, uint64_t, unsigned __int128>;
  static constexpr int kWords = sizeof(Sum) / sizeof(Word), kHalf = sizeof(Sum) * 4;

  static Sum of(int64_t total, int64_t cost) {
    return static_cast<Sum>(total) << kHalf | static_cast<Sum>(cost);
  }
  static int64_t total(Sum sum) { return static_cast<int64_t>(sum >> kHalf); }
  static int64_t cost(Sum sum) { return static_cast<Cost>(sum); }
  static Sum load(const Word* from) {
    Sum sum;
    std::memcpy(&sum, from, sizeof(Sum));
    return sum;
  }
  static void store(Sum sum, Word* to) { std::memcpy(to, &sum, sizeof(Sum)); }
};

template <int N, class Cost, Prune prune>
class IdaStar : Sums<Cost> {
  using typename Sums<Cost>::Sum;

public:
  IdaStar(const Task& task, const Packed& packed, Successors& successors, Evaluator& evaluator,
          Account& account)
      : task_(task),
        packed_(packed),
        successors_(successors),
        continuations_(successors, packed, task, prune != Prune::path, account),
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
    Estimate start = evaluator_.start(packed_.initial.data());
    if (start.is_dead_end()) {
      account_.cuts.dead_end = true;
      return;
    }
    if constexpr (prune == Prune::moves) forbidden_.emplace(task_, account_);
    table_.resize(table_bytes, states_.count());
    start_ = start.cost();
    std::optional<int64_t> last, bound = start_;
    while (bound && !account_.enough()) {
      account_.progress.bound = *bound;
      auto next = within(last, *bound);
      last = bound;
      bound = next;
    }
  }

private:
  struct Waiting {
    int32_t action;
    uint32_t depth;
    Sum sum;
  };

  // What an action adds to a sum, its flips, and its number; nothing, if it is none.
  void add_step(int32_t action, Vector<Word>& steps) {
    const size_t width = states_.count(), at = steps.size();
    bool is_action = action >= 0 && static_cast<size_t>(action) < packed_.costs.size();
    int64_t cost = is_action ? packed_.costs[action] : 0;
    int64_t added = is_action && evaluator_.increments() != nullptr ? evaluator_.increments()[action] : 0;
    dearest_step_ = std::max({dearest_step_, cost, cost + added});
    steps.resize(at + stride());
    this->store(this->of(cost + added, cost), &steps[at]);
    for (size_t i = 0; i < width; ++i)
      steps[at + this->kWords + i] = is_action ? packed_.flips[action * width + i] : 0;
    steps.back() = static_cast<Word>(action);
  }

  // Words of a step; as many has a node that waits: its sum, its state, its action and depth.
  size_t stride() const { return static_cast<size_t>(this->kWords + states_.count() + 1); }

  // Expanded states of the current bound, one to a slot; a newer one takes the place of an older one.
  class Table {
  public:
    explicit Table(Control& control) : block_(control) {}

    void resize(size_t bytes, int words) {
      stride_ = words + 2;
      slots_ = bytes / (stride_ * sizeof(Word));
      if (slots_ == 0) return;
      block_.resize(slots_ * stride_ * sizeof(Word));
      std::memset(block_.data(), 0, slots_ * stride_ * sizeof(Word));
    }

    explicit operator bool() const { return slots_ != 0; }

    // `iteration` counts from 1.
    bool refuses(const States<N>& states, const Word* state, uint64_t iteration, int64_t cost) {
      auto slot = static_cast<size_t>((static_cast<unsigned __int128>(states.hash(state)) * slots_) >> 64);
      Word* entry = static_cast<Word*>(block_.data()) + slot * stride_;
      bool known = entry[0] == iteration && states.equal(entry + 2, state);
      if (known && static_cast<int64_t>(entry[1]) <= cost) return true;
      entry[0] = iteration;
      entry[1] = static_cast<Word>(cost);
      states.copy(state, entry + 2);
      return false;
    }

  private:
    Block block_;
    size_t slots_ = 0, stride_ = 1;
  };

  // The next bound to try; none if nothing was above this one, or enough plans were found.
  std::optional<int64_t> within(std::optional<int64_t> last, int64_t bound) {
    if constexpr (kNarrow<Cost>) kept<Cost>(bound + dearest_step_);
    ++iteration_;
    // The least sum above the bound; no sum is as large as this.
    constexpr int64_t kNothing = std::numeric_limits<int64_t>::max();
    int64_t next_bound = kNothing;
    const int width = states_.count();
    constexpr int kWords = Sums<Cost>::kWords;
    const size_t stride = this->stride();
    const Sum beyond = this->of(bound + 1, 0);
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
    Waiting next{0, 0, this->of(start_, 0)};
    Local<N> next_state(width);
    states_.copy(packed_.initial.data(), next_state.data());
    bool chosen = true;
    size_t waiting = 0;
    while (chosen || waiting > 0) {
      if (!chosen) {
        const Word* top = stack_.data() + --waiting * stride;
        const Word place = top[kWords + width];
        next = {static_cast<int32_t>(place), static_cast<uint32_t>(place >> 32), this->load(top)};
        states_.copy(top + kWords, next_state.data());
      }
      chosen = false;
      const Waiting node = next;
      states_.copy(next_state.data(), state.data());
      path_.set(node.depth, state.data(), node.action, prune == Prune::path);
      if (states_.matches(state.data(), packed_.goal_mask.data(), packed_.goal_value.data())) {
        if (account_.wanted == 1 || !last || path_was_above(*last)) {
          hand_over();
          if (account_.solved(path_.plan(), this->cost(node.sum))) return std::nullopt;
        }
        continue;
      }
      if (table_ && table_.refuses(states_, state.data(), iteration_, this->cost(node.sum))) continue;
      const bool has_parent = node.depth > 0;
      const Word* last_step = steps_.data() + static_cast<size_t>(node.action) * stride;
      auto child = [&](const Word* step) {
        const auto action = static_cast<int32_t>(step[kWords + width]);
        if constexpr (prune == Prune::moves)
          if (has_parent && forbidden_->refuses(node.action, action)) return;
        if constexpr (prune == Prune::parent)  // the bits that led here lead back
          if (may_lead_back && has_parent && states_.equal(step + kWords, last_step + kWords)) return;
        ++generated;
        states_.apply(state.data(), step + kWords, fresh.data());
        if constexpr (prune == Prune::path)
          if (path_.contains(fresh.data())) return;
        Sum sum = node.sum + this->load(step);
        if constexpr (!kNarrow<Cost>)
          if (!account_.template follows<Cost>(this->cost(sum))) return;
        if (!constant) {
          int64_t cost = this->cost(sum), before = this->total(node.sum) - this->cost(node.sum);
          Estimate guess = evaluator_.next(before, action, fresh.data());
          if (guess.is_dead_end()) {
            account_.cuts.dead_end = true;
            return;
          }
          if (cost + guess.cost() > bound) {  // it may be too large for a half
            next_bound = std::min(next_bound, cost + guess.cost());
            return;
          }
          sum = this->of(cost + guess.cost(), cost);
        } else if (sum >= beyond) {
          next_bound = std::min(next_bound, this->total(sum));
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
    return next_bound == kNothing ? std::nullopt : std::optional(next_bound);
  }

  // Whether some node on the current path has a cost plus estimate above this.
  bool path_was_above(int64_t bound) {
    Local<N> state(states_.count()), fresh(states_.count());
    states_.copy(packed_.initial.data(), state.data());
    int64_t cost = 0, estimate = start_;
    for (int32_t action : path_.plan()) {
      states_.apply(state.data(), &packed_.flips[static_cast<size_t>(action) * states_.count()],
                    fresh.data());
      states_.copy(fresh.data(), state.data());
      cost += packed_.costs[action];
      estimate = evaluator_.next(estimate, action, state.data()).cost();
      if (cost + estimate > bound) return true;
    }
    return false;
  }

  void room(size_t nodes) {
    size_t words = nodes * stride();
    if (words > stack_.size()) stack_.extend(words - stack_.size());
  }

  void push(size_t& waiting, const Waiting& node, const Word* state) {
    Word* top = stack_.data() + waiting++ * stride();
    this->store(node.sum, top);
    states_.copy(state, top + this->kWords);
    top[this->kWords + states_.count()] = static_cast<uint32_t>(node.action) | Word{node.depth} << 32;
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
  Vector<Word> steps_;         // by the number of the action
  Vector<Word> branch_steps_;  // by its place among the branches of the successor tree
  Table table_;
  Vector<int32_t> found_;
  std::optional<ForbiddenPairs> forbidden_;
  int64_t start_ = 0;         // the estimate of the start
  int64_t dearest_step_ = 0;  // the most that a step adds to a cost or a sum
  uint64_t iteration_ = 0;
};

}  // namespace copla::planning
