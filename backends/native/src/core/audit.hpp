// Assertions: what must hold at a place in the engine, in a form that costs nothing where nobody looks.
//
// COPLA_ASSERT(condition, text) throws AuditFailure, with the place, if the condition does not hold. That is
// so in the builds "audit" and "sanitize" (COPLA_AUDIT is defined); in the release the condition is not
// evaluated, but still compiled, so that it stays valid C++ and its variables count as used. A condition must
// have no effect of its own. Work that only an audit needs stands behind `if constexpr (audited)`.
#pragma once

#include <stdexcept>
#include <string>

namespace copla {

#ifdef COPLA_AUDIT
inline constexpr bool audited = true;
#else
inline constexpr bool audited = false;
#endif

// An invariant of the engine is broken: a defect of ours, whatever the problem was.
struct AuditFailure : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] inline void fail_audit(const char* file, int line, const std::string& text) {
  std::string place = file;
  if (size_t from = place.rfind("src/"); from != std::string::npos) place.erase(0, from + 4);
  throw AuditFailure(place + ":" + std::to_string(line) + ": " + text);
}

}  // namespace copla

#define COPLA_ASSERT(condition, text)                                  \
  do {                                                                 \
    if constexpr (::copla::audited)                                    \
      if (!(condition)) ::copla::fail_audit(__FILE__, __LINE__, text); \
  } while (false)
