// The picture of a planning puzzle with pieces that move: dragged, tapped, by keys, or by a plan that plays.
import { h, picture, s } from "../dom.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const SLOP = 5;

export class Stage {
  constructor(puzzle, onmove) {
    this.element = h("div", { class: "board card stage", "data-puzzle": puzzle });
    this.onmove = onmove;
    this.legal = [];
    this.pieces = new Map(); // none until a board is there
    this.ghosts = s("g", {});
  }

  load(svgText, start) {
    const svg = picture(svgText);
    svg.querySelector("title")?.remove();
    svg.querySelectorAll(".caption").forEach((caption) => { if (caption.textContent === "start") caption.textContent = ""; });
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", "The board");
    this.svg = svg;
    this.pieces = new Map([...svg.querySelectorAll("[data-piece]")].map((piece) => [piece.dataset.piece, piece]));
    this.layer = this.pieces.values().next().value?.parentNode || svg;
    for (const piece of this.pieces.values()) unfold(piece, svg);
    this.ghosts = s("g", {});
    this.layer.append(this.ghosts);
    this.element.replaceChildren(svg);
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    this.base = { width, height };
    for (const [name, piece] of this.pieces) {
      const { x, y, width: w, height: tall } = padded(piece);
      piece.size = { x, y, w, tall };
      piece.append(s("rect", { class: "ring", x, y, width: w, height: tall, rx: 5 }));
      piece.removeAttribute("transform");
      piece.addEventListener("pointerdown", (event) => this.grab(event, name));
      piece.addEventListener("keydown", (event) => this.key(event, name));
    }
    this.offset = this.layer === svg ? 0 : Number(/translate\(\S+ (\S+)\)/.exec(this.layer.getAttribute("transform") || "")?.[1] || 0);
    this.place(start, 0);
  }

  // Put pieces somewhere; those that move lie on top. Seconds is how long they may take for it.
  place(points, seconds) {
    this.svg.style.setProperty("--pace", `${seconds}s`);
    const changed = Object.entries(points);
    for (const [name, [x, y]] of changed) {
      const piece = this.pieces.get(name);
      if (!piece) continue;
      piece.at = [x, y];
      put(piece, x, y);
    }
    if (changed.length < this.pieces.size) for (const [name] of changed) { const piece = this.pieces.get(name); if (piece && piece.nextSibling !== this.ghosts) this.layer.insertBefore(piece, this.ghosts); }
    else for (const [name] of changed) { const piece = this.pieces.get(name); if (piece) this.layer.insertBefore(piece, this.ghosts); }
    this.grow();
  }

  // A column can become longer than the picture: then the picture becomes higher.
  grow() {
    let lowest = this.base.height;
    for (const piece of this.pieces.values()) if (piece.at && piece.size.tall) lowest = Math.max(lowest, this.offset + piece.at[1] + piece.size.tall + 8);
    if (this.element.dataset.puzzle !== "freecell" || lowest === this.height) return;
    this.height = lowest;
    this.svg.setAttribute("viewBox", `0 0 ${this.base.width} ${lowest}`);
  }

  allow(legal) {
    this.legal = legal;
    const movable = new Set(legal.map((move) => move.piece));
    for (const [name, piece] of this.pieces) {
      const can = movable.has(name);
      if (piece.classList.contains("movable") === can) continue;
      piece.classList.toggle("movable", can);
      if (can) { piece.setAttribute("tabindex", 0); piece.setAttribute("role", "button"); piece.setAttribute("aria-label", `${labelOf(name)}, can move`); }
      else for (const attribute of ["tabindex", "role", "aria-label"]) piece.removeAttribute(attribute);
    }
    this.choose(null);
  }

  movesOf(name) { return this.legal.filter((move) => move.piece === name); }

  choose(name, hinted = null) {
    this.selected = name;
    this.pieces.forEach((piece, other) => { piece.classList.toggle("selected", other === name && !hinted); piece.classList.toggle("hinted", other === name && !!hinted); });
    const moves = hinted ? [hinted] : name ? this.movesOf(name) : [];
    const size = name && this.pieces.get(name)?.size;
    this.ghosts.replaceChildren(...moves.flatMap((move) => move.targets.slice(0, 1).map(([x, y]) =>
      s("rect", { class: hinted ? "ghost hinted" : "ghost", x: x + size.x, y: y + size.y, width: size.w, height: size.tall, rx: 5, onclick: () => this.onmove(move) }))));
  }

  hint(move) { this.choose(move.piece, move); }

  point(event) {
    const box = this.layer.getScreenCTM().inverse();
    return [event.clientX * box.a + box.e, event.clientY * box.d + box.f];
  }

  grab(event, name) {
    const moves = this.movesOf(name);
    if (!moves.length || event.button > 0) return;
    event.preventDefault();
    const piece = this.pieces.get(name);
    const from = this.point(event);
    const wasSelected = this.selected === name;
    let far = false;
    piece.focus({ preventScroll: true });
    const drag = (moving) => {
      if (moving.pointerId !== event.pointerId) return;
      const [x, y] = this.point(moving);
      if (!far && Math.hypot(moving.clientX - event.clientX, moving.clientY - event.clientY) < SLOP) return;
      if (!far) { far = true; this.choose(name); piece.classList.add("held"); this.layer.insertBefore(piece, this.ghosts); }
      piece.style.transform = `translate(${piece.at[0] + x - from[0]}px, ${piece.at[1] + y - from[1]}px)`;
    };
    const end = (up) => {
      if (up.pointerId !== event.pointerId) return;
      for (const [kind, handler] of [["pointermove", drag], ["pointerup", end], ["pointercancel", end]]) removeEventListener(kind, handler);
      piece.classList.remove("held");
      piece.style.transform = `translate(${piece.at[0]}px, ${piece.at[1]}px)`;
      if (up.type === "pointercancel") return this.choose(null);
      if (!far) return this.tap(name, moves, wasSelected);
      const [x, y] = this.point(up);
      const move = nearest(moves, [piece.at[0] + x - from[0], piece.at[1] + y - from[1]], piece);
      this.choose(null);
      if (move) this.onmove(move);
    };
    for (const [kind, handler] of [["pointermove", drag], ["pointerup", end], ["pointercancel", end]]) addEventListener(kind, handler);
  }

  tap(name, moves, wasSelected) {
    if (moves.length === 1) return this.onmove(moves[0]);
    this.choose(wasSelected ? null : name);
  }

  key(event, name) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    this.tap(name, this.movesOf(name), this.selected === name);
  }

  // An arrow moves the piece in hand that way; without one in hand, the only piece that can go that way.
  arrow(key) {
    const way = ARROWS[key];
    if (!way) return false;
    const focused = document.activeElement?.closest?.("[data-piece]")?.dataset.piece;
    const mine = this.legal.filter((move) => move.piece === (this.selected || focused));
    const move = best(mine, way, this.pieces) || only(this.legal, way, this.pieces);
    if (!move) return false;
    this.onmove(move);
    this.pieces.get(move.piece)?.focus({ preventScroll: true });
    return true;
  }
}

// What a piece only refers to becomes its own: a reference is made anew by the browser whenever the piece moves up.
function unfold(piece, svg) {
  for (const use of piece.querySelectorAll("use:not([width])")) {
    const whole = svg.querySelector(`[id="${use.getAttribute("href").slice(1)}"]`)?.cloneNode(true);
    if (!whole) continue;
    whole.removeAttribute("id");
    use.replaceWith(whole);
  }
}

// What marks a piece has its shape; around one that is no rectangle, a knight, it leaves some room.
function padded(piece) {
  const { x, y, width, height } = piece.getBBox();
  if (piece.querySelector("rect")) return { x, y, width, height };
  const side = Math.max(width, height) + 8;
  return { x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side };
}

// A piece that has a home shows whether it is there.
export function put(piece, x, y) {
  piece.style.transform = `translate(${x}px, ${y}px)`;
  if (piece.dataset.home) piece.classList.toggle("home", piece.dataset.home === `${x} ${y}`);
}

function delta(move, pieces) {
  const [x, y] = pieces.get(move.piece).at;
  return [move.targets[0][0] - x, move.targets[0][1] - y];
}

function leads(move, [wx, wy], pieces) {
  const [dx, dy] = delta(move, pieces);
  const along = dx * wx + dy * wy;
  return along > 0 && along >= Math.abs(dx * wy + dy * wx) ? Math.hypot(dx, dy) + 3 * Math.abs(dx * wy + dy * wx) : Infinity;
}

function best(moves, way, pieces) {
  const found = moves.map((move) => [leads(move, way, pieces), move]).filter(([far]) => far < Infinity).sort((a, b) => a[0] - b[0]);
  return found[0]?.[1];
}

function only(moves, way, pieces) {
  const found = moves.filter((move) => leads(move, way, pieces) < Infinity);
  return new Set(found.map((move) => move.piece)).size === 1 ? best(found, way, pieces) : undefined;
}

function nearest(moves, [x, y], piece) {
  const reach = Math.max(piece.size.w, piece.size.tall) * 0.8;
  let found = null;
  let least = reach;
  for (const move of moves) for (const [tx, ty] of move.targets) {
    const far = Math.hypot(tx - x, ty - y);
    const home = Math.hypot(piece.at[0] - x, piece.at[1] - y);
    if (far < least && far < home) [found, least] = [move, far];
  }
  return found;
}

function labelOf(name) {
  const card = /^([SHDC])(\d+)$/.exec(name);
  if (!card) return name === "*" ? "the special block" : /^\d+$/.test(name) ? `tile ${name}` : /^r\d/.test(name) ? `knight from ${name}` : `block ${name}`;
  return `${{ 1: "ace", 11: "jack", 12: "queen", 13: "king" }[card[2]] || card[2]} of ${{ S: "spades", H: "hearts", D: "diamonds", C: "clubs" }[card[1]]}`;
}
