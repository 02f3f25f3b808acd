import assert from "node:assert/strict";
import { test } from "node:test";
import { cornersOf } from "../../../../src/optimeter/reports/page/assets/script/samples.js";
import { distributionFigures } from "../../../../src/optimeter/reports/page/assets/script/distributions.js";
import { budgetWords } from "../../../../src/optimeter/reports/page/assets/script/view.js";
import { lossFigure } from "../../../../src/optimeter/reports/page/assets/script/loss.js";
import {
  deepRanks,
  effectSizes,
  ratiosFigure,
  scatterFigure,
} from "../../../../src/optimeter/reports/page/assets/script/pairs.js";
import {
  problemFigures,
  scalingFigure,
} from "../../../../src/optimeter/reports/page/assets/script/problems.js";
import {
  distanceSentence,
  profileFigure,
} from "../../../../src/optimeter/reports/page/assets/script/profiles.js";
import { readings } from "../../../../src/optimeter/reports/page/assets/script/readings.js";
import {
  pairSentence,
  solvedShares,
  speedFigure,
} from "../../../../src/optimeter/reports/page/assets/script/speed.js";
import {
  curveOf,
  marksOf,
  shownMarks,
} from "../../../../src/optimeter/reports/page/assets/script/description.js";
import { drawnFigure } from "../../../../src/optimeter/reports/page/assets/script/figures.js";
import { described, overviewOf, said, suite, view } from "./example.js";

const letters = (text, size) => 0.56 * size * text.length;
const wide = { width: 900, measure: letters };
const named = (figure) => figure.traces.filter((t) => t.name);

const key = (a) => `algorithm/${view().nameOf(a)}`;
const line = (series, x, y, more = {}) => ({ mark: "line", series, x, y, steps: true, ...more });
const end = (series, y, text) => ({ mark: "end", series, y, text });
const profiles = described(
  line("reference/best", [1, 10, 1e4], [0.5, 1, 1], { width: 2, alpha: 0.8 }),
  end("reference/best", 1, "100 %  best"),
  { mark: "band", series: key(0), x: [1, 1e4], low: [0.2, 0.5], high: [0.3, 0.9] },
  line(key(0), [1, 10, 100, 1e4], [0.25, 0.5, 0.75, 0.75]),
  end(key(0), 0.75, "75 %  alpha"),
  line(key(1), [10, 100, 200], [0.25, 0.5, 0.5]),
  line(key(1), [200, 1000, 1e4], [0.5, 1, 1], { width: 0.6, dash: "short" }),
  { mark: "points", series: key(1), x: [200], y: [0.5], marker: "x-thin", reading: "median length: {x}·D" },
  end(key(1), 1, "100 %  be|ta (1 missing)"),
  line(key(2), [10, 1e4], [0.25, 0.25]),
  end(key(2), 0.25, "25 %  O'Neil"),
);

test("marks come back with their positions", () => {
  const [reference, , band, alpha] = marksOf(profiles);
  assert.deepEqual([alpha.x, alpha.y], [[1, 10, 100, 1e4], [0.25, 0.5, 0.75, 0.75]]); // prettier-ignore
  assert.deepEqual([band.low, band.high], [[0.2, 0.5], [0.3, 0.9]]); // prettier-ignore
  assert.equal(reference.width, 2);
  assert.equal(marksOf(profiles), marksOf(profiles));
  const marks = [{ mark: "line", x: [1, 2], y: [10, null] }];
  assert.deepEqual(marksOf(plain(marks)), marks); // between other axes they are plain
});

test("lines, bands and crosses look as their series and marks say", (t) => {
  const { traces, layout } = drawnFigure(view(), profiles, wide);
  const [reference, band, alpha, solid, dashed, cross] = traces;
  assert.equal(reference.line.color, "#9aa1a7");
  assert.equal(reference.opacity, 0.8);
  assert.deepEqual([band.fill, band.fillcolor], ["toself", view().colour(0)]);
  assert.deepEqual([alpha.name, alpha.meta, alpha.line.shape], ["alpha", 0, "hv"]);
  t.assert.snapshot(alpha.text[1]);
  assert.deepEqual([solid.line.dash, dashed.line.dash], ["solid", "6px,3px"]);
  assert.ok(dashed.line.width < solid.line.width);
  assert.equal(dashed.name, undefined); // one name for a curve
  assert.equal(cross.marker.symbol, "x-thin");
  assert.match(cross.text[0], /<br>median length: 200·D$/);
  assert.deepEqual(layout.xaxis.range, [0, 4]);
  assert.deepEqual(layout.yaxis.range, [0, 1]);
});

test("series of other kinds bring their looks along", () => {
  const targets = { key: "target/10", label: "10", colour: "#111111", colour_dark: "#eeeeee" };
  const own = { ...described(line("target/10", [1, 10], [0.5, 1])), series: [targets] };
  assert.equal(drawnFigure(view(), own, wide).traces[0].line.color, "#111111");
  assert.equal(drawnFigure(view({ theme: "dark" }), own, wide).traces[0].line.color, "#eeeeee");
});

test("the state decides what of a description is shown", () => {
  const keys = (choice) =>
    shownMarks(view(choice), profiles).front.map(({ mark }) => `${mark.series} ${mark.mark}`);
  assert.ok(keys({}).includes(`${key(0)} band`));
  assert.ok(!keys({ bands: false }).includes(`${key(0)} band`));
  assert.deepEqual(
    [...new Set(keys({ shown: [1] }).map((k) => k.split(" ")[0]))],
    ["reference/best", key(1)],
  );
  assert.deepEqual(keys({ shown: [] }), []); // a reference alone compares nothing
});

const texts = ({ legend }) => legend.map(({ label }) => label);

test("names stand at the ends of the curves where there is room, else in a legend", () => {
  const beside = drawnFigure(view(), profiles, wide);
  assert.equal(beside.layout.annotations.length, 4);
  assert.ok(beside.layout.annotations.some((a) => a.text === "100 %  be|ta (1 missing)"));
  assert.deepEqual(beside.legend, []);
  const narrow = beside.arrange({ ...wide, width: 390 });
  assert.deepEqual(narrow.layout.annotations, []);
  assert.deepEqual(texts(narrow), ["100 %  best", "75 %  alpha", "100 %  be|ta (1 missing)", "25 %  O'Neil"]);
  assert.deepEqual(
    narrow.legend.map(({ sample, width }) => [sample, width]),
    [["line", 2], ["line", 1], ["line", 1], ["line", 1]],
  ); // prettier-ignore
});

test("names are written as they are", () => {
  const { layout, legend } = drawnFigure(
    view(),
    described(line(key(0), [1, 10], [0, 1]), end(key(0), 1, "<b>x")),
    wide,
  );
  assert.equal(layout.annotations[0].text, "&lt;b&gt;x");
  assert.deepEqual(legend, []);
});

test("the crowd is one trace", () => {
  const s = suite();
  s.algorithms[1].featured = s.algorithms[2].featured = false;
  const { traces, legend } = drawnFigure(view({}, overviewOf(s)), profiles, wide);
  assert.deepEqual(texts({ legend }), ["be|ta and O'Neil, in grey"]);
  assert.equal(traces.length, 3); // crowd, reference, alpha
  assert.equal(traces[0].x.filter((x) => x === null).length, 3); // of two algorithms, one dashed in part
  assert.equal(traces[0].line.color, "#cfd4d8");
  const bare = drawnFigure(view({ crowd: false }, overviewOf(s)), profiles, wide);
  assert.equal(bare.traces.length, 2);
});

test("a figure says its best ends, and why it is empty", () => {
  const { label, name } = profileFigure(view(), profiles, "profile_all");
  assert.equal(name, "profile_all");
  assert.equal(
    label,
    "Runtime profiles. Shares within the runs, and in the end: 100 %  be|ta (1 missing), 75 %  alpha, 25 %  O'Neil.",
  );
  assert.deepEqual(profileFigure(view(), undefined, "x"), { empty: "No data for this choice." });
});

test("a curve is one, solid and dashed", () => {
  assert.deepEqual(curveOf(view(), profiles, 1).y, [0.25, 0.5, 0.5, 0.5, 1, 1]);
});

test("the distance between curves is read at one height", (t) => {
  assert.equal(
    distanceSentence(view(), profiles, 0, 0.5),
    "alpha solves 50.0 % of the problems within 10·D evaluations; be|ta needs 10× as many; O'Neil never gets there.",
  );
  t.assert.snapshot(distanceSentence(view(), profiles, 0, 0.75));
  assert.equal(
    distanceSentence(view({ shown: [0] }), profiles, 0, 0.25),
    "alpha solves 25.0 % of the problems within 1·D evaluations.",
  );
  assert.equal(distanceSentence(view(), profiles, 0, 0.99), "");
  assert.equal(distanceSentence(view(), profiles, undefined, 0.5), ""); // the reference
});

const plain = (marks, more = {}) => ({
  series: [],
  x: { title: "target", low: 0.1, high: 10, reverse: true },
  y: { title: "ERT", low: 1, high: 100 },
  marks,
  ...more,
});

test("one function: curves of the algorithms shown, with intervals, numbers and notes", () => {
  const told = { reading: "ERT/D {y} to reach {x}", interval: "95 % interval {low} to {high}" };
  const notes = ["5 of 5 runs", "2 of 5 runs"];
  const band = { mark: "band", series: key(0), x: [1], low: [8], high: [18] };
  const ert = plain(
    [
      band,
      { mark: "line", series: key(0), x: [10, 1], y: [4, 10], notes },
      { mark: "points", series: key(0), x: [1], y: [10], size: 1.3 },
    ],
    told,
  );
  const data = { f1: { convergence: plain([]), ert } };
  const { convergence, ert: drawn } = problemFigures(view(), data);
  assert.equal(convergence.empty, "No data for this function.");
  assert.deepEqual([named(drawn)[0].x, named(drawn)[0].y], [[10, 1], [4, 10]]); // prettier-ignore
  assert.equal(named(drawn)[0].text[0], "<b>alpha</b><br>ERT/D 4 to reach 10<br>5 of 5 runs");
  const second = "<b>alpha</b><br>95 % interval 8 to 18<br>ERT/D 10 to reach 1<br>2 of 5 runs";
  assert.equal(named(drawn)[0].text[1], second);
  assert.deepEqual(drawn.layout.xaxis.range, [1, -1]); // hard targets at the right
  assert.equal(drawn.traces.length, 3); // band, curve, end
  assert.equal(problemFigures(view({ bands: false }), data).ert.traces.length, 2);
  assert.ok(problemFigures(view({ shown: [1] }), data).ert.empty);
  assert.ok(problemFigures(view({ fn: "f2" }), data).ert.empty);
});

test("readings carry names and words as text", () => {
  const mark = { mark: "line", series: key(0), x: [10], y: [4], notes: ["<i>%{x}"] };
  const [text] = readings(plain([mark]), mark, "<b>");
  assert.equal(text, "<b>&lt;b&gt;</b><br>&lt;i&gt;%&#123;x}");
  assert.equal(readings(plain([]), { ...mark, notes: undefined }, "alpha"), null);
});

test("scaling: what was reached, what was not, and by how many", () => {
  const gaps = [[1, 10, null], [10, 100, null]]; // prettier-ignore
  const guide = { mark: "line", series: "guide/guide", x: gaps[0], y: gaps[1], width: 0.5 };
  const counts = { mark: "text", series: key(0), x: [2], y: [20], text: ["3"], most: 2 };
  const bars = {
    mark: "ranges",
    series: key(0),
    along: "y",
    at: [2],
    low: [10],
    high: [40],
    confidence: true,
  };
  const notes = ["3 of 5 runs", "0 of 5 runs"];
  const figure = plain(
    [
      guide,
      { mark: "line", series: key(0), x: [2, 5], y: [20, null], markers: true, notes },
      { mark: "points", series: key(0), x: [5], y: [1000], filled: false, reading: "never, {y}·D" },
      counts,
      bars,
    ],
    {
      series: [{ key: "guide/guide", label: "guide", colour: "#eee", dash: "dot" }],
      x: { title: "dimension", low: 1.5, high: 6.5, ticks: [2, 5], labels: ["2", "5"] },
      reading: "D = {x}: {y}",
      interval: "{low} to {high}",
    },
  );
  const data = { f1: { 0.1: figure } };
  const { traces, layout } = scalingFigure(view({ shown: [0, 1] }), data);
  const [growth, curve, failed, numbers, ranges] = traces;
  assert.deepEqual([growth.hoverinfo, growth.line.dash, growth.name], ["skip", "dot", undefined]);
  assert.deepEqual([curve.mode, curve.marker.symbol], ["lines+markers", "circle"]);
  assert.equal(curve.text[0], "<b>alpha</b><br>10 to 40<br>D = 2: 20<br>3 of 5 runs");
  assert.deepEqual([failed.marker.symbol, failed.y], ["circle-open", [1000]]);
  assert.equal(failed.text[0], "<b>alpha</b><br>never, 1000·D");
  assert.deepEqual([numbers.mode, numbers.text], ["text", ["3"]]);
  assert.deepEqual([ranges.x, ranges.y], [[2, 2, null], [10, 40, null]]); // prettier-ignore
  assert.deepEqual(layout.xaxis.tickvals, [2, 5]);
  assert.equal(scalingFigure(view(), data).traces.length, 4); // no numbers with three algorithms
  assert.equal(scalingFigure(view({ shown: [0], bands: false }), data).traces.length, 4);
  assert.ok(scalingFigure(view({ scalingTarget: "10" }), data).empty);
});

test("speed: rows from the top, shares beside, whoever is shown elsewhere", (t) => {
  const frame = { key: "guide/frame", label: "frame", colour: "#555555" };
  const note = "separable, D = 5\nalpha is 4× faster";
  const figure = {
    series: [frame],
    x: { title: "times <faster>", low: 0.1, high: 10, ticks: [1, 2], labels: ["1", "2"] },
    y: { title: "", scale: "rows", labels: ["all", "separable"] },
    marks: [
      { mark: "rule", series: frame.key, axis: "x", at: [1], dash: "solid" },
      { mark: "ranges", series: key(1), along: "x", at: [0], low: [1], high: [3] },
      { mark: "points", series: key(1), x: [2], y: [0], marker: "circle", notes: ["n"] },
      { mark: "points", series: key(0), x: [0.25], y: [1], marker: "diamond", notes: [note] },
      { mark: "text", series: frame.key, x: [1, 1], y: [-1.05, 0], text: ["both", "50 %"], beside: true },
    ],
  };
  const data = { speed: { "1-0": figure } };
  const { traces, layout, label } = speedFigure(view({ pair: [1, 0], shown: [2] }), data);
  const [range, first, second] = traces;
  assert.deepEqual([range.x, range.y], [[1, 3, null], [0, 0, null]]); // prettier-ignore
  assert.deepEqual([first.name, first.x, second.x], ["be|ta", [2], [0.25]]);
  assert.equal(second.marker.symbol, "diamond");
  assert.equal(second.text[0], "<b>alpha</b><br>separable, D = 5<br>alpha is 4× faster");
  assert.deepEqual(layout.yaxis.range, [1.6, -0.6]);
  assert.deepEqual(layout.yaxis.ticktext, ["all", "separable"]);
  assert.equal(layout.xaxis.title.text, "times &lt;faster&gt;");
  assert.deepEqual(
    layout.annotations.map(({ text, y, yanchor }) => [text, y, yanchor]),
    [
      ["both", -0.6, "bottom"],
      ["50 %", 0, "middle"],
    ],
  );
  assert.equal(label, "Times that be|ta is faster than alpha. all: 2; separable: 0.25.");
  t.assert.snapshot(speedFigure(view({ pair: [1, 2] }), data).empty);
  // Of many, only the leading ones are compared.
  const many = { ...view({ pair: [1, 2] }), many: true };
  t.assert.snapshot(speedFigure(many, data).empty);
  t.assert.snapshot(ratiosFigure(many, { ratios: {} }).empty);
});

test("a pair that was not compared is said to be so", () => {
  assert.equal(pairSentence(view(), said), "1 is 2× faster than 0.");
  assert.match(
    pairSentence(view({ pair: [1, 2] }), said),
    /^There is no comparison of be\|ta with O'Neil in dimension 5/,
  );
  const shares = solvedShares(view(), said.pairs.all["0-1"]);
  assert.deepEqual(shares, [
    [0.5, "be|ta only", 1],
    [0.25, "both", null],
    [0.25, "neither", null],
  ]);
});

test("what is said of a pair is about the chosen functions, or says what it is about", (t) => {
  const sentence = (choice) => pairSentence(view({ pair: [0, 1], ...choice }), said);
  assert.match(sentence({ set: "separable" }), /7×/);
  t.assert.snapshot([
    sentence({ set: "separable" }),
    sentence({ set: "f1" }),
    sentence({ targets: "budget", set: "f1" }),
  ]);
});

test("scatter: what one algorithm does not reach stands at the edge", () => {
  const series = ["group/all", "guide/guide", "guide/frame"].map((k) => ({
    key: k,
    label: k,
    colour: "#111",
  }));
  const ert = [{ f1: [10, 100] }, { f1: [20, null], f2: [5] }, {}];
  const data = { scatter: { series, functions: { "group/all": [1, 2, 3] }, ert } };
  const { traces, layout } = scatterFigure(view({ pair: [0, 1], shown: [2] }), data);
  const [, , points] = traces;
  assert.deepEqual(points.x, [10, 100]);
  assert.deepEqual(points.y, [20, 10 ** 3.3 / 10 ** 0.15]);
  assert.equal(points.text[1], "<b>group/all</b><br>f1<br>alpha: 100<br>be|ta: ∞");
  assert.deepEqual([points.name, traces[0].name], ["group/all", undefined]);
  assert.equal(layout.xaxis.title.text, "ERT of alpha");
  assert.ok(scatterFigure(view({ pair: [0, 2] }), data).empty);
});

test("ratios of a pair in its order, whether it is shown elsewhere or not", () => {
  const shade = { key: "target/0.1: 3/2", label: "0.1: 3/2", colour: "#111111" };
  const frame = { key: "guide/frame", label: "frame", colour: "#555555" };
  const rule = { mark: "rule", series: frame.key, axis: "x", at: [1] };
  const figure = {
    ...described(rule, line(shade.key, [1e-4, 10, 1e4], [0.2, 0.5, 0.5])),
    series: [shade, frame],
  };
  const { traces, layout } = ratiosFigure(view({ pair: [1, 0], shown: [2] }), { ratios: { "1-0": figure } });
  assert.deepEqual(
    [traces[0].name, traces[0].x, traces[0].y],
    ["0.1: 3/2", [1e-4, 10, 1e4], [0.2, 0.5, 0.5]],
  );
  assert.deepEqual([layout.shapes[0].x0, layout.shapes[0].yref], [1, "paper"]);
  assert.ok(ratiosFigure(view({ pair: [0, 1] }), { ratios: { "1-0": figure } }).empty);
});

test("effect sizes turn with the pair", () => {
  const distances = { distance: [0.8, 0.3], distance_p: [0.02, 0.4], ahead: [-1, 1] };
  const columns = { superiority: [0.9, 0.4], p: [0.01, 0.5], better: [1, -1], ...distances };
  const data = { tests: { "0-1": { targets: ["10", "0.1"], functions: { f1: columns } } } };
  const forth = effectSizes(view({ pair: [0, 1] }), data).rows[0];
  const back = effectSizes(view({ pair: [1, 0] }), data).rows[0];
  assert.deepEqual(forth[1], [
    { text: "0.90", p: 0.01, better: 0 },
    { text: "0.40", p: 0.5, better: null },
  ]);
  assert.deepEqual(back[1], [
    { text: "0.10", p: 0.01, better: 0 },
    { text: "0.60", p: 0.5, better: null },
  ]);
  const distance = "kolmogorov-smirnov";
  for (const pair of [
    [0, 1],
    [1, 0],
  ])
    assert.deepEqual(effectSizes(view({ pair, test: distance }), data).rows[0][1], [
      { text: "0.80", p: 0.02, better: 1 },
      { text: "0.30", p: 0.4, better: null },
    ]);
  assert.equal(effectSizes(view({ pair: [1, 2] }), data), null);
  assert.deepEqual(effectSizes(view({ pair: [0, 1], set: "f2" }), data).rows, []); // of the chosen functions
});

test("ranks of all tell what is tested, and who is not worse than the best", (t) => {
  const ranks = { problems: 42, omnibus: 0.003, rows: { algorithm: [1, 0], rank: [1.2, 1.8], p: [1, 0.01] } };
  const { caption, rows } = deepRanks(view({ dimension: 5 }), ranks);
  t.assert.snapshot(caption);
  assert.deepEqual(rows, [
    { algorithm: 1, rank: "1.20", p: 1, best: true },
    { algorithm: 0, rank: "1.80", p: 0.01, best: false },
  ]);
  t.assert.snapshot(deepRanks(view(), { ...ranks, omnibus: 0.4 }).caption);
});

const distribution = (series, x, y, more) => ({ ...described(...series.map((k) => line(k, x, y)), ...more) });

test("distributions: the chosen target and budget, with counts in the legend", (t) => {
  const band = { mark: "band", series: key(0), x: [10, 100], low: [0.1, 0.2], high: [0.4, 0.5], steps: true };
  const lengths = {
    ...distribution(
      [key(0), key(1)],
      [10, 100],
      [0.25, 0.25],
      [band, { mark: "rule", series: key(0), axis: "x", at: [100] }],
    ),
    reading: "{y} of runs within {x}·D",
    notes: { [key(0)]: "2/3 functions" },
  };
  const easy = { ...distribution([key(0)], [10, 100], [1, 1], []) };
  const data = { run_lengths: { 10: easy, "1e-8": lengths }, qualities: {} };
  const { runs, quality } = distributionFigures(view(), data);
  assert.deepEqual(
    named(runs).map(({ name }) => name),
    ["alpha: 2/3 functions", "be|ta"],
  );
  t.assert.snapshot(named(runs)[0].text[0]);
  assert.doesNotMatch(named(runs)[1].text[0], /interval/);
  assert.deepEqual(
    runs.layout.shapes.map((shape) => shape.x0),
    [100],
  );
  assert.equal(runs.legend.length, 2);
  assert.ok(quality.empty);
  assert.equal(named(distributionFigures(view({ runLengthTarget: "10" }), data).runs).length, 1);
  assert.equal(distributionFigures(view({ bands: false }), data).runs.traces.length, 2);
  assert.equal(budgetWords("∞"), "end of runs");
});

test("loss: boxes for few algorithms, a line at 1, words of several lines", () => {
  const box = { mark: "ranges", series: key(0), along: "y", at: [10], low: [1], high: [3], most: 2 };
  const means = { mark: "line", series: key(0), x: [10], y: [2], markers: true, notes: ["budget 10\n1∞"] };
  const frame = { key: "guide/frame", label: "frame", colour: "#555555" };
  const figure = plain([{ mark: "rule", series: frame.key, axis: "y", at: [1] }, box, means], {
    series: [frame],
  });
  const { traces, layout } = lossFigure(view({ shown: [0, 1] }), { figure });
  assert.equal(traces.length, 2);
  assert.equal(traces[1].text[0], "<b>alpha</b><br>budget 10<br>1∞");
  assert.deepEqual([layout.shapes[0].y0, layout.shapes[0].xref], [1, "paper"]);
  assert.equal(lossFigure(view(), { figure }).traces.length, 1);
  assert.ok(lossFigure(view(), undefined).empty);
});

test("samples of crosses are crosses, as plotly draws them", () => {
  const plus = cornersOf("cross");
  assert.equal(plus.length, 12);
  const ends = plus.filter(([x, y]) => Math.abs(x) > 0.99 || Math.abs(y) > 0.99);
  assert.equal(ends.length, 8); // bars as wide at their ends as in the middle
  assert.ok(plus.every(([x, y]) => Math.min(Math.abs(x), Math.abs(y)) < 0.36));
  assert.equal(cornersOf("triangle-up").length, 3);
  assert.equal(cornersOf("circle"), null);
});
