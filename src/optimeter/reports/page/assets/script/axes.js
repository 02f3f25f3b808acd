// Axes: where labels stand, and how plotly is told.

import { short } from "./format.js";

// Labels that suit a logarithmic axis: every second decade, decades, or 1, 2, 5 written out.
export function logLabels(low, high) {
  const [from, to] = [low, high].map(Math.log10);
  if (to - from > 2) return { dtick: to - from > 7 ? 2 : 1 };
  const all = decades(Math.floor(from), to).flatMap((k) => [1, 2, 5].map((digit) => Number(`${digit}e${k}`)));
  const ticks = all.filter((value) => value >= low && value <= high);
  return { tickmode: "array", tickvals: ticks, ticktext: ticks.map(short), tickfont: {} };
}

// Exponents from one end to the other.
export function decades(from, to, step = 1) {
  const found = [];
  for (let k = Math.ceil(from) + 0; k <= to; k += step) found.push(k); // + 0: no negative zero
  return found;
}

// Heights of labels in the order of their ends, at least a gap apart, none above the ceiling.
export function keptApart(heights, gap, ceiling = 1.02) {
  const order = heights.map((_, i) => i).toSorted((i, j) => heights[i] - heights[j]);
  const at = [...heights];
  order.forEach((i, place) => {
    if (place) at[i] = Math.max(at[i], at[order[place - 1]] + gap);
  });
  let highest = ceiling;
  for (const i of order.toReversed()) {
    at[i] = Math.min(at[i], highest);
    highest = at[i] - gap;
  }
  return at;
}

export const TOP = -0.6; // where an axis of rows begins

const framed = (paint, title) => ({
  title: { text: title, standoff: 8 },
  gridcolor: paint.grid,
  zeroline: false,
  linecolor: paint.soft,
  mirror: true,
  ticks: "outside",
  tickcolor: paint.soft,
  ticklen: 4,
});

export const logAxis = ({ paint }, title, extra = {}) => ({
  ...framed(paint, title),
  type: "log",
  dtick: 1,
  exponentformat: "power",
  showgrid: true,
  tickfont: { size: 10.5 }, // plotly enlarges powers of ten by a quarter
  ...extra,
});

// Labelled lines 0, 1, … from the top.
export const rowAxis = ({ paint }, labels) => ({
  ...framed(paint, ""),
  tickvals: labels.map((_, i) => i),
  ticktext: labels,
  range: [labels.length - 0.4, TOP],
  automargin: true,
});

export const shareAxis = ({ paint }, title) => ({
  ...framed(paint, title),
  range: [0, 1],
  dtick: 0.2,
  tickformat: ".0%",
});

export const linearAxis = ({ paint }, { title, low, high, ticks, labels }) => ({
  ...framed(paint, title),
  range: [low, high],
  tickvals: ticks,
  ticktext: labels,
});
