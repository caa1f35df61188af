// Matrices of characters, as texts of boards have them, and the names of their cells: "start 0 2".
export const matrix = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => [...line]);

export const cells = (rows) => rows.flatMap((row, r) => row.map((what, c) => [r, c, what]));

export function place(id) {
  const [which, row, column] = id.split(" ");
  return [which, Number(row), Number(column)];
}

export function cropped(rows, high, wide, otherwise) {
  return Array.from({ length: high }, (_, r) => Array.from({ length: wide }, (_, c) => rows[r]?.[c] ?? otherwise));
}

export const around = (row, column) => [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]];
