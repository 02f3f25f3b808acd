// One function: quality against budget, expected runtime against target.

import { labelStep, logAxis } from "./axes.js";
import { rowsOf } from "./curves.js";
import { escaped, short } from "./format.js";
import { bandTrace, legend, lineOf, markerOf, silent, told } from "./marks.js";

const column = (rows, name) => rows.map((row) => row[name]);

// The shown algorithms that have data of the function: [algorithm, results].
const ofFunction = (view, data) =>
  data.curves.map((entries, a) => [a, entries[view.fn]]).filter(([a, entry]) => entry && view.shown.has(a));

export function convergenceFigure(view, data) {
  const floor = (v) => Math.max(v ?? 1e-12, 1e-12);
  const traces = ofFunction(view, data).flatMap(([a, entry]) => {
    const rows = rowsOf(entry.quality).filter((r) => r.median !== null && r.median > 0);
    const x = column(rows, "budget");
    const name = escaped(view.nameOf(a));
    const tell = (r) =>
      `<b>${name}</b><br>median ${short(r.median)} (quartiles ${short(r.p25)} to ${short(r.p75)})<br>` +
      `after ${short(r.budget)}·D ${view.suite.evaluations}` +
      (r.ended ? `; ${r.ended} of ${entry.runs} runs had ended` : "");
    const [low, high] = ["p25", "p75"].map((end) => column(rows, end).map(floor));
    const y = column(rows, "median").map(floor);
    const curve = { x, y, mode: "lines", line: lineOf(view, a), name, text: rows.map(tell), ...told };
    return view.bands ? [bandTrace(x, low, high, view.colour(a), 0.16), curve] : [curve];
  });
  if (!traces.length) return { empty: "No data for this function." };
  const layout = {
    ...legend,
    xaxis: logAxis(view, `${view.suite.evaluations} / dimension`),
    yaxis: logAxis(view, "best precision", { dtick: labelStep(traces.flatMap((t) => t.y)) }),
  };
  const label = `Best precision against budget on ${view.setOf(view.fn).title}.`;
  return { traces, layout, label, name: `convergence_${view.fn}_D${view.dimension}` };
}

function ertTraces(view, a, entry) {
  const rows = rowsOf(entry.ert).filter((r) => r.target > 0 && r.ert !== null);
  if (!rows.length) return [];
  const name = escaped(view.nameOf(a));
  const known = rows.filter((r) => r.low && r.high);
  const perDimension = (list, field) => column(list, field).map((v) => v / view.dimension);
  const sure = (r) => (entry.ert.low ? ` (95 % interval ${short(r.low)} to ${short(r.high)})` : "");
  const tell = (r) =>
    `<b>${name}</b><br>ERT ${short(r.ert)}${sure(r)}<br>` +
    `to reach ${short(r.target)}; ${r.successes} of ${entry.runs} runs`;
  const traces = [];
  if (view.bands && known.length > 1) {
    const [low, high] = ["low", "high"].map((end) => perDimension(known, end));
    traces.push(bandTrace(column(known, "target"), low, high, view.colour(a), 0.16));
  }
  const [x, y] = [column(rows, "target"), perDimension(rows, "ert")];
  traces.push({ x, y, mode: "lines", line: lineOf(view, a), name, text: rows.map(tell), ...told });
  traces.push({ x: [x.at(-1)], y: [y.at(-1)], mode: "markers", marker: markerOf(view, a, 9), ...silent });
  return traces;
}

export function ertFigure(view, data) {
  const traces = ofFunction(view, data).flatMap(([a, entry]) => ertTraces(view, a, entry));
  if (!traces.length) return { empty: "No target was reached on this function." };
  const dtick = (axis) => labelStep(traces.flatMap((t) => t[axis]));
  const layout = {
    ...legend,
    xaxis: logAxis(view, "target precision", { autorange: "reversed", dtick: dtick("x") }),
    yaxis: logAxis(view, "ERT / dimension", { dtick: dtick("y") }),
  };
  const label = `Expected runtime against target on ${view.setOf(view.fn).title}.`;
  return { traces, layout, label, name: `ert_${view.fn}_D${view.dimension}` };
}
