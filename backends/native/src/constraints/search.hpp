// The light search: depth-first, without learning and without allocation in its loop.
//
// At the levels and orders that the readable solver has, it visits the same nodes in the same order: queues,
// ties and the moment of each count follow backends/forward_checking/solver.py line by line, and the tests
// compare all counts. A node is *expanded* when a variable (or, with dual branching, a value of a line) is
// chosen at it, a *guess* if more than one choice is left, *generated* for every choice tried, a *backtrack*
// for every one that fails at once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "constraints/answer.hpp"
#include "constraints/bounds.hpp"
#include "constraints/choice.hpp"
#include "constraints/inference.hpp"
#include "constraints/weights.hpp"
#include "core/control.hpp"

namespace copla::constraints {

template <int W>
class Search {
public:
  Search(const Problem& problem, const Settings& settings, Control& control)
      : problem_(problem),
        settings_(settings),
        control_(control),
        program_(problem, settings.level),
        bounds_(problem, program_, settings.level),
        store_(problem),
        inference_(problem, program_, store_, settings.level),
        weights_(problem),
        chooser_(problem, settings, store_, weights_),
        cheap_(program_.all.size()),
        costly_(program_.all.size()),
        waiting_(program_.all.size(), 0) {
    program_.link(problem.variables, [&](Rule rule) { return followed(rule); });
    stack_.reserve(64);
    choices_.reserve(256);
  }

  Answer run() { return finish(search()); }
  // What there is when the memory ran out in the middle of `run`.
  Answer stopped() { return finish(End::limit); }

  Weights& weights() { return weights_; }
  const Store<W>& store() const { return store_; }
  // After `run` handed over: back to what holds at the root.
  void to_root() { store_.undo(root_); }

private:
  struct Range {
    const int *from, *to;
    const int* begin() const { return from; }
    const int* end() const { return to; }
  };
  struct Frame {
    size_t first, next, last;  // its choices
    size_t mark;
    int variable;  // assigned now, to be taken back
  };

  // First in, first out; a ring, because each propagator waits once at most.
  class Queue {
  public:
    explicit Queue(size_t most) : ring_(std::bit_ceil(most + 1)), mask_(ring_.size() - 1) {}
    bool empty() const { return next_ == end_; }
    int pop() { return ring_[next_++ & mask_]; }
    // Without a branch: whether a propagator waits already is as good as random.
    void push(int propagator, bool fresh) {
      ring_[end_ & mask_] = propagator;
      end_ += fresh;
    }

  private:
    Vector<int> ring_;
    size_t mask_, next_ = 0, end_ = 0;
  };

  Answer finish(End end) {
    answer_.end = end;
    answer_.prunings = settings_.level == Level::none ? 0 : store_.prunings;
    return std::move(answer_);
  }

  End search() {
    Answer& a = answer_;
    if (control_.look(progress())) return End::limit;
    if (!prepare()) return limit_ ? End::limit : End::exhausted;
    if constexpr (audited) check_promises();
    root_ = store_.mark();
    int64_t patience = settings_.budget, until_restart = settings_.restarts;
    double interval = static_cast<double>(settings_.restarts);
    while (true) {
      if (choose()) {
        ++a.expanded;
        Frame& frame = stack_.back();
        if (frame.last - frame.first > 1) {
          ++a.guesses;
          if (settings_.guesses >= 0 && static_cast<int64_t>(a.guesses) > settings_.guesses)
            return End::guesses;
        }
        a.deepest = std::max<uint64_t>(a.deepest, stack_.size());
      } else {
        if (record()) return End::enough;
        patience = settings_.budget;
      }
      while (true) {
        if (stack_.empty()) return End::exhausted;
        Frame& frame = stack_.back();
        store_.undo(frame.mark);
        if (frame.variable >= 0) store_.assigned[frame.variable] = 0;
        frame.variable = -1;
        if (frame.next == frame.last) {
          choices_.resize(frame.first);
          stack_.pop_back();
          continue;
        }
        if (control_.due(progress())) return End::limit;
        ++a.generated;
        auto [variable, position] = choices_[frame.next++];
        frame.variable = variable;
        store_.assigned[variable] = 1;
        store_.fix(variable, position);
        if (infer(variable)) {
          if constexpr (audited) check_promises();
          break;
        }
        if (limit_) return End::limit;
        ++a.backtracks;
        if (settings_.budget >= 0 && patience-- == 0) return End::budget;
        if (settings_.restarts >= 0 && until_restart-- == 0 && a.seconds.empty()) {
          ++a.restarts;
          interval *= 1.5;
          until_restart = static_cast<int64_t>(interval);
          unwind();
          break;
        }
      }
    }
  }

  void check_promises() {
    store_.audit.ended(store_, settings_.level, [&] { return control_.due(progress(), 64); });
  }

  void unwind() {
    for (Frame& frame : stack_)
      if (frame.variable >= 0) store_.assigned[frame.variable] = 0;
    stack_.clear();
    choices_.clear();
    store_.undo(root_);
  }

  // Puts a frame with the next choices on the stack; false if every variable has its value.
  bool choose() {
    size_t first = choices_.size();
    if (!chooser_.choose(choices_)) return false;
    if (settings_.values == Values::least_constraining) order_values(first);
    stack_.push_back({first, first, choices_.size(), store_.mark(), -1});
    return true;
  }

  void order_values(size_t first) {
    removed_.clear();
    for (size_t i = first; i < choices_.size(); ++i)
      removed_.push_back({removed_by(choices_[i]), choices_[i]});
    std::stable_sort(removed_.begin(), removed_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (size_t i = 0; i < removed_.size(); ++i) choices_[first + i] = removed_[i].second;
  }

  // How many values of other variables forward checking would remove.
  uint64_t removed_by(Choice choice) {
    size_t mark = store_.mark();
    uint64_t before = store_.prunings;
    store_.assigned[choice.variable] = 1;
    store_.fix(choice.variable, choice.position);
    for (int p : of(choice.variable))
      if (!inference_.forward(program_.all[p], choice.variable)) break;
    uint64_t removed = store_.prunings - before;
    store_.undo(mark);
    store_.assigned[choice.variable] = 0;
    store_.prunings = before;
    store_.changed.clear();
    return removed;
  }

  bool infer(int variable) {
    if (settings_.level >= Level::arc) {
      if (program_.objective >= 0) enqueue(program_.objective);
      for (int p : of(variable))
        if (p != program_.objective) enqueue(p);
      return propagate({&variable, &variable + 1});
    }
    store_.changed.clear();
    for (int p : of(variable)) {
      const Propagator& propagator = program_.all[p];
      bool holds = settings_.level == Level::forward ? inference_.forward(propagator, variable)
                                                     : inference_.check(propagator, variable);
      if (!holds) {
        weights_.blame(propagator.constraint);
        return false;
      }
    }
    return program_.objective < 0 || inference_.filter(program_.all[program_.objective]);
  }

  // Runs the waiting propagators, and again those whose variables change; cheap ones first, in turn. What
  // only bounds say about each other, first about the variables given, comes before them all.
  bool propagate(Range given) {
    store_.changed.clear();
    bool holds = !bounds_.active() || (follow(given) && wake(-1));
    while (holds && !(cheap_.empty() && costly_.empty())) {
      if ((++filtered_ & 15) == 0 && control_.due(progress(), 1)) {
        limit_ = true;
        holds = false;
        break;
      }
      int current = cheap_.empty() ? costly_.pop() : cheap_.pop();
      waiting_[current] = 0;
      if (!inference_.filter(program_.all[current])) {
        weights_.blame(program_.all[current].constraint);
        holds = false;
        break;
      }
      holds = wake(current);
    }
    while (!cheap_.empty()) waiting_[cheap_.pop()] = 0;
    while (!costly_.empty()) waiting_[costly_.pop()] = 0;
    return holds;
  }

  // Comparisons are no propagators where their arrows are followed at once.
  bool followed(Rule rule) const { return rule == Rule::at_most && bounds_.active(); }
  bool follow(Range variables) {
    for (int variable : variables) {
      int failed = bounds_.follow(variable, store_);
      if (failed < 0) continue;
      weights_.blame(failed);
      return false;
    }
    return true;
  }

  // The propagators of what changed, but not the one that changed it unless bounds did so after it.
  bool wake(int current) {
    const size_t own = store_.changed.size();
    for (size_t i = 0; i < store_.changed.size(); ++i) {
      int variable = store_.changed[i];
      for (int other : of(variable))
        if (other != current || i >= own) enqueue(other);
      if (bounds_.active() && !follow({&variable, &variable + 1})) return false;
    }
    store_.changed.clear();
    return true;
  }

  void enqueue(int propagator) {
    (program_.all[propagator].costly ? costly_ : cheap_).push(propagator, !waiting_[propagator]);
    waiting_[propagator] = 1;
  }

  // What can be concluded before the first choice; false if there is no solution.
  bool prepare() {
    for (const Propagator& p : program_.all)
      if (p.count == 0 && !inference_.filter(p)) return false;
    if (settings_.level == Level::none) return true;
    if (settings_.level == Level::forward) {
      for (const Propagator& p : program_.all)
        if (p.count == 1 && !inference_.forward(p, program_.scopes[p.first])) return false;
      return true;
    }
    for (int p = 0; p < static_cast<int>(program_.all.size()); ++p)
      if (!followed(program_.all[p].rule)) enqueue(p);
    Vector<int> all(problem_.variables);
    std::iota(all.begin(), all.end(), 0);
    return propagate({all.data(), all.data() + all.size()});
  }

  // Keeps the solution; true if no more are wanted.
  bool record() {
    if constexpr (audited) store_.audit.found(store_);
    if (!problem_.has_objective) {
      answer_.keep(problem_.variables, control_, [&](int v) { return store_.least(v); });
      return static_cast<int64_t>(answer_.seconds.size()) == settings_.solutions;
    }
    answer_.forget_all(problem_.variables, control_);
    answer_.keep(problem_.variables, control_, [&](int v) { return store_.least(v); });
    int64_t cost = 0;
    for (size_t i = 0; i < problem_.objective_scope.size(); ++i)
      cost += problem_.objective_terms[i] * problem_.values[store_.least(problem_.objective_scope[i])];
    Propagator& objective = program_.all[program_.objective];
    if (objective.active && cost > objective.bound)
      throw std::logic_error("internal error: the search found a solution that is no better");
    objective.active = true;
    objective.bound = cost - 1;
    if constexpr (audited) store_.audit.wanted_at_most(cost - 1);
    return false;
  }

  Range of(int variable) const {
    const int* base = program_.of_variable.data();
    return {base + program_.of_variable_start[variable], base + program_.of_variable_start[variable + 1]};
  }

  Progress progress() const { return {answer_.expanded, answer_.generated, -1}; }

  const Problem& problem_;
  Settings settings_;
  Control& control_;
  Program program_;
  Bounds bounds_;
  Store<W> store_;
  Inference<W> inference_;
  Weights weights_;
  Chooser<W> chooser_;
  Answer answer_;
  Vector<Frame> stack_;
  Vector<Choice> choices_;
  Vector<std::pair<uint64_t, Choice>> removed_;
  Queue cheap_, costly_;
  Vector<uint8_t> waiting_;
  uint64_t filtered_ = 0;
  size_t root_ = 0;
  bool limit_ = false;
};

}  // namespace copla::constraints
