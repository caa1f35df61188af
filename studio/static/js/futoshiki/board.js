// The picture of a board with a layer of one's own over it: entries, pencil marks, and what is pointed out.
import { h, picture, s } from "../dom.js";
import { cells, neighbours, placeOf } from "./model.js";

export class BoardView {
  constructor({ onselect, onsign } = {}) { // without them nothing can be selected or changed: a picture
    this.element = h("div", { class: "board card", "data-puzzle": "futoshiki" });
    this.onselect = onselect;
    this.onsign = onsign;
    this.over = new Map();
  }

  load(board) {
    this.board = board;
    const svg = picture(board.svg);
    svg.setAttribute("role", this.onselect ? "group" : "img");
    svg.setAttribute("aria-label", `Futoshiki board, ${board.size} by ${board.size}`);
    svg.querySelector("title")?.remove();
    this.over.clear();
    this.grounds = new Map([...svg.querySelectorAll("rect[data-cell]")].map((rect) => [rect.dataset.cell, rect]));
    this.boxes = new Map([...this.grounds].map(([name, rect]) => [name, box(rect)]));
    for (const [first, second] of neighbours(board.size)) svg.append(this.signPlace(first, second));
    this.pencils = new Map(cells(board.size).map((name) => [name, s("g", { class: "marks", "data-name": name, "aria-hidden": "true" })]));
    svg.append(...this.pencils.values()); // the cells' labels say what is marked
    for (const name of cells(board.size)) svg.append(this.cellLayer(name));
    this.element.replaceChildren(svg);
    this.svg = svg;
  }

  cellLayer(name) {
    const { x, y, side } = this.boxes.get(name);
    const layer = s("g", { class: "over", "data-name": name, ...(this.onselect ? { role: "button", tabindex: -1, onpointerdown: () => this.onselect(name), onfocus: () => this.onselect(name) } : {}) },
      s("rect", { x, y, width: side, height: side, rx: 5 }));
    this.over.set(name, layer);
    return layer;
  }

  signPlace(first, second) {
    const a = this.boxes.get(first);
    const b = this.boxes.get(second);
    const across = a.y === b.y;
    const size = across ? { x: a.x + a.side + 1, y: a.y + 6, width: b.x - a.x - a.side - 2, height: a.side - 12 } : { x: a.x + 6, y: a.y + a.side + 1, width: a.side - 12, height: b.y - a.y - a.side - 2 };
    return s("rect", { class: "between", rx: 4, ...size, "data-key": `${first} ${second}`, onclick: () => this.onsign(`${first} ${second}`) });
  }

  // Show everything: what is in each cell, which are pointed out, and where clues are changed, the places for signs.
  show({ entries, marks = {}, centres = {}, domains = {}, trial, selected, shown, kind, lit, setting }) {
    const { size, givens, signs } = this.board;
    for (const [name, layer] of this.over) {
      const tried = trial?.[name];
      const own = tried ?? entries[name];
      const told = shown?.[name];
      const digit = givens[name] ? null : told ?? own;
      const classes = ["over", selected === name && "selected", told && told !== own && !givens[name] && kind, tried && !told && "trial", lit.get(name)].filter(Boolean);
      layer.setAttribute("class", classes.join(" "));
      this.grounds.get(name).setAttribute("class", ["cell", givens[name] && "given", lit.get(name)].filter(Boolean).join(" "));
      if (this.onselect) layer.setAttribute("tabindex", selected === name ? 0 : -1);
      if (this.onselect) layer.setAttribute("aria-label", label(name, givens[name], digit, marks[name] || domains[name], centres[name], lit.get(name)));
      const { x, y, side } = this.boxes.get(name);
      const inside = [layer.firstChild];
      if (digit) inside.push(s("text", { class: "entry", x: x + side / 2, y: y + side / 2 + 7 }, String(digit)));
      this.pencils.get(name).replaceChildren(...(digit || givens[name] ? [] : [...pencil(domains[name] || [], size, x, y, side), ...corners(marks[name] || [], x, y, side), ...centre(centres[name] || [], x, y, side)]));
      layer.replaceChildren(...inside);
    }
    for (const place of this.svg.querySelectorAll(".between")) {
      const key = place.dataset.key;
      place.style.display = setting ? "" : "none";
      place.classList.toggle("empty", !signs[key]);
      if (!setting) { for (const name of ["role", "tabindex", "aria-label"]) place.removeAttribute(name); continue; }
      place.setAttribute("role", "button");
      place.setAttribute("aria-label", `between ${key.replace(" ", " and ")}: ${signs[key] || "nothing"}`);
    }
    for (const sign of this.svg.querySelectorAll(".sign")) sign.classList.toggle("wrong", lit.get(sign.dataset.between) === "wrong");
  }

  focus(name) { this.over.get(name)?.focus({ preventScroll: false }); }
}

// A small copy of the board that holds a solution; cells that differ stand out.
export function miniature(view, values, differing) {
  const svg = view.svg.cloneNode(true);
  svg.setAttribute("aria-label", "a solution");
  svg.setAttribute("role", "img");
  svg.querySelectorAll(".between, .marks").forEach((place) => place.remove());
  for (const layer of svg.querySelectorAll(".over")) {
    const name = layer.dataset.name;
    for (const attribute of ["role", "tabindex", "aria-label"]) layer.removeAttribute(attribute);
    layer.setAttribute("class", `over shown ${differing.has(name) ? "differs" : ""}`);
    svg.querySelector(`rect[data-cell="${name}"]`).setAttribute("class", `cell ${view.board.givens[name] ? "given" : ""} ${differing.has(name) ? "differs" : ""}`);
    const { x, y, side } = view.boxes.get(name);
    const text = view.board.givens[name] ? [] : [s("text", { class: "entry", x: x + side / 2, y: y + side / 2 + 7 }, String(values[name]))];
    layer.replaceChildren(layer.firstChild, ...text);
  }
  return h("div", { class: "board" }, svg);
}

function box(rect) {
  return { x: Number(rect.getAttribute("x")), y: Number(rect.getAttribute("y")), side: Number(rect.getAttribute("width")) };
}

function pencil(digits, size, x, y, side) {
  const columns = size <= 9 ? 3 : Math.ceil(Math.sqrt(size));
  const pitch = side / (columns + 0.4);
  return digits.map((digit) => {
    const [row, column] = [Math.floor((digit - 1) / columns), (digit - 1) % columns];
    return s("text", { class: "mark", x: x + (column + 0.7) * pitch, y: y + (row + 0.95) * pitch }, String(digit));
  });
}

// One's own marks: in the corners, then between them, to be read line by line; more of them have a grid of their own.
const CORNERS = [[0.17, 0.27], [0.83, 0.27], [0.17, 0.92], [0.83, 0.92], [0.5, 0.27], [0.5, 0.92], [0.17, 0.6], [0.83, 0.6]];

function corners(digits, x, y, side) {
  const places = digits.length > CORNERS.length ? lattice(digits.length) : CORNERS.slice(0, digits.length).sort(([ax, ay], [bx, by]) => ay - by || ax - bx);
  const size = digits.length > CORNERS.length ? `font-size:${(28 / Math.ceil(Math.sqrt(digits.length))).toFixed(1)}px` : null;
  return digits.map((digit, at) => s("text", { class: "mark corner", style: size, x: x + places[at][0] * side, y: y + places[at][1] * side }, String(digit)));
}

function lattice(count) {
  const columns = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, at) => [((at % columns) + 0.5) / columns, (Math.floor(at / columns) + 0.8) / columns]);
}

function centre(digits, x, y, side) {
  if (!digits.length) return [];
  const words = digits.join(digits.some((digit) => digit > 9) ? " " : "");
  return [s("text", { class: "mark centre", x: x + side / 2, y: y + side * 0.6, style: words.length > 4 ? `font-size:${(40 / words.length).toFixed(1)}px` : null }, words)];
}

function label(name, given, digit, marks, centres, lit) {
  const [row, column] = placeOf(name);
  const what = given ? `${given}, a clue` : digit ? String(digit) : ["empty", marks?.length && `marked ${marks.join(" ")}`, centres?.length && `in the centre ${centres.join(" ")}`].filter(Boolean).join(", ");
  return `row ${row + 1} column ${column + 1}: ${what}${lit === "wrong" ? ", wrong" : lit === "hinted" ? ", hint" : ""}`;
}
