// The summary: numbers of every algorithm, and who leads at which budget.

import { $, dot, element, fillTable } from "./dom.js";
import { pageFigure } from "./figures.js";

const DONE = "Solved"; // what the suite has another word for, if no optimum is known
const COLUMNS = {
  "Area under the profile": (row) => row.auc_text,
  "95 % interval": (row) => row.auc_interval,
  [DONE]: (row) => row.solved_text,
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
    heads: [
      "Algorithm",
      ...Object.keys(columns).map((head) => (head === DONE ? view.suite.words.done : head)),
    ],
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

// Who leads at which budget, of all algorithms that compete.
export function winnersFigure(view, figure) {
  const everyone = { ...view, shown: new Set(view.algorithms.keys()) };
  const name = ({ series }) => series.slice(series.indexOf("/") + 1);
  const said = (mark) => mark.notes.map((note) => `${name(mark)} ${note.replaceAll("\n", ", ")}`);
  const overall = figure?.marks.filter(({ row }) => row === 0).flatMap(said) ?? [];
  return pageFigure(everyone, figure, {
    empty: "No two algorithms compete in this dimension.",
    label: `Who leads at which budget. ${overall.join("; ")}.`,
    name: `winners_D${view.dimension}`,
  });
}
