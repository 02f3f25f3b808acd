// What figures are made of: lines, markers, bands, labels, as plotly is told.

import { keptApart } from "./axes.js";
import { escaped, shortened } from "./format.js";

export const PALE = { light: "#c9ced3", dark: "#47515b" };
export const REFERENCE = { light: "#8d959c", dark: "#8f99a3" };

export const legend = { showlegend: true, legend: { orientation: "h", x: 0, y: -0.2, yanchor: "top" } };
export const told = { hovertemplate: "%{text}<extra></extra>" };
export const silent = { hoverinfo: "skip", showlegend: false };

// A line across the frame at a value of an axis.
export const ruleAt = (axis, at, line) =>
  axis === "x"
    ? { type: "line", x0: at, x1: at, yref: "paper", y0: 0, y1: 1, line }
    : { type: "line", xref: "paper", x0: 0, x1: 1, y0: at, y1: at, line };

// The area between two curves; of step curves ("hv"), with their corners.
export function bandTrace(x, low, high, fillcolor, opacity = 0.2, shape = "linear") {
  const stepped = shape === "hv";
  const corners = (values) => (stepped ? values.flatMap((v, i) => (i ? [values[i - 1], v] : [v])) : values);
  const across = stepped ? x.flatMap((v, i) => (i ? [v, v] : [v])) : x;
  return {
    x: [...across, ...across.toReversed()],
    y: [...corners(high), ...corners(low).toReversed()],
    fill: "toself",
    fillcolor,
    opacity,
    mode: "lines",
    line: { width: 0 },
    ...silent,
  };
}

// Labels at the right of the frame: end value and full name, in the order of the ends, kept apart.
export function endLabels(view, ends, height) {
  const rows = ends.map((e) => ({ ...e, label: shortened(e.label, 42) }));
  const at = keptApart(ends.map((e) => e.y), 17 / Math.max(120, height)); // prettier-ignore
  const annotations = rows.map((row, i) => ({
    xref: "paper",
    x: 1.028,
    xanchor: "left",
    yref: "paper",
    y: at[i],
    yanchor: "middle",
    showarrow: false,
    align: "left",
    text: `<span style="color:${row.colour}">●</span> ${escaped(row.label)}`,
    font: { color: view.paint.ink, size: 13 },
  }));
  const shapes = rows.map((row, i) => ({
    type: "line",
    xref: "paper",
    yref: "paper",
    x0: 1.003,
    x1: 1.024,
    y0: row.y,
    y1: at[i],
    line: { color: row.colour, width: 1.6 },
  }));
  const longest = Math.max(0, ...rows.map((row) => row.label.length));
  // The labels stand left of the buttons, which take 26 pixels.
  return { annotations, shapes, margin: Math.min(386, 74 + 7.7 * longest) };
}
