// The board in sight, as the other views ask about it: the instance, and the moves up to the place where it stands.
export function request({ puzzle, name, text, options, moves, at, groups }, more = {}) {
  return { puzzle, ...(text === undefined ? { name } : { text }), options, moves: labels({ moves, at, groups }), ...more };
}

// A move by hand, or of a plan, may be several labels: the groups say how many each has.
export function labels({ moves = [], at, groups }) {
  if (at === undefined) return moves;
  return moves.slice(0, groups ? groups.slice(0, at).reduce((sum, size) => sum + size, 0) : at);
}
