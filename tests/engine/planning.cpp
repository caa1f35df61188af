// Packed states, the successor tree, the index of states and the queue of best-first search, each against the
// plainest thing that does the same.
#include <map>
#include <set>

#include "check.hpp"
#include "planning/packed.hpp"
#include "planning/queue.hpp"
#include "planning/state_index.hpp"
#include "planning/successors.hpp"
#include "planning/validate.hpp"

using namespace copla;
using namespace copla::planning;

namespace {

std::vector<int> random_state(test::Random& random, const std::vector<int>& sizes) {
  std::vector<int> state;
  for (int size : sizes) state.push_back(random.below(size));
  return state;
}

// Conditions over some variables; effects over some of those, so that every old value is known.
Task random_task(test::Random& random) {
  Task task;
  int variables = 1 + random.below(8), actions = random.below(40), widest = 1 + random.below(9);
  for (int i = 0; i < variables; ++i) task.sizes.push_back(1 + random.below(widest));
  task.initial = random_state(random, task.sizes);
  for (int i = 0; i < actions; ++i) {
    Action action;
    for (int variable = 0; variable < variables; ++variable) {
      if (random.below(3) == 0) continue;
      action.condition.push_back({variable, random.below(task.sizes[variable])});
      if (random.below(2)) action.effects.push_back({variable, random.below(task.sizes[variable])});
    }
    action.cost = random.below(5);
    task.actions.push_back(action);
  }
  for (int variable = 0; variable < variables; ++variable)
    if (random.below(2)) task.goal.push_back({variable, random.below(task.sizes[variable])});
  return task;
}

bool holds(const std::vector<Fact>& facts, const std::vector<int>& state) {
  for (auto fact : facts)
    if (state[fact.variable] != fact.value) return false;
  return true;
}

}  // namespace

TEST(packing_and_unpacking_are_inverse_and_fields_do_not_overlap) {
  test::Random random;
  for (int round = 0; round < 300; ++round) {
    std::vector<int> sizes;
    for (int i = random.below(120); i >= 0; --i) sizes.push_back(1 + random.below(1 << random.below(20)));
    Layout layout(sizes);
    std::vector<Word> words(layout.words());
    std::vector<int> values = random_state(random, sizes), found(sizes.size());
    layout.pack(values.data(), words.data());
    layout.unpack(words.data(), found.data());
    CHECK(found == values);
    size_t changed = static_cast<size_t>(random.below(static_cast<int>(sizes.size())));
    values[changed] = random.below(sizes[changed]);
    layout[static_cast<int>(changed)].set(words.data(), values[changed]);
    layout.unpack(words.data(), found.data());
    CHECK(found == values);
  }
}

TEST(the_successor_tree_finds_what_the_conditions_say) {
  test::Random random;
  for (int round = 0; round < 400; ++round) {
    Task task = random_task(random);
    Packed packed(task);
    Control control;
    Account account(control, 1);
    Successors forward(packed, task, account), backward(packed, task, account, true);
    std::vector<int32_t> found(task.actions.size() + 1);
    std::vector<Word> words(packed.words), fresh(packed.words);
    for (int walk = 0; walk < 20; ++walk) {
      std::vector<int> state = random_state(random, task.sizes);
      packed.layout.pack(state.data(), words.data());
      std::vector<int32_t> expected, expected_back;
      for (size_t i = 0; i < task.actions.size(); ++i) {
        const Action& action = task.actions[i];
        if (holds(action.condition, state)) expected.push_back(static_cast<int32_t>(i));
        std::vector<Fact> after = action.condition;
        for (auto& fact : after)
          for (auto effect : action.effects)
            if (effect.variable == fact.variable) fact.value = effect.value;
        if (holds(after, state)) expected_back.push_back(static_cast<int32_t>(i));
      }
      int count = forward(words.data(), found.data());
      CHECK(std::vector<int32_t>(found.begin(), found.begin() + count) == expected);
      for (int32_t index : expected) {
        std::vector<int> next = state, unpacked(state.size());
        for (auto effect : task.actions[index].effects) next[effect.variable] = effect.value;
        for (int word = 0; word < packed.words; ++word)
          fresh[word] = words[word] ^ packed.flips[static_cast<size_t>(index) * packed.words + word];
        packed.layout.unpack(fresh.data(), unpacked.data());
        CHECK(unpacked == next);
      }
      count = backward(words.data(), found.data());
      CHECK(std::vector<int32_t>(found.begin(), found.begin() + count) == expected_back);
    }
  }
}

TEST(the_index_of_states_is_a_map) {
  test::Random random;
  Control control;
  Account account(control, 1);
  StateIndex index(account);
  States<1> states(1);
  std::vector<Word> pool;
  std::map<Word, uint32_t> expected;
  auto hash = [&](uint32_t number) { return states.hash(&pool[number]); };
  for (int step = 0; step < 200'000; ++step) {
    Word state = random() % 60'000 * (step % 2 ? 1 : 0x1'0000'0001u);
    if (index.full(pool.size() + 1, pool.size() + 1))
      index.grow(pool.size(), pool.size() + 1, hash, [](uint32_t) { return false; });
    auto probe = index.begin(states.hash(&state));
    uint32_t number = index.find(probe, [&](uint32_t other) { return pool[other] == state; });
    auto known = expected.find(state);
    CHECK((number == kNone) == (known == expected.end()));
    if (number == kNone) {
      index.put(probe, static_cast<uint32_t>(pool.size()));
      expected[state] = static_cast<uint32_t>(pool.size());
      pool.push_back(state);
    } else {
      CHECK(number == known->second);
    }
  }
  CHECK(pool.size() == expected.size() && pool.size() > 50'000);
}

TEST(the_index_of_states_stops_at_the_memory_limit) {
  Control control({}, -1, 5'000);
  Account account(control, 1);
  StateIndex index(account);
  CHECK_THROWS(index.grow(
                   0, 10'000, [](uint32_t) { return uint64_t{0}; }, [](uint32_t) { return false; }),
               LimitReached);
  CHECK(control.bytes() <= 5'000);
}

TEST(the_successor_tree_is_in_the_account_and_stops_at_its_limits) {
  // Actions that have nothing in common: a chain of switches, one a pair of variables.
  Task task;
  for (int i = 0; i < 4'000; ++i) {
    task.sizes.insert(task.sizes.end(), {20, 20});
    task.initial.insert(task.initial.end(), {0, 0});
    task.actions.push_back({{{2 * i, 0}, {2 * i + 1, 0}}, {{2 * i, 1}}, 1});
  }
  Packed packed(task);
  {
    Control control;
    Ledger ledger(control);
    Account account(control, 1);
    Successors tree(packed, task, account);
    CHECK(control.bytes() > 4'000 * 20 * 4);
    std::vector<int32_t> found(task.actions.size() + 1);
    CHECK(tree(packed.initial.data(), found.data()) == 4'000);
  }
  for (auto [seconds, bytes] : {std::pair{-1.0, int64_t{100'000}}, std::pair{0.0, int64_t{-1}}}) {
    Control control({}, seconds, bytes);
    Ledger ledger(control);
    Account account(control, 1);
    CHECK_THROWS(Successors(packed, task, account), LimitReached);
    CHECK(control.peak() <= 1'000'000);
  }
}

namespace {

// Nodes by priority, estimate and order of generation, with many ties and with large numbers.
template <class Cost>
void compare_queue_with_a_set(bool fractions, int64_t largest) {
  test::Random random;
  Control control;
  Nodes<1, Cost> nodes(control, 1);
  Queue<1, Cost> queue(nodes, control, fractions);
  std::set<std::tuple<int64_t, Cost, uint32_t>> expected;
  const Word state = 0;
  for (int step = 0; step < 20'000; ++step) {
    if (random.below(5) < 3) {
      auto limit = static_cast<int64_t>(random() % 3 == 0 ? static_cast<uint64_t>(largest) : 40);
      auto estimate = static_cast<Cost>(random() % static_cast<uint64_t>(limit));
      auto cost = static_cast<int64_t>(random() % static_cast<uint64_t>(limit));
      int64_t priority = cost + estimate;
      if (fractions)
        priority = std::bit_cast<int64_t>(static_cast<double>(cost) + 1.25 * static_cast<double>(estimate));
      uint32_t number = nodes.add(&state, {kNone, kNone, 0, static_cast<Cost>(cost), estimate, 0});
      queue.push(priority, number);
      expected.insert({priority, estimate, number});
    } else if (!expected.empty()) {
      CHECK(queue.least() == std::get<0>(*expected.begin()));
      CHECK(queue.top() == std::get<2>(*expected.begin()));
      CHECK(queue.pop() == std::get<2>(*expected.begin()));
      expected.erase(expected.begin());
    }
    CHECK(queue.size() == expected.size() && queue.empty() == expected.empty());
  }
}

}  // namespace

TEST(the_queue_is_a_sorted_set) {
  for (bool fractions : {false, true}) {
    compare_queue_with_a_set<int32_t>(fractions, 1'000'000);
    compare_queue_with_a_set<int64_t>(fractions, kLargest);
  }
}

TEST(malformed_tasks_are_refused_before_a_kernel_sees_them) {
  test::Random random;
  for (int round = 0; round < 200; ++round) validate(random_task(random));
  auto good = [] { return Task{{2, 3}, {0, 1}, {{{{0, 0}, {1, 1}}, {{1, 2}}, 1}}, {{1, 2}}, {{0, 1}}}; };
  validate(good());
  std::vector<std::function<void(Task&)>> spoil{
      [](Task& task) { task.sizes[0] = 0; },
      [](Task& task) { task.initial[1] = 3; },
      [](Task& task) { task.initial.pop_back(); },
      [](Task& task) { task.goal[0].variable = 2; },
      [](Task& task) { task.goal[0].value = -1; },
      [](Task& task) { task.goal.push_back({1, 0}); },
      [](Task& task) { task.actions[0].condition[0].value = 2; },
      [](Task& task) { task.actions[0].condition[1].variable = -1; },
      [](Task& task) { task.actions[0].condition[1].variable = 0; },
      [](Task& task) { std::swap(task.actions[0].condition[0], task.actions[0].condition[1]); },
      [](Task& task) { task.actions[0].effects[0].value = 3; },
      [](Task& task) { task.actions[0].effects.push_back({1, 0}); },
      [](Task& task) { task.actions[0].condition.pop_back(); },
      [](Task& task) { task.actions[0].cost = -1; },
      [](Task& task) { task.actions[0].cost = kLargest + 1; },
      [](Task& task) { task.all_different[0].push_back(2); },
  };
  for (const auto& change : spoil) {
    Task task = good();
    change(task);
    CHECK_THROWS(validate(task), std::invalid_argument);
  }
}

TEST(settings_out_of_their_range_are_refused) {
  validate(Settings{});
  for (double weight :
       {-1.0, 1e300, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Settings settings;
    settings.weight = weight;
    CHECK_THROWS(validate(settings), std::invalid_argument);
  }
  Settings narrow, negative;
  narrow.width = 0;
  negative.table_bytes = -5;
  CHECK_THROWS(validate(narrow), std::invalid_argument);
  CHECK_THROWS(validate(negative), std::invalid_argument);
}
