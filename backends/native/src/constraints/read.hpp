// Reading a ConstraintProblem straight from its own lists, with Python's C interface.
//
// A small puzzle is solved in a few microseconds, so whatever makes an object for each constraint on the way
// costs more than the search. Attributes are read where the last one of the same type was found, the domain
// of a puzzle's variables is one tuple that is turned into a mask once, and constraints are told apart by the
// identity of their type.
#pragma once

#include <pybind11/pybind11.h>

#include <unordered_map>
#include <utility>
#include <vector>

#include "constraints/attribute.hpp"
#include "constraints/problem.hpp"
#include "constraints/rows.hpp"

namespace copla::constraints {

// What a problem is written in, the same for all of them.
struct Vocabulary {
  // `kinds`: the types AllDifferent, Linear, Table and Clause, in this order.
  explicit Vocabulary(pybind11::tuple kinds) : kinds(std::move(kinds)) {
    if (this->kinds.size() != 4) throw pybind11::value_error("expected the four kinds of constraint");
  }
  bool is(PyObject* constraint, int kind) const {
    return reinterpret_cast<PyObject*>(Py_TYPE(constraint)) == PyTuple_GET_ITEM(kinds.ptr(), kind);
  }

  pybind11::tuple kinds;
  Attribute name{"name"}, index{"index"}, domain{"domain"}, variables{"variables"}, terms{"terms"},
      comparison{"comparison"}, bound{"bound"}, columns{"variables"}, rows{"rows"}, allowed{"allowed"},
      literals{"literals"}, variable{"variable"}, value{"value"}, positive{"positive"}, sense{"sense"},
      objective_terms{"terms"};
};

class Reader {
public:
  Reader(Vocabulary& words, PyObject* variables, PyObject* constraints, PyObject* objective) : words_(words) {
    if (!PyList_Check(variables) || !PyList_Check(constraints)) throw pybind11::type_error("expected lists");
    read_variables(variables);
    problem.constraints.reserve(PyList_GET_SIZE(constraints));
    problem.scopes.reserve(4 * PyList_GET_SIZE(constraints) +
                           64);  // a guess that spares growing for small ones
    problem.numbers.reserve(2 * PyList_GET_SIZE(constraints) + 64);
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(constraints); ++i)
      read_constraint(PyList_GET_ITEM(constraints, i));
    if (objective != Py_None) read_objective(objective);
  }

  Problem problem;

private:
  using Object = pybind11::object;

  static PyObject* tuple(const Object& object) {
    if (!PyTuple_Check(object.ptr())) throw pybind11::type_error("expected a tuple in a constraint");
    return object.ptr();
  }
  static int64_t number(PyObject* object, bool* too_large = nullptr) {
    int overflow = 0;
    long long found = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (found == -1 && PyErr_Occurred()) throw pybind11::error_already_set();
    if (too_large) *too_large = overflow != 0;
    if (overflow && !too_large) throw pybind11::value_error("a number does not fit in 64 bits");
    return found;
  }
  // Numbers of tables and clauses have no limit; one that does not fit is a value that no variable has.
  int position(PyObject* object) const {
    bool too_large = false;
    int64_t value = number(object, &too_large);
    return too_large ? -1 : problem.position(value);
  }
  int index_of(PyObject* variable) const {
    int64_t found = number(words_.index.of(variable).ptr());
    if (found < 0 || found >= problem.variables) throw pybind11::index_error("a variable of another problem");
    return static_cast<int>(found);
  }

  void read_variables(PyObject* variables) {
    Py_ssize_t count = PyList_Size(variables);
    std::unordered_map<PyObject*, size_t> seen;
    std::vector<Object> domains;
    std::vector<size_t> of_variable(count);
    PyObject* last = nullptr;
    for (Py_ssize_t i = 0; i < count; ++i) {
      Object domain = words_.domain.of(PyList_GET_ITEM(variables, i));
      if (domain.ptr() == last) {
        of_variable[i] = of_variable[i - 1];
        continue;
      }
      last = domain.ptr();
      auto [place, fresh] = seen.try_emplace(last, domains.size());
      of_variable[i] = place->second;
      if (!fresh) continue;
      PyObject* items = tuple(domain);
      for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(items); ++k)
        problem.values.push_back(number(PyTuple_GET_ITEM(items, k)));
      domains.push_back(std::move(domain));
    }
    problem.finish_values();
    problem.variables = static_cast<int>(count);
    const int words = problem.words;
    Vector<uint64_t> masks(domains.size() * words, 0);
    for (size_t d = 0; d < domains.size(); ++d) {
      PyObject* items = domains[d].ptr();
      for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(items); ++k) {
        int at = problem.position(number(PyTuple_GET_ITEM(items, k)));
        masks[d * words + (at >> 6)] |= uint64_t(1) << (at & 63);
      }
    }
    problem.domains.resize(count * words);
    for (Py_ssize_t i = 0; i < count; ++i)
      std::copy_n(masks.data() + of_variable[i] * words, words, problem.domains.data() + i * words);
  }

  void read_constraint(PyObject* constraint) {
    Constraint made{Kind::all_different};
    made.first = static_cast<int>(problem.scopes.size());
    made.data = static_cast<int>(problem.numbers.size());
    if (words_.is(constraint, 0)) {
      read_scope(words_.variables.of(constraint));
    } else if (words_.is(constraint, 1)) {
      made.kind = Kind::linear;
      read_linear(constraint, made);
    } else if (words_.is(constraint, 2)) {
      made.kind = Kind::table;
      made.allowed = words_.allowed.of(constraint).ptr() == Py_True;
      read_scope(words_.columns.of(constraint));
      read_rows(words_.rows.of(constraint));
      if (size_t columns = problem.scopes.size() - made.first)
        keep_distinct_rows(problem.numbers, made.data, columns);
    } else if (words_.is(constraint, 3)) {
      made.kind = Kind::clause;
      read_clause(words_.literals.of(constraint), made.first);
    } else {
      throw pybind11::type_error("a constraint of an unknown kind");
    }
    made.count = static_cast<int>(problem.scopes.size()) - made.first;
    made.size = static_cast<int>(problem.numbers.size()) - made.data;
    problem.constraints.push_back(made);
  }

  void read_scope(const Object& variables) {
    PyObject* items = tuple(variables);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); ++i)
      problem.scopes.push_back(index_of(PyTuple_GET_ITEM(items, i)));
  }

  void read_terms(const Object& terms, int64_t sign, Vector<int>& scope, Vector<int64_t>& numbers) {
    PyObject* items = tuple(terms);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); ++i) {
      PyObject* term = PyTuple_GET_ITEM(items, i);
      if (!PyTuple_Check(term) || PyTuple_GET_SIZE(term) != 2) throw pybind11::type_error("expected a term");
      numbers.push_back(sign * number(PyTuple_GET_ITEM(term, 0)));
      scope.push_back(index_of(PyTuple_GET_ITEM(term, 1)));
    }
  }

  void read_linear(PyObject* constraint, Constraint& made) {
    Object comparison = words_.comparison.of(constraint);
    Py_ssize_t length = 0;
    const char* sign = PyUnicode_AsUTF8AndSize(comparison.ptr(), &length);
    if (!sign) throw pybind11::error_already_set();
    bool strict = length == 1, turned = sign[0] == '>';
    made.compare = sign[0] == '=' ? Compare::equal : sign[0] == '!' ? Compare::differs : Compare::at_most;
    made.bound = number(words_.bound.of(constraint).ptr()) * (turned ? -1 : 1) - (strict ? 1 : 0);
    read_terms(words_.terms.of(constraint), turned ? -1 : 1, problem.scopes, problem.numbers);
  }

  void read_rows(const Object& rows) {
    PyObject* items = tuple(rows);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); ++i) {
      PyObject* row = PyTuple_GET_ITEM(items, i);
      size_t before = problem.numbers.size();
      for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(row); ++k) {
        int at = position(PyTuple_GET_ITEM(row, k));
        if (at < 0) {
          problem.numbers.resize(before);
          break;
        }
        problem.numbers.push_back(at);
      }
    }
  }

  void read_clause(const Object& literals, int first) {
    PyObject* items = tuple(literals);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); ++i) {
      PyObject* literal = PyTuple_GET_ITEM(items, i);
      int variable = index_of(words_.variable.of(literal).ptr());
      auto begin = problem.scopes.begin() + first;
      auto place = std::find(begin, problem.scopes.end(), variable) - begin;
      if (begin + place == problem.scopes.end()) problem.scopes.push_back(variable);
      problem.numbers.push_back(place);
      problem.numbers.push_back(position(words_.value.of(literal).ptr()));
      problem.numbers.push_back(words_.positive.of(literal).ptr() == Py_True);
    }
  }

  void read_objective(PyObject* objective) {
    Object sense = words_.sense.of(objective);
    int64_t sign = PyUnicode_CompareWithASCIIString(sense.ptr(), "minimize") == 0 ? 1 : -1;
    problem.has_objective = true;
    read_terms(words_.objective_terms.of(objective), sign, problem.objective_scope, problem.objective_terms);
  }

  Vocabulary& words_;
};

}  // namespace copla::constraints
