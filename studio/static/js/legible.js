// Titles may be in scripts that this machine has no letters for: what would show as empty boxes is left out.
const FOREIGN = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;
const known = new Map();

export function legible(text) {
  if (!FOREIGN.test(text)) return text;
  const shown = [...text].filter((letter) => !FOREIGN.test(letter) || has(letter)).join("");
  return shown.replace(/\(\s*\)/g, "").replace(/\s+/g, " ").replace(/[\s:]+$/, "");
}

// A letter that is missing looks like one that does not exist.
function has(letter) {
  if (!known.has(letter)) known.set(letter, drawn(letter) !== drawn("\u{10ffff}"));
  return known.get(letter);
}

function drawn(letter) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 32;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.font = "24px system-ui, sans-serif";
  pen.fillText(letter, 2, 26);
  return pen.getImageData(0, 0, 32, 32).data.join();
}
