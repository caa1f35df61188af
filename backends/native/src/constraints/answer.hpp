// What a search is asked for, and what it hands back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "constraints/propagators.hpp"
#include "core/control.hpp"

namespace copla::constraints {

enum class Order : int { input, smallest, smallest_degree, dom_wdeg, dual };
enum class Values : int { ascending, least_constraining };
enum class Learning : int { never, automatic, always };

struct Settings {
  Level level = Level::mac;
  Order order = Order::dom_wdeg;
  Values values = Values::ascending;
  Learning learning = Learning::never;
  int64_t guesses = -1;   // give up after so many choices among several values; -1: never
  int64_t solutions = 1;  // -1: all
  int64_t budget = -1;    // hand over after so many backtracks without a solution; -1: never
  int64_t restarts = -1;  // start again after so many backtracks, then 1.5 times as many, ...; -1: never
};

enum class End : int {
  exhausted,  // the whole space was searched
  enough,     // as many solutions as were wanted
  limit,      // the leash: time, memory, Ctrl-C
  guesses,
  budget,
};

struct Answer {
  End end = End::exhausted;
  Vector<int> solutions;  // positions, `variables` of them for each solution
  std::vector<double> seconds;
  uint64_t expanded = 0, generated = 0, backtracks = 0, guesses = 0, prunings = 0, deepest = 0;
  uint64_t conflicts = 0, restarts = 0;
  bool learned = false;  // whether the learning search was entered

  // Keeps one solution; false if no more are wanted. What Python will make of it is accounted for as well.
  template <class Position>
  void keep(int variables, Control& control, Position&& position) {
    control.claim(static_cast<size_t>(variables) * 96 + 400);
    if (solutions.empty()) solutions.reserve(variables);
    for (int v = 0; v < variables; ++v) solutions.push_back(position(v));
    seconds.push_back(control.seconds());
  }
  void forget_all(int variables, Control& control) {
    control.release(seconds.size() * (static_cast<size_t>(variables) * 96 + 400));
    solutions.clear();
    seconds.clear();
  }
};

}  // namespace copla::constraints
