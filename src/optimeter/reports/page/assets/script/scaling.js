// Scaling with the dimension: one function large; the small ones are in scaling_minis.js.

import { decades, labelStep, logAxis } from "./axes.js";
import { rowsOf } from "./curves.js";
import { escaped, short } from "./format.js";
import { legend, lineOf, markerOf, silent, told } from "./marks.js";

// The rows of an algorithm on a function to the chosen target; runtimes are divided by the dimension.
export const scalingRows = (view, data, a, fn) =>
  rowsOf(data[a]?.[fn] ?? {}).filter((row) => row.target === view.scalingTarget);

function scalingTraces(view, a, rows) {
  const ds = view.suite.dimensions;
  const name = escaped(view.nameOf(a));
  const row = new Map(rows.map((r) => [r.dimension, r]));
  const reached = rows.filter((r) => r.ert !== null);
  const failed = rows.filter((r) => r.ert === null);
  const some = reached.filter((r) => r.successes < r.runs);
  const distance = (d, end) => {
    const r = row.get(d);
    return r && r.ert !== null && r[end] !== null ? Math.abs(r[end] - r.ert) : 0;
  };
  const bars = {
    type: "data",
    symmetric: false,
    array: ds.map((d) => distance(d, "high")),
    arrayminus: ds.map((d) => distance(d, "low")),
    thickness: 1.2,
    color: view.colour(a),
  };
  const head = (r) => `<b>${name}</b>, D = ${r.dimension}<br>`;
  const tell = (r) =>
    `${head(r)}ERT/D ${short(r.ert)}, ${r.successes} of ${r.runs} runs<br>` +
    `95 % interval ${short(r.low)} to ${short(r.high)}`;
  const traces = [
    {
      x: ds,
      y: ds.map((d) => row.get(d)?.ert ?? null),
      mode: "lines+markers",
      connectgaps: false,
      line: lineOf(view, a),
      marker: markerOf(view, a, 8),
      name,
      text: ds.map((d) => (row.has(d) ? tell(row.get(d)) : "")),
      ...told,
      error_y: view.bands ? bars : undefined,
    },
  ];
  if (failed.length)
    traces.push({
      x: failed.map((r) => r.dimension),
      y: failed.map((r) => r.longest),
      mode: "markers",
      marker: { ...markerOf(view, a, 9), symbol: `${view.algorithms[a].marker}-open` },
      text: failed.map((r) => `${head(r)}never reached; longest run ${short(r.longest)}·D`),
      ...told,
      showlegend: false,
    });
  if (some.length && view.shown.size < 8)
    traces.push({
      x: some.map((r) => r.dimension),
      y: some.map((r) => r.ert),
      mode: "text",
      text: some.map((r) => String(r.successes)),
      textposition: "top center",
      textfont: { color: view.colour(a), size: 11 },
      ...silent,
    });
  return traces;
}

export function scalingFigure(view, data) {
  const found = [...view.shown]
    .map((a) => [a, scalingRows(view, data, a, view.fn)])
    .filter(([, rows]) => rows.length);
  if (!found.length) return { empty: "No data for this function." };
  const [first, last] = [view.suite.dimensions[0], view.suite.dimensions.at(-1)];
  const heights = found.flatMap(([, rows]) => rows.map((r) => r.ert ?? r.longest)).filter((v) => v > 0);
  const low = Math.log10(Math.min(...heights));
  const high = Math.log10(Math.max(...heights));
  const guides = decades(Math.floor(low) - 2, Math.ceil(high) + 1).map((k) => ({
    x: [first, last],
    y: [10 ** k, (10 ** k * last) / first],
    mode: "lines",
    line: { color: view.paint.line, width: 1, dash: "dot" },
    ...silent,
  }));
  const pad = 0.06 * Math.max(0.3, Math.log10(last / first));
  const measured = {
    tickmode: "array",
    tickvals: view.suite.dimensions,
    ticktext: view.suite.dimensions.map(String),
    dtick: null,
    tickfont: {},
    range: [Math.log10(first) - pad, Math.log10(last) + pad],
  };
  const layout = {
    ...legend,
    xaxis: logAxis(view, "dimension", measured),
    yaxis: logAxis(view, "ERT / dimension", { range: [low - 0.3, high + 0.3], dtick: labelStep(heights) }),
  };
  const traces = [...guides, ...found.flatMap(([a, rows]) => scalingTraces(view, a, rows))];
  const label = `Expected runtime against dimension on ${view.setOf(view.fn).title}.`;
  return { traces, layout, label, name: `scaling_${view.fn}` };
}
