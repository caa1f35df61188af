// Guarini's knights to be edited: paint knights and missing squares on the start and on the goal.
import { s } from "../dom.js";
import { cells, cropped, matrix, place } from "./matrix.js";

const SIDE = 44;
const TOP = 18;
const MOST = 16;
const SWAP = { W: "B", B: "W" };
const WORDS = { W: "a white knight", B: "a black knight", _: "empty", x: "no square" };

export const guarini = {
  help: "Choose what to put, then tap or drag over squares. The goal is the start with the colours exchanged until you change it.",
  tools: [["W", "White knight", "w"], ["B", "Black knight", "b"], ["_", "Empty", "Delete"], ["x", "No square", "s"]],

  read(text) {
    const [start, goal] = text.split("goal:").map(matrix);
    return { start, goal: goal || exchanged(start), follows: !goal || written(goal) === written(exchanged(start)) };
  },

  write: ({ start, goal }) => `${written(start)}\ngoal:\n${written(goal)}\n`,

  fields: () => [
    { name: "rows", least: 1, most: MOST, get: (data) => data.start.length, set: (data, rows) => resized(data, rows, data.start[0].length) },
    { name: "columns", least: 1, most: MOST, get: (data) => data.start[0].length, set: (data, columns) => resized(data, data.start.length, columns) },
  ],
  buttons: [["Goal: colours exchanged", (data) => ({ ...data, goal: exchanged(data.start), follows: true })], ["No knights", (data) => { const start = data.start.map((row) => row.map((what) => (what === "x" ? "x" : "_"))); return { start, goal: start, follows: true }; }]],

  // What a stroke puts is decided where it begins: on a square that has it already it takes it away.
  paint(data, tool, id, stroke) {
    const [which, row, column] = place(id);
    stroke.what ??= !stroke.from && data[which][row][column] === tool ? "_" : tool;
    const put = (rows, what) => rows.map((line, r) => (r === row ? line.map((old, c) => (c === column ? what : old)) : line));
    const { what } = stroke;
    const hole = what === "x" || data.start[row][column] === "x";
    const other = which === "start" ? "goal" : "start";
    const next = { ...data, [which]: put(data[which], what), ...(hole ? { [other]: put(data[other], what === "x" ? "x" : "_") } : {}) };
    if (which === "goal" && !hole) next.follows = false;
    return next.follows ? { ...next, goal: exchanged(next.start) } : next;
  },

  size: ({ start }) => [(2 * start[0].length + 1) * SIDE, start.length * SIDE + TOP],

  ground: ({ start, follows }) => ["start", follows ? "goal: exchanged" : "goal"].map((words, at) => s("text", { class: "caption", x: at * (start[0].length + 1) * SIDE, y: 12, "text-anchor": "start", "font-size": 9 }, words)),

  spots: (data) => ["start", "goal"].flatMap((which, at) => cells(data[which]).map(([row, column, what]) => {
    const [x, y] = [(at * (data.start[0].length + 1) + column) * SIDE, TOP + row * SIDE];
    const knight = SWAP[what] && s("g", { transform: `translate(${x} ${y})` }, s("use", { href: "#knight", class: what, width: SIDE, height: SIDE, transform: what === "W" ? `translate(${SIDE} 0) scale(-1 1)` : null }));
    return { id: `${which} ${row} ${column}`, x, y, w: SIDE, h: SIDE, label: `${which}, row ${row + 1} column ${column + 1}: ${WORDS[what]}`, class: what === "x" ? "missing" : "", drawn: [what !== "x" && s("rect", { class: (row + column) % 2 ? "square dark" : "square", x, y, width: SIDE, height: SIDE }), knight] };
  })),
};

const written = (rows) => rows.map((row) => row.join("")).join("\n");
const exchanged = (rows) => rows.map((row) => row.map((what) => SWAP[what] || what));

function resized(data, rows, columns) {
  const start = cropped(data.start, rows, columns, "_");
  return { ...data, start, goal: data.follows ? exchanged(start) : cropped(data.goal, rows, columns, "_") };
}
