import assert from "node:assert/strict";
import { test } from "node:test";
import {
  escaped,
  percent,
  powerOfTen,
  quoted,
  short,
} from "../../../../src/optimeter/reports/page/assets/script/format.js";

test("numbers have three digits, and infinity is a word", () => {
  const expected = [
    [null, "∞"],
    [undefined, "∞"],
    [0, "0"],
    [1 / 3, "0.333"],
    [1234.5, "1230"],
    [12345, "1.23e4"],
    [1e-8, "1e-8"],
    [-0.000123456, "-1.23e-4"],
    [9999.9, "10000"],
  ];
  for (const [value, text] of expected) assert.equal(short(value), text);
});

test("shares are written in percent", () => {
  assert.equal(percent(0.12345), "12.3 %");
  assert.equal(percent(1), "100.0 %");
});

test("powers of ten", () => {
  assert.deepEqual([-12, 0, 1, 2, 10].map(powerOfTen), ["10⁻¹²", "1", "10", "10²", "10¹⁰"]);
});

test("names cannot become markup or a template", () => {
  const text = escaped("<img src=x onerror=alert(1)> & %{x}");
  assert.equal(text, "&lt;img src=x onerror=alert(1)&gt; &amp; %&#123;x}");
});

test("long names are cut", () => {});

test("words of a command are quoted where a shell needs it", () => {
  assert.equal(quoted("CMA-ES_1.0+x"), "CMA-ES_1.0+x");
  assert.equal(quoted("a b"), "'a b'");
  assert.equal(quoted("O'Neil; rm"), "'O'\\''Neil; rm'");
});
