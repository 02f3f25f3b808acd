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

export function tableOf(view, data) {
  const fns = tableFunctions(view);
  if (view.table === "areas") return areaRows(view, data.areas, fns);
  if (view.table === "fronts") return frontRows(view, data.fronts, fns);
  if (view.table === "quality") return qualityRows(view, data.quality, fns);
  return ertRows(view, view.table === "budget" ? data.budget_ert : data.ert, fns);
}

// What stands below the table: of expected runtimes, the spread is told where cells show it.
export function tableCaption(view, rows) {
  const spread = rows.some((row) => row.cells.some((cell) => cell.spread));
  const ert = ["table", ...(view.table === "budget" ? ["table_budget"] : [])];
  const keys = CAPTIONS[view.table] ?? (spread ? [...ert, "table_spread"] : ert);
  return keys.map((key) => view.suite.captions[key]).join(" ");
}

function ertRows(view, table, fns) {
  const budget = view.table === "budget";
  const rows = [];
  let heads = [];
  for (const fn of fns.filter((key) => table[key])) {
    const entry = table[fn];
    const { title } = view.setOf(fn);
    const columns = budget ? view.overview.table_budgets.slice(0, entry.targets.length) : entry.targets;
    if (columns.length > heads.length - 3) heads = ["Function", "Algorithm", ...columns, "Succeeded"];
    if (view.suite.reference) {
      const cells = entry.reference.map((text, i) => ({
        text: budget ? `${entry.targets[i]}: ${text}` : text,
      }));
      rows.push({
        reference: true,
        words: `${title} ${view.suite.reference}`,
        cells: [{ text: title }, { text: view.suite.reference }, ...cells, { text: "" }],
      });
    }
    for (const { algorithm, cells, final } of entry.rows) {
      if (!inTable(view, algorithm)) continue;
      const name = view.nameOf(algorithm);
      const found = rowsOf(cells);
      rows.push({
        algorithm,
        words: `${title} ${name}`,
        cells: [
          ...named(title, name),
          ...found.map((cell, i) => ertCell(view, cell, i === found.length - 1)),
          { text: `${final.successes}/${final.runs}`, key: final.successes / final.runs },
        ],
      });
    }
  }
  return { heads, rows };
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

const QUALITY_BUDGETS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6];

function qualityRows(view, quality, fns) {
  const rows = [];
  let used = 1;
  for (const fn of fns) {
    const { title } = view.setOf(fn);
    for (const { algorithm, cells: columns } of quality[fn] ?? []) {
      if (!inTable(view, algorithm)) continue;
      const all = rowsOf(columns);
      const found = QUALITY_BUDGETS.map((b) => all.find((r) => Math.abs(r.budget / b - 1) < 1e-6));
      used = Math.max(used, found.filter(Boolean).length);
      const name = view.nameOf(algorithm);
      const cells = [...named(title, name), ...found.map(qualityCell)];
      rows.push({ algorithm, words: `${title} ${name}`, cells });
    }
  }
  for (const row of rows) row.cells = row.cells.slice(0, used + 2);
  const budgets = QUALITY_BUDGETS.slice(0, used).map((b) => `${short(b)}·D`);
  return { heads: ["Function", "Algorithm", ...budgets], rows };
}

function qualityCell(row) {
  if (!row) return { text: "", key: null };
  const { p25, median, p75, ended, runs } = row;
  const title = `quartiles ${short(p25)} to ${short(p75)}; ${ended} of ${runs} runs had ended`;
  return { text: short(median), key: median, small: ended === runs ? "ended" : "", title };
}

// Areas under the profile and, within budgets, over the convergence curve.
const area = (share, interval) => ({
  text: share.toFixed(3),
  key: -share,
  title: `95 % interval ${interval}`,
});

function areaRows(view, areas, fns) {
  const rows = [];
  let used = [];
  for (const fn of fns) {
    const { title } = view.setOf(fn);
    for (const { algorithm, profile, interval, cells } of areas[fn] ?? []) {
      if (!inTable(view, algorithm)) continue;
      const found = rowsOf(cells);
      if (found.length > used.length) used = found.map(({ budget }) => `AOCC ${short(budget)}·D`);
      const name = view.nameOf(algorithm);
      rows.push({
        algorithm,
        words: `${title} ${name}`,
        cells: [
          ...named(title, name),
          area(profile, interval),
          ...found.map((cell) => area(cell.aocc, cell.interval)),
        ],
      });
    }
  }
  return filledUp({ heads: ["Function", "Algorithm", "Profile", ...used], rows });
}

// Indicators of the fronts that runs end with, medians over runs.
function frontRows(view, fronts, fns) {
  const cells = ({ hypervolume, igd_plus, epsilon, points, runs }) => [
    { text: short(hypervolume), key: -hypervolume },
    ...[igd_plus, epsilon, points, runs].map((value) => ({ text: short(value), key: value })),
  ];
  const rows = fns.flatMap((fn) =>
    (fronts[fn] ?? [])
      .filter(({ algorithm }) => inTable(view, algorithm))
      .map((entry) => {
        const names = [view.setOf(fn).title, view.nameOf(entry.algorithm)];
        return {
          algorithm: entry.algorithm,
          words: names.join(" "),
          cells: [...named(...names), ...cells(entry)],
        };
      }),
  );
  return { heads: ["Function", "Algorithm", "Hypervolume", "IGD+", "Epsilon", "Points", "Runs"], rows };
}

// Rows that end before the last column, as of shorter runs, with empty cells to it.
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
