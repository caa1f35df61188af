// A FreeCell deal to be edited: any card goes anywhere. Cards are only ever moved, so that each is there once.
import { s } from "../dom.js";

const [ACROSS, DOWN, WIDE, HIGH, TABLE] = [46, 24, 40, 56, 82];
const SUITS = ["S", "H", "D", "C"];
const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const NAMES = { 1: "ace", 11: "jack", 12: "queen", 13: "king" };
const LONG = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

export const freecell = {
  carries: true,
  help: "Drag any card anywhere, or tap it and then a place: onto a card of a column, near its upper edge to lie below it, into a cell, onto its foundation together with all lower ones of its suit.",

  read(text) {
    const data = { cells: [null, null, null, null], foundations: { S: 0, H: 0, D: 0, C: 0 }, stacks: [] };
    for (const line of text.split("\n").map((found) => found.trim()).filter(Boolean)) {
      const words = line.replace(/^\w+:/, "").trim().split(/\s+/).filter(Boolean);
      if (line.startsWith("foundations:")) for (const word of words) data.foundations[word[0]] = Number(word.slice(1));
      else if (line.startsWith("cells:")) data.cells = words.length === 1 && /^\d+$/.test(words[0]) ? Array(Number(words[0])).fill(null) : words.map((word) => (word === "-" ? null : word));
      else data.stacks.push(words.filter((word) => word !== "-"));
    }
    return data;
  },

  write({ cells, foundations, stacks }) {
    const lines = [];
    if (SUITS.some((suit) => foundations[suit])) lines.push(`foundations: ${SUITS.map((suit) => `${suit}${foundations[suit]}`).join(" ")}`);
    if (cells.some(Boolean)) lines.push(`cells: ${cells.map((card) => card || "-").join(" ")}`);
    else if (cells.length !== 4) lines.push(`cells: ${cells.length}`);
    return [...lines, ...stacks.map((stack) => stack.join(" ") || "-")].join("\n") + "\n";
  },

  fields: () => [
    { name: "ranks", words: "cards of a suit", least: 1, most: 13, get: ranksOf, set: withRanks },
    { name: "columns", least: 1, most: 10, get: (data) => data.stacks.length, set: withColumns },
    { name: "cells", words: "free cells", least: 0, most: 8, get: (data) => data.cells.length, set: withCells },
  ],
  buttons: [["All in order", (data) => { const ranks = ranksOf(data); return { ...emptied(data), stacks: dealt(deck(ranks), data.stacks.length) }; }]],

  carry(data, from, to, before) {
    if (!isCard(from)) return null;
    const [suit, rank] = [from[0], Number(from.slice(1))];
    const target = whereIs(data, to);
    if (target.kind === "foundation") {
      if (target.suit !== suit) return { error: `the foundation of ${LONG[target.suit]} takes no ${LONG[suit]}` };
      const rest = taken(data, Array.from({ length: rank }, (_, at) => `${suit}${at + 1}`));
      return { data: { ...rest, foundations: { ...rest.foundations, [suit]: Math.max(rank, rest.foundations[suit]) } }, at: from };
    }
    const source = whereIs(data, from);
    if (source.kind === "foundation" && rank !== data.foundations[suit]) return { error: "only the top card of a foundation can be taken" };
    if (target.kind === "cell") {
      const held = data.cells[target.at];
      const rest = taken(data, [from]);
      const cells = rest.cells.map((card, at) => (at === target.at ? from : card));
      if (!held || held === from) return { data: { ...rest, cells }, at: from };
      return { data: put({ ...rest, cells }, held, source), at: from };
    }
    const rest = taken(data, [from]);
    const stack = rest.stacks[target.at];
    const at = isCard(to) && to !== from ? stack.indexOf(to) + (before ? 0 : 1) : stack.length;
    return { data: { ...rest, stacks: rest.stacks.map((old, n) => (n === target.at ? [...old.slice(0, at), from, ...old.slice(at)] : old)) }, at: from };
  },

  size: ({ cells, stacks }) => [12 + Math.max(stacks.length, cells.length + 5) * ACROSS, TABLE + 8 + HIGH + Math.max(0, ...stacks.map((stack) => stack.length - 1)) * DOWN],
  ground: () => [],

  spots(data) {
    const found = [];
    const hole = (id, x, y, label, symbol) => found.push({ id, x, y, w: WIDE, h: HIGH, label, class: "hollow", drawn: [s("use", { href: "#empty", x, y }), symbol && s("text", { class: "suit", x: x + WIDE / 2, y: 42, "font-size": 20 }, symbol)] });
    const card = (id, x, y, label, seen = HIGH) => found.push({ id, x, y, w: WIDE, h: HIGH, middle: y + Math.min(seen, HIGH) / 2, label: `${nameOf(id)}, ${label}`, class: "card", drawn: [s("use", { href: `#${id}`, x, y })] });
    data.cells.forEach((held, at) => (held ? card(held, 8 + at * ACROSS, 8, `in cell ${at + 1}`) : hole(`cell ${at}`, 8 + at * ACROSS, 8, `cell ${at + 1}, empty`)));
    SUITS.forEach((suit, at) => {
      const x = 8 + (data.cells.length + 1 + at) * ACROSS;
      if (data.foundations[suit]) card(`${suit}${data.foundations[suit]}`, x, 8, "on its foundation");
      else hole(`foundation ${suit}`, x, 8, `foundation of ${LONG[suit]}, empty`, SYMBOLS[suit]);
    });
    data.stacks.forEach((stack, at) => {
      const x = 8 + at * ACROSS;
      if (!stack.length) hole(`column ${at}`, x, TABLE, `column ${at + 1}, empty`);
      stack.forEach((id, height) => card(id, x, TABLE + height * DOWN, `column ${at + 1}, card ${height + 1}`, height < stack.length - 1 ? DOWN : HIGH));
    });
    return found;
  },
};

const isCard = (id) => /^[SHDC]\d+$/.test(id);
const nameOf = (id) => `${NAMES[id.slice(1)] || id.slice(1)} of ${LONG[id[0]]}`;
const deck = (ranks) => SUITS.flatMap((suit) => Array.from({ length: ranks }, (_, at) => `${suit}${at + 1}`));
const dealt = (cards, count) => Array.from({ length: count }, (_, at) => cards.filter((_, n) => n % count === at));
const emptied = (data) => ({ cells: data.cells.map(() => null), foundations: { S: 0, H: 0, D: 0, C: 0 }, stacks: data.stacks.map(() => []) });
const ranksOf = ({ cells, foundations, stacks }) => Math.round((cells.filter(Boolean).length + SUITS.reduce((sum, suit) => sum + foundations[suit], 0) + stacks.flat().length) / 4);

function whereIs(data, id) {
  const [kind, what] = id.split(" ");
  if (kind === "foundation") return { kind, suit: what };
  if (kind === "cell" || kind === "column") return { kind, at: Number(what) };
  if (data.cells.includes(id)) return { kind: "cell", at: data.cells.indexOf(id) };
  const at = data.stacks.findIndex((stack) => stack.includes(id));
  return at < 0 ? { kind: "foundation", suit: id[0] } : { kind: "column", at, height: data.stacks[at].indexOf(id) };
}

// The deal without these cards; one on top of a foundation leaves it.
function taken(data, cards) {
  const gone = new Set(cards);
  const foundations = { ...data.foundations };
  if (cards.length === 1) { const [suit, rank] = [cards[0][0], Number(cards[0].slice(1))]; if (foundations[suit] === rank) foundations[suit] -= 1; }
  return { cells: data.cells.map((card) => (gone.has(card) ? null : card)), foundations, stacks: data.stacks.map((stack) => stack.filter((card) => !gone.has(card))) };
}

// The card that had to leave a cell goes where the other one came from.
function put(data, card, { kind, at, height }) {
  if (kind === "cell") return { ...data, cells: data.cells.map((old, n) => (n === at ? card : old)) };
  if (kind === "column") return { ...data, stacks: data.stacks.map((old, n) => (n === at ? [...old.slice(0, height), card, ...old.slice(height)] : old)) };
  const shortest = data.stacks.reduce((best, stack, n) => (stack.length < data.stacks[best].length ? n : best), 0);
  return put(data, card, { kind: "column", at: shortest, height: data.stacks[shortest].length });
}

function withRanks(data, ranks) {
  const known = new Set([...data.cells, ...data.stacks.flat(), ...SUITS.flatMap((suit) => Array.from({ length: data.foundations[suit] }, (_, at) => `${suit}${at + 1}`))]);
  const stays = (card) => card && Number(card.slice(1)) <= ranks;
  const foundations = Object.fromEntries(SUITS.map((suit) => [suit, Math.min(ranks, data.foundations[suit])]));
  const stacks = data.stacks.map((stack) => stack.filter(stays));
  deck(ranks).filter((card) => !known.has(card)).forEach((card, at) => stacks[at % stacks.length].push(card));
  return { cells: data.cells.map((card) => (stays(card) ? card : null)), foundations, stacks };
}

function withColumns(data, count) {
  const stacks = Array.from({ length: count }, (_, at) => [...(data.stacks[at] || [])]);
  data.stacks.slice(count).flat().forEach((card, at) => stacks[at % count].push(card));
  return { ...data, stacks };
}

function withCells(data, count) {
  const lost = data.cells.slice(count).filter(Boolean);
  const next = { ...data, cells: Array.from({ length: count }, (_, at) => data.cells[at] ?? null) };
  return lost.reduce((found, card) => put(found, card, { kind: "foundation" }), next);
}
