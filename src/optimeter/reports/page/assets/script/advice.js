// Which algorithm for the chosen budget, dimension and functions; and which few solve most together.

import { clustersFigure, clustersList, treeOf } from "./clusters.js";
import { tableCommand } from "./commands.js";
import { coverOf } from "./cover.js";
import { rowsOf } from "./curves.js";
import { $, dot, element, fillTable } from "./dom.js";
import { show } from "./drawing.js";
import { wholePercent } from "./format.js";
import { notFollowed } from "./view.js";

const ADVISED = 12; // algorithms that are shown
const SCALE = 1e6; // of shares in the results

// Whether there is an interval: anything is possible where none was computed.
const isKnown = ({ low, high }) => low > 0 || high < SCALE;

// The algorithms of the group that is looked at in order, with their ranks among each other; `candidate` are those that
// may be the best: the interval of the distance to the first includes zero (MOVER rule); without intervals, those that are
// equal to it. Null where there are none.
export function adviceOf(view, data) {
  const entry = data?.[view.targets]?.[view.distributed]?.[view.adviceBudget];
  const rows = rowsOf(entry ?? {}).filter(({ algorithm }) => view.belongs(algorithm));
  if (!rows.length) return null;
  const [best] = rows;
  const ranked = rows.map((row) => {
    const behind = best.share - row.share;
    const reach = isKnown(best) ? Math.hypot(row.high - row.share, best.share - best.low) : 0;
    const rank = 1 + rows.filter(({ share }) => share > row.share).length;
    return { ...row, rank, candidate: behind <= reach };
  });
  // Who has solved nothing is below all that are surely lower, however wide its interval is.
  if (ranked.some(({ candidate, share }) => !candidate && share > 0))
    for (const row of ranked) row.candidate &&= row.share > 0;
  const candidates = ranked.filter(({ candidate }) => candidate).length;
  return { candidates, sure: isKnown(best), all: ranked, rows: ranked.slice(0, ADVISED) };
}

const said = (share) => wholePercent(share / SCALE);

export function adviceSentence(view, found) {
  const group = view.family ? `, of ${view.family.title}` : "";
  const where = `${view.setOf(view.distributed).title}, dimension ${view.dimension}${group}`;
  if (!found) return `Nothing is known for ${where}.`;
  const { rows, candidates } = found;
  const [best] = rows;
  const { done, does } = view.suite.words;
  const within = `within ${view.adviceBudget}·D ${view.suite.evaluations}`;
  if (!best.share) return `Nothing is ${done.toLowerCase()} ${within}: ${where}.`;
  const others = candidates - 1;
  const rest = others
    ? `; ${others} other${others > 1 ? "s" : ""} may be as good`
    : rows.length > 1
      ? `, ${isKnown(best) ? "surely more than" : "more than"} all others`
      : "";
  const how = best.simulated ? " by simulated restarts, for its runs are shorter" : "";
  return `${view.nameOf(best.algorithm)} ${does} ${said(best.share)} ${within}${how}${rest} (${where}).`;
}

// What is said of a budget that is not on the grid of the page: the one that is used, and the command for it.
export function budgetWords(view) {
  const { adviceAsked: asked, adviceBudgets: budgets, adviceBudget: used, dimension } = view;
  if (view.missing.adviceBudget === undefined) return null;
  if (!(asked.perDimension > 0)) return { text: `${asked.text} is no number above 0.` };
  const exactly = String(Number(asked.perDimension.toPrecision(12)));
  const counted =
    view.adviceUnit === "D" ? "" : `${asked.text} evaluations are ${exactly}·D in dimension ${dimension}. `;
  if (asked.exact) return { text: counted.trim() };
  const where = asked.used ? "the next one below" : "its smallest one";
  const listed = `among the budgets of this page (${budgets.join(", ")})`;
  return {
    text: `${counted}${exactly}·D is not ${listed}; it answers for ${used}·D, ${where}. For ${exactly}·D:`,
    code: tableCommand(view, "advice", { budget: exactly }),
  };
}

const named = (view, { algorithm, candidate }) => {
  const name = view.nameOf(algorithm);
  const label = candidate ? element("b", { text: name }) : name;
  return element("th", { scope: "row" }, dot(view.colour(algorithm)), label);
};

export async function adviceSection(view, results, store) {
  const { orders, cover, clusters } = await results.advice(view);
  const found = adviceOf(view, orders);
  $("advice-about").textContent = adviceSentence(view, found);
  const caption = `budget ${view.adviceBudget}·D, dimension ${view.dimension}`;
  const fixed = notFollowed(view, ["targets"]);
  fillTable(
    $("advice-table"),
    caption,
    ["Algorithm", "Rank", view.suite.words.done, "95 % interval"],
    (found?.rows ?? []).map((row) => [
      named(view, row),
      String(row.rank),
      `${row.simulated ? "≈ " : ""}${said(row.share)}`,
      isKnown(row) ? `${said(row.low)}–${said(row.high)}` : "–",
    ]),
  );
  fillTable(
    $("cover-table"),
    `Of ${view.family?.title ?? "all algorithms"}, together on ${view.set.title}: ${caption}${fixed}`,
    ["Algorithm", "Number", `${view.suite.words.done} together`],
    coverOf(view, cover).map((row, i) => [named(view, row), String(i + 1), wholePercent(row.share)]),
  );
  const tree = treeOf(view, clusters);
  clustersList(view, tree, store);
  await show(view, "plot-clusters", clustersFigure(view, tree));
}
