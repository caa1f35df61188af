// Products, extremes, counts and cycles in the learning search: what defined.py concludes, with its reasons.
//
// One rule after the other looks until one has concluded something about one variable; then unit propagation
// comes first. Where no rule says anything and one variable is left open, or none, the meaning of the
// constraint decides, and the values of all others are the reason. (Entries and reified sums are no rules:
// encoding.hpp makes clauses and guarded sums of them.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "constraints/meant.hpp"
#include "constraints/view.hpp"

namespace copla::constraints {

class Rules {
public:
  explicit Rules(View& view) : view_(view) {}

  // False at a conflict.
  template <class Known>
  bool look(Known& known, int constraint) {
    Looking<Known> looking{view_, known,  constraint, view_.problem().constraints[constraint],
                           at_,   after_, {}};
    return looking.look();
  }

private:
  // One look of one constraint. Each part returns whether the next one has to look, too: no, if something
  // was concluded, or is in conflict.
  template <class Known>
  struct Looking {
    View& view;
    Known& known;
    const int number;
    const Constraint& c;
    Vector<int>&at, &after;
    std::optional<bool> answer;

    bool look() {
      switch (c.kind) {
        case Kind::times:
          times();
          break;
        case Kind::extreme:
          extreme();
          break;
        case Kind::occurrences:
          occurrences();
          break;
        default:
          cycle();
      }
      if (!answer) by_meaning();
      return answer.value_or(true);
    }

    int argument(int i) const { return view.problem().argument(c, i); }
    const int64_t* numbers() const { return view.problem().numbers.data() + c.data + c.arguments; }
    int64_t value(int position) const { return view.problem().values[position]; }
    int64_t least(int variable) const { return value(view.least(variable)); }
    int64_t largest(int variable) const { return value(view.largest(variable)); }

    // Concludes, for the reason that was made.
    bool conclude(Lit lit) {
      if (known.value(lit) == 1) return true;
      const bool holds = view.conclude(known, number, std::nullopt, lit);
      answer = holds;
      return holds;
    }
    bool fail() {
      answer = view.fail(known, number, std::nullopt);
      return false;
    }
    // Removes the values of a variable that do not stay; `explain` makes the reason for one of them.
    template <class Stays, class Explain>
    bool keep(int variable, Stays&& stays, Explain&& explain) {
      bool holds = true;
      view.each_at_root(variable, [&](int position, Lit lit) {
        if (!holds || known.value(lit) == 0 || stays(position)) return;
        view.begin_reason();
        explain(position);
        holds = conclude(negation(lit));
      });
      return !answer;
    }

    void because_within(int variable) {
      view.because_not_below(variable, view.least(variable));
      view.because_not_above(variable, view.largest(variable));
    }

    void by_meaning() {
      const int* scope = view.problem().scopes.data() + c.first;
      int last = -1;
      for (int i = 0; i < c.count; ++i) {
        if (view.settled(scope[i])) continue;
        if (last >= 0) return;
        last = scope[i];
      }
      at.resize(c.arguments);
      for (int i = 0; i < c.arguments; ++i) at[i] = view.least(argument(i));
      auto holds = [&] {
        return is_meant(view.problem(), c.kind, c.allowed, c.bound, at.data(), c.arguments, numbers(),
                        c.size - c.arguments);
      };
      auto because_of_the_others = [&](int) {
        for (int i = 0; i < c.count; ++i)
          if (scope[i] != last) view.because_settled(scope[i]);
      };
      if (last < 0) {
        if (holds()) return;
        view.begin_reason();
        because_of_the_others(-1);
        fail();
        return;
      }
      keep(
          last,
          [&](int position) {
            for (int i = 0; i < c.arguments; ++i)
              if (argument(i) == last) at[i] = position;
            return holds();
          },
          because_of_the_others);
    }

    void times() {
      const int result = argument(0), left = argument(1), right = argument(2);
      const int64_t ends[4] = {least(left) * least(right), least(left) * largest(right),
                               largest(left) * least(right), largest(left) * largest(right)};
      const auto [low, high] = std::minmax_element(ends, ends + 4);
      keep(
          result, [&](int position) { return value(position) >= *low && value(position) <= *high; },
          [&](int) {
            because_within(left);
            because_within(right);
          }) &&
          factor(result, left, right) && factor(result, right, left);
    }
    bool factor(int result, int one, int other) {
      const int64_t low = least(other), high = largest(other);
      auto product = [&](int position) { return view.problem().position(value(position) * low); };
      if (low == high)
        return keep(
                   one, [&](int position) { return view.has(result, product(position)); },
                   [&](int position) {
                     view.because_settled(other);
                     view.because_gone(result, product(position));
                   }) &&
               keep(
                   result, [&](int position) { return has_factor(one, position, low); },
                   [&](int position) {
                     view.because_settled(other);
                     if (low != 0 && value(position) % low == 0)
                       view.because_gone(one, view.problem().position(value(position) / low));
                   });
      const int64_t smallest = least(result), greatest = largest(result);
      return keep(
          one,
          [&](int position) {
            const int64_t a = value(position) * low, b = value(position) * high;
            return std::min(a, b) <= greatest && std::max(a, b) >= smallest;
          },
          [&](int) {
            because_within(other);
            because_within(result);
          });
    }
    bool has_factor(int variable, int product, int64_t other) const {
      if (other == 0) return value(product) == 0;
      return value(product) % other == 0 &&
             view.has(variable, view.problem().position(value(product) / other));
    }

    void extreme() {
      const int result = argument(0);
      const bool greatest = c.allowed;
      // Positions are in order, and so are their values.
      auto beyond = [&](int position, int other) { return greatest ? position > other : position < other; };
      const int end = greatest ? view.largest(result) : view.least(result);
      for (int i = 1; i < c.arguments; ++i)
        if (!keep(
                argument(i), [&](int position) { return !beyond(position, end); },
                [&](int position) { because_not_from(result, position, greatest); }))
          return;
      for (int i = 1; i < c.arguments; ++i) {
        const int member = argument(i), reached = greatest ? view.least(member) : view.largest(member);
        if (!keep(
                result, [&](int position) { return !beyond(reached, position); },
                [&](int position) { because_not_from(member, position, !greatest); }))
          return;
      }
      if (!keep(
              result, [&](int position) { return somebody_has(position); },
              [&](int position) {
                for (int i = 1; i < c.arguments; ++i) view.because_gone(argument(i), position);
              }))
        return;
      int able = -1;
      for (int i = 1; i < c.arguments; ++i) {
        const int member = argument(i);
        if (member == able || !meets(member, result)) continue;
        if (able >= 0) return;
        able = member;
      }
      keep(
          able, [&](int position) { return view.has(result, position); },
          [&](int) {
            view.each_at_root(result, [&](int wanted, Lit lit) {
              if (!view.has(result, wanted)) return view.clause.push_back(lit);
              for (int i = 1; i < c.arguments; ++i)
                if (argument(i) != able) view.because_gone(argument(i), wanted);
            });
          });
    }
    // That the variable has no value from this one on, upwards or downwards.
    void because_not_from(int variable, int position, bool upwards) {
      if (upwards)
        view.because_not_above(variable, position - 1);
      else
        view.because_not_below(variable, position + 1);
    }
    bool somebody_has(int position) const {
      for (int i = 1; i < c.arguments; ++i)
        if (view.has(argument(i), position)) return true;
      return false;
    }
    bool meets(int variable, int other) const {
      bool found = false;
      view.each_at_root(variable, [&](int position, Lit) {
        found = found || (view.has(variable, position) && view.has(other, position));
      });
      return found;
    }

    void occurrences() {
      const int values = c.size - c.arguments;
      for (int k = 0; k < values; ++k)
        if (!counted(argument(k), static_cast<int>(numbers()[k]), values)) return;
    }
    bool counted(int total, int position, int first) {
      int64_t sure = 0, able = 0;
      for (int i = first; i < c.arguments; ++i) {
        const bool has = view.has(argument(i), position);
        able += has;
        sure += has && view.settled(argument(i));
      }
      // That so many have the value; that so many lack it.
      auto because_sure = [&](int64_t many) {
        for (int i = first; i < c.arguments && many > 0; ++i) {
          if (!view.has(argument(i), position) || !view.settled(argument(i))) continue;
          view.because_settled(argument(i));
          --many;
        }
      };
      auto because_unable = [&](int64_t many) {
        for (int i = first; i < c.arguments && many > 0; ++i) {
          if (view.has(argument(i), position)) continue;
          view.because_gone(argument(i), position);
          --many;
        }
      };
      const int64_t members = c.arguments - first;
      if (!keep(
              total, [&](int at) { return value(at) >= sure && value(at) <= able; },
              [&](int at) {
                if (value(at) < sure)
                  because_sure(std::max<int64_t>(value(at), -1) + 1);
                else
                  because_unable(members - std::min(value(at), members + 1) + 1);
              }))
        return false;
      const bool full = sure == largest(total);
      if (!full && able != least(total)) return true;
      for (int i = first; i < c.arguments; ++i) {
        const int member = argument(i);
        if (view.settled(member) || !view.has(member, position)) continue;
        view.begin_reason();
        if (full) {
          view.because_not_above(total, view.largest(total));
          because_sure(sure);
          conclude(negation(view.equality(member, position)));
        } else {
          view.because_not_below(total, view.least(total));
          because_unable(members - able);
          conclude(view.equality(member, position));
        }
        if (answer) return false;
      }
      return true;
    }

    void cycle() {
      const int count = c.arguments;
      after.assign(count, -1);
      Vector<uint8_t> arrived(count, 0);
      for (int i = 0; i < count; ++i) {
        if (!view.settled(argument(i))) continue;
        after[i] = static_cast<int>(least(argument(i)));
        arrived[after[i]] = 1;
      }
      for (int start = 0; start < count; ++start) {
        if (after[start] < 0) continue;
        int end = start, steps = 0;
        do {
          end = after[end];
          ++steps;
        } while (end != start && after[end] >= 0 && steps < count);
        const bool closed = end == start;
        if (steps >= count - (closed ? 0 : 1)) continue;
        if (!closed && (arrived[start] || after[end] >= 0)) continue;
        const int from = view.problem().position(start);
        if (!closed && !view.has(argument(end), from)) continue;
        view.begin_reason();
        for (int i = start, step = 0; step < steps; ++step, i = after[i]) view.because_settled(argument(i));
        if (closed)
          fail();
        else
          conclude(negation(view.equality(argument(end), from)));
        return;
      }
    }
  };

  View& view_;
  Vector<int> at_, after_;
};

}  // namespace copla::constraints
