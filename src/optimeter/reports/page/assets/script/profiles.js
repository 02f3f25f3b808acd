// Runtime profiles: what the large figure says, and what pointing at a curve tells.

import { reach } from "./curves.js";
import { curveOf, shownMarks } from "./description.js";
import { pageFigure } from "./figures.js";
import { percent, short } from "./format.js";

export function profileFigure(view, figure, size, name) {
  const empty = "No data for this choice.";
  if (!figure) return { empty };
  const ends = shownMarks(view, figure)
    .front.filter(({ mark, series }) => mark.mark === "end" && series.algorithm !== undefined)
    .toSorted((p, q) => q.mark.y - p.mark.y);
  const said = ends.slice(0, 3).map(({ mark, series }) => `${series.label} solves ${percent(mark.y)}`);
  const label = `Runtime profiles. In the end ${said.join(", ")}.`;
  return pageFigure(view, figure, { empty, name, label, size });
}

// The horizontal distance between curves, read off the drawn steps at a height; "" where there is none.
export function distanceSentence(view, figure, algorithm, height) {
  if (!view.shown.has(algorithm)) return "";
  const mine = reach(curveOf(view, figure, algorithm), height);
  if (!mine) return "";
  const others = [...view.shown]
    .filter((a) => a !== algorithm)
    .map((a) => [a, curveOf(view, figure, a)])
    .filter(([, curve]) => curve.x.length)
    .slice(0, 6)
    .map(([a, curve]) => {
      const x = reach(curve, height);
      const who = view.nameOf(a);
      return x === undefined ? `${who} never gets there` : `${who} needs ${short(x / mine)}× as many`;
    });
  const solves = `${view.nameOf(algorithm)} solves ${percent(height)} of the problems`;
  const first = `${solves} within ${short(mine)}·D ${view.suite.evaluations}`;
  return `${[first, others.join(", ")].filter(Boolean).join("; ")}.`;
}
