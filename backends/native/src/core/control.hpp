// The leash of a run: limits, progress and Ctrl-C for every kernel of the engine.
//
// A kernel counts in plain local variables and calls `due(...)` once a node or once a batch, which costs a
// decrement. Every millisecond or so that turns into a look at the clock, and every ten milliseconds into a
// call of whoever started the run: the counters are handed over for showing progress, signals are delivered,
// and the answer says whether to go on. Work between two calls of `due` is to stay well under 50 ms; then
// Ctrl-C and limits are honoured in that time, and a kernel needs no thread of its own.
//
// Memory is accounted for by those who use it: whatever grows with the problem is claimed before it is
// allocated, and released after it is freed. A claim that would pass the limit is refused: LimitReached.
// Small things of a fixed size are not in the account.
//
// Kernels that run several threads give each its own Control made by the parent's `child()`: only the first
// one calls back; the others see the stop signal, the deadline and the common account of memory. LimitReached
// must not leave a thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace copla {

enum class Stop : int { none = 0, timeout = 1, memory = 2, interrupted = 3 };

// Thrown from any depth of a kernel; whoever can say what was found until then catches it. It is no
// std::exception: a limit is no failure.
struct LimitReached {
  Stop why;
};

struct Progress {
  uint64_t expanded = 0;
  uint64_t generated = 0;
  int64_t bound = -1;  // f-bound, horizon, best length so far: what the kernel shows; -1 for nothing
};

// Hears the counters and the most bytes so far, and answers whether to stop.
using Poll = std::function<Stop(const Progress&, int64_t peak_bytes)>;

class Control {
  using Clock = std::chrono::steady_clock;

  struct Shared {
    std::atomic<int> stop{0};
    std::atomic<int64_t> bytes{0}, peak{0};
    int64_t limit = -1;
    bool has_deadline = false;
    Clock::time_point begin, deadline;
  };

public:
  // Without `poll` nobody is called; a negative limit is none, and so is a number of seconds that is none.
  explicit Control(Poll poll = {}, double seconds = -1, int64_t bytes = -1)
      : shared_(std::make_shared<Shared>()), poll_(std::move(poll)) {
    shared_->begin = Clock::now();
    shared_->limit = bytes;
    if (seconds >= 0) {
      shared_->has_deadline = true;
      auto span = std::chrono::duration<double>(std::min(seconds, 1e8));
      shared_->deadline = shared_->begin + std::chrono::duration_cast<Clock::duration>(span);
    }
    last_look_ = last_poll_ = shared_->begin;
  }

  // A leash for another thread of the same run.
  Control child() const { return Control(shared_); }

  // Whether to stop; to be asked often. `steps`: nodes since the last call.
  bool due(const Progress& progress, int64_t steps = 1) {
    countdown_ -= steps;
    return countdown_ <= 0 && look(progress);
  }

  // Inside of a step that may take long, after so much more of its work, a few nanoseconds each: ends the
  // run, LimitReached, if it is time to stop.
  void work(size_t done) {
    worked_ += done;
    if (worked_ < kWorkBetweenLooks) return;
    worked_ = 0;
    if (look(progress_)) throw LimitReached{stopped()};
  }

  // Looks at the clock and the stop signal now; calls back if it is time, or at once if `now`.
  bool look(const Progress& progress, bool now = false) {
    progress_ = progress;
    auto time = Clock::now();
    auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(time - last_look_).count();
    last_look_ = time;
    // Aim at one look a millisecond, whatever a node costs.
    if (microseconds < 500) interval_ = std::min<int64_t>(interval_ * 2, 1 << 20);
    if (microseconds > 2000) interval_ = std::max<int64_t>(interval_ * 1000 / microseconds, 1);
    countdown_ = interval_;
    if (shared_->has_deadline && time >= shared_->deadline) request(Stop::timeout);
    if (poll_ && (now || time - last_poll_ >= std::chrono::milliseconds(10))) {
      last_poll_ = time;
      if (Stop answer = poll_(progress, peak()); answer != Stop::none) request(answer);
    }
    return stopped() != Stop::none;
  }

  Stop stopped() const { return static_cast<Stop>(shared_->stop.load(std::memory_order_relaxed)); }

  // Ends the run of this leash and of its children; the first reason stays.
  void request(Stop why) {
    int none = 0;
    shared_->stop.compare_exchange_strong(none, static_cast<int>(why));
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - shared_->begin).count(); }

  // Whether so many bytes more are within the limit; more than any machine has never are.
  bool fits(size_t bytes) const {
    if (bytes > kMostBytes) return false;
    return shared_->limit < 0 || shared_->bytes.load() + static_cast<int64_t>(bytes) <= shared_->limit;
  }

  void claim(size_t bytes) {
    if (!fits(bytes)) out_of_memory();
    int64_t now = shared_->bytes.fetch_add(static_cast<int64_t>(bytes)) + static_cast<int64_t>(bytes);
    int64_t before = shared_->peak.load();
    while (now > before && !shared_->peak.compare_exchange_weak(before, now)) {
    }
  }

  void release(size_t bytes) { shared_->bytes.fetch_sub(static_cast<int64_t>(bytes)); }

  // Ends the run for want of memory, whether the limit or the machine refused it.
  [[noreturn]] void out_of_memory() {
    request(Stop::memory);
    throw LimitReached{Stop::memory};
  }

  int64_t bytes() const { return shared_->bytes.load(); }
  int64_t peak() const { return shared_->peak.load(); }

private:
  static constexpr size_t kMostBytes = size_t{1} << 48;
  static constexpr size_t kWorkBetweenLooks = size_t{1} << 20;

  explicit Control(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {
    last_look_ = last_poll_ = Clock::now();
  }

  std::shared_ptr<Shared> shared_;
  Poll poll_;
  Progress progress_;  // as it was last handed over
  int64_t countdown_ = 1, interval_ = 1;
  size_t worked_ = 0;
  Clock::time_point last_look_, last_poll_;
};

}  // namespace copla
