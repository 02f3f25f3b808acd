// What each algorithm adds to a portfolio of those that are looked at, as figures/portfolio.py describes it: any of
// them can be chosen.

import { remembered, summed } from "./curves.js";
import { pageFigure } from "./figures.js";
import { wholePercent } from "./format.js";

const UNIT = 10_000; // areas of 1
const PALE = 0.3; // opacity of an algorithm's own area

const areasOf = remembered(({ areas }) => areas.map((coded) => summed(coded, UNIT)));

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

// The contributions of algorithms, given the area of each on every pair: a set is worth its best member, pair by
// pair. The step from one area to the next larger one is shared equally by all that reach it.
export function contributions(areas) {
  const size = areas.length;
  const shapley = areas.map(() => 0);
  const marginal = areas.map(() => 0);
  let total = 0;
  const pairs = areas[0].length;
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = [...areas.keys()].toSorted((a, b) => areas[a][pair] - areas[b][pair]);
    let [gain, before] = [0, 0];
    order.forEach((a, place) => {
      gain += (areas[a][pair] - before) / (size - place);
      before = areas[a][pair];
      shapley[a] += gain / pairs;
    });
    const second = size > 1 ? areas[order.at(-2)][pair] : 0;
    marginal[order.at(-1)] += (before - second) / pairs;
    total += before / pairs;
  }
  return areas.map((own, a) => ({
    own: mean(own),
    marginal: marginal[a],
    shapley: shapley[a],
    share: total ? shapley[a] / total : 0,
    portfolio: total,
  }));
}

export function portfolioDescription(view, found) {
  const places = (found.algorithms ?? []).flatMap((a, place) => (view.belongs(a) ? [place] : []));
  if (places.length < 2) return undefined;
  const areas = areasOf(found);
  const rows = contributions(places.map((place) => areas[place]))
    .map((row, i) => ({ ...row, name: view.nameOf(found.algorithms[places[i]]) }))
    .toSorted((p, q) => q.shapley - p.shapley);
  const [{ portfolio }] = rows;
  const share = (value) => value.toFixed(3);
  const marks = rows.flatMap((row, place) => {
    const note =
      `adds ${share(row.shapley)} on average over all orders, ${wholePercent(row.share)} of the portfolio\n` +
      `alone ${share(row.own)}; without it the portfolio loses ${share(row.marginal)}`;
    const series = `algorithm/${row.name}`;
    const bars = { left: [0, 0], right: [row.shapley, row.own], top: [0, 0], bottom: [1, 1] };
    return [
      { mark: "bars", series, row: place, ...bars, alpha: [1, PALE], notes: [note, note] },
      { mark: "text", series, x: [portfolio], y: [place], text: [wholePercent(row.share)], beside: true },
    ];
  });
  const title = `area under the profile (of all together ${share(portfolio)})`;
  return {
    kind: "portfolio",
    series: [],
    x: { ...found.axis, title },
    y: { title: "", scale: "rows", labels: rows.map(({ name }) => name) },
    marks,
  };
}

export function portfolioFigure(view, found) {
  const everyone = { ...view, shown: new Set(view.algorithms.keys()) };
  const figure = portfolioDescription(view, found);
  const said = figure?.marks.filter(({ mark }) => mark === "bars").map((mark) => mark.notes[0]) ?? [];
  return pageFigure(everyone, figure, {
    empty:
      view.many && view.family
        ? "Of many algorithms this page holds no portfolios; the command below draws that of these."
        : "Portfolios are made of two to twelve algorithms that share problems.",
    label: `What each algorithm adds to a portfolio. ${said.join("; ").replaceAll("\n", ", ")}.`,
    name: `portfolio_D${view.dimension}`,
  });
}
