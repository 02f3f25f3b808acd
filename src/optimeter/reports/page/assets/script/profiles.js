// Runtime profiles: the large figure, and what pointing at a curve tells.

const within = (name, x, y) =>
  `<b>${escaped(name)}</b><br>${percent(y)} of problems solved within ${short(x)}·D ${suite().evaluations}`;
const fromOne = (x) => Math.max(1, x); // the axis begins at one evaluation per dimension

// All curves behind in one trace: hundreds of them cost no more than one.
function crowdTrace(curves, top) {
  const x = [];
  const y = [];
  const text = [];
  for (const curve of curves) {
    const points = steps(curve);
    const name = escaped(nameOf(curve.a));
    points.x.forEach((value, i) => {
      x.push(fromOne(value));
      y.push(points.y[i]);
      text.push(name);
    });
    x.push(top, null);
    y.push(points.y.at(-1) ?? 0, null);
    text.push(name, "");
  }
  const line = { color: PALE[theme()], width: 1, shape: "hv" };
  return { x, y, text, mode: "lines", line, hovertemplate: "%{text}<extra></extra>" };
}

function referenceTrace(curve, top) {
  const points = steps(curve);
  return {
    x: [...points.x.map(fromOne), top],
    y: [...points.y, points.y.at(-1)],
    mode: "lines",
    line: { color: REFERENCE[theme()], width: 4.5, shape: "hv" },
    opacity: 0.65,
    text: points.x.map((x, i) => within(suite().reference, x, points.y[i])),
    hovertemplate: "%{text}<extra></extra>",
  };
}

// Solid up to the median length of unsuccessful runs (a cross), dashed and thinner beyond.
function curveTraces({ curve, points }, top) {
  const a = curve.a;
  const traces = [];
  const interval = band(curve);
  if (state.bands && interval) traces.push(bandTrace(interval.x, interval.low, interval.high, colour(a)));
  const budget = curve.b === null ? Infinity : 10 ** curve.b;
  const beyond = budget < top;
  const text = points.x.map((x, i) => within(nameOf(a), x, points.y[i]));
  const cut = points.x.filter((x) => x <= budget).length;
  const level = cut ? points.y[cut - 1] : 0;
  const common = { mode: "lines", hovertemplate: "%{text}<extra></extra>", meta: a, legendgroup: String(a) };
  traces.push({
    ...common,
    x: [...points.x.slice(0, cut).map(fromOne), beyond ? budget : top],
    y: [...points.y.slice(0, cut), level],
    text: [...text.slice(0, cut), text[cut - 1] ?? ""],
    name: escaped(nameOf(a)),
    line: { ...lineOf(a, 2.4), shape: "hv" },
  });
  if (beyond) {
    traces.push({
      ...common,
      x: [budget, ...points.x.slice(cut), top],
      y: [level, ...points.y.slice(cut), points.y.at(-1) ?? 0],
      text: ["", ...text.slice(cut), text.at(-1) ?? ""],
      line: { color: colour(a), width: 1.5, shape: "hv", dash: "4px,3px" },
    });
  }
  if (beyond && budget >= 1) {
    traces.push({
      x: [budget],
      y: [level],
      mode: "markers",
      marker: { symbol: "x-thin", size: 11, line: { color: colour(a), width: 2.6 } },
      text: [`<b>${escaped(nameOf(a))}</b><br>median length of unsuccessful runs: ${short(budget)}·D`],
      hovertemplate: "%{text}<extra></extra>",
      meta: a,
    });
  }
  return traces;
}

function profileFigure(id, entry, readout, name) {
  if (!entry || !entry.c.length) return empty(id, "No data for this choice.");
  ready(id);
  const node = $(id);
  const width = node.clientWidth || 900;
  const height = (node.clientHeight || 430) - 60;
  const top = 10 ** suite().window[1];
  const front = entry.c.filter((c) => state.shown.has(c.a)).map((curve) => ({ curve, points: steps(curve) }));
  const behind = many() && state.crowd ? entry.c.filter((c) => !state.shown.has(c.a)) : [];
  const traces = behind.length ? [crowdTrace(behind, top)] : [];
  const ends = [];
  if (entry.ref && state.shown.size) {
    const end = steps(entry.ref).y.at(-1);
    traces.push(referenceTrace(entry.ref, top));
    ends.push({ y: end, label: `${percent(end)}  ${suite().reference}`, colour: REFERENCE[theme()] });
  }
  for (const item of front) {
    const { curve, points } = item;
    const end = points.y.at(-1) ?? 0;
    const lost = curve.m ? ` (${curve.m.length} missing)` : "";
    traces.push(...curveTraces(item, top));
    ends.push({ y: end, label: `${percent(end)}  ${nameOf(curve.a)}${lost}`, colour: colour(curve.a) });
  }
  const narrow = width <= 640;
  const labelled = !narrow && ends.length <= 14;
  const labels = labelled ? endLabels(ends, height) : { annotations: [], shapes: [], margin: 18 };
  const layout = {
    xaxis: logAxis(`${suite().evaluations} / dimension`, { range: suite().window }),
    yaxis: shareAxis("problems solved"),
    margin: { l: 66, r: labels.margin, t: 12, b: 50 },
    annotations: labels.annotations,
    shapes: labels.shapes,
  };
  if (narrow) Object.assign(layout, { showlegend: true, legend: { orientation: "h", y: -0.25 } });
  for (const trace of traces) trace.showlegend = narrow && Boolean(trace.name);
  const best = front.map((f) => [nameOf(f.curve.a), f.points.y.at(-1) ?? 0]).sort((p, q) => q[1] - p[1]);
  const said = best.slice(0, 3).map(([who, end]) => `${who} solves ${percent(end)}`);
  describe(id, `Runtime profiles. In the end ${said.join(", ")}.`);
  return draw(id, traces, layout, name).then(() => {
    node.removeAllListeners?.("plotly_hover");
    node.on("plotly_hover", (event) => tellDistance(readout, event, front));
  });
}

// The horizontal distance between curves, read off the drawn steps at the height of the pointer.
function tellDistance(id, event, front) {
  const point = event.points[0];
  const own = front.find((f) => f.curve.a === point.data.meta);
  if (!own || !$(id)) return;
  const reach = (points) => points.x[points.y.findIndex((v) => v >= point.y - 1e-9)];
  const mine = reach(own.points);
  if (!mine) return;
  const others = front
    .filter((f) => f !== own)
    .slice(0, 6)
    .map((f) => {
      const x = reach(f.points);
      const who = nameOf(f.curve.a);
      return x === undefined ? `${who} never gets there` : `${who} needs ${short(x / mine)}× as many`;
    });
  const first = `${nameOf(own.curve.a)} solves ${percent(point.y)} of the problems within ${short(mine)}·D`;
  $(id).textContent = `${[`${first} ${suite().evaluations}`, others.join(", ")].filter(Boolean).join("; ")}.`;
}
