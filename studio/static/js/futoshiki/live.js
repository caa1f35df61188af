// Whether the clues have none, one or several solutions: asked at every change, and said beside the board.
import { ask } from "../api.js";
import { button, h, replace } from "../dom.js";

export class Live {
  constructor({ onresult, showTwo, showCommon }) {
    this.element = h("div", { class: "status", "aria-live": "polite" });
    this.onresult = onresult;
    this.showTwo = showTwo;
    this.showCommon = showCommon;
    this.answer = null;
  }

  async look(text) {
    this.control?.abort();
    const control = (this.control = new AbortController());
    this.answer = null;
    this.say("", "counting solutions ...");
    const request = { puzzle: "futoshiki", text };
    const tell = (event) => { if (event.event === "queued") this.say("", `queued, ${event.ahead} ahead`); };
    try {
      this.answer = await ask("count", request, tell, control.signal);
    } catch (error) {
      if (!control.signal.aborted) this.say("warn", `not known: ${error.message}`);
      return;
    }
    const { status, unique, solutions } = this.answer;
    if (status === "infeasible") this.say("bad", "no solution");
    else if (unique) this.say("good", "one solution");
    else if (solutions.length > 1) this.say("warn", "several solutions", button("Show two", () => this.showTwo(solutions)), button("Common cells", () => this.showCommon()));
    else this.say("warn", "not known: the time was over first");
    this.onresult(this.answer);
  }

  get solution() { return this.answer?.unique ? this.answer.solutions[0] : null; }

  say(tone, words, ...more) { replace(this.element, h("span", { class: `chip ${tone}` }, words), ...more); }

  close() { this.control?.abort(); }
}
