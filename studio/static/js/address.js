// The address is the puzzle: everything worth keeping is in the fragment. Short where a name says it all
// (#futoshiki/extreme-5-1), else the whole state as compressed JSON (#z=...).
const PLAIN = /^([a-z]+)(?:\/([\w.+-]+))?$/;

export async function write(state) {
  const keys = Object.keys(state).filter((key) => state[key] !== undefined);
  if (keys.every((key) => key === "puzzle" || key === "name")) return state.name ? `#${state.puzzle}/${state.name}` : `#${state.puzzle}`;
  const bytes = await squeezed(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `#z=${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// The state that an address holds; null if it holds none, or only a part of one.
export async function read(fragment) {
  const text = decoded(fragment.replace(/^#/, ""));
  const plain = PLAIN.exec(text);
  if (plain) return plain[2] ? { puzzle: plain[1], name: plain[2] } : { puzzle: plain[1] };
  if (!text.startsWith("z=")) return null;
  try {
    const packed = atob(text.slice(2).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
    const state = JSON.parse(new TextDecoder().decode(await squeezed(bytes, new DecompressionStream("deflate-raw"))));
    return state && typeof state.puzzle === "string" ? state : null;
  } catch {
    return null;
  }
}

function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

async function squeezed(bytes, through) {
  const out = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

let last = "";
let order = 0;
// Keep the state in the address without a new entry in the browser's history, unless it is another puzzle. Writing takes
// a moment: who has followed a link meanwhile is not called back.
export async function keep(state, fresh = false) {
  const mine = ++order;
  const from = location.hash;
  const fragment = await write(state);
  if (mine !== order || fragment === last || location.hash !== from) return;
  last = fragment;
  if (fresh && location.hash && location.hash !== fragment) history.pushState(null, "", fragment);
  else history.replaceState(null, "", fragment);
}
