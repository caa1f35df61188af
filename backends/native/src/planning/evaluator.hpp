// Estimates during a search: tables are handled here, whatever else there is through `Heuristic`.
//
// Where all tables of a sum have one variable each, an action changes the sum by a constant, since it fixes
// the old values of what it changes: the estimate of a successor is one addition, whatever the state. Sums
// with dead ends are computed from scratch.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "planning/account.hpp"
#include "planning/heuristic.hpp"
#include "planning/packed.hpp"

namespace copla::planning {

// Entries are numbers from 0 to kLargest, or negative for a dead end; the last variable runs fastest.
template <class Cell>
struct Table {
  std::vector<int> variables, sizes;
  std::vector<Cell> entries;
};

// The largest of sums of tables. No sum of entries is above kLargest: whoever makes one sees to that.
template <class Cell>
class TableSums final : public Heuristic {
public:
  TableSums(const Layout& layout, std::vector<std::vector<Table<Cell>>> sums) : sums_(std::move(sums)) {
    for (const auto& sum : sums_) {
      parts_.emplace_back();
      for (const Table<Cell>& table : sum) {
        Part part{{}, table.entries.data()};
        int64_t factor = 1;
        for (size_t i = table.variables.size(); i-- > 0; factor *= table.sizes[i])
          part.terms.push_back({layout[table.variables[i]], factor});
        parts_.back().push_back(std::move(part));
      }
    }
  }

  Estimate estimate(const Word* state) override {
    int64_t largest = 0;
    for (const auto& sum : parts_) {
      int64_t total = 0;
      Cell signs = 0;
      for (const Part& part : sum) {
        int64_t index = 0;
        for (const Term& term : part.terms) index += term.field.get(state) * term.factor;
        Cell entry = part.entries[index];
        total += entry;
        signs |= entry;
      }
      if (signs < 0) return Estimate::dead_end();
      largest = std::max(largest, total);
    }
    return Estimate(largest);
  }

  std::optional<std::vector<int64_t>> increments(const Task& task) const override {
    if (sums_.size() != 1) return std::nullopt;
    for (const auto& table : sums_[0])
      if (table.variables.size() > 1 || *std::min_element(table.entries.begin(), table.entries.end()) < 0)
        return std::nullopt;
    std::vector<std::vector<const Cell*>> of(task.sizes.size());  // the tables of each variable
    for (const auto& table : sums_[0])
      if (table.variables.size() == 1) of[table.variables[0]].push_back(table.entries.data());
    std::vector<int64_t> found;
    for (const Action& action : task.actions) {
      int64_t total = 0;
      for (auto effect : action.effects)
        for (const Cell* entries : of[effect.variable])
          total += int64_t{entries[effect.value]} - entries[Packed::old_value(action, effect.variable)];
      found.push_back(total);
    }
    return found;
  }

private:
  struct Term {
    Field field;
    int64_t factor;
  };
  struct Part {
    std::vector<Term> terms;
    const Cell* entries;
  };
  std::vector<std::vector<Table<Cell>>> sums_;
  std::vector<std::vector<Part>> parts_;
};

// What a kernel asks: nothing, an addition, or the heuristic, which may take its time: a limit is looked at
// for each estimate.
class Evaluator {
public:
  Evaluator(Heuristic* heuristic, const Task& task, Account& account)
      : heuristic_(heuristic), account_(account) {
    if (heuristic != nullptr)
      if (auto found = heuristic->increments(task)) increments_ = std::move(*found);
  }

  Estimate start(const Word* state) {
    return heuristic_ == nullptr ? Estimate(0) : heuristic_->estimate(state);
  }

  // Of the state that an action has led to, from the estimate of the state before.
  Estimate next(int64_t before, int32_t action, const Word* state) {
    if (!increments_.empty()) return Estimate(before + increments_[action]);
    if (heuristic_ == nullptr) return Estimate(0);
    account_.check();
    return heuristic_->estimate(state);
  }

  // What each action adds, if that is a constant; else null.
  const int64_t* increments() const { return increments_.empty() ? nullptr : increments_.data(); }

private:
  Heuristic* heuristic_;
  Account& account_;
  std::vector<int64_t> increments_;
};

}  // namespace copla::planning
