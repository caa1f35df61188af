// The place where the page says what happened, and the wait for something that takes time, with a way to stop it.
import { button, h, replace } from "./dom.js";
import { Refused } from "./api.js";

const narrow = matchMedia("(max-width: 60rem)"); // there the place is not beside the board

export class Messages {
  constructor() {
    this.element = h("div", { class: "message", role: "status", "aria-live": "polite" });
    this.running = null;
  }

  clear() { if (!this.running) this.say("", []); }

  say(tone, ...children) {
    this.about = null; // whoever has more to say about it later, names it
    this.element.className = `message ${tone}`;
    replace(this.element, ...children);
    if (narrow.matches && this.element.childElementCount) this.element.scrollIntoView({ block: "end" }); // under the board
  }

  error(text) { this.say("bad", h("h3", {}, "That did not work"), h("p", {}, text)); }

  // Run work(tell, signal); what it throws becomes a message. Gives undefined if it was stopped. What is asked about the
  // board in sight ends as soon as that changes; what is not, such as a new board, is lasting.
  async wait(label, work, { lasting = false } = {}) {
    if (this.closed) return undefined;
    this.stop();
    const control = new AbortController();
    this.running = control;
    this.lasting = lasting;
    const line = h("span", {}, `${label} ...`);
    const shown = setTimeout(() => {
      if (this.running === control) this.say("", h("div", { class: "busy" }, line, button("Stop", () => this.stop("Stopped."))));
    }, 120);
    const tell = (event) => {
      if (event.event === "queued") line.textContent = event.ahead ? `${label}: queued, ${event.ahead} ahead` : `${label}: queued, next`;
      if (event.event === "running") line.textContent = `${label}: ${event.seconds.toFixed(1)} s${event.expanded ? `, ${event.expanded.toLocaleString()} nodes` : ""}`;
    };
    try {
      return await work(tell, control.signal);
    } catch (error) {
      if (control.signal.aborted) return undefined;
      if (!(error instanceof Refused)) console.error(error);
      this.error(error instanceof Refused ? error.message : "Something on this page went wrong. Reloading it loses nothing.");
      return undefined;
    } finally {
      clearTimeout(shown);
      if (this.running === control) {
        this.running = null;
        if (this.element.querySelector(".busy")) this.clear();
      }
    }
  }

  // The board in sight is another one now: an answer about the old one would be wrong.
  moved() {
    if (!this.lasting) this.stop();
    if (this.about === "move") this.clear();
  }

  // The page shows something else: what runs ends, and nothing more begins.
  close() {
    this.closed = true;
    this.stop();
  }

  stop(word = "") {
    if (!this.running) return;
    this.running.abort();
    this.running = null;
    if (word) this.say("", h("p", {}, word)); else this.clear();
  }
}
