// Two algorithms: how much faster, where, how sure; expected runtimes, ratios, tests.

async function pairSection() {
  const data = await here();
  const [a, b] = state.pair;
  const found = suite().pairs[`${state.dimension}/${pairKey(a, b)}`];
  $("pair-sentence").textContent = found
    ? found.sentence
    : `There is no comparison of ${nameOf(a)} with ${nameOf(b)} in dimension ${state.dimension}: they ` +
      "share no problem there, or are not among the leading algorithms compared pair by pair.";
  shareBar(found);
  await Promise.all([speedFigure(data, a, b), scatter(data, a, b), ratios(data, a, b)]);
  testsTable(data, a, b);
}

const pairKey = (a, b) => `${Math.min(a, b)}-${Math.max(a, b)}`;

function shareBar(found) {
  const bar = $("pair-bar");
  bar.replaceChildren();
  bar.hidden = !found;
  if (!found) return;
  const [both, fast, slow, neither] = found.shares;
  const ink = theme() === "dark" ? "#101418" : "#fff";
  const parts = [
    [fast, `${nameOf(found.faster)} only`, colour(found.faster), ink],
    [both, "both", css("--soft"), ink],
    [slow, `${nameOf(found.slower)} only`, colour(found.slower), ink],
    [neither, "neither", css("--line"), css("--ink")],
  ].filter(([share]) => share > 0);
  for (const [share, words, background, color] of parts) {
    const text = share > 0.13 ? `${words} ${(100 * share).toFixed(0)} %` : "";
    const style = { flex: String(share), background, color };
    bar.append(element("span", { title: `${words}: ${percent(share)}`, text, style }));
  }
  bar.setAttribute(
    "aria-label",
    `Solved by ${parts.map(([s, words]) => `${words} ${percent(s)}`).join(", ")}`,
  );
}

// How many times faster a is than b: every dimension over all functions, every group in this one.
function speedFigure(data, a, b) {
  const key = pairKey(a, b);
  const turned = ([x, low, high, both]) => (a < b ? [x, low, high, both] : [1 / x, 1 / high, 1 / low, both]);
  const groups = data.speed[key] || {};
  const rows = [
    ...suite().dimensions.map((d) => [`all functions, D = ${d}`, suite().pairs[`${d}/${key}`]?.speed]),
    ...suite()
      .sets.filter((s) => s.kind === "group")
      .map((s) => [`${s.title}, D = ${state.dimension}`, groups[s.key]]),
  ]
    .filter(([, speed]) => speed && speed[0] !== null)
    .map(([title, speed]) => [title, ...turned(speed)]);
  if (!rows.length) return empty("plot-speed", "The two algorithms solve no problem in common.");
  ready("plot-speed");
  const traces = [a, b].map((winner) => {
    const mine = rows.filter(([, x]) => (winner === a ? x >= 1 : x < 1));
    return {
      x: mine.map((r) => r[1]),
      y: mine.map((r) => r[0]),
      mode: "markers",
      marker: { ...markerOf(winner, 11), symbol: winner === a ? "circle" : "diamond" },
      name: `${escaped(nameOf(winner))} is faster`,
      error_x: {
        type: "data",
        symmetric: false,
        array: mine.map((r) => r[3] - r[1]),
        arrayminus: mine.map((r) => r[1] - r[2]),
        color: colour(winner),
        thickness: 2,
        width: 5,
      },
      text: mine.map(([title, x, low, high, both]) => {
        const [who, other] = x >= 1 ? [a, b] : [b, a];
        const [f, l, h] = x >= 1 ? [x, low, high] : [1 / x, 1 / high, 1 / low];
        return (
          `<b>${title}</b><br>${escaped(nameOf(who))} is ${short(f)}× faster than ${escaped(nameOf(other))}<br>` +
          `95 % interval ${short(l)} to ${short(h)}; both solve ${percent(both)} of the problems`
        );
      }),
      hovertemplate: "%{text}<extra></extra>",
    };
  });
  const left = Math.log10(Math.min(0.8, ...rows.map((r) => r[2]))) - 0.08;
  const right = Math.log10(Math.max(1.25, ...rows.map((r) => r[3]))) + 0.08;
  const ticks = [];
  for (let k = Math.floor(left); k <= right; k++)
    for (const m of right - left > 2.6 ? [1] : [1, 2, 5]) ticks.push(m * 10 ** k);
  const shares = rows.map((r) => ({
    xref: "paper",
    x: 1.01,
    xanchor: "left",
    y: r[0],
    yanchor: "middle",
    text: `both solve ${(100 * r[4]).toFixed(0)} %`,
    showarrow: false,
    font: { size: 12, color: css("--soft") },
  }));
  const layout = {
    ...legend,
    height: 110 + 27 * rows.length,
    margin: { l: 10, r: 112, t: 8, b: 50 },
    annotations: shares,
    legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom" },
    shapes: [
      { type: "line", x0: 1, x1: 1, yref: "paper", y0: 0, y1: 1, line: { color: css("--soft"), width: 1.4 } },
    ],
    xaxis: logAxis(`times that ${escaped(nameOf(a))} is faster than ${escaped(nameOf(b))}`, {
      range: [left, right],
      tickmode: "array",
      tickvals: ticks,
      ticktext: ticks.map(short),
      tickfont: {},
    }),
    yaxis: {
      type: "category",
      categoryarray: rows.map((r) => r[0]).reverse(),
      categoryorder: "array",
      range: [-0.6, rows.length - 0.4],
      automargin: true,
      gridcolor: css("--grid"),
      linecolor: css("--soft"),
      mirror: true,
    },
  };
  const said = rows.map(([title, x]) => `${title}: ${short(x)}`).join("; ");
  describe("plot-speed", `Times that ${nameOf(a)} is faster than ${nameOf(b)}. ${said}.`);
  $("plot-speed").style.minHeight = `${layout.height}px`;
  return draw("plot-speed", traces, layout, "speed");
}

const GROUP_SYMBOLS = ["circle", "square", "diamond", "triangle-up", "cross", "star", "x", "hexagon"];
const GROUP_TINTS = {
  dark: ["#9AD6FA", "#FF8A3D", "#2CC79B", "#E083D3", "#F7B733", "#A79BF0", "#F0719F", "#CFCF5C"],
  light: ["#0072B2", "#D55E00", "#009E73", "#AA4499", "#B07A00", "#332288", "#882255", "#777733"],
};

function scatter(data, a, b) {
  const [one, other] = [data.scatter[a] || {}, data.scatter[b] || {}];
  const groups = suite().sets.filter((s) => s.kind === "group");
  const used = groups.length && groups.length <= GROUP_SYMBOLS.length ? groups : [suite().sets[0]];
  const common = (f) =>
    one[`f${f}`] && other[`f${f}`] ? one[`f${f}`].map((x, i) => [x, other[`f${f}`][i], f]) : [];
  const points = used.map((s) => s.functions.flatMap(common).filter(([x, y]) => x !== null || y !== null));
  const values = points.flat().flatMap(([x, y]) => [x, y].filter((v) => v));
  if (!values.length) return empty("plot-scatter", "The two algorithms share no problem in this dimension.");
  ready("plot-scatter");
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)) + 0.15);
  const edge = 10 ** (high + 0.25);
  const diagonals = [-2, -1, 0, 1, 2].map((k) => ({
    x: [10 ** low, edge],
    y: [10 ** (low + k), edge * 10 ** k],
    mode: "lines",
    line: { color: css("--soft"), width: k ? 0.8 : 1.4, dash: k ? "dot" : "solid" },
    hoverinfo: "skip",
    showlegend: false,
  }));
  const names = [a, b].map((i) => escaped(nameOf(i)));
  const traces = points.map((list, i) => ({
    x: list.map((p) => p[0] ?? edge),
    y: list.map((p) => p[1] ?? edge),
    mode: "markers",
    marker: { symbol: GROUP_SYMBOLS[i], size: 6.5, color: GROUP_TINTS[theme()][i], opacity: 0.75 },
    name: used[i].title,
    text: list.map(([x, y, f]) => `f${f}<br>${names[0]}: ${short(x)}<br>${names[1]}: ${short(y)}`),
    hovertemplate: "%{text}<extra></extra>",
  }));
  const range = [low - 0.1, high + 0.4];
  const axis = (name) => logAxis(`ERT of ${name}`, { range, dtick: high - low > 6 ? 2 : 1 });
  const layout = { ...legend, xaxis: axis(names[0]), yaxis: axis(names[1]) };
  describe("plot-scatter", `Expected runtimes of ${nameOf(a)} and ${nameOf(b)} to the same targets.`);
  return draw("plot-scatter", [...diagonals, ...traces.filter((t) => t.x.length)], layout, "scatter");
}

const RATIO_SHADES = {
  dark: ["#5f7f9a", "#82a8c9", "#a9cdee", "#ffffff"],
  light: ["#9db8d2", "#5f8db8", "#1f5f99", "#0b2f52"],
};

function ratios(data, a, b) {
  const list = data.ratios.filter((r) => pairKey(r.a, r.o) === pairKey(a, b));
  if (!list.length) return empty("plot-ratios", "There are no runtime ratios for this pair.");
  ready("plot-ratios");
  const least = 1e-8; // smaller ratios: only the second one failed
  const traces = list.flatMap((r, i) => {
    const x = steps(r).x;
    const inside = x.findIndex((v) => v > least);
    const cut = inside < 0 ? x.length : inside;
    const shown = (values) => [cut ? values[cut - 1] : 0, ...values.slice(cut), values.at(-1) ?? 0];
    const at = [1e-4, ...x.slice(cut), 1e4];
    const tint = RATIO_SHADES[theme()][Math.min(3, i + Math.max(0, 4 - list.length))];
    const [low, high] = [summed(r.lo, 10000), summed(r.hi, 10000)].map(shown);
    const curve = {
      x: at,
      y: shown(steps(r).y),
      mode: "lines",
      line: { shape: "hv", width: 2, color: tint },
      name: `${r.t}: ${r.solved[0]}/${r.solved[1]}`,
      text: low.map((v, j) => `95 % interval ${percent(v)} to ${percent(high[j])}`),
      hovertemplate: `target ${r.t}<br>%{y:.1%} of pairs with a ratio of at most %{x:.3g}<br>%{text}<extra></extra>`,
    };
    return state.bands ? [bandTrace(at, low, high, tint, 0.15, "hv"), curve] : [curve];
  });
  const even = { type: "line", x0: 1, x1: 1, yref: "paper", y0: 0, y1: 1 };
  const names = [list[0].a, list[0].o].map((i) => escaped(nameOf(i)));
  const layout = {
    ...legend,
    shapes: [{ ...even, line: { color: css("--soft"), width: 1, dash: "dot" } }],
    xaxis: logAxis(`runtime of ${names[0]} / runtime of ${names[1]}`, { range: [-4, 4], dtick: 2 }),
    yaxis: shareAxis("pairs of runs"),
  };
  describe("plot-ratios", `Ratios of the runtimes of ${nameOf(list[0].a)} and ${nameOf(list[0].o)}.`);
  return draw("plot-ratios", traces, layout, "ratios");
}

function testsTable(data, a, b) {
  const straight = data.tests[`${a}-${b}`];
  const entry = straight || data.tests[`${b}-${a}`];
  const table = $("tests-table");
  if (!entry) return table.replaceChildren(element("caption", { text: "No tests for this pair." }));
  const cell = ([effect, p, sign]) => {
    const shown = (straight ? effect : 1 - effect).toFixed(2);
    if (p >= 0.05 || !sign) return element("td", { title: `p = ${p} (Holm)`, text: shown });
    const better = sign > 0 === Boolean(straight) ? a : b;
    const dot = element("span", { class: "dot", style: { background: colour(better) } });
    const title = `${nameOf(better)} is better, p = ${p} (Holm)`;
    return element("td", { title }, dot, element("b", { text: shown }));
  };
  const heads = ["Function", ...entry.targets].map((text) => element("th", { scope: "col", text }));
  const body = Object.entries(entry.f).map(([fn, cells]) =>
    element("tr", {}, element("th", { scope: "row", text: setOf(fn).title }), ...cells.map(cell)),
  );
  const caption = `Probability that ${nameOf(a)} is better than ${nameOf(b)}, dimension ${state.dimension}`;
  table.replaceChildren(
    element("caption", { text: caption }),
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...body),
  );
}
