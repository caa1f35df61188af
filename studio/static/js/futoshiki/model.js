// The board as data: its size, clues and signs, and the game ID that says all of it in one line.
const STEPS = { U: [-1, 0], R: [0, 1], D: [1, 0], L: [0, -1] };

export const nameOf = (row, column) => `r${row + 1}c${column + 1}`;
export const placeOf = (name) => name.slice(1).split("c").map((part) => Number(part) - 1);
export const between = (a, b) => { const [first, second] = [a, b].sort((x, y) => placeOf(x)[0] - placeOf(y)[0] || placeOf(x)[1] - placeOf(y)[1]); return `${first} ${second}`; };

export function cells(size) {
  return Array.from({ length: size * size }, (_, at) => nameOf(Math.floor(at / size), at % size));
}

export function neighbours(size) {
  return cells(size).flatMap((name) => {
    const [row, column] = placeOf(name);
    return [[row, column + 1], [row + 1, column]].filter(([r, c]) => r < size && c < size).map(([r, c]) => [name, nameOf(r, c)]);
  });
}

// board: {size, adjacent, givens: {cell: digit}, signs: {"r1c1 r1c2": "<"}}
export function gameId(board) {
  const parts = cells(board.size).map((name) => {
    const [row, column] = placeOf(name);
    const letters = Object.entries(STEPS).filter(([, [down, right]]) => {
      const [r, c] = [row + down, column + right];
      if (r < 0 || c < 0 || r >= board.size || c >= board.size) return false;
      const other = nameOf(r, c);
      const sign = board.signs[between(name, other)];
      if (!sign) return false;
      return sign === "|" || (sign === ">") === (down + right > 0);
    }).map(([letter]) => letter).join("");
    return `${board.givens[name] || 0}${letters},`;
  });
  return `${board.size}${board.adjacent ? "a" : ""}:${parts.join("")}`;
}

export function emptyId(size) {
  return `${size}:${"0,".repeat(size * size)}`;
}

export function nextSign(board, key) {
  const order = board.adjacent ? [undefined, "|"] : [undefined, "<", ">"];
  return order[(order.indexOf(board.signs[key]) + 1) % order.length];
}
