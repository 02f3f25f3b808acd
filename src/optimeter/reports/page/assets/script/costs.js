// The profiles of derivative-free optimization: performance, data and log-ratio profiles to a tolerance.

import { $ } from "./dom.js";
import { show } from "./drawing.js";
import { pageFigure } from "./figures.js";

// Why there are no log-ratios of two algorithms: few are on the page, or the two solve nothing.
function noRatios(view, pair, names) {
  const here = view.rivals.slice(0, view.suite.paired);
  if (pair.every((a) => here.includes(a))) return `There are no log-ratios of ${names} to this tolerance.`;
  const some = here.map(view.nameOf).join(", ");
  return `The page has log-ratios among ${some} only; the command below draws those of ${names}.`;
}

// The figures of the chosen tolerance, by the names of their places; `entry` holds them.
export function costFigures(view, entry) {
  const at = `tolerance ${view.tolerance}`;
  const empty = "No data for this choice.";
  const { pair } = view;
  const names = pair.map(view.nameOf).join(" and ");
  const drawn = (of, kind, label, why = empty) => pageFigure(of, kind, { empty: why, label, name: label });
  return {
    "performance-profile": drawn(view, entry?.["performance-profile"], `Performance profiles, ${at}.`),
    "data-profile": drawn(view, entry?.["data-profile"], `Data profiles, ${at}.`),
    "log-ratio": drawn(
      { ...view, shown: new Set(pair) },
      entry?.["log-ratio"][pair.join("-")],
      `Log-ratios of the evaluations of ${names}, ${at}.`,
      noRatios(view, pair, names),
    ),
  };
}

export async function costSection(view, results) {
  $("costs").hidden = !view.tolerance;
  if (!view.tolerance) return;
  const costs = await results.costs(view);
  const entry = costs[view.suite.pooled ? "all" : view.dimension]?.[view.tolerance];
  $("costs-about").textContent = entry?.about ?? "";
  for (const [kind, figure] of Object.entries(costFigures(view, entry)))
    await show(view, `plot-${kind}`, figure);
}
