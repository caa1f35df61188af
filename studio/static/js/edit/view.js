// Edit a board on the board: what is in sight is drawn from its text, and every change writes the text anew.
// A puzzle's part (tiles.js, klotski.js ...) reads and writes its text, says what lies where, and what a stroke does.
import { post } from "../api.js";
import { button, h, iconButton, replace } from "../dom.js";
import { History } from "../history.js";
import { Messages } from "../messages.js";
import { request } from "../position.js";
import { Canvas } from "./canvas.js";
import { freecell } from "./freecell.js";
import { guarini } from "./guarini.js";
import { klotski } from "./klotski.js";
import { tiles } from "./tiles.js";

const PARTS = { tiles, klotski, freecell, guarini };
const KEYS = [["arrows", "go to a cell or a card"], ["Enter", "take it and put it down, or paint with the tool"], ["Shift + arrow", "paint on, as if dragged"], ["Delete", "take away"], ["Esc", "let go"], ["Ctrl Z, Ctrl Y", "undo, redo"], ["letters", "choose a tool: the letter that is underlined"]];

export function view(env, state) {
  const editor = new Editor(env, state);
  return { element: editor.element, ready: editor.start(), state: () => editor.state(), leaving: () => editor.leaving(), close: () => editor.close(), keydown: (event) => editor.keydown(event), keys: () => KEYS };
}

class Editor {
  constructor(env, state) {
    this.env = env;
    this.given = state;
    this.part = PARTS[env.puzzle.name];
    this.messages = new Messages();
    this.canvas = new Canvas(env.puzzle.name, this.part, { change: (data) => this.change(data), say: (text) => this.messages.say("warn", h("p", {}, text)), tool: () => this.tool });
    this.status = h("div", { class: "status", role: "status", "aria-live": "polite" });
    this.controls = h("section", { class: "card" });
    this.text = h("textarea", { id: "edit-text", spellcheck: "false", rows: 10, "aria-describedby": "edit-hint", oninput: () => this.typed(), onchange: () => { this.text.value = this.now; } });
    this.element = h("div", { class: "work" }, h("div", {}, this.status, this.canvas.element),
      h("div", { class: "side" }, this.controls, this.messages.element, h("section", { class: "card" }, h("label", { class: "field", for: "edit-text" }, "The board as text", this.text), h("p", { class: "quiet small", id: "edit-hint", style: "margin-top:.5rem" }, "In any form that copla reads; it follows the board, and the board follows it."))));
  }

  get now() { return this.history.present; }

  async start() {
    const { edited } = this.given;
    try {
      this.first = await post("/api/position", request(this.given));
    } catch (error) {
      this.messages.error(error.message);
      if (edited === undefined) return;
      this.first = { written: edited, svg: "<svg/>" };
    }
    this.history = new History(edited ?? this.first.written);
    this.canvas.define(this.first.svg);
    await this.follow();
  }

  // A change on the board: the text follows. Quiet ones change only what the next stroke means.
  change(data, quiet = false) {
    if (quiet) { this.data = data; return this.draw(); }
    this.messages.clear();
    if (this.history.change(this.part.write(data))) { this.data = data; this.follow(false); } else this.draw();
  }

  // A change of the text: the board follows as soon as it can be read.
  async typed() {
    const mine = (this.asked = {});
    try {
      const found = await post("/api/position", { puzzle: this.given.puzzle, text: this.text.value });
      if (mine !== this.asked) return;
      this.history.change(found.written);
      this.tell(found);
    } catch (error) {
      if (mine === this.asked) this.say("bad", error.message);
      return;
    }
    this.data = this.part.read(this.now);
    this.draw();
    this.env.save();
  }

  travel(moved) {
    if (!moved) return;
    this.messages.clear();
    this.follow();
  }

  // Draw what the text says, and ask whether it is a board.
  follow(read = true) {
    if (read) this.data = this.part.read(this.now);
    this.text.value = this.now;
    this.draw();
    this.env.save();
    this.checked = this.check((this.asked = {}));
    return this.checked;
  }

  async check(mine) {
    try {
      const found = await post("/api/position", { puzzle: this.given.puzzle, text: this.now });
      if (mine === this.asked) this.tell(found);
    } catch (error) {
      if (mine === this.asked) this.say("bad", error.message);
    }
  }

  tell({ about, refuted, solved, svg }) {
    this.env.about(about);
    this.canvas.define(svg);
    if (refuted) this.say("warn", `no solution: ${refuted}`); else this.say("good", solved ? "a board that is solved already" : "a board that can be played");
  }

  say(tone, words) {
    words = words.replace(/^the text(:\d+)*: /, ""); // the board has no lines
    this.wrong = tone === "bad" ? words : null;
    replace(this.status, h("span", { class: `chip ${tone}` }, words));
    const play = this.controls.querySelector('[data-act="play"]'); // the rest stays: somebody may be typing there
    if (play) play.disabled = !!this.wrong;
  }

  draw() {
    if (!this.tools().some(([name]) => name === this.tool)) [this.tool] = this.tools()[0] || [null];
    this.canvas.show(this.data);
    this.drawControls();
  }

  tools() { return (typeof this.part.tools === "function" ? this.part.tools(this.data) : this.part.tools) || []; }

  drawControls() {
    if (!this.data) return;
    const focused = document.activeElement?.dataset?.act;
    const act = (name, label, run, more = {}) => button(label, run, { "data-act": name, ...more });
    const { help, buttons = [] } = this.part;
    replace(this.controls,
      h("div", { class: "row", style: "margin-bottom:.6rem;flex-wrap:nowrap" }, h("h2", { style: "margin:0;flex:1" }, "Edit the board"),
        iconButton("undo", "Undo", () => this.travel(this.history.undo()), { disabled: !this.history.past.length, "data-act": "undo" }), iconButton("redo", "Redo", () => this.travel(this.history.redo()), { disabled: !this.history.future.length, "data-act": "redo" })),
      h("p", { class: "quiet small", style: "margin-bottom:.8rem" }, typeof help === "function" ? help(this.data) : help),
      this.tools().length ? h("div", { class: "row tools-row", role: "group", "aria-label": "Tools" }, this.tools().map(([name, label, key]) => act(`tool-${name}`, lettered(label, key), () => { this.tool = name; this.draw(); }, { "aria-pressed": String(this.tool === name), "aria-keyshortcuts": key, title: key }))) : null,
      h("div", { class: "options", style: "margin:.8rem 0" }, this.part.fields(this.data).map((field) => this.field(field))),
      h("div", { class: "grid2" }, act("play", "Play it", () => this.play(), { class: "main", disabled: !!this.wrong }), act("cancel", "Cancel", () => this.env.open(this.before())), ...buttons.map(([label, run]) => act(label, label, () => this.change(run(this.data))))));
    if (focused) this.controls.querySelector(`[data-act="${focused}"]`)?.focus();
  }

  field({ name, words, least, most, choices, get, set, quiet }) {
    const id = `edit-${name}`;
    const current = get(this.data);
    const use = (value) => this.change(set(this.data, value), quiet);
    const input = choices
      ? h("select", { id, "data-act": id, onchange: () => use(input.value) }, choices.map(([value, label]) => h("option", { value, selected: value === current }, label)))
      : h("input", { type: "number", id, "data-act": id, min: least, max: most, value: current, onchange: () => use(Math.max(least, Math.min(most, Math.round(Number(input.value)) || current))) });
    const wide = choices?.some(([, label]) => label.length > 14);
    return h("label", { class: wide ? "field wide" : "field", for: id }, words || name, input);
  }

  keydown(event) {
    if (!this.history) return;
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (control && (key === "z" || key === "y")) { event.preventDefault(); return this.travel(key === "z" && !event.shiftKey ? this.history.undo() : this.history.redo()); }
    if (control || event.altKey) return;
    if (this.canvas.key(event)) return event.preventDefault();
    const tool = this.tools().find(([, , letter]) => letter.toLowerCase() === key);
    if (!tool) return;
    event.preventDefault();
    if (key === "delete" && this.canvas.focused()) return this.canvas.paint(tool[0]);
    this.tool = tool[0];
    this.draw();
  }

  // What was on the board before anybody edited it.
  before() { const { edited, view: _, ...rest } = this.given; return rest; }

  changed() { return !!this.history && this.now !== this.first.written; }

  async leaving() {
    if (!this.changed()) return this.before();
    for (let checked; checked !== this.checked;) await (checked = this.checked); // it may change meanwhile
    if (!this.wrong) return { puzzle: this.given.puzzle, text: this.now };
    this.messages.error(`This is no board yet: ${this.wrong}. Put it right, undo, or cancel.`);
    return null;
  }

  async play() { const next = await this.leaving(); if (next) this.env.open(next); }

  state() { return { ...this.before(), view: "edit", edited: this.changed() ? this.now : undefined }; }

  close() { this.asked = null; this.canvas.close(); this.messages.close(); }
}

// The letter that chooses a tool is underlined.
function lettered(label, key) {
  const at = label.toLowerCase().indexOf(key.toLowerCase());
  return at < 0 ? label : h("span", {}, label.slice(0, at), h("u", {}, label[at]), label.slice(at + 1));
}
