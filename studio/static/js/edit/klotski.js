// A Klotski board to be edited: draw blocks and walls, take them away, say where the exit or the goal is.
import { s } from "../dom.js";
import { around, cells, cropped, matrix, place } from "./matrix.js";

const SIDE = 40;
const TOP = 18;
const MOST = 20;
const SYMBOLS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
const FILLS = ["#93c5fd", "#fcd34d", "#86efac", "#fdba74", "#c4b5fd", "#67e8f9", "#f9a8d4", "#bef264", "#d6d3d1", "#5eead4", "#fca5a5", "#a5b4fc"];
const WORDS = { ".": "free", "#": "wall", "-": "gate", "*": "the special block" };
const isBlock = (what) => /[a-zA-Z0-9*]/.test(what);

export const klotski = {
  help: (data) => `Drag over free cells to draw a block; begin on a block to make it longer. ${data.goal ? "Tap the goal to say where a block shall be: its first cell goes there." : "Exit: tap the frame."}`,
  tools: (data) => [["block", "Block", "b"], ["special", "Special block", "s"], ["wall", "Wall", "w"], data.goal ? ["gate", "Gate", "g"] : ["exit", "Exit", "x"], ["erase", "Take away", "Delete"]],

  read(text) {
    const lines = text.split("\n").filter((line) => line.trim());
    const header = (name) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1).trim();
    const at = lines.findIndex((line) => line.trim() === "goal:");
    const rows = matrix(lines.slice(0, at < 0 ? undefined : at).filter((line) => !line.includes(":")).join("\n"));
    return { rows, goal: at < 0 ? null : matrix(lines.slice(at + 1).join("\n")), metric: header("metric") || "steps", of: "*" };
  },

  // Title and optimum were those of another board.
  write({ rows, goal, metric }) {
    const lines = rows.map((row) => row.join(""));
    return (goal ? ["rules: classic", `metric: ${metric}`, ...lines, "goal:", ...goal.map((row) => row.join(""))] : lines).join("\n") + "\n";
  },

  fields: (data) => [
    { name: "rows", least: data.goal ? 1 : 3, most: MOST, get: ({ rows }) => rows.length, set: (old, rows) => resized(old, rows, old.rows[0].length) },
    { name: "columns", least: data.goal ? 1 : 3, most: MOST, get: ({ rows }) => rows[0].length, set: (old, columns) => resized(old, old.rows.length, columns) },
    { name: "rules", words: "solved when", choices: [["exit", "the special block is out"], ["goal", "the goal is reached"]], get: ({ goal }) => (goal ? "goal" : "exit"), set: (old, rules) => (rules === "goal" ? withGoal(old) : withExit(old)) },
    data.goal && { name: "metric", words: "what counts", choices: ["steps", "moves", "slides"].map((name) => [name, name]), get: ({ metric }) => metric, set: (old, metric) => ({ ...old, metric }) },
    data.goal && { name: "of", words: "the goal of block", choices: symbolsOf(data.rows).map((name) => [name, name]), get: ({ of }) => of, set: (old, of) => ({ ...old, of }), quiet: true },
  ].filter(Boolean),
  buttons: [["No blocks", (data) => ({ ...data, rows: data.rows.map((row) => row.map((what) => (isBlock(what) ? "." : what))), goal: data.goal?.map((row) => row.map(() => ".")) ?? null })]],

  paint(data, tool, id, stroke) {
    const [which, row, column] = place(id);
    if (which === "goal") return stroke.from ? data : withGoalAt(data, row, column);
    const was = data.rows[row][column];
    const put = (what) => ({ ...data, rows: data.rows.map((line, r) => (r === row ? line.map((old, c) => (c === column ? what : old)) : line)) });
    if (tool === "erase") return isBlock(was) ? without(data, was) : was === "." ? data : put(".");
    if (tool === "exit") return onBorder(data.rows, row, column) ? (stroke.from ? put(".") : { ...closed(data), rows: closed(data).rows.map((line, r) => (r === row ? line.map((old, c) => (c === column ? "." : old)) : line)) }) : data;
    if (tool === "wall" || tool === "gate") {
      const own = tool === "wall" ? "#" : "-";
      stroke.what ??= !stroke.from && was === own ? "." : own;
      return isBlock(was) ? data : put(stroke.what);
    }
    if (!stroke.symbol) {
      const [, r, c] = place(stroke.from || id);
      const begun = data.rows[r][c];
      stroke.symbol = tool === "special" ? "*" : isBlock(begun) ? begun : SYMBOLS.find((symbol) => !symbolsOf(data.rows).includes(symbol));
      if (tool === "special" && was === "." && !around(row, column).some(([down, right]) => data.rows[down]?.[right] === "*")) data = without(data, "*", true);
    }
    if (was !== "." || !stroke.symbol) return data;
    return { ...data, rows: data.rows.map((line, r) => (r === row ? line.map((old, c) => (c === column ? stroke.symbol : old)) : line)) };
  },

  size: ({ rows, goal }) => [(goal ? 2 * rows[0].length + 1 : rows[0].length) * SIDE, rows.length * SIDE + (goal ? TOP : 0)],

  ground: ({ rows, goal }) => [0, ...(goal ? [1] : [])].flatMap((at) => {
    const x = at * (rows[0].length + 1) * SIDE;
    return [goal && s("text", { class: "caption", x, y: 12, "text-anchor": "start", "font-size": 9 }, at ? "goal" : "start"), s("rect", { class: "floor", x, y: goal ? TOP : 0, width: rows[0].length * SIDE, height: rows.length * SIDE })].filter(Boolean);
  }),

  spots(data) {
    const fills = coloured(data.rows);
    return [["start", data.rows, 0], ...(data.goal ? [["goal", data.goal, data.rows[0].length + 1]] : [])].flatMap(([which, rows, left]) => cells(rows).map(([row, column, what]) => {
      const [x, y] = [(left + column) * SIDE, (data.goal ? TOP : 0) + row * SIDE];
      const frame = which === "goal" && what === "." ? data.rows[row]?.[column] : what;
      const label = `${data.goal ? `${which}, ` : ""}row ${row + 1} column ${column + 1}: ${WORDS[what] || `block ${what}`}`;
      return { id: `${which} ${row} ${column}`, x, y, w: SIDE, h: SIDE, label, class: isBlock(what) ? `block${what === "*" ? " special" : ""}` : "", drawn: drawn(rows, row, column, x, y, isBlock(what) ? what : frame === "#" || frame === "-" ? frame : ".", fills) };
    }));
  },
};

const symbolsOf = (rows) => [...new Set(rows.flat().filter(isBlock))].sort((a, b) => (b === "*") - (a === "*") || a.localeCompare(b));
const onBorder = (rows, row, column) => row === 0 || column === 0 || row === rows.length - 1 || column === rows[0].length - 1;
const erased = (rows, symbol) => rows.map((row) => row.map((what) => (what === symbol ? "." : what)));
const without = (data, symbol, keepsGoal = false) => ({ ...data, rows: erased(data.rows, symbol), goal: data.goal && !keepsGoal ? erased(data.goal, symbol) : data.goal });
const closed = (data) => ({ ...data, rows: data.rows.map((row, r) => row.map((what, c) => (onBorder(data.rows, r, c) && !isBlock(what) ? "#" : what))) });

function withGoal(data) {
  if (data.goal) return data;
  return { ...data, goal: data.rows.map((row) => row.map((what) => (what === "*" ? "*" : "."))) };
}

function withExit(data) {
  const rows = data.rows.map((row) => row.map((what) => (what === "-" ? "." : what)));
  const framed = cells(rows).every(([r, c, what]) => !onBorder(rows, r, c) || what === "#" || what === ".") && rows[0].includes("#");
  if (framed) return { ...data, rows: rows.map((row, r) => row.map((what, c) => (!onBorder(rows, r, c) && what === "#" ? "." : what))), goal: null };
  const wide = rows[0].length + 2;
  const lid = Array(wide).fill("#");
  const inside = rows.map((row) => ["#", ...row.map((what) => (what === "#" ? "." : what)), "#"]);
  return { ...data, rows: [lid, ...inside, lid.map((_, c) => (c === Math.floor(wide / 2) || c === Math.floor((wide - 1) / 2) ? "." : "#"))], goal: null };
}

// Put the goal of the chosen block where its first cell is tapped; on the same place again it is taken away.
function withGoalAt(data, row, column) {
  const own = cells(data.rows).filter(([, , what]) => what === data.of);
  if (!own.length) return data;
  const wanted = own.map(([r, c]) => [r - own[0][0] + row, c - own[0][1] + column]);
  if (wanted.some(([r, c]) => data.goal[r]?.[c] === undefined)) return data;
  const there = wanted.every(([r, c]) => data.goal[r][c] === data.of);
  const goal = erased(data.goal, data.of);
  if (!there) for (const [r, c] of wanted) goal[r][c] = data.of;
  return { ...data, goal };
}

function resized(data, high, wide) {
  const lost = new Set(cells(data.rows).filter(([r, c]) => r >= high || c >= wide || (!data.goal && onBorder({ length: high, 0: { length: wide } }, r, c))).map(([, , what]) => what).filter(isBlock));
  const kept = (rows) => cropped(rows, high, wide, ".").map((row) => row.map((what) => (lost.has(what) ? "." : what)));
  if (data.goal) return { ...data, rows: kept(data.rows), goal: kept(data.goal) };
  const [low, right] = [data.rows.length - 1, data.rows[0].length - 1];
  const rows = kept(data.rows).map((row, r, all) => row.map((what, c) => (onBorder(all, r, c) ? "#" : what === "#" ? "." : what)));
  for (const [r, c, what] of cells(data.rows)) { // the exit stays on its side
    if (what === "#" || !onBorder(data.rows, r, c)) continue;
    const [down, across] = [r === low ? high - 1 : r, c === right ? wide - 1 : c];
    if (down < high && across < wide && onBorder(rows, down, across)) rows[down][across] = ".";
  }
  if (cells(rows).every(([r, c, what]) => what === "#" || !onBorder(rows, r, c))) rows[1][wide - 1] = ".";
  return { ...data, rows };
}

// Neighbours differ in colour, as in the puzzle's own picture.
function coloured(rows) {
  const fills = { "*": "var(--special)" };
  symbolsOf(rows).filter((symbol) => symbol !== "*").forEach((symbol, number) => {
    const taken = new Set(cells(rows).filter(([, , what]) => what === symbol).flatMap(([r, c]) => around(r, c).map(([down, right]) => fills[rows[down]?.[right]])));
    fills[symbol] = FILLS.map((_, offset) => FILLS[(number + offset) % FILLS.length]).find((fill) => !taken.has(fill)) || FILLS[0];
  });
  return fills;
}

// A cell reaches its edge where the block goes on, else it leaves a small gap; the first cell bears the letter.
function drawn(rows, row, column, x, y, what, fills) {
  if (what === "#" || what === "-") return [s("rect", { class: what === "#" ? "wall" : "gate", x, y, width: SIDE, height: SIDE })];
  if (what === ".") return [];
  const gap = (r, c) => (rows[r]?.[c] === what ? 0 : 2);
  const [up, down, left, right] = around(row, column).map(([r, c]) => gap(r, c));
  const first = cells(rows).find(([, , other]) => other === what);
  return [s("rect", { x: x + left, y: y + up, width: SIDE - left - right, height: SIDE - up - down, fill: fills[what] || FILLS[0] }), first[0] === row && first[1] === column && s("text", { x: x + SIDE / 2, y: y + SIDE * 0.68, "font-size": SIDE * 0.5 }, what)];
}
