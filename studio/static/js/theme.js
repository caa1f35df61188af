// Light or dark: what the system says, unless the reader has chosen.
import { iconButton } from "./dom.js";

const system = matchMedia("(prefers-color-scheme: dark)");
let chosen = null;
try { chosen = localStorage.getItem("copla-theme"); } catch { /* storage may be switched off */ }

function apply() {
  document.documentElement.dataset.theme = chosen || (system.matches ? "dark" : "light");
}

system.addEventListener("change", apply);
apply();

export function themeButton() {
  const flip = () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try { localStorage.setItem("copla-theme", chosen); } catch { /* then it lasts as long as the page */ }
    apply();
    replaceIcon();
  };
  const make = () => iconButton(document.documentElement.dataset.theme === "dark" ? "sun" : "moon", "Light or dark", flip, { id: "theme" });
  const replaceIcon = () => { const next = make(); document.getElementById("theme").replaceWith(next); next.focus(); };
  return make();
}
