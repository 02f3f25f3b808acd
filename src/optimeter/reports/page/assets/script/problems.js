// One function: quality against budget, expected runtime against target and against dimension, and
// single runs.

import { pageFigure } from "./figures.js";

export function problemFigures(view, data) {
  const { convergence, ert, runs, runtimes, values } = data[view.fn] ?? {};
  const { title } = view.setOf(view.fn);
  const file = (kind) => `${kind}_${view.fn}_D${view.dimension}`;
  return {
    convergence: pageFigure(view, convergence, {
      empty: "No data for this function.",
      label: `Best ${view.suite.words.value} against budget on ${title}.`,
      name: file("convergence"),
    }),
    ert: pageFigure(view, ert, {
      empty: "No target was reached on this function.",
      label: `Expected runtime against target on ${title}.`,
      name: file("ert"),
    }),
    "single-runs": pageFigure(view, runs, {
      empty: "Single runs are shown for up to twelve algorithms.",
      label: `Best ${view.suite.words.value} of single runs against budget on ${title}.`,
      name: file("single-runs"),
    }),
    "runtime-density": pageFigure(view, runtimes, {
      empty: "No target was reached on this function.",
      label: `Mass and density of runtimes on ${title}.`,
      name: file("runtime-density"),
    }),
    "value-density": pageFigure(view, values, {
      empty: "No data for this function.",
      label: `Mass and density of the best ${view.suite.words.scale} on ${title}.`,
      name: file("value-density"),
    }),
  };
}

export const scalingFigure = (view, data) =>
  pageFigure(view, data[view.fn]?.[view.scalingTarget], {
    empty: "No data for this function.",
    label: `Expected runtime against dimension on ${view.setOf(view.fn).title}.`,
    name: `scaling_${view.fn}`,
  });
