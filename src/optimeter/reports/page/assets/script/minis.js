// Small multiples: light drawings without plotly, each a button that enlarges it.

import { decades, partOf } from "./axes.js";
import { shownMarks } from "./description.js";
import { $, element, refill, svg } from "./dom.js";
import { powerOfTen } from "./format.js";

const DASHES = { solid: "none", dash: "4 2", dot: "1 1.6", dashdot: "4 1.5 1 1.5", short: "2 1.5" };

// A frame with labelled ticks; X and Y turn parts of the axes (0 to 1) into positions.
function miniFrame(xTicks, yTicks) {
  const [width, height, left, right, top, bottom] = [160, 102, 22, 4, 6, 14];
  const X = (part) => left + (width - left - right) * Math.min(1, Math.max(0, part));
  const Y = (part) => top + (height - top - bottom) * (1 - part);
  const node = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const box = { x: left, y: top, width: width - left - right, height: height - top - bottom };
  node.append(svg("rect", { ...box, fill: "none", stroke: "var(--line)", "stroke-width": 0.8 }));
  const small = { "font-size": 8.4, fill: "var(--soft)" };
  for (const [part, label] of xTicks)
    node.append(svg("text", { x: X(part), y: height - 3, "text-anchor": "middle", ...small }, label));
  for (const [part, label] of yTicks) {
    const line = { x1: left, x2: width - right, y1: Y(part), y2: Y(part) };
    if (part > 0 && part < 1)
      node.append(svg("line", { ...line, stroke: "var(--grid)", "stroke-width": 0.6 }));
    node.append(svg("text", { x: left - 2, y: Y(part) + 2.9, "text-anchor": "end", ...small }, label));
  }
  const draw = (d, stroke, thickness, more = {}) =>
    node.append(svg("path", { d, fill: "none", stroke, "stroke-width": thickness, ...more }));
  return { node, X, Y, draw };
}

// Where values stand on an axis (0 to 1), and its labels with their places.
function miniAxis(axis) {
  const part = partOf(axis);
  if (axis.scale === "share") {
    const labels = [0, 0.2, 0.4, 0.6, 0.8, 1].map((y) => [y, y === 0 || y === 1 ? y : String(y).slice(1)]);
    return { part, labels };
  }
  if (axis.ticks) return { part, labels: axis.ticks.map((tick, i) => [part(tick), axis.labels[i]]) };
  const [from, to] = [axis.low, axis.high].map(Math.log10);
  const step = Math.max(1, Math.ceil((to - from) / 4));
  return { part, labels: decades(from, to, step).map((k) => [part(10 ** k), powerOfTen(k)]) };
}

// The path of a line: of steps, it rises from nothing unless it is dashed; gaps interrupt others.
function miniPath({ x, y, dash, steps }, across, up) {
  const at = (i) => `${across(x[i])} ${up(y[i])}`;
  if (steps) {
    const moves = x.map((value, i) => `H${across(value)}V${up(y[i])}`);
    return `M${across(x[0])} ${up(dash ? y[0] : 0)}${moves.join("")}`;
  }
  const known = (i) => y[i] !== null && y[i] !== undefined;
  return x.map((_, i) => (known(i) ? `${known(i - 1) ? "L" : "M"}${at(i)}` : "")).join("");
}

// A small drawing of the algorithms in a figure.
export function miniFigure(view, figure) {
  const [from, to] = view.suite.window;
  const blank = { x: { low: 10 ** from, high: 10 ** to }, y: { scale: "share" }, marks: [], series: [] };
  const { x, y, marks } = figure ?? blank;
  const [wide, high] = [miniAxis(x), miniAxis(y)];
  const { node, X, Y, draw } = miniFrame(wide.labels, high.labels);
  if (!marks.length) return node;
  const across = (value) => X(wide.part(value)).toFixed(1);
  const up = (value) => Y(high.part(value)).toFixed(1);
  const { front, crowd } = shownMarks(view, figure);
  if (crowd.length)
    draw(crowd.map(({ mark }) => miniPath(mark, across, up)).join(""), crowd[0].series.colour, 0.4);
  for (const { mark, series } of front.filter((entry) => !entry.mark.series.startsWith("guide/"))) {
    if (mark.mark === "band") {
      const edge = (heights) => mark.x.map((value, i) => `${across(value)} ${up(heights[i])}`);
      const d = `M${[...edge(mark.high), ...edge(mark.low).toReversed()].join("L")}Z`;
      node.append(svg("path", { d, fill: series.colour, opacity: 0.18 }));
    } else if (mark.mark === "line") {
      const dash = DASHES[mark.dash ?? series.dash];
      const more = { "stroke-dasharray": dash, opacity: mark.alpha ?? 1 };
      draw(miniPath(mark, across, up), series.colour, 1.3 * (mark.width ?? 1), more);
      if (mark.markers)
        mark.x.forEach((value, i) => {
          const place = { cx: across(value), cy: mark.y[i] && up(mark.y[i]) };
          if (mark.y[i]) node.append(svg("circle", { ...place, r: 1.7, fill: series.colour }));
        });
    } else if (mark.marker === "star")
      mark.x.forEach((value, i) => {
        const place = { x: across(value), y: Number(up(mark.y[i])) + 2.5, "text-anchor": "middle" };
        node.append(svg("text", { ...place, "font-size": 8, fill: series.colour }, "★"));
      });
    else if (mark.marker)
      mark.x.forEach((value, i) => {
        draw(`M${across(value) - 2} ${up(mark.y[i]) - 2}l4 4m0 -4l-4 4`, series.colour, 1.1);
      });
  }
  return node;
}

// Buttons in a container: { title, drawing, pressed, choose } each.
export function fillMinis(id, entries) {
  const buttons = entries.map(({ title, drawing, pressed, choose }) => {
    const attributes = { type: "button", class: "mini", "aria-pressed": String(pressed) };
    const button = element("button", attributes, element("span", { text: title }), drawing);
    button.addEventListener("click", choose);
    return button;
  });
  refill($(id), ".mini", ...buttons);
}
