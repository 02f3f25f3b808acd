import assert from "node:assert/strict";
import { test } from "node:test";
import {
  interval,
  reach,
  rowsOf,
  steps,
  summed,
} from "../../../src/optimeter/reports/page/assets/script/curves.js";
import { coded } from "./example.js";

test("differences are summed", () => {
  assert.deepEqual(summed([1, 2, -3, 4], 2), [0.5, 1.5, 0, 2]);
  assert.deepEqual(summed([], 2), []);
});

test("a step function comes back as it was", () => {
  const { x, y } = steps(coded([1, 10, 1000], [0.25, 0.5, 1]));
  assert.deepEqual(x, [1, 10, 1000]);
  assert.deepEqual(y, [0.25, 0.5, 1]);
});

test("a curve is decoded once", () => {
  const curve = coded([1, 10], [0.5, 1]);
  assert.equal(steps(curve), steps(curve));
  assert.notEqual(steps(curve), steps({ ...curve }));
});

test("intervals stand at the steps", () => {
  const curve = coded([1, 10, 100], [0.2, 0.4, 0.6], { low: [0.1, 0.3, 0.5], high: [0.3, 0.5, 0.7] });
  assert.deepEqual(interval(curve), { low: [0.1, 0.3, 0.5], high: [0.3, 0.5, 0.7] });
});

test("where a step function reaches a height", () => {
  const points = { x: [2, 8, 32], y: [0.25, 0.5, 1] };
  assert.deepEqual(
    [0.1, 0.25, 0.3, 1].map((y) => reach(points, y)),
    [2, 2, 8, 32],
  );
  assert.equal(reach({ x: [2], y: [0.5] }, 0.75), undefined);
});

test("columns become rows", () => {
  assert.deepEqual(rowsOf({ ert: [1, null], runs: [5, 4] }), [
    { ert: 1, runs: 5 },
    { ert: null, runs: 4 },
  ]);
  assert.deepEqual(rowsOf({}), []);
});
