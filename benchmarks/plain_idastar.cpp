// IDA* with Manhattan distance on the 15-puzzle as a good student writes it: the yardstick of benchmarks/tiles.py.
//
// Reads boards (16 numbers each, goal 0 1 2 ... 15) from standard input; writes for each one the optimum, the nodes as
// Korf counts them and the CPU seconds.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

struct Puzzle {
  int tiles[16], blank = 0, bound = 0;
  int distance[16][16];
  int moves[16][4], count[16];
  uint64_t nodes = 1;

  Puzzle() {
    for (int cell = 0; cell < 16; ++cell) {
      count[cell] = 0;
      if (cell >= 4) moves[cell][count[cell]++] = cell - 4;
      if (cell % 4 > 0) moves[cell][count[cell]++] = cell - 1;
      if (cell % 4 < 3) moves[cell][count[cell]++] = cell + 1;
      if (cell < 12) moves[cell][count[cell]++] = cell + 4;
      for (int tile = 0; tile < 16; ++tile)
        distance[tile][cell] = tile ? abs(tile / 4 - cell / 4) + abs(tile % 4 - cell % 4) : 0;
    }
  }

  bool search(int cost, int estimate, int before) {
    if (estimate == 0) return true;
    int here = blank;
    for (int i = 0; i < count[here]; ++i) {
      int there = moves[here][i];
      if (there == before) continue;
      ++nodes;
      int tile = tiles[there];
      int next = estimate - distance[tile][there] + distance[tile][here];
      if (cost + 1 + next > bound) continue;
      tiles[here] = tile;
      tiles[there] = 0;
      blank = there;
      bool found = search(cost + 1, next, here);
      tiles[there] = tile;
      tiles[here] = 0;
      blank = here;
      if (found) return true;
    }
    return false;
  }

  int solve() {
    int estimate = 0;
    for (int cell = 0; cell < 16; ++cell) estimate += distance[tiles[cell]][cell];
    for (bound = estimate; !search(0, estimate, -1); bound += 2) {
    }
    return bound;
  }
};

int main() {
  for (;;) {
    Puzzle puzzle;
    for (int cell = 0; cell < 16; ++cell) {
      if (scanf("%d", &puzzle.tiles[cell]) != 1) return 0;
      if (puzzle.tiles[cell] == 0) puzzle.blank = cell;
    }
    clock_t begin = clock();
    int optimum = puzzle.solve();
    double seconds = static_cast<double>(clock() - begin) / CLOCKS_PER_SEC;
    printf("%d %llu %.6f\n", optimum, static_cast<unsigned long long>(puzzle.nodes), seconds);
  }
}
