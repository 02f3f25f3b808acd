import assert from "node:assert/strict";
import { test } from "node:test";
import { command } from "../../../../src/optimeter/reports/page/assets/script/commands.js";
import { costFigures } from "../../../../src/optimeter/reports/page/assets/script/costs.js";
import { addressOf, stateFrom } from "../../../../src/optimeter/reports/page/assets/script/state.js";
import { described, overview, overviewOf, suite, view } from "./example.js";

const line = (a) => ({
  mark: "line",
  series: `algorithm/${view().nameOf(a)}`,
  x: [1, 10],
  y: [0.5, 1],
  steps: true,
});
const entry = {
  "performance-profile": described(line(0), line(1), line(2)),
  "data-profile": described(line(0)),
  "log-ratio": { "0-1": described(line(0)), "1-0": described(line(1)) },
};

test("profiles are drawn for the tolerance, log-ratios for the pair in its order", (t) => {
  const figures = costFigures(view({ pair: [1, 0], tolerance: "0.1" }), entry);
  t.assert.snapshot([figures["performance-profile"].label, figures["log-ratio"].label]);
  assert.equal(figures["performance-profile"].empty, undefined);
  assert.equal(figures["log-ratio"].traces[0].meta, 1);
  assert.equal(costFigures(view({ pair: [0, 1] }), entry)["log-ratio"].traces[0].meta, 0);
  const none = costFigures(view({ pair: [0, 2] }), entry);
  assert.match(
    none["log-ratio"].empty,
    /among alpha, be\|ta only; the command below draws those of alpha and O'Neil/,
  );
  const all = costFigures(view({ pair: [0, 2] }, overviewOf(suite({ paired: 6 }))), entry);
  t.assert.snapshot(all["log-ratio"].empty);
  assert.equal(costFigures(view(), undefined)["data-profile"].empty, "No data for this choice.");
});

test("a tolerance is kept in the address, the usual one and unknown ones are not", () => {
  assert.equal(view().tolerance, "1e-4");
  assert.equal(view({ tolerance: "0.3" }).tolerance, "1e-4");
  assert.doesNotMatch(addressOf(view()), /tol=/);
  const address = addressOf(view({ tolerance: "1e-8" }));
  assert.match(address, /tol=1e-8/);
  assert.equal(stateFrom(overview, address).tolerance, "1e-8");
  assert.equal(view({}, overviewOf(suite({ tolerances: [] }))).tolerance, undefined);
});

test("commands name the tolerance, and no dimension where dimensions are pooled", () => {
  assert.match(command(view(), "data-profile"), /--dimensions 5 --tolerance 1e-4 -o/);
  const pooled = overviewOf(suite({ pooled: true }));
  assert.match(command(view({}, pooled), "data-profile"), /DATA… --tolerance 1e-4 -o/);
  assert.match(command(view({}, pooled), "ecdf"), /--dimensions 5/);
});
