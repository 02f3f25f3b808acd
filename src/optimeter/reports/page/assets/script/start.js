// Everything is set up here; drawing begins when plotly is there.

import { adviceSection } from "./advice.js";
import { listenToControls, showControls } from "./controls.js";
import { costSection } from "./costs.js";
import { distributionSection } from "./distributions.js";
import { $ } from "./dom.js";
import { lossSection } from "./loss.js";
import {
  dimensionMinis,
  functionMinis,
  problemSection,
  profileSection,
  scalingMinis,
  scalingSection,
  summarySection,
} from "./overviews.js";
import { pairSection } from "./pairs.js";
import { preparePrinting } from "./printing.js";
import { createResults } from "./results.js";
import { watchScrolling } from "./scrolling.js";
import { createSections } from "./sections.js";
import { addressOf, stateFrom, withoutChoice } from "./state.js";
import { createStore } from "./store.js";
import { tableSection } from "./tables.js";
import { writeWords } from "./words.js";

const root = document.documentElement;

// The theme's colours as the style sheet has them.
function paintOf(theme) {
  root.dataset.theme = theme;
  const style = getComputedStyle(root);
  const names = ["ink", "soft", "line", "grid", "card", "sans"];
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

const overview = JSON.parse($("overview").textContent);
const before = withoutChoice({ theme: root.dataset.theme, panel: false });
const store = createStore(overview, stateFrom(overview, location.hash, before) ?? before, {
  paintOf,
  sections: [...document.querySelectorAll("nav a")].map((link) => link.hash.slice(1)),
});
const results = createResults();
const sections = createSections(
  {
    summary: summarySection,
    advice: adviceSection,
    profiles: profileSection,
    "dimensions-card": dimensionMinis,
    costs: costSection,
    functions: functionMinis,
    detail: problemSection,
    "plot-scaling": scalingSection,
    "scaling-minis": scalingMinis,
    tables: tableSection,
    pairs: pairSection,
    loss: lossSection,
    distributions: distributionSection,
  },
  store,
  results,
);

store.listen((view, patch) => {
  showControls(view, store);
  writeWords(view);
  history.replaceState(null, "", addressOf(view));
  sections.renew(patch);
});
listenToControls(store, results);
preparePrinting(store, sections);
watchScrolling();
showControls(store.view(), store);
writeWords(store.view());

let width = window.innerWidth;
let later = 0;
window.addEventListener("resize", () => {
  if (window.innerWidth === width || root.classList.contains("printing")) return;
  width = window.innerWidth;
  clearTimeout(later);
  later = setTimeout(() => sections.renew(), 150); // figures are drawn for the room that they have
});

window.optimeterDrawEverything = sections.drawEverything;
window.optimeterDrawn = () => {
  sections.watch();
  window.optimeterReady = performance.now();
  const anchor = store.view().at || location.hash.slice(1);
  const wanted = anchor.includes("=") ? null : $(anchor);
  // What stands above takes its final height first.
  if (wanted) sections.drawEverything().then(() => wanted.scrollIntoView({ behavior: "instant" }));
};
