// Runtime profiles: the large figure, and what pointing at a curve tells.

import { logAxis, shareAxis } from "./axes.js";
import { band, heightAt, reach, steps } from "./curves.js";
import { escaped, percent, short } from "./format.js";
import { bandTrace, endLabels, lineOf, PALE, REFERENCE, told } from "./marks.js";

const fromOne = (x) => Math.max(1, x); // the axis begins at one evaluation per dimension

const solvedWithin = (view, name, x, y) =>
  `<b>${escaped(name)}</b><br>${percent(y)} of problems solved within ${short(x)}·D ${view.suite.evaluations}`;

// The curves in colour and those behind.
export const inFront = (view, entry) => entry.curves.filter((c) => view.shown.has(c.algorithm));
export const behind = (view, entry) =>
  view.many && view.crowd ? entry.curves.filter((c) => !view.shown.has(c.algorithm)) : [];

// All curves behind in one trace: hundreds of them cost no more than one.
function crowdTrace(view, curves, top) {
  const [x, y, text] = [[], [], []];
  for (const curve of curves) {
    const points = steps(curve);
    const name = escaped(view.nameOf(curve.algorithm));
    points.x.forEach((value, i) => {
      x.push(fromOne(value));
      y.push(points.y[i]);
      text.push(name);
    });
    x.push(top, null);
    y.push(points.y.at(-1) ?? 0, null);
    text.push(name, "");
  }
  return { x, y, text, mode: "lines", line: { color: PALE[view.theme], width: 1, shape: "hv" }, ...told };
}

function referenceTrace(view, curve, top) {
  const { x, y } = steps(curve);
  return {
    x: [...x.map(fromOne), top],
    y: [...y, y.at(-1)],
    mode: "lines",
    line: { color: REFERENCE[view.theme], width: 4.5, shape: "hv" },
    opacity: 0.65,
    text: x.map((value, i) => solvedWithin(view, view.suite.reference, value, y[i])),
    ...told,
  };
}

// Solid up to the median length of unsuccessful runs (a cross), dashed and thinner beyond.
function curveTraces(view, curve, top) {
  const a = curve.algorithm;
  const name = view.nameOf(a);
  const points = steps(curve);
  const traces = [];
  const around = band(curve, view.suite.window);
  if (view.bands && around) traces.push(bandTrace(around.x, around.low, around.high, view.colour(a)));
  const budget = curve.log_budget === null ? Infinity : 10 ** curve.log_budget;
  const beyond = budget < top;
  const text = points.x.map((x, i) => solvedWithin(view, name, x, points.y[i]));
  const cut = points.x.filter((x) => x <= budget).length;
  const level = heightAt(points, budget);
  const common = { mode: "lines", ...told, meta: a, legendgroup: String(a) };
  traces.push({
    ...common,
    x: [...points.x.slice(0, cut).map(fromOne), beyond ? budget : top],
    y: [...points.y.slice(0, cut), level],
    text: [...text.slice(0, cut), text[cut - 1] ?? ""],
    name: escaped(name),
    line: { ...lineOf(view, a, 2.4), shape: "hv" },
  });
  if (beyond)
    traces.push({
      ...common,
      x: [budget, ...points.x.slice(cut), top],
      y: [level, ...points.y.slice(cut), points.y.at(-1) ?? 0],
      text: ["", ...text.slice(cut), text.at(-1) ?? ""],
      line: { color: view.colour(a), width: 1.5, shape: "hv", dash: "4px,3px" },
    });
  if (beyond && budget >= 1)
    traces.push({
      x: [budget],
      y: [level],
      mode: "markers",
      marker: { symbol: "x-thin", size: 11, line: { color: view.colour(a), width: 2.6 } },
      text: [`<b>${escaped(name)}</b><br>median length of unsuccessful runs: ${short(budget)}·D`],
      ...told,
      meta: a,
    });
  return traces;
}

// `size` is the room in pixels: labels stand beside the curves where there is enough.
export function profileFigure(view, entry, size, name) {
  if (!entry?.curves.length) return { empty: "No data for this choice." };
  const top = 10 ** view.suite.window[1];
  const front = inFront(view, entry);
  const crowd = behind(view, entry);
  const traces = crowd.length ? [crowdTrace(view, crowd, top)] : [];
  const ends = [];
  const endOf = (curve) => steps(curve).y.at(-1) ?? 0;
  if (entry.reference && view.shown.size) {
    const y = endOf(entry.reference);
    traces.push(referenceTrace(view, entry.reference, top));
    ends.push({ y, label: `${percent(y)}  ${view.suite.reference}`, colour: REFERENCE[view.theme] });
  }
  for (const curve of front) {
    const y = endOf(curve);
    const lost = curve.missing ? ` (${curve.missing.length} missing)` : "";
    const label = `${percent(y)}  ${view.nameOf(curve.algorithm)}${lost}`;
    traces.push(...curveTraces(view, curve, top));
    ends.push({ y, label, colour: view.colour(curve.algorithm) });
  }
  const narrow = size.width <= 640;
  const labelled = !narrow && ends.length <= 14;
  const { margin, ...labels } = labelled ? endLabels(view, ends, size.height - 60) : { margin: 18 };
  const layout = {
    xaxis: logAxis(view, `${view.suite.evaluations} / dimension`, { range: view.suite.window }),
    yaxis: shareAxis(view, "problems solved"),
    margin: { l: 66, r: margin, t: 12, b: 50 },
    annotations: [],
    shapes: [],
    ...labels,
  };
  if (narrow) Object.assign(layout, { showlegend: true, legend: { orientation: "h", y: -0.25 } });
  for (const trace of traces) trace.showlegend = narrow && Boolean(trace.name);
  const best = front.toSorted((p, q) => endOf(q) - endOf(p)).slice(0, 3);
  const said = best.map((curve) => `${view.nameOf(curve.algorithm)} solves ${percent(endOf(curve))}`);
  return { traces, layout, name, label: `Runtime profiles. In the end ${said.join(", ")}.` };
}

// The horizontal distance between curves, read off the drawn steps at a height; "" where there is none.
export function distanceSentence(view, entry, algorithm, height) {
  const front = inFront(view, entry);
  const own = front.find((curve) => curve.algorithm === algorithm);
  const mine = own && reach(steps(own), height);
  if (!mine) return "";
  const others = front
    .filter((curve) => curve !== own)
    .slice(0, 6)
    .map((curve) => {
      const x = reach(steps(curve), height);
      const who = view.nameOf(curve.algorithm);
      return x === undefined ? `${who} never gets there` : `${who} needs ${short(x / mine)}× as many`;
    });
  const solves = `${view.nameOf(algorithm)} solves ${percent(height)} of the problems`;
  const first = `${solves} within ${short(mine)}·D ${view.suite.evaluations}`;
  return `${[first, others.join(", ")].filter(Boolean).join("; ")}.`;
}
