// Boards of sliding tiles: shape, neighbours, and the eight symmetries of a rectangle and its transpose.
//
// Cells count row by row from 0. Moves are named by where the blank goes, and always tried in the order up,
// left, right, down: that is the order of the declarative model and of Korf's experiments, so that counts of
// nodes can be compared. A board here is one byte a cell (0 for the blank); kernels that pack it tighter do
// so for themselves.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace copla::tiles {

constexpr int kMostCells = 25;

struct Shape {
  int rows;
  int columns;

  Shape(int rows_, int columns_) : rows(rows_), columns(columns_) {
    if (rows < 1 || columns < 1 || rows * columns < 2 || rows * columns > kMostCells)
      throw std::invalid_argument("a board has 2 to 25 cells");
  }

  int cells() const { return rows * columns; }

  // The cell of the blank after a move in direction 0 to 3 (up, left, right, down), or -1 past the edge.
  int step(int cell, int direction) const {
    constexpr int down[] = {-1, 0, 0, 1}, right[] = {0, -1, 1, 0};
    int row = cell / columns + down[direction], column = cell % columns + right[direction];
    bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
    return inside ? row * columns + column : -1;
  }

  // The cells that can be reached from `cell` without entering `occupied`.
  uint32_t region(uint32_t occupied, int cell) const {
    uint32_t known = uint32_t{1} << cell, waiting = known;
    while (waiting) {
      int here = __builtin_ctz(waiting);
      waiting &= waiting - 1;
      for (int direction = 0; direction < 4; ++direction) {
        int there = step(here, direction);
        if (there < 0 || ((occupied | known) >> there & 1)) continue;
        known |= uint32_t{1} << there;
        waiting |= uint32_t{1} << there;
      }
    }
    return known;
  }
};

// The steps of the blank from each cell, in the order in which they are tried.
struct Steps {
  struct Step {
    uint8_t to;
    uint8_t direction;
  };
  std::array<std::array<Step, 4>, kMostCells> to;
  std::array<uint8_t, kMostCells> count{};

  explicit Steps(const Shape& shape) {
    for (int cell = 0; cell < shape.cells(); ++cell)
      for (int direction = 0; direction < 4; ++direction)
        if (int there = shape.step(cell, direction); there >= 0)
          to[cell][count[cell]++] = {static_cast<uint8_t>(there), static_cast<uint8_t>(direction)};
  }
};

// A start and a goal, both row by row; tile numbers are 1 to cells - 1, the blank is 0.
struct Position {
  Shape shape;
  std::vector<int> tiles;
  std::vector<int> goal;

  Position(int rows, int columns, std::vector<int> tiles_, std::vector<int> goal_)
      : shape(rows, columns), tiles(std::move(tiles_)), goal(std::move(goal_)) {
    check(tiles);
    check(goal);
  }

  int blank() const { return place(tiles, 0); }
  int goal_blank() const { return place(goal, 0); }

  // Where each tile belongs.
  std::array<int, kMostCells> homes() const {
    std::array<int, kMostCells> found{};
    for (int cell = 0; cell < shape.cells(); ++cell) found[goal[cell]] = cell;
    return found;
  }

private:
  static int place(const std::vector<int>& tiles, int tile) {
    int cell = 0;
    while (tiles[cell] != tile) ++cell;
    return cell;
  }

  void check(const std::vector<int>& board) const {
    uint32_t seen = 0;
    for (int tile : board)
      if (tile >= 0 && tile < shape.cells()) seen |= uint32_t{1} << tile;
    bool every = seen == ~uint32_t{0} >> (32 - shape.cells());
    if (static_cast<int>(board.size()) != shape.cells() || !every)
      throw std::invalid_argument("a board holds each tile and the blank once");
  }
};

}  // namespace copla::tiles
