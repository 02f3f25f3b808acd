import assert from "node:assert/strict";
import { test } from "node:test";
import {
  adviceCommand,
  command,
  tableCommand,
} from "../../../../src/optimeter/reports/page/assets/script/commands.js";
import { captionOf } from "../../../../src/optimeter/reports/page/assets/script/words.js";
import { overviewOf, suite, view } from "./example.js";

test("a command names what the figure takes, and no more", () => {
  assert.equal(command(view(), "ecdf"), "optimeter figure ecdf DATA… --dimensions 5 --bands -o ecdf.pdf");
  assert.equal(
    command(view({ fn: "f3" }), "convergence"),
    "optimeter figure convergence DATA… --dimensions 5 --functions 3 -o convergence.pdf",
  );
});

test("commands follow functions, targets and budgets", () => {
  const chosen = view({ set: "separable", targets: "budget", bands: false, qualityBudget: "10" });
  assert.match(command(chosen, "ecdf"), /--functions separable --targets budget -o/);
  assert.match(command(view({ set: "f2" }), "ecdf"), /--functions 2/);
  assert.match(command(view(), "scaling"), /--target 0\.1/);
  assert.match(command(view(), "run-lengths"), /--target 1e-8/);
  assert.match(command(chosen, "quality"), /--budget 10/);
  assert.doesNotMatch(command(view(), "quality"), /--budget/); // the end of the runs is the default
});

test("commands follow what is shown of single runs", () => {
  assert.match(command(view({ statistic: "mean" }), "convergence"), /--statistic mean/);
  assert.match(command(view({ shape: "histogram" }), "runtime-density"), /figure runtime-histogram /);
});

test("names of a pair are quoted", () => {
  assert.match(command(view({ pair: [2, 1] }), "scatter"), /--pair 'O'\\''Neil' 'be\|ta'/);
});

test("of two algorithms, too, commands keep the order that is chosen", () => {
  const two = overviewOf(suite({ algorithms: suite().algorithms.slice(0, 2), compared: { 5: [[1, 0]] } }));
  assert.match(command(view({}, two), "scatter"), /--pair 'be\|ta' alpha/);
  assert.match(command(view({ pair: [0, 1] }, two), "scatter"), /--pair alpha 'be\|ta'/);
});

const made = (commands) => {
  const overview = overviewOf(suite());
  return { ...overview, commands: { ...overview.commands, ...commands } };
};

test("commands name the data as they were given, ready for a shell", () => {
  const told = made({ data: "a.tgz 'my data.tgz'" });
  assert.match(command(view({}, told), "ecdf"), /^optimeter figure ecdf a\.tgz 'my data\.tgz' --dim/);
});

test("commands have the options of the report that the view does not override", () => {
  const given = {
    dimensions: "--dimensions 2,5",
    functions: "--functions 1-2",
    instances: "--instances 1-5",
    targets: "--targets 10,1",
    optimum: "--optimum 0",
  };
  const told = made({ figure: { ...given, sweep: "--sweep 'pop size'" }, table: given });
  const ecdf = (choice) => command(view(choice, told), "ecdf").replace(/^.*ecdf DATA… | -o .*$/g, "");
  const rest = "--instances 1-5 --targets 10,1 --optimum 0 --sweep 'pop size'";
  assert.equal(ecdf({}), `--dimensions 5 --bands --functions 1-2 ${rest}`);
  assert.equal(ecdf({ set: "f2", bands: false }), `--dimensions 5 --functions 2 ${rest}`);
  // Only these functions of a group are in the report.
  assert.equal(ecdf({ set: "separable", bands: false }), `--dimensions 5 --functions 1,2 ${rest}`);
  assert.doesNotMatch(ecdf({ targets: "budget" }), /--targets 10,1/);
  // A figure of one target has that beside those of the report, and one of all dimensions all of these.
  assert.match(
    command(view({}, told), "scaling"),
    /--functions 1 --target 0\.1 --dimensions 2,5 --instances 1-5 --targets 10,1 --optimum 0 --sweep/,
  );
  assert.equal(
    adviceCommand(view({}, told), "advice"),
    "optimeter table DATA… -m advice --dimensions 5 --budget 100 --functions 1-2 --instances 1-5 --targets 10,1 --optimum 0",
  );
  assert.match(
    adviceCommand(view({ set: "f2" }, told), "ranks"),
    /-m deep-ranking --dimensions 5 --functions 1-2 --instances 1-5 --optimum 0$/,
  );
});

test("commands restrict to the group that is looked at, but for pairs", () => {
  const of = (family, figure = "ecdf") => command(view({ family }), figure).match(/--family .*?(?= -o)/)?.[0];
  assert.equal(of("name:a|e"), "--family 'a|e'");
  assert.equal(of("words:ta, neil"), "--family 'ta, neil'");
  assert.equal(of("only:0.2"), "--family alpha --family 'O'\\''Neil'");
  assert.equal(of("name:a|e", "scatter"), undefined);
  assert.equal(of("name:a|e", "winners"), "--family 'a|e'");
  assert.equal(of(null), undefined);
  const table = tableCommand(view({ family: "name:a|e" }), "advice", { budget: "52" });
  assert.match(table, / --budget 52 --family 'a\|e'$/);
  const few = (measure) => adviceCommand(view({ set: "separable" }), measure);
  assert.equal(
    few("advice"),
    "optimeter table DATA… -m advice --dimensions 5 --functions separable --budget 100",
  );
  assert.equal(
    few("cover"),
    "optimeter table DATA… -m cover --dimensions 5 --functions separable --budget 100",
  );
});

test("commands name the functions that are followed: a single one has no order of algorithms", () => {
  const of = (measure) => adviceCommand(view({ set: "f2" }), measure);
  assert.equal(of("cover"), "optimeter table DATA… -m cover --dimensions 5 --functions 2 --budget 100");
  assert.equal(of("advice"), "optimeter table DATA… -m advice --dimensions 5 --budget 100");
  assert.match(command(view({ set: "separable" }), "portfolio"), /--functions separable -o/);
  assert.match(command(view({ set: "f2" }), "portfolio"), /--functions 2 -o/);
  assert.doesNotMatch(command(view(), "portfolio"), /--functions/);
});

test("of several suites the one that is shown is named, in tables, too", () => {
  const two = overviewOf(suite(), suite({ name: "bbob-noisy" }));
  assert.match(command(view({}, two), "ecdf"), /DATA… --suite bbob --dim/);
  assert.match(tableCommand(view({}, two), "advice", {}), /-m advice --suite bbob --dim/);
  assert.match(command(view({ suite: 1 }, two), "ecdf"), /DATA… --suite bbob-noisy/);
});

test("captions follow the targets", () => {
  assert.equal(captionOf(view(), "ecdf"), "fixed");
  assert.equal(captionOf(view({ targets: "budget" }), "ecdf"), "budget");
});
