// What all plotly figures share: axes, lines, bands, labels.

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const DASH = { solid: "solid", dash: "dash", dot: "dot", dashdot: "dashdot" };

function logAxis(title, extra = {}) {
  return {
    title: { text: title, standoff: 8 },
    type: "log",
    dtick: 1,
    exponentformat: "power",
    showgrid: true,
    gridcolor: css("--grid"),
    zeroline: false,
    linecolor: css("--soft"),
    mirror: true,
    ticks: "outside",
    tickcolor: css("--soft"),
    ticklen: 4,
    tickfont: { size: 10.5 }, // plotly enlarges powers of ten by a quarter
    ...extra,
  };
}
// Distance of labels that suits the values of an axis: every second decade, decades, or 1, 2, 5.
function labelStep(values) {
  const logs = values.filter((v) => v > 0).map(Math.log10);
  const span = Math.max(...logs) - Math.min(...logs);
  return span > 7 ? 2 : span > 1.3 ? 1 : "D2";
}
function shareAxis(title) {
  return {
    title: { text: title, standoff: 8 },
    range: [0, 1],
    dtick: 0.2,
    tickformat: ".0%",
    gridcolor: css("--grid"),
    zeroline: false,
    linecolor: css("--soft"),
    mirror: true,
    ticks: "outside",
    tickcolor: css("--soft"),
    ticklen: 4,
  };
}
function draw(id, traces, layout, name) {
  const node = $(id);
  node.querySelector("svg.static")?.remove();
  const full = {
    margin: { l: 74, r: 18, t: 10, b: 48 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: css("--sans"), size: 13, color: css("--ink") },
    showlegend: false,
    hovermode: "closest",
    modebar: { bgcolor: "rgba(0,0,0,0)", color: css("--soft"), activecolor: css("--ink"), orientation: "v" },
    hoverlabel: {
      bgcolor: css("--card"),
      bordercolor: css("--soft"),
      font: { family: css("--sans"), color: css("--ink"), size: 13 },
      align: "left",
    },
    ...layout,
  };
  return window.Plotly.react(node, traces, full, {
    responsive: true,
    displaylogo: false,
    modeBarButtonsToRemove: ["select2d", "lasso2d", "autoScale2d"],
    toImageButtonOptions: { format: "svg", filename: name || id },
  });
}
function empty(id, text) {
  const node = $(id);
  if (window.Plotly) window.Plotly.purge(node);
  node.replaceChildren(element("p", { class: "quiet", text }));
}
// A note from an earlier drawing goes away.
function ready(id) {
  $(id).querySelector("p.quiet")?.remove();
}
// What a screen reader says of a figure; the numbers are in the tables.
function describe(id, text) {
  $(id).setAttribute("role", "group");
  $(id).setAttribute("aria-label", text);
}

const lineOf = (a, width = 2.2) => ({ color: colour(a), width, dash: DASH[algorithms()[a].dash] });
const markerOf = (a, size = 6) => ({ symbol: algorithms()[a].marker, size, color: colour(a) });
const legend = { showlegend: true, legend: { orientation: "h", x: 0, y: -0.2, yanchor: "top" } };

// The area between two curves; of step curves ("hv"), with their corners.
function bandTrace(x, low, high, fillcolor, opacity = 0.2, shape = "linear") {
  const corners = (values) =>
    shape === "hv" ? values.flatMap((v, i) => (i ? [values[i - 1], v] : [v])) : values;
  const across = shape === "hv" ? x.flatMap((v, i) => (i ? [v, v] : [v])) : x;
  return {
    x: [...across, ...[...across].reverse()],
    y: [...corners(high), ...[...corners(low)].reverse()],
    fill: "toself",
    fillcolor,
    opacity,
    mode: "lines",
    line: { width: 0 },
    hoverinfo: "skip",
    showlegend: false,
  };
}

// Labels at the right of the frame: end value and full name, in the order of the ends, kept apart.
function endLabels(ends, height) {
  const gap = 17 / Math.max(120, height);
  const rows = ends.map((e) => ({ ...e, label: shortened(e.label, 42), at: e.y })).sort((a, b) => a.y - b.y);
  rows.forEach((row, i) => {
    if (i) row.at = Math.max(row.at, rows[i - 1].at + gap);
  });
  let ceiling = 1.02;
  for (let i = rows.length - 1; i >= 0; i--) {
    rows[i].at = Math.min(rows[i].at, ceiling);
    ceiling = rows[i].at - gap;
  }
  const annotations = rows.map((row) => ({
    xref: "paper",
    x: 1.028,
    xanchor: "left",
    yref: "paper",
    y: row.at,
    yanchor: "middle",
    showarrow: false,
    align: "left",
    text: `<span style="color:${row.colour}">●</span> ${escaped(row.label)}`,
    font: { color: css("--ink"), size: 13 },
  }));
  const shapes = rows.map((row) => ({
    type: "line",
    xref: "paper",
    yref: "paper",
    x0: 1.003,
    x1: 1.024,
    y0: row.y,
    y1: row.at,
    line: { color: row.colour, width: 1.6 },
  }));
  const longest = Math.max(0, ...rows.map((row) => row.label.length));
  // The labels stand left of the buttons, which take 26 pixels.
  return { annotations, shapes, margin: Math.min(386, 74 + 7.7 * longest) };
}
