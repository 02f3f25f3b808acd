// Small multiples: light drawings without plotly, each a button that enlarges it.

import { decades } from "./axes.js";
import { shownMarks } from "./description.js";
import { $, element, refill, svg } from "./dom.js";
import { powerOfTen } from "./format.js";
import { scalingRows } from "./scaling.js";

const DASHES = { solid: "none", dash: "4 2", dot: "1 1.6", dashdot: "4 1.5 1 1.5", short: "2 1.5" };

// A frame with labelled ticks; X and Y turn parts of the axes (0 to 1) into positions.
function miniFrame(xTicks, yTicks) {
  const [width, height, left, right, top, bottom] = [160, 98, 19, 3, 4, 13];
  const X = (part) => left + (width - left - right) * Math.min(1, Math.max(0, part));
  const Y = (part) => top + (height - top - bottom) * (1 - part);
  const node = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const box = { x: left, y: top, width: width - left - right, height: height - top - bottom };
  node.append(svg("rect", { ...box, fill: "none", stroke: "var(--line)", "stroke-width": 0.8 }));
  const small = { "font-size": 7, fill: "var(--soft)" };
  for (const [part, label] of xTicks)
    node.append(svg("text", { x: X(part), y: height - 3.5, "text-anchor": "middle", ...small }, label));
  for (const [part, label] of yTicks) {
    const line = { x1: left, x2: width - right, y1: Y(part), y2: Y(part) };
    if (part > 0 && part < 1)
      node.append(svg("line", { ...line, stroke: "var(--grid)", "stroke-width": 0.6 }));
    node.append(svg("text", { x: left - 2, y: Y(part) + 2.4, "text-anchor": "end", ...small }, label));
  }
  const draw = (d, stroke, thickness, more = {}) =>
    node.append(svg("path", { d, fill: "none", stroke, "stroke-width": thickness, ...more }));
  return { node, X, Y, draw };
}

// A small drawing of a figure with a logarithmic axis across and shares upwards.
export function miniFigure(view, figure) {
  const [from, to] = view.suite.window;
  const part = (log) => (log - from) / (to - from);
  const shares = [0, 0.2, 0.4, 0.6, 0.8, 1].map((y) => [y, y === 0 || y === 1 ? y : String(y).slice(1)]);
  const powers = decades(from, to, 2).map((k) => [part(k), powerOfTen(k)]);
  const { node, X, Y, draw } = miniFrame(powers, shares);
  if (!figure) return node;
  const across = (x) => X(part(Math.log10(x)));
  const at = (x, y) => `${across(x).toFixed(1)} ${Y(y).toFixed(1)}`;
  const path = ({ x, y, dash }) => {
    const moves = x.map((value, i) => `H${across(value).toFixed(1)}V${Y(y[i]).toFixed(1)}`);
    return `M${at(x[0], dash ? y[0] : 0)}${moves.join("")}`; // a curve rises from nothing
  };
  const { front, crowd } = shownMarks(view, figure);
  if (crowd.length) draw(crowd.map(({ mark }) => path(mark)).join(""), crowd[0].series.colour, 0.4);
  for (const { mark, series } of front) {
    if (mark.mark === "band") {
      const edge = (heights) => mark.x.map((x, i) => at(x, heights[i]));
      const d = `M${[...edge(mark.high), ...edge(mark.low).toReversed()].join("L")}Z`;
      node.append(svg("path", { d, fill: series.colour, opacity: 0.18 }));
    } else if (mark.mark === "line") {
      const dash = DASHES[mark.dash ?? series.dash];
      const more = { "stroke-dasharray": dash, opacity: mark.alpha ?? 1 };
      draw(path(mark), series.colour, 1.3 * (mark.width ?? 1), more);
    } else if (mark.mark === "points")
      mark.x.forEach((x, i) => {
        draw(`M${across(x) - 2} ${Y(mark.y[i]) - 2}l4 4m0 -4l-4 4`, series.colour, 1.1);
      });
  }
  return node;
}

// The drawings of all functions on shared axes, by the key of the function.
export function miniScalings(view, data) {
  const ds = view.suite.dimensions;
  const span = Math.log10(ds.at(-1) / ds[0]);
  const across = (d) => (ds.length > 1 ? 0.05 + (0.9 * Math.log10(d / ds[0])) / span : 0.5);
  const rows = new Map(
    view.functionSets.map((s) => [s.key, [...view.shown].map((a) => [a, scalingRows(view, data, a, s.key)])]),
  );
  const values = [...rows.values()].flat().flatMap(([, list]) => list.map((r) => r.ert ?? 0));
  const low = Math.floor(Math.log10(Math.min(1, ...values.filter((v) => v > 0))));
  const high = Math.ceil(Math.log10(Math.max(10, ...values)));
  const up = (v) => (Math.log10(v) - low) / (high - low);
  const step = Math.max(1, Math.ceil((high - low) / 4));
  const powers = decades(low, high, step).map((k) => [up(10 ** k), powerOfTen(k)]);
  const ticks = ds.map((d) => [across(d), d]);
  const drawing = (key) => {
    const { node, X, Y, draw } = miniFrame(ticks, powers);
    for (const [a, list] of rows.get(key)) {
      const row = new Map(list.filter((r) => r.ert).map((r) => [r.dimension, r]));
      let d = "";
      let before = false; // no line over dimensions without success
      for (const dimension of ds) {
        const r = row.get(dimension);
        if (r) {
          const [x, y] = [X(across(dimension)).toFixed(1), Y(up(r.ert)).toFixed(1)];
          d += `${before ? "L" : "M"}${x} ${y}`;
          node.append(svg("circle", { cx: x, cy: y, r: 1.7, fill: view.colour(a) }));
        }
        before = Boolean(r);
      }
      if (d) draw(d, view.colour(a), 1.2);
    }
    return node;
  };
  return new Map(view.functionSets.map((s) => [s.key, drawing(s.key)]));
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
