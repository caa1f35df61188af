// One attribute of Python objects, read quickly where they are alike.
//
// The variables, constraints and actions of a problem are objects with slots, and thousands of them have one
// type. A slot is a fixed place inside the object: it is looked up once a type, and read from there as long
// as the type stays the same. That is a third of the time of Python's general way, which is taken for
// everything else (properties, attributes in a dictionary, slots that are not set).
#pragma once

#include <pybind11/pybind11.h>
#include <structmember.h>

namespace copla {

class Attribute {
public:
  explicit Attribute(const char* name)
      : name_(pybind11::reinterpret_steal<pybind11::object>(PyUnicode_InternFromString(name))) {}

  // To be called with Python's lock.
  pybind11::object of(PyObject* owner) {
    PyTypeObject* type = Py_TYPE(owner);
    if (reinterpret_cast<PyObject*>(type) != type_.ptr()) find(type);
    if (place_ > 0) {
      auto* found = *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(owner) + place_);
      if (found) return pybind11::reinterpret_borrow<pybind11::object>(found);
    }
    PyObject* found = PyObject_GetAttr(owner, name_.ptr());
    if (!found) throw pybind11::error_already_set();
    return pybind11::reinterpret_steal<pybind11::object>(found);
  }

private:
  void find(PyTypeObject* type) {
    auto* as_object = reinterpret_cast<PyObject*>(type);
    type_ =
        pybind11::reinterpret_borrow<pybind11::object>(as_object);  // kept, so that no other takes its place
    place_ = 0;
    PyObject* found = PyObject_GetAttr(as_object, name_.ptr());
    if (!found) {
      PyErr_Clear();
      return;
    }
    if (type->tp_getattro == PyObject_GenericGetAttr && Py_IS_TYPE(found, &PyMemberDescr_Type) &&
        PyType_IsSubtype(type, PyDescr_TYPE(found))) {
      const PyMemberDef* member = reinterpret_cast<PyMemberDescrObject*>(found)->d_member;
      if (member->type == T_OBJECT_EX) place_ = member->offset;
    }
    Py_DECREF(found);
  }

  pybind11::object name_, type_;
  Py_ssize_t place_ = 0;  // in bytes; 0: no slot
};

}  // namespace copla
