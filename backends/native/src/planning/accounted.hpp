// Vectors whose memory is on the run's account: claimed before it is asked for, released when it is freed.
//
// For what grows with the number of actions. What grows with the number of states is a Column (column.hpp),
// which never needs twice its size for a moment. The control must outlive the vector.
#pragma once

#include <new>
#include <vector>

#include "core/control.hpp"

namespace copla::planning {

template <class T>
struct Accounted {
  using value_type = T;

  explicit Accounted(Control& control) : control(&control) {}
  template <class Other>
  Accounted(const Accounted<Other>& other) : control(other.control) {}

  T* allocate(size_t count) {
    control->claim(count * sizeof(T));
    try {
      return static_cast<T*>(::operator new(count * sizeof(T)));
    } catch (const std::bad_alloc&) {
      control->release(count * sizeof(T));
      throw;
    }
  }
  void deallocate(T* data, size_t count) {
    ::operator delete(data);
    control->release(count * sizeof(T));
  }

  template <class Other>
  bool operator==(const Accounted<Other>& other) const {
    return control == other.control;
  }

  Control* control;
};

template <class T>
class Array : public std::vector<T, Accounted<T>> {
public:
  explicit Array(Control& control, size_t size = 0, const T& value = T())
      : std::vector<T, Accounted<T>>(size, value, Accounted<T>(control)) {}
};

}  // namespace copla::planning
