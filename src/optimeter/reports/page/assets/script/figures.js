// Descriptions of figures drawn with plotly.

import { shownMarks } from "./description.js";
import { escaped, lines, listed } from "./format.js";
import { arranged } from "./layout.js";
import { WIDTH, bandTrace, silent, told, ruleAt } from "./marks.js";
import { readings } from "./readings.js";

const CROSS = "x-thin"; // where dashed parts begin

const MARKER = 8; // pixels of a point
const DASHES = { short: "6px,3px" };
const NAMED_BEHIND = 3; // curves behind the others up to which a legend names them
const BAR = 0.8; // part of a row that bars fill
const NAMED = new Set(["line", "points", "bars"]); // marks that a legend shows a sample of

// Crosses and hollow symbols are drawn with strokes.
function markerLook(mark, series) {
  const symbol = mark.marker ?? series.marker;
  const crossed = symbol === CROSS;
  return {
    symbol: mark.filled === false ? `${symbol}-open` : symbol,
    size: crossed ? 11 : MARKER * (mark.size ?? 1),
    color: series.colour,
    opacity: mark.alpha ?? 1,
    line: { color: series.colour, width: crossed ? 2.6 : mark.filled === false ? 1.6 : 0 },
  };
}

const lineShape = (mark) => (mark.steps ? "hv" : "linear");

const isListed = (key) => !key.startsWith("guide/") && !key.startsWith("reference/");

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
      width: WIDTH * (mark.width ?? 1),
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
  const line = { color: series.colour, width: WIDTH * (mark.width ?? 1) };
  return { x, y, mode: "lines", line, opacity: mark.alpha ?? 1, ...silent };
}

function textTrace(figure, { mark, series }) {
  const font = { color: series.colour, size: 11 };
  const text = mark.text.map(escaped);
  return { x: mark.x, y: mark.y, text, mode: "text", textposition: "top center", textfont: font, ...silent };
}

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

const namesOf = (crowd) => [...new Set(crowd.map(({ series }) => series.label))];

// All curves behind in one trace: hundreds of them cost no more than one.
function crowdTrace(crowd) {
  const text = crowd.flatMap(({ mark, series }) => [...mark.x.map(() => escaped(series.label)), ""]);
  const joined = (side) => crowd.flatMap(({ mark }) => [...mark[side], null]);
  const width = namesOf(crowd).length > NAMED_BEHIND ? 1 : 1.6;
  const line = { color: crowd[0].series.colour, width, shape: lineShape(crowd[0].mark) };
  return { x: joined("x"), y: joined("y"), text, mode: "lines", line, ...told };
}

// Lines across the frame, one at a place for each series.
function ruleShapes(front) {
  const rules = front.filter(({ mark }) => mark.mark === "rule");
  const shapes = rules.flatMap(({ mark, series }) =>
    mark.at.map((at) => ruleAt(mark.axis, at, { color: series.colour, width: 1, dash: mark.dash ?? "dot" })),
  );
  return [...new Map(shapes.map((line) => [`${line.x0} ${line.y0} ${line.line.color}`, line])).values()];
}

const labelOf = ({ label, note }) => (note ? `${label}: ${note}` : label);

// How a legend shows a series: by a sample of its marks.
function sampleOf(marks) {
  if (marks.some(({ mark }) => mark === "bars")) return "patch";
  const line = marks.some(({ mark }) => mark === "line");
  const marker = marks.some(({ mark, markers, marker: own }) => markers || (mark === "points" && !own));
  return line ? (marker ? "line+marker" : "line") : "marker";
}

// What a legend may name: the series in front, and those behind as one.
function legendEntries(front, crowd) {
  const found = new Map();
  for (const { mark, series } of front)
    if (NAMED.has(mark.mark) && !mark.series.startsWith("guide/"))
      found.set(mark.series, { series, marks: [...(found.get(mark.series)?.marks ?? []), mark] });
  const entries = [...found].map(([key, { series, marks }]) => {
    const { colour, dash, marker } = series;
    const width = Math.max(...marks.map((mark) => mark.width ?? 1));
    return { key, label: labelOf(series), colour, dash, marker, width, sample: sampleOf(marks) };
  });
  if (!crowd.length) return entries;
  const names = namesOf(crowd);
  const said = names.length > NAMED_BEHIND ? `and ${names.length} more` : listed(names);
  const { colour } = crowd[0].series;
  const look = { colour, dash: "solid", marker: "circle", width: 0.5, sample: "line" };
  return [...entries, { key: "crowd", label: `${said}, in grey`, ...look, crowd: true }];
}

const endsOf = (front) =>
  front
    .filter(({ mark }) => mark.mark === "end")
    .map(({ mark, series: { colour, dash } }) => ({
      key: mark.series,
      y: mark.y,
      label: mark.text,
      colour,
      dash,
    }));

const textsBeside = (front) =>
  front
    .filter(({ mark }) => mark.beside)
    .flatMap(({ mark, series }) => mark.y.map((y, i) => ({ y, text: mark.text[i], colour: series.colour })));

const numbersOf = (front) =>
  front
    .filter(({ mark }) => mark.mark === "text" && !mark.beside)
    .flatMap(({ mark }) => mark.x.map((x, i) => ({ x, y: mark.y[i], text: mark.text[i] })));

// Traces, and the layout and the legend in a room; `arrange` makes these for another one.
export function drawnFigure(view, figure, room) {
  const { front, crowd } = shownMarks(view, figure);
  const named = new Set();
  const traces = crowd.length ? [{ ...crowdTrace(crowd), legendgroup: "crowd" }] : [];
  for (const entry of front.filter(({ mark }) => TRACES[mark.mark] && !mark.beside)) {
    const { mark, series } = entry;
    const first = NAMED.has(mark.mark) && isListed(mark.series) && !named.has(mark.series);
    if (first) named.add(mark.series);
    traces.push({
      ...TRACES[mark.mark](figure, entry),
      ...(first ? { name: escaped(labelOf(series)) } : {}),
      ...(NAMED.has(mark.mark) ? { meta: series.algorithm } : {}),
      legendgroup: mark.series,
    });
  }
  const parts = {
    square: figure.square,
    x: figure.x,
    y: figure.y,
    ends: endsOf(front),
    texts: textsBeside(front),
    numbers: numbersOf(front),
    shapes: ruleShapes(front),
    entries: legendEntries(front, crowd),
  };
  const arrange = (there) => arranged(view, parts, there);
  return { traces, arrange, ...arrange(room) };
}

// A figure as the page shows it; where nothing of it is shown, `empty` says why.
export function pageFigure(view, figure, { empty, name, label }) {
  const drawn = figure ? drawnFigure(view, figure) : { traces: [] };
  return drawn.traces.some((trace) => trace.name) ? { ...drawn, name, label } : { empty };
}
