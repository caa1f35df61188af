// Dialogs: a new instance by the puzzle's own options, a text to paste or a file to load, the keys.
import { button, h } from "./dom.js";

function open(title, body, end) {
  const dialog = h("dialog", { "aria-label": title }, h("form", { method: "dialog", onsubmit: (event) => { event.preventDefault(); end.go?.(); } },
    h("h2", {}, title), body, h("div", { class: "end" }, button("Cancel", () => dialog.close()), end.element)));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function textDialog(title, hint, text, use) {
  const area = h("textarea", { id: "text-field", spellcheck: "false", rows: 12, value: text });
  const file = h("input", { type: "file", id: "file-field", accept: ".txt,text/plain", onchange: async () => { if (file.files[0]) area.value = await file.files[0].text(); } });
  const go = () => { dialog.close(); use(area.value); };
  const body = h("div", { class: "stack" }, h("p", { class: "quiet small" }, hint), h("label", { class: "field", for: "text-field" }, "Text", area), h("label", { class: "field", for: "file-field" }, "or a file", file));
  const dialog = open(title, body, { go, element: h("button", { class: "main", type: "submit" }, "Use it") });
  area.focus();
  area.select(); // what is pasted takes its place
}

export function newDialog(title, options, start, words = {}, more = []) {
  options = [...more, ...options];
  const fields = options.map((option) => [option.name, field(option, words[option.name] || {})]);
  const seed = h("input", { type: "number", id: "new-seed", min: 0, max: 999999999, value: Math.floor(Math.random() * 1e6) });
  const go = () => {
    const settings = {};
    for (const [name, [, read]] of fields) settings[name] = read();
    dialog.close();
    start(settings, Number(seed.value) || 0);
  };
  const body = h("div", { class: "options" }, fields.map(([, [element]]) => element), h("label", { class: "field", for: "new-seed" }, "seed", seed, help({ help: "the same seed makes the same again" })));
  const dialog = open(title, body, { go, element: h("button", { class: "main", type: "submit" }, "Make it") });
}

function field(option, words) {
  const id = `new-${option.name}`;
  if (option.kind === "bool") {
    const box = h("input", { type: "checkbox", id, checked: option.default });
    return [h("label", { class: "check", for: id, title: option.help }, box, option.name), () => box.checked];
  }
  if (option.choices.length) {
    const select = h("select", { id }, option.choices.map((choice) => h("option", { value: choice, selected: choice === option.default }, words[choice] || choice)));
    return [h("label", { class: "field", for: id }, option.name, select, help(option)), () => select.value];
  }
  const input = h("input", { type: "number", id, min: option.least, max: option.most, value: option.default });
  return [h("label", { class: "field", for: id }, option.name, input, help(option)), () => Number(input.value)];
}

// What an option means, where its name does not say it all.
function help({ name, help: words }) { return words && words !== name ? h("small", {}, words) : null; }

export function keysDialog(rows) {
  const dialog = h("dialog", { "aria-label": "Keys" }, h("div", { class: "stack" }, h("h2", {}, "Keys"),
    h("dl", { class: "keys" }, rows.map(([keys, what]) => [h("dt", {}, keys), h("dd", {}, what)])), h("div", { class: "end" }, button("Close", () => dialog.close()))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
