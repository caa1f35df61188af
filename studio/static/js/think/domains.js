// Domains shrinking on a Futoshiki, event by event: what is left in each cell, what was tried, what conflicts.
import { BoardView } from "../futoshiki/board.js";

export class Domains {
  constructor(events, board) {
    this.events = events;
    this.view = new BoardView();
    this.view.load(board);
    this.element = this.view.element;
    this.ticks = events.flatMap((event, at) => (event.event === "tried" ? [at] : []));
    const start = events.find((event) => event.event === "start");
    this.constraints = start?.constraints || [];
    this.start = start?.variables || {};
    this.reset();
  }

  reset() { this.left = { ...this.start }; this.tried = {}; this.last = -1; }

  show(at) {
    if (at < this.last) this.reset();
    for (let index = this.last + 1; index <= at; index += 1) this.apply(this.events[index]);
    this.last = at;
    const event = this.events[at] || {};
    const lit = new Map();
    if (event.event === "conflict") for (const name of event.empty || []) lit.set(name, "wrong");
    else if (event.event === "backtrack") lit.set(event.variable, "differs");
    else if (event.event === "restored") for (const name of Object.keys(event.domains)) lit.set(name, "lit");
    else if (event.variable) lit.set(event.variable, event.event === "shrunk" ? "lit" : "hinted");
    const entries = {};
    const domains = {};
    for (const [name, values] of Object.entries(this.left)) if (values.length === 1) entries[name] = values[0]; else domains[name] = values;
    this.view.show({ entries, domains, trial: this.tried, selected: null, shown: null, kind: "", lit, setting: false });
    return this.words(event);
  }

  apply(event) {
    if (event.event === "shrunk") this.left[event.variable] = event.left;
    if (event.event === "restored") Object.assign(this.left, event.domains);
    if (event.event === "tried") this.tried = { ...this.tried, [event.variable]: event.value };
    if (event.event === "backtrack") { const { [event.variable]: _, ...rest } = this.tried; this.tried = rest; }
    if (event.event === "solution") this.left = Object.fromEntries(Object.entries(event.values).map(([name, value]) => [name, [value]]));
  }

  path() { return null; }

  words(event) {
    const by = event.by === null || event.by === undefined ? "" : ` by “${this.constraints[event.by]}”`;
    const say = {
      start: () => `inference: ${event.inference}`, chosen: () => `${event.variable} is chosen: ${event.values.join(", ")}`, tried: () => `${event.variable} = ${event.value} is tried`,
      shrunk: () => `${event.variable} loses ${event.removed.join(", ")}${by}`, conflict: () => `a conflict${by}${event.empty?.length ? `: nothing is left for ${event.empty.join(", ")}` : ""}`,
      backtrack: () => `${event.variable} = ${event.value} has failed`, restored: () => `${Object.keys(event.domains).length} domains are restored`, solution: () => "a solution", end: () => `the end: ${event.status}, ${event.expanded} expanded, ${event.backtracks} backtracks, ${event.prunings} prunings`, "cut off": () => "the page shows no more of it",
    }[event.event];
    return say ? say() : event.event || "";
  }
}
