// How many times faster one algorithm is than another, and what share of problems each solves.

import { factorTicks, logAxis } from "./axes.js";
import { escaped, percent, short } from "./format.js";
import { legend, markerOf, ruleAt, told } from "./marks.js";

export const pairKey = (a, b) => `${Math.min(a, b)}-${Math.max(a, b)}`;

// The comparison of the chosen pair over all functions; undefined if there is none.
export const comparison = (view, d = view.dimension) => view.suite.pairs[`${d}/${pairKey(...view.pair)}`];

export function pairSentence(view) {
  const [first, second] = view.pair.map(view.nameOf);
  return (
    comparison(view)?.sentence ??
    `There is no comparison of ${first} with ${second} in dimension ${view.dimension}: they ` +
      "share no problem there, or are not among the leading algorithms compared pair by pair."
  );
}

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

// Speeds are stored for the pair in order of position; here for the order chosen.
const turned = (speed) => ({ ...speed, factor: 1 / speed.factor, low: 1 / speed.high, high: 1 / speed.low });

// Every dimension over all functions, every group in this one, of the first algorithm over the second.
export function speedRows(view, data) {
  const [a, b] = view.pair;
  const groups = data.speed[pairKey(a, b)] ?? {};
  const rows = [
    ...view.suite.dimensions.map((d) => [`all functions, D = ${d}`, comparison(view, d)?.speed]),
    ...view.groups.map((s) => [`${s.title}, D = ${view.dimension}`, groups[s.key]]),
  ];
  return rows
    .filter(([, speed]) => speed && speed.factor !== null)
    .map(([title, speed]) => ({ title, ...(a < b ? speed : turned(speed)) }));
}

function factorText(view, row) {
  const [a, b] = view.pair;
  const [who, other] = (row.factor >= 1 ? [a, b] : [b, a]).map((i) => escaped(view.nameOf(i)));
  const { factor, low, high } = row.factor >= 1 ? row : turned(row);
  return (
    `<b>${row.title}</b><br>${who} is ${short(factor)}× faster than ${other}<br>` +
    `95 % interval ${short(low)} to ${short(high)}; both solve ${percent(row.both)} of the problems`
  );
}

function winnerTrace(view, rows, winner) {
  const first = winner === view.pair[0];
  const mine = rows.filter((r) => r.factor >= 1 === first);
  return {
    x: mine.map((r) => r.factor),
    y: mine.map((r) => r.title),
    mode: "markers",
    marker: { ...markerOf(view, winner, 11), symbol: first ? "circle" : "diamond" },
    name: `${escaped(view.nameOf(winner))} is faster`,
    error_x: {
      type: "data",
      symmetric: false,
      array: mine.map((r) => r.high - r.factor),
      arrayminus: mine.map((r) => r.factor - r.low),
      color: view.colour(winner),
      thickness: 2,
      width: 5,
    },
    text: mine.map((r) => factorText(view, r)),
    ...told,
  };
}

export function speedFigure(view, data) {
  const rows = speedRows(view, data);
  if (!rows.length) return { empty: "The two algorithms solve no problem in common." };
  const [first, second] = view.pair.map(view.nameOf);
  const left = Math.log10(Math.min(0.8, ...rows.map((r) => r.low))) - 0.08;
  const right = Math.log10(Math.max(1.25, ...rows.map((r) => r.high))) + 0.08;
  const ticks = factorTicks(left, right);
  const shares = rows.map((r) => ({
    xref: "paper",
    x: 1.01,
    xanchor: "left",
    y: r.title,
    yanchor: "middle",
    text: `both solve ${(100 * r.both).toFixed(0)} %`,
    showarrow: false,
    font: { size: 12, color: view.paint.soft },
  }));
  const layout = {
    ...legend,
    height: 110 + 27 * rows.length,
    margin: { l: 10, r: 112, t: 8, b: 50 },
    annotations: shares,
    legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom" },
    shapes: [ruleAt("x", 1, { color: view.paint.soft, width: 1.4 })],
    xaxis: logAxis(view, `times that ${escaped(first)} is faster than ${escaped(second)}`, {
      range: [left, right],
      tickmode: "array",
      tickvals: ticks,
      ticktext: ticks.map(short),
      tickfont: {},
    }),
    yaxis: {
      type: "category",
      categoryarray: rows.map((r) => r.title).toReversed(),
      categoryorder: "array",
      range: [-0.6, rows.length - 0.4],
      automargin: true,
      gridcolor: view.paint.grid,
      linecolor: view.paint.soft,
      mirror: true,
    },
  };
  const said = rows.map((r) => `${r.title}: ${short(r.factor)}`).join("; ");
  return {
    traces: view.pair.map((winner) => winnerTrace(view, rows, winner)),
    layout,
    label: `Times that ${first} is faster than ${second}. ${said}.`,
    name: "speed",
  };
}
