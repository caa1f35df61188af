// A picture whose parts can be taken, dragged and painted, by hand or by keys. What that means the puzzle's part says:
// carry(data, from, to) puts a thing elsewhere, paint(data, tool, id, stroke) changes one place after the other.
import { h, picture, s } from "../dom.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const SLOP = 5;
const NEAR_THE_EDGE = 9;

export class Canvas {
  constructor(puzzle, part, { change, say, tool }) {
    Object.assign(this, { part, change, say, tool, held: null, at: null });
    this.element = h("div", { class: "board card canvas", "data-puzzle": puzzle });
    this.defs = s("defs", {});
    this.element.addEventListener("pointerdown", (event) => this.press(event));
  }

  // The symbols of the puzzle's own drawing: knights, cards.
  define(svgText) {
    const found = picture(svgText).querySelector("defs");
    if (found && found.childElementCount > this.defs.childElementCount) { this.defs = found; if (this.data) this.show(this.data); }
  }

  show(data) {
    this.data = data;
    const [wide, high] = this.part.size(data);
    const inside = this.focused();
    this.spots = new Map(this.part.spots(data).map((spot) => [spot.id, spot]));
    if (!this.spots.has(this.held)) this.held = null;
    if (!this.spots.has(this.at)) this.at = this.spots.keys().next().value;
    const parts = [...this.spots.values()].map((spot) => this.group(spot));
    this.svg = s("svg", { viewBox: `-4 -4 ${wide + 8} ${high + 8}`, role: "group", "aria-label": "The board to edit", "text-anchor": "middle" }, this.defs, s("g", {}, this.part.ground(data)), parts);
    this.element.replaceChildren(this.svg);
    if (inside) this.groupOf(this.at)?.focus({ preventScroll: true });
  }

  group({ id, x, y, w, h: tall, label, class: kind, drawn }) {
    const held = this.held === id;
    return s("g", { class: `spot ${kind}${held ? " held" : ""}`, "data-spot": id, role: "button", tabindex: this.at === id ? 0 : -1, "aria-label": label, "aria-pressed": this.part.carries ? String(held) : null, onfocus: () => this.visit(id) },
      drawn.filter(Boolean), s("rect", { class: "ring", x: x + 1, y: y + 1, width: w - 2, height: tall - 2, rx: 4 }));
  }

  groupOf(id) { return this.svg?.querySelector(`[data-spot="${id}"]`); }

  focused() { return !!document.activeElement?.closest?.(".canvas"); }

  visit(id) {
    if (this.at === id) return;
    this.groupOf(this.at)?.setAttribute("tabindex", -1);
    this.at = id;
    this.groupOf(id)?.setAttribute("tabindex", 0);
  }

  under(event) { return document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".canvas [data-spot]")?.dataset.spot; }

  press(event) {
    const id = this.under(event);
    if (!id || event.button > 0) return;
    event.preventDefault();
    this.visit(id);
    this.groupOf(id).focus({ preventScroll: true });
    const follow = this.part.carries ? this.dragging(event, id) : this.painting(id);
    const ends = (up) => {
      if (up.pointerId !== event.pointerId) return;
      this.close();
      follow.end(up);
    };
    const moves = (moving) => { if (moving.pointerId === event.pointerId) follow.move(moving); };
    const listeners = [["pointermove", moves], ["pointerup", ends], ["pointercancel", ends]];
    this.close = () => { for (const [kind, run] of listeners) removeEventListener(kind, run); this.close = () => {}; };
    for (const [kind, run] of listeners) addEventListener(kind, run);
  }

  close() {}

  dragging(event, id) {
    const group = this.groupOf(id);
    const scale = this.svg.getScreenCTM().a;
    let far = false;
    return {
      move: (moving) => {
        const [dx, dy] = [moving.clientX - event.clientX, moving.clientY - event.clientY];
        if (!far && Math.hypot(dx, dy) < SLOP) return;
        if (!far) { far = true; group.classList.add("dragged"); this.svg.append(group); }
        group.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`);
      },
      end: (up) => {
        if (!far) return up.type === "pointerup" && this.tap(id);
        const to = up.type === "pointerup" ? this.under(up) : null;
        const spot = this.spots.get(to);
        const top = spot && this.svg.getBoundingClientRect().top + (spot.y + 4) * scale;
        if (!to || to === id || !this.carry(id, to, spot && up.clientY - top < NEAR_THE_EDGE)) this.show(this.data);
      },
    };
  }

  // Shown while it is drawn, and one change at the end of the stroke.
  painting(id) {
    const stroke = { from: null };
    let last = null;
    let data = this.data;
    const apply = (next) => {
      if (!next || next === last) return;
      data = this.part.paint(data, this.tool(), next, stroke);
      stroke.from = last = next;
      const kept = this.data;
      this.at = next;
      this.show(data);
      this.data = kept;
    };
    apply(id);
    return { move: (moving) => apply(this.under(moving)), end: () => this.change(data) };
  }

  tap(id) {
    if (this.held === id) this.held = null;
    else if (this.held !== null) { const from = this.held; this.held = null; if (this.carry(from, id)) return; } else this.held = id;
    this.show(this.data);
  }

  carry(from, to, before = false) {
    const found = this.part.carry(this.data, from, to, before);
    this.held = null;
    if (found?.error) this.say(found.error);
    if (!found?.data) return false;
    this.at = found.at;
    this.change(found.data);
    return true;
  }

  // A stroke of one cell, or on from a cell to its neighbour.
  paint(tool, from = null) { this.change(this.part.paint(this.data, tool, this.at, { from })); }

  key(event) {
    const way = ARROWS[event.key];
    if (way) {
      if (!this.focused() && event.target !== document.body) return false;
      const from = this.at;
      const to = this.towards(way);
      if (to === undefined) return true;
      this.visit(to);
      this.groupOf(to).focus({ preventScroll: false });
      if (event.shiftKey && !this.part.carries) this.paint(this.tool(), from);
      return true;
    }
    if (event.key === "Escape" && this.held !== null) { this.held = null; this.show(this.data); return true; }
    if ((event.key !== "Enter" && event.key !== " ") || !this.focused()) return false;
    if (this.part.carries) this.tap(this.at); else this.paint(this.tool());
    return true;
  }

  towards([wx, wy]) {
    const middle = (spot) => [spot.x + spot.w / 2, spot.middle ?? spot.y + spot.h / 2];
    const [x, y] = middle(this.spots.get(this.at));
    let [found, least] = [undefined, Infinity];
    for (const spot of this.spots.values()) {
      const [dx, dy] = [middle(spot)[0] - x, middle(spot)[1] - y];
      const [along, aside] = [dx * wx + dy * wy, Math.abs(dx * wy + dy * wx)];
      const far = along + 3 * aside;
      if (along > 1 && aside <= along && far < least) [found, least] = [spot.id, far];
    }
    return found;
  }
}
