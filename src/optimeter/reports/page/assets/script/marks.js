// What figures are made of: lines, markers, bands, as plotly is told.

export const WIDTH = 2.2; // pixels a curve is wide

export const told = { hovertemplate: "%{text}<extra></extra>" };
export const silent = { hoverinfo: "skip" };

// A line across the frame at a value of an axis.
export const ruleAt = (axis, at, line) =>
  axis === "x"
    ? { type: "line", x0: at, x1: at, yref: "paper", y0: 0, y1: 1, line }
    : { type: "line", xref: "paper", x0: 0, x1: 1, y0: at, y1: at, line };

// The area between two curves; of step curves ("hv"), with their corners.
export function bandTrace(x, low, high, fillcolor, opacity = 0.2, shape = "linear") {
  const stepped = shape === "hv";
  const corners = (values) => (stepped ? values.flatMap((v, i) => (i ? [values[i - 1], v] : [v])) : values);
  const across = stepped ? x.flatMap((v, i) => (i ? [v, v] : [v])) : x;
  return {
    x: [...across, ...across.toReversed()],
    y: [...corners(high), ...corners(low).toReversed()],
    fill: "toself",
    fillcolor,
    opacity,
    mode: "lines",
    line: { width: 0 },
    ...silent,
  };
}
