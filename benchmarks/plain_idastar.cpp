// IDA* with Manhattan distance on the 15-puzzle as one writes it by hand for this puzzle alone: the yardstick
// of benchmarks/native.py and benchmarks/tiles.py.
//
// Reads boards (16 numbers each, goal 0 1 2 ... 15) from standard input; writes for each one the optimum, the
// nodes as Korf counts them and the CPU seconds. Of two such loops this is the faster one: the same with the
// board and the blank kept in an object makes 0.7 of its nodes a second.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

std::array<int, 16> tile_at;
int neighbours[16][4], degree[16], distance[16][16];
long long nodes;

bool within(int blank, int from, int left, int estimate) {
  if (estimate == 0) return true;
  for (int i = 0; i < degree[blank]; ++i) {
    int cell = neighbours[blank][i];
    if (cell == from) continue;
    int tile = tile_at[cell];
    int next = estimate + distance[tile][blank] - distance[tile][cell];
    ++nodes;
    if (next > left - 1) continue;
    tile_at[blank] = tile;
    bool found = within(cell, blank, left - 1, next);
    tile_at[cell] = tile;
    if (found) return true;
  }
  return false;
}

}  // namespace

int main() {
  for (int cell = 0; cell < 16; ++cell) {
    int row = cell / 4, column = cell % 4;
    if (row > 0) neighbours[cell][degree[cell]++] = cell - 4;
    if (column > 0) neighbours[cell][degree[cell]++] = cell - 1;
    if (column < 3) neighbours[cell][degree[cell]++] = cell + 1;
    if (row < 3) neighbours[cell][degree[cell]++] = cell + 4;
    for (int tile = 1; tile < 16; ++tile)
      distance[tile][cell] = std::abs(row - tile / 4) + std::abs(column - tile % 4);
  }
  while (true) {
    int blank = 0, estimate = 0;
    for (int cell = 0; cell < 16; ++cell) {
      if (std::scanf("%d", &tile_at[cell]) != 1) return 0;
      if (tile_at[cell] == 0) blank = cell;
      estimate += distance[tile_at[cell]][cell];
    }
    std::clock_t begin = std::clock();
    nodes = 1;
    int bound = estimate;
    while (!within(blank, -1, bound, estimate)) bound += 2;
    double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%d %lld %.6f\n", bound, nodes, seconds);
  }
}
