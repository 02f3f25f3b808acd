// Distributions over runs: run lengths, quality at a budget, and over all budgets.

function shade(i, n) {
  const part = i / Math.max(1, n - 1);
  const lightness = theme() === "dark" ? 68 : 52 - 22 * part;
  return `hsl(${200 + 130 * part} 75% ${lightness}%)`;
}

// A step curve with its interval; `end` is where the last step is drawn to.
function distributionTraces(curve, { end, line, name, tell }) {
  const points = steps(curve);
  const low = summed(curve.lo, 10000);
  const high = summed(curve.hi, 10000);
  const extended = (values) => [...values, values.at(-1) ?? 0];
  const x = [...points.x, Math.max(end, points.x.at(-1) ?? 0)];
  const traces = [];
  if (state.bands && points.x.length)
    traces.push(bandTrace(x, extended(low), extended(high), line.color, 0.15, "hv"));
  traces.push({
    x,
    y: extended(points.y),
    mode: "lines",
    line: { shape: "hv", ...line },
    name: escaped(name),
    text: extended(low).map(
      (v, i) => `<b>${escaped(name)}</b><br>95 % interval ${percent(v)} to ${percent(extended(high)[i])}`,
    ),
    hovertemplate: `%{text}<br>${tell}<extra></extra>`,
    meta: curve.a,
  });
  return traces;
}

// Easy to hard, small to large: numbers as written, the end of the runs last.
const inOrder = (texts, sign) =>
  [...new Set(texts)].sort(
    (p, q) => sign * ((p === "∞" ? Infinity : Number(p)) - (q === "∞" ? Infinity : Number(q))) || 0,
  );

async function distributions() {
  const all = (await here()).distributions;
  const entry = all[setOf(state.set).kind === "function" ? "all" : state.set];
  const ids = ["plot-runs", "plot-quality", "plot-budgets"];
  if (!entry) return ids.forEach((id) => empty(id, "No data for this choice."));
  ids.forEach(ready);
  const alone = algorithms().length === 1;
  const targets = inOrder(entry.runs.map((r) => r.t), -1); // prettier-ignore
  const budgets = inOrder(entry.quality.map((r) => r.b), 1); // prettier-ignore
  const every = alone ? "all" : null;
  const choices = (list, write) => [...(alone ? [["all", "all"]] : []), ...list.map((t) => [t, write(t)])];
  if (![...targets, every].includes(state.rldTarget)) state.rldTarget = every ?? targets.at(-1);
  if (![...budgets, every].includes(state.qualityBudget)) state.qualityBudget = every ?? budgets.at(-1);
  options($("rld-target"), choices(targets, String), state.rldTarget);
  const when = (b) => (b === "∞" ? "end of runs" : `${b}·D`);
  options($("quality-budget"), choices(budgets, when), state.qualityBudget);
  await Promise.all([runLengths(entry.runs), qualities(entry.quality, when), overBudgets(entry.budgets)]);
}

function runLengths(list) {
  const together = state.rldTarget === "all";
  const shown = list.filter((r) => state.shown.has(r.a) && (together || r.t === state.rldTarget));
  const ends = new Map(shown.filter((r) => r.longest !== null).map((r) => [r.a, 10 ** r.longest]));
  const shapes = [...ends].map(([a, x]) => ({
    type: "line",
    x0: x,
    x1: x,
    yref: "paper",
    y0: 0,
    y1: 1,
    line: { color: colour(a), width: 1, dash: "dot" },
  }));
  const traces = shown.flatMap((r, i) =>
    distributionTraces(r, {
      end: ends.get(r.a) ?? 10,
      line: together ? { color: shade(i, shown.length), width: 2.2 } : lineOf(r.a),
      name: `${together ? r.t : nameOf(r.a)}: ${r.solved} functions`,
      tell: "%{y:.1%} of runs within %{x:.3g}·D",
    }),
  );
  const longest = Math.log10(Math.max(10, ...ends.values()));
  const layout = {
    ...legend,
    shapes,
    xaxis: logAxis(`${suite().evaluations} / dimension`, { range: [0, longest + 0.1] }),
    yaxis: shareAxis("runs that reached the target"),
  };
  describe("plot-runs", `Run lengths to target ${state.rldTarget}.`);
  return draw("plot-runs", traces, layout, "run-lengths");
}

function valueFigure(id, traces, title, name) {
  const dtick = labelStep(traces.flatMap((t) => t.x));
  const layout = { ...legend, xaxis: logAxis("best precision", { dtick }), yaxis: shareAxis(title) };
  return draw(id, traces, layout, name);
}

function qualities(list, when) {
  const together = state.qualityBudget === "all";
  const shown = list.filter((r) => state.shown.has(r.a) && (together || r.b === state.qualityBudget));
  const traces = shown.flatMap((r, i) =>
    distributionTraces(r, {
      end: 0,
      line: together ? { color: shade(i, shown.length), width: 2 } : lineOf(r.a),
      name: together ? when(r.b) : nameOf(r.a),
      tell: "%{y:.1%} of runs at most %{x:.3g}",
    }),
  );
  describe("plot-quality", `Best precision of the runs, budget ${when(state.qualityBudget)}.`);
  return valueFigure("plot-quality", traces, "runs", "quality");
}

function overBudgets(list) {
  const traces = list
    .filter((r) => state.shown.has(r.a))
    .flatMap((r) =>
      distributionTraces(r, {
        end: 0,
        line: lineOf(r.a),
        name: nameOf(r.a),
        tell: "%{y:.1%} of run–budget pairs at most %{x:.3g}",
      }),
    );
  describe("plot-budgets", "Best precision over runs and budgets.");
  return valueFigure("plot-budgets", traces, "run–budget pairs", "budget-ecdf");
}
