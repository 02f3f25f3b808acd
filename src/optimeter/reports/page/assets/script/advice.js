// Which algorithm for the chosen budget, dimension and functions; and which few solve most together.

import { clustersFigure, clustersList } from "./clusters.js";
import { rowsOf } from "./curves.js";
import { $, dot, element, fillTable } from "./dom.js";
import { show } from "./drawing.js";

// The first algorithms in order; null where there is nothing to choose from.
export function adviceOf(view, data) {
  const entry = data.advice?.[view.targets]?.[view.distributed]?.[view.adviceBudget];
  return entry ? { ...entry, rows: rowsOf(entry.rows) } : null;
}

export function adviceSentence(view, found) {
  const where = `${view.setOf(view.distributed).title}, dimension ${view.dimension}`;
  if (!found) return `Nothing is known for ${where}.`;
  const { rows, candidates } = found;
  if (!rows[0].share)
    return `Nothing is solved within ${view.adviceBudget}·D ${view.suite.evaluations}: ${where}.`;
  const others = candidates - 1;
  const rest = others
    ? `; ${others} other${others > 1 ? "s" : ""} may be as good`
    : ", surely more than all others";
  const within = `within ${view.adviceBudget}·D ${view.suite.evaluations}`;
  return `${view.nameOf(rows[0].algorithm)} solves ${rows[0].text} ${within}${rest} (${where}).`;
}

const named = (view, { algorithm, candidate }) => {
  const name = view.nameOf(algorithm);
  const label = candidate ? element("b", { text: name }) : name;
  return element("th", { scope: "row" }, dot(view.colour(algorithm)), label);
};

export async function adviceSection(view, results, store) {
  const data = await results.inDimension(view);
  const found = adviceOf(view, data);
  $("advice-about").textContent = adviceSentence(view, found);
  const caption = `budget ${view.adviceBudget}·D, dimension ${view.dimension}`;
  fillTable(
    $("advice-table"),
    caption,
    ["Algorithm", "Rank", view.suite.words.done, "95 % interval"],
    (found?.rows ?? []).map((row) => [
      named(view, row),
      String(row.rank),
      `${row.simulated ? "≈ " : ""}${row.text}`,
      row.interval,
    ]),
  );
  const members = rowsOf(data.cover?.[view.adviceBudget] ?? {});
  fillTable(
    $("cover-table"),
    `Together on all functions: ${caption}`,
    ["Algorithm", "Number", `${view.suite.words.done} together`],
    members.map((row, i) => [named(view, row), String(i + 1), row.text]),
  );
  clustersList(view, data.clusters, store);
  await show(view, "plot-clusters", clustersFigure(view, data.clusters));
}
