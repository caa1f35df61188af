// The engine's source beside the picture; the line that acts is lit.
import { get } from "../api.js";
import { h, replace } from "../dom.js";

const known = new Map();

export class Source {
  constructor() {
    this.title = h("p", { class: "quiet small" });
    this.code = h("pre", { class: "source", tabindex: 0, role: "region", "aria-label": "The engine's source" });
    this.element = h("div", {}, this.title, this.code);
  }

  async show(file, line) {
    if (!file) return;
    this.wanted = [file, line];
    if (file !== this.file) {
      if (!known.has(file)) known.set(file, get(`/api/source/${file}`).catch(() => { known.delete(file); return { lines: [] }; }));
      const { lines } = await known.get(file);
      if (this.wanted[0] !== file) return;
      this.file = file;
      this.title.textContent = file;
      this.lines = lines.map((text, at) => h("span", { class: "line" }, h("i", {}, String(at + 1)), `${text}\n`));
      replace(this.code, this.lines);
    }
    this.lit?.classList.remove("lit");
    this.lit = this.lines[this.wanted[1] - 1];
    this.lit?.classList.add("lit");
    if (this.lit) this.code.scrollTop = this.lit.offsetTop - this.code.offsetTop - this.code.clientHeight / 2;
  }
}
