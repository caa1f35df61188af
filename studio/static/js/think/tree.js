// The search tree of a run, growing event by event. Each round of a deepening search has a tree of its own.
import { h, s } from "../dom.js";

const DOWN = 34;
const FITS = 680; // as wide as a tree can be without a scroll bar
const FIRST_STAGE = 16; // nodes

export class Tree {
  constructor(events) {
    this.events = events;
    this.rounds = layOut(events);
    this.element = h("div", { class: "tree", tabindex: 0, role: "region", "aria-label": "The search tree" });
    this.ticks = events.flatMap((event, at) => (event.event === "expanded" ? [at] : []));
    this.shownRound = null;
    this.last = -1;
  }

  // Show the state after the event with this index.
  show(at) {
    const round = this.rounds.findLast((known) => known.from <= at) || this.rounds[0];
    const stage = stageAt(round, at);
    if (round !== this.shownRound || stage !== this.stage) { this.stage = stage; this.draw(round); this.last = round.from - 1; }
    if (at < this.last) { this.last = round.from - 1; for (const node of round.placed) { node.circle.setAttribute("class", "node"); node.edge?.setAttribute("class", "edge"); } }
    for (let index = this.last + 1; index <= at; index += 1) this.apply(round, this.events[index]);
    this.current?.classList.remove("now");
    const event = this.events[at];
    const node = round.nodes.get(event?.node ?? event?.parent);
    this.current = node?.circle;
    this.current?.classList.add("now");
    this.last = at;
    if (node && this.wide > FITS) this.element.scrollLeft = (node.x + 0.5) * round.across - this.element.clientWidth / 2;
    return this.words(event, round);
  }

  apply(round, event) {
    const node = round.nodes.get(event.node);
    if (event.event === "generated") { node.circle.setAttribute("class", "node open"); node.edge?.setAttribute("class", "edge on"); }
    if (event.event === "expanded") node?.circle.setAttribute("class", "node closed");
    if (event.event === "replaced" || event.event === "reopened" || (event.event === "pruned" && node)) node?.circle.setAttribute("class", "node gone");
    if (event.event === "goal") for (let step = node; step; step = round.nodes.get(step.parent)) { step.circle.setAttribute("class", "node goal"); step.edge?.setAttribute("class", "edge goal"); }
  }

  // The tree is drawn as large as it can be: with a few nodes first, again with twice as many when they have come.
  draw(round) {
    this.shownRound = round;
    place(round, this.stage);
    const wide = Math.max(8, round.width) * round.across;
    const high = (round.depth + 1) * DOWN + 24;
    this.wide = wide;
    round.nodes.forEach((node) => { delete node.circle; delete node.edge; });
    const edges = s("g", {});
    const circles = s("g", {});
    for (const node of round.placed) {
      const [x, y] = [(node.x + 0.5) * round.across, node.depth * DOWN + 16];
      const parent = round.nodes.get(node.parent);
      if (parent) edges.append(node.edge = s("path", { class: "edge", d: `M${(parent.x + 0.5) * round.across} ${parent.depth * DOWN + 16}L${x} ${y}` }));
      circles.append(node.circle = s("circle", { class: "node", cx: x, cy: y, r: round.radius }));
    }
    this.element.replaceChildren(s("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": "nodes and the ways between them", style: wide > FITS ? `width:${wide}px` : `height:${Math.min(520, Math.max(260, high))}px` }, edges, circles));
  }

  path(at) {
    const round = this.rounds.findLast((known) => known.from <= at);
    const event = this.events.findLast((known, index) => index <= at && (known.node ?? known.parent) !== undefined);
    const labels = [];
    for (let node = round?.nodes.get(event?.node ?? event?.parent); node?.label; node = round.nodes.get(node.parent)) labels.unshift(node.label);
    return labels;
  }

  words(event, round) {
    if (!event) return "";
    const figures = [["cost", event.cost], ["estimate", event.estimate], ["priority", event.priority]].filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => `${name} ${value}`).join(", ");
    const node = round.nodes.get(event.node);
    const say = {
      start: () => `${event.algorithm}${event.heuristic ? ` with ${event.heuristic}` : ""} begins`, round: () => `a new round: ${event.what} ${event.bound}`,
      generated: () => `${event.label ? `“${event.label}” leads to node ${event.node}` : "the start joins the frontier"}${figures ? ` (${figures})` : ""}`,
      expanded: () => `node ${event.node} leaves the frontier${node?.words ? ` (${node.words})` : ""}: ${event.successors} successors`,
      duplicate: () => `“${event.label}” leads to a state that is known (node ${event.of})`, pruned: () => `${event.label ? `“${event.label}”` : `node ${event.node}`} is left out: ${event.why}${figures ? ` (${figures})` : ""}`,
      replaced: () => `a cheaper way: node ${event.by} takes the place of node ${event.node}`, reopened: () => `a cheaper way to an expanded state: node ${event.by} for node ${event.node}`,
      goal: () => `a goal of cost ${event.cost}`, end: () => `the end: ${event.status}, ${event.expanded} expanded, ${event.generated} generated`, "cut off": () => "the page shows no more of it",
    }[event.event];
    return say ? say() : event.event;
  }
}

function layOut(events) {
  const rounds = [];
  let round = null;
  events.forEach((event, at) => {
    if (event.event === "round" || !round) rounds.push(round = { from: event.event === "round" ? at : 0, nodes: new Map() });
    if (event.event !== "generated") return;
    const words = [["cost", event.cost], ["estimate", event.estimate]].filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => `${name} ${value}`).join(", ");
    round.nodes.set(event.node, { parent: event.parent, label: event.label, children: [], words, born: at });
  });
  const kept = rounds.filter((known) => known.nodes.size);
  if (kept.length) kept[0].from = 0;
  return kept;
}

// How many nodes are laid out when the event with this index has happened.
function stageAt(round, at) {
  let count = 0;
  for (const { born } of round.nodes.values()) { if (born > at) break; count += 1; }
  let stage = FIRST_STAGE;
  while (stage < count) stage *= 2;
  return Math.min(stage, round.nodes.size);
}

function place(round, count) {
  let leaves = 0;
  round.depth = 0;
  const roots = [];
  const born = [...round.nodes].slice(0, count);
  round.placed = born.map(([, node]) => node);
  for (const node of round.placed) node.children = [];
  for (const [number, node] of born) { const parent = round.nodes.get(node.parent); if (parent) { node.depth = parent.depth + 1; parent.children.push(node); } else { node.depth = 0; roots.push(number); } round.depth = Math.max(round.depth, node.depth); }
  const waiting = roots.reverse().map((number) => [round.nodes.get(number), false]);
  while (waiting.length) {
    const [node, done] = waiting.pop();
    if (!node.children.length) node.x = leaves++;
    else if (done) node.x = (node.children[0].x + node.children.at(-1).x) / 2;
    else { waiting.push([node, true]); for (const child of node.children.slice().reverse()) waiting.push([child, false]); }
  }
  round.width = leaves;
  round.across = Math.max(7, Math.min(34, FITS / leaves));
  round.radius = Math.min(9, round.across * 0.36);
}
