// Distributions over runs: run lengths, quality at a budget, and over all budgets.

import { $ } from "./dom.js";
import { show } from "./drawing.js";
import { pageFigure } from "./figures.js";
import { budgetWords } from "./view.js";

// The three figures of the chosen functions, target and budget.
export function distributionFigures(view, entry) {
  const drawn = (figure, name, label) =>
    pageFigure(view, figure, { empty: "No data for this choice.", name, label });
  const [target, budget] = [view.runLengthTarget, view.qualityBudget];
  const at = `Best ${view.suite.words.scale} of the runs, budget ${budgetWords(budget)}.`;
  return {
    runs: drawn(entry?.run_lengths[target], "run-lengths", `Run lengths to target ${target}.`),
    quality: drawn(entry?.qualities[budget], "quality", at),
    budgets: drawn(
      entry?.budget_profiles,
      "budget-ecdf",
      `Best ${view.suite.words.scale} over runs and budgets.`,
    ),
  };
}

const about = (view) =>
  view.set.kind === "function"
    ? `Runs on ${view.suite.sets[0].title}: there are no distributions of ${view.set.title} alone.`
    : `Runs on ${view.set.title}, dimension ${view.dimension}.`;

export async function distributionSection(view, results) {
  $("distributions-about").textContent = about(view);
  const figures = distributionFigures(view, await results.distributions(view));
  for (const [place, figure] of Object.entries(figures)) await show(view, `plot-${place}`, figure);
}
