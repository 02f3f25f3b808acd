import assert from "node:assert/strict";
import { test } from "node:test";
import { missingWords } from "../../../../src/optimeter/reports/page/assets/script/controls.js";
import { bestPair } from "../../../../src/optimeter/reports/page/assets/script/view.js";
import { choosingTable } from "../../../../src/optimeter/reports/page/assets/script/state.js";
import { overviewOf, suite, view } from "./example.js";

const valuesOf = (shown, field) => shown.lists[field].map(([value]) => value);

test("the leading pair of a dimension, the faster one first", () => {
  assert.deepEqual(bestPair(suite(), 5), [1, 0]);
  assert.deepEqual(bestPair(suite(), 2), [2, 0]);
  assert.deepEqual(bestPair(suite({ compared: {} }), 2), [0, 1]);
  assert.deepEqual(view({ dimension: 2 }).pair, [2, 0]);
  assert.deepEqual(view({ dimension: 2, pair: [0, 1] }).pair, [0, 1]);
});

test("a chosen value that the functions lack gives way, and comes back with them", () => {
  const s = suite();
  s.choices[5].separable = { run_length_targets: ["10"], quality_budgets: ["1"] };
  const choice = { runLengthTarget: "1e-8", qualityBudget: "10" };
  const all = view(choice, overviewOf(s));
  const few = view({ ...choice, set: "separable" }, overviewOf(s));
  assert.deepEqual([all.runLengthTarget, all.qualityBudget], ["1e-8", "10"]);
  assert.deepEqual([few.runLengthTarget, few.qualityBudget], ["10", "1"]);
});

test("a single function shows the distributions of all", () => {
  assert.deepEqual(valuesOf(view({ set: "f2" }), "runLengthTarget"), ["10", "0.1", "1e-8"]);
});

test("one algorithm shows all targets in one figure", () => {
  const s = suite({ algorithms: suite().algorithms.slice(0, 1), compared: {} });
  s.choices[5].all = { run_length_targets: ["all", "10"], quality_budgets: ["all", "1", "∞"] };
  const alone = view({}, overviewOf(s));
  assert.equal(alone.runLengthTarget, "all");
  assert.equal(alone.qualityBudget, "all");
  assert.deepEqual(alone.pair, [0, 0]);
});

test("of many algorithms the featured ones are shown, without bands", () => {
  const s = suite();
  s.algorithms[2].featured = false;
  const many = view({}, overviewOf(s));
  assert.equal(many.many, true);
  assert.equal(many.bands, false);
  assert.deepEqual([...many.shown], [0, 1]);
});

test("budget-based tables need budget-based targets", () => {
  const s = suite({ targets: { fixed: "51 targets" } });
  assert.deepEqual(valuesOf(view(), "table"), ["fixed", "budget", "quality", "areas"]);
  assert.deepEqual(view({ targets: "budget" }, overviewOf(s)).table, "fixed");
});

test("the table goes with the targets, unless it is one of quality", () => {
  assert.equal(view({ targets: "budget" }).table, "budget");
  assert.equal(view({ targets: "budget", table: "quality" }).table, "quality");
  assert.deepEqual(choosingTable(view(), "budget"), { table: "budget", sort: null, targets: "budget" });
  assert.deepEqual(choosingTable(view(), "quality"), { table: "quality", sort: null });
});

test("background data compete with nobody", () => {
  const s = suite({ compared: {} });
  Object.assign(s.algorithms[0], { featured: false, competes: false });
  const behind = view({}, overviewOf(s));
  assert.deepEqual(
    [behind.rivals, behind.pair, [...behind.shown]],
    [
      [1, 2],
      [1, 2],
      [1, 2],
    ],
  );
  assert.equal(behind.many, false);
});

test("colours follow the theme", () => {
  assert.equal(view().colour(1), "#600000");
  assert.equal(view({ theme: "dark" }).colour(1), "#6fffff");
});

test("targets may be typed as any number of the grid; others are said to be missing", (t) => {
  assert.equal(view({ scalingTarget: "1e-1" }).scalingTarget, "0.1");
  assert.deepEqual(view({ scalingTarget: "1e-1" }).missing, {});
  const shown = view({ scalingTarget: "0.05" });
  assert.equal(shown.scalingTarget, shown.standard.scalingTarget);
  assert.deepEqual(shown.missing, { scalingTarget: "0.05" });
  const said = missingWords(shown, "scalingTarget", "scaling");
  t.assert.snapshot(said.text);
  assert.match(said.code, /^optimeter figure scaling .* --target 0\.05 /);
  const wrong = view({ scalingTarget: "easy" });
  t.assert.snapshot(missingWords(wrong, "scalingTarget", "scaling"));
  assert.equal(missingWords(view(), "scalingTarget", "scaling"), null);
});
