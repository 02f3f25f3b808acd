import assert from "node:assert/strict";
import { test } from "node:test";
import { concerned, createDrawing } from "../../../../src/optimeter/reports/page/assets/script/sections.js";

test("a change concerns the sections that show it", () => {
  assert.ok(concerned("tables", { filter: "x" }));
  assert.ok(!concerned("summary", { filter: "x" }));
  assert.ok(!concerned("summary", { panel: true, search: "x", at: "pairs" }));
  for (const id of ["summary", "tables", "distributions"]) assert.ok(concerned(id, { dimension: 2 }));
  assert.ok(concerned("summary", { filter: "x", shown: [1] }));
});

test("what changes during a drawing is drawn after it, once", async () => {
  const drawn = [];
  let value = 1;
  const drawing = createDrawing(async () => {
    const seen = value;
    await new Promise((resolve) => setImmediate(resolve));
    drawn.push(seen);
  });
  const first = drawing.draw();
  value = 2;
  drawing.renew();
  value = 3;
  drawing.renew();
  assert.equal(drawing.draw(), first);
  await first;
  assert.deepEqual(drawn, [1, 3]);
  await drawing.draw();
  assert.deepEqual(drawn, [1, 3]); // nothing is due
  drawing.renew();
  await drawing.draw();
  assert.deepEqual(drawn, [1, 3, 3]);
});

test("a drawing that fails is told and does not block the next", async (context) => {
  const told = context.mock.method(console, "error", () => {});
  let fails = true;
  const drawing = createDrawing(async () => {
    if (fails) throw new Error("no");
  });
  await drawing.draw();
  assert.equal(told.mock.callCount(), 1);
  fails = false;
  drawing.renew();
  await drawing.draw();
  assert.equal(drawing.isDue(), false);
});
