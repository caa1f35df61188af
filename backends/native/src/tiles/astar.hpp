// A* with a closed list on sliding tiles, for consistent estimates.
//
// Node for node that of the search backend: the smallest moves + estimate first, then the smallest estimate,
// then first come, first served. So the open list is a queue for each pair of the two numbers. Boards are
// packed (four bits a cell up to 16 cells, five above), live in one growing array and are found by an
// open-addressing table of their numbers: about 40 bytes a node with its place in a queue. With a consistent
// estimate the first expansion of a board is by a shortest way, and none is expanded twice.
#pragma once

#include "core/column.hpp"
#include "core/memory.hpp"
#include "tiles/idastar.hpp"

namespace copla::tiles {

template <class Estimate>
class AStar {
public:
  AStar(const Position& position, Estimate& estimate, Control& control)
      : cells_(position.shape.cells()),
        bits_(cells_ <= 16 ? 4 : 5),
        steps_(position.shape),
        estimate_(estimate),
        control_(control),
        nodes_(control) {
    for (int cell = 0; cell < cells_; ++cell) {
      start_[cell] = static_cast<uint8_t>(position.tiles[cell]);
      goal_[cell] = static_cast<uint8_t>(position.goal[cell]);
    }
  }

  Outcome run() {
    try {
      search();
    } catch (const LimitReached&) {
    }
    outcome_.expanded = progress_.expanded;
    outcome_.generated = progress_.generated;
    outcome_.held = nodes_.size();
    return std::move(outcome_);
  }

private:
  using Key = unsigned __int128;

  struct Node {
    uint64_t low, high;
    uint32_t parent;
    uint16_t cost;
    uint8_t blank;
  };

  // First come, first served; what was served is dropped when the queue runs empty.
  struct Queue {
    Vector<uint32_t> waiting;
    size_t first = 0;
  };

  void search() {
    table_.assign(size_t{1} << 12, kNone);
    estimate_.start(start_);
    Key goal = pack(goal_);
    int at = 0;
    while (start_[at] != 0) ++at;
    insert(pack(start_), kNone, 0, at, estimate_.value());
    for (size_t total = static_cast<size_t>(estimate_.value()); total < open_.size(); ++total) {
      progress_.bound = outcome_.bound = static_cast<int>(total);
      for (size_t guess = 0; guess < open_[total].size(); ++guess) {
        while (open_[total][guess].first < open_[total][guess].waiting.size()) {
          Queue& queue = open_[total][guess];
          uint32_t id = queue.waiting[queue.first++];
          if (nodes_[id].cost != total - guess) continue;  // a cheaper way was found meanwhile
          if (key(nodes_[id]) == goal) return finish(id);
          size_t least = expand(id);
          if (control_.due(progress_)) throw LimitReached{control_.stopped()};
          if (least < guess) guess = least;
        }
        open_[total][guess] = {};
      }
    }
    outcome_.bound = kNoBound;
  }

  // Returns the smallest estimate of a child with the same total.
  size_t expand(uint32_t id) {
    Node node = nodes_[id];
    Cells board = unpack(key(node));
    estimate_.start(board);
    int blank = node.blank, total = node.cost + estimate_.value();
    size_t least = ~size_t{0};
    ++progress_.expanded;
    progress_.generated += steps_.count[blank];
    for (int i = 0; i < steps_.count[blank]; ++i) {
      int cell = steps_.to[blank][i].to, tile = board[cell];
      Key moved = static_cast<Key>(tile) << bits_ * cell ^ static_cast<Key>(tile) << bits_ * blank;
      Key child = key(node) ^ moved;
      size_t slot = find(child);
      if (table_[slot] != kNone && nodes_[table_[slot]].cost <= node.cost + 1) continue;
      int guess = estimate_.probe(tile, cell, blank, kNoBound).value;
      insert(child, id, node.cost + 1, cell, guess);
      if (node.cost + 1 + guess == total) least = std::min(least, static_cast<size_t>(guess));
    }
    return least;
  }

  void insert(Key board, uint32_t parent, int cost, int blank, int guess) {
    size_t slot = find(board);
    uint32_t id = table_[slot];
    if (id == kNone) {
      if (nodes_.size() == kNone) control_.out_of_memory();
      id = static_cast<uint32_t>(nodes_.size());
      nodes_.push({static_cast<uint64_t>(board), static_cast<uint64_t>(board >> 64), parent,
                   static_cast<uint16_t>(cost), static_cast<uint8_t>(blank)});
      table_[slot] = id;
      if (nodes_.size() * 2 > table_.size()) rehash();
    } else {
      nodes_[id].parent = parent;
      nodes_[id].cost = static_cast<uint16_t>(cost);
    }
    size_t total = static_cast<size_t>(cost + guess);
    if (open_.size() <= total) open_.resize(total + 1);
    if (open_[total].size() <= static_cast<size_t>(guess)) open_[total].resize(guess + 1);
    open_[total][guess].waiting.push_back(id);
  }

  // The memory of the smaller table goes first: nodes have their boards.
  void rehash() {
    size_t size = table_.size() * 2;
    drop(table_);
    table_.assign(size, kNone);
    for (uint32_t id = 0; id < nodes_.size(); ++id) table_[find(key(nodes_[id]))] = id;
  }

  size_t find(Key board) const {
    uint64_t hash =
        (static_cast<uint64_t>(board) ^ static_cast<uint64_t>(board >> 64) * 0xD6E8FEB86659FD93u) *
        0x9E3779B97F4A7C15u;
    size_t slot = (hash ^ hash >> 32) & (table_.size() - 1);
    while (table_[slot] != kNone && key(nodes_[table_[slot]]) != board)
      slot = (slot + 1) & (table_.size() - 1);
    return slot;
  }

  void finish(uint32_t id) {
    outcome_.solved = true;
    for (; id != kNone; id = nodes_[id].parent) outcome_.path.push_back(nodes_[id].blank);
    std::reverse(outcome_.path.begin(), outcome_.path.end());
  }

  static Key key(const Node& node) { return static_cast<Key>(node.high) << 64 | node.low; }

  Key pack(const Cells& board) const {
    Key found = 0;
    for (int cell = 0; cell < cells_; ++cell) found |= static_cast<Key>(board[cell]) << bits_ * cell;
    return found;
  }

  Cells unpack(Key board) const {
    Cells found{};
    for (int cell = 0; cell < cells_; ++cell, board >>= bits_)
      found[cell] = static_cast<uint8_t>(board & ((1u << bits_) - 1));
    return found;
  }

  static constexpr uint32_t kNone = ~uint32_t{0};

  int cells_, bits_;
  Steps steps_;
  Estimate& estimate_;
  Control& control_;
  Cells start_{}, goal_{};
  Column<Node> nodes_;
  Vector<uint32_t> table_;
  Vector<Vector<Queue>> open_;  // by total and estimate
  Progress progress_;
  Outcome outcome_;
};

}  // namespace copla::tiles
