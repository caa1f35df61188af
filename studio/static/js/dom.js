// Elements from data: h("button", {class: "main", onclick}, "Solve"). Text is always text, never markup.
const SVG = "http://www.w3.org/2000/svg";

export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function replace(parent, ...children) {
  parent.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return parent;
}

// The picture that the server has drawn. It is parsed as XML, and nothing in it can run.
export function picture(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") return s("svg");
  root.querySelectorAll("script, foreignObject").forEach((found) => found.remove());
  root.removeAttribute("width");
  root.removeAttribute("height");
  return document.importNode(root, true);
}

const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3", redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  first: "M18 6 9 12l9 6zM6 5v14", back: "M15 6l-8 6 8 6z", play: "M8 5l11 7-11 7z", pause: "M9 5v14M15 5v14", step: "M9 6l8 6-8 6z", last: "M6 6l9 6-9 6zM18 5v14",
  sun: "M12 4V2M12 22v-2M4 12H2M22 12h-2M6 6 4.6 4.6M19.4 19.4 18 18M6 18l-1.4 1.4M19.4 4.6 18 6M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z", moon: "M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10z",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1", close: "M6 6l12 12M18 6 6 18", help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18h.01",
};

export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}

export function button(label, onclick, more = {}) {
  return h("button", { type: "button", onclick, ...more }, label);
}

export function iconButton(name, label, onclick, more = {}) {
  return h("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick, ...more }, icon(name));
}

export function segmented(label, choices, current, choose) {
  return h("div", { class: "seg", role: "group", "aria-label": label },
    choices.map(([value, text]) => button(text, () => choose(value), { "aria-pressed": String(value === current) })));
}

let hiding;
export function toast(text) {
  const place = document.getElementById("toast");
  place.textContent = text;
  place.classList.add("on");
  clearTimeout(hiding);
  hiding = setTimeout(() => place.classList.remove("on"), 2600);
}
