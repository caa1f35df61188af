// Futoshiki on the page: the state of the game, its controls and its keys.
import { post } from "../api.js";
import { button, h, iconButton, replace, segmented } from "../dom.js";
import { newDialog, textDialog } from "../dialogs.js";
import { History } from "../history.js";
import { sheetDialog } from "../sheets.js";
import { Messages } from "../messages.js";
import { Actions } from "./actions.js";
import { BoardView } from "./board.js";
import { Live } from "./live.js";
import { between, emptyId, gameId, nameOf, nextSign, placeOf } from "./model.js";

const LAYERS = { corner: "marks", centre: "centres" };
const HEIRS = { trial: "accept", accept: "trial", takeback: "trial" }; // which button has the focus when one is no more
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export function view(env, state) {
  const game = new Game(env, state);
  return { element: game.element, ready: game.start(state), state: () => game.state(), close: () => game.close(), keydown: (event) => game.keydown(event), keyup: (event) => game.keyup(event), keys: () => KEYS };
}

const KEYS = [["arrows", "go to a cell"], ["1 to 9", "enter a digit (two digits in a row on large boards)"], ["Shift + digit, m", "mark in a corner, once or from now on"], ["Alt + digit, n", "mark in the centre, once or from now on"], ["Del, 0", "empty the cell"], ["Alt + arrow", "change the sign towards a neighbour (while setting)"], ["Ctrl Z, Ctrl Y", "undo, redo"], ["p (hold)", "peek at the solution"], ["t", "trial on, or accept it"], ["Esc", "take the trial back"], ["h, c, s, e", "hint, check, solve, explain"]];

class Game {
  constructor(env) {
    this.env = env;
    this.messages = new Messages();
    this.view = new BoardView({ onselect: (name) => this.select(name), onsign: (key) => this.sign(key) });
    this.live = new Live({ onresult: (answer) => this.counted(answer), showTwo: (two) => this.actions.two(two), showCommon: () => this.actions.common() });
    this.actions = new Actions(this);
    this.lit = new Map();
    this.shown = null;
    this.selected = "r1c1";
    this.pencil = null;
    this.unpeek = () => this.peeking && this.peek(false); // a key that is let go in another window is not heard
    addEventListener("blur", this.unpeek);
    this.controls = h("section", { class: "card" });
    this.pencils = h("div", {});
    this.pad = h("div", { class: "pad", role: "group", "aria-label": "Digits" });
    this.element = h("div", { class: "work" }, h("div", {}, this.live.element, this.view.element, h("div", { class: "enter" }, this.pencils, this.pad)), h("div", { class: "side" }, this.controls, this.messages.element));
  }

  async start(state) {
    const text = state.text ?? null;
    const board = await this.fetched(text === null ? { name: state.name } : { text });
    if (!board) return;
    this.name = text === null ? state.name : undefined;
    this.history = new History({ id: board.id, entries: state.entries || {}, marks: state.marks || {}, centres: state.centres || {}, trial: state.trial || null });
    this.mode = state.mode || "play";
    this.take(board);
  }

  get now() { return this.history.present; }

  get entries() { return { ...this.now.entries, ...(this.now.trial || {}) }; }

  async fetched(what) {
    try {
      return await post("/api/board", { puzzle: "futoshiki", ...what });
    } catch (error) {
      this.messages.error(error.message);
      if (!this.history) { this.history = new History({ id: emptyId(5), entries: {}, marks: {}, centres: {}, trial: null }); this.mode = "set"; this.take(await post("/api/board", { puzzle: "futoshiki", text: emptyId(5) })); this.messages.error(error.message); }
      return null;
    }
  }

  take(board) {
    if (this.messages.closed) return;
    const before = this.board?.id;
    this.board = board;
    this.env.about(`${this.name ? `${this.name} · ` : ""}${board.about}`);
    if (!board.givens || !placeWithin(this.selected, board.size)) this.selected = "r1c1";
    this.view.load(board);
    if (before !== board.id) this.live.look(board.id);
    this.draw();
  }

  // Another board altogether: text in any form that copla reads.
  async load(text) {
    const board = await this.fetched({ text });
    if (!board) return;
    this.name = undefined;
    this.forget();
    this.history.change({ id: board.id, entries: {}, marks: {}, centres: {}, trial: null });
    this.messages.moved();
    this.messages.clear();
    this.take(board);
    this.env.save();
  }

  change(next) {
    this.forget();
    if (!this.history.change({ ...this.now, ...next })) return this.draw();
    if (Object.keys(next).some((layer) => !Object.values(LAYERS).includes(layer))) this.messages.moved();
    if (next.id && next.id !== this.board.id) { this.name = undefined; this.refresh(); }
    this.draw();
    this.env.save();
  }

  async refresh() {
    const id = this.now.id;
    const board = await this.fetched({ text: id });
    if (board && this.now.id === id) { const focused = document.activeElement?.closest?.(".over"); this.take(board); if (focused) this.view.focus(this.selected); }
  }

  travel(moved) {
    if (!moved) return;
    this.forget();
    this.messages.moved();
    this.messages.clear();
    if (this.now.id !== this.board.id) this.refresh();
    this.draw();
    this.env.save();
  }

  forget() { this.lit = new Map(); this.shown = null; this.actions.walk = null; }

  enter(name, digit) {
    if (this.mode === "set") {
      const givens = { ...this.board.givens };
      if (digit) givens[name] = digit; else delete givens[name];
      this.board = { ...this.board, givens };
      this.messages.clear();
      return this.change({ id: gameId(this.board), entries: without(this.now.entries, name), trial: this.now.trial && without(this.now.trial, name) });
    }
    if (this.board.givens[name]) return this.messages.say("", h("p", {}, `${name} is a clue. Switch to "Set" to change clues.`));
    this.messages.clear();
    const layer = this.now.trial ? "trial" : "entries";
    this.change({ [layer]: digit ? { ...this.now[layer], [name]: digit } : without(this.now[layer], name), marks: this.now.marks });
    if (this.live.solution && Object.entries(this.live.solution).every(([cell, value]) => (this.board.givens[cell] || this.entries[cell]) === value)) this.messages.say("good", h("h3", {}, "Solved"), h("p", {}, "Every digit fits: well done."));
  }

  mark(name, digit, place) {
    if (this.board.givens[name] || this.entries[name]) return;
    const layer = LAYERS[place];
    const marks = new Set(this.now[layer][name] || []);
    if (marks.has(digit)) marks.delete(digit); else marks.add(digit);
    this.change({ [layer]: { ...this.now[layer], [name]: [...marks].sort((a, b) => a - b) } });
  }

  draws(place) { this.pencil = this.pencil === place ? null : place; this.draw(); }

  sign(key) {
    if (this.mode !== "set") return;
    const signs = { ...this.board.signs };
    const next = nextSign(this.board, key);
    if (next) signs[key] = next; else delete signs[key];
    this.board = { ...this.board, signs };
    this.messages.clear();
    this.change({ id: gameId(this.board) });
  }

  fill(values) {
    const own = Object.fromEntries(Object.entries(values).filter(([name]) => !this.board.givens[name]));
    this.change({ entries: own, trial: null });
    this.messages.clear();
  }

  endTrial(accept) {
    if (!this.now.trial) return;
    this.change({ entries: accept ? { ...this.now.entries, ...this.now.trial } : this.now.entries, trial: null });
    this.messages.say("", h("p", {}, accept ? "The trial is accepted." : "The trial is taken back."));
  }

  clear() { if (this.mode === "set") this.change({ id: emptyId(this.board.size), entries: {}, marks: {}, centres: {}, trial: null }); else this.change({ entries: {}, marks: {}, centres: {}, trial: null }); this.messages.clear(); }

  counted(answer) { if (answer.status === "infeasible") this.actions.conflict(answer.conflict); else if (this.messages.about === "conflict") { this.messages.clear(); this.light(new Map()); } }

  reveal(values, kind = "shown", lit = new Map()) { this.shown = values; this.kind = kind; this.lit = lit; this.draw(); }

  light(lit) { this.lit = lit; this.shown = null; this.draw(); }

  select(name) { if (this.selected === name) return; this.selected = name; this.draw(); }

  peek(on) {
    if (on && !this.live.solution) return;
    this.peeking = on;
    this.draw();
  }

  draw() {
    const { entries, marks, centres, trial } = this.now;
    const peek = this.peeking && this.live.solution;
    this.view.show({ entries, marks, centres, trial, selected: this.selected, shown: peek || this.shown, kind: peek ? "peek" : this.kind, lit: this.lit, setting: this.mode === "set" });
    this.drawControls();
  }

  turn(mode) {
    if (mode === this.mode) return;
    this.mode = mode;
    this.forget();
    if (this.messages.about !== "conflict") this.messages.clear();
    this.draw();
    this.env.save();
  }

  drawControls() {
    const key = JSON.stringify([this.mode, this.board.size, this.pencil, !!this.now.trial, !!this.history.past.length, !!this.history.future.length]);
    if (key === this.drawn) return;
    this.drawn = key;
    const setting = this.mode === "set";
    const focused = document.activeElement?.dataset?.act;
    const act = (name, label, run, more = {}) => button(label, run, { "data-act": name, ...more });
    const sizes = h("select", { id: "size", onchange: () => this.load(emptyId(Number(sizes.value))) }, sizesWith(this.board.size).map((n) => h("option", { value: n, selected: n === this.board.size }, `${n} by ${n}`)));
    replace(this.controls,
      h("div", { class: "row", style: "margin-bottom:.8rem" }, segmented("What your digits are", [["play", "Play"], ["set", "Set"]], this.mode, (mode) => this.turn(mode)),
        iconButton("undo", "Undo", () => this.travel(this.history.undo()), { disabled: !this.history.past.length, style: "margin-left:auto" }), iconButton("redo", "Redo", () => this.travel(this.history.redo()), { disabled: !this.history.future.length })),
      setting ? h("p", { class: "quiet small", style: "margin-bottom:.8rem" }, "Digits are clues now. Click between two cells to change the sign.") : null,
      setting ? h("label", { class: "field", for: "size", style: "margin-bottom:.6rem" }, "An empty board", sizes) : null,
      h("div", { class: "grid2" },
        act("solve", "Solve", () => this.actions.solve(), { class: "main" }), act("hint", "Hint", () => this.actions.hint()),
        act("check", "Check", () => this.actions.check()), act("explain", "Explain", () => this.actions.explain())),
      h("div", { class: "grid2 apart" },
        this.now.trial ? act("accept", "Accept trial", () => this.endTrial(true), { class: "trial" }) : !setting && act("trial", "Trial", () => this.change({ trial: {} }), { title: "Try digits in another colour, then accept or take back all of them" }),
        this.now.trial && act("takeback", "Take back", () => this.endTrial(false), { class: "trial" }),
        act("peek", "Peek (hold)", () => {}, { onpointerdown: () => this.peek(true), onpointerup: () => this.peek(false), onpointerleave: () => this.peek(false), onkeydown: (event) => { if (event.key === " " || event.key === "Enter") this.peek(true); }, onkeyup: () => this.peek(false) })),
      h("div", { class: "grid2 apart" },
        act("new", "New game", () => newDialog("New game", this.env.puzzle.new, (settings, seed) => this.actions.generate(settings, seed), this.actions.levels())), act("paste", "Paste or load", () => this.paste()),
        act("sheet", "Print a sheet", () => sheetDialog(this.env.puzzle, this.messages, this.actions.levels())),
        act("clear", setting ? "Clear the board" : "Clear my digits", () => this.clear())));
    const kinds = [[null, "Digits", "what is typed is a digit"], ["corner", "Corner", "what is typed is a mark in the corners"], ["centre", "Centre", "what is typed is a mark in the centre"]];
    replace(this.pencils, !setting && h("div", { class: "seg", role: "group", "aria-label": "What is typed" }, kinds.map(([place, label, title]) => act(`pencil-${place}`, label, () => this.draws(place), { "aria-pressed": String(this.pencil === place), title }))));
    replace(this.pad, Array.from({ length: this.board.size }, (_, at) => button(String(at + 1), () => this.typed(at + 1, this.pencil))), button("⌫", () => this.enter(this.selected, 0), { "aria-label": "Empty the cell" }));
    if (focused) (this.element.querySelector(`[data-act="${focused}"]`) || this.element.querySelector(`[data-act="${HEIRS[focused]}"]`))?.focus();
  }

  paste() {
    const hint = "Any form that copla reads: a grid such as “. < 3”, a drawing from the terminal, a game ID of Unequal, three strings.";
    textDialog("Paste a board", hint, this.board.id, (text) => this.load(text));
  }

  typed(digit, place) { if (place && this.mode !== "set") this.mark(this.selected, digit, place); else this.enter(this.selected, digit); }

  keydown(event) {
    if (!this.board) return;
    const [row, column] = placeOf(this.selected);
    const size = this.board.size;
    const step = ARROWS[event.key];
    const control = event.ctrlKey || event.metaKey;
    const onButton = event.target.tagName === "BUTTON" && (event.key === "Enter" || event.key === " ");
    if (step && !control && event.target.type !== "range") {
      const [r, c] = [row + step[0], column + step[1]];
      event.preventDefault();
      if (r < 0 || c < 0 || r >= size || c >= size) return;
      if (event.altKey) return this.sign(between(this.selected, nameOf(r, c)));
      this.select(nameOf(r, c));
      return this.view.focus(this.selected);
    }
    if (control && event.key.toLowerCase() === "z") { event.preventDefault(); return this.travel(event.shiftKey ? this.history.redo() : this.history.undo()); }
    if (control && event.key.toLowerCase() === "y") { event.preventDefault(); return this.travel(this.history.redo()); }
    if (control || onButton) return;
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? (/^\d$/.test(event.key) ? event.key : null);
    if (digit !== null) { if (event.altKey) event.preventDefault(); return this.digit(Number(digit), event.altKey ? "centre" : event.shiftKey ? "corner" : this.pencil); }
    if (event.altKey) return;
    const shortcuts = { Delete: () => this.enter(this.selected, 0), Backspace: () => this.enter(this.selected, 0), m: () => this.draws("corner"), n: () => this.draws("centre"), t: () => (this.now.trial ? this.endTrial(true) : this.change({ trial: {} })), Escape: () => this.endTrial(false), h: () => this.actions.hint(), c: () => this.actions.check(), s: () => this.actions.solve(), e: () => this.actions.explain(), p: () => this.peek(true) };
    const run = shortcuts[event.key];
    if (run && !(event.repeat && event.key === "p")) { event.preventDefault(); run(); }
  }

  digit(digit, place) {
    const size = this.board.size;
    const joined = this.typing && performance.now() - this.typing.at < 800 && this.typing.cell === this.selected ? this.typing.digit * 10 + digit : digit;
    const value = joined <= size ? joined : digit;
    this.typing = size > 9 && value ? { digit: value, at: performance.now(), cell: this.selected } : null;
    if (value <= size) this.typed(value, value > 0 ? place : null);
  }

  keyup(event) { if (event.key.toLowerCase() === "p" && this.peeking) this.peek(false); } // Shift may have come meanwhile

  state() {
    const { id, entries, marks, centres, trial } = this.now;
    const used = (what) => (what && Object.keys(what).length ? what : undefined);
    const where = this.name ? { name: this.name } : { text: id };
    return { puzzle: "futoshiki", ...where, entries: used(entries), marks: used(marks), centres: used(centres), trial: trial || undefined, mode: this.mode === "set" ? "set" : undefined };
  }

  close() { removeEventListener("blur", this.unpeek); this.live.close(); this.messages.close(); }
}

function without(map, name) { const { [name]: _, ...rest } = map; return rest; }
function sizesWith(size) { return [...new Set([3, 4, 5, 6, 7, 8, 9, 10, 12, size])].sort((a, b) => a - b); }
function placeWithin(name, size) { return placeOf(name).every((at) => at < size); }
