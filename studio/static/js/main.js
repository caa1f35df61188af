// The page: which puzzle and which view the address asks for. A view is {element, state(), close(), keys()}.
import { Refused, SILENT, get } from "./api.js";
import { keep, read } from "./address.js";
import { legible } from "./legible.js";
import { h, iconButton, replace, segmented, toast } from "./dom.js";
import { themeButton } from "./theme.js";
import { keysDialog } from "./dialogs.js";

const TITLES = { futoshiki: "Futoshiki", tiles: "Sliding tiles", klotski: "Klotski", freecell: "FreeCell", guarini: "Guarini's knights", gallery: "Gallery" };
const FIRST = { futoshiki: "arc-consistency-5", tiles: "eight-20", klotski: "klotski", freecell: "deal-1", guarini: "4x3" };
const VIEWS = [["play", "Board", "./table/view.js"], ["edit", "Edit", "./edit/view.js"], ["race", "Race", "./race/view.js"], ["think", "Think", "./think/view.js"]];
const main = document.getElementById("main-content");
const page = { about: null, view: null, ready: false, state: null };

async function start() {
  page.about = await get("/api/about");
  const names = page.about.puzzles.map((puzzle) => puzzle.name);
  const order = [...Object.keys(FIRST).filter((name) => names.includes(name)), ...names.filter((name) => !(name in FIRST))];
  replace(document.getElementById("nav"), [...order, "gallery"].map((name) => h("a", { href: `#${name}`, "data-puzzle": name }, TITLES[name] || name)));
  replace(document.getElementById("tools"),
    iconButton("link", "Copy a link to this puzzle", share), iconButton("help", "Keys", () => keysDialog(page.view?.keys?.() || [])), themeButton());
  addEventListener("hashchange", go);
  addEventListener("popstate", go);
  await go();
}

async function share() {
  await save();
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  toast(copied ? "The link is copied: it holds the whole puzzle." : "Copy the address of this page: it holds the whole puzzle.");
}

let going = 0;
async function go() {
  const mine = ++going;
  const state = location.hash.length > 1 ? await read(location.hash) : { puzzle: "futoshiki" };
  if (mine !== going) return;
  if (state && page.state && JSON.stringify(state) === JSON.stringify(page.state)) return;
  await show(state);
}

let showing = 0;
async function show(state) {
  const mine = ++showing; // while modules and boards are fetched, the reader may have gone elsewhere
  const current = () => mine === showing;
  closed();
  page.state = state;
  document.querySelectorAll("#nav a").forEach((link) => {
    if (link.dataset.puzzle === state?.puzzle) { link.setAttribute("aria-current", "page"); link.scrollIntoView({ block: "nearest", inline: "center" }); } else link.removeAttribute("aria-current");
  });
  document.title = state ? `${TITLES[state.puzzle] || state.puzzle} · copla studio` : "copla studio";
  try {
    if (!state) nothing("This address holds no puzzle: a part of it may be missing.");
    else if (state.puzzle === "gallery") await showGallery(state, current);
    else await showPuzzle(state, current);
  } catch (error) {
    if (current()) nothing(error instanceof Refused ? error.message : /imported module/.test(error.message) ? SILENT : "This address cannot be followed: something in it is not as it should be.");
  }
}

async function showGallery(state, current) {
  const { gallery } = await import("./gallery.js");
  if (!current()) return;
  page.ready = true;
  page.view = gallery(page.about.puzzles.map((known) => known.name), TITLES, state, (changed) => { if (current()) { page.state = changed; keep(changed); } });
  replace(main, page.view.element);
}

async function showPuzzle(state, current) {
  const puzzle = page.about.puzzles.find((known) => known.name === state.puzzle);
  if (!puzzle) return nothing(`There is no puzzle by the name of ${state.puzzle}.`);
  page.state = state.name || state.text !== undefined ? state : { ...state, name: FIRST[state.puzzle] };
  const about = h("p", { class: "about" });
  const views = VIEWS.filter(([name]) => puzzle.plays || name !== "edit"); // a Futoshiki is set on its own board
  const shown = views.find(([name]) => name === state.view) || views[0];
  const switcher = segmented("View", views, shown[0], (view) => leave(view === "play" ? undefined : view));
  const place = h("div", {});
  replace(main, h("div", { class: "head" }, h("h1", {}, TITLES[state.puzzle] || state.puzzle), about, switcher), place);
  // What a view hears late, when another one is on the page, changes neither the page nor its address.
  const env = { puzzle, about: (text) => { about.textContent = legible(text); }, save: () => current() && save(), open: (next) => current() && change(next) };
  const module = await import(shown === views[0] && !puzzle.plays ? "./futoshiki/view.js" : shown[2]);
  if (!current()) return;
  page.view = module.view(env, page.state);
  replace(place, page.view.element);
  await page.view.ready;
  if (!current()) return;
  page.ready = true;
  await save();
}

function closed() {
  page.view?.close?.();
  [page.view, page.ready] = [null, false];
}

function nothing(words) {
  closed();
  replace(main, h("h1", {}, "Nothing to show"), h("p", { class: "message bad", role: "alert" }, words), h("p", { class: "row" }, h("a", { class: "button", href: "#futoshiki" }, "A Futoshiki"), h("a", { class: "button", href: "#gallery" }, "All instances")));
}

// To another view of the same board; a view that has something unfinished may say so and stay.
async function leave(view) {
  const state = page.ready ? await (page.view.leaving || page.view.state)() : page.state;
  if (state) await change({ ...state, view });
}

async function change(state) {
  await keep(state, true);
  await show(state);
}

async function save() {
  if (!page.ready) return;
  page.state = page.view.state();
  await keep(page.state);
}

document.addEventListener("keydown", (event) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== "range";
  if (page.ready && !typing && !document.querySelector("dialog[open]")) page.view?.keydown?.(event);
});
document.addEventListener("keyup", (event) => page.ready && page.view?.keyup?.(event));

start().catch((error) => replace(main, h("p", { class: "message bad" }, error.message)));
