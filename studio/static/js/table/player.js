// A timeline of moves with a cursor: play, pause, step, speed, scrubber. It knows nothing of boards.
import { h, icon, iconButton } from "../dom.js";

const SPEEDS = [["1", "slow"], ["3", "normal"], ["8", "fast"], ["25", "very fast"], ["60", "top"]];

export class Player {
  constructor(goTo) {
    this.goTo = goTo;
    this.at = 0;
    this.length = 0;
    this.playing = false;
    this.scrub = h("input", { type: "range", id: "scrub", min: 0, max: 0, value: 0, "aria-label": "Move", oninput: () => this.jump(Number(this.scrub.value)) });
    this.toggle = iconButton("play", "Play", () => (this.playing ? this.pause() : this.play()));
    this.speed = h("select", { id: "speed", "aria-label": "Speed" }, SPEEDS.map(([value, words]) => h("option", { value, selected: value === "3" }, words)));
    this.element = h("div", { class: "player controls" },
      h("div", { class: "play", role: "group", "aria-label": "Player" }, iconButton("first", "To the start", () => this.jump(0)), iconButton("back", "Back", () => this.jump(this.at - 1)), this.toggle, iconButton("step", "Forward", () => this.jump(this.at + 1)), iconButton("last", "To the end", () => this.jump(this.length))),
      h("div", { class: "scrub" }, this.scrub), this.speed);
  }

  get pace() { return Number(this.speed.value); }

  update(at, length) {
    this.at = at;
    if (length !== this.length) this.scrub.max = this.length = length;
    this.scrub.value = at;
    this.scrub.setAttribute("aria-valuetext", `after move ${at} of ${length}`);
  }

  jump(to) {
    this.pause();
    this.move(to);
  }

  move(to) {
    const next = Math.max(0, Math.min(this.length, to));
    if (next === this.at) return;
    const from = this.at;
    this.update(next, this.length);
    this.goTo(next, from, this.pace > 20 ? 0 : Math.min(0.25, 0.8 / this.pace), this.playing);
  }

  play() {
    if (this.at === this.length) this.move(0);
    this.playing = true;
    this.show();
    let due = performance.now();
    const frame = (now) => {
      if (!this.playing) return;
      if (now >= due) {
        this.move(this.at + 1);
        due = Math.max(due + 1000 / this.pace, now);
      }
      if (this.at >= this.length) return this.pause();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.show();
    this.onpause?.();
  }

  show() {
    this.toggle.replaceChildren(icon(this.playing ? "pause" : "play"));
    this.toggle.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    this.toggle.title = this.playing ? "Pause" : "Play";
  }
}
