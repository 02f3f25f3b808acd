// The summary: numbers of every algorithm, and who leads at which budget.

import { $, dot, element, fillTable } from "./dom.js";
import { percent, powerOfTen, short } from "./format.js";

const COLUMNS = {
  "Area under the profile": (row) => row.auc_text,
  "95 % interval": (row) => row.auc_interval,
  Solved: (row) => row.solved_text,
  "Mean runtime / D": (row) => row.mean_text,
  "Median failed run / D": (row) => (row.budget === null ? "–" : row.budget_text),
};
const COMPARED = {
  "Best on": (row) => `${row.wins} of ${row.pairs}`,
  "Within 2× of best": (row) => String(row.near),
};

// The columns and the rows of the table, the largest area first; a row is [algorithm, note, ...texts].
export function summaryRows(view) {
  const rows = view.suite.summary[view.dimension].toSorted((p, q) => q.auc - p.auc);
  const columns = { ...COLUMNS };
  if (view.algorithms.length > 1) Object.assign(columns, COMPARED);
  if (rows.some((row) => row.rating_text)) columns.Rating = (row) => row.rating_text;
  const note = (row) => (row.missing ? ` (${row.missing} of ${row.functions} functions missing)` : "");
  const write = Object.values(columns);
  return {
    heads: ["Algorithm", ...Object.keys(columns)],
    rows: rows.map((row) => [row.algorithm, note(row), ...write.map((text) => text(row))]),
  };
}

export function summaryTable(view) {
  const { heads, rows } = summaryRows(view);
  const name = (a, note) => element("th", { scope: "row" }, dot(view.colour(a)), view.nameOf(a) + note);
  fillTable(
    $("summary-table"),
    `Dimension ${view.dimension}, all functions, ${view.suite.targets.fixed}`,
    heads,
    rows.map(([a, note, ...texts]) => [name(a, note), ...texts]),
  );
}

// Who leads from which budget on, in words.
export function leadSentence(view, winners) {
  const changes = winners.winner
    .map((a, i) => [a, i])
    .filter(([a]) => a >= 0)
    .filter(([a], i, all) => !i || all[i - 1][0] !== a);
  const from = ([a, i]) => `${view.nameOf(a)} from ${short(10 ** (i / 5))} times dimension on`;
  return changes.map(from).join(", ");
}

function leadCells(view, winners) {
  const cells = element("div", { class: "cells", role: "img", "aria-label": leadSentence(view, winners) });
  winners.winner.forEach((a, i) => {
    const [budget, margin] = [short(10 ** (i / 5)), winners.margin[i]];
    const title = a < 0 ? "nothing solved" : `${view.nameOf(a)}, ahead by ${percent(margin)}`;
    const cell = element("span", { title: `${budget}·D: ${title}` });
    if (a >= 0)
      Object.assign(cell.style, { background: view.colour(a), opacity: Math.min(1, 0.35 + 6 * margin) });
    cells.append(cell);
  });
  return cells;
}

export function winnersStrip(view) {
  const rows = view.suite.sets
    .filter((s) => s.kind !== "function")
    .map((s) => [s.title, view.suite.winners[`${view.dimension}/${s.key}`]])
    .filter(([, winners]) => winners);
  const powers = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => element("span", { text: powerOfTen(k) }));
  const grid = element("div", { class: "strip" });
  for (const [title, winners] of rows) grid.append(element("div", { text: title }), leadCells(view, winners));
  grid.append(element("div"), element("div", { class: "axis" }, ...powers));
  const leaders = new Set(rows.flatMap(([, winners]) => winners.winner.filter((a) => a >= 0)));
  const keys = [...leaders].map((a) => element("li", {}, dot(view.colour(a)), view.nameOf(a)));
  $("winners").replaceChildren(grid, element("ul", { class: "keys" }, ...keys));
}
