// Descriptions of figures drawn with plotly.

import { labelStep, logAxis, shareAxis } from "./axes.js";
import { shownMarks } from "./description.js";
import { escaped } from "./format.js";
import { bandTrace, endLabels, legend, silent, told, verticalLine } from "./marks.js";
import { readings } from "./readings.js";

const CROSS = "x-thin"; // where dashed parts begin

const widths = { line: 2.4, point: 8 };
const DASHES = { short: "4px,3px" };

const lineShape = (mark) => (mark.steps ? "hv" : "linear");

const listed = (key) => !key.startsWith("guide/") && !key.startsWith("reference/");

// What a mark tells those who point at it; lines behind the data tell nothing.
function tells(figure, { mark, series }) {
  const text = mark.series.startsWith("guide/") ? null : readings(figure, mark, series.label);
  return text ? { text, ...told } : silent;
}

function lineTrace(figure, entry) {
  const { mark, series } = entry;
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
    ...tells(figure, entry),
  };
}

function pointTrace(figure, entry) {
  const { mark, series } = entry;
  const crossed = mark.marker === CROSS;
  const size = widths.point * (mark.size ?? 1);
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
    ...tells(figure, entry),
  };
}

const TRACES = {
  line: lineTrace,
  points: pointTrace,
  band: (figure, { mark, series }) =>
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
  const ends = [Math.log10(axis.low), Math.log10(axis.high)];
  const range = axis.reverse ? ends.toReversed() : ends;
  return logAxis(view, axis.title, { range, dtick: labelStep([axis.low, axis.high]) });
}

// Names beside the ends of the curves where there is room, else in a legend.
function namesLayout(view, front, size) {
  const ends = front
    .filter(({ mark }) => mark.mark === "end")
    .map(({ mark, series }) => ({ y: mark.y, label: mark.text, colour: series.colour }));
  if (!ends.length) return legend;
  const narrow = { showlegend: true, legend: { orientation: "h", y: -0.25 } };
  const labelled = size.width > 640 && ends.length <= 14;
  const { margin, ...labels } = labelled ? endLabels(view, ends, size.height - 60) : { margin: 18 };
  const beside = { annotations: [], margin: { l: 66, r: margin, t: 12, b: 50 }, ...labels };
  return size.width > 640 ? beside : { ...beside, ...narrow };
}

// Lines across the frame, one at a place for each series.
function ruleShapes(front) {
  const rules = front.filter(({ mark }) => mark.mark === "rule");
  const lines = rules.flatMap(({ mark, series }) =>
    mark.at.map((x) => verticalLine(x, { color: series.colour, width: 1, dash: mark.dash ?? "dot" })),
  );
  return [...new Map(lines.map((line) => [`${line.x0} ${line.line.color}`, line])).values()];
}

// Traces and layout; `size` is the room in pixels.
export function drawnFigure(view, figure, size = { width: 900, height: 430 }) {
  const { front, crowd } = shownMarks(view, figure);
  const names = namesLayout(view, front, size);
  const named = new Set();
  const traces = crowd.length ? [{ ...crowdTrace(crowd), showlegend: false }] : [];
  for (const entry of front.filter(({ mark }) => TRACES[mark.mark])) {
    const { mark, series } = entry;
    const first = ["line", "points"].includes(mark.mark) && listed(mark.series) && !named.has(mark.series);
    if (first) named.add(mark.series);
    const label = escaped(series.note ? `${series.label}: ${series.note}` : series.label);
    traces.push({
      ...TRACES[mark.mark](figure, entry),
      ...(first ? { name: label } : {}),
      ...(mark.mark === "band" ? {} : { meta: series.algorithm }),
      legendgroup: mark.series,
      showlegend: first && Boolean(names.showlegend),
    });
  }
  const layout = {
    ...names,
    shapes: [...(names.shapes ?? []), ...ruleShapes(front)],
    xaxis: plotlyAxis(view, figure.x),
    yaxis: plotlyAxis(view, figure.y),
  };
  return { traces, layout };
}

// A figure as the page shows it; where nothing of it is shown, `empty` says why.
export function pageFigure(view, figure, { empty, name, label, size }) {
  const drawn = figure ? drawnFigure(view, figure, size) : { traces: [] };
  return drawn.traces.some((trace) => trace.name) ? { ...drawn, name, label } : { empty };
}
