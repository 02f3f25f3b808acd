// The rows of the large table: made, filtered, put in order, and written for copying.
// A cell is { text, key (to sort by), bold, star, small, spread, title }.

import { rowsOf } from "./curves.js";
import { short } from "./format.js";

const CAPTIONS = { quality: ["table_quality"], areas: ["areas"], fronts: ["fronts"] };

const inTable = (view, a) => (view.many || view.shown.has(a)) && view.belongs(a);
const named = (...texts) => texts.map((text) => ({ text, key: text }));

// The functions of the table; of many algorithms, it shows one function at a time.
export function tableFunctions(view) {
  const keys = view.set.functions.map((f) => `f${f}`);
  return view.many && keys.length > 1 ? [view.fn] : keys;
}

// A table of the chosen kind. The entries of a function are [algorithm, columns, cells] each; that of the reference has
// no algorithm. Rows that end before the last column, as of shorter runs, have empty cells to it.
export function tableOf(view, data) {
  const entriesOf = { quality: qualityEntries, areas: areaEntries, fronts: frontEntries }[view.table];
  const found = tableFunctions(view).flatMap((fn) => {
    const known = data[view.table][fn];
    const entries = known ? (entriesOf?.(known) ?? ertEntries(view, known)) : [];
    const shown = entries.filter(([algorithm]) => algorithm === undefined || inTable(view, algorithm));
    return shown.map((entry) => [view.setOf(fn).title, ...entry]);
  });
  const widest = found.toSorted(([, , p], [, , q]) => q.length - p.length)[0]?.[2] ?? [];
  const rows = found.map(([title, algorithm, , cells]) => {
    const reference = algorithm === undefined;
    const name = reference ? view.suite.reference : view.nameOf(algorithm);
    return { algorithm, reference, words: `${title} ${name}`, cells: [...named(title, name), ...cells] };
  });
  return filledUp({ heads: ["Function", "Algorithm", ...widest], rows });
}

// What stands below the table: of expected runtimes, the spread is told where cells show it.
export function tableCaption(view, rows) {
  const spread = rows.some((row) => row.cells.some((cell) => cell.spread));
  const ert = ["table", ...(view.table === "budget" ? ["table_budget"] : [])];
  const keys = CAPTIONS[view.table] ?? (spread ? [...ert, "table_spread"] : ert);
  return keys.map((key) => view.suite.captions[key]).join(" ");
}

function ertEntries(view, { targets, reference, rows }) {
  const budget = view.table === "budget";
  const columns = [...(budget ? view.overview.table_budgets.slice(0, targets.length) : targets), "Succeeded"];
  const said = reference.map((text, i) => ({ text: budget ? `${targets[i]}: ${text}` : text }));
  const entries = rows.map(({ algorithm, cells, final: { successes, runs } }) => {
    const found = rowsOf(cells).map((cell, i, all) => ertCell(view, cell, i === all.length - 1));
    return [algorithm, columns, [...found, { text: `${successes}/${runs}`, key: successes / runs }]];
  });
  return view.suite.reference ? [[undefined, columns, said], ...entries] : entries;
}

function ertCell(view, cell, last) {
  const { successes, runs, median_length: length } = cell;
  const counts = successes > 0 && successes < runs ? `(${successes}/${runs})` : "";
  const notes = [
    `ERT ${cell.ert} (95 % interval ${cell.interval})`,
    `${successes} of ${runs} runs`,
    cell.spread ? `10–90 % of restarted runs: ${cell.spread}` : "",
    cell.beats_reference ? "better than the reference" : "",
  ];
  return {
    key: cell.ratio,
    text: cell.text,
    bold: Boolean(cell.best) && view.algorithms.length > 1,
    star: cell.star,
    spread: successes ? cell.dispersion : "",
    small: successes ? counts : last ? `(${length})` : "",
    title: successes ? notes.filter(Boolean).join("; ") : `0 of ${runs} runs; median length ${length}`,
  };
}

const qualityEntries = (entries) =>
  entries.map(({ algorithm, cells }) => {
    const found = rowsOf(cells);
    return [algorithm, found.map(({ budget }) => `${short(budget)}·D`), found.map(qualityCell)];
  });

function qualityCell({ p25, median, p75, ended, runs }) {
  const title = `quartiles ${short(p25)} to ${short(p75)}; ${ended} of ${runs} runs had ended`;
  return { text: short(median), key: median, small: ended === runs ? "ended" : "", title };
}

// Areas under the profile and, within budgets, over the convergence curve.
const area = (share, interval) => ({
  text: share.toFixed(3),
  key: -share,
  title: `95 % interval ${interval}`,
});

const areaEntries = (entries) =>
  entries.map(({ algorithm, profile, interval, cells }) => {
    const found = rowsOf(cells);
    return [
      algorithm,
      ["Profile", ...found.map(({ budget }) => `AOCC ${short(budget)}·D`)],
      [area(profile, interval), ...found.map((cell) => area(cell.aocc, cell.interval))],
    ];
  });

// Indicators of the fronts that runs end with, medians over runs.
const FRONTS = ["Hypervolume", "IGD+", "Epsilon", "Points", "Runs"];
const frontEntries = (entries) =>
  entries.map(({ algorithm, hypervolume, igd_plus, epsilon, points, runs }) => {
    const others = [igd_plus, epsilon, points, runs].map((value) => ({ text: short(value), key: value }));
    return [algorithm, FRONTS, [{ text: short(hypervolume), key: -hypervolume }, ...others]];
  });

function filledUp({ heads, rows }) {
  const full = ({ cells, ...row }) => ({ ...row, cells: heads.map((_, i) => cells[i] ?? { text: "" }) });
  return { heads, rows: rows.map(full) };
}

// The tables of several dimensions as one: [dimension, table] each.
export function joined(tables) {
  const widest = tables.toSorted(([, p], [, q]) => q.heads.length - p.heads.length)[0][1];
  const placed = (d, { cells: [first, ...rest], ...row }) => {
    const text = `${first.text}, D\u00a0=\u00a0${d}`;
    return { ...row, words: `${row.words} D = ${d}`, cells: [{ ...first, text, key: text }, ...rest] };
  };
  const rows = tables.flatMap(([d, table]) => table.rows.map((row) => placed(d, row)));
  return filledUp({ heads: widest.heads, rows });
}

export const filtered = (rows, wanted) =>
  rows.filter((row) => row.words.toLowerCase().includes(wanted.toLowerCase()));

// Rows in the chosen order; infinity and nothing count as largest, reference rows have no place in it.
export function inOrder(rows, sort) {
  if (!sort) return rows;
  const sign = sort.down ? -1 : 1;
  const key = (row) => row.cells[sort.column]?.key ?? Infinity;
  const compare = (p, q) => {
    const [x, y] = [key(p), key(q)];
    if (typeof x === "string") return sign * x.localeCompare(String(y), undefined, { numeric: true });
    if (x === y) return 0;
    return sign * (x < y ? -1 : 1);
  };
  return rows.filter((row) => !row.reference).toSorted(compare);
}

const written = (cell) => [cell.text, cell.star ? `★${cell.star}` : "", cell.small].filter(Boolean).join(" ");
const texts = ({ heads, rows }) => [heads, ...rows.map((row) => row.cells.map(written))];

export function asCsv(table) {
  const cell = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return texts(table)
    .map((row) => row.map(cell).join(","))
    .join("\n");
}

export function asMarkdown(table) {
  const line = (cells) => `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
  const [heads, ...rows] = texts(table).map(line);
  return [heads, `|${table.heads.map(() => "---").join("|")}|`, ...rows].join("\n");
}
