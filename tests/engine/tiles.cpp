// Sliding tiles: ranks, tables and searches against breadth-first search over whole boards.
#include <map>
#include <set>

#include "check.hpp"
#include "tiles/astar.hpp"
#include "tiles/build.hpp"
#include "tiles/idastar.hpp"
#include "tiles/pools.hpp"
#include "tiles/search.hpp"
#include "tiles/table.hpp"
#include "tiles/walking.hpp"

using namespace copla;
using namespace copla::tiles;

namespace {

std::vector<int> ordered(int cells) {
  std::vector<int> board;
  for (int cell = 0; cell < cells; ++cell) board.push_back(cell);
  return board;
}

// The distance of every board from the goal.
std::map<std::vector<int>, int> distances(const Shape& shape, const std::vector<int>& goal) {
  std::map<std::vector<int>, int> found{{goal, 0}};
  std::vector<std::vector<int>> layer{goal};
  for (int far = 1; !layer.empty(); ++far) {
    std::vector<std::vector<int>> next;
    for (const auto& board : layer) {
      int blank = static_cast<int>(std::find(board.begin(), board.end(), 0) - board.begin());
      for (int direction = 0; direction < 4; ++direction) {
        int to = shape.step(blank, direction);
        if (to < 0) continue;
        auto moved = board;
        std::swap(moved[blank], moved[to]);
        if (found.emplace(moved, far).second) next.push_back(moved);
      }
    }
    layer.swap(next);
  }
  return found;
}

}  // namespace

TEST(ranks_of_sets_have_no_gaps) {
  for (int cells = 2; cells <= 16; ++cells)
    for (int size = 1; size <= std::min(cells, kMostTiles); ++size) {
      SetRanks ranks(cells, size);
      uint32_t expected = 0;
      for (uint64_t set = (uint64_t{1} << size) - 1; set < uint64_t{1} << cells; set = next_set(set))
        CHECK(ranks.rank(static_cast<uint32_t>(set)) == expected++);
      CHECK(expected == ranks.count());
    }
}

TEST(ranks_of_permutations_have_no_gaps) {
  for (int size = 1; size <= kMostTiles; ++size) {
    uint32_t all = (uint32_t{1} << size) - 1;
    std::set<std::vector<uint8_t>> seen;
    for (uint32_t rank = 0; rank < kFactorial[size]; ++rank) {
      auto places = permutation_of(rank, size);
      CHECK(permutation_rank(all, places.data(), size) == rank);
      seen.emplace(places.begin(), places.begin() + size);
    }
    CHECK(seen.size() == kFactorial[size]);
  }
}

TEST(every_search_finds_shortest_ways) {
  test::Random random;
  for (auto [rows, columns] : {std::pair{2, 2}, {2, 3}, {3, 2}, {1, 4}, {2, 4}}) {
    Shape shape(rows, columns);
    auto goal = ordered(shape.cells());
    if (random.below(2)) std::rotate(goal.begin(), goal.begin() + 1, goal.end());
    auto far = distances(shape, goal);
    int number = 0;
    for (const auto& [board, distance] : far) {
      if (far.size() > 1000 && ++number % 97) continue;
      for (const char* algorithm : {"idastar", "astar"})
        for (const char* heuristic : {"manhattan", "linear-conflict", "walking-distance"}) {
          Control control;
          Ledger ledger(control);
          Settings settings{.algorithm = algorithm, .heuristic = heuristic};
          Outcome outcome = search(Position(rows, columns, board, goal), {}, settings, control);
          CHECK(outcome.solved && outcome.bound == distance);
          CHECK(static_cast<int>(outcome.path.size()) == distance + 1);
        }
    }
  }
}

TEST(estimates_never_overestimate) {
  for (auto [rows, columns] : {std::pair{2, 3}, {2, 4}, {1, 5}}) {
    Shape shape(rows, columns);
    auto goal = ordered(shape.cells());
    Control control;
    Position position(rows, columns, goal, goal);
    Manhattan manhattan(position);
    LinearConflict conflict(position);
    WalkingDistance walking(position, control);
    for (const auto& [board, distance] : distances(shape, goal)) {
      Cells cells{};
      for (int cell = 0; cell < shape.cells(); ++cell) cells[cell] = static_cast<uint8_t>(board[cell]);
      manhattan.start(cells);
      conflict.start(cells);
      walking.start(cells);
      CHECK(manhattan.value() <= conflict.value() && conflict.value() <= distance);
      CHECK(walking.value() <= distance);
    }
  }
}

// An entry is the fewest moves of the group's tiles: here by Dijkstra's algorithm over whole boards in which
// the other tiles are all alike.
TEST(tables_hold_the_fewest_moves_of_their_own_tiles) {
  for (auto [rows, columns, homes, blank] : {std::tuple{2, 3, std::vector<int>{1, 2}, 0},
                                             {3, 3, std::vector<int>{1, 2, 4}, 0},
                                             {2, 3, std::vector<int>{0, 3, 4}, 5},
                                             {3, 3, std::vector<int>{0, 5}, 8},
                                             {1, 4, std::vector<int>{1, 3}, 0}}) {
    Pattern pattern(rows, columns, homes, blank);
    Control control;
    Ledger ledger(control);
    Builder builder(pattern, control);
    Claimed table = builder.build();
    using State = std::vector<int>;  // the cells of the tiles, then the blank's
    State start(homes);
    start.push_back(blank);
    std::map<State, int> best{{start, 0}};
    std::map<int, std::vector<State>> open{{0, {start}}};
    std::map<State, int> expected;
    while (!open.empty()) {
      auto [cost, states] = *open.begin();
      open.erase(open.begin());
      for (size_t at = 0; at < states.size(); ++at) {
        State state = states[at];
        if (best[state] != cost) continue;
        State placement(state.begin(), state.end() - 1);
        auto [entry, fresh] = expected.try_emplace(placement, cost);
        entry->second = std::min(entry->second, cost);
        for (int direction = 0; direction < 4; ++direction) {
          int to = pattern.shape.step(state.back(), direction);
          if (to < 0) continue;
          State next = state;
          int paid = 0;
          for (size_t tile = 0; tile < homes.size(); ++tile)
            if (state[tile] == to) {
              next[tile] = state.back();
              paid = 1;
            }
          next.back() = to;
          auto [known, is_new] = best.try_emplace(next, cost + paid);
          if (!is_new && known->second <= cost + paid) continue;
          known->second = cost + paid;
          if (paid)
            open[cost + 1].push_back(next);
          else
            states.push_back(next);
        }
      }
    }
    CHECK(pattern.direct() && table.size() == pattern.direct_entries());
    for (const auto& [placement, cost] : expected) {
      size_t index = 0;
      for (int cell : placement)
        index = index * static_cast<size_t>(pattern.shape.cells()) + static_cast<size_t>(cell);
      CHECK(table.data()[index] == cost);
    }
  }
}

TEST(limits_end_the_building_of_tables) {
  for (int64_t bytes : {0, 1'000, 100'000, 1'000'000}) {
    Control control({}, -1, bytes);
    {
      Ledger ledger(control);
      CHECK_THROWS(Builder(Pattern(4, 4, {1, 2, 3, 4, 5, 6}, 0), control).build(), LimitReached);
      CHECK(control.peak() <= bytes);
    }
    CHECK(control.bytes() == 0);
  }
  Control control({}, 0, -1);
  Ledger ledger(control);
  CHECK_THROWS(Builder(Pattern(4, 4, {1, 2, 3, 4, 5, 6}, 0), control).build(), LimitReached);
  CHECK_THROWS(WalkingDistance(Position(4, 4, ordered(16), ordered(16)), control), LimitReached);
}
