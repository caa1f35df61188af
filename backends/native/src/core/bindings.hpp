// What every binding goes through: kernels run without Python's lock, limits become statuses, failures one
// exception.
//
// `run_kernel` and `guarded` let three things out and nothing else. Refusals (std::invalid_argument: the
// kernel does not take what it was given) are a ValueError. Errors of Python functions that were called back
// stay what they are. All else that goes wrong is a defect of the engine and becomes an EngineError, which is
// a BackendError in Python. A limit is none of them: `control.stopped()` says which one it was, also where
// the machine had no memory left (std::bad_alloc, std::length_error).
#pragma once

#include <pybind11/pybind11.h>

#include <new>
#include <stdexcept>
#include <utility>

#include "core/control.hpp"

namespace copla {

// What each part of the engine adds to the Python module; module.cpp calls them all.
void bind_control(pybind11::module_& module);
void bind_planning(pybind11::module_& module);
void bind_constraints(pybind11::module_& module);
void bind_tiles(pybind11::module_& module);
void bind_freecell(pybind11::module_& module);
void bind_heuristics(pybind11::module_& module);

// The engine contradicts itself.
struct EngineError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Does something that may reach a limit, with Python's lock held: reading a problem, say.
template <class Work>
void guarded(Control& control, Work&& work) {
  try {
    work();
  } catch (const LimitReached& reached) {
    control.request(reached.why);
  } catch (const std::bad_alloc&) {
    control.request(Stop::memory);
  } catch (const std::length_error&) {
    control.request(Stop::memory);
  } catch (const std::invalid_argument&) {
    throw;
  } catch (const pybind11::error_already_set&) {
    throw;
  } catch (const pybind11::builtin_exception&) {
    throw;
  } catch (const std::exception& error) {
    throw EngineError(error.what());
  }
}

// Runs a kernel without Python's lock. What it has found until a limit ends it, it leaves in its outcome.
template <class Kernel>
void run_kernel(Control& control, Kernel&& kernel) {
  guarded(control, [&] {
    pybind11::gil_scoped_release unlocked;
    kernel();
  });
}

// A kernel's settings as a Python class whose constructor takes each field by name, and only by name: what is
// left out keeps the value of the struct, and a name that is no field is a TypeError. Each field stands in
// one place, as std::pair{"name", &Settings::field}.
template <class Settings, class... Fields>
void bind_settings(pybind11::module_& module, const char* name, const Fields&... fields) {
  pybind11::class_<Settings>(module, name).def(pybind11::init([=](const pybind11::kwargs& given) {
    Settings settings;
    size_t known = 0;
    auto read = [&](const auto& field) {
      if (!given.contains(field.first)) return;
      auto& value = settings.*field.second;
      value = given[field.first].template cast<std::decay_t<decltype(value)>>();
      ++known;
    };
    (read(fields), ...);
    if (known != given.size())
      throw pybind11::type_error("a kernel was given a setting that it does not have");
    return settings;
  }));
}

// A Python function `poll(expanded, generated, bound, peak_bytes)` that returns a Stop as a number.
Poll poll_of(pybind11::function function);

// For functions that Python calls without pybind11: the exception that is being handled, as Python's.
void set_python_error() noexcept;

}  // namespace copla
