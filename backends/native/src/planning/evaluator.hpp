// Estimates during a search: tables are handled here, whatever else there is through `Heuristic`.
//
// Where all tables of a sum have one variable each, an action changes the sum by a constant, since it fixes
// the old values of what it changes: the estimate of a successor is one addition, whatever the state. Sums
// that may be infinite are computed from scratch (a sum that is clamped cannot be taken apart again).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "planning/heuristic.hpp"
#include "planning/packed.hpp"

namespace copla::planning {

struct Table {
  std::vector<int> variables, sizes;
  std::vector<Estimate> entries;  // the last variable runs fastest
};

// The largest of sums of tables.
class Tables final : public Heuristic {
public:
  Tables(const Packed& packed, std::vector<std::vector<Table>> sums) : sums_(std::move(sums)) {
    for (const auto& sum : sums_) {
      parts_.emplace_back();
      for (const Table& table : sum) {
        Part part{{}, table.entries.data()};
        int64_t factor = 1;
        for (size_t i = table.variables.size(); i-- > 0; factor *= table.sizes[i])
          part.terms.push_back({packed.layout[table.variables[i]], factor});
        parts_.back().push_back(std::move(part));
      }
    }
  }

  Estimate estimate(const Word* state) override {
    int64_t largest = 0;
    bool first = true;
    for (const auto& sum : parts_) {
      int64_t total = 0;
      for (const Part& part : sum) {
        int64_t index = 0;
        for (const Term& term : part.terms) index += term.field.get(state) * term.factor;
        total += part.entries[index];
      }
      total = std::min<int64_t>(total, kInfinite);
      largest = first ? total : std::max(largest, total);
      first = false;
    }
    return static_cast<Estimate>(largest);
  }

  // What each action adds, if that is a constant.
  std::optional<std::vector<Estimate>> increments(const Task& task) const {
    if (sums_.size() != 1) return std::nullopt;
    int64_t largest = 0;
    for (const Table& table : sums_[0]) {
      if (table.variables.size() > 1) return std::nullopt;
      Estimate most = 0;
      for (Estimate entry : table.entries) most = std::max(most, entry < 0 ? -entry : entry);
      largest += most;
    }
    if (largest >= kInfinite) return std::nullopt;
    std::vector<Estimate> found;
    for (const Action& action : task.actions) {
      Estimate total = 0;
      for (const Table& table : sums_[0])
        for (auto effect : action.effects)
          if (table.variables.size() == 1 && table.variables[0] == effect.variable)
            total += table.entries[effect.value] - table.entries[Packed::old_value(action, effect.variable)];
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
    const Estimate* entries;
  };
  std::vector<std::vector<Table>> sums_;
  std::vector<std::vector<Part>> parts_;
};

// What a kernel asks: nothing, an addition, or the heuristic.
class Evaluator {
public:
  Evaluator() = default;
  Evaluator(Heuristic* heuristic, const Task& task) : heuristic_(heuristic) {
    if (auto* tables = dynamic_cast<Tables*>(heuristic))
      if (auto found = tables->increments(task)) increments_ = std::move(*found);
  }

  Estimate start(const Word* state) { return heuristic_ == nullptr ? 0 : heuristic_->estimate(state); }

  // Of the state that an action has led to, from the estimate of the state before.
  Estimate next(Estimate before, int32_t action, const Word* state) {
    if (!increments_.empty()) return before + increments_[action];
    return heuristic_ == nullptr ? 0 : heuristic_->estimate(state);
  }

  // What each action adds, if that is a constant; else null.
  const Estimate* increments() const { return increments_.empty() ? nullptr : increments_.data(); }

private:
  Heuristic* heuristic_ = nullptr;
  std::vector<Estimate> increments_;
};

}  // namespace copla::planning
