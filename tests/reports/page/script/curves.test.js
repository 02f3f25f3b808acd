import assert from "node:assert/strict";
import { test } from "node:test";
import { reach, rowsOf, summed } from "../../../../src/optimeter/reports/page/assets/script/curves.js";

test("differences are summed", () => {
  assert.deepEqual(summed([1, 2, -3, 4], 2), [0.5, 1.5, 0, 2]);
  assert.deepEqual(summed([], 2), []);
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
