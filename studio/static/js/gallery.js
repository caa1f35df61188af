// All shipped instances with their pictures, which are fetched when they come into sight.
import { get } from "./api.js";
import { legible } from "./legible.js";
import { h, picture, replace, segmented } from "./dom.js";

export function gallery(puzzles, titles, state, keep) {
  const element = h("div", {});
  const sight = new IntersectionObserver((seen) => seen.filter((entry) => entry.isIntersecting).forEach((entry) => {
    sight.unobserve(entry.target);
    draw(entry.target);
  }), { rootMargin: "200px" });

  async function show(puzzle) {
    keep({ puzzle: "gallery", of: puzzle });
    const found = await get(`/api/gallery/${puzzle}`).catch((error) => ({ error: error.message }));
    const order = ["futoshiki", "tiles", "klotski", "freecell", "guarini"].filter((name) => puzzles.includes(name));
    const choice = h("div", { class: "row", style: "margin-bottom:1.25rem" }, segmented("Puzzle", order.map((name) => [name, titles[name]]), puzzle, show));
    if (found.error) return replace(element, h("div", { class: "head" }, h("h1", {}, "Gallery")), choice, h("p", { class: "message bad", role: "alert" }, found.error));
    const { instances } = found;
    const list = h("ul", { class: "gallery" });
    const filter = h("input", { type: "text", class: "filter", id: "filter", placeholder: "filter by name or words", "aria-label": "Filter", oninput: () => fill(filter.value) });
    const fill = (words) => {
      const wanted = words.toLowerCase().split(/\s+/);
      const found = instances.filter(({ name, about }) => wanted.every((word) => `${name} ${about}`.toLowerCase().includes(word)));
      replace(list, found.length ? found.map((instance) => card(puzzle, instance)) : h("li", { class: "quiet" }, "No instance has these words."));
      list.querySelectorAll(".thumb").forEach((thumb) => sight.observe(thumb));
    };
    replace(element, h("div", { class: "head" }, h("h1", {}, "Gallery"), h("p", { class: "about" }, `${instances.length} instances of ${titles[puzzle]}`), filter),
      choice, list);
    fill("");
  }

  show(puzzles.includes(state.of) ? state.of : "futoshiki");
  return { element, state: () => ({ puzzle: "gallery", of: state.of }), close: () => sight.disconnect() };
}

function card(puzzle, { name, about }) {
  return h("li", {}, h("a", { href: `#${puzzle}/${name}` }, h("div", { class: "thumb board", "data-puzzle": puzzle, "data-name": name, "aria-hidden": "true" }), h("b", {}, name), h("small", {}, legible(about))));
}

async function draw(thumb) {
  const drawn = await get(`/api/picture/${thumb.dataset.puzzle}/${encodeURIComponent(thumb.dataset.name)}`).catch(() => null);
  if (drawn) replace(thumb, picture(drawn.svg));
}
