"""What every HTML report has in common: its style, for light and dark, and the few lines that sort its tables."""

from __future__ import annotations

STYLE = """
:root {
  color-scheme: light dark;
  --page: #fbfaf8; --card: #ffffff; --ink: #1d2330; --soft: #5b6475; --faint: #d9dce3; --line: #e7e8ec;
  --accent: #2456a6; --good: #1a7f4b; --bad: #b3261e; --open: #8a5a00; --limit: #b3261e;
  --series-1: #2f6db5; --series-2: #d1701f; --series-3: #2e8b57; --series-4: #b0418f;
  --series-5: #8a6d00; --series-6: #5b58c4; --series-7: #c23b3b; --series-8: #3f8f9e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171d; --card: #1c2028; --ink: #e6e9ef; --soft: #a3abba; --faint: #3a404c; --line: #2b303a;
    --accent: #8db8f5; --good: #6fd3a0; --bad: #ff9b91; --open: #f0c36a; --limit: #ff9b91;
    --series-1: #74aef2; --series-2: #f2a160; --series-3: #6ccf97; --series-4: #e78bcb;
    --series-5: #e0c14d; --series-6: #aaa7ff; --series-7: #ff8f8f; --series-8: #77cbd9;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main { max-width: 1120px; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; letter-spacing: -0.015em; margin: 0 0 0.4rem; }
h2 { font-size: 1.2rem; margin: 2.75rem 0 0.6rem; letter-spacing: -0.005em; }
p { margin: 0.35rem 0; max-width: 95ch; }
.soft, figcaption { color: var(--soft); font-size: 0.88rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 0.75rem; margin: 1.5rem 0 0; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 0.8rem 1rem; }
.tile b { display: block; font-size: 1.3rem; line-height: 1.25; font-weight: 650; font-variant-numeric: tabular-nums; }
.tile b.words { font-size: 1.05rem; line-height: 1.35; padding: 0.25rem 0; overflow-wrap: anywhere; }
.tile:has(.words) { grid-column: span 2; }
.tile span { color: var(--soft); font-size: 0.82rem; }
figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.1rem; }
figure h3 { margin: 0 0 0.6rem; font-size: 1rem; }
figcaption { margin-top: 0.6rem; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr)); gap: 1rem; }
.charts .wide { grid-column: 1 / -1; }
svg { display: block; width: 100%; height: auto; margin: 0 auto; }
svg text { font-family: inherit !important; paint-order: stroke; stroke: var(--card); stroke-width: 3px; }
.scroll {
  overflow: auto; max-height: 75vh; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
}
table { border-collapse: collapse; width: 100%; font-size: 0.87rem; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { padding: 0.38rem 0.6rem; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--line); }
td { font-variant-numeric: tabular-nums; }
td:first-child { white-space: normal; min-width: 10em; }
.number { text-align: right; }
thead th { position: sticky; top: 0; z-index: 1; background: var(--card); font-weight: 600; }
thead button { all: unset; cursor: pointer; border-radius: 4px; }
thead button::after { content: "\\2195"; opacity: 0.35; padding-left: 0.3em; font-size: 0.85em; }
th[aria-sort="ascending"] button::after { content: "\\2191"; opacity: 1; }
th[aria-sort="descending"] button::after { content: "\\2193"; opacity: 1; }
thead button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
tbody tr:last-child td { border-bottom: 0; }
tbody tr:hover td { background: color-mix(in srgb, var(--accent) 7%, transparent); }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; } .open { color: var(--open); }
.chip { display: inline-block; width: 0.7em; height: 0.7em; border-radius: 3px; margin-right: 0.5em; }
ul.remarks { padding-left: 1.2rem; margin: 0.3rem 0; overflow-wrap: anywhere; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
@media print {
  body { background: none; } .scroll { overflow: visible; max-height: none; }
  figure, tr { break-inside: avoid; } thead button::after { content: ""; }
}
"""

SCRIPT = """
for (const table of document.querySelectorAll("table")) {
  table.querySelectorAll("thead th").forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const value = (row) => {
        const text = row.cells[column].textContent.trim();
        const number = parseFloat(text.replaceAll(",", ""));
        return head.classList.contains("number") ? (Number.isNaN(number) ? Infinity : number) : text;
      };
      const body = table.tBodies[0];
      const order = (a, b) => typeof a === "number" ? a - b || 0 : a.localeCompare(b, undefined, { numeric: true });
      const rows = [...body.rows].sort((a, b) => order(value(a), value(b)) * (up ? 1 : -1));
      body.append(...rows);
    });
  });
}
"""
