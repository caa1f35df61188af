// Sliding tiles to be edited: any two cells change places. Text and data say the same.
import { s } from "../dom.js";

const SIDE = 44;

export const tiles = {
  carries: true,
  help: "Tap two cells, or drag one onto the other: they change places. A new shape begins in order.",

  read(text) {
    const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
    const header = (name) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1).trim();
    const found = lines.filter((line) => !line.includes(":")).join(" ").split(/\s+/).map(Number);
    const side = Math.sqrt(found.length);
    const [rows, columns] = header("size")?.split("x").map(Number) || [side, side];
    return { rows, columns, goal: header("goal") || "first", tiles: found };
  },

  write({ rows, columns, goal, tiles: found }) {
    const wide = String(found.length - 1).length;
    const lines = Array.from({ length: rows }, (_, row) => found.slice(row * columns, (row + 1) * columns).map((tile) => String(tile).padStart(wide)).join(" "));
    return [rows !== columns && `size: ${rows}x${columns}`, goal !== "first" && `goal: ${goal}`, ...lines].filter(Boolean).join("\n") + "\n";
  },

  fields: () => [
    { name: "rows", least: 2, most: 6, get: (data) => data.rows, set: (data, rows) => inOrder({ ...data, rows }) },
    { name: "columns", least: 2, most: 6, get: (data) => data.columns, set: (data, columns) => inOrder({ ...data, columns }) },
    { name: "goal", words: "the blank belongs", choices: [["first", "first"], ["last", "last"]], get: (data) => data.goal, set: (data, goal) => ({ ...data, goal }) },
  ],
  buttons: [["In order", inOrder]],

  carry(data, from, to) {
    const found = [...data.tiles];
    [found[from], found[to]] = [found[to], found[from]];
    return { data: { ...data, tiles: found }, at: to };
  },

  size: ({ rows, columns }) => [columns * SIDE, rows * SIDE],
  ground: ({ rows, columns }) => [s("rect", { class: "tray", width: columns * SIDE, height: rows * SIDE, rx: 6 })],

  spots({ columns, goal, tiles: found }) {
    const home = found.map((_, cell) => (goal === "first" ? cell : (cell + 1) % found.length));
    return found.map((tile, cell) => {
      const [x, y] = [(cell % columns) * SIDE, Math.floor(cell / columns) * SIDE];
      const label = `row ${Math.floor(cell / columns) + 1} column ${(cell % columns) + 1}: ${tile ? `tile ${tile}` : "the blank"}`;
      const drawn = tile ? [s("rect", { x: x + 2, y: y + 2, width: SIDE - 4, height: SIDE - 4, rx: 5 }), s("text", { x: x + SIDE / 2, y: y + SIDE / 2 + 7, "font-size": 20, "font-weight": "bold" }, String(tile))] : [];
      return { id: String(cell), x, y, w: SIDE, h: SIDE, label, class: tile ? (home[cell] === tile ? "tile home" : "tile") : "hollow", drawn };
    });
  },
};

function inOrder(data) {
  const count = data.rows * data.columns;
  const numbers = Array.from({ length: count }, (_, at) => (data.goal === "first" ? at : (at + 1) % count));
  return { ...data, tiles: numbers };
}
