import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clustersFigure,
  clustersSentence,
} from "../../../src/optimeter/reports/page/assets/script/clusters.js";
import { view } from "./example.js";

const groups = [{ members: [0, 2], factor: "1.5" }];
const found = { factor: "2", algorithms: 3, groups };

test("groups of similar algorithms are counted, and those that stand alone", () => {
  assert.equal(
    clustersSentence(view(), found),
    "One group of algorithms is alike up to a factor of 2 in dimension 5; 1 of 3 stands alone.",
  );
  assert.equal(
    clustersSentence(view(), { ...found, groups: [] }),
    "No two algorithms are alike up to a factor of 2 in dimension 5.",
  );
});

test("a dimension with one algorithm has no tree", () => {
  assert.equal(clustersSentence(view(), undefined), "");
  assert.match(clustersFigure(view(), undefined).empty, /no two algorithms/);
});
