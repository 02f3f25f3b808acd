import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addressOf,
  choosingOrder,
  choosingPair,
  choosingSet,
  NOTHING_CHOSEN,
  stateFrom,
  stepping,
  withoutChoice,
} from "../../../../src/optimeter/reports/page/assets/script/state.js";
import { createStore } from "../../../../src/optimeter/reports/page/assets/script/store.js";
import { overview, overviewOf, suite, view } from "./example.js";

test("without a choice the address holds the dimension only", () => {
  assert.equal(addressOf(view()), "#d=5");
  assert.equal(addressOf(view({ bands: true, shown: [0, 1, 2], pair: [1, 0] })), "#d=5");
});

test("every choice survives the address", () => {
  const choices = [
    { dimension: 2 },
    { set: "separable" },
    { targets: "budget" },
    { bands: false },
    { shown: [1] },
    { shown: [] },
    { crowd: false },
    { fn: "f3" },
    { pair: [2, 1] },
    { scalingTarget: "10" },
    { statistic: "mean" },
    { shape: "histogram" },
    { runLengthTarget: "10" },
    { qualityBudget: "1" },
    { table: "quality" },
    { sort: { column: 3, down: true } },
    { filter: "f1 α & β" },
    { at: "pairs" },
  ];
  const all = Object.assign({}, ...choices);
  for (const choice of [...choices, all]) {
    const address = addressOf(view(choice));
    const back = stateFrom(overview, address);
    for (const [name, value] of Object.entries(choice)) assert.deepEqual(back[name], value, name);
    assert.equal(addressOf(view(back)), address);
  }
});

test("an address of another suite", () => {
  const two = overviewOf(suite(), suite({ name: "bbob-noisy", dimension: 2 }));
  assert.equal(addressOf(view({ suite: 1 }, two)), "#suite=bbob-noisy&d=2");
  assert.equal(stateFrom(two, "#suite=bbob-noisy&d=2").suite, 1);
  assert.equal(stateFrom(two, "#suite=unknown&d=2").suite, 0);
});

test("nonsense in an address is as if not chosen", () => {
  const state = stateFrom(overview, "#d=7&f=evil&t=x&a=0.99.x.1&fn=f99&pair=1.1&sort=x&st=5&table=y&at=evil");
  const shown = view(state);
  assert.equal(shown.dimension, 5);
  assert.equal(shown.set.key, "all");
  assert.equal(shown.targets, "fixed");
  assert.deepEqual([...shown.shown], [0, 1]);
  assert.equal(shown.fn, "f1");
  assert.deepEqual(shown.pair, [1, 0]);
  assert.equal(shown.sort, null);
  assert.equal(shown.scalingTarget, "0.1");
  assert.equal(shown.table, "fixed");
  assert.equal(shown.at, "");
});

test("an address without a choice leaves everything as it is", () => {
  assert.equal(stateFrom(overview, "#pairs"), null);
  assert.equal(stateFrom(overview, ""), null);
});

test("a link to a single function shows its convergence, too", () => {
  assert.equal(stateFrom(overview, "#d=5&f=f2").fn, "f2");
  assert.equal(stateFrom(overview, "#d=5&f=f2&fn=f3").fn, "f3");
});

test("theme and open panel outlast a change of the suite", () => {
  const next = withoutChoice({ ...NOTHING_CHOSEN, theme: "dark", panel: true, filter: "x" }, { suite: 1 });
  assert.deepEqual([next.theme, next.panel, next.filter, next.suite], ["dark", true, "", 1]);
});

test("choosing a single function enlarges it everywhere", () => {
  assert.deepEqual(choosingSet(view(), "f2"), { set: "f2", fn: "f2" });
  assert.deepEqual(choosingSet(view(), "separable"), { set: "separable" });
});

test("the two algorithms of a pair differ", () => {
  const before = view({ pair: [0, 1] });
  assert.deepEqual(choosingPair(before, 0, 2).pair, [2, 1]);
  assert.deepEqual(choosingPair(before, 0, 1).pair, [1, 0]);
  assert.deepEqual(choosingPair(before, 1, 0).pair, [1, 0]);
});

test("a column sorts upwards, downwards, not at all", () => {
  const orders = [null];
  for (let i = 0; i < 3; i++) orders.push(choosingOrder(view({ sort: orders.at(-1) }), 4).sort);
  assert.deepEqual(orders, [null, { column: 4, down: false }, { column: 4, down: true }, null]);
  assert.deepEqual(choosingOrder(view({ sort: { column: 4, down: true } }), 2).sort, {
    column: 2,
    down: false,
  });
});

test("the store tells the view and what has changed, and asks for colours when the theme does", () => {
  const asked = [];
  const told = [];
  const store = createStore(overview, NOTHING_CHOSEN, {
    paintOf: (theme) => asked.push(theme) && { ink: theme },
  });
  store.listen((shown, patch) => told.push([shown.dimension, shown.paint.ink, patch]));
  store.change({ dimension: 2 });
  store.change({ theme: "dark" });
  assert.deepEqual(asked, ["light", "dark"]);
  assert.deepEqual(told, [
    [2, "light", { dimension: 2 }],
    [2, "dark", { theme: "dark" }],
  ]);
  assert.equal(store.view().colour(0), "#6fffff");
});

test("keys step through functions and dimensions, round and round", () => {
  assert.deepEqual(stepping(view(), "function", 1), { fn: "f2" });
  assert.deepEqual(stepping(view(), "function", -1), { fn: "f3" });
  const sparse = overviewOf(suite({ held: { 2: [1], 5: [2, 3] } }));
  assert.equal(view({}, sparse).fn, "f2"); // f1 has no data in dimension 5
  assert.equal(view({ dimension: 2 }, sparse).fn, "f1");
  assert.deepEqual(stepping(view({ fn: "f3" }, sparse), "function", 1), { fn: "f2" });
  assert.deepEqual(stepping(view({ set: "f3", fn: "f3" }), "function", 1), { fn: "f1", set: "f1" });
  assert.deepEqual(stepping(view({ dimension: 2 }), "dimension", 1), { dimension: 5 });
  assert.deepEqual(stepping(view({ dimension: 5 }), "dimension", 1), { dimension: 2 });
});
