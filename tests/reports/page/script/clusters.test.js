import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clustersFigure,
  clustersSentence,
} from "../../../../src/optimeter/reports/page/assets/script/clusters.js";
import { view } from "./example.js";

const groups = [{ members: [0, 2], factor: "1.5" }];
const found = { alike: 2, leaves: [0, 1, 2], groups };

test("groups of similar algorithms are counted, and those that stand alone", (t) => {
  t.assert.snapshot([
    clustersSentence(view(), found),
    clustersSentence(view(), { ...found, groups: [] }),
    clustersSentence(view({ family: "name:a|e" }), found),
  ]);
});

test("a dimension with one algorithm has no tree", (t) => {
  assert.equal(clustersSentence(view(), null), "");
  t.assert.snapshot(clustersFigure(view(), null).empty);
});
