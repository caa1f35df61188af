// IDA* with Manhattan distance for the 15-puzzle, as one would write it by hand for this puzzle alone: the yardstick
// of the generic kernel in benchmarks/native.py. Reads a board (16 numbers, 0 the blank) and prints the length of a
// shortest plan, the nodes generated and the CPU seconds.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

std::array<int, 16> tile_at;
int goal_first;  // whether the blank's goal is the first cell
int neighbours[16][4], degree[16], distance[16][16];
long long generated = 0;

int goal_of(int tile) { return goal_first ? tile : tile - 1; }

bool within(int blank, int from, int left, int estimate) {
  if (estimate == 0) return true;
  for (int i = 0; i < degree[blank]; ++i) {
    int cell = neighbours[blank][i];
    if (cell == from) continue;
    int tile = tile_at[cell];
    int next = estimate + distance[tile][blank] - distance[tile][cell];
    ++generated;
    if (next > left - 1) continue;
    tile_at[blank] = tile;
    bool found = within(cell, blank, left - 1, next);
    tile_at[cell] = tile;
    if (found) return true;
  }
  return false;
}

}  // namespace

int main(int, char** arguments) {
  goal_first = std::atoi(arguments[1]);
  int blank = 0, estimate = 0;
  for (int cell = 0; cell < 16; ++cell) {
    tile_at[cell] = std::atoi(arguments[2 + cell]);
    if (tile_at[cell] == 0) blank = cell;
    int row = cell / 4, column = cell % 4;
    if (row > 0) neighbours[cell][degree[cell]++] = cell - 4;
    if (column > 0) neighbours[cell][degree[cell]++] = cell - 1;
    if (column < 3) neighbours[cell][degree[cell]++] = cell + 1;
    if (row < 3) neighbours[cell][degree[cell]++] = cell + 4;
    for (int tile = 1; tile < 16; ++tile)
      distance[tile][cell] = std::abs(row - goal_of(tile) / 4) + std::abs(column - goal_of(tile) % 4);
  }
  for (int cell = 0; cell < 16; ++cell) estimate += tile_at[cell] == 0 ? 0 : distance[tile_at[cell]][cell];
  int bound = estimate;
  while (!within(blank, -1, bound, estimate)) bound += 2;
  std::printf("%d %lld %.6f\n", bound, generated, static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
}
