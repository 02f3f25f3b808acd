import assert from "node:assert/strict";
import { test } from "node:test";
import { fitted, wrapped } from "../../../../src/optimeter/reports/page/assets/script/format.js";
import { arranged } from "../../../../src/optimeter/reports/page/assets/script/layout.js";
import { placed } from "../../../../src/optimeter/reports/page/assets/script/pictures.js";
import { view } from "./example.js";

const measure = (text, size = 10) => 0.6 * size * text.length;
const share = { title: "problems solved", scale: "share" };
const parts = (more = {}) => ({
  x: { title: "evaluations", low: 1, high: 1e7 },
  y: share,
  ends: [],
  texts: [],
  numbers: [],
  shapes: [],
  entries: [],
  ...more,
});
const entriesOf = (count) =>
  Array.from({ length: count }, (_, i) => ({ key: `algorithm/${i}`, label: `name ${i}`, sample: "line" }));
const endsOf = (count) =>
  entriesOf(count).map((entry, i) => ({ ...entry, y: i / count, colour: "red", dash: "dot" }));
const inRoom = (width, more) => arranged(view(), parts(more), { width, measure });
const frame = ({ layout: { width, height, margin } }) => [
  width - margin.l - margin.r,
  height - margin.t - margin.b,
];

test("the frame keeps its room, however many names there are", () => {
  for (const width of [300, 390, 530, 700, 1130])
    for (const count of [1, 12, 300]) {
      const found = inRoom(width, { entries: entriesOf(count), ends: endsOf(count) });
      const [across, high] = frame(found);
      assert.ok(high >= 240 && across >= 0.5 * width, `${count} in ${width}: ${across} × ${high}`);
      assert.ok(found.legend.length <= 25);
    }
});

test("names that do not fit beside the curves go to the legend, the highest stay", () => {
  const { layout, legend } = inRoom(900, { entries: entriesOf(40), ends: endsOf(40) });
  const beside = layout.annotations.map(({ text }) => text);
  assert.equal(beside.length, 21);
  assert.ok(beside.includes("name 39") && !beside.includes("name 5"));
  assert.equal(legend.length, 19);
  const heights = layout.annotations.map(({ y }) => y).toSorted((p, q) => p - q);
  for (const [i, y] of heights.slice(1).entries()) assert.ok(y - heights[i] > 16.9 / 370);
});

test("names that would be cut stand whole in the legend, if there are several", () => {
  const long = (count) => {
    const label = (i) => `${"a long name of an algorithm ".repeat(3)}${i}`;
    const entries = entriesOf(count + 2).map((one, i) => (i < count ? { ...one, label: label(i) } : one));
    const ends = entries.map((one, i) => ({ ...one, y: i / 10, colour: "red", dash: "dot" }));
    const { layout, legend } = inRoom(700, { entries, ends });
    return [layout.annotations.length, legend.map((entry) => entry.label.endsWith("…"))];
  };
  assert.deepEqual(long(2), [0, [false, false, false, false]]);
  assert.deepEqual(long(1), [3, []]);
});

test("only names near their ends are joined to them", () => {
  const together = endsOf(10).map((end) => ({ ...end, y: 1 }));
  const { layout } = inRoom(900, { entries: entriesOf(10), ends: together });
  assert.equal(layout.shapes.filter(({ line }) => line.dash).length, 10); // samples
  assert.equal(layout.shapes.filter(({ line }) => !line.dash).length, 2);
});

test("a legend of hundreds ends, and names those behind last", () => {
  const crowd = { key: "crowd", label: "and 9 more, in grey", crowd: true };
  const { legend } = inRoom(390, { entries: [...entriesOf(100), crowd] });
  assert.deepEqual(
    legend.slice(-2).map(({ label }) => label),
    ["and 76 more", "and 9 more, in grey"],
  );
});

test("titles and labels of rows take the lines that they need", () => {
  const long = "runtime of one algorithm with a long name / runtime of another_with_a_long_name";
  const { layout } = inRoom(390, { x: { title: long, low: 1, high: 10 } });
  assert.ok(layout.xaxis.title.text.includes("<br>"));
  const labels = ["all functions", "weakly-structured functions, D = 20"];
  const rows = inRoom(390, { y: { title: "", scale: "rows", labels } });
  assert.equal(rows.layout.yaxis.ticktext[1], "weakly-structured<br>functions, D = 20");
  assert.ok(frame(rows)[1] >= 2 * 40);
});

test("numbers at points are left out where they would stand on each other", () => {
  const at = (x) => ({ x, y: 0.5, text: "24∞" });
  assert.ok(inRoom(900, { numbers: [at(10), at(1000)] }).numbered);
  assert.ok(!inRoom(900, { numbers: [at(10), at(11)] }).numbered);
});

test("texts are cut and broken to a length", () => {
  assert.equal(fitted("abcdefgh", 30, measure), "abcd…");
  assert.equal(fitted("abc", 30, measure), "abc");
  assert.deepEqual(wrapped("one two three", 48, measure), ["one two", "three"]);
  assert.deepEqual(wrapped("R-SHADE-10e2", 48, measure), ["R-SHADE-", "10e2"]);
  assert.deepEqual(wrapped("", 48, measure), [""]);
});

test("the legend of a picture begins a line where one is full", () => {
  const { found, height } = placed(entriesOf(3), 260, measure);
  assert.deepEqual(
    found.map(([, x, y]) => [x, y]),
    [
      [18, 10],
      [118.8, 10],
      [18, 30],
    ],
  );
  assert.equal(height, 50);
});
