// A race: several backends, algorithms or heuristics on the instance on the board, side by side on one clock.
import { ask, post, stream } from "../api.js";
import { button, h, picture, replace } from "../dom.js";
import { Messages } from "../messages.js";
import { request } from "../position.js";
import { bars, duration, overTime, short } from "./charts.js";
import { COLOURS, Lanes } from "./lanes.js";

const FIRST = { futoshiki: [{ backend: "native", options: {} }, { backend: "forward-checking", options: {} }, { backend: "cp-sat", options: {} }], other: [{ backend: "native", options: {} }, { backend: "search", options: { algorithm: "astar" } }, { backend: "search", options: { algorithm: "bfs" } }] };

const FINISHED = ["optimal", "infeasible", "solved", "failed", "unsupported"];

export function view(env, state) {
  const race = new Race(env, state);
  return { element: race.element, ready: race.start(), state: () => race.state(), close: () => race.close(), keys: () => [["Tab", "from field to field"], ["Enter", "start, on the button"]] };
}

class Race {
  constructor(env, state) {
    this.env = env;
    this.given = state;
    this.messages = new Messages();
    this.rows = [];
    this.seconds = h("select", { id: "limit", onchange: () => env.save() }, [5, 20, 60, 300].map((n) => h("option", { value: n, selected: n === (state.seconds || 20) }, `${n} s each`)));
    this.go = button("Start the race", () => this.run(), { class: "main" });
    this.verdict = h("div", { class: "message", role: "status", "aria-live": "polite" });
    this.table = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Results" });
    this.charts = h("div", { class: "charts" });
    this.board = h("div", { class: "board", "data-puzzle": state.puzzle });
    this.setup = h("section", { class: "card" });
    this.element = h("div", { class: "work" }, h("div", { class: "side" }, this.setup, this.verdict, h("section", { class: "card", style: "display:none" }, h("h2", {}, "On one clock"), this.table, this.charts)), h("div", { class: "side" }, h("section", { class: "card" }, h("h2", {}, "The board"), this.board), this.messages.element));
  }

  async start() {
    const { puzzle } = this.given;
    const path = this.env.puzzle.plays ? "/api/position" : "/api/board";
    const drawn = await this.messages.wait("Drawing", (tell, signal) => post(path, request(this.given), signal));
    if (!drawn) return;
    this.env.about(`${this.given.name ? `${this.given.name} · ` : ""}${drawn.about}`);
    replace(this.board, picture(drawn.svg));
    const known = await this.messages.wait("Asking who can solve it", (tell, signal) => ask("backends", request(this.given), tell, signal));
    if (!known) return;
    this.lanes = new Lanes(known.backends, this.given.lanes || FIRST[puzzle] || FIRST.other, () => this.env.save());
    replace(this.setup, h("h2", {}, "Who takes part"), this.lanes.element, h("div", { class: "row", style: "margin-top:.9rem" }, button("Add a lane", () => { if (this.lanes.lanes.length < 8) this.lanes.add(); }), h("label", { class: "field", for: "limit", style: "margin-left:auto" }, "time limit", this.seconds), this.go));
  }

  async run() {
    if (this.control) return this.control.abort();
    const control = (this.control = new AbortController());
    const race = crypto.randomUUID();
    this.table.parentNode.style.display = "";
    this.verdict.className = "message";
    replace(this.verdict, h("div", { class: "busy" }, h("span", {}, "They are running ...")));
    this.go.textContent = "Stop all";
    this.lay(race, labels(this.lanes.lanes));
    const frame = setInterval(() => this.draw(), 120);
    this.draw();
    try {
      await stream("/api/race", request(this.given, { race, lanes: this.lanes.lanes, seconds: Number(this.seconds.value) }), (event) => this.hear(event), control.signal);
    } catch (error) {
      this.verdict.className = "message bad";
      replace(this.verdict, h("p", {}, control.signal.aborted ? "Stopped." : error.message));
      for (const row of this.rows) if (!row.ended) { row.state = "stopped"; row.words = "stopped"; }
    } finally {
      clearInterval(frame);
      this.control = null;
      this.go.textContent = "Start the race";
      this.draw();
    }
  }

  hear(event) {
    if (event.event === "verdict") return this.judge(event);
    const row = this.rows.find((known) => known.label === event.lane);
    if (!row) return;
    if (event.event === "queued") { row.state = "queued"; row.words = event.ahead ? `queued, ${event.ahead} ahead` : "queued, next"; }
    if (event.event === "running") { row.state = "running"; row.words = event.note || "running"; row.seconds = event.seconds; row.expanded = event.expanded; row.generated = event.generated; row.bytes = event.peak_bytes; row.bound = event.bound; row.trail.push([event.seconds, event.expanded]); }
    if (event.event === "ended") {
      row.state = "ended"; row.ended = event; row.words = event.words;
      row.bound = event.bound ?? (FINISHED.includes(event.status) ? null : row.bound); // what was proven stays so
      if (event.status !== "failed") { row.seconds = event.seconds; row.expanded = event.expanded; row.generated = event.generated; row.bytes = event.peak_bytes; row.trail = [...row.trail.filter(([seconds]) => seconds < event.seconds), [event.seconds || 0, event.expanded || 0]]; } // the clock of the answer is the run's own
    }
  }

  judge(event) {
    const tone = { agree: "good", disagree: "bad", undecided: "warn" }[event.verdict];
    this.verdict.className = `message ${tone}`;
    this.guilty = event.guilty;
    const save = (name, type, text) => button(name, () => { const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: `race.${type === "text/html" ? "html" : "json"}` }); link.click(); });
    replace(this.verdict, h("h3", {}, { agree: "They agree", disagree: "They disagree", undecided: "Undecided" }[event.verdict]), h("p", {}, event.reason), Object.keys(event.guilty).length ? h("ul", {}, Object.values(event.guilty).map((line) => h("li", {}, line))) : null,
      h("div", { class: "row" }, save("Download the report", "text/html", event.report), save("as JSON", "application/json", JSON.stringify(event.json, null, 2))));
    for (const row of this.rows) row.guilty = row.label in event.guilty;
  }

  // The table of a race is made once, and its cells follow: a button made anew under the pointer would lose its click.
  lay(race, names) {
    this.rows = names.map((label, index) => {
      const stop = button("Stop", () => post("/api/stop", { race, lane: label }).catch((error) => this.messages.error(error.message)));
      const cells = ["words", "n", "n", "n", "n", "n"].map((kind) => h("td", { class: kind }));
      const line = h("tr", {}, h("td", {}, h("span", { class: "who" }, h("span", { class: "dot", style: `background:var(${COLOURS[index % 8]})` }), label)), cells, h("td", {}, stop));
      return { label, state: "waiting", trail: [], ended: null, words: "waiting", stop, cells, line };
    });
    replace(this.table, h("table", { class: "results" }, h("thead", {}, h("tr", {}, ["who", "answer", "time", "nodes", "nodes/s", "bound", "memory", ""].map((head, at) => h("th", { class: at > 1 && at < 7 ? "n" : "", scope: "col" }, head)))), h("tbody", {}, this.rows.map((row) => row.line))));
  }

  draw() {
    for (const row of this.rows) {
      const speed = row.expanded && row.seconds ? short(Math.round(row.expanded / row.seconds)) : "";
      const said = [row.words, row.seconds === undefined ? "" : duration(row.seconds), short(row.expanded), speed, row.bound ?? "", row.bytes ? `${(row.bytes / 1e6).toFixed(1)} MB` : ""];
      said.forEach((text, at) => { if (row.cells[at].textContent !== `${text}`) row.cells[at].textContent = text; });
      row.line.className = row.guilty || row.ended?.status === "failed" ? "guilty" : row.ended ? "done" : "";
      if (row.ended || !this.control) row.stop.remove();
    }
    const wide = Math.max(280, this.charts.clientWidth);
    const figure = (caption, chart) => h("figure", {}, h("figcaption", {}, caption), chart);
    replace(this.charts, figure("expanded nodes over time (logarithmic)", overTime(this.rows, wide)), figure("time to the answer", bars(this.rows, wide, (row) => row.seconds, duration, "time to the answer")));
  }

  state() { return { ...this.given, view: "race", lanes: this.lanes?.lanes || this.given.lanes, seconds: Number(this.seconds.value) }; }

  close() { this.control?.abort(); this.messages.close(); }
}

// The names that the server gives to the lanes: two alike are counted.
function labels(lanes) {
  const seen = {};
  return lanes.map(({ backend, options }) => {
    const { algorithm, heuristic, ...rest } = Object.fromEntries(Object.entries(options).filter(([, value]) => value));
    const others = Object.entries(rest).sort().map(([key, value]) => `${key}=${value}`);
    const label = [backend, algorithm, heuristic, ...others].filter(Boolean).join(" ");
    seen[label] = (seen[label] || 0) + 1;
    return seen[label] > 1 ? `${label} #${seen[label]}` : label;
  });
}
