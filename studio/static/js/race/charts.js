// Two charts of a race, as wide as their place: nodes over time while it runs, and the times at the end.
import { s } from "../dom.js";
import { COLOURS } from "./lanes.js";

const HIGH = 220;

export function overTime(lanes, wide) {
  const points = lanes.flatMap((lane) => lane.trail);
  const longest = Math.max(0.001, ...points.map(([seconds]) => seconds));
  const most = Math.max(10, ...points.map(([, nodes]) => nodes));
  const x = (seconds) => 46 + (seconds / longest) * (wide - 60);
  const y = (nodes) => HIGH - 26 - (Math.log10(nodes + 1) / Math.log10(most + 1)) * (HIGH - 44);
  const ticks = Array.from({ length: Math.floor(Math.log10(most)) + 1 }, (_, power) => 10 ** power);
  return s("svg", { class: "chart", viewBox: `0 0 ${wide} ${HIGH}`, role: "img", "aria-label": "expanded nodes over time" },
    ticks.map((tick) => [s("line", { class: "axis", x1: 46, x2: wide - 10, y1: y(tick), y2: y(tick) }), s("text", { x: 40, y: y(tick) + 4, "text-anchor": "end" }, short(tick))]).flat(),
    s("text", { x: wide - 10, y: HIGH - 6, "text-anchor": "end" }, duration(longest)), s("text", { x: 46, y: HIGH - 6 }, "0"),
    lanes.map((lane, index) => lane.trail.length && s("path", { stroke: `var(${COLOURS[index % 8]})`, d: [[0, 0], ...lane.trail].map(([seconds, nodes], at) => `${at ? "L" : "M"}${x(seconds).toFixed(1)} ${y(nodes).toFixed(1)}`).join("") })));
}

export function bars(lanes, wide, figure, words, label) {
  const known = lanes.map((lane, index) => [lane, index]).filter(([lane]) => figure(lane) !== null && figure(lane) !== undefined);
  const most = Math.max(1e-9, ...known.map(([lane]) => figure(lane)));
  const high = Math.max(40, known.length * 34 + 8);
  return s("svg", { class: "chart", viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": label },
    known.map(([lane, index], row) => [
      s("text", { x: 0, y: row * 34 + 12 }, lane.label),
      s("rect", { x: 0, y: row * 34 + 16, height: 10, rx: 5, width: Math.max(3, (figure(lane) / most) * (wide - 100)), fill: `var(${COLOURS[index % 8]})` }),
      s("text", { x: Math.max(3, (figure(lane) / most) * (wide - 100)) + 8, y: row * 34 + 25 }, words(figure(lane))),
    ]).flat());
}

export function short(number) {
  if (number === null || number === undefined) return "";
  return number >= 1e9 ? `${(number / 1e9).toFixed(1)} G` : number >= 1e6 ? `${(number / 1e6).toFixed(1)} M` : number >= 1e4 ? `${Math.round(number / 1e3)} k` : number.toLocaleString();
}

export function duration(seconds) {
  return seconds < 1e-3 ? `${(seconds * 1e6).toFixed(0)} µs` : seconds < 1 ? `${(seconds * 1e3).toFixed(1)} ms` : `${seconds.toFixed(2)} s`;
}
