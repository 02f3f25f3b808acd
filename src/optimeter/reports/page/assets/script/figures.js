// Descriptions of figures drawn with plotly.

import { linearAxis, logAxis, logLabels, rowAxis, shareAxis, TOP } from "./axes.js";
import { shownMarks } from "./description.js";
import { escaped, lines } from "./format.js";
import { bandTrace, endLabels, legend, silent, told, ruleAt } from "./marks.js";
import { readings } from "./readings.js";

const CROSS = "x-thin"; // where dashed parts begin

const widths = { line: 2.4, point: 8 };
const DASHES = { short: "4px,3px" };
const BAR = 0.8; // part of a row that bars fill
const NAMED = new Set(["line", "points", "bars"]); // marks that a legend shows a sample of

// Crosses and hollow symbols are drawn with strokes.
function markerLook(mark, series) {
  const symbol = mark.marker ?? series.marker;
  const crossed = symbol === CROSS;
  return {
    symbol: mark.filled === false ? `${symbol}-open` : symbol,
    size: crossed ? 11 : widths.point * (mark.size ?? 1),
    color: series.colour,
    opacity: mark.alpha ?? 1,
    line: { color: series.colour, width: crossed ? 2.6 : mark.filled === false ? 1.6 : 0 },
  };
}

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
    mode: mark.markers ? "lines+markers" : "lines",
    ...(mark.markers ? { marker: markerLook(mark, series) } : {}),
    line: {
      color: series.colour,
      width: widths.line * (mark.width ?? 1),
      dash: DASHES[mark.dash] ?? mark.dash ?? series.dash,
      shape: lineShape(mark),
    },
    opacity: mark.alpha ?? 1,
    ...tells(figure, entry),
  };
}

function pointTrace(figure, entry) {
  const { mark, series } = entry;
  return {
    x: mark.x,
    y: mark.y,
    mode: "markers",
    marker: markerLook(mark, series),
    ...tells(figure, entry),
  };
}

// Strokes from low to high, each at its place, with gaps between them.
function rangeTrace(figure, { mark, series }) {
  const ends = mark.low.flatMap((low, i) => [low, mark.high[i], null]);
  const at = mark.at.flatMap((place) => [place, place, null]);
  const [x, y] = mark.along === "x" ? [ends, at] : [at, ends];
  const line = { color: series.colour, width: widths.line * (mark.width ?? 1) };
  return { x, y, mode: "lines", line, opacity: mark.alpha ?? 1, ...silent };
}

function textTrace(figure, { mark, series }) {
  const font = { color: series.colour, size: 11 };
  const text = mark.text.map(escaped);
  return { x: mark.x, y: mark.y, text, mode: "text", textposition: "top center", textfont: font, ...silent };
}

// Texts at the right of the frame; the head of the column stands above it.
const besideTexts = (front) =>
  front
    .filter(({ mark }) => mark.beside)
    .flatMap(({ mark, series }) =>
      mark.y.map((y, i) => ({
        xref: "paper",
        x: 1.01,
        xanchor: "left",
        y: Math.max(y, TOP),
        yanchor: y < TOP ? "bottom" : "middle",
        text: escaped(mark.text[i]),
        showarrow: false,
        font: { size: 12, color: series.colour },
      })),
    );

// A figure of rows is as high as it has rows, with its legend above.
const rowLayout = (rows) => ({
  height: 110 + 27 * rows,
  margin: { l: 10, r: 70, t: 8, b: 50 },
  legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom" },
});

// Bars of a row, each with its part of the row's height.
function barTrace(figure, { mark, series }) {
  const text = mark.notes.map((note) => `<b>${escaped(series.label)}</b><br>${lines(note)}`);
  return {
    type: "bar",
    orientation: "h",
    base: mark.left,
    x: mark.right.map((right, i) => right - mark.left[i]),
    y: mark.left.map(() => mark.row),
    offset: mark.top.map((top) => BAR * (top - 0.5)),
    width: mark.top.map((top, i) => BAR * (mark.bottom[i] - top)),
    marker: { color: series.colour, opacity: mark.alpha, line: { width: 0 } },
    textposition: "none",
    text,
    ...told,
  };
}

const TRACES = {
  bars: barTrace,
  line: lineTrace,
  points: pointTrace,
  ranges: rangeTrace,
  text: textTrace,
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
  if (axis.scale === "rows") return rowAxis(view, axis.labels.map(escaped));
  if (axis.scale === "linear") return linearAxis(view, { ...axis, title: escaped(axis.title) });
  const ends = [Math.log10(axis.low), Math.log10(axis.high)];
  const range = axis.reverse ? ends.toReversed() : ends;
  const labelled = { tickmode: "array", tickvals: axis.ticks, ticktext: axis.labels, tickfont: {} };
  const steps = axis.ticks ? labelled : logLabels(axis.low, axis.high);
  return logAxis(view, escaped(axis.title), { range, ...steps });
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
  const shapes = rules.flatMap(({ mark, series }) =>
    mark.at.map((at) => ruleAt(mark.axis, at, { color: series.colour, width: 1, dash: mark.dash ?? "dot" })),
  );
  return [...new Map(shapes.map((line) => [`${line.x0} ${line.y0} ${line.line.color}`, line])).values()];
}

// Traces and layout; `size` is the room in pixels.
export function drawnFigure(view, figure, size = { width: 900, height: 430 }) {
  const { front, crowd } = shownMarks(view, figure);
  const names = namesLayout(view, front, size);
  const named = new Set();
  const traces = crowd.length ? [{ ...crowdTrace(crowd), showlegend: false }] : [];
  for (const entry of front.filter(({ mark }) => TRACES[mark.mark] && !mark.beside)) {
    const { mark, series } = entry;
    const first = NAMED.has(mark.mark) && listed(mark.series) && !named.has(mark.series);
    if (first) named.add(mark.series);
    const label = escaped(series.note ? `${series.label}: ${series.note}` : series.label);
    traces.push({
      ...TRACES[mark.mark](figure, entry),
      ...(first ? { name: label } : {}),
      ...(NAMED.has(mark.mark) ? { meta: series.algorithm } : {}),
      legendgroup: mark.series,
      showlegend: first && Boolean(names.showlegend),
    });
  }
  const layout = {
    barmode: "overlay",
    ...names,
    ...(figure.y.scale === "rows" ? rowLayout(figure.y.labels.length) : {}),
    annotations: [...(names.annotations ?? []), ...besideTexts(front)],
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
