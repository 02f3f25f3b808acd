// The summary: the answer in words, numbers of every algorithm, and who leads at which budget.

import { rowsOf } from "./curves.js";
import { $, dot, element, fillTable } from "./dom.js";
import { pageFigure } from "./figures.js";
import { leadsDescription } from "./group_leads.js";
import { groupWords } from "./group_words.js";

const AT_ONCE = 24; // rows up to which the table is not scrolled

// What is said of the chosen problems, and the numbers; nothing where they were not computed.
const answerOf = (view, { answers }) => answers[view.targets]?.[view.set.key];

const about = ({ dimension, set, suite, targets }) =>
  `dimension ${dimension}, ${set.title}, ${suite.targets[targets]}`;

export function headlineOf(view, data, orders) {
  const words = `There are no numbers for ${about(view)}: of many algorithms, budget-based targets are for all functions.`;
  const answer = answerOf(view, data);
  if (!answer) return [words];
  const said = view.family ? groupWords(view, rowsIn(view, data), data.pairs, orders) : answer.headline;
  return view.unfollowed ? [...said, `Sentences and tables are of all ${view.unfollowed} algorithms.`] : said;
}

export function writeHeadline(view, data, orders) {
  const sentences = headlineOf(view, data, orders);
  // Screen readers read the sentences out when they change, so they stay as they are if they do not.
  const shown = [...$("headline").children].map((node) => node.textContent);
  if (String(shown) !== String(sentences))
    $("headline").replaceChildren(...sentences.map((text) => element("p", { text })));
}

// The numbers of the algorithms that are looked at, the largest area first.
export const rowsIn = (view, data) =>
  rowsOf(answerOf(view, data)?.summary ?? {})
    .filter(({ algorithm }) => view.belongs(algorithm))
    .toSorted((p, q) => q.auc - p.auc);

export function summaryTable(view, data) {
  const { heads = {} } = answerOf(view, data) ?? {};
  const rows = rowsIn(view, data);
  const name = ({ algorithm: a, note }) =>
    element("th", { scope: "row" }, dot(view.colour(a)), view.nameOf(a) + note);
  const of = view.family
    ? `; who is best, and where all succeed, is among all ${view.rivals.length} algorithms`
    : "";
  const caption = about(view) + of;
  $("summary-table")
    .closest(".scroll")
    .classList.toggle("tall", rows.length > AT_ONCE);
  fillTable(
    $("summary-table"),
    caption[0].toUpperCase() + caption.slice(1),
    ["Algorithm", ...Object.keys(heads)],
    rows.map((row) => [name(row), ...Object.values(heads).map((field) => row[field])]),
  );
}

// Who leads at which budget, of all algorithms that compete, or of a group.
export function winnersFigure(view, all, orders) {
  const figure = view.family ? leadsDescription(view, orders) : all;
  const everyone = { ...view, shown: new Set(view.algorithms.keys()) };
  const name = ({ series }) => series.slice(series.indexOf("/") + 1);
  const said = (mark) => mark.notes.map((note) => `${name(mark)} ${note.replaceAll("\n", ", ")}`);
  const overall = figure?.marks.filter(({ row }) => row === 0).flatMap(said) ?? [];
  return pageFigure(everyone, figure, {
    empty: view.family ? "None of the group leads here." : "No two algorithms compete in this dimension.",
    label: `Who leads at which budget. ${overall.join("; ")}.`,
    name: `winners_D${view.dimension}`,
  });
}
