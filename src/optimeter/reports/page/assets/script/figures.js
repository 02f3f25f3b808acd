// Descriptions of figures drawn with plotly.

import { logAxis, shareAxis } from "./axes.js";
import { shownMarks } from "./description.js";
import { escaped, percent, short } from "./format.js";
import { bandTrace, endLabels, silent, told } from "./marks.js";

// What pointing at a curve tells, by the kind of figure.
const READINGS = {
  ecdf: (view, x, y) => `${percent(y)} of problems solved within ${short(x)}·D ${view.suite.evaluations}`,
};
const CROSS = "x-thin"; // where dashed parts begin

const widths = { line: 2.4, point: 8 };
const DASHES = { short: "4px,3px" };

const lineShape = (mark) => (mark.steps ? "hv" : "linear");

function lineTrace(view, figure, { mark, series }) {
  const tell = READINGS[figure.kind];
  return {
    x: mark.x,
    y: mark.y,
    mode: "lines",
    line: {
      color: series.colour,
      width: widths.line * (mark.width ?? 1),
      dash: DASHES[mark.dash] ?? series.dash,
      shape: lineShape(mark),
    },
    opacity: mark.alpha ?? 1,
    text: mark.x.map((x, i) => `<b>${escaped(series.label)}</b><br>${tell(view, x, mark.y[i])}`),
    ...told,
  };
}

function pointTrace(view, figure, { mark, series }) {
  const crossed = mark.marker === CROSS;
  const size = widths.point * (mark.size ?? 1);
  const note = (x) => `<b>${escaped(series.label)}</b><br>median length of unsuccessful runs: ${short(x)}·D`;
  return {
    x: mark.x,
    y: mark.y,
    mode: "markers",
    marker: {
      symbol: mark.marker ?? series.marker,
      size: crossed ? 11 : size,
      color: series.colour,
      line: { color: series.colour, width: crossed ? 2.6 : 0 },
    },
    ...(crossed ? { text: mark.x.map(note), ...told } : silent),
  };
}

const TRACES = {
  line: lineTrace,
  points: pointTrace,
  band: (view, figure, { mark, series }) =>
    bandTrace(mark.x, mark.low, mark.high, series.colour, 0.2, lineShape(mark)),
};

// All curves behind in one trace: hundreds of them cost no more than one.
function crowdTrace(crowd) {
  const text = crowd.flatMap(({ mark, series }) => [...mark.x.map(() => escaped(series.label)), ""]);
  const joined = (side) => crowd.flatMap(({ mark }) => [...mark[side], null]);
  const line = { color: crowd[0].series.colour, width: 1, shape: lineShape(crowd[0].mark) };
  return { x: joined("x"), y: joined("y"), text, mode: "lines", line, ...told };
}

function plotlyAxis(view, axis) {
  if (axis.scale === "share") return shareAxis(view, axis.title);
  return logAxis(view, axis.title, { range: [Math.log10(axis.low), Math.log10(axis.high)] });
}

// Traces and layout; `size` is the room in pixels: names stand beside the ends of the curves where there
// is enough, else in a legend.
export function drawnFigure(view, figure, size) {
  const { front, crowd } = shownMarks(view, figure);
  const narrow = size.width <= 640;
  const named = new Set();
  const traces = crowd.length ? [{ ...crowdTrace(crowd), showlegend: false }] : [];
  for (const entry of front.filter(({ mark }) => TRACES[mark.mark])) {
    const { mark, series } = entry;
    const first = mark.mark === "line" && series.algorithm !== undefined && !named.has(mark.series);
    if (first) named.add(mark.series);
    traces.push({
      ...TRACES[mark.mark](view, figure, entry),
      ...(first ? { name: escaped(series.label) } : {}),
      meta: series.algorithm,
      legendgroup: mark.series,
      showlegend: first && narrow,
    });
  }
  const ends = front
    .filter(({ mark }) => mark.mark === "end")
    .map(({ mark, series }) => ({ y: mark.y, label: mark.text, colour: series.colour }));
  const labelled = !narrow && ends.length <= 14;
  const { margin, ...labels } = labelled ? endLabels(view, ends, size.height - 60) : { margin: 18 };
  const layout = {
    xaxis: plotlyAxis(view, figure.x),
    yaxis: plotlyAxis(view, figure.y),
    margin: { l: 66, r: margin, t: 12, b: 50 },
    annotations: [],
    shapes: [],
    ...labels,
  };
  if (narrow) Object.assign(layout, { showlegend: true, legend: { orientation: "h", y: -0.25 } });
  return { traces, layout };
}
