// Watch it think: one or two readable engines on one board, forwards and backwards, on one clock of expansions.
import { ask, post } from "../api.js";
import { button, h, picture, replace } from "../dom.js";
import { Messages } from "../messages.js";
import { labels, request } from "../position.js";
import { Player } from "../table/player.js";
import { put } from "../table/stage.js";
import { Domains } from "./domains.js";
import { Source } from "./source.js";
import { Tree } from "./tree.js";

const ALGORITHMS = ["bfs", "dfs", "iddfs", "ucs", "greedy", "astar", "idastar"];
const [FIRST, MOST] = [3000, 20000]; // events: at first, and on demand
const NAMES = { none: "plain backtracking", forward: "forward checking", mac: "arc consistency", bfs: "breadth first", dfs: "depth first", iddfs: "iterative deepening", ucs: "uniform cost", greedy: "greedy", astar: "A*", idastar: "IDA*" };

export function view(env, state) {
  const think = new Think(env, state);
  return { element: think.element, ready: think.start(), state: () => think.state(), close: () => think.close(), keydown: (event) => think.keydown(event), keys: () => [["Space", "play and pause"], [", .", "one step back, one forward"], ["Home, End", "to the start, to the end"]] };
}

class Think {
  constructor(env, state) {
    this.env = env;
    this.given = state;
    this.plans = env.puzzle.plays;
    this.minds = state.minds || (this.plans ? [{ algorithm: "astar" }] : [{ inference: "forward" }]);
    this.messages = new Messages();
    this.most = FIRST;
    this.player = new Player((to) => this.show(to));
    this.setup = h("section", { class: "card" });
    this.sides = h("div", { class: "minds" });
    this.element = h("div", { class: "side" }, this.setup, this.messages.element, this.player.element, this.sides);
  }

  async start() {
    const board = await this.messages.wait("Drawing", (tell, signal) => post(this.plans ? "/api/table" : "/api/board", request(this.given, { moves: undefined }), signal));
    if (!board) return;
    this.board = board;
    this.env.about(`${this.given.name ? `${this.given.name} · ` : ""}${board.about}`);
    const known = await this.messages.wait("Asking what there is to watch", (tell, signal) => ask("backends", request(this.given), tell, signal));
    this.heuristics = known?.backends.search?.heuristics || [];
    this.drawSetup();
    await this.run();
  }

  drawSetup() {
    const select = (index, key, choices, otherwise) => {
      const id = `mind-${index}-${key}`;
      const field = h("select", { id, onchange: () => { if ((this.minds[index][key] ?? "") === field.value) return; this.minds = this.minds.map((mind, at) => (at === index ? { ...mind, [key]: field.value || undefined } : mind)); this.env.save(); this.run(); } }, [otherwise && h("option", { value: "" }, otherwise), ...choices.map((value) => h("option", { value, selected: this.minds[index][key] === value }, NAMES[value] || value))].filter(Boolean));
      return h("label", { class: "field", for: id }, key, field);
    };
    const rows = this.minds.map((mind, index) => (this.plans ? [select(index, "algorithm", ALGORITHMS), select(index, "heuristic", this.heuristics, "its own choice")] : [select(index, "inference", ["none", "forward", "mac"])]));
    const two = this.minds.length > 1;
    const other = () => (this.plans ? { algorithm: this.minds[0].algorithm === "bfs" ? "astar" : "bfs" } : { inference: this.minds[0].inference === "mac" ? "none" : "mac" });
    replace(this.setup, h("div", { class: "row mindset" }, rows.map((fields) => h("div", { class: "row" }, fields)), button(two ? "One alone" : "Two side by side", () => { this.minds = two ? this.minds.slice(0, 1) : [...this.minds, other()]; this.drawSetup(); this.env.save(); this.run(); })));
  }

  async run() {
    this.player.pause();
    const backend = this.plans ? "search" : "forward-checking";
    const found = [];
    const minds = this.minds;
    for (const mind of minds) {
      const answer = await this.messages.wait("It thinks", (tell, signal) => ask("think", request(this.given, { backend, settings: mind, events: this.most }), tell, signal));
      if (!answer || minds !== this.minds) return; // others were chosen meanwhile
      found.push(answer);
    }
    this.lanes = found.map((answer, index) => this.lane(answer, this.minds[index]));
    replace(this.sides, this.lanes.map((lane) => lane.element));
    this.sides.classList.toggle("two", this.lanes.length > 1);
    const length = this.lanes.length > 1 ? Math.max(...this.lanes.map((lane) => lane.mind.ticks.length)) : this.lanes[0].mind.events.length - 1;
    const cut = found.some((answer) => !answer.complete);
    if (cut) this.tellCut();
    this.player.update(0, length);
    this.show(0);
  }

  tellCut() {
    const more = this.most < MOST ? "" : " More than this a page does not show: smaller boards show all of it.";
    this.messages.say("warn", h("p", {}, `Here are its first ${this.most.toLocaleString()} events, ${this.lanes.map(({ mind }) => mind.ticks.length.toLocaleString()).join(" and ")} ${this.plans ? "expansions" : "trials"}.${more}`),
      this.most < MOST && h("div", { class: "row" }, button("Show more of it", () => { this.most = MOST; this.run(); })));
  }

  lane(answer, mind) {
    const shown = this.plans ? new Tree(answer.events) : new Domains(answer.events, this.board);
    const lane = { mind: shown, source: new Source(), words: h("p", { class: "thought", "aria-live": "off" }), figures: h("p", { class: "quiet small" }), state: this.plans ? h("div", { class: "board ministage", "data-puzzle": this.env.puzzle.name }) : null };
    const name = NAMES[mind.algorithm || mind.inference];
    lane.element = h("section", { class: "card mind" }, h("h2", {}, `${name}${mind.heuristic ? ` · ${mind.heuristic}` : ""}`), lane.words, lane.figures, h("div", { class: "mindbody" }, h("div", {}, shown.element, lane.state), lane.source.element));
    if (lane.state) { replace(lane.state, picture(this.board.svg)); lane.pieces = new Map([...lane.state.querySelectorAll("[data-piece]")].map((piece) => [piece.dataset.piece, piece])); }
    return lane;
  }

  // The clock: events of the one run, or expansions of both.
  show(to) {
    for (const lane of this.lanes || []) {
      const { mind } = lane;
      const at = this.lanes.length > 1 ? (to === 0 ? 0 : mind.ticks[Math.min(to, mind.ticks.length) - 1] ?? mind.events.length - 1) : to;
      const over = this.lanes.length > 1 && to >= mind.ticks.length;
      const now = over ? mind.events.length - 1 : at;
      const event = mind.events[now];
      lane.words.textContent = mind.show(now);
      const done = mind.ticks.filter((tick) => tick <= now).length;
      lane.figures.textContent = `${done} of ${mind.ticks.length} ${this.plans ? "expansions" : "trials"}${event?.frontier !== undefined ? ` · frontier ${event.frontier}` : ""}`;
      const acts = mind.events.findLast((known, index) => index <= now && known.file);
      lane.source.show(acts?.file, acts?.line);
      if (lane.pieces) this.place(lane, mind.path(now));
    }
    this.env.save();
  }

  // The board of the node that is looked at, fetched once for each path.
  async place(lane, further) {
    const key = further.join("|");
    lane.wanted = key;
    this.boards ??= new Map();
    if (!this.boards.has(key)) {
      const moves = [...labels(this.given), ...further];
      this.boards.set(key, post("/api/table", request(this.given, { moves })).then(({ start, steps }) => Object.assign({}, start, ...steps.map((step) => step.changed))).catch(() => null));
    }
    const points = await this.boards.get(key);
    if (lane.wanted !== key || !points) return;
    for (const [name, [x, y]] of Object.entries(points)) { const piece = lane.pieces.get(name); if (piece) { piece.removeAttribute("transform"); put(piece, x, y); } }
  }

  keydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.type === "range" || event.target.closest?.("pre") || (event.target.tagName === "BUTTON" && (event.key === " " || event.key === "Enter"))) return;
    const run = { " ": () => (this.player.playing ? this.player.pause() : this.player.play()), ",": () => this.player.jump(this.player.at - 1), ".": () => this.player.jump(this.player.at + 1), Home: () => this.player.jump(0), End: () => this.player.jump(this.player.length) }[event.key];
    if (run) { event.preventDefault(); run(); }
  }

  state() { return { ...this.given, view: "think", minds: this.minds }; }

  close() { this.player.pause(); this.messages.close(); }
}
