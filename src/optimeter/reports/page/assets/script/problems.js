// One function: quality against budget, expected runtime against target.

const shownCurves = (list) =>
  list.map((entry, a) => [a, entry]).filter(([a, entry]) => entry && state.shown.has(a));

async function convergence() {
  const traces = [];
  const floor = (v) => Math.max(v ?? 1e-12, 1e-12);
  for (const [a, entries] of shownCurves((await here()).curves)) {
    const entry = entries[state.fn];
    if (!entry) continue;
    const rows = entry.q.filter((r) => r[2] !== null && r[2] > 0); // budget, quartiles, runs ended
    const x = rows.map((r) => r[0]);
    const low = rows.map((r) => floor(r[1]));
    const high = rows.map((r) => floor(r[3]));
    const name = escaped(nameOf(a));
    const tell = ([budget, p25, median, p75, ended]) =>
      `<b>${name}</b><br>median ${short(median)} (quartiles ${short(p25)} to ${short(p75)})<br>` +
      `after ${short(budget)}·D ${suite().evaluations}` +
      (ended ? `; ${ended} of ${entry.n} runs had ended` : "");
    if (state.bands) traces.push(bandTrace(x, low, high, colour(a), 0.16));
    traces.push({
      x,
      y: rows.map((r) => floor(r[2])),
      mode: "lines",
      line: lineOf(a),
      name,
      text: rows.map(tell),
      hovertemplate: "%{text}<extra></extra>",
    });
  }
  if (!traces.length) return empty("plot-convergence", "No data for this function.");
  ready("plot-convergence");
  const layout = {
    ...legend,
    xaxis: logAxis(`${suite().evaluations} / dimension`),
    yaxis: logAxis("best precision", { dtick: labelStep(traces.flatMap((t) => t.y)) }),
  };
  describe("plot-convergence", `Best precision against budget on ${setOf(state.fn).title}.`);
  return draw("plot-convergence", traces, layout, `convergence_${state.fn}_D${state.dimension}`);
}

async function ertCurves() {
  const traces = [];
  const size = state.dimension;
  for (const [a, entries] of shownCurves((await here()).curves)) {
    const entry = entries[state.fn];
    if (!entry) continue;
    const rows = entry.t
      .map((t, i) => ({ t, ert: entry.e[i], k: entry.k[i], low: entry.lo?.[i], high: entry.hi?.[i] }))
      .filter((r) => r.t > 0 && r.ert !== null);
    if (!rows.length) continue;
    const name = escaped(nameOf(a));
    const sure = (r) => (entry.lo ? ` (95 % interval ${short(r.low)} to ${short(r.high)})` : "");
    const known = rows.filter((r) => r.low && r.high);
    if (state.bands && known.length > 1) {
      const [low, high] = ["low", "high"].map((key) => known.map((r) => r[key] / size));
      traces.push(bandTrace(known.map((r) => r.t), low, high, colour(a), 0.16)); // prettier-ignore
    }
    traces.push({
      x: rows.map((r) => r.t),
      y: rows.map((r) => r.ert / size),
      mode: "lines",
      line: lineOf(a),
      name,
      text: rows.map(
        (r) =>
          `<b>${name}</b><br>ERT ${short(r.ert)}${sure(r)}<br>to reach ${short(r.t)}; ${r.k} of ${entry.n} runs`,
      ),
      hovertemplate: "%{text}<extra></extra>",
    });
    const last = rows.at(-1);
    const marker = { x: [last.t], y: [last.ert / size], mode: "markers", marker: markerOf(a, 9) };
    traces.push({ ...marker, hoverinfo: "skip", showlegend: false });
  }
  if (!traces.length) return empty("plot-ert", "No target was reached on this function.");
  ready("plot-ert");
  const layout = {
    ...legend,
    xaxis: logAxis("target precision", {
      autorange: "reversed",
      dtick: labelStep(traces.flatMap((t) => t.x)),
    }),
    yaxis: logAxis("ERT / dimension", { dtick: labelStep(traces.flatMap((t) => t.y)) }),
  };
  describe("plot-ert", `Expected runtime against target on ${setOf(state.fn).title}.`);
  return draw("plot-ert", traces, layout, `ert_${state.fn}_D${state.dimension}`);
}
