// Two algorithms: expected runtimes to the same targets, ratios of runtimes, tests.

import { logAxis } from "./axes.js";
import { rowsOf } from "./curves.js";
import { $, dot, element, fillTable } from "./dom.js";
import { show } from "./drawing.js";
import { pageFigure } from "./figures.js";
import { escaped, percent, short } from "./format.js";
import { legend, silent, told } from "./marks.js";
import { comparison, pairKey, pairSentence, solvedShares, speedFigure } from "./speed.js";

export async function pairSection(view, results) {
  const data = await results.inDimension(view);
  $("pair-sentence").textContent = pairSentence(view);
  shareBar(view, comparison(view));
  await show(view, "plot-speed", speedFigure(view, data));
  await show(view, "plot-scatter", scatterFigure(view, data));
  await show(view, "plot-ratios", ratiosFigure(view, data));
  testsTable(view, data);
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
    const text = share > 0.13 ? `${words} ${(100 * share).toFixed(0)} %` : "";
    const style = { flex: String(share), background, color };
    bar.append(element("span", { title: `${words}: ${percent(share)}`, text, style }));
  }
  const said = parts.map(([share, words]) => `${words} ${percent(share)}`).join(", ");
  bar.setAttribute("aria-label", `Solved by ${said}`);
}

const GROUP_SYMBOLS = ["circle", "square", "diamond", "triangle-up", "cross", "star", "x", "hexagon"];
const GROUP_TINTS = {
  dark: ["#9AD6FA", "#FF8A3D", "#2CC79B", "#E083D3", "#F7B733", "#A79BF0", "#F0719F", "#CFCF5C"],
  light: ["#0072B2", "#D55E00", "#009E73", "#AA4499", "#B07A00", "#332288", "#882255", "#777733"],
};

export function scatterFigure(view, data) {
  const [one, other] = view.pair.map((a) => data.scatter[a] ?? {});
  const { groups } = view;
  const used = groups.length && groups.length <= GROUP_SYMBOLS.length ? groups : [view.suite.sets[0]];
  const common = (f) => {
    const [mine, its] = [one[`f${f}`], other[`f${f}`]];
    return mine && its ? mine.map((x, i) => ({ x, y: its[i], f })) : [];
  };
  const points = used.map((s) => s.functions.flatMap(common).filter((p) => p.x !== null || p.y !== null));
  const values = points.flat().flatMap((p) => [p.x, p.y].filter((v) => v));
  if (!values.length) return { empty: "The two algorithms share no problem in this dimension." };
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)) + 0.15);
  const edge = 10 ** (high + 0.25); // where runtimes that are infinite stand
  const diagonals = [-2, -1, 0, 1, 2].map((k) => ({
    x: [10 ** low, edge],
    y: [10 ** (low + k), edge * 10 ** k],
    mode: "lines",
    line: { color: view.paint.soft, width: k ? 0.8 : 1.4, dash: k ? "dot" : "solid" },
    ...silent,
  }));
  const names = view.pair.map((i) => escaped(view.nameOf(i)));
  const traces = points.map((list, i) => ({
    x: list.map((p) => p.x ?? edge),
    y: list.map((p) => p.y ?? edge),
    mode: "markers",
    marker: { symbol: GROUP_SYMBOLS[i], size: 6.5, color: GROUP_TINTS[view.theme][i], opacity: 0.75 },
    name: used[i].title,
    text: list.map((p) => `f${p.f}<br>${names[0]}: ${short(p.x)}<br>${names[1]}: ${short(p.y)}`),
    ...told,
  }));
  const range = [low - 0.1, high + 0.4];
  const axis = (name) => logAxis(view, `ERT of ${name}`, { range, dtick: high - low > 6 ? 2 : 1 });
  return {
    traces: [...diagonals, ...traces.filter((t) => t.x.length)],
    layout: { ...legend, xaxis: axis(names[0]), yaxis: axis(names[1]) },
    label: `Expected runtimes of ${view.pair.map(view.nameOf).join(" and ")} to the same targets.`,
    name: "scatter",
  };
}

export function ratiosFigure(view, data) {
  return pageFigure({ ...view, shown: new Set(view.pair) }, data.ratios[pairKey(...view.pair)], {
    empty: "There are no runtime ratios for this pair.",
    label: `Ratios of the runtimes of ${view.pair.map(view.nameOf).join(" and ")}.`,
    name: "ratios",
  });
}

// Effect sizes of the first algorithm over the second, by function: [title, cells].
export function effectSizes(view, data) {
  const [a, b] = view.pair;
  const straight = data.tests[`${a}-${b}`];
  const found = straight ?? data.tests[`${b}-${a}`];
  if (!found) return null;
  const cell = ({ superiority, p, better }) => ({
    text: (straight ? superiority : 1 - superiority).toFixed(2),
    p,
    better: p < 0.05 && better ? view.pair[better > 0 === Boolean(straight) ? 0 : 1] : null,
  });
  const rows = Object.entries(found.functions).map(([fn, columns]) => [
    view.setOf(fn).title,
    rowsOf(columns).map(cell),
  ]);
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
  fillTable(
    $("tests-table"),
    `Probability that ${first} is better than ${second}, dimension ${view.dimension}`,
    ["Function", ...found.targets],
    found.rows.map(([title, cells]) => [title, ...cells.map(cell)]),
  );
}
