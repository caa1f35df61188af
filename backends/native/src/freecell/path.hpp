// The steps of a solution, from the nodes that lead to it: moves of runs are spelled out card by card, and
// safe cards go home in between, as the searches let them.
#pragma once

#include <cstdint>
#include <vector>

#include "freecell/moves.hpp"
#include "freecell/store.hpp"

namespace copla::freecell {

// The table must show the start; it shows the end then.
inline std::vector<Step> steps_to(const Store<3>& store, uint32_t last, Table<3>& table) {
  constexpr uint8_t place_bits = 7;  // the rest is for the searches' own marks
  std::vector<uint32_t> path;
  for (uint32_t at = last; at != no_node; at = store[at].parent) path.push_back(at);
  std::vector<Step> made;
  make_safe_steps(table, made);
  for (size_t i = path.size() - 1; i-- > 0;) {
    const Node<3>& node = store[path[i]];
    int target = target_of(table, node.card, node.place & place_bits), source = table.column_of(node.card);
    int count = source < in_cell ? table.size(source) - table.height_of(node.card) + 1 : 1;
    if (count == 1)
      make_step(table, node.card, target, made);
    else
      make_run_steps(table, source, target, count, made);
    make_safe_steps(table, made);
  }
  return made;
}

}  // namespace copla::freecell
