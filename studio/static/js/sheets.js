// A sheet of new puzzles to print: made by copla, opened as a page of its own.
import { ask } from "./api.js";
import { newDialog } from "./dialogs.js";
import { h } from "./dom.js";

const COUNT = { name: "count", kind: "int", default: 6, least: 1, most: 24, choices: [], help: "how many puzzles" };

export function sheetDialog(puzzle, messages, words) {
  newDialog("A sheet to print", puzzle.new, async ({ count, ...settings }, seed) => {
    const found = await messages.wait(`Making ${count} puzzles`, (tell, signal) => ask("sheet", { puzzle: puzzle.name, count, settings, seed }, tell, signal), { lasting: true });
    if (!found) return;
    const address = URL.createObjectURL(new Blob([found.page], { type: "text/html" }));
    messages.say("good", h("h3", {}, "The sheet is ready"), h("p", {}, "The answers are on a page of their own."),
      h("div", { class: "row" }, h("a", { class: "button", href: address, target: "_blank" }, "Open and print"), h("a", { class: "button", href: address, download: `${puzzle.name}-${seed}.html` }, "Download")));
  }, words, [COUNT]);
}
