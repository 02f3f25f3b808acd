// How many times faster one algorithm is than another, and what share of problems each solves.

import { pageFigure } from "./figures.js";
import { short } from "./format.js";

export const pairKey = (a, b) => `${Math.min(a, b)}-${Math.max(a, b)}`;

const isSingle = (view) => view.set.kind === "function";

// The comparison of the chosen pair on the chosen functions, of a single one on all; undefined if none.
export const comparison = (view, { pairs }) =>
  pairs[isSingle(view) ? "all" : view.set.key]?.[pairKey(...view.pair)];

// Where the factor is not about what is chosen, the sentence begins with what it is about.
export function pairSentence(view, data) {
  const [first, second] = view.pair.map(view.nameOf);
  const other = [isSingle(view) && view.suite.sets[0].title, view.targets !== "fixed" && "fixed targets"];
  const about = other.filter(Boolean).join(" and ");
  const found = comparison(view, data)?.sentence;
  if (found) return about ? `For ${about}: ${found}` : found;
  return (
    `There is no comparison of ${first} with ${second} in dimension ${view.dimension}: they ` +
    "share no problem there, or are not among the leading algorithms compared pair by pair."
  );
}

// Of many algorithms the leading ones are compared pair by pair.
export const isCompared = (view) =>
  !view.many ||
  (view.suite.compared[view.dimension] ?? []).some((pair) => pairKey(...pair) === pairKey(...view.pair));

export const notCompared = (what) =>
  `This page holds ${what} of the leading algorithms only; the command below draws those of these two.`;

// What share of the problems is solved by whom: [share, words, algorithm or null].
export function solvedShares(view, found) {
  const { faster, slower, shares } = found;
  return [
    [shares.faster_only, `${view.nameOf(faster)} only`, faster],
    [shares.both, "both", null],
    [shares.slower_only, `${view.nameOf(slower)} only`, slower],
    [shares.neither, "neither", null],
  ].filter(([share]) => share > 0);
}

export function speedFigure(view, data) {
  const figure = data.speed[view.pair.join("-")];
  const points = figure?.marks.filter(({ mark }) => mark === "points") ?? [];
  const said = points.map(({ x, y }) => `${figure.y.labels[y[0]]}: ${short(x[0])}`).join("; ");
  const [first, second] = view.pair.map(view.nameOf);
  return pageFigure({ ...view, shown: new Set(view.pair) }, figure, {
    empty: isCompared(view)
      ? "The two algorithms solve no problem in common."
      : notCompared("ratios of expected runtimes"),
    label: `Times that ${first} is faster than ${second}. ${said}.`,
    name: "speed",
  });
}
