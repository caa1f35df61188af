// A grounded planning task as plain data, read once from Python, and the layout of its packed states.
//
// A state is a row of 64-bit words; a variable has as many bits as its domain needs and never straddles two
// words. Everything that looks at states (successor generator, goal, heuristics) works on the packed form
// through `Field`; `unpack` is for tests and for what is slow anyway.
#pragma once

#include <cstdint>
#include <vector>

namespace copla::planning {

using Word = uint64_t;

struct Fact {
  int variable;
  int value;
};

struct Action {
  std::vector<Fact> condition;  // sorted by variable; every variable of the effects stands here, too
  std::vector<Fact> effects;
  int64_t cost;
};

struct Task {
  std::vector<int> sizes;  // of the variables' domains
  std::vector<int> initial;
  std::vector<Action> actions;
  std::vector<Fact> goal;
  std::vector<std::vector<int>> all_different;  // declared invariants
};

// Where a variable's bits are.
struct Field {
  int word;
  int shift;
  Word mask;  // before shifting

  int get(const Word* state) const { return static_cast<int>(state[word] >> shift & mask); }
  void set(Word* state, int value) const {
    state[word] = (state[word] & ~(mask << shift)) | (static_cast<Word>(value) << shift);
  }
};

class Layout {
public:
  explicit Layout(const std::vector<int>& sizes) : fields_(sizes.size()) {
    // First-fit over words, in the order of the variables.
    std::vector<int> used;
    for (size_t variable = 0; variable < sizes.size(); ++variable) {
      int bits = 0;
      while ((int64_t{1} << bits) < sizes[variable]) ++bits;
      size_t word = 0;
      while (word < used.size() && used[word] + bits > 64) ++word;
      if (word == used.size()) used.push_back(0);
      Word mask = bits == 0 ? 0 : ~Word{0} >> (64 - bits);
      fields_[variable] = {static_cast<int>(word), bits == 0 ? 0 : used[word], mask};
      used[word] += bits;
    }
    words_ = used.empty() ? 1 : static_cast<int>(used.size());
  }

  int words() const { return words_; }
  const Field& operator[](int variable) const { return fields_[variable]; }

  void pack(const int* values, Word* state) const {
    for (int word = 0; word < words_; ++word) state[word] = 0;
    for (size_t variable = 0; variable < fields_.size(); ++variable)
      fields_[variable].set(state, values[variable]);
  }

  void unpack(const Word* state, int* values) const {
    for (size_t variable = 0; variable < fields_.size(); ++variable)
      values[variable] = fields_[variable].get(state);
  }

private:
  std::vector<Field> fields_;
  int words_ = 1;
};

}  // namespace copla::planning
