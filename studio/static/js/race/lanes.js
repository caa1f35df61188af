// Who takes part in a race: a backend, and where it has them, its algorithm and heuristic.
import { h, iconButton, replace } from "../dom.js";

export const COLOURS = ["--s1", "--s2", "--s3", "--s4", "--s5", "--s6", "--s7", "--s8"];

export class Lanes {
  constructor(backends, lanes, onchange) {
    this.backends = backends;
    this.onchange = onchange;
    this.lanes = lanes.filter((lane) => lane.backend in backends);
    this.element = h("div", { class: "lanes" });
    this.draw();
  }

  add() {
    const free = Object.keys(this.backends).find((name) => !this.lanes.some((lane) => lane.backend === name)) || Object.keys(this.backends)[0];
    this.lanes = [...this.lanes, { backend: free, options: {} }];
    this.draw();
    this.onchange();
  }

  draw() {
    replace(this.element, this.lanes.map((lane, index) => this.row(lane, index)));
  }

  row(lane, index) {
    const { algorithms, inferences, heuristics, summary } = this.backends[lane.backend];
    const set = (change) => { this.lanes = this.lanes.map((other, at) => (at === index ? change : other)); this.draw(); this.onchange(); };
    const choice = (key, label, values) => {
      if (!values.length) return h("span", { class: "field" });
      const id = `lane-${index}-${key}`;
      const select = h("select", { id, onchange: () => set({ ...lane, options: { ...lane.options, [key]: select.value || undefined } }) }, [h("option", { value: "" }, "its own choice"), ...values.map((value) => h("option", { value, selected: lane.options[key] === value }, value))]);
      return h("label", { class: "field", for: id }, label, select);
    };
    const id = `lane-${index}`;
    const who = h("select", { id, title: summary, onchange: () => set({ backend: who.value, options: {} }) }, Object.keys(this.backends).map((name) => h("option", { value: name, selected: name === lane.backend }, name)));
    return h("div", { class: "lane" }, h("span", { class: "dot", style: `background:var(${COLOURS[index % 8]})` }), h("label", { class: "field", for: id }, "backend", who),
      algorithms.length ? choice("algorithm", "algorithm", algorithms) : choice("inference", "inference", inferences), choice("heuristic", "heuristic", heuristics),
      iconButton("close", `Remove ${lane.backend}`, () => { this.lanes = this.lanes.filter((_, at) => at !== index); this.draw(); this.onchange(); }));
  }
}
