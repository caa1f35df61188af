// What the engine's own tests are written with: a check that says where it failed, and a list of tests to
// run.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

namespace test {

struct Case {
  const char* name;
  std::function<void()> run;
};

inline std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

struct Registered {
  Registered(const char* name, std::function<void()> run) { cases().push_back({name, std::move(run)}); }
};

[[noreturn]] inline void fail(const char* file, int line, const char* what) {
  std::fprintf(stderr, "%s:%d: %s\n", file, line, what);
  std::exit(1);
}

// Numbers that look random and are the same in every run.
struct Random {
  uint64_t state = 1;
  uint64_t operator()() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state ^ state >> 29) * 0xBF58476D1CE4E5B9u >> 16;
  }
  int below(int limit) { return static_cast<int>((*this)() % static_cast<uint64_t>(limit)); }
};

}  // namespace test

#define CHECK(condition) \
  if (!(condition)) test::fail(__FILE__, __LINE__, #condition)

#define CHECK_THROWS(expression, type)                                             \
  do {                                                                             \
    bool thrown = false;                                                           \
    try {                                                                          \
      expression;                                                                  \
    } catch (const type&) {                                                        \
      thrown = true;                                                               \
    }                                                                              \
    if (!thrown) test::fail(__FILE__, __LINE__, "no " #type " from " #expression); \
  } while (false)

#define TEST(name)                                              \
  static void name();                                           \
  static const test::Registered registered_##name(#name, name); \
  static void name()

int main() {
  for (const auto& [name, run] : test::cases()) {
    std::printf("%s\n", name);
    std::fflush(stdout);
    run();
  }
  return test::cases().empty();
}
