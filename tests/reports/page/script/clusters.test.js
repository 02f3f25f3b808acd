import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clustersFigure,
  clustersSentence,
} from "../../../../src/optimeter/reports/page/assets/script/clusters.js";
import { view } from "./example.js";

const groups = [{ members: [0, 2], factor: "1.5" }];
const found = { alike: 2, leaves: [0, 1, 2], groups };

test("groups of similar algorithms are counted, and those that stand alone", () => {
  assert.equal(
    clustersSentence(view(), found),
    "One group of algorithms is alike up to a factor of 2 in dimension 5; 1 of 3 stands alone.",
  );
  assert.equal(
    clustersSentence(view(), { ...found, groups: [] }),
    "No two algorithms are alike up to a factor of 2 in dimension 5.",
  );
  assert.match(
    clustersSentence(view({ family: "name:a|e" }), found),
    /dimension 5; of a\|e, cut out of the tree of all algorithms \(.*these alone\); 1 of 3/,
  );
});

test("a dimension with one algorithm has no tree", () => {
  assert.equal(clustersSentence(view(), null), "");
  assert.match(clustersFigure(view(), null).empty, /no two algorithms/);
});
