// Mode short: beam search, layer by layer of moves walked, on the best few positions of each layer.
//
// A layer is the positions after so many moves of single cards. A run of cards jumps over several layers at
// once, so that the awkward positions in the middle of it need not survive. Positions are remembered over all
// layers; one that is reached again by fewer moves is put into the earlier layer. After the first answer the
// search goes on through the layers before it, with everything pruned that cannot be shorter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/memory.hpp"
#include "freecell/children.hpp"
#include "freecell/path.hpp"

namespace copla::freecell {

class Beam {
public:
  explicit Beam(Control& control) : control_(control), store_(control) {}

  // Looks for an answer of fewer than `most` moves; the length of the best one, or -1.
  int search(Table<3>& table, size_t width, int most, const Guide& guide) {
    store_.reset();
    for (Layer& layer : layers_) layer.clear();
    table.follow(guide);
    int walked = 0, found = -1;
    for (; Card card = table.safe_card(); walked++) table.move(card, at_home);
    uint32_t root = store_.insert(table.name()).first;
    store_[root].walked = static_cast<uint16_t>(walked);
    last_ = root;
    if (table.left() == 0) return walked < most ? walked : -1;
    layer(walked).add({0, root}, width);
    MoveList list;
    for (int depth = walked; depth < static_cast<int>(layers_.size()) && depth < most; depth++) {
      layer(depth).cut(width);
      for (size_t index = 0; index < layer(depth).entries.size(); index++) {
        uint32_t number = layer(depth).entries[index].number;
        if (store_[number].walked != depth) continue;
        if (control_.due(progress)) return found;
        progress.expanded++;
        table.load(store_[number].name);
        list_moves<Kind::all>(table, list);
        table.survey();
        for (const Move& move : list) {
          progress.generated++;
          visit_child(table, move,
                      [&](const Name<3>& name, auto&& value_of, int left, int cost, Place place) {
                        int reached = depth + cost;
                        if (reached + left >= most) return;
                        int value = value_of();
                        if (value >= layer(reached).limit) return;
                        auto [child, is_new] = store_.insert(name);
                        Node<3>& node = store_[child];
                        if (!is_new && node.walked <= reached) return;
                        node.parent = number;
                        node.card = move.card;
                        node.place = place;
                        node.walked = static_cast<uint16_t>(reached);
                        if (left == 0) {
                          last_ = child;
                          most = found = reached;
                          progress.bound = found;
                        } else {
                          layer(reached).add({value, child}, width);
                        }
                      });
        }
      }
      if (layer(depth).entries.capacity() > largest_kept) drop(layer(depth).entries);
    }
    return found;
  }

  std::vector<Step> steps(Table<3>& table) const { return steps_to(store_, last_, table); }

  Progress progress;
  size_t nodes() const { return store_.size(); }

private:
  struct Entry {
    int value;
    uint32_t number;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  // The best positions of a layer so far. Twice the width is kept before the worse half goes; from then on
  // nothing enters that is worse than what went, which keeps most positions out of the store altogether.
  struct Layer {
    Vector<Entry> entries;
    int limit = no_limit;

    void clear() {
      entries.clear();
      limit = no_limit;
    }
    void add(Entry entry, size_t width) {
      entries.push_back(entry);
      if (entries.size() >= 2 * width) cut(width);
    }
    void cut(size_t width) {
      if (entries.size() <= width) return;
      auto middle = entries.begin() + static_cast<ptrdiff_t>(width);
      std::nth_element(entries.begin(), middle, entries.end());
      limit = middle->value;
      entries.resize(width);
    }
  };

  static constexpr int no_limit = 1 << 30;
  static constexpr size_t largest_kept = 1 << 12;

  Layer& layer(int depth) {
    if (layers_.size() <= static_cast<size_t>(depth)) layers_.resize(static_cast<size_t>(depth) + 1);
    return layers_[static_cast<size_t>(depth)];
  }

  Control& control_;
  Store<3> store_;
  Vector<Layer> layers_;
  uint32_t last_ = no_node;
};

}  // namespace copla::freecell
