// A table of cards that moves are made and taken back on, with its exact name and its evaluation always at
// hand.
//
// A search holds one table. It lays out a stored position on it (`load`), makes each move, reads name and
// value, and takes the move back; nothing is copied and nothing is allocated. What every child needs is
// inlined by force: left to itself, the compiler calls it, and mode fast takes a tenth longer.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "freecell/cards.hpp"
#include "freecell/guide.hpp"

namespace copla::freecell {

constexpr int in_cell = 14, at_home = 15;  // where a card is, if it is in no column

template <int Words>
class Table {
public:
  Table(const Layout& layout, const Guide& guide) : layout_(layout), guide_(guide) {
    weigh_spaces();
    clear();
  }

  // Values positions by a guide from now on. An eager table takes all moves to the foundations for safe.
  void follow(const Guide& guide, bool eager = false) {
    guide_ = guide;
    eager_ = eager;
    weigh_spaces();
    sum_ = 0;
    for (int column = 0; column < layout_.stacks; column++) {
      Spot* spots = columns_[column];
      for (int size = 0; size < size_[column]; size++)
        spots[size + 1] = spot(spots[size + 1].card, spots[size], size);
      sum_ += spots[size_[column]].sum;
    }
  }
  const Layout& layout() const { return layout_; }

  void clear() {
    name_ = {};
    tops_ = held_ = 0;
    sum_ = 0;
    left_ = 0;
    empty_ = (1u << layout_.stacks) - 1;
    foundations_ = {};
    where_.fill(at_home);
    for (int column = 0; column < most_stacks; column++) {
      size_[column] = 0;
      columns_[column][0] = Spot{0, 15, 0xffff, 0, 0};
    }
  }

  void lay_out(const Board& board) {
    clear();
    for (int suit = 0; suit < 4; suit++) foundations_[suit] = static_cast<uint8_t>(board.foundations[suit]);
    for (size_t column = 0; column < board.columns.size(); column++)
      for (Card card : board.columns[column]) {
        left_++;
        put_on_column(card, static_cast<int>(column));
      }
    for (Card card : board.held) {
      left_++;
      put_in_cell(card);
    }
  }

  // Shows another position. Only the cards that lie on something else than before are touched, and what lies
  // on those: a position of the same search differs in ten cards or so, not in 52.
  void load(const Name<Words>& name) {
    std::array<Card, card_codes> above{};
    std::array<Card, most_stacks> bases;
    std::array<uint8_t, most_stacks> kept;
    size_t columns = 0;
    uint32_t cut = 0;
    CardSet changed = 0;
    for (size_t word = 0; word < Words; word++) {
      uint64_t differ = name.word[word] ^ name_.word[word];
      differ = (differ | differ >> 1 | differ >> 2) & layout_.used[word];
      for (; differ; differ &= differ - 1) {
        auto shift = static_cast<size_t>(std::countr_zero(differ));
        Card card = layout_.deck[word * 21 + shift / 3];
        changed |= bit(card);
        int column = where_[card];
        if (column == in_cell) {
          held_ &= ~bit(card);
        } else if (column == at_home) {
          foundations_[suit_of(card)]--;
          left_++;
        } else {
          auto rest = static_cast<uint8_t>(height_[card] - 1);
          uint8_t& height = kept[static_cast<size_t>(column)];
          height = cut >> column & 1 ? std::min(height, rest) : rest;
          cut |= 1u << column;
        }
        size_t place = name.word[word] >> shift & 7;
        if (place == home) {
          put_home(card);
        } else if (place == cell) {
          held_ |= bit(card);
          where_[card] = in_cell;
        } else if (place == base) {
          bases[columns++] = card;
        } else {
          above[layout_.parent[card][place]] = card;
        }
      }
    }
    name_ = name;
    for (uint32_t rest = cut; rest; rest &= rest - 1) {
      int column = std::countr_zero(rest);
      Spot* spots = columns_[column];
      int height = kept[static_cast<size_t>(column)], size = size_[column];
      for (int at = height + 1; at < size; at++)
        if (Card next = spots[at + 1].card; !(changed & bit(next))) above[spots[at].card] = next;
      cut_down(column, height);
      if (height == 0) empty_ |= 1u << column;
    }
    for (uint32_t rest = ~empty_ & ((1u << layout_.stacks) - 1); rest; rest &= rest - 1) {
      int column = std::countr_zero(rest);
      if (Card card = above[top(column)]) build_up(column, card, above);
    }
    for (size_t index = 0; index < columns; index++) {
      int column = first_empty();
      empty_ &= empty_ - 1;
      build_up(column, bases[index], above);
    }
  }

  // Moves one card that can be taken to a place that is open for it. Returns where it was, for `back`, which
  // is only for a table where nothing was put onto that place since then.
  int move(Card card, int target) {
    int source = take(card);
    put(card, target);
    return source;
  }
  void back(Card card, int source) {
    take(card);
    if (source < in_cell)
      restore(card, source);
    else if (source == in_cell)
      put_in_cell(card);
    else
      put_home(card);
  }

  // Moves a run of cards, named by its deepest one, from one column onto another one.
  void move_run(Card card, int target, int count) {
    std::array<Card, most_ranks> run;
    int source = where_[card];
    for (int taken = 0; taken < count; taken++) {
      run[static_cast<size_t>(taken)] = top(source);
      take(top(source));
    }
    while (count > 0) put_on_column(run[static_cast<size_t>(--count)], target);
  }
  void back_run(Card card, int source, int count) {
    std::array<Card, most_ranks> run;
    int target = where_[card];
    for (int taken = 0; taken < count; taken++) {
      run[static_cast<size_t>(taken)] = top(target);
      take(top(target));
    }
    while (count > 0) restore(run[static_cast<size_t>(--count)], source);
  }

  const Name<Words>& name() const { return name_; }
  int left() const { return left_; }
  CardSet tops() const { return tops_; }
  CardSet held() const { return held_; }
  int free_cells() const { return layout_.cells - std::popcount(held_); }
  uint32_t empty() const { return empty_; }
  int empty_columns() const { return std::popcount(empty_); }
  int first_empty() const { return std::countr_zero(empty_); }
  int foundation(int suit) const { return foundations_[suit]; }
  int column_of(Card card) const { return where_[card]; }
  int height_of(Card card) const { return height_[card]; }
  int size(int column) const { return size_[column]; }
  Card top(int column) const { return columns_[column][size_[column]].card; }
  int run(int column) const { return columns_[column][size_[column]].run; }  // cards in sequence at its end
  Card card_at(int column, int height) const { return columns_[column][height].card; }  // heights from 1
  int sum() const { return sum_; }

  // Whether a lower card of its own suit lies beneath the card at a height.
  bool is_blocked(int column, int height) const {
    const Spot& at = columns_[column][height];
    return (at.lowests >> (4 * suit_of(at.card)) & 15) < rank_of(at.card);
  }

  bool goes_home(Card card) const { return foundations_[suit_of(card)] + 1 == rank_of(card); }

  // A card that goes home and will never be missed: whatever could be put onto it can go home itself.
  bool is_safe(Card card) const {
    if (!goes_home(card)) return false;
    if (eager_) return true;
    int rank = rank_of(card), suit = suit_of(card);
    bool red = is_red(card);
    int other_a = foundations_[red ? 0 : 1], other_b = foundations_[red ? 3 : 2],
        twin = foundations_[suit ^ 3];
    if (other_a + 1 >= rank && other_b + 1 >= rank) return true;
    return other_a + 2 >= rank && other_b + 2 >= rank && twin + 3 >= rank;
  }

  // The next card that goes home safely, or 0.
  Card safe_card() const {
    for (int suit = 0; suit < 4; suit++) {
      Card card = make_card(suit, foundations_[suit] + 1);
      if (((tops_ | held_) & bit(card)) && is_safe(card)) return card;
    }
    return 0;
  }

  // The value of the position without what was walked to reach it; the lower, the better.
  int value() const {
    int total = sum_ + guide_.left * left_ + space_[std::popcount(held_)][empty_columns()] + spread_value();
    if (guide_.above)
      for (int suit = 0; suit < 4; suit++) {
        Card card = make_card(suit, foundations_[suit] + 1);
        int column = where_[card];  // a card beyond the last one is at home
        if (column < in_cell) total += guide_.above * (size_[column] - height_[card]);
      }
    return total;
  }

  // Whether a move uncovers no card that goes home safely, if there was none before it.
  bool is_quiet(Card card, int target) const {
    if (target == at_home) return false;
    int source = where_[card];
    return source >= in_cell || height_[card] == 1 || !is_safe(columns_[source][height_[card] - 1].card);
  }

  // Name and value after a quiet move, without making it.
  Name<Words> name_after(Card card, Place place) const {
    Name<Words> after = name_;
    after.word[layout_.word[card]] ^= uint64_t(place_of(card) ^ place) << layout_.shift[card];
    return after;
  }

  // Notes what all quiet moves from here have in common, for `value_after`.
  [[gnu::always_inline]] void survey() {
    used_ = std::popcount(held_);
    base_ = sum_ + guide_.left * left_ + spread_value();
    for (uint64_t& depths : wanted_) depths = 0;
    for (int suit = 0; suit < 4; suit++) {
      Card card = make_card(suit, foundations_[suit] + 1);
      int column = where_[card];
      if (column >= in_cell) continue;
      int depth = size_[column] - height_[card];
      base_ += guide_.above * depth;
      wanted_[column] |= uint64_t{1} << depth;
    }
  }

  [[gnu::always_inline]] int value_after(Card card, int target, int count) const {
    int source = where_[card], total = base_, used = used_, empty = empty_columns(), above = 0;
    if (source != in_cell) {
      int rest = size_[source] - count;
      total += columns_[source][rest].sum - columns_[source][size_[source]].sum;
      empty += rest == 0;
      above -= std::popcount(wanted_[source] >> count);  // not those in the run itself
    } else {
      used--;
    }
    if (target != in_cell) {
      int size = size_[target];
      empty -= size == 0;
      Spot last = columns_[target][size];
      total -= last.sum;
      last = spot(card, last, size);
      for (int next = 1; next < count; next++)
        last = spot(columns_[source][height_[card] + next].card, last, size + next);
      total += last.sum;
      above += std::popcount(wanted_[target]);
    } else {
      used++;
    }
    return total + space_[used][empty] + guide_.above * count * above;
  }

  // The place that a column or cell is for a card, as it enters the name.
  Place place_of(Card card) const {
    int column = where_[card];
    if (column == at_home) return home;
    if (column == in_cell) return cell;
    int height = height_[card];
    return height == 1 ? base : layout_.place_on(card, columns_[column][height - 1].card);
  }

private:
  struct Spot {
    Card card;
    uint8_t lowest;    // of all cards up to here
    uint16_t lowests;  // the same by suit, a nibble each; 15 for none
    int16_t sum;
    uint8_t run;  // cards in sequence up to here
  };

  int spread_value() const {
    auto [least, most] = std::minmax({foundations_[0], foundations_[1], foundations_[2], foundations_[3]});
    return guide_.spread * (most - least);
  }

  // The value of cells and empty columns, by their numbers.
  void weigh_spaces() {
    constexpr int tightness[] = {4, 2, 1};
    for (int used = 0; used <= layout_.cells; used++)
      for (int empty = 0; empty <= layout_.stacks; empty++) {
        int spaces = layout_.cells - used + empty;
        space_[used][empty] = (guide_.cell + guide_.cell2 * used) * used -
                              (guide_.empty + guide_.empty2 * empty) * empty +
                              (spaces < 3 ? guide_.tight * tightness[spaces] : 0);
      }
  }

  [[gnu::always_inline]] Spot spot(Card card, const Spot& below, int size) const {
    int rank = rank_of(card), suit = suit_of(card), shift = 4 * suit, added = 0;
    Spot made{card, below.lowest, below.lowests, 0, 1};
    if (below.lowest < rank) {
      int own = below.lowests >> shift & 15;
      added += guide_.suit * (own < rank);
      added += guide_.lower * (((below.lowests & 15) < rank) + ((below.lowests >> 4 & 15) < rank) +
                               ((below.lowests >> 8 & 15) < rank) + ((below.lowests >> 12 & 15) < rank));
      if (own > rank) made.lowests = static_cast<uint16_t>((made.lowests & ~(15 << shift)) | rank << shift);
    } else {
      made.lowest = static_cast<uint8_t>(rank);
      made.lowests = static_cast<uint16_t>((made.lowests & ~(15 << shift)) | rank << shift);
    }
    if (size == 0)
      added += guide_.low_base * (layout_.ranks - rank);
    else if (fits(card, below.card))
      made.run = static_cast<uint8_t>(below.run + 1);
    else
      added += guide_.deep;
    made.sum = static_cast<int16_t>(below.sum + added);
    return made;
  }

  void cut_down(int column, int height) {
    const Spot* spots = columns_[column];
    sum_ += spots[height].sum - spots[size_[column]].sum;
    tops_ &= ~bit(top(column));
    size_[column] = static_cast<uint8_t>(height);
    if (height) tops_ |= bit(top(column));
  }

  // Puts a card onto a column, and what lies on it. The name is right already.
  void build_up(int column, Card card, const std::array<Card, card_codes>& above) {
    Spot* spots = columns_[column];
    int size = size_[column];
    sum_ -= spots[size].sum;
    if (size) tops_ &= ~bit(spots[size].card);
    for (; card; card = above[card]) {
      spots[size + 1] = spot(card, spots[size], size);
      where_[card] = static_cast<uint8_t>(column);
      height_[card] = static_cast<uint8_t>(++size);
    }
    size_[column] = static_cast<uint8_t>(size);
    sum_ += spots[size].sum;
    tops_ |= bit(spots[size].card);
  }

  void rename(Card card, uint64_t change) { name_.word[layout_.word[card]] ^= change << layout_.shift[card]; }

  [[gnu::always_inline]] int take(Card card) {
    int column = where_[card];
    if (column == in_cell) {
      held_ &= ~bit(card);
      rename(card, cell);
    } else if (column == at_home) {
      foundations_[suit_of(card)]--;
      left_++;
    } else {
      Spot* spots = columns_[column];
      int size = size_[column]--;
      sum_ += spots[size - 1].sum - spots[size].sum;
      tops_ &= ~bit(card);
      if (size == 1) {
        empty_ |= 1u << column;
        rename(card, base);
      } else {
        Card below = spots[size - 1].card;
        tops_ |= bit(below);
        rename(card, layout_.place_on(card, below));
      }
    }
    return column;
  }

  void put(Card card, int target) {
    if (target == in_cell) {
      put_in_cell(card);
    } else if (target == at_home) {
      put_home(card);
    } else {
      put_on_column(card, target);
    }
  }

  void put_home(Card card) {
    foundations_[suit_of(card)]++;
    left_--;
    where_[card] = at_home;
  }

  void put_in_cell(Card card) {
    held_ |= bit(card);
    where_[card] = in_cell;
    rename(card, cell);
  }

  [[gnu::always_inline]] void put_on_column(Card card, int column) {
    Spot* spots = columns_[column];
    int size = size_[column];
    const Spot& below = spots[size];
    if (size == 0) {
      empty_ &= ~(1u << column);
      rename(card, base);
    } else {
      tops_ &= ~bit(below.card);
      rename(card, layout_.place_on(card, below.card));
    }
    spots[size + 1] = spot(card, below, size);
    sum_ += spots[size + 1].sum - below.sum;
    tops_ |= bit(card);
    where_[card] = static_cast<uint8_t>(column);
    height_[card] = size_[column] = static_cast<uint8_t>(size + 1);
  }

  // Puts a card back where it was taken from: its spot is still there.
  void restore(Card card, int column) {
    const Spot* spots = columns_[column];
    int size = size_[column];
    if (size == 0) {
      empty_ &= ~(1u << column);
      rename(card, base);
    } else {
      Card below = spots[size].card;
      tops_ &= ~bit(below);
      rename(card, layout_.place_on(card, below));
    }
    sum_ += spots[size + 1].sum - spots[size].sum;
    tops_ |= bit(card);
    where_[card] = static_cast<uint8_t>(column);
    height_[card] = size_[column] = static_cast<uint8_t>(size + 1);
  }

  const Layout& layout_;
  Guide guide_;
  Name<Words> name_;
  CardSet tops_ = 0, held_ = 0;
  uint32_t empty_ = 0;
  bool eager_ = false;
  int sum_ = 0, left_ = 0;
  int base_ = 0, used_ = 0;            // see survey
  uint64_t wanted_[most_stacks] = {};  // the depths of the next cards for the foundations, as bits
  int space_[most_cells + 1][most_stacks + 1];
  std::array<uint8_t, 4> foundations_{};
  uint8_t size_[most_stacks];
  std::array<uint8_t, card_codes> where_{}, height_{};
  Spot columns_[most_stacks][most_cards + 1];
};

}  // namespace copla::freecell
