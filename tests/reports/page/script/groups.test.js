// What the page works out for a group of algorithms, beside what Python finds for these: OPTIMETER_PAYLOAD names a file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  clustersDescription,
  clustersFigure,
  treeOf,
} from "../../../../src/optimeter/reports/page/assets/script/clusters.js";
import { coverOf } from "../../../../src/optimeter/reports/page/assets/script/cover.js";
import { notSurelyLower } from "../../../../src/optimeter/reports/page/assets/script/intervals.js";
import {
  contributions,
  portfolioDescription,
  portfolioFigure,
} from "../../../../src/optimeter/reports/page/assets/script/portfolio.js";
import { view } from "./example.js";

const path = process.env.OPTIMETER_PAYLOAD;
const { groups } = path ? JSON.parse(readFileSync(path, "utf8")) : {};
const options = { skip: path ? false : "OPTIMETER_PAYLOAD names no file" };

// The same texts and structure; numbers up to how they are rounded on the way.
function assertClose(found, wanted, place = "") {
  if (typeof wanted === "number") assert.ok(Math.abs(found - wanted) <= 1e-3 * Math.max(1, wanted), place);
  else if (wanted && typeof wanted === "object")
    for (const key of Object.keys(wanted)) assertClose(found[key], wanted[key], `${place}.${key}`);
  else assert.equal(found, wanted, place);
}

test("the few that solve most together are those of the group, on the chosen functions", options, () => {
  const { overview, advice, dimension, expected } = groups;
  for (const { family, set, covers } of expected)
    for (const [adviceBudget, wanted] of Object.entries(covers)) {
      const shown = view({ family, set, adviceBudget, dimension }, overview);
      const found = coverOf(shown, advice.cover);
      assert.deepEqual(
        found.map(({ algorithm, share }) => [shown.nameOf(algorithm), share.toFixed(6)]),
        wanted,
        `${family} ${set} ${adviceBudget}`,
      );
    }
});

test("who may be the highest is told as Python does", options, () => {
  for (const { estimates, expected } of JSON.parse(readFileSync(path, "utf8")).open)
    assert.deepEqual(
      notSurelyLower(estimates).map(({ name }) => name),
      expected,
      JSON.stringify(estimates),
    );
});

test("a portfolio is one of the group, on the chosen functions", options, () => {
  const { overview, portfolio, dimension, expected } = groups;
  for (const { family, set, shapley } of expected) {
    const shown = view({ family, set, dimension }, overview);
    const figure = portfolioDescription(shown, portfolio);
    const found = figure.y.labels.map((name, row) => [name, figure.marks[2 * row].right[0]]);
    assertClose(found, shapley, `${family} ${set}`);
    assert.ok(figure.marks.every(({ right = [0] }) => Math.max(...right) <= figure.x.high + 1e-3));
  }
  const whole = portfolioDescription(view({ dimension }, overview), portfolio);
  const { x, y, marks } = groups.drawn.portfolio;
  assertClose({ x: whole.x, y: whole.y, marks: whole.marks }, { x, y, marks });
  assert.match(portfolioFigure(view({ family: "only:0" }), portfolio).empty, /2 to 12/);
});

test("what a set is worth is shared among its members", () => {
  const [one, other] = contributions([[1, 0.2], [0.4, 0.6]]); // prettier-ignore
  assertClose([one.shapley, other.shapley, one.marginal, one.own, one.share], [0.45, 0.35, 0.3, 0.6, 0.5625]);
});

test("the tree is drawn as for paper, also where several share a row", options, () => {
  const { overview, dimension, drawn } = groups;
  for (const { names, tree, figure } of drawn.clusters) {
    const shown = { ...view({ dimension }, overview), nameOf: (a) => names[a] };
    const { x, y, marks } = clustersDescription(shown, treeOf(shown, tree));
    assertClose({ x, y, marks }, { x: figure.x, y: figure.y, marks: figure.marks });
    assert.equal(marks.length, figure.marks.length);
  }
});

const tree = {
  alike: 2,
  algorithms: [2, 0, 1],
  joins: [null, 3, 1.5],
  rows: 40,
  ticks: [1, 2, 5],
  labels: ["1", "2", "5"],
  title: "factor",
  named: 6,
  note: "{factor}: {names}",
  thick: 2.5,
  series: ["group/near", "group/far", "guide/frame"].map((key) => ({ key, label: key, colour: "#000" })),
};

test("a group stays joined where its members were joined in the tree of all", () => {
  const joined = (family) =>
    treeOf(view({ family }), tree)?.leaves.map(({ algorithm, join }) => [algorithm, join]);
  assert.deepEqual(joined(null), [[2, Infinity], [0, 3], [1, 1.5]]); // prettier-ignore
  assert.deepEqual(joined("only:1.2"), [[2, Infinity], [1, 3]]); // prettier-ignore
  assert.deepEqual(joined("only:0.1"), [[0, Infinity], [1, 1.5]]); // prettier-ignore
  assert.equal(joined("only:1"), undefined);
  assert.equal(treeOf(view(), {}), null);
  assert.equal(clustersFigure(view(), treeOf(view(), tree)).empty, undefined);
});
