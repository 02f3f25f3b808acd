// One function: quality against budget, expected runtime against target and against dimension, and
// single runs.

import { pageFigure } from "./figures.js";
import { FEW, INDICATORS } from "./view.js";

const FEW_ONLY = `Single runs are shown for up to ${FEW} algorithms.`;

export function problemFigures(view, data) {
  const found = data[view.fn] ?? {};
  const { convergence, ert } = found;
  const { title } = view.setOf(view.fn);
  const file = (kind) => `${kind}_${view.fn}_D${view.dimension}`;
  return {
    convergence: pageFigure(view, found[view.statistic] ?? convergence, {
      empty:
        view.statistic === "geometric-mean"
          ? "The geometric mean is not defined where a value is negative."
          : "No data for this function.",
      label: `Best ${view.suite.words.value} against budget on ${title}.`,
      name: file("convergence"),
    }),
    ert: pageFigure(view, ert, {
      empty: "No target was reached on this function.",
      label: `Expected runtime against target on ${title}.`,
      name: file("ert"),
    }),
    "single-runs": pageFigure(view, found["single-runs"], {
      empty: FEW_ONLY,
      label: `Best ${view.suite.words.value} of single runs against budget on ${title}.`,
      name: file("single-runs"),
    }),
    "runtime-density": pageFigure(view, found[`runtime-${view.shape}`], {
      empty: "No target was reached on this function.",
      label: `Mass and density of runtimes on ${title}.`,
      name: file("runtime-density"),
    }),
    "value-density": pageFigure(view, found[`value-${view.shape}`], {
      empty: "No data for this function.",
      label: `Mass and density of the best ${view.suite.words.scale} on ${title}.`,
      name: file("value-density"),
    }),
    attainment: pageFigure(view, found.attainment, {
      empty: FEW_ONLY,
      label: `Best ${view.suite.words.value} that shares of the runs attain on ${title}.`,
      name: file("attainment"),
    }),
    "attainment-ecdf": pageFigure(view, found["attainment-ecdf"], {
      empty: FEW_ONLY,
      label: `Mean normalised quality against budget on ${title}.`,
      name: file("attainment-ecdf"),
    }),
    instances: pageFigure(view, found.instances, {
      empty: FEW_ONLY,
      label: `Runtimes by instance on ${title}.`,
      name: file("instances"),
    }),
    ...(found["attainment-surface"] && {
      "attainment-surface": pageFigure(view, found["attainment-surface"], {
        empty: "No runs on this function have two objectives on record.",
        label: `Attainment surfaces on ${title}.`,
        name: file("attainment-surface"),
      }),
    }),
    ...(found["front-quality"] && {
      "front-quality": pageFigure(view, found["front-quality"][view.indicator], {
        empty: "No runs on this function have their objectives on record.",
        label: `${INDICATORS[view.indicator]} of the fronts against budget on ${title}.`,
        name: file("front-quality"),
      }),
    }),
    ...(view.parameter && {
      parameters: pageFigure(view, found.parameters?.[view.parameter], {
        empty: "This parameter was not logged on this function.",
        label: `${view.parameter} against budget on ${title}.`,
        name: file("parameters"),
      }),
    }),
  };
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
