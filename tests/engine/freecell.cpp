// FreeCell: the table of positions that were seen, the store of nodes, and the queue, against plain ones.
#include <map>

#include "check.hpp"
#include "freecell/seen.hpp"
#include "freecell/store.hpp"
#include "freecell/waiting.hpp"

using namespace copla;
using namespace copla::freecell;

TEST(what_was_seen_is_a_map_from_positions_to_depths) {
  test::Random random;
  Control control;
  {
    Seen seen(control);
    std::map<uint64_t, uint64_t> expected;
    for (int step = 0; step < 600'000; ++step) {
      uint64_t name = (random() << 20 ^ random() % 400'000) & Seen::name_bits;
      uint64_t mark = Seen::mark_of(random.below(40));
      CHECK(seen.insert(name, mark) == expected.emplace(name, mark).second);
    }
    CHECK(seen.size() == expected.size());
    for (auto [name, mark] : expected) {
      CHECK(seen.has(name, mark));
      CHECK(!seen.has(name, mark == Seen::mark_of(3) ? Seen::mark_of(4) : Seen::mark_of(3)));
    }
    CHECK(control.bytes() >= static_cast<int64_t>(expected.size() * 8));
  }
  CHECK(control.bytes() == 0);
}

TEST(the_store_numbers_names_once) {
  test::Random random;
  Control control;
  Store<3> store(control);
  for (int round = 0; round < 3; ++round) {
    store.reset();
    std::map<uint64_t, uint32_t> expected;
    for (int step = 0; step < 100'000; ++step) {
      uint64_t key = random() % 60'000;
      Name<3> name{{key * 3, key << 40, key}};
      auto [number, is_new] = store.insert(name);
      auto [known, fresh] = expected.emplace(key, number);
      CHECK(is_new == fresh && number == known->second);
      CHECK(store.find(name) == number);
    }
    CHECK(store.size() == expected.size());
  }
}

TEST(the_store_stops_at_its_limit) {
  Control control({}, -1, 3'000'000);
  {
    Store<3> store(control);
    store.reset();
    CHECK_THROWS(for (uint64_t key = 1;; ++key) store.insert(Name<3>{{key, 0, 0}}), LimitReached);
    CHECK(control.peak() <= 3'000'000);
  }
  CHECK(control.bytes() == 0);
}

TEST(the_lowest_value_comes_first_and_of_equal_ones_the_newest) {
  test::Random random;
  Control control;
  Ledger ledger(control);
  auto queue = std::make_unique<Queue>();
  queue->reset();
  std::map<int, std::vector<uint32_t>> expected;
  uint32_t made = 0;
  for (int step = 0; step < 50'000; ++step) {
    if (random.below(5) < 3) {
      int value = random.below(9000) - 200;
      queue->push({made, 0, 1, 0, 0}, value);
      expected[std::clamp(value, 0, 8191)].push_back(made++);
    } else if (!expected.empty()) {
      uint32_t number = queue->pop();
      CHECK((*queue)[number].parent == expected.begin()->second.back());
      queue->drop(number, false);
      expected.begin()->second.pop_back();
      if (expected.begin()->second.empty()) expected.erase(expected.begin());
    }
  }
}
