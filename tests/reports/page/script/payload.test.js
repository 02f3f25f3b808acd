// The results as Python writes them, through everything that reads them: OPTIMETER_PAYLOAD names a file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { distributionFigures } from "../../../../src/optimeter/reports/page/assets/script/distributions.js";
import { lossFigure } from "../../../../src/optimeter/reports/page/assets/script/loss.js";
import {
  effectSizes,
  ratiosFigure,
  scatterFigure,
} from "../../../../src/optimeter/reports/page/assets/script/pairs.js";
import {
  problemFigures,
  scalingFigure,
} from "../../../../src/optimeter/reports/page/assets/script/problems.js";
import { profileFigure } from "../../../../src/optimeter/reports/page/assets/script/profiles.js";
import { unpacked } from "../../../../src/optimeter/reports/page/assets/script/results.js";
import { speedFigure } from "../../../../src/optimeter/reports/page/assets/script/speed.js";
import { tableOf } from "../../../../src/optimeter/reports/page/assets/script/table_rows.js";
import { view } from "./example.js";

const path = process.env.OPTIMETER_PAYLOAD;
const payload = path ? JSON.parse(readFileSync(path, "utf8")) : null;
const options = { skip: path ? false : "OPTIMETER_PAYLOAD names no file" };

// No number, text or list that a figure or table is made of may be missing.
function assertComplete(value, place) {
  assert.notEqual(value, undefined, place);
  assert.ok(!Number.isNaN(value), place);
  if (typeof value === "string") assert.doesNotMatch(value, /undefined|NaN|\[object/, place);
  if (value && typeof value === "object")
    for (const [key, part] of Object.entries(value))
      if (!["error_y", "meta"].includes(key)) assertComplete(part, `${place}.${key}`);
}

function assertDrawn(figure, place) {
  assert.equal(figure.empty, undefined, place);
  assert.ok(figure.traces.length, place);
  assertComplete(figure, place);
}

test("figures and tables of a real report hold no gaps", options, async () => {
  const { overview, chunks } = payload;
  const scaling = await unpacked(chunks["0-scaling"]);
  for (const dimension of overview.suites[0].dimensions) {
    const load = (part) => unpacked(chunks[`0-${dimension}${part}`]);
    const data = await load("");
    const [problems, tables] = [await load("-problems"), await load("-tables")];
    for (const targets of ["fixed", "budget"])
      for (const set of ["all", "separable", "f3"]) {
        const shown = view({ dimension, targets, set, fn: "f3" }, overview);
        const place = `${dimension} ${targets} ${set}`;
        const size = { width: 900, height: 430 };
        const profiles = await load(set === "f3" ? "-functions" : "-profiles");
        const distributions = await load(`-distributions-${shown.distributed}`);
        assertDrawn(profileFigure(shown, profiles[targets][set], size, "x"), place);
        for (const figure of Object.values(problemFigures(shown, problems))) assertDrawn(figure, place);
        assertDrawn(scalingFigure(shown, scaling), place);
        assertDrawn(speedFigure(shown, data), place);
        assertDrawn(scatterFigure(shown, data), place);
        assertDrawn(ratiosFigure(shown, data), place);
        assertDrawn(lossFigure(shown, data.loss), place);
        for (const figure of Object.values(distributionFigures(shown, distributions)))
          assertDrawn(figure, place);
        assertComplete(effectSizes(shown, data), place);
        for (const table of ["fixed", "budget", "quality", "areas"]) {
          const { heads, rows } = tableOf(view({ dimension, set, table }, overview), tables);
          assert.ok(heads.length > 3 && rows.length, place);
          assertComplete(
            rows.map((row) => row.cells.map((cell) => [cell.text, cell.title ?? ""])),
            place,
          );
        }
      }
  }
});

test("every field of the results has a name in words", options, async () => {
  const names = new Set();
  const collect = (value) => {
    if (!value || typeof value !== "object") return;
    if (!Array.isArray(value)) for (const key of Object.keys(value)) names.add(key);
    Object.values(value).forEach(collect);
  };
  for (const chunk of Object.values(payload.chunks)) collect(await unpacked(chunk));
  const terse = [...names].filter((name) => name.length < 3 && !/^(f\d|p|x|y|at|[\d.∞]+)$/.test(name));
  assert.deepEqual(terse, []);
});
