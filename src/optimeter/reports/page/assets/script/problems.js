// One function: quality against budget, expected runtime against target and against dimension, and
// single runs.

import { mapped } from "./curves.js";
import { pageFigure } from "./figures.js";

export function problemFigures(view, data) {
  const found = data[view.fn] ?? {};
  const { title } = view.setOf(view.fn);
  const { value, scale } = view.suite.words;
  const [surface, front] = [found["attainment-surface"], found["front-quality"]];
  const noData = "No data for this function.";
  const noTarget = "No target was reached on this function.";
  const fewOnly = `Single runs are shown for up to ${view.overview.few} algorithms.`;
  const noMean =
    view.statistic === "geometric-mean"
      ? "The geometric mean is not defined where a value is negative."
      : noData;
  // Of each figure what is drawn, why it may be empty, and what it shows; the last three are not of all data.
  const figures = {
    convergence: [found[view.statistic] ?? found.convergence, noMean, `Best ${value} against budget`],
    ert: [found.ert, noTarget, "Expected runtime against target"],
    "runtime-density": [found[`runtime-${view.shape}`], noTarget, "Mass and density of runtimes"],
    "value-density": [found[`value-${view.shape}`], noData, `Mass and density of the best ${scale}`],
    ...mapped(view.overview.cards, (shows, kind) => [found[kind], fewOnly, shows.replace("{value}", value)]),
    ...(surface && {
      "attainment-surface": [
        surface,
        "No runs on this function have two objectives on record.",
        "Attainment surfaces",
      ],
    }),
    ...(front && {
      "front-quality": [
        front[view.indicator],
        "No runs on this function have their objectives on record.",
        `${view.overview.indicators[view.indicator]} of the fronts against budget`,
      ],
    }),
    ...(view.parameter && {
      parameters: [
        found.parameters?.[view.parameter],
        "This parameter was not logged on this function.",
        `${view.parameter} against budget`,
      ],
    }),
  };
  return mapped(figures, ([figure, empty, shows], place) => {
    const name = `${place}_${view.fn}_D${view.dimension}`;
    return pageFigure(view, figure, { empty, label: `${shows} on ${title}.`, name });
  });
}

// Expected runtimes against the number of constraints, on functions that differ in nothing else.
export const constraintsFigure = (view, data) => {
  const family = view.suite.constraint_families[view.fn];
  return pageFigure(view, data[view.dimension]?.[family]?.[view.scalingTarget], {
    empty: "No data for this function.",
    label: `Expected runtime against the number of constraints on ${family}, dimension ${view.dimension}.`,
    name: `scaling_constraints_${view.fn}_D${view.dimension}`,
  });
};

export const scalingFigure = (view, data) =>
  pageFigure(view, data[view.fn]?.[view.scalingTarget], {
    empty: "No data for this function.",
    label: `Expected runtime against dimension on ${view.setOf(view.fn).title}.`,
    name: `scaling_${view.fn}`,
  });
