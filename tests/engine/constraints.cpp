// The store with its trail, all-different by matching, and the learning search's arrays, against plain ones.
#include <functional>
#include <set>

#include "check.hpp"
#include "constraints/build.hpp"
#include "constraints/clauses.hpp"
#include "constraints/different.hpp"
#include "constraints/store.hpp"

using namespace copla;
using namespace copla::constraints;

namespace {

// Variables whose domains are random parts of 0 .. values - 1, none of them empty, and one more that has all
// of these values, so that a value is its own position.
Problem random_problem(test::Random& random, int variables, int values) {
  Builder builder;
  Vector<int> domain_of;
  for (int variable = 0; variable < variables; ++variable) {
    std::set<int> domain;
    for (int some = 1 + random.below(4); some > 0; --some) domain.insert(random.below(values));
    for (int value : domain) builder.add_value(value);
    builder.end_domain();
    domain_of.push_back(variable);
  }
  for (int value = 0; value < values; ++value) builder.add_value(value);
  builder.end_domain();
  domain_of.push_back(variables);
  builder.set_variables(domain_of);
  return std::move(builder.problem);
}

template <int W>
std::vector<std::set<int>> domains_of(const Store<W>& store, int variables) {
  std::vector<std::set<int>> found(variables);
  for (int variable = 0; variable < variables; ++variable)
    store.each(variable, [&](int position) { found[variable].insert(position); });
  return found;
}

template <int W>
void walk_and_undo(int values) {
  test::Random random;
  for (int round = 0; round < 200; ++round) {
    Problem problem = random_problem(random, 6, values);
    Store<W> store(problem);
    std::vector<std::pair<size_t, std::vector<std::set<int>>>> marks;
    auto expected = domains_of(store, 6);
    for (int step = 0; step < 60; ++step) {
      int variable = random.below(6), position = random.below(values);
      switch (random.below(5)) {
        case 0:
          marks.push_back({store.mark(), expected});
          break;
        case 1:
          if (marks.empty()) break;
          store.undo(marks.back().first);
          expected = marks.back().second;
          marks.pop_back();
          break;
        case 2:
          expected[variable].erase(position);
          CHECK(store.drop_one(variable, position) == !expected[variable].empty());
          break;
        case 3:
          std::erase_if(expected[variable], [&](int other) { return other > position; });
          CHECK(store.keep_range(variable, 0, position) == !expected[variable].empty());
          break;
        default:
          position = *std::next(expected[variable].begin(),
                                random.below(static_cast<int>(expected[variable].size())));
          expected[variable] = {position};
          store.fix(variable, position);
      }
      CHECK(domains_of(store, 6) == expected);
      if (expected[variable].empty()) {  // a search goes back then
        if (marks.empty()) break;
        store.undo(marks.back().first);
        expected = marks.back().second;
        marks.pop_back();
        continue;
      }
      CHECK(store.count(variable) == static_cast<int>(expected[variable].size()));
      CHECK(store.least(variable) == *expected[variable].begin());
      CHECK(store.largest(variable) == *expected[variable].rbegin());
    }
  }
}

template <int W>
void match(int values) {
  test::Random random;
  for (int round = 0; round < 400; ++round) {
    int count = 2 + random.below(4);
    Problem problem = random_problem(random, count, values);
    Store<W> store(problem);
    auto before = domains_of(store, count);
    std::vector<int> scope(count), chosen(count);
    for (int i = 0; i < count; ++i) scope[i] = i;
    std::vector<std::set<int>> expected(count);
    std::set<int> taken;
    std::function<void(int)> choose = [&](int i) {
      if (i == count) {
        for (int k = 0; k < count; ++k) expected[k].insert(chosen[k]);
        return;
      }
      for (int value : before[i])
        if (taken.insert(value).second) {
          chosen[i] = value;
          choose(i + 1);
          taken.erase(value);
        }
    };
    choose(0);
    Different<W> different(store, problem);
    bool possible =
        different.by_values(scope.data(), count, true) && different.by_matching(scope.data(), count);
    while (possible) {  // as the engine does: until nothing changes
      size_t mark = store.mark();
      possible = different.by_values(scope.data(), count, true) && different.by_matching(scope.data(), count);
      if (store.mark() == mark) break;
    }
    CHECK(possible == !expected[0].empty());
    if (possible) CHECK(domains_of(store, count) == expected);
  }
}

}  // namespace

TEST(the_trail_undoes_what_was_done_in_one_word) {
  walk_and_undo<1>(10);
}
TEST(the_trail_undoes_what_was_done_in_several_words) {
  walk_and_undo<0>(150);
}
TEST(matching_keeps_the_values_of_some_solution_in_one_word) {
  match<1>(7);
}
TEST(matching_keeps_the_values_of_some_solution_in_several_words) {
  match<0>(130);
}

TEST(clauses_stay_what_they_are) {
  test::Random random;
  Arena arena;
  std::vector<std::pair<int, std::vector<Lit>>> added;
  for (int i = 0; i < 2000; ++i) {
    std::vector<Lit> lits;
    for (int k = random.below(9) + 1; k > 0; --k) lits.push_back(random.below(1000));
    added.push_back({arena.add(lits.data(), static_cast<int>(lits.size()), i), lits});
    arena.set_activity(added.back().first, static_cast<float>(i));
  }
  for (size_t i = 0; i < added.size(); ++i) {
    auto& [clause, lits] = added[i];
    CHECK(std::vector<Lit>(arena.lits(clause), arena.lits(clause) + arena.size(clause)) == lits);
    CHECK(arena.quality(clause) == static_cast<int>(i) && arena.activity(clause) == static_cast<float>(i));
  }
}

TEST(the_heap_gives_the_most_active_first) {
  test::Random random;
  Vector<double> activity(300);
  Heap heap(activity);
  heap.grow(300);
  std::set<int> inside;
  for (int step = 0; step < 5000; ++step) {
    int v = random.below(300);
    if (random.below(3)) {
      heap.insert(v);
      inside.insert(v);
    } else if (random.below(2)) {
      activity[v] += random.below(100);
      heap.raised(v);
    } else if (!inside.empty()) {
      int top = heap.pop();
      for (int other : inside)
        CHECK(activity[other] < activity[top] || (activity[other] == activity[top] && other >= top));
      CHECK(inside.erase(top) == 1);
    }
    CHECK(heap.has(v) == (inside.count(v) == 1));
    CHECK(heap.empty() == inside.empty());
  }
}
