// Sections are drawn when they come into view, and again when what they show changes.

import { $ } from "./dom.js";

// The sections that a part of the state concerns; what is not named here concerns all of them.
const CONCERNS = {
  filter: ["tables"],
  sort: ["tables"],
  allRows: ["tables"],
  table: ["tables"],
  allDimensions: ["tables"],
  pair: ["pairs", "costs"],
  test: ["pairs"],
  statistic: ["detail"],
  shape: ["detail"],
  parameter: ["detail"],
  indicator: ["detail"],
  scalingTarget: ["plot-scaling", "scaling-minis"],
  runLengthTarget: ["distributions"],
  qualityBudget: ["distributions"],
  adviceBudget: ["advice"],
  adviceUnit: ["advice"],
  tolerance: ["costs"],
  at: [],
  panel: [],
  search: [],
};

export const concerned = (id, patch) =>
  Object.keys(patch).some((field) => CONCERNS[field]?.includes(id) ?? true);

// One drawing at a time: what changes meanwhile is drawn after it.
export function createDrawing(render) {
  let due = true;
  let running = null;
  async function run() {
    while (due) {
      due = false;
      try {
        await render();
      } catch (error) {
        console.error(error);
      }
    }
    running = null;
  }
  return {
    isDue: () => due,
    renew: () => {
      due = true;
    },
    draw: () => {
      if (due && !running) running = run();
      return running;
    },
  };
}

// `renders` holds, by the name of an element, the function (view, results, store) that fills it.
export function createSections(renders, store, results) {
  const sections = Object.entries(renders)
    .filter(([id]) => $(id))
    .map(([id, render]) => ({
      id,
      node: $(id),
      visible: false,
      ...createDrawing(() => render(store.view(), results, store)),
    }));

  // What is not in view is drawn while nothing else is to be done, so that printing finds it.
  function drawTheRestLater() {
    const next = sections.find((s) => s.isDue());
    if (!next || store.view().many || !window.requestIdleCallback) return;
    window.requestIdleCallback(async () => {
      await next.draw();
      drawTheRestLater();
    });
  }

  function renew(patch = { everything: true }) {
    for (const s of sections) if (concerned(s.id, patch)) s.renew();
    drawTheRestLater();
    return Promise.all(sections.filter((s) => s.visible).map((s) => s.draw()));
  }

  function watch() {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const s = sections.find((candidate) => candidate.node === entry.target);
          s.visible = entry.isIntersecting;
          if (s.visible) s.draw();
        }
      },
      { rootMargin: "300px" },
    );
    for (const s of sections) observer.observe(s.node);
    drawTheRestLater();
  }

  return { renew, watch, drawEverything: () => Promise.all(sections.map((s) => s.draw())) };
}
