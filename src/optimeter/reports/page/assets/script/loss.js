// Loss ratios against the reference.

import { logAxis } from "./axes.js";
import { $, fillTable } from "./dom.js";
import { show } from "./drawing.js";
import { escaped, short } from "./format.js";
import { legend, lineOf, markerOf, silent, told } from "./marks.js";

const SHARES = { p10: "10 %", p25: "25 %", median: "Median", p75: "75 %", p90: "90 %" };

export async function lossSection(view, results) {
  const rows = ((await results.inDimension(view)).loss ?? []).filter((r) => view.shown.has(r.algorithm));
  await show(view, "plot-loss", lossFigure(view, rows));
  if (!rows.length) {
    $("loss-table").replaceChildren();
    return;
  }
  const texts = ["geometric_mean", "best", ...Object.keys(SHARES)];
  fillTable(
    $("loss-table"),
    `Loss ratios over functions against ${view.suite.reference}, dimension ${view.dimension}`,
    ["Algorithm", "Budget", "Geometric mean", "Best", ...Object.values(SHARES), "Infinite"],
    rows.map((r) => [
      view.nameOf(r.algorithm),
      `${short(r.budget)}·D`,
      ...texts.map((name) => r.text[name]),
      `${r.infinite}/${r.functions}`,
    ]),
  );
}

// Bars of one summary, moved aside so that those of several algorithms are told apart.
function barTraces(view, r, x) {
  const bar = (low, high, width, opacity) =>
    low && high
      ? [
          {
            x: [x, x],
            y: [low, high],
            mode: "lines",
            line: { color: view.colour(r.algorithm), width },
            opacity,
            ...silent,
          },
        ]
      : [];
  return [...bar(r.p10, r.p90, 1.2, 0.6), ...bar(r.p25, r.p75, 7, 0.35)];
}

export function lossFigure(view, rows) {
  if (!rows.length) return { empty: "No loss ratios in this dimension." };
  const names = [...new Set(rows.map((r) => r.algorithm))];
  const tell = (r) =>
    `<b>${escaped(view.nameOf(r.algorithm))}</b>, budget ${short(r.budget)}·D<br>` +
    `geometric mean ${r.text.geometric_mean}<br>` +
    `10/25/50/75/90 %: ${Object.keys(SHARES)
      .map((name) => r.text[name])
      .join(", ")}<br>` +
    `${r.infinite} of ${r.functions} functions infinite`;
  const annotations = [];
  const traces = names.flatMap((a, i) => {
    const mine = rows.filter((r) => r.algorithm === a);
    const shift = 10 ** ((i - (names.length - 1) / 2) * Math.min(0.11, 0.6 / names.length));
    const means = {
      x: mine.map((r) => r.budget * shift),
      y: mine.map((r) => r.geometric_mean),
      mode: "lines+markers",
      line: lineOf(view, a),
      marker: markerOf(view, a, 8),
      name: escaped(view.nameOf(a)),
      text: mine.map(tell),
      ...told,
    };
    if (names.length <= 4)
      for (const r of mine.filter((row) => row.infinite))
        annotations.push({
          x: Math.log10(r.budget * shift),
          y: 0.01 + 0.045 * i,
          yref: "paper",
          yanchor: "bottom",
          text: `${r.infinite}∞`,
          showarrow: false,
          font: { size: 11, color: view.colour(a) },
        });
    return names.length <= 6
      ? [means, ...mine.flatMap((r) => barTraces(view, r, r.budget * shift))]
      : [means];
  });
  const even = { type: "line", xref: "paper", x0: 0, x1: 1, y0: 1, y1: 1 };
  return {
    traces,
    layout: {
      ...legend,
      annotations,
      shapes: [{ ...even, line: { color: view.paint.soft, width: 1, dash: "dot" } }],
      xaxis: logAxis(view, "budget: evaluations / dimension"),
      yaxis: logAxis(view, "loss ratio"),
    },
    label: `Loss ratios against ${view.suite.reference}.`,
    name: `loss_D${view.dimension}`,
  };
}
