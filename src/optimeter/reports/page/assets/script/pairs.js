// Two algorithms: expected runtimes to the same targets, ratios of runtimes, tests; ranks of all.

import { rowsOf } from "./curves.js";
import { $, dot, element, fillTable } from "./dom.js";
import { show } from "./drawing.js";
import { pageFigure } from "./figures.js";
import { percent, short } from "./format.js";
import { comparison, isCompared, notCompared, pairSentence, solvedShares, speedFigure } from "./speed.js";
import { notFollowed } from "./view.js";

const CAPTIONS = { "rank-sum": "tests", "kolmogorov-smirnov": "distances" };

export async function pairSection(view, results) {
  const data = await results.inDimension(view);
  $("pair-sentence").textContent = pairSentence(view, data);
  shareBar(view, comparison(view, data));
  await show(view, "plot-speed", speedFigure(view, data));
  await show(view, "plot-scatter", scatterFigure(view, data));
  await show(view, "plot-ratios", ratiosFigure(view, data));
  testsTable(view, data);
  ranksTable(view, data);
}

function shareBar(view, found) {
  const bar = $("pair-bar");
  bar.replaceChildren();
  bar.hidden = !found;
  if (!found) return;
  const ink = view.theme === "dark" ? "#101418" : "#fff";
  const parts = solvedShares(view, found);
  const greys = { both: [view.paint.soft, ink], neither: [view.paint.line, view.paint.ink] };
  for (const [share, words, a] of parts) {
    const [background, color] = a === null ? greys[words] : [view.colour(a), ink];
    const text = `${words} ${(100 * share).toFixed(0)} %`;
    const style = { flex: String(share), background, color };
    bar.append(element("span", { title: `${words}: ${percent(share)}`, text, style }));
  }
  // What does not fit is told by pointing at it; all are measured before one is changed.
  const cut = [...bar.children].filter((part) => part.scrollWidth > part.clientWidth);
  for (const part of cut) part.textContent = "";
  const said = parts.map(([share, words]) => `${words} ${percent(share)}`).join(", ");
  bar.setAttribute("aria-label", `Solved by ${said}`);
}

// The expected runtimes of the chosen two as figures/pairs.py describes them: any two can be chosen, and
// a description of each pair would be long. Nothing where they share no problem.
function scatterDescription(view, { series, functions, ert }) {
  const [one, other] = view.pair.map((a) => ert[a] ?? {});
  const names = view.pair.map(view.nameOf);
  const common = (f) => (one[`f${f}`] ?? []).map((x, i) => ({ f, x, y: other[`f${f}`]?.[i] }));
  const reached = ({ x, y }) => y !== undefined && (x !== null || y !== null);
  const clouds = Object.entries(functions).map(([key, list]) => [key, list.flatMap(common).filter(reached)]);
  const values = clouds
    .flatMap(([, points]) => points.flatMap(({ x, y }) => [x, y]))
    .filter((v) => v !== null);
  if (!values.length) return undefined;
  const high = 10 ** (Math.ceil(Math.log10(Math.max(10, ...values)) + 0.2) + 0.3);
  const edge = high / 10 ** 0.15; // where runtimes that are infinite stand
  const axis = (name) => ({ title: `ERT of ${name}`, low: 10 ** -0.1, high });
  const guide = [0.01, 0.1, 10, 100].map((k) => ({ x: [1, high, null], y: [k, k * high, null] }));
  const joined = (side) => guide.flatMap((line) => line[side]);
  const note = ({ f, x, y }) => `f${f}\n${names[0]}: ${short(x)}\n${names[1]}: ${short(y)}`;
  return {
    square: true,
    series,
    x: axis(names[0]),
    y: axis(names[1]),
    marks: [
      { mark: "line", series: "guide/guide", x: joined("x"), y: joined("y"), width: 0.5 },
      { mark: "line", series: "guide/frame", x: [1, high], y: [1, high], width: 0.6 },
      ...clouds.map(([key, points]) => ({
        mark: "points",
        series: key,
        x: points.map(({ x }) => x ?? edge),
        y: points.map(({ y }) => y ?? edge),
        size: 0.85,
        alpha: 0.75,
        notes: points.map(note),
      })),
    ].filter(({ x }) => x.length),
  };
}

export function scatterFigure(view, data) {
  return pageFigure({ ...view, shown: new Set(view.pair) }, scatterDescription(view, data.scatter), {
    empty: "The two algorithms share no problem in this dimension.",
    label: `Expected runtimes of ${view.pair.map(view.nameOf).join(" and ")} to the same targets.`,
    name: "scatter",
  });
}

export function ratiosFigure(view, data) {
  return pageFigure({ ...view, shown: new Set(view.pair) }, data.ratios[view.pair.join("-")], {
    empty: isCompared(view) ? "There are no runtime ratios for this pair." : notCompared("runtime ratios"),
    label: `Ratios of the runtimes of ${view.pair.map(view.nameOf).join(" and ")}.`,
    name: "ratios",
  });
}

// What the tests say of the first algorithm and the second, by function: [title, cells].
export function effectSizes(view, data) {
  const [a, b] = view.pair;
  const straight = data.tests[`${a}-${b}`];
  const found = straight ?? data.tests[`${b}-${a}`];
  if (!found) return null;
  const cell = (text, p, better) => ({
    text,
    p,
    better: p < view.overview.level && better ? view.pair[better > 0 === Boolean(straight) ? 0 : 1] : null,
  });
  const cells = {
    "rank-sum": ({ superiority, p, better }) =>
      cell((straight ? superiority : 1 - superiority).toFixed(2), p, better),
    "kolmogorov-smirnov": ({ distance, distance_p: p, ahead }) => cell(distance.toFixed(2), p, ahead),
  };
  const chosen = new Set(view.set.functions.map((f) => `f${f}`));
  const rows = Object.entries(found.functions)
    .filter(([fn]) => chosen.has(fn))
    .map(([fn, columns]) => [view.setOf(fn).title, rowsOf(columns).map(cells[view.test])]);
  return { targets: found.targets, rows };
}

function testsTable(view, data) {
  const found = effectSizes(view, data);
  if (!found) {
    $("tests-table").replaceChildren(element("caption", { text: "No tests for this pair." }));
    return;
  }
  const cell = ({ text, p, better }) => {
    if (better === null) return element("td", { title: `p = ${p} (Holm)`, text });
    const title = `${view.nameOf(better)} is better, p = ${p} (Holm)`;
    return element("td", { title }, dot(view.colour(better)), element("b", { text }));
  };
  const [first, second] = view.pair.map(view.nameOf);
  const captions = {
    "rank-sum": `Probability that ${first} is better than ${second}`,
    "kolmogorov-smirnov": `Largest distance between the distributions of runtimes of ${first} and ${second}`,
  };
  $("tests-caption").textContent = view.suite.captions[CAPTIONS[view.test]];
  fillTable(
    $("tests-table"),
    `${captions[view.test]}, dimension ${view.dimension}`,
    ["Function", ...found.targets],
    found.rows.map(([title, cells]) => [title, ...cells.map(cell)]),
  );
}

// Mean ranks of all algorithms by deep statistical comparison: what is tested, and rows.
export function deepRanks(view, { problems, omnibus, rows }) {
  const tied = omnibus < view.overview.level ? "they differ" : "no difference is sure";
  const found = rowsOf(rows).map(({ algorithm, rank, p }) => ({
    algorithm,
    rank: rank.toFixed(2),
    p,
    best: !(p < view.overview.level),
  }));
  const caption =
    `Mean rank${view.family ? ` of all ${found.length} algorithms` : ""} on ${problems} pairs of function and target, ` +
    `dimension ${view.dimension}${notFollowed(view)}; ` +
    `Friedman's test of all: p = ${omnibus}, ${tied}`;
  return { caption, rows: found };
}

function ranksTable(view, data) {
  $("ranks-card").hidden = !data.ranks.rows;
  if (!data.ranks.rows) return;
  const { caption, rows } = deepRanks(view, data.ranks);
  const name = (a) => element("th", { scope: "row" }, dot(view.colour(a)), view.nameOf(a));
  fillTable(
    $("ranks-table"),
    caption,
    ["Algorithm", "Mean rank", "p against the best (Holm)"],
    rows.map(({ algorithm, rank, p, best }, i) => [
      name(algorithm),
      element("td", {}, best ? element("b", { text: rank }) : rank),
      i ? String(p) : "–",
    ]),
  );
}
