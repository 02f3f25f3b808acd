// Scaling with the dimension: one function large, all of them small.

// A row is [D, target, ERT/D, ends of its 95 % interval, median of successes, longest run, successes,
// runs]; runtimes are divided by the dimension.
function scalingRow([d, target, ert, low, high, , longest, successes, runs]) {
  return { d, target, ert, low, high, longest, successes, runs };
}
const scalingRows = (data, a, fn) =>
  (data[a]?.[fn] || []).map(scalingRow).filter((r) => r.target === state.scalingTarget);

async function scalingData() {
  const data = await chunk(`${state.suite}-scaling`);
  const rows = data.flatMap((entry) => Object.values(entry).flat());
  const found = [...new Set(rows.map((r) => r[1]))];
  if (!found.includes(state.scalingTarget))
    state.scalingTarget = found.find((t) => Number(t) === 0.1) || found.at(-1);
  const choices = found.map((t) => [t, t]);
  options($("scaling-target"), choices, state.scalingTarget);
  return data;
}

function scalingTraces(a, rows) {
  const ds = suite().dimensions;
  const name = escaped(nameOf(a));
  const row = new Map(rows.map((r) => [r.d, r]));
  const reached = rows.filter((r) => r.ert !== null);
  const failed = rows.filter((r) => r.ert === null);
  const some = reached.filter((r) => r.successes < r.runs);
  const distance = (d, end) => {
    const r = row.get(d);
    return r && r.ert !== null && r[end] !== null ? Math.abs(r[end] - r.ert) : 0;
  };
  const bars = {
    type: "data",
    symmetric: false,
    array: ds.map((d) => distance(d, "high")),
    arrayminus: ds.map((d) => distance(d, "low")),
    thickness: 1.2,
    color: colour(a),
  };
  const tell = (r) =>
    `<b>${name}</b>, D = ${r.d}<br>ERT/D ${short(r.ert)}, ${r.successes} of ${r.runs} runs<br>` +
    `95 % interval ${short(r.low)} to ${short(r.high)}`;
  const traces = [
    {
      x: ds,
      y: ds.map((d) => row.get(d)?.ert ?? null),
      mode: "lines+markers",
      connectgaps: false,
      line: lineOf(a),
      marker: markerOf(a, 8),
      name,
      text: ds.map((d) => (row.has(d) ? tell(row.get(d)) : "")),
      hovertemplate: "%{text}<extra></extra>",
      error_y: state.bands ? bars : undefined,
    },
  ];
  if (failed.length)
    traces.push({
      x: failed.map((r) => r.d),
      y: failed.map((r) => r.longest),
      mode: "markers",
      marker: { ...markerOf(a, 9), symbol: `${algorithms()[a].marker}-open` },
      text: failed.map(
        (r) => `<b>${name}</b>, D = ${r.d}<br>never reached; longest run ${short(r.longest)}·D`,
      ),
      hovertemplate: "%{text}<extra></extra>",
      showlegend: false,
    });
  if (some.length && state.shown.size < 8)
    traces.push({
      x: some.map((r) => r.d),
      y: some.map((r) => r.ert),
      mode: "text",
      text: some.map((r) => String(r.successes)),
      textposition: "top center",
      textfont: { color: colour(a), size: 11 },
      hoverinfo: "skip",
      showlegend: false,
    });
  return traces;
}

async function scalingFigure() {
  const data = await scalingData();
  const ds = suite().dimensions;
  $("scaling-heading").textContent = `${setOf(state.fn).title}, target ${state.scalingTarget}`;
  const found = [...state.shown].map((a) => [a, scalingRows(data, a, state.fn)]).filter(([, r]) => r.length);
  if (!found.length) return empty("plot-scaling", "No data for this function.");
  ready("plot-scaling");
  const heights = found.flatMap(([, rows]) => rows.map((r) => r.ert ?? r.longest)).filter((v) => v > 0);
  const low = Math.log10(Math.min(...heights));
  const high = Math.log10(Math.max(...heights));
  const guides = [];
  for (let k = Math.floor(low) - 2; k <= Math.ceil(high) + 1; k++)
    guides.push({
      x: [ds[0], ds.at(-1)],
      y: [10 ** k, (10 ** k * ds.at(-1)) / ds[0]],
      mode: "lines",
      line: { color: css("--line"), width: 1, dash: "dot" },
      hoverinfo: "skip",
      showlegend: false,
    });
  const pad = 0.06 * Math.max(0.3, Math.log10(ds.at(-1) / ds[0]));
  const measured = { tickmode: "array", tickvals: ds, ticktext: ds.map(String), dtick: null, tickfont: {} };
  const layout = {
    ...legend,
    xaxis: logAxis("dimension", {
      ...measured,
      range: [Math.log10(ds[0]) - pad, Math.log10(ds.at(-1)) + pad],
    }),
    yaxis: logAxis("ERT / dimension", { range: [low - 0.3, high + 0.3], dtick: labelStep(heights) }),
  };
  const traces = found.flatMap(([a, rows]) => scalingTraces(a, rows));
  describe("plot-scaling", `Expected runtime against dimension on ${setOf(state.fn).title}.`);
  return draw("plot-scaling", [...guides, ...traces], layout, `scaling_${state.fn}`);
}

async function scalingMinis() {
  const data = await scalingData();
  const ds = suite().dimensions;
  const span = Math.log10(ds.at(-1) / ds[0]);
  const across = (d) => (ds.length > 1 ? 0.05 + (0.9 * Math.log10(d / ds[0])) / span : 0.5);
  const rows = new Map(
    functionSets().map((s) => [s.key, [...state.shown].map((a) => [a, scalingRows(data, a, s.key)])]),
  );
  const values = [...rows.values()].flatMap((list) => list.flatMap(([, r]) => r.map((q) => q.ert ?? 0)));
  const low = Math.floor(Math.log10(Math.min(1, ...values.filter((v) => v > 0))));
  const high = Math.ceil(Math.log10(Math.max(10, ...values)));
  const up = (v) => (Math.log10(v) - low) / (high - low);
  const powers = [];
  for (let k = low; k <= high; k += Math.max(1, Math.ceil((high - low) / 4)))
    powers.push([up(10 ** k), powerOfTen(k)]);
  const drawing = (key) => {
    const { node, X, Y } = miniFrame(ds.map((d) => [across(d), d]), powers); // prettier-ignore
    for (const [a, list] of rows.get(key)) {
      const row = new Map(list.filter((r) => r.ert).map((r) => [r.d, r]));
      let d = "";
      let before = false;
      for (const dimension of ds) {
        const r = row.get(dimension);
        if (r) {
          const [x, y] = [X(across(dimension)).toFixed(1), Y(up(r.ert)).toFixed(1)];
          d += `${before ? "L" : "M"}${x} ${y}`;
          node.append(svg("circle", { cx: x, cy: y, r: 1.7, fill: colour(a) }));
        }
        before = Boolean(r);
      }
      if (d) node.append(svg("path", { d, fill: "none", stroke: colour(a), "stroke-width": 1.2 }));
    }
    return node;
  };
  fillMinis(
    "scaling-minis",
    functionSets().map((s) => ({
      title: s.title,
      drawing: drawing(s.key),
      pressed: s.key === state.fn,
      choose: () => (state.fn = s.key),
    })),
  );
}
