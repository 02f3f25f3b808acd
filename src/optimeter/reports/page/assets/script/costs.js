// The profiles of derivative-free optimization: performance, data and log-ratio profiles to a tolerance.

import { $ } from "./dom.js";
import { show } from "./drawing.js";
import { pageFigure } from "./figures.js";

// The figures of the chosen tolerance, by the names of their places; `entry` holds them.
export function costFigures(view, entry) {
  const at = `tolerance ${view.tolerance}`;
  const empty = "No data for this choice.";
  const pair = [...view.pair].toSorted((a, b) => a - b);
  const names = pair.map(view.nameOf).join(" and ");
  const drawn = (of, kind, label, why = empty) => pageFigure(of, kind, { empty: why, label, name: label });
  return {
    "performance-profile": drawn(view, entry?.["performance-profile"], `Performance profiles, ${at}.`),
    "data-profile": drawn(view, entry?.["data-profile"], `Data profiles, ${at}.`),
    "log-ratio": drawn(
      { ...view, shown: new Set(pair) },
      entry?.["log-ratio"][pair.join("-")],
      `Log-ratios of the evaluations of ${names}, ${at}.`,
      `There are no log-ratios of ${names} to this tolerance.`,
    ),
  };
}

export async function costSection(view, results) {
  $("costs").hidden = !view.tolerances.length;
  if (!view.tolerances.length) return;
  const costs = await results.costs(view);
  const entry = costs[view.suite.pooled ? "all" : view.dimension]?.[view.tolerance];
  $("costs-about").textContent = entry?.about ?? "";
  for (const [kind, figure] of Object.entries(costFigures(view, entry)))
    await show(view, `plot-${kind}`, figure);
}
