// Runtime profiles: what the large figure says, and what pointing at a curve tells.

import { reach } from "./curves.js";
import { curveOf, marksOf, shownMarks } from "./description.js";
import { pageFigure } from "./figures.js";
import { percent, short } from "./format.js";

export function profileFigure(view, figure, name) {
  const empty = "No data for this choice.";
  if (!figure) return { empty };
  const ends = shownMarks(view, figure)
    .front.filter(({ mark, series }) => mark.mark === "end" && series.algorithm !== undefined)
    .toSorted((p, q) => q.mark.y - p.mark.y);
  const said = ends.slice(0, 3).map(({ mark }) => mark.text);
  const label = `Runtime profiles. Shares within the runs, and in the end: ${said.join(", ")}.`;
  return pageFigure(view, figure, { empty, name, label });
}

// Where the cross of an algorithm stands: what is solved beyond rests on simulated restarts.
const crossOf = (view, figure, algorithm) =>
  marksOf(figure).find(({ mark, marker, series }) =>
    mark === "points" && marker && series === `algorithm/${view.nameOf(algorithm)}`,
  )?.x[0] ?? Infinity; // prettier-ignore

// The horizontal distance between curves, read off the drawn steps at a height; "" where there is none.
export function distanceSentence(view, figure, algorithm, height) {
  if (!view.shown.has(algorithm)) return "";
  const at = (a) => reach(curveOf(view, figure, a), height);
  const how = (a) => (at(a) > crossOf(view, figure, a) ? ", beyond its runs" : "");
  const mine = at(algorithm);
  if (!mine) return "";
  const others = [...view.shown]
    .filter((a) => a !== algorithm && curveOf(view, figure, a).x.length)
    .slice(0, 6)
    .map((a) => {
      const who = view.nameOf(a);
      const x = at(a);
      return x === undefined
        ? `${who} never gets there`
        : `${who} needs ${short(x / mine)}× as many${how(a)}`;
    });
  const { does, pairs } = view.suite.words;
  const solves = `${view.nameOf(algorithm)} ${does} ${percent(height)} of the ${pairs}`;
  const first = `${solves} within ${short(mine)}·D ${view.suite.evaluations}${how(algorithm)}`;
  return `${[first, others.join("; ")].filter(Boolean).join("; ")}.`;
}
