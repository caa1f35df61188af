// The buttons that ask copla: solve, hint, check, explain, new game. Each says what it found beside the board.
import { ask, stream } from "../api.js";
import { button, h, iconButton } from "../dom.js";
import { miniature } from "./board.js";

const LEVELS = { "naked-single": "easy", "forward-checking": "medium", "arc-consistency": "hard", search: "extreme" };

export class Actions {
  constructor(game) { this.game = game; this.messages = game.messages; }

  request(more = {}) { return { puzzle: "futoshiki", text: this.game.board.id, ...more }; }

  async solve() {
    const found = await this.messages.wait("Solving", (tell, signal) => stream("/api/solve", this.request(), tell, signal));
    if (!found) return;
    if (found.status === "infeasible") return this.conflict(this.game.live.answer?.conflict);
    if (found.solutions?.length > 1) return this.two(found.solutions);
    if (!found.solutions?.length) return this.messages.say("warn", h("p", {}, found.sentence));
    this.game.reveal(found.solutions[0], "shown");
    this.messages.say("good", h("h3", {}, "Solved"), h("p", { class: "small" }, found.sentence), h("div", { class: "row" }, button("Keep these digits", () => this.game.fill(found.solutions[0])), button("Hide", () => this.game.reveal(null))));
  }

  async hint() {
    const found = await this.messages.wait("Looking for a hint", (tell, signal) => ask("hint", this.request({ entries: this.game.entries }), tell, signal));
    if (!found) return;
    const [cell] = Object.keys(found.values);
    if (!cell && found.marks.length && found.solvable) {
      this.game.light(new Map(found.marks.map((name) => [name, "wrong"])));
      return this.messages.say("bad", h("h3", {}, "First put this right"), list(found.reasons));
    }
    if (!cell) return this.messages.say(found.solvable ? "" : "bad", h("h3", {}, found.solvable ? "No hint" : "There is no solution"), list(found.reasons));
    const lit = new Map(found.marks.map((name) => [name, "lit"]));
    lit.set(cell, "hinted");
    this.game.light(lit);
    this.messages.say("", h("h3", {}, `${cell} is ${found.values[cell]}`), h("p", { class: "quiet small" }, `by ${found.technique}`), list(found.reasons),
      h("div", { class: "row" }, button(`Enter ${found.values[cell]}`, () => this.game.enter(cell, found.values[cell]), { class: "main" })));
  }

  async check() {
    const found = await this.messages.wait("Checking", (tell, signal) => ask("check", this.request({ entries: this.game.entries }), tell, signal));
    if (!found) return;
    if (!found.right_so_far) return this.wrong(found);
    if (!found.missing) return this.messages.say("good", h("h3", {}, "Complete and right"), h("p", {}, "Every digit fits: well done."));
    this.messages.say("good", h("h3", {}, "Right so far"), h("p", {}, `Nothing is wrong; ${found.missing} cells are empty.`));
  }

  wrong({ wrong, together, lines }) {
    const lit = new Map(together.map((name) => [name, "wrong"]));
    for (const { name, clues } of wrong) {
      for (const clue of clues) { const names = clue.match(/r\d+c\d+/g); if (names?.length === 2) lit.set(names.join(" "), "wrong"); }
      lit.set(name, "wrong");
    }
    this.game.light(lit);
    const why = ({ reasons }) => reasons.length > 1 && h("details", {}, h("summary", {}, "why"), list(reasons));
    this.messages.say("bad", h("h3", {}, wrong.length === 1 ? "This cannot stay" : "These cannot stay"), h("ul", {}, lines.map((line, at) => h("li", {}, line, wrong[at] && why(wrong[at])))));
  }

  conflict(conflict) {
    if (!conflict) return this.messages.say("bad", h("h3", {}, "No solution"));
    const lit = new Map(conflict.clues.map(({ cells }) => [cells.join(" "), "wrong"]));
    this.game.light(lit);
    const count = conflict.clues.length;
    this.messages.say("bad", h("h3", {}, "No solution"), h("p", {}, count === 1 ? "This clue alone cannot hold:" : `These ${count} clues cannot hold together:`),
      list(conflict.clues.map(({ label }) => label)), h("p", { class: "quiet small" }, conflict.smallest ? "No smaller set of clues conflicts." : "There may be a smaller set of clues that conflicts."));
    this.messages.about = "conflict";
  }

  two([first, second]) {
    const differing = new Set(Object.keys(first).filter((name) => first[name] !== second[name]));
    this.game.light(new Map([...differing].map((name) => [name, "differs"])));
    this.messages.say("warn", h("h3", {}, "Several solutions"), h("p", {}, `Two of them differ in ${differing.size} cells:`),
      h("div", { class: "minis" }, miniature(this.game.view, first, differing), miniature(this.game.view, second, differing)));
  }

  async common() {
    const found = await this.messages.wait("Comparing all solutions", (tell, signal) => ask("common", this.request(), tell, signal));
    if (!found) return;
    const open = Object.keys(found.values).filter((name) => !this.game.board.givens[name]);
    this.game.reveal(found.values, "common", new Map(open.map((name) => [name, "common"])));
    this.messages.say("", h("h3", {}, "In all solutions"), h("p", {}, open.length ? `${open.length} cells have the same digit in every solution.` : "No empty cell has the same digit in every solution."), h("div", { class: "row" }, button("Hide", () => this.game.reveal(null))));
  }

  async explain() {
    const found = await this.messages.wait("Working it out step by step", (tell, signal) => ask("walkthrough", this.request(), tell, signal));
    if (!found) return;
    if (!found.steps.length) return this.messages.say(found.solvable ? "" : "bad", h("h3", {}, found.solvable ? "Nothing to explain" : "There is no solution"), list(found.end));
    let at = 0;
    const show = (to) => {
      at = Math.max(0, Math.min(found.steps.length, to));
      const values = Object.assign({}, ...found.steps.slice(0, at).map((step) => step.values));
      const step = found.steps[at - 1];
      const lit = new Map();
      if (step) {
        for (const name of step.marks) lit.set(name, "lit");
        lit.set(Object.keys(step.values)[0], "hinted");
      }
      this.game.reveal(values, "shown", lit);
      const [cell, digit] = step ? Object.entries(step.values)[0] : [];
      this.messages.say("", h("h3", {}, step ? `${at} of ${found.steps.length}: ${cell} is ${digit}` : "The whole way, step by step"),
        h("div", { class: "row" }, iconButton("first", "To the start", () => show(0)), iconButton("back", "Back", () => show(at - 1)), iconButton("step", "Next step", () => show(at + 1)), iconButton("last", "To the end", () => show(found.steps.length)), button("Close", () => { this.game.reveal(null); this.messages.clear(); })),
        step && h("p", { class: "quiet small", style: "margin-top:.6rem" }, `by ${step.technique}`), step && list(step.reasons));
    };
    this.walk = { next: () => show(at + 1), back: () => show(at - 1) };
    show(1);
  }

  levels() { return { difficulty: LEVELS }; }

  async generate(settings, seed) {
    const words = `Making a ${settings.size} by ${settings.size} board`;
    const found = await this.messages.wait(words, (tell, signal) => ask("generate", { puzzle: "futoshiki", settings, seed }, tell, signal), { lasting: true });
    if (!found) return;
    await this.game.load(found.text);
    this.messages.say("", h("p", {}, `A new game: ${LEVELS[settings.difficulty] || settings.difficulty}, ${settings.size} by ${settings.size}. Seed ${seed} makes it again.`));
  }
}

function list(lines) { return h("ul", {}, lines.map((line) => h("li", {}, line))); }
