import assert from "node:assert/strict";
import { test } from "node:test";
import {
  adviceOf,
  adviceSentence,
  budgetWords,
  followedWords,
} from "../../../../src/optimeter/reports/page/assets/script/advice.js";
import { command } from "../../../../src/optimeter/reports/page/assets/script/commands.js";
import { foundAlgorithms } from "../../../../src/optimeter/reports/page/assets/script/controls.js";
import {
  familyOf,
  membersKey,
  wordsKey,
} from "../../../../src/optimeter/reports/page/assets/script/families.js";
import { leadsDescription } from "../../../../src/optimeter/reports/page/assets/script/group_leads.js";
import { wholePercent } from "../../../../src/optimeter/reports/page/assets/script/format.js";
import { addressOf, stateFrom } from "../../../../src/optimeter/reports/page/assets/script/state.js";
import {
  headlineOf,
  rowsIn,
  winnersFigure,
} from "../../../../src/optimeter/reports/page/assets/script/summary.js";
import { overview, overviewOf, said as results, suite, view } from "./example.js";

const family = "name:a|e";

test("a group is found by its name, by words and by its members", () => {
  const { families, algorithms } = suite();
  const members = (key) => [...(familyOf({ families, algorithms }, key)?.members ?? [])];
  assert.deepEqual(members(family), [0, 1]);
  assert.deepEqual(members(wordsKey(" TA, neil ")), [1, 2]);
  assert.deepEqual(members(membersKey([2, 0])), [0, 2]);
  assert.equal(wordsKey("  "), null);
  for (const none of [null, "", "name:unknown", "words:xyz", "only:7", "only:x", "nothing"])
    assert.equal(familyOf({ families, algorithms }, none), null);
});

test("a group decides what is shown, and the address keeps it", () => {
  const chosen = view({ family });
  assert.deepEqual([...chosen.shown], [0, 1]);
  assert.ok(!chosen.belongs(2));
  assert.equal(stateFrom(overview, addressOf(chosen)).family, family);
  assert.ok(!addressOf(view()).includes("g="));
  assert.deepEqual(foundAlgorithms(view({ family, search: "neil, ta" })), [1]);
});

test("those that are hidden are left out of sentences, tables and commands", () => {
  const hidden = view({ shown: [0, 2] });
  assert.deepEqual([...hidden.family.members], [0, 2]);
  assert.ok(!hidden.belongs(1));
  assert.match(
    headlineOf(hidden, results)[0],
    /^Of the algorithms shown \(2 of 3 algorithms\), dimension 5, .* they solve/,
  );
  assert.deepEqual(
    rowsIn(hidden, results).map(({ algorithm }) => algorithm),
    [0, 2],
  );
  assert.match(command(hidden, "ecdf"), /--family alpha --family 'O'\\''Neil' -o/);
  // The list still holds them, and the address keeps what was chosen.
  assert.deepEqual(foundAlgorithms(hidden), [0, 1, 2]);
  assert.match(addressOf(hidden), /a=0\.2/);
  assert.doesNotMatch(addressOf(hidden), /g=/);
  assert.deepEqual([...view({ family, shown: [1] }).family.members], [1]);
  assert.equal(view({ shown: [0, 1, 2] }).family, null);
});

test("where only some are coloured, sentences say that they are of all", (t) => {
  const [first, ...others] = suite().algorithms;
  const algorithms = [{ ...first, featured: false }, ...others];
  const said = (shown) => headlineOf(view({ shown }, overviewOf(suite({ algorithms }))), results).at(-1);
  t.assert.snapshot(said([1]));
  assert.notEqual(said([1, 2]), said([1]));
  assert.equal(headlineOf(view({ shown: [] }), results).at(-1), said([1]));
});

test("one name that others hold, too, is given twice to commands", () => {
  const algorithms = ["DE", "L-SHADE", "BFGS"].map((name) => ({ ...suite().algorithms[0], name }));
  const given = (key) =>
    familyOf({ algorithms, families: [{ kind: "name", title: "bfgs", members: [1, 2] }] }, key).given;
  assert.deepEqual(given("only:0"), ["DE", "DE"]);
  assert.deepEqual(given("only:1"), ["L-SHADE"]);
  assert.deepEqual(given("only:2"), ["BFGS", "BFGS"]);
});

test("of a large group those with the largest areas are drawn in colour", () => {
  const algorithms = Array.from({ length: 60 }, (_, i) => ({
    ...suite().algorithms[0],
    name: `${i % 2 ? "cma" : "de"} ${i}`,
  }));
  const areas = { 5: algorithms.map((_, i) => i / 100) };
  const many = overviewOf(suite({ algorithms, areas }));
  const found = view({ family: "words:cma" }, many);
  assert.equal(found.family.members.size, 30);
  assert.deepEqual([...found.shown], [45, 47, 49, 51, 53, 55, 57, 59]);
});

test("tables are of the group, sentences on all say so", () => {
  const columns = { algorithm: [0, 1, 2], auc: [0.1, 0.2, 0.3] };
  const answers = { fixed: { all: { headline: ["O'Neil is best."], summary: columns } } };
  const rows = (choice) => rowsIn(view(choice), { answers }).map(({ algorithm }) => algorithm);
  assert.deepEqual(rows({}), [2, 1, 0]);
  assert.deepEqual(rows({ family }), [1, 0]);
  assert.deepEqual(headlineOf(view(), { answers }), ["O'Neil is best."]);
});

const advised = {
  algorithm: [2, 1, 0],
  share: [900_000, 500_000, 400_000],
  low: [850_000, 450_000, 100_000],
  high: [950_000, 550_000, 480_000],
  simulated: [0, 0, 1],
};

test("algorithms are ranked within the group that is looked at", (t) => {
  const data = { fixed: { all: { 100: advised } } };
  const shown = (choice) =>
    adviceOf(view(choice), data).rows.map(({ algorithm, rank, candidate }) => [algorithm, rank, candidate]);
  assert.deepEqual(shown({}), [[2, 1, true], [1, 2, false], [0, 3, false]]); // prettier-ignore
  // 0.1 behind; the intervals reach hypot(0.08, 0.05) = 0.094
  assert.deepEqual(shown({ family }), [[1, 1, true], [0, 2, false]]); // prettier-ignore
  const found = adviceOf(view({ family }), data);
  t.assert.snapshot(adviceSentence(view({ family }), found));
  assert.equal(adviceOf(view({ family: "only:2" }), { fixed: {} }), null);
});

test("sentences and who leads are of the group that is looked at", (t) => {
  const columns = {
    ...results.answers.fixed.all.summary,
    auc: [0.42, 0.4, 0.9],
    auc_low: [0.4, 0.38, 0.89],
    auc_high: [0.44, 0.43, 0.91],
    auc_text: ["0.420", "0.400", "0.900"],
    auc_interval: ["0.400–0.440", "0.380–0.430", "0.890–0.910"],
    recorded: [0.09, 0.004, 0.9],
    recorded_text: ["9 %", "< 1 %", "90 %"],
  };
  const data = { answers: { fixed: { all: { headline: ["…"], summary: columns } } }, pairs: results.pairs };
  const ten = { ...advised, share: [0, 500_000, 500_000], simulated: [0, 0, 0] };
  const orders = { fixed: { all: { 10: ten, 100: advised } } };
  const words = headlineOf(view({ family }), data, orders);
  t.assert.snapshot(words);
  const { x, y, marks } = leadsDescription(view({ family }), orders);
  assert.deepEqual([x.low, x.high].map(Math.round), [3, 316]);
  assert.deepEqual(y.labels, ["all functions", "separable functions"]);
  const [beta, alpha] = ["be|ta", "alpha"].map((name) => marks.find(({ series }) => series.endsWith(name)));
  assert.deepEqual([beta.alpha, beta.top, beta.bottom], [[0.45, 1], [0, 0], [0.5, 1]]); // prettier-ignore
  assert.deepEqual(
    [alpha.alpha, alpha.top, alpha.notes],
    [[0.45], [0.5], ["shares the lead with be|ta\n10·D"]],
  );
  const beyond = { fixed: { all: { 100: { ...advised, simulated: [1, 1, 1] } } } };
  assert.match(
    headlineOf(view({ family }), data, beyond).at(-1),
    /be\|ta, by simulated restarts, leads at 100·D/,
  );
  const [thin] = leadsDescription(view({ family }), beyond).marks;
  assert.ok(thin.bottom[0] - thin.top[0] < 0.5);
  assert.equal(winnersFigure(view({ family }), undefined, orders).empty, undefined);
});

test("of a group, equal areas are called so", (t) => {
  const said = (columns) => {
    const summary = { ...results.answers.fixed.all.summary, auc: [0.4, 0.4, 0.9], ...columns };
    const data = { answers: { fixed: { all: { headline: ["…"], summary } } }, pairs: {} };
    return headlineOf(view({ family }), data)[1];
  };
  t.assert.snapshot(said({}));
  const unknown = { auc_low: [null, null, null], auc_high: [null, null, null] };
  t.assert.snapshot(said(unknown));
  assert.match(
    said({ ...unknown, auc: [0.4, 0.39, 0.9] }),
    /^alpha has the largest area .* without an interval\.$/,
  );
});

test("the caption says of which functions the order is", () => {
  assert.match(
    followedWords(view({ set: "separable" })),
    /^Dimension, functions and targets are those chosen/,
  );
  assert.match(
    followedWords(view({ set: "f2" })),
    /a single function has no order .* is of all functions\.$/,
  );
});

test("algorithms that are equal are named together", (t) => {
  const said = (share) =>
    adviceSentence(view(), adviceOf(view(), { fixed: { all: { 100: { ...advised, share } } } }));
  const two = said([900_000, 900_000, 400_000]);
  assert.match(
    two,
    /^O'Neil and be\|ta solve 90 % each within 100·D evaluations, surely more than all others \(/,
  );
  assert.match(
    said([500_000, 500_000, 500_000]),
    /^O'Neil, be\|ta and alpha solve 50 % each within 100·D evaluations \(/,
  );
  t.assert.snapshot(said([500_000, 500_000, 450_000]));
});

test("what rests on simulated restarts is called so, and nothing is sure without intervals", (t) => {
  const said = (columns) => {
    const found = adviceOf(view(), { fixed: { all: { 100: { ...advised, ...columns } } } });
    return [found.candidates, adviceSentence(view(), found)];
  };
  t.assert.snapshot(said({})[1]);
  t.assert.snapshot(said({ simulated: [1, 0, 0] })[1]);
  const [candidates, sentence] = said({ low: [0, 0, 0], high: [1e6, 1e6, 1e6] });
  assert.equal(candidates, 1);
  t.assert.snapshot(sentence);
});

test("a budget that is typed is answered by the next one below, which is said", (t) => {
  const said = (adviceBudget, adviceUnit = "D") => {
    const shown = view({ adviceBudget, adviceUnit });
    return [shown.adviceBudget, budgetWords(shown)];
  };
  assert.deepEqual(said("1e2"), ["100", null]);
  assert.deepEqual(said("500", "evaluations"), [
    "100",
    { text: "500 evaluations are 100·D in dimension 5." },
  ]);
  const [used, { text, code }] = said("260", "evaluations");
  assert.equal(used, "10");
  assert.match(
    text,
    /^260 evaluations are 52·D in dimension 5\. 52·D is not among .* \(10, 100\); it answers for 10·D, /,
  );
  assert.equal(code, "optimeter table DATA… -m advice --dimensions 5 --budget 52");
  // The command is of what the page answers for: a single function has no order of algorithms.
  const odd = budgetWords(view({ adviceBudget: "52", set: "f1", targets: "budget" }));
  assert.equal(odd.code, "optimeter table DATA… -m advice --dimensions 5 --budget 52 --targets budget");
  t.assert.snapshot(said("3")[1].text);
  t.assert.snapshot(said("many"));
  const typed = view({ adviceBudget: "260", adviceUnit: "evaluations" });
  const kept = stateFrom(overview, addressOf(typed));
  assert.deepEqual([kept.adviceBudget, kept.adviceUnit], ["260", "evaluations"]);
  assert.ok(!/a[bu]=/.test(addressOf(view())));
});

test("shares are never written as nothing or all when they are not", () => {
  assert.deepEqual([0.457, 0.9999, 1, 0.0004, 0].map(wholePercent), [
    "46 %",
    "> 99 %",
    "100 %",
    "< 1 %",
    "0 %",
  ]);
});
