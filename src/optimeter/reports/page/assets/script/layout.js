// Where everything of a figure stands, in pixels: the frame has its room first, and names and titles take
// theirs around it. Names that have none beside the curves stand in the legend below.

import { keptApart, partOf, plotlyAxis, thinned, tickTexts, TOP } from "./axes.js";
import { escaped, fitted, wrapped } from "./format.js";
import { WIDTH } from "./marks.js";

const TYPE = 13; // of titles and names, in pixels; ticks are smaller
const TICK = 12;
const LINE = 17; // from one line of text to the next
const BUTTONS = 33; // above the frame, for the buttons and the upper half of a name beside the highest curve
const BESIDE_FROM = 640; // rooms as wide as this have names beside the curves
const NEAR = 1.6 * LINE; // how far a name may stand from the end of its curve to be joined to it
const SAMPLED = 42; // right of the frame, where names begin after their samples
const MOST_NAMES = 24; // in a legend

const clamped = (value, low, high) => Math.min(high, Math.max(low, value));

// About how wide letters are; a browser measures them.
const letters = (text, size) => 0.56 * size * text.length;
const ROOM = { width: 900, measure: letters };

// On paper figures are lower, so that more of them share a page with what is said of them.
function frameHeight({ square, y }, { width, onPaper }, rows) {
  if (rows) return rows.height * y.labels.length;
  if (square) return clamped(width, 240, 420); // a unit is about as long on both axes
  return clamped(0.58 * width, 240, onPaper ? 260 : 370);
}

// Labels of rows in lines of at most a part of the room; all rows are as high as the highest.
function labelledRows({ y }, { width, measure }) {
  if (y.scale !== "rows") return null;
  const lines = y.labels.map((label) =>
    wrapped(label, clamped(0.34 * width, 90, 300), (t) => measure(t, TICK)),
  );
  const most = Math.max(...lines.map((label) => label.length));
  return { lines, height: Math.max(27, 15 * most + 10) };
}

// What stands right of the frame: names at the ends of the curves, the highest ones if not all fit. None where several
// would have to be cut, which may be told apart by their ends alone.
function namesBeside(ends, { width, measure }, height) {
  if (width < BESIDE_FROM || !ends.length) return [];
  const fitting = Math.floor(height / LINE);
  const found = ends.toSorted((p, q) => q.y - p.y).slice(0, fitting);
  const named = found.map((end) => ({
    ...end,
    label: fitted(end.label, 0.4 * width, (t) => measure(t, TYPE)),
  }));
  return named.filter(({ label }, i) => label !== found[i].label).length > 1 ? [] : named;
}

// A line right of the frame, between two heights of it, from one pixel to another.
const stroke = (x0, x1, y0, y1, line) => ({
  type: "line",
  xref: "paper",
  xsizemode: "pixel",
  xanchor: 1,
  x0,
  x1,
  yref: "paper",
  y0,
  y1,
  line,
});

// Names with samples of their lines in the order of the ends, kept apart; those near their ends are joined to them.
function endMarks(view, names, height) {
  const at = keptApart(names.map(({ y }) => y), LINE / height); // prettier-ignore
  const annotations = names.map(({ label }, i) => ({
    xref: "paper",
    x: 1,
    xshift: SAMPLED,
    xanchor: "left",
    yref: "paper",
    y: at[i],
    yanchor: "middle",
    showarrow: false,
    align: "left",
    text: escaped(label),
    font: { color: view.paint.ink, size: TYPE },
  }));
  const shapes = names.flatMap(({ y, colour, dash }, i) => {
    const sample = stroke(16, 38, at[i], at[i], { color: colour, dash, width: WIDTH });
    const joint = stroke(3, 16, y, at[i], { color: colour, width: 1.2 });
    return Math.abs(y - at[i]) * height <= NEAR ? [sample, joint] : [sample];
  });
  return { annotations, shapes };
}

// Texts right of the frame, at rows; the head of the column stands above it.
const besideMarks = (texts) =>
  texts.map(({ y, text, colour }) => ({
    xref: "paper",
    x: 1,
    xshift: 8,
    xanchor: "left",
    y: Math.max(y, TOP),
    yanchor: y < TOP ? "bottom" : "middle",
    text: escaped(text),
    showarrow: false,
    font: { size: TICK, color: colour },
  }));

// Whether the numbers at points stand on each other.
function crowded({ x, y, numbers }, width, height, measure) {
  const [across, up] = [partOf(x), partOf(y)];
  const boxes = numbers.map((entry) => ({
    middle: width * across(entry.x),
    bottom: height * up(entry.y),
    half: measure(entry.text, 11) / 2,
  }));
  return boxes.some((p, i) =>
    boxes.slice(i + 1).some((q) => {
      const apart = Math.abs(p.middle - q.middle) >= p.half + q.half;
      return !apart && Math.abs(p.bottom - q.bottom) < 12;
    }),
  );
}

// Those that are named beside the curves need no legend; it ends where nobody would read on.
function legendOf(entries, beside, ends) {
  const there = new Set(beside.map(({ key }) => key));
  const texts = new Map(ends.map(({ key, label }) => [key, label]));
  const left = entries
    .filter(({ key }) => !there.has(key))
    .map((entry) => ({ ...entry, label: texts.get(entry.key) ?? entry.label }));
  const named = left.filter(({ crowd }) => !crowd);
  const crowd = left.find((entry) => entry.crowd);
  const more = named.length - MOST_NAMES;
  const shown = more > 0 ? named.slice(0, MOST_NAMES) : named;
  if (more > 0) shown.push({ label: `and ${more} more`, sample: "none" });
  return crowd ? [...shown, crowd] : shown;
}

// The layout of a figure in a room, the entries of the legend below it, and whether there is room for numbers at
// points. `parts` holds the form, the axes, what stands at points, ends and rows, shapes, and all entries a
// legend may have.
export function arranged(view, parts, room = ROOM) {
  const { x, y, ends, texts, shapes, entries } = parts;
  const { width, measure } = room;
  const inType = (text) => measure(text, TYPE);
  const widest = (list, size) => Math.max(0, ...list.map((text) => measure(text, size)));
  const rows = labelledRows(parts, room);
  const axisHeight = frameHeight(parts, room, rows);
  const names = namesBeside(ends, room, axisHeight);
  const yTitle = wrapped(y.title, axisHeight + 16, inType);
  const yLabels = rows ? rows.lines.flat() : tickTexts(y, axisHeight / 40);
  const left = Math.ceil(12 + widest(yLabels, TICK) + (y.title ? 6 + LINE * yTitle.length : 0));
  const beside = [
    ...names.map(({ label }) => inType(label) + SAMPLED + 4),
    ...texts.map(({ text }) => measure(text, TICK) + 12),
  ];
  const right = Math.ceil(Math.max(18, ...beside));
  const axisWidth = width - left - right;
  const xTitle = wrapped(x.title, axisWidth + Math.min(left, right), inType);
  const head = texts.some((text) => text.y < TOP) ? LINE : 0;
  const margin = { l: left, r: right, t: BUTTONS + head, b: 34 + LINE * xTitle.length, pad: 0 };
  const marks = endMarks(view, names, axisHeight);
  const title = (lines) => lines.map(escaped).join("<br>");
  const labels = rows ? { labels: rows.lines.map(title) } : {};
  const across = thinned(x, axisWidth, (text) => measure(text, TICK));
  const layout = {
    width,
    height: margin.t + axisHeight + margin.b,
    margin,
    barmode: "overlay",
    annotations: [...marks.annotations, ...besideMarks(texts)],
    shapes: [...marks.shapes, ...shapes],
    xaxis: plotlyAxis(view, { ...x, ...across, title: title(xTitle) }, axisWidth / 48),
    yaxis: plotlyAxis(view, { ...y, ...labels, title: title(yTitle) }, axisHeight / 40),
  };
  const numbered = !crowded(parts, axisWidth, axisHeight, measure);
  return { layout, legend: legendOf(entries, names, ends), numbered };
}
