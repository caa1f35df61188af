// A planning puzzle on the page: play by hand, undo and redo, hint, solve, and the plan as an animation.
import { ask, post, stream } from "../api.js";
import { button, h, iconButton, replace } from "../dom.js";
import { newDialog, textDialog } from "../dialogs.js";
import { Messages } from "../messages.js";
import { sheetDialog } from "../sheets.js";
import { MoveList } from "./moves.js";
import { Player } from "./player.js";
import { Stage } from "./stage.js";

const KEYS = [["arrows", "move the piece in hand, or the only one that can go that way"], ["Tab", "the next piece that can move"], ["Enter", "take a piece, or move it where it can only go one way"], ["Space", "play and pause"], [", .", "one move back, one forward"], ["Home, End", "to the start, to the end"], ["Ctrl Z, Ctrl Y", "undo, redo"], ["h, s", "hint, solve"]];
const NEW = { tiles: "Scramble", klotski: "New board", freecell: "Deal", guarini: "New board" };

export function view(env, state) {
  const table = new Table(env);
  return { element: table.element, ready: table.start(state), state: () => table.state(), close: () => table.close(), keydown: (event) => table.keydown(event), keys: () => KEYS };
}

class Table {
  constructor(env) {
    this.env = env;
    this.steps = [];
    this.at = 0;
    this.alive = true;
    this.messages = new Messages();
    this.stage = new Stage(env.puzzle.name, (move) => this.make(move));
    this.player = new Player((to, from, seconds, playing) => this.go(to, from, seconds, playing));
    this.player.onpause = () => this.settle();
    this.list = new MoveList((to) => this.player.jump(to));
    this.counter = h("div", { class: "counter", "aria-live": "polite" });
    this.controls = h("section", { class: "card" });
    this.undo = iconButton("undo", "Undo", () => this.player.jump(this.at - 1));
    this.redo = iconButton("redo", "Redo", () => this.player.jump(this.at + 1));
    this.choices = h("details", {}, h("summary", {}, "Moves you can make"), h("div", { class: "row" }));
    this.element = h("div", { class: "work" }, h("div", {}, this.stage.element, this.player.element),
      h("div", { class: "side" }, this.controls, this.messages.element, h("section", { class: "card" }, h("h2", {}, "Moves"), this.list.element, this.choices)));
  }

  request(more = {}) {
    return { puzzle: this.env.puzzle.name, ...(this.text === undefined ? { name: this.name } : { text: this.text }), options: this.options, ...more };
  }

  labels(to = this.at) { return this.steps.slice(0, to).flatMap((step) => step.labels); }

  async start(state) {
    this.name = state.name;
    this.text = state.text;
    this.options = state.options || {};
    const table = await this.fetched(state.moves || []);
    if (!table || !this.alive) return;
    this.table = table;
    this.steps = grouped(table.steps, state.groups);
    if (state.by) this.steps.forEach((step, index) => { if (index >= state.by) step.by = "copla"; });
    this.env.about(`${this.name ? `${this.name} · ` : ""}${table.about}`);
    this.stage.load(table.svg, table.start);
    const at = Math.min(state.at ?? this.steps.length, this.steps.length);
    this.player.update(0, this.steps.length);
    this.at = 0;
    this.drawControls();
    this.go(at, 0, 0, false);
    this.player.update(at, this.steps.length);
    this.optimum();
  }

  async fetched(moves) {
    try {
      return await post("/api/table", this.request({ moves }));
    } catch (error) {
      this.messages.error(error.message);
      if (!this.table) replace(this.stage.element, h("p", { class: "quiet" }, "There is no board: paste or make another one."));
      this.drawControls();
      return null;
    }
  }

  // Another instance altogether.
  async load(what) {
    const before = [this.name, this.text, this.options];
    [this.name, this.text, this.options] = [what.name, what.text, what.options ?? this.options];
    const table = await this.fetched([]);
    if (!table) { [this.name, this.text, this.options] = before; return false; }
    this.messages.clear();
    this.best = null;
    await this.env.open(this.state([]));
    return true;
  }

  // Show the board after so many moves.
  go(to, from, seconds, playing) {
    if (to !== from) this.messages.moved();
    if (to === from + 1) this.stage.place(this.steps[from].changed, seconds);
    else if (to !== from) this.stage.place(this.placesAt(to), seconds);
    this.at = to;
    this.list.show(this.steps, to);
    this.count();
    if (!playing) this.settle();
  }

  // Where everything lies after so many moves, in the order of drawing: what was moved last lies on top.
  placesAt(to) {
    const places = { ...this.table.start };
    for (const { changed } of this.steps.slice(0, to)) for (const [piece, point] of Object.entries(changed)) { delete places[piece]; places[piece] = point; }
    return places;
  }

  // What can be done now; asked when nothing moves any more.
  async settle() {
    const at = this.at;
    const steps = this.steps;
    this.stage.allow([]);
    this.drawControls();
    let now;
    try {
      now = await post("/api/now", this.request({ moves: this.labels(at) }));
    } catch (error) {
      return this.messages.error(error.message);
    }
    if (!this.alive || at !== this.at || steps !== this.steps || this.player.playing) return;
    this.stage.allow(now.legal);
    this.solved = now.solved;
    replace(this.choices.lastChild, now.legal.map((move) => button(move.words, () => this.stage.legal.includes(move) && this.make(move))));
    this.count();
    this.env.save();
    this.settled?.();
  }

  make(move) {
    if (this.player.playing) return;
    this.messages.clear();
    const step = { labels: move.labels, words: move.words, cost: move.cost, changed: { [move.piece]: move.targets[0] } };
    this.steps = [...this.steps.slice(0, this.at), step];
    this.player.update(this.at + 1, this.steps.length);
    this.go(this.at + 1, this.at, 0.2, false);
    this.settled = () => {
      this.settled = null;
      if (this.solved) this.messages.say("good", h("h3", {}, "Solved"), h("p", {}, this.best?.optimal && this.cost() === this.best.cost ? "And nobody can do it in less." : "Well done."));
    };
  }

  cost(to = this.at) { return this.steps.slice(0, to).reduce((sum, step) => sum + step.cost, 0); }

  unit(cost) { return this.steps.some((step) => step.cost !== 1) ? "cost" : cost === 1 ? "move" : "moves"; }

  count() {
    const cost = this.cost();
    const unit = this.unit(cost);
    const words = this.best ? this.best.words : "";
    const key = `${cost}|${unit}|${words}|${this.solved}`;
    if (key === this.counted) return;
    this.counted = key;
    const [number, name] = this.counter.children;
    if (this.player.playing && name) { number.firstChild.data = cost.toLocaleString(); name.firstChild.data = unit; return; }
    replace(this.counter, h("b", {}, this.cost().toLocaleString()), h("span", {}, unit), words && h("span", { class: "quiet" }, words), this.solved && h("span", { class: "chip good" }, "solved"));
  }

  // The optimum of the start, found in the background as far as the time allows.
  async optimum() {
    this.optimal?.abort();
    const control = (this.optimal = new AbortController());
    try {
      const found = await stream("/api/solve", this.request({ seconds: 15 }), () => {}, control.signal);
      const cost = found.cost;
      const word = found.status === "optimal" ? `optimum ${cost}` : cost !== null ? `copla's best ${cost}` : found.status === "infeasible" ? "no solution" : found.bound ? `optimum at least ${found.bound}` : "";
      this.best = { words: word, cost, optimal: found.status === "optimal" };
      if (found.status === "infeasible") this.messages.say("bad", h("h3", {}, "No solution"), h("p", {}, found.message || "Every state that can be reached was looked at."));
    } catch (error) {
      if (control.signal.aborted) return;
      this.best = { words: "optimum not known", cost: null };
    }
    this.counted = null;
    this.count();
  }

  async plan(label, seconds) {
    this.player.pause();
    const moves = this.labels();
    this.optimal?.abort(); // a browser has few connections to spare: one run at a time for each tab
    const found = await this.messages.wait(label, (tell, signal) => stream("/api/solve", this.request({ moves, seconds }), tell, signal));
    if (!this.best && this.alive) this.optimum();
    if (!found) return null;
    if (found.steps) return found;
    if (found.status === "infeasible") this.messages.say("bad", h("h3", {}, "No solution from here"), h("p", {}, found.message || "Every state that can be reached was looked at."));
    else this.messages.say("warn", h("h3", {}, "Not solved in time"), h("p", {}, found.sentence));
    return null;
  }

  async solve() {
    const found = await this.plan("Solving", 60);
    if (!found) return;
    if (!found.steps.length) return this.messages.say("good", h("p", {}, "It is solved already."));
    const more = found.steps.map((step) => ({ ...step, by: "copla" }));
    this.steps = [...this.steps.slice(0, this.at), ...more];
    this.player.update(this.at, this.steps.length);
    this.list.show(this.steps, this.at);
    this.messages.say("good", h("h3", {}, `${found.status === "optimal" ? "An optimal solution" : "A solution"}${this.unit(found.cost) === "cost" ? ` of cost ${found.cost}` : `: ${found.cost} ${this.unit(found.cost)}`}`), h("p", { class: "small" }, found.sentence));
    this.player.play();
  }

  async hint() {
    this.player.pause();
    const found = await this.messages.wait("Looking for a hint", (tell, signal) => ask("hint", this.request({ moves: this.labels() }), tell, signal));
    if (!found) return;
    const { step, reasons } = found;
    if (!step) return this.messages.say(found.solvable ? "good" : "bad", h("h3", {}, found.solvable ? "No move is needed" : "No solution from here"), list(reasons));
    const [piece] = Object.keys(step.changed);
    const move = { labels: step.labels, words: step.words, piece, targets: [step.changed[piece]], cost: step.cost };
    this.stage.hint(move);
    this.messages.say("", h("h3", {}, step.words), list(reasons),
      h("div", { class: "row" }, button("Make this move", () => this.make(move), { class: "main" })));
    this.messages.about = "move";
  }

  async generate(settings, seed) {
    const name = this.env.puzzle.name;
    const found = await this.messages.wait("Making a new board", (tell, signal) => ask("generate", { puzzle: name, settings, seed }, tell, signal), { lasting: true });
    if (found) await this.load({ text: found.text });
  }

  // Made once: a button made anew under the pointer would lose its click, and a field what was typed.
  drawControls() {
    this.undo.disabled = this.at === 0;
    this.redo.disabled = this.at === this.steps.length;
    if (this.drawn === !!this.table) return;
    this.drawn = !!this.table;
    const { puzzle } = this.env;
    const deal = h("input", { type: "number", id: "deal", min: 1, max: 1000000, placeholder: "number" });
    const options = puzzle.options.filter((option) => option.choices.length).map((option) => {
      const select = h("select", { id: `option-${option.name}`, onchange: () => this.load({ name: this.name, text: this.text, options: select.value ? { [option.name]: select.value } : {} }) }, [h("option", { value: "" }, "as it is"), ...option.choices.map((choice) => h("option", { value: choice, selected: this.options?.[option.name] === choice }, choice))]);
      return h("label", { class: "field", for: `option-${option.name}`, title: option.help, style: "margin-top:.6rem" }, option.help, select);
    });
    replace(this.controls, h("div", { class: "row", style: "margin-bottom:.8rem;justify-content:space-between;flex-wrap:nowrap" }, this.counter,
      h("div", { class: "row", style: "flex-wrap:nowrap" }, this.undo, this.redo)),
      h("div", { class: "grid2" }, button("Solve", () => this.solve(), { class: "main" }), button("Hint", () => this.hint())),
      h("div", { class: "grid2 apart" }, button("Start again", () => this.forget()), button(NEW[puzzle.name] || "New", () => newDialog(NEW[puzzle.name] || "New", puzzle.new, (settings, seed) => this.generate(settings, seed))), button("Paste or load", () => this.paste()), button("Print a sheet", () => sheetDialog(puzzle, this.messages, {}))),
      puzzle.name === "freecell" ? h("form", { class: "row", style: "margin-top:.6rem;flex-wrap:nowrap", onsubmit: (event) => { event.preventDefault(); if (deal.value) this.load({ text: deal.value }); } }, h("label", { class: "field", for: "deal", style: "flex:1" }, "Microsoft deal", deal), h("button", { style: "align-self:end" }, "Deal it")) : null, ...options);
  }

  forget() { this.player.jump(0); this.steps = []; this.player.update(0, 0); this.list.show(this.steps, 0); this.messages.clear(); this.settle(); }

  paste() { textDialog("Paste a board", "The board as text, in any form that copla reads: the drawing from a terminal, too. Or load a file.", this.table?.text || this.text || "", (text) => this.load({ text })); }

  keydown(event) {
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const onButton = /^(BUTTON|SUMMARY)$/.test(event.target.tagName) && (event.key === "Enter" || event.key === " ");
    if (control && key === "z") { event.preventDefault(); return this.player.jump(this.at + (event.shiftKey ? 1 : -1)); }
    if (control && key === "y") { event.preventDefault(); return this.player.jump(this.at + 1); }
    if (control || event.altKey || onButton || event.target.type === "range") return;
    if (event.key.startsWith("Arrow") && !event.target.closest?.(".moves")) { if (this.stage.arrow(event.key)) event.preventDefault(); return; }
    const run = { " ": () => (this.player.playing ? this.player.pause() : this.player.play()), ",": () => this.player.jump(this.at - 1), ".": () => this.player.jump(this.at + 1), home: () => this.player.jump(0), end: () => this.player.jump(this.steps.length), h: () => this.hint(), s: () => this.solve(), escape: () => this.stage.choose(null) }[key];
    if (run) { event.preventDefault(); run(); }
  }

  state(moves = this.labels(this.steps.length)) {
    const where = this.text === undefined ? { name: this.name } : { text: this.text };
    const groups = this.steps.map((step) => step.labels.length);
    const first = this.steps.findIndex((step) => step.by === "copla");
    const options = Object.keys(this.options || {}).length ? this.options : undefined;
    return { puzzle: this.env.puzzle.name, ...where, options, moves: moves.length ? moves : undefined, groups: moves.length && groups.some((size) => size !== 1) ? groups : undefined, at: moves.length && this.at !== this.steps.length ? this.at : undefined, by: moves.length && first >= 0 ? first : undefined };
  }

  close() { this.alive = false; this.player.pause(); this.optimal?.abort(); this.messages.close(); }
}

function list(lines) { return h("ul", {}, lines.map((line) => h("li", {}, line))); }

// A hand may push a block over several steps at once: they stay one move in the list and for undo.
function grouped(steps, groups) {
  if (!groups) return steps;
  const rest = [...steps];
  return groups.map((size) => {
    const taken = [rest.shift()];
    while (taken.reduce((sum, step) => sum + step.labels.length, 0) < size && rest.length) taken.push(rest.shift());
    if (taken.length === 1) return taken[0];
    return { labels: taken.flatMap((step) => step.labels), words: joined(taken.map((step) => step.words)), cost: taken.reduce((sum, step) => sum + step.cost, 0), changed: Object.assign({}, ...taken.map((step) => step.changed)) };
  }).filter(Boolean);
}

// "N down", "N down", "N right" is "N down 2 right".
function joined(words) {
  const [piece] = words[0].split(" ");
  const legs = [];
  for (const [, way, far] of words.flatMap((text) => [...text.slice(piece.length).matchAll(/([a-z]+)(?: (\d+))?/g)])) {
    if (legs.at(-1)?.[0] === way) legs.at(-1)[1] += Number(far || 1); else legs.push([way, Number(far || 1)]);
  }
  return [piece, ...legs.map(([way, far]) => (far > 1 ? `${way} ${far}` : way))].join(" ");
}
