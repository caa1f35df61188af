// The one door for constraint problems: from numbers that somebody wrote to a Problem that every search can
// rely on. Knows nothing of Python.
//
// std::invalid_argument, with one line that says what is wrong, for whatever the searches do not take: no
// value in a domain, a variable twice in one constraint, a coefficient of 0, rows that are not as long as
// the table is wide, and numbers beyond the range. Values, coefficients and bounds are at most 2^53 in
// absolute value, and so is the largest absolute value that a sum with its bound can have: no arithmetic on
// them overflows 64 bits. A constraint without variables is replaced by one that says the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "constraints/problem.hpp"
#include "constraints/rows.hpp"

namespace copla::constraints {

inline constexpr int64_t largest_number = int64_t(1) << 53;

class Builder {
public:
  Problem problem;

  // The domains: a set of values, in any order, each with a number from 0 on.
  void add_value(int64_t value) {
    require(in_range(value), "a domain has a value beyond 2**53");
    domain_values_.push_back(value);
  }
  void end_domain() {
    require(domain_values_.size() > domain_ends_.back(), "a domain is empty");
    domain_ends_.push_back(domain_values_.size());
  }
  int domains() const { return static_cast<int>(domain_ends_.size()) - 1; }

  // The variables, each with the number of its domain. To be called once, before the first constraint.
  void set_variables(const Vector<int>& domain_of) {
    require(domain_of.size() < size_t(std::numeric_limits<int>::max()), "there are too many variables");
    problem.variables = static_cast<int>(domain_of.size());
    sort_values();
    Vector<Problem::Window> windows(domains());
    Vector<uint64_t> masks;
    for (int d = 0; d < domains(); ++d) make_mask(d, windows[d], masks);
    problem.windows.reserve(domain_of.size());
    variables_.reserve(domain_of.size());
    size_t at = 0;
    for (int d : domain_of) {
      problem.windows.push_back({at, windows[d].first, windows[d].words});
      at += windows[d].words;
    }
    // A word is named by an int in the searches.
    if (at > size_t(std::numeric_limits<int>::max())) throw std::length_error("too many values");
    problem.domains.reserve(at);
    for (int d : domain_of) {
      auto mask = masks.begin() + static_cast<ptrdiff_t>(windows[d].at);
      problem.domains.insert(problem.domains.end(), mask, mask + windows[d].words);
      variables_.push_back({magnitudes_[d], 0});
    }
  }

  // A constraint: first its scope and its numbers, then what it is.
  void add_to_scope(int64_t variable) {
    require(variable >= 0 && variable < problem.variables, "a variable of another problem");
    problem.scopes.push_back(static_cast<int>(variable));
  }
  void add_term(int64_t coefficient, int64_t variable) {
    problem.numbers.push_back(checked_coefficient(coefficient));
    add_to_scope(variable);
  }
  // Values of tables and clauses that no variable has are no mistakes, however large they are.
  void add_row_value(int64_t position) { problem.numbers.push_back(position); }
  // To be called after each row, which began when there were so many numbers.
  void end_row(size_t began) {
    const size_t columns = problem.scopes.size() - scopes_before_;
    require(problem.numbers.size() - began == columns, "a row of a table has another length than the table");
    if (columns == 0) ++empty_rows_;
    for (size_t k = 0; k < columns; ++k) {
      if (problem.has(problem.domains, problem.scopes[scopes_before_ + k], problem.numbers[began + k]))
        continue;
      problem.numbers.resize(began);
      return;
    }
  }
  void add_literal(int64_t variable, int64_t position, bool positive) {
    auto begin = problem.scopes.begin() + static_cast<ptrdiff_t>(scopes_before_);
    auto found = std::find(begin, problem.scopes.end(), variable);
    const int64_t place = found - begin;
    if (found == problem.scopes.end()) add_to_scope(variable);
    for (int64_t number : {place, position, int64_t(positive)}) problem.numbers.push_back(number);
  }

  // An argument of what has arguments: a variable may be several of them.
  void add_argument(int64_t variable) {
    require(variable >= 0 && variable < problem.variables, "a variable of another problem");
    auto begin = problem.scopes.begin() + static_cast<ptrdiff_t>(scopes_before_);
    auto found = std::find(begin, problem.scopes.end(), variable);
    const int64_t place = found - begin;
    if (found == problem.scopes.end()) add_to_scope(variable);
    problem.numbers.push_back(place);
  }
  // What has arguments, all added before, and these numbers: see toolkit/rewriting/propagated.py.
  void end_with_arguments(Kind kind, const Vector<int64_t>& given) {
    Constraint made{kind};
    const size_t arguments = problem.numbers.size() - numbers_before_;
    made.arguments = static_cast<int>(arguments);
    auto variable = [&](size_t i) {
      return problem.scopes[scopes_before_ + problem.numbers[numbers_before_ + i]];
    };
    auto magnitude = [&](size_t i) { return variables_[variable(i)].magnitude; };
    require(kind == Kind::occurrences || kind == Kind::one_cycle || arguments > 1, "too few arguments");
    switch (kind) {
      case Kind::reified: {
        require(given.size() == arguments + 1, "a reified sum has a coefficient for each variable");
        require(problem.scopes.size() - scopes_before_ == arguments,
                "a variable stands twice in a reified sum");
        const int on = variable(arguments - 1), low = problem.least(problem.domains, on),
                  high = problem.largest(problem.domains, on);
        require(problem.values[low] >= 0 && problem.values[high] <= 1,
                "a switch has another value than 0 and 1");
        made.compare = given[0] ? Compare::equal : Compare::at_most;
        made.bound = given[1];
        require(in_range(made.bound), "the bound of a sum is beyond 2**53");
        for (size_t i = 2; i < given.size(); ++i) problem.numbers.push_back(checked_coefficient(given[i]));
        check_magnitude(problem.scopes.data() + scopes_before_,
                        problem.numbers.data() + numbers_before_ + arguments, arguments - 1, made.bound);
        break;
      }
      case Kind::times: {
        require(arguments == 3 && given.empty(), "a product has a result and two factors");
        int64_t product = 0;
        require(!__builtin_mul_overflow(magnitude(1), magnitude(2), &product) && product <= largest_number,
                "the absolute value of a product could exceed 2**53");
        break;
      }
      case Kind::extreme:
        require(given.size() == 1, "an extreme is the least or the greatest");
        made.allowed = given[0] != 0;
        break;
      case Kind::entry:
        require(given.size() == 1, "an entry has one value where there is no place");
        made.bound = problem.position(given[0]);
        break;
      case Kind::occurrences:
        require(!given.empty() && given.size() - 1 <= arguments, "each value that occurs has a total");
        made.allowed = given[0] != 0;
        for (size_t i = 1; i < given.size(); ++i) problem.numbers.push_back(problem.position(given[i]));
        break;
      case Kind::one_cycle:
        require(given.empty(), "a cycle has no numbers");
        break;
      default:
        throw std::invalid_argument("a constraint of an unknown kind");
    }
    end(made, nullptr);
  }

  void end_all_different() { end({Kind::all_different}, "an all-different"); }
  void end_clause() { end({Kind::clause}, nullptr); }
  void end_table(bool allowed) {
    Constraint made{Kind::table};
    made.allowed = allowed;
    const size_t columns = problem.scopes.size() - scopes_before_;
    if (columns == 0) return end_constant((empty_rows_ > 0) == allowed);
    keep_distinct_rows(problem.numbers, numbers_before_, columns);
    end(made, "a table");
  }
  // `comparison`: one of < <= == != >= >, turned into at most, equal or differs.
  void end_linear(const char* comparison, int64_t bound) {
    const char first = comparison[0], second = first ? comparison[1] : '\0';
    const bool strict = second == '\0';
    require(((first == '<' || first == '>') && (strict || second == '=')) ||
                ((first == '=' || first == '!') && second == '='),
            "a comparison is one of < <= == != >= >");
    require(strict || comparison[2] == '\0', "a comparison is one of < <= == != >= >");
    require(in_range(bound), "the bound of a sum is beyond 2**53");
    Constraint made{Kind::linear};
    made.compare = first == '=' ? Compare::equal : first == '!' ? Compare::differs : Compare::at_most;
    const size_t terms = problem.numbers.size() - numbers_before_;
    check_magnitude(problem.scopes.data() + scopes_before_, problem.numbers.data() + numbers_before_, terms,
                    bound);
    const bool turned = first == '>';
    if (turned)
      for (size_t i = numbers_before_; i < problem.numbers.size(); ++i) problem.numbers[i] *= -1;
    made.bound = (turned ? -bound : bound) - (strict ? 1 : 0);
    if (terms > 0) return end(made, "a sum");
    end_constant(made.compare == Compare::at_most ? 0 <= made.bound
                                                  : (made.bound == 0) == (made.compare == Compare::equal));
  }

  void add_objective_term(int64_t coefficient, int64_t variable) {
    require(variable >= 0 && variable < problem.variables, "a variable of another problem");
    problem.objective_terms.push_back(checked_coefficient(coefficient));
    problem.objective_scope.push_back(static_cast<int>(variable));
  }
  void end_objective(bool minimize) {
    problem.has_objective = true;
    check_distinct(problem.objective_scope.data(), problem.objective_scope.size(), "an objective");
    check_magnitude(problem.objective_scope.data(), problem.objective_terms.data(),
                    problem.objective_scope.size(), 0);
    if (!minimize)
      for (int64_t& term : problem.objective_terms) term *= -1;
  }

private:
  static void require(bool condition, const char* otherwise) {
    if (!condition) throw std::invalid_argument(otherwise);
  }
  static bool in_range(int64_t number) { return number >= -largest_number && number <= largest_number; }
  static int64_t checked_coefficient(int64_t coefficient) {
    require(coefficient != 0, "a sum has a coefficient of 0");
    require(in_range(coefficient), "a sum has a coefficient beyond 2**53");
    return coefficient;
  }

  void sort_values() {
    Vector<int64_t>& values = problem.values;
    values = domain_values_;
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    require(values.size() < size_t(std::numeric_limits<int>::max()) - 64, "there are too many values");
    problem.words = std::max<int>(1, static_cast<int>((values.size() + 63) / 64));
    problem.dense =
        !values.empty() && values.back() - values.front() + 1 == static_cast<int64_t>(values.size());
  }
  void make_mask(int domain, Problem::Window& window, Vector<uint64_t>& masks) {
    const int64_t* from = domain_values_.data() + domain_ends_[domain];
    const int64_t* to = domain_values_.data() + domain_ends_[domain + 1];
    const auto [least, largest] = std::minmax_element(from, to);
    magnitudes_.push_back(std::max(std::abs(*least), std::abs(*largest)));
    window.at = masks.size();
    window.first = problem.position(*least) >> 6;
    window.words = (problem.position(*largest) >> 6) - window.first + 1;
    masks.resize(masks.size() + window.words, 0);
    for (const int64_t* value = from; value < to; ++value) {
      const int position = problem.position(*value);
      masks[window.at + (position >> 6) - window.first] |= uint64_t(1) << (position & 63);
    }
  }

  void end(Constraint made, const char* whose_variables_differ) {
    made.first = static_cast<int>(scopes_before_);
    made.count = static_cast<int>(problem.scopes.size() - scopes_before_);
    made.data = static_cast<int>(numbers_before_);
    made.size = static_cast<int>(problem.numbers.size() - numbers_before_);
    const size_t most = size_t(std::numeric_limits<int>::max());
    require(problem.scopes.size() < most && problem.numbers.size() < most, "the constraints are too large");
    if (whose_variables_differ)
      check_distinct(problem.scopes.data() + made.first, made.count, whose_variables_differ);
    problem.constraints.push_back(made);
    scopes_before_ = problem.scopes.size();
    numbers_before_ = problem.numbers.size();
    empty_rows_ = 0;
  }
  // All-different over nothing always holds, and a clause of nothing never does.
  void end_constant(bool holds) {
    problem.numbers.resize(numbers_before_);
    end({holds ? Kind::all_different : Kind::clause}, nullptr);
  }

  void check_distinct(const int* scope, size_t count, const char* where) {
    ++uses_;
    for (size_t i = 0; i < count; ++i) {
      if (variables_[scope[i]].last_use == uses_)
        throw std::invalid_argument(std::string("a variable stands twice in ") + where);
      variables_[scope[i]].last_use = uses_;
    }
  }
  void check_magnitude(const int* scope, const int64_t* terms, size_t count, int64_t bound) const {
    int64_t room = largest_number - std::abs(bound);
    for (size_t i = 0; i < count; ++i) {
      int64_t product = 0;
      if (__builtin_mul_overflow(std::abs(terms[i]), variables_[scope[i]].magnitude, &product) ||
          product > room)
        throw std::invalid_argument("the absolute value of a sum could exceed 2**53");
      room -= product;
    }
  }

  struct Variable {
    int64_t magnitude;  // its largest absolute value
    int64_t last_use;   // the last scope that it was seen in
  };

  Vector<int64_t> domain_values_, magnitudes_;  // of all domains
  Vector<size_t> domain_ends_{0};
  Vector<Variable> variables_;
  int64_t uses_ = 0;
  size_t scopes_before_ = 0, numbers_before_ = 0, empty_rows_ = 0;
};

}  // namespace copla::constraints
