// The list of moves in people's words; the one that led to the board in sight stands out.
import { button, h, replace } from "../dom.js";

export class MoveList {
  constructor(jump) {
    this.jump = jump;
    this.element = h("ol", { class: "moves", "aria-label": "Moves", tabindex: 0 });
    this.steps = null;
  }

  show(steps, at) {
    if (steps !== this.steps) {
      this.steps = steps;
      replace(this.element, steps.map((step, index) => h("li", { class: step.by === "copla" ? "solver" : "" }, button([h("i", {}, `${index + 1}.`), step.words], () => this.jump(index + 1)))));
      this.at = null;
      this.high = undefined;
      this.element.classList.toggle("none", !steps.length);
      if (!steps.length) replace(this.element, h("li", { class: "quiet small" }, "No moves yet: drag or tap a piece, or press Solve."));
    }
    if (at === this.at) return;
    const items = this.element.children;
    items[this.at - 1]?.removeAttribute("aria-current");
    const current = this.steps.length ? items[at - 1] : null;
    current?.setAttribute("aria-current", "step");
    this.at = at;
    if (!current) return;
    // Rows are equally high, so that nothing need be laid out to know where one is.
    this.high ??= { row: items[0].offsetHeight, window: this.element.clientHeight };
    this.element.scrollTop = (at - 1) * this.high.row - this.high.window / 2;
  }
}
