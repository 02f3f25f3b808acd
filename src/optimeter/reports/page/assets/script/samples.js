// Samples of how a series is drawn, for legends, lists and pictures.

import { svg } from "./dom.js";

const DASHES = { dash: "9 4", dot: "3 3", dashdot: "9 3 3 3" };
export const SAMPLE = { width: 30, height: 12 };

// Corners of markers: [how many, angle of the first, radius of those between if it is a star].
const SHAPES = {
  square: [4, 45],
  diamond: [4, 0],
  "triangle-up": [3, -90],
  "triangle-down": [3, 90],
  "triangle-left": [3, 180],
  "triangle-right": [3, 0],
  pentagon: [5, -90],
  hexagon: [6, 30],
  star: [5, -90, 0.45],
};
const CROSSES = { cross: 0, x: 45 }; // of four bars, and how they are turned
const BAR = [
  [1, -0.35],
  [1, 0.35],
  [0.35, 0.35],
]; // the corners of one of them, before the next

// Corners [x, y] of a marker around its middle; null for a circle.
export function cornersOf(marker) {
  const turned = ([x, y], degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
  };
  if (marker in CROSSES)
    return [0, 90, 180, 270].flatMap((side) => BAR.map((corner) => turned(corner, side + CROSSES[marker])));
  const shape = SHAPES[marker];
  if (!shape) return null;
  const [count, first, between] = shape;
  const steps = between ? 2 * count : count;
  return Array.from({ length: steps }, (_, i) =>
    turned([between && i % 2 ? between : 1, 0], first + (360 * i) / steps),
  );
}

function markerNode(marker, fill) {
  const middle = [SAMPLE.width / 2, SAMPLE.height / 2];
  const corners = cornersOf(marker);
  if (!corners) return svg("circle", { cx: middle[0], cy: middle[1], r: 3.7, fill });
  const points = corners.map((corner) => corner.map((at, k) => (middle[k] + 4.8 * at).toFixed(1)).join(","));
  return svg("polygon", { points: points.join(" "), fill });
}

// The nodes of a sample: of a line, of a marker, of both, or a patch of colour.
export function sampleNodes({ colour, dash, marker, width = 1, sample }) {
  const { width: across, height } = SAMPLE;
  if (sample === "none") return [];
  if (sample === "patch") return [svg("rect", { x: 9, y: 0, width: 12, height, fill: colour })];
  const line = { x1: 1, x2: across - 1, y1: height / 2, y2: height / 2, stroke: colour };
  const look = { "stroke-width": 2.6 * Math.min(1.7, width), "stroke-dasharray": DASHES[dash] ?? "none" };
  const nodes = sample === "marker" ? [] : [svg("line", { ...line, ...look })];
  return sample === "line" ? nodes : [...nodes, markerNode(marker, colour)];
}

export function sampleOf(entry) {
  const size = `0 0 ${SAMPLE.width} ${SAMPLE.height}`;
  const node = svg("svg", { class: "swatch", viewBox: size, "aria-hidden": "true" });
  node.append(...sampleNodes(entry));
  return node;
}
