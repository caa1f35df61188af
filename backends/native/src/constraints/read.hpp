// Reading a ConstraintProblem straight from its own lists, with Python's C interface.
//
// A small puzzle is solved in a few microseconds, so whatever makes an object for each constraint on the way
// costs more than the search. Attributes are read where the last one of the same type was found, the domain
// of a puzzle's variables is one tuple that is read once, and constraints are told apart by the identity of
// their type. What the numbers must be is checked in build.hpp; here, that they are numbers and tuples.
// Whatever is not what it should be is a std::invalid_argument.
#pragma once

#include <pybind11/pybind11.h>

#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "constraints/build.hpp"
#include "core/attribute.hpp"

namespace copla::constraints {

// What a problem is written in, the same for all of them.
struct Vocabulary {
  // `kinds`: the types of constraint, in the order of Kind.
  explicit Vocabulary(pybind11::tuple kinds) : kinds(std::move(kinds)) {
    if (this->kinds.size() != static_cast<size_t>(Kind::one_cycle) + 1)
      throw pybind11::value_error("expected the ten kinds of constraint");
  }
  bool is(PyObject* constraint, int kind) const {
    return reinterpret_cast<PyObject*>(Py_TYPE(constraint)) == PyTuple_GET_ITEM(kinds.ptr(), kind);
  }

  pybind11::tuple kinds;
  Attribute name{"name"}, index{"index"}, domain{"domain"}, variables{"variables"}, terms{"terms"},
      comparison{"comparison"}, bound{"bound"}, columns{"variables"}, rows{"rows"}, allowed{"allowed"},
      literals{"literals"}, variable{"variable"}, value{"value"}, positive{"positive"}, sense{"sense"},
      objective_terms{"terms"}, arguments{"arguments"}, numbers{"numbers"};
};

class Reader {
public:
  // The lists are copied first: attributes may be anybody's code, which may change them.
  Reader(Vocabulary& words, PyObject* variables, PyObject* constraints, PyObject* objective) : words_(words) {
    this->variables = copied(variables);
    const Object stated = copied(constraints);
    try {
      read_variables();
      const Py_ssize_t count = PyTuple_GET_SIZE(stated.ptr());
      problem().constraints.reserve(count);
      problem().scopes.reserve(4 * count + 64);  // a guess that spares growing for small ones
      problem().numbers.reserve(2 * count + 64);
      for (Py_ssize_t i = 0; i < count; ++i) read_constraint(PyTuple_GET_ITEM(stated.ptr(), i));
      if (objective != Py_None) read_objective(objective);
    } catch (const pybind11::error_already_set& error) {
      if (!error.matches(PyExc_AttributeError) && !error.matches(PyExc_TypeError)) throw;
      throw std::invalid_argument(std::string("this is no constraint problem: ") + error.what());
    }
  }

  Problem& problem() { return builder_.problem; }
  pybind11::object variables;  // a tuple

private:
  using Object = pybind11::object;

  static Object copied(PyObject* list) {
    if (!PyList_Check(list))
      throw std::invalid_argument("expected a list of variables and one of constraints");
    return pybind11::reinterpret_steal<Object>(PyList_AsTuple(list));
  }
  static PyObject* tuple(PyObject* object) {
    if (!PyTuple_Check(object)) throw std::invalid_argument("expected a tuple in a constraint");
    return object;
  }
  static PyObject* tuple(const Object& object) { return tuple(object.ptr()); }
  static int64_t number(PyObject* object, bool* too_large = nullptr) {
    if (!PyLong_Check(object)) throw std::invalid_argument("expected a whole number in a constraint problem");
    int overflow = 0;
    long long found = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (found == -1 && PyErr_Occurred()) throw pybind11::error_already_set();
    if (too_large) *too_large = overflow != 0;
    if (overflow && !too_large) throw std::invalid_argument("a number does not fit in 64 bits");
    return found;
  }
  // Numbers of tables and clauses have no limit; one that does not fit is a value that no variable has.
  int position(PyObject* object) {
    bool too_large = false;
    int64_t value = number(object, &too_large);
    return too_large ? -1 : problem().position(value);
  }
  int64_t index_of(PyObject* variable) { return number(words_.index.of(variable).ptr()); }
  static bool truth(const Object& object) {
    if (!PyBool_Check(object.ptr())) throw std::invalid_argument("expected True or False in a constraint");
    return object.ptr() == Py_True;
  }

  void read_variables() {
    const Py_ssize_t count = PyTuple_GET_SIZE(variables.ptr());
    std::unordered_map<PyObject*, int> seen;
    std::vector<Object> kept;  // so that no other tuple takes the place of one that was seen
    Vector<int> domain_of(count);
    PyObject* last = nullptr;
    for (Py_ssize_t i = 0; i < count; ++i) {
      Object domain = words_.domain.of(PyTuple_GET_ITEM(variables.ptr(), i));
      if (domain.ptr() == last) {
        domain_of[i] = domain_of[i - 1];
        continue;
      }
      last = domain.ptr();
      auto [place, fresh] = seen.try_emplace(last, builder_.domains());
      domain_of[i] = place->second;
      if (!fresh) continue;
      PyObject* items = tuple(domain);
      for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(items); ++k)
        builder_.add_value(number(PyTuple_GET_ITEM(items, k)));
      builder_.end_domain();
      kept.push_back(std::move(domain));
    }
    builder_.set_variables(domain_of);
  }

  void read_constraint(PyObject* constraint) {
    if (words_.is(constraint, 0)) {
      read_scope(words_.variables.of(constraint));
      builder_.end_all_different();
    } else if (words_.is(constraint, 1)) {
      const Object comparison = words_.comparison.of(constraint);
      const char* sign = PyUnicode_Check(comparison.ptr()) ? PyUnicode_AsUTF8(comparison.ptr()) : "";
      if (!sign) throw pybind11::error_already_set();
      read_terms(words_.terms.of(constraint),
                 [&](int64_t coefficient, int64_t variable) { builder_.add_term(coefficient, variable); });
      builder_.end_linear(sign, number(words_.bound.of(constraint).ptr()));
    } else if (words_.is(constraint, 2)) {
      read_scope(words_.columns.of(constraint));
      read_rows(words_.rows.of(constraint));
      builder_.end_table(truth(words_.allowed.of(constraint)));
    } else if (words_.is(constraint, 3)) {
      read_clause(words_.literals.of(constraint));
      builder_.end_clause();
    } else {
      int kind = static_cast<int>(Kind::reified);
      while (kind <= static_cast<int>(Kind::one_cycle) && !words_.is(constraint, kind)) ++kind;
      if (kind > static_cast<int>(Kind::one_cycle))
        throw std::invalid_argument("a constraint of an unknown kind");
      read_arguments(constraint, kind);
    }
  }

  void read_arguments(PyObject* constraint, int kind) {
    const Object arguments = words_.arguments.of(constraint), given = words_.numbers.of(constraint);
    PyObject* items = tuple(arguments);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); ++i)
      builder_.add_argument(index_of(PyTuple_GET_ITEM(items, i)));
    Vector<int64_t> numbers;
    items = tuple(given);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); ++i)
      numbers.push_back(number(PyTuple_GET_ITEM(items, i)));
    builder_.end_with_arguments(static_cast<Kind>(kind), numbers);
  }

  void read_scope(const Object& scope) {
    PyObject* items = tuple(scope);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); ++i)
      builder_.add_to_scope(index_of(PyTuple_GET_ITEM(items, i)));
  }

  template <class Add>
  void read_terms(const Object& terms, Add&& add) {
    PyObject* items = tuple(terms);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); ++i) {
      PyObject* term = tuple(PyTuple_GET_ITEM(items, i));
      if (PyTuple_GET_SIZE(term) != 2) throw std::invalid_argument("a term is a coefficient and a variable");
      add(number(PyTuple_GET_ITEM(term, 0)), index_of(PyTuple_GET_ITEM(term, 1)));
    }
  }

  void read_rows(const Object& rows) {
    PyObject* items = tuple(rows);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); ++i) {
      PyObject* row = tuple(PyTuple_GET_ITEM(items, i));
      const size_t began = problem().numbers.size();
      for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(row); ++k)
        builder_.add_row_value(position(PyTuple_GET_ITEM(row, k)));
      builder_.end_row(began);
    }
  }

  void read_clause(const Object& literals) {
    PyObject* items = tuple(literals);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items); ++i) {
      PyObject* literal = PyTuple_GET_ITEM(items, i);
      const int64_t variable = index_of(words_.variable.of(literal).ptr());
      const int at = position(words_.value.of(literal).ptr());
      builder_.add_literal(variable, at, truth(words_.positive.of(literal)));
    }
  }

  void read_objective(PyObject* objective) {
    const Object sense = words_.sense.of(objective);
    const bool is_text = PyUnicode_Check(sense.ptr());
    const bool minimize = is_text && PyUnicode_CompareWithASCIIString(sense.ptr(), "minimize") == 0;
    if (!minimize && !(is_text && PyUnicode_CompareWithASCIIString(sense.ptr(), "maximize") == 0))
      throw std::invalid_argument("the sense of an objective is minimize or maximize");
    read_terms(words_.objective_terms.of(objective), [&](int64_t coefficient, int64_t variable) {
      builder_.add_objective_term(coefficient, variable);
    });
    builder_.end_objective(minimize);
  }

  Vocabulary& words_;
  Builder builder_;
};

}  // namespace copla::constraints
