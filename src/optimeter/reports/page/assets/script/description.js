// Figures as Python describes them: two axes and marks, each of which belongs to a series.
// What is drawn is decided there; here the reader's choice decides what of it is shown.

import { remembered, summed } from "./curves.js";

export const UNITS = { log: 1000, share: 10000 }; // whole numbers in log10 of one, in a share of one
const ALONG = { x: "x", y: "y", low: "y", high: "y" };

const scaleOf = (axis) => axis.scale ?? "log";

function positions(coded, axis) {
  const scale = scaleOf(axis);
  const values = summed(coded, UNITS[scale]);
  return scale === "log" ? values.map((log) => 10 ** log) : values;
}

// The marks of a figure with their positions; those of curves of shares are decoded.
export const marksOf = remembered((figure) =>
  figure.y.scale !== "share"
    ? figure.marks
    : figure.marks.map((mark) => {
        const found = Object.entries(ALONG).filter(([name]) => Array.isArray(mark[name]));
        const places = found.map(([name, side]) => [name, positions(mark[name], figure[side])]);
        return { ...mark, ...Object.fromEntries(places) };
      }),
);

// How a series looks, and the position of its algorithm if it is one.
function seriesOf(view, figure) {
  const known = new Map();
  view.algorithms.forEach(({ name, dash, marker }, algorithm) =>
    known.set(`algorithm/${name}`, { label: name, colour: view.colour(algorithm), dash, marker, algorithm }),
  );
  const { reference } = view.suite;
  known.set(`reference/${reference}`, {
    label: reference,
    colour: view.overview.look.reference,
    dash: "solid",
    marker: "circle",
  });
  for (const { key, label, colour, colour_dark, dash = "solid", marker = "circle" } of figure.series)
    known.set(key, { label, colour: view.theme === "dark" ? colour_dark || colour : colour, dash, marker });
  for (const [key, note] of Object.entries(figure.notes ?? {})) known.get(key).note = note;
  return known;
}

// Of many algorithms those that are not shown are drawn behind, within the group that is looked at, and always those
// of the background.
const isBehind = (view, { algorithm }) =>
  algorithm !== undefined && ((view.many && view.belongs(algorithm)) || !view.algorithms[algorithm].competes);

// The marks in front with their series, and the curves of the other algorithms behind.
export function shownMarks(view, figure) {
  const series = seriesOf(view, figure);
  const [front, crowd] = [[], []];
  for (const mark of marksOf(figure)) {
    const entry = series.get(mark.series);
    if (entry.algorithm === undefined ? view.shown.size : view.shown.has(entry.algorithm)) {
      const unsure = mark.mark === "band" || mark.confidence;
      const crowded = mark.most && view.shown.size > mark.most;
      if (!crowded && (view.bands || !unsure)) front.push({ mark, series: entry });
    } else if (mark.mark === "line" && isBehind(view, entry) && view.crowd)
      crowd.push({ mark, series: { ...entry, colour: view.overview.look.crowd[view.theme] } });
  }
  return { front, crowd };
}

// The curve of one series over all its lines: solid and dashed parts follow each other.
export function curveOf(view, figure, algorithm) {
  const key = `algorithm/${view.nameOf(algorithm)}`;
  const lines = marksOf(figure).filter((mark) => mark.mark === "line" && mark.series === key);
  return { x: lines.flatMap((mark) => mark.x), y: lines.flatMap((mark) => mark.y) };
}
