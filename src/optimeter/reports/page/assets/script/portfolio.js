// What each algorithm adds to a portfolio of those that are looked at, as figures/portfolio.py describes it: any of
// them can be chosen.

import { remembered, summed } from "./curves.js";
import { UNITS } from "./description.js";
import { pageFigure } from "./figures.js";
import { filled, wholePercent } from "./format.js";
import { notFollowed } from "./view.js";

const areasOf = remembered(({ areas }) => areas.map((coded) => summed(coded, UNITS.share)));

// The areas on the pairs of the chosen functions: each function has as many pairs.
function chosenAreas(view, found) {
  const chosen = new Set(view.set.functions);
  const count = found.areas[0].length / found.functions.length;
  const counts = found.functions.flatMap((f) => Array.from({ length: count }, () => chosen.has(f)));
  return areasOf(found).map((own) => own.filter((_, pair) => counts[pair]));
}

// The axis up to the area of all together, with about five steps.
function axisOf(title, high) {
  const power = Math.floor(Math.log10((1.1 * high) / 4));
  const step = [1, 2, 5, 10].map((k) => k * 10 ** power).find((one) => (1.1 * high) / one <= 6);
  const ticks = Array.from({ length: Math.floor((1.05 * high) / step + 1e-9) + 1 }, (_, i) => i * step);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const labels = ticks.map((tick) => tick.toFixed(digits));
  return { title, scale: "linear", low: 0, high, ticks, labels };
}

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
  const areas = chosenAreas(view, found);
  if (!areas[0].length) return undefined;
  const rows = contributions(places.map((place) => areas[place]))
    .map((row, i) => ({ ...row, name: view.nameOf(found.algorithms[places[i]]) }))
    .toSorted((p, q) => q.shapley - p.shapley);
  const [{ portfolio }] = rows;
  const share = (value) => value.toFixed(3);
  const marks = rows.flatMap((row, place) => {
    const { shapley, own, marginal } = row;
    const told = { shapley: share(shapley), own: share(own), marginal: share(marginal) };
    const note = filled(found.note, { ...told, share: wholePercent(row.share) });
    const series = `algorithm/${row.name}`;
    const bars = { left: [0, 0], right: [shapley, own], top: [0, 0], bottom: [1, 1] };
    return [
      { mark: "bars", series, row: place, ...bars, alpha: [1, found.pale], notes: [note, note] },
      { mark: "text", series, x: [portfolio], y: [place], text: [wholePercent(row.share)], beside: true },
    ];
  });
  const total = share(portfolio) + notFollowed(view, ["targets"]);
  return {
    series: [],
    x: axisOf(filled(found.title, { total }), portfolio || 1),
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
      view.many && (!view.family || view.family.members.size > 1)
        ? "Of many algorithms this page holds no portfolios; the command below draws that of up to 40."
        : `Portfolios are made of 2 to ${view.overview.few} algorithms that share problems.`,
    label: `What each algorithm adds to a portfolio. ${said.join("; ").replaceAll("\n", ", ")}.`,
    name: `portfolio_D${view.dimension}`,
  });
}
