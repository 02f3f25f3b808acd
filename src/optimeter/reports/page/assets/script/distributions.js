// Distributions over runs: run lengths, quality at a budget, and over all budgets.

import { labelStep, logAxis, shareAxis } from "./axes.js";
import { interval, steps } from "./curves.js";
import { show } from "./drawing.js";
import { escaped, percent } from "./format.js";
import { bandTrace, legend, lineOf, verticalLine } from "./marks.js";

export async function distributionSection(view, results) {
  const all = (await results.inDimension(view)).distributions;
  const entry = all[view.set.kind === "function" ? "all" : view.set.key];
  const none = { empty: "No data for this choice." };
  await show(view, "plot-runs", entry ? runLengthFigure(view, entry.run_lengths) : none);
  await show(view, "plot-quality", entry ? qualityFigure(view, entry.qualities) : none);
  await show(view, "plot-budgets", entry ? overBudgetsFigure(view, entry.budget_profiles) : none);
}

export const budgetWords = (budget) => ({ "∞": "end of runs", all: "all" })[budget] ?? `${budget}·D`;

// Tints for the curves of one algorithm, easy to hard.
function shade(view, i, n) {
  const part = i / Math.max(1, n - 1);
  const lightness = view.theme === "dark" ? 68 : 52 - 22 * part;
  return `hsl(${200 + 130 * part} 75% ${lightness}%)`;
}

// A step curve with its interval; `end` is where the last step is drawn to.
function distributionTraces(view, curve, { end, line, name, tell }) {
  const points = steps(curve);
  const extended = (values) => [...values, values.at(-1) ?? 0];
  const ends = interval(curve);
  const [low, high] = [extended(ends.low), extended(ends.high)];
  const x = [...points.x, Math.max(end, points.x.at(-1) ?? 0)];
  const trace = {
    x,
    y: extended(points.y),
    mode: "lines",
    line: { shape: "hv", ...line },
    name: escaped(name),
    text: low.map((v, i) => `<b>${escaped(name)}</b><br>95 % interval ${percent(v)} to ${percent(high[i])}`),
    hovertemplate: `%{text}<br>${tell}<extra></extra>`,
    meta: curve.algorithm,
  };
  const banded = view.bands && points.x.length;
  return banded ? [bandTrace(x, low, high, line.color, 0.15, "hv"), trace] : [trace];
}

// The shown curves at the chosen value of a field, or all of one algorithm.
const chosen = (view, list, field, value) =>
  list.filter((c) => view.shown.has(c.algorithm) && (value === "all" || c[field] === value));

export function runLengthFigure(view, list) {
  const together = view.runLengthTarget === "all";
  const shown = chosen(view, list, "target", view.runLengthTarget);
  const ended = shown.filter((c) => c.log_longest !== null);
  const ends = new Map(ended.map((c) => [c.algorithm, 10 ** c.log_longest]));
  const traces = shown.flatMap((c, i) =>
    distributionTraces(view, c, {
      end: ends.get(c.algorithm) ?? 10,
      line: together ? { color: shade(view, i, shown.length), width: 2.2 } : lineOf(view, c.algorithm),
      name: `${together ? c.target : view.nameOf(c.algorithm)}: ${c.solved} functions`,
      tell: "%{y:.1%} of runs within %{x:.3g}·D",
    }),
  );
  const longest = Math.log10(Math.max(10, ...ends.values()));
  const layout = {
    ...legend,
    shapes: [...ends].map(([a, x]) => verticalLine(x, { color: view.colour(a), width: 1, dash: "dot" })),
    xaxis: logAxis(view, `${view.suite.evaluations} / dimension`, { range: [0, longest + 0.1] }),
    yaxis: shareAxis(view, "runs that reached the target"),
  };
  return { traces, layout, label: `Run lengths to target ${view.runLengthTarget}.`, name: "run-lengths" };
}

const valueLayout = (view, traces, title) => ({
  ...legend,
  xaxis: logAxis(view, "best precision", { dtick: labelStep(traces.flatMap((t) => t.x)) }),
  yaxis: shareAxis(view, title),
});

export function qualityFigure(view, list) {
  const together = view.qualityBudget === "all";
  const shown = chosen(view, list, "budget", view.qualityBudget);
  const traces = shown.flatMap((c, i) =>
    distributionTraces(view, c, {
      end: 0,
      line: together ? { color: shade(view, i, shown.length), width: 2 } : lineOf(view, c.algorithm),
      name: together ? budgetWords(c.budget) : view.nameOf(c.algorithm),
      tell: "%{y:.1%} of runs at most %{x:.3g}",
    }),
  );
  const label = `Best precision of the runs, budget ${budgetWords(view.qualityBudget)}.`;
  return { traces, layout: valueLayout(view, traces, "runs"), label, name: "quality" };
}

export function overBudgetsFigure(view, list) {
  const traces = chosen(view, list, "budget", "all").flatMap((c) =>
    distributionTraces(view, c, {
      end: 0,
      line: lineOf(view, c.algorithm),
      name: view.nameOf(c.algorithm),
      tell: "%{y:.1%} of run–budget pairs at most %{x:.3g}",
    }),
  );
  const label = "Best precision over runs and budgets.";
  return { traces, layout: valueLayout(view, traces, "run–budget pairs"), label, name: "budget-ecdf" };
}
