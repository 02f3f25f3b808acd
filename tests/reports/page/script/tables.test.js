import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asCsv,
  asMarkdown,
  filtered,
  inOrder,
  joined,
  tableCaption,
  tableFunctions,
  tableOf,
} from "../../../../src/optimeter/reports/page/assets/script/table_rows.js";
import {
  headlineOf,
  rowsIn,
  winnersFigure,
} from "../../../../src/optimeter/reports/page/assets/script/summary.js";
import { overviewOf, said, suite, view } from "./example.js";

const cells = (...ratios) => ({
  ratio: ratios,
  text: ratios.map((r) => (r === null ? "∞" : String(r))),
  ert: ratios.map((r) => String(r)),
  interval: ratios.map(() => "1–2"),
  successes: ratios.map((r) => (r === null ? 0 : 3)),
  runs: ratios.map(() => 5),
  best: ratios.map((r) => r === 1),
  beats_reference: ratios.map((r) => r === 1),
  star: ratios.map((r) => (r === 1 ? 2 : 0)),
  spread: ratios.map(() => "1–9"),
  median_length: ratios.map(() => "77"),
});
const row = (algorithm, ...ratios) => ({
  algorithm,
  cells: cells(...ratios),
  final: { successes: 3 - algorithm, runs: 5 },
});
const data = {
  fixed: {
    f1: { targets: ["10", "0.1"], reference: ["3", "8"], rows: [row(0, 1, 2), row(1, 4, null)] },
    f2: { targets: ["10", "0.1"], reference: ["5", "9"], rows: [row(0, 7, null), row(2, 1, 1)] },
  },
  quality: {
    f1: [
      {
        algorithm: 0,
        cells: {
          budget: [1, 10],
          p25: [1, 1],
          median: [2, 0.5],
          p75: [3, 1],
          ended: [0, 5],
          runs: [5, 5],
        },
      },
      { algorithm: 1, cells: { budget: [1], p25: [1], median: [null], p75: [4], ended: [0], runs: [5] } },
    ],
  },
};

const areas = {
  f1: [
    {
      algorithm: 0,
      profile: 0.5,
      interval: "0.4–0.6",
      cells: { budget: [10, 100], aocc: [0.1, 0.25], interval: ["0–0.2", "0.2–0.3"] },
    },
    {
      algorithm: 1,
      profile: 0.25,
      interval: "0.2–0.3",
      cells: { budget: [10], aocc: [0], interval: ["0–0"] },
    },
  ],
};

test("areas of shorter runs end with empty cells", () => {
  const { heads, rows } = tableOf(view({ table: "areas", set: "f1", shown: [0, 1] }), { areas });
  assert.deepEqual(heads.slice(2), ["Profile", "AOCC 10·D", "AOCC 100·D"]);
  assert.deepEqual(
    rows.map((r) => r.cells.slice(2).map((cell) => cell.text)),
    [
      ["0.500", "0.100", "0.250"],
      ["0.250", "0.000", ""],
    ],
  );
});

test("tables of several dimensions are one, with the dimension in the first cell", () => {
  const one = (heads, ...texts) => ({
    heads,
    rows: [{ words: "f1", cells: texts.map((text) => ({ text })) }],
  });
  const { heads, rows } = joined([
    [2, one(["Function", "AOCC"], "f1", "0.5")],
    [5, one(["Function", "AOCC", "more"], "f1", "0.4", "0.3")],
  ]);
  assert.deepEqual(heads, ["Function", "AOCC", "more"]);
  assert.deepEqual(
    rows.map((r) => r.cells.map((cell) => cell.text)),
    [
      ["f1, D\u00a0=\u00a02", "0.5", ""],
      ["f1, D\u00a0=\u00a05", "0.4", "0.3"],
    ],
  );
});

test("a row of the reference stands above those of the algorithms shown", () => {
  const { heads, rows } = tableOf(view({ shown: [0, 1] }), data);
  assert.deepEqual(heads, ["Function", "Algorithm", "10", "0.1", "Succeeded"]);
  const words = [
    "f1 Sphere best",
    "f1 Sphere alpha",
    "f1 Sphere be|ta",
    "f2 Ellipsoid best",
    "f2 Ellipsoid alpha",
  ];
  assert.deepEqual(
    rows.map((r) => r.words),
    words,
  );
  assert.deepEqual(
    rows[0].cells.map((c) => c.text),
    ["f1 Sphere", "best", "3", "8", ""],
  );
  assert.deepEqual(rows[1].cells.at(-1), { text: "3/5", key: 0.6 });
});

test("the caption tells of the spread where cells show it, and of budgets", () => {
  const captions = { table: "ERT.", table_budget: "Budgets.", table_spread: "Spread.", areas: "Areas." };
  const told = (table, spread) =>
    tableCaption({ table, suite: { captions } }, [{ cells: [{ text: "f1" }, { text: "3", spread }] }]);
  assert.equal(told("ert", "1–9"), "ERT. Spread.");
  assert.equal(told("ert", ""), "ERT.");
  assert.equal(told("budget", ""), "ERT. Budgets.");
  assert.equal(told("areas", undefined), "Areas.");
});

test("a cell tells what is behind it", () => {
  const { rows } = tableOf(view(), data);
  const [, , first, second] = rows[1].cells;
  assert.equal(first.bold, true);
  assert.equal(first.star, 2);
  assert.equal(first.small, "(3/5)");
  assert.match(
    first.title,
    /ERT 1 \(95 % interval 1–2\); 3 of 5 runs; 10–90 % .*; better than the reference/,
  );
  assert.equal(second.bold, false);
  const failed = rows[2].cells[3];
  assert.deepEqual([failed.text, failed.small, failed.key], ["∞", "(77)", null]);
  assert.equal(failed.title, "0 of 5 runs; median length 77");
});

test("nothing is best where there is nobody else", () => {
  const s = suite({ algorithms: suite().algorithms.slice(0, 1), compared: {} });
  const alone = tableOf(view({}, overviewOf(s)), data);
  assert.equal(alone.rows[1].cells[2].bold, false);
});

test("the table follows the functions chosen", () => {
  assert.deepEqual(tableFunctions(view({ set: "separable" })), ["f1", "f2"]);
  assert.deepEqual(tableFunctions(view({ set: "f2" })), ["f2"]);
  const s = suite();
  s.algorithms[2].featured = false;
  assert.deepEqual(tableFunctions(view({ fn: "f3" }, overviewOf(s))), ["f3"]);
});

test("quality at budgets: powers of ten that were recorded", () => {
  const { heads, rows } = tableOf(view({ table: "quality" }), data);
  assert.deepEqual(heads, ["Function", "Algorithm", "1·D", "10·D"]);
  assert.deepEqual(
    rows[0].cells.slice(2).map((c) => [c.text, c.small]),
    [
      ["2", ""],
      ["0.5", "ended"],
    ],
  );
  assert.deepEqual(
    rows[1].cells.slice(2).map((c) => c.text),
    ["∞", ""],
  );
});

test("filtering goes by function and name, in any case", () => {
  const { rows } = tableOf(view(), data);
  assert.deepEqual(
    filtered(rows, "SPHERE al").map((r) => r.words),
    ["f1 Sphere alpha"],
  );
  assert.equal(filtered(rows, "").length, rows.length);
});

test("sorting: numbers, infinity as largest, names by their numbers", () => {
  const { rows } = tableOf(view(), data);
  const texts = (column, down) => inOrder(rows, { column, down }).map((r) => r.cells[column].text);
  assert.deepEqual(texts(2, false), ["1", "1", "4", "7"]);
  assert.deepEqual(texts(3, false), ["1", "2", "∞", "∞"]);
  assert.deepEqual(texts(3, true), ["∞", "∞", "2", "1"]);
  assert.equal(inOrder(rows, null), rows);
  const numbered = ["f10", "f9"].map((text) => ({ cells: [{ text, key: text }] }));
  assert.deepEqual(
    inOrder(numbered, { column: 0, down: false }).map((r) => r.cells[0].text),
    ["f9", "f10"],
  );
});

test("copies can be pasted", () => {
  const table = {
    heads: ["Function", "a|b"],
    rows: [{ cells: [{ text: 'say "x", y' }, { text: "1", star: 2, small: "(3/5)" }] }],
  };
  assert.equal(asCsv(table), 'Function,a|b\n"say ""x"", y",1 ★2 (3/5)');
  assert.equal(asMarkdown(table), '| Function | a\\|b |\n|---|---|\n| say "x", y | 1 ★2 (3/5) |');
});

test("sentences and numbers are of the chosen functions and targets", (t) => {
  const order = (choice) => rowsIn(view(choice), said).map(({ algorithm }) => algorithm);
  assert.deepEqual(order({}), [1, 0, 2]); // the largest area first
  assert.deepEqual(order({ set: "separable" }), [2, 0, 1]);
  assert.deepEqual(order({ targets: "budget" }), [0, 1, 2]);
  assert.deepEqual(headlineOf(view({ set: "separable" }), said), ["On separable functions …"]);
  assert.deepEqual(headlineOf(view({ targets: "budget" }), said), ["For budget-based targets …"]);
  t.assert.snapshot(headlineOf(view({ targets: "budget", set: "f1" }), said)[0]);
});

test("who leads is drawn in bars of all algorithms, also where none is shown", (t) => {
  const bars = (series, place, notes) => {
    const ends = { left: notes.map((_, i) => 10 ** i), right: notes.map((_, i) => 10 ** (i + 1)) };
    const height = { top: notes.map(() => 0), bottom: notes.map(() => 0.5), alpha: notes.map(() => 0.45) };
    return { mark: "bars", series, row: place, ...ends, ...height, notes };
  };
  const figure = {
    x: { title: "evaluations / dimension", low: 1, high: 1e7 },
    y: { title: "", scale: "rows", labels: ["all functions", "separable functions"] },
    series: [],
    marks: [
      bars("algorithm/alpha", 0, ["leads\n1·D", "leads\n<2·D"]),
      bars("algorithm/be|ta", 1, ["leads\n1·D"]),
    ],
  };
  const drawn = winnersFigure(view({ shown: [] }), figure);
  assert.equal(drawn.label, "Who leads at which budget. alpha leads, 1·D; alpha leads, <2·D.");
  assert.deepEqual(
    drawn.traces.map(({ name, base, x, width }) => ({ name, base, x, width })),
    [
      { name: "alpha", base: [1, 10], x: [9, 90], width: [0.4, 0.4] },
      { name: "be|ta", base: [1], x: [9], width: [0.4] },
    ],
  );
  assert.deepEqual(drawn.traces[0].text, [
    "<b>alpha</b><br>leads<br>1·D",
    "<b>alpha</b><br>leads<br>&lt;2·D",
  ]);
  t.assert.snapshot(winnersFigure(view(), undefined).empty);
});
