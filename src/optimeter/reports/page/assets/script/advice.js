// Which algorithm for the chosen budget, dimension and functions; and which few solve most together.

import { clustersFigure, clustersList, treeOf } from "./clusters.js";
import { adviceCommand } from "./commands.js";
import { coverOf } from "./cover.js";
import { rowsOf } from "./curves.js";
import { $, dot, element, fillTable } from "./dom.js";
import { show } from "./drawing.js";
import { some, wholePercent } from "./format.js";
import { notSurelyLower } from "./intervals.js";
import { notFollowed } from "./view.js";

const ADVISED = 12; // algorithms that are shown
const SCALE = 1e6; // of shares in the results

// Whether there is an interval: anything is possible where none was computed.
const isKnown = ({ low, high }) => low > 0 || high < SCALE;

// The algorithms of the group that is looked at in order, with their ranks among each other; `candidate` are those that
// may be the best. Null where there are none.
export function adviceOf(view, data) {
  const entry = data?.[view.targets]?.[view.distributed]?.[view.adviceBudget];
  const rows = rowsOf(entry ?? {}).filter(({ algorithm }) => view.belongs(algorithm));
  if (!rows.length) return null;
  const endsOf = (row) => (isKnown(row) ? { low: row.low, high: row.high } : { low: null, high: null });
  const found = notSurelyLower(rows.map((row) => ({ row, value: row.share, ...endsOf(row) })));
  const open = new Set(found.map(({ row }) => row));
  const ranked = rows.map((row) => {
    const rank = 1 + rows.filter(({ share }) => share > row.share).length;
    return { ...row, rank, candidate: open.has(row) };
  });
  return { candidates: open.size, sure: isKnown(rows[0]), all: ranked, rows: ranked.slice(0, ADVISED) };
}

const said = (share) => wholePercent(share / SCALE);

export function adviceSentence(view, found) {
  const group = view.family ? `, of ${view.family.title}` : "";
  const where = `${view.setOf(view.distributed).title}, dimension ${view.dimension}${group}`;
  if (!found) return `Nothing is known for ${where}.`;
  const { rows, all, candidates } = found;
  const [best] = rows;
  const { done, does, do: doing } = view.suite.words;
  const within = `within ${view.adviceBudget}·D ${view.suite.evaluations}`;
  if (!best.share) return `Nothing is ${done.toLowerCase()} ${within}: ${where}.`;
  const first = all.filter(({ rank }) => rank === 1);
  const others = candidates - first.length;
  const rest = others
    ? `; ${others} other${others > 1 ? "s" : ""} may be as good`
    : all.length > first.length
      ? `, ${isKnown(best) ? "surely more than" : "more than"} all others`
      : "";
  const [who, verb, each, whose] =
    first.length > 1 ? [first, doing, " each", "their"] : [[best], does, "", "its"];
  const how = who.every(({ simulated }) => simulated)
    ? ` by simulated restarts, for ${whose} runs are shorter`
    : "";
  const names = who.map(({ algorithm }) => view.nameOf(algorithm));
  return `${some(names)} ${verb} ${said(best.share)}${each} ${within}${how}${rest} (${where}).`;
}

// What of the choice above the order of algorithms follows.
export const followedWords = ({ set, distributed, setOf }) =>
  set.key === distributed
    ? "Dimension, functions and targets are those chosen above."
    : `Dimension and targets are those chosen above; a single function has no order of algorithms, so this one is of ${setOf(distributed).title}.`;

// What is said of a budget that is not on the grid of the page: the one that is used, and the command for it.
export function budgetWords(view) {
  const { adviceAsked: asked, adviceBudget: used, dimension } = view;
  if (view.missing.adviceBudget === undefined) return null;
  if (!(asked.perDimension > 0)) return { text: `${asked.text} is no number above 0.` };
  const exactly = String(Number(asked.perDimension.toPrecision(12)));
  const counted =
    view.adviceUnit === "D" ? "" : `${asked.text} evaluations are ${exactly}·D in dimension ${dimension}. `;
  if (asked.exact) return { text: counted.trim() };
  const where = asked.used ? "the next one below" : "its smallest one";
  const known = `among the budgets of this page (${view.suite.advice_budgets.join(", ")})`;
  return {
    text: `${counted}${exactly}·D is not ${known}; it answers for ${used}·D, ${where}. For ${exactly}·D:`,
    code: adviceCommand({ ...view, adviceBudget: exactly }, "advice"),
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
  $("advice-follows").textContent = followedWords(view);
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
