// Loss ratios against the reference.

import { $, fillTable } from "./dom.js";
import { show } from "./drawing.js";
import { pageFigure } from "./figures.js";
import { short } from "./format.js";

const SHARES = { p10: "10 %", p25: "25 %", median: "Median", p75: "75 %", p90: "90 %" };

export async function lossSection(view, results) {
  const { loss } = await results.inDimension(view);
  await show(view, "plot-loss", lossFigure(view, loss));
  const rows = (loss?.rows ?? []).filter((r) => view.shown.has(r.algorithm));
  if (!rows.length) {
    $("loss-table").replaceChildren();
    return;
  }
  const texts = ["geometric_mean", "best", ...Object.keys(SHARES)];
  fillTable(
    $("loss-table"),
    `Loss ratios over ${view.suite.sets[0].title} against ${view.suite.reference}, dimension ${view.dimension}`,
    ["Algorithm", "Budget", "Geometric mean", "Best", ...Object.values(SHARES), "Infinite"],
    rows.map((r) => [
      view.nameOf(r.algorithm),
      `${short(r.budget)}·D`,
      ...texts.map((name) => r.text[name]),
      `${r.infinite}/${r.functions}`,
    ]),
  );
}

export const lossFigure = (view, loss) =>
  pageFigure(view, loss?.figure, {
    empty: "No loss ratios in this dimension.",
    label: `Loss ratios against ${view.suite.reference}.`,
    name: `loss_D${view.dimension}`,
  });
