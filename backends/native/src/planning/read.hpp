// Reading a PlanningProblem straight from its own lists, with Python's C interface.
//
// A small task is solved in less time than pybind11's general conversions take for its actions. What the
// numbers must be is checked in validate.hpp; here, that they are numbers and tuples. Whatever is not what it
// should be is a std::invalid_argument.
#pragma once

#include <pybind11/pybind11.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/attribute.hpp"
#include "planning/task.hpp"

namespace copla::planning {

class ActionReader {
public:
  // The list is copied first: attributes may be anybody's code, which may change it.
  std::vector<Action> read(const pybind11::list& actions) {
    const auto stated = pybind11::reinterpret_steal<pybind11::object>(PyList_AsTuple(actions.ptr()));
    const Py_ssize_t count = PyTuple_GET_SIZE(stated.ptr());
    std::vector<Action> found;
    found.reserve(count);
    for (Py_ssize_t i = 0; i < count; ++i) {
      PyObject* action = PyTuple_GET_ITEM(stated.ptr(), i);
      try {
        found.push_back({facts(condition_.of(action)), facts(effects_.of(action)),
                         number<int64_t>(cost_.of(action).ptr())});
      } catch (const std::invalid_argument&) {
        refuse(i);
      } catch (const pybind11::error_already_set& error) {
        if (!error.matches(PyExc_AttributeError)) throw;
        refuse(i);
      }
    }
    return found;
  }

  static std::vector<Fact> facts(const pybind11::object& given) {
    PyObject* pairs = tuple(given.ptr());
    std::vector<Fact> found;
    found.reserve(PyTuple_GET_SIZE(pairs));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(pairs); ++i) {
      PyObject* pair = tuple(PyTuple_GET_ITEM(pairs, i));
      if (PyTuple_GET_SIZE(pair) != 2) throw std::invalid_argument("a fact is a variable and a value");
      found.push_back({number<int>(PyTuple_GET_ITEM(pair, 0)), number<int>(PyTuple_GET_ITEM(pair, 1))});
    }
    return found;
  }

private:
  [[noreturn]] static void refuse(Py_ssize_t action) {
    throw std::invalid_argument("action number " + std::to_string(action) +
                                ": a condition and an effect are pairs of numbers, a cost is a whole number");
  }
  static PyObject* tuple(PyObject* object) {
    if (!PyTuple_Check(object)) throw std::invalid_argument("expected a tuple of facts");
    return object;
  }
  template <class T>
  static T number(PyObject* object) {
    if (!PyLong_Check(object)) throw std::invalid_argument("expected a whole number");
    int overflow = 0;
    const long long found = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (found == -1 && PyErr_Occurred()) throw pybind11::error_already_set();
    if (overflow || !std::in_range<T>(found)) throw std::invalid_argument("a number is too large");
    return static_cast<T>(found);
  }

  Attribute condition_{"condition"}, effects_{"effects"}, cost_{"cost"};
};

}  // namespace copla::planning
