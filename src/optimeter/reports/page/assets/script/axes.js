// Axes: where labels stand, and how plotly is told.

import { powerOfTen, short } from "./format.js";

// Labels that suit a logarithmic axis with room for some: decades, every so many, or 1, 2, 5 written out.
export function logLabels(low, high, most = 7) {
  const [from, to] = [low, high].map(Math.log10);
  if (to - from > 2) return { dtick: Math.max(1, Math.ceil((to - from) / most)) };
  const all = decades(Math.floor(from), to).flatMap((k) => [1, 2, 5].map((digit) => Number(`${digit}e${k}`)));
  const ticks = all.filter((value) => value >= low && value <= high);
  return { tickmode: "array", tickvals: ticks, ticktext: ticks.map(short), tickfont: { size: 12 } };
}

// The texts at the ticks of an axis, as long as they can be.
export function tickTexts(axis, most) {
  if (axis.labels) return axis.labels;
  if (axis.scale === "share") return ["100%"];
  const { ticktext } = logLabels(axis.low, axis.high, most);
  return ticktext ?? [axis.low, axis.high].map((end) => powerOfTen(Math.round(Math.log10(end))));
}

// Where values stand on an axis, from 0 to 1.
export function partOf({ scale = "log", low = 0, high = 1 }) {
  const at = scale === "log" ? Math.log10 : (value) => value;
  const [from, to] = [at(low), at(high)];
  return (value) => (at(value) - from) / (to - from);
}

// The given ticks of an axis that have room for their labels, the first one in any case.
export function thinned(axis, length, measure) {
  if (!axis.ticks) return {};
  const part = partOf(axis);
  let end = -Infinity;
  const kept = axis.ticks.flatMap((tick, i) => {
    const middle = length * part(tick);
    const half = measure(axis.labels[i]) / 2;
    if (middle - half < end + 6) return [];
    end = middle + half;
    return [i];
  });
  return { ticks: kept.map((i) => axis.ticks[i]), labels: kept.map((i) => axis.labels[i]) };
}

// Exponents from one end to the other.
export function decades(from, to, step = 1) {
  const found = [];
  for (let k = Math.ceil(from) + 0; k <= to; k += step) found.push(k); // + 0: no negative zero
  return found;
}

// Heights of labels in the order of their ends, at least a gap apart, none above the ceiling.
export function keptApart(heights, gap, ceiling = 1) {
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
  title: { text: title, standoff: 6, font: { size: 13 } },
  tickangle: 0,
  tickfont: { size: 12 },
  gridcolor: paint.grid,
  zeroline: false,
  linecolor: paint.soft,
  mirror: true,
  ticks: "outside",
  tickcolor: paint.soft,
  ticklen: 4,
});

// What plotly is told of the places and labels on an axis, by its scale, with room for so many labels; labelled rows
// 0, 1, … stand from the top.
const SCALES = {
  share: ({ high = 1 }) => ({ range: [0, high], dtick: 0.2, tickformat: ".0%" }),
  rows: ({ labels }) => ({
    tickvals: labels.map((_, i) => i),
    ticktext: labels,
    range: [labels.length - 0.4, TOP],
  }),
  linear: ({ low, high, ticks, labels }) => ({ range: [low, high], tickvals: ticks, ticktext: labels }),
  log: ({ low, high, ticks, labels, reverse }, most) => {
    const ends = [Math.log10(low), Math.log10(high)];
    const labelled = { tickmode: "array", tickvals: ticks, ticktext: labels };
    return {
      type: "log",
      exponentformat: "power",
      tickfont: { size: 10.5 }, // plotly enlarges powers of ten by a quarter
      range: reverse ? ends.toReversed() : ends,
      ...(ticks ? { ...labelled, tickfont: { size: 12 } } : logLabels(low, high, most)),
    };
  },
};

// An axis as it is described; titles and labels are written for plotly.
export const plotlyAxis = ({ paint }, axis, most) => ({
  ...framed(paint, axis.title),
  ...SCALES[axis.scale ?? "log"](axis, most),
});
