// The leash, the account of memory, columns and assertions.
#include <deque>
#include <functional>
#include <vector>

#include "check.hpp"
#include "core/audit.hpp"
#include "core/column.hpp"
#include "core/control.hpp"
#include "core/memory.hpp"

using namespace copla;

TEST(claims_are_refused_before_the_limit_is_passed) {
  Control control({}, -1, 1000);
  control.claim(400);
  control.claim(600);
  CHECK(control.bytes() == 1000 && control.peak() == 1000);
  CHECK_THROWS(control.claim(1), LimitReached);
  CHECK(control.stopped() == Stop::memory);
  CHECK(control.bytes() == 1000);
  control.release(1000);
  CHECK(control.bytes() == 0 && control.peak() == 1000);
}

TEST(sizes_beyond_any_machine_are_refused_without_a_limit) {
  Control control;
  control.claim(size_t{1} << 40);
  CHECK_THROWS(control.claim(~size_t{0}), LimitReached);
  CHECK_THROWS(control.claim(size_t{1} << 63), LimitReached);
  CHECK(control.bytes() == int64_t{1} << 40);
}

TEST(the_first_reason_to_stop_stays) {
  Control control;
  control.request(Stop::interrupted);
  control.request(Stop::memory);
  CHECK(control.stopped() == Stop::interrupted);
}

TEST(a_time_limit_is_seen_within_milliseconds) {
  Control control({}, 0.02, -1);
  uint64_t asked = 0;
  while (!control.due(Progress{})) ++asked;
  CHECK(control.stopped() == Stop::timeout);
  CHECK(control.seconds() >= 0.02);
  CHECK(asked > 0);
  Control at_once({}, 0, -1);
  CHECK(at_once.due(Progress{}));
}

TEST(whoever_started_the_run_hears_the_counters_and_can_stop_it) {
  uint64_t heard = 0;
  Control control([&](const Progress& progress, int64_t) {
    heard = progress.expanded;
    return Stop::interrupted;
  });
  Progress progress;
  while (!control.due(progress)) ++progress.expanded;
  CHECK(control.stopped() == Stop::interrupted);
  CHECK(heard == progress.expanded);
}

TEST(a_child_shares_the_account_and_the_stop_signal) {
  Control control({}, -1, 1000);
  Control other = control.child();
  other.claim(800);
  CHECK_THROWS(control.claim(300), LimitReached);
  CHECK(other.stopped() == Stop::memory);
}

TEST(vectors_are_in_the_account) {
  Control control;
  {
    Ledger ledger(control);
    Vector<int64_t> numbers(100'000);
    CHECK(control.bytes() >= 800'000);
    drop(numbers);
    Vector<Vector<int>> nested(10);
    for (auto& row : nested) row.resize(100'000);
    CHECK(control.bytes() >= 4'000'000);
    std::deque<int, Accounted<int>> queue(100'000);
    CHECK(control.bytes() >= 4'400'000);
  }
  CHECK(control.bytes() == 0);
}

TEST(small_vectors_live_in_the_scratch_and_are_in_the_account_all_the_same) {
  Control control;
  Scratch scratch;
  auto inside = [&](const void* place) {
    auto* begin = reinterpret_cast<const std::byte*>(&scratch);
    return !std::less<>()(place, begin) && std::less<>()(place, begin + sizeof(scratch));
  };
  {
    Ledger ledger(control, &scratch);
    Vector<int> small(100, 7), large(100'000, 8);
    CHECK(inside(small.data()) && !inside(large.data()));
    std::vector<Vector<int64_t>> many;  // more than there is room for, growing, dropped in any order
    for (int i = 0; i < 200; ++i) {
      many.emplace_back();
      for (int k = 0; k <= i % 50; ++k) many.back().push_back(1000 * i + k);
      if (i % 3 == 0) drop(many[i / 2]);
    }
    CHECK(!inside(many[199].data()));
    for (int i = 0; i < 200; ++i)
      for (size_t k = 0; k < many[i].size(); ++k) CHECK(many[i][k] == 1000 * i + static_cast<int>(k));
    CHECK(small == Vector<int>(100, 7));
    {
      Ledger inner(control);  // under which arrays of the outer one are freed
      drop(small);
      Vector<int> more(10, 9);
      CHECK(more == Vector<int>(10, 9));
    }
    CHECK(control.bytes() >= 400'000);
  }
  CHECK(control.bytes() == 0);
}

TEST(what_was_taken_last_from_a_scratch_is_free_again) {
  Scratch scratch;
  void* first = scratch.take(100);
  void* second = scratch.take(100);
  CHECK(first != second && reinterpret_cast<uintptr_t>(second) % Scratch::kAlignment == 0);
  CHECK(scratch.took_back(second, 100));
  CHECK(scratch.take(50) == second);
  CHECK(scratch.took_back(first, 100));
  CHECK(scratch.take(100) != first);
  CHECK(scratch.take(sizeof(scratch)) == nullptr);
  int elsewhere = 0;
  CHECK(!scratch.took_back(&elsewhere, sizeof(elsewhere)));
}

TEST(a_vector_that_grows_stops_at_the_limit_and_gives_all_back) {
  Control control({}, -1, 1'000'000);
  {
    Ledger ledger(control);
    Vector<int> numbers;
    CHECK_THROWS(while (true) numbers.push_back(1), LimitReached);
    CHECK(numbers.size() * sizeof(int) > 300'000);
    CHECK(control.peak() <= 1'000'000);
  }
  CHECK(control.bytes() == 0);
  CHECK(control.stopped() == Stop::memory);
}

TEST(a_column_keeps_what_is_in_it_through_every_kind_of_growth) {
  Control control;
  {
    Column<uint32_t> column(control);
    constexpr uint32_t count = 2'000'000;  // from the heap to mapped memory to huge pages
    for (uint32_t i = 0; i < count; ++i) column.push(i * 7);
    for (uint32_t i = 0; i < count; ++i) CHECK(column[i] == i * 7);
    CHECK(control.bytes() >= static_cast<int64_t>(count * sizeof(uint32_t)));
    CHECK(control.bytes() <= static_cast<int64_t>(count * sizeof(uint32_t) * 9 / 8 + 4096));
    CHECK(column.pop() == (count - 1) * 7);
    column.shrink(3);
    CHECK(column.size() == 3 && column.back() == 14);
  }
  CHECK(control.bytes() == 0);
}

TEST(a_block_shrinks_and_grows_across_the_border_of_mapping) {
  Control control;
  Block block(control);
  for (size_t bytes : {100u, 5'000'000u, 200u, 1u << 20, (1u << 20) - 1, 9'000'000u, 10u}) {
    size_t kept = std::min(block.bytes(), bytes);
    for (size_t i = 0; i < block.bytes(); ++i)
      static_cast<char*>(block.data())[i] = static_cast<char>(i % 101);
    block.resize(bytes);
    for (size_t i = 0; i < kept; ++i)
      CHECK(static_cast<char*>(block.data())[i] == static_cast<char>(i % 101));
    CHECK(control.bytes() == static_cast<int64_t>(bytes));
  }
}

TEST(a_column_at_its_limit_keeps_its_contents) {
  Control control({}, -1, 100'000);
  Column<int> column(control);
  CHECK_THROWS(for (int i = 0;; ++i) column.push(i), LimitReached);
  for (size_t i = 0; i < column.size(); ++i) CHECK(column[i] == static_cast<int>(i));
  CHECK(control.peak() <= 100'000);
}

TEST(assertions_name_their_place) {
  static_assert(audited);
  try {
    COPLA_ASSERT(1 + 1 == 3, "arithmetic");
    CHECK(false);
  } catch (const AuditFailure& failure) {
    CHECK(std::string(failure.what()).find("core.cpp:") != std::string::npos);
    CHECK(std::string(failure.what()).find("arithmetic") != std::string::npos);
  }
}
