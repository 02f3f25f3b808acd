import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decades,
  keptApart,
  logLabels,
  partOf,
  thinned,
  tickTexts,
  plotlyAxis,
} from "../../../../src/optimeter/reports/page/assets/script/axes.js";
import { bandTrace } from "../../../../src/optimeter/reports/page/assets/script/marks.js";
import { view } from "./example.js";

test("labels are as far apart as the axis is long", () => {
  assert.deepEqual(logLabels(1e-8, 1e2), { dtick: 2 });
  assert.deepEqual(logLabels(1, 1e3), { dtick: 1 });
  assert.deepEqual(logLabels(15, 60).ticktext, ["20", "50"]); // and not "2", which would mean 20
  assert.deepEqual(logLabels(0.8, 10).tickvals, [1, 2, 5, 10]);
});

test("decades between two ends", () => {
  assert.deepEqual(decades(-0.5, 3), [0, 1, 2, 3]);
  assert.deepEqual(decades(0, 7, 2), [0, 2, 4, 6]);
});

test("labels keep their order and their distance, below the ceiling", () => {
  const at = keptApart([0.5, 0.5, 0.1, 1, 1], 0.1, 1);
  assert.deepEqual(
    at.map((v) => Number(v.toFixed(6))),
    [0.5, 0.6, 0.1, 0.9, 1],
  );
  assert.deepEqual(keptApart([], 0.1), []);
});

test("an axis has as many labels as there is room for", () => {
  assert.deepEqual(logLabels(1, 1e7, 4), { dtick: 2 });
  assert.deepEqual(tickTexts({ low: 1e-8, high: 1e2 }, 5), ["10⁻⁸", "10²"]);
  assert.deepEqual(tickTexts({ low: 15, high: 60 }), ["20", "50"]);
  const axis = {
    scale: "linear",
    low: 0,
    high: 4,
    ticks: [0, 1, 2, 3, 4],
    labels: ["0", "1", "2", "3", "4"],
  };
  assert.deepEqual(thinned(axis, 100, () => 20), { ticks: [0, 2, 4], labels: ["0", "2", "4"] }); // prettier-ignore
  assert.deepEqual(
    thinned({ low: 1, high: 10 }, 100, () => 20),
    {},
  );
});

test("places on axes go from 0 to 1", () => {
  assert.equal(partOf({ low: 1, high: 1e4 })(100), 0.5);
  assert.equal(partOf({ scale: "linear", low: -1, high: 3 })(0), 0.25);
  assert.equal(partOf({ scale: "share" })(0.4), 0.4);
});

test("a band goes along the upper edge and back along the lower one", () => {
  const { x, y } = bandTrace([1, 2], [0, 0.25], [0.5, 1], "red");
  assert.deepEqual(x, [1, 2, 2, 1]);
  assert.deepEqual(y, [0.5, 1, 0.25, 0]);
});

test("a band of step curves has their corners", () => {
  const { x, y } = bandTrace([1, 2], [0, 0.25], [0.5, 1], "red", 0.2, "hv");
  assert.deepEqual(x, [1, 2, 2, 2, 2, 1]);
  assert.deepEqual(y, [0.5, 0.5, 1, 0.25, 0, 0]);
});

test("axes take the colours of the theme", () => {
  const axis = plotlyAxis(view(), { title: "dimension", low: 1, high: 1e8 }, 4);
  assert.equal(axis.gridcolor, "grid");
  assert.equal(axis.dtick, 2);
});
