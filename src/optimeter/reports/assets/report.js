"use strict";
// Draws the results embedded in the page. It computes no measure: every number shown was computed by
// Optimeter; the script decodes, chooses, sorts and draws. Texts from the data reach the page
// only as text nodes, or escaped where plotly wants markup.
(() => {
  const $ = (id) => document.getElementById(id);
  const overview = JSON.parse($("overview").textContent);
  const PALE = { light: "#c9ced3", dark: "#47515b" };
  const REFERENCE = { light: "#8d959c", dark: "#8f99a3" };
  const ROWS_AT_ONCE = 400;

  // ------------------------------------------------------------------ state, kept in the address
  const state = {
    suite: 0, dimension: 0, set: "all", targets: "fixed", bands: false, shown: null, crowd: true,
    fn: "", pair: null, scalingTarget: "", rldTarget: "", qualityBudget: "", table: "fixed",
    sort: null, filter: "", allRows: false,
  };
  const suite = () => overview.suites[state.suite];
  const algorithms = () => suite().algorithms;
  const many = () => algorithms().some((a) => !a.featured);
  const theme = () => document.documentElement.dataset.theme;
  const colour = (a) => algorithms()[a][theme()];
  const nameOf = (a) => algorithms()[a].name;
  const setOf = (key) => suite().sets.find((s) => s.key === key);
  const functionSets = () => suite().sets.filter((s) => s.kind === "function");
  const defaults = () => new Set(algorithms().flatMap((a, i) => (a.featured ? [i] : [])));
  const same = (a, b) => a.size === b.size && [...a].every((x) => b.has(x));

  function enterSuite(number) {
    state.suite = number;
    const s = suite();
    state.dimension = s.dimension;
    state.set = "all";
    state.targets = "fixed";
    state.shown = defaults();
    state.fn = functionSets()[0].key;
    state.pair = bestPair();
    state.scalingTarget = state.rldTarget = state.qualityBudget = "";
    state.table = "fixed";
  }

  function bestPair() {
    const keys = Object.keys(suite().pairs);
    const here = keys.filter((k) => k.startsWith(`${state.dimension}/`));
    const rank = new Map((suite().summary[state.dimension] || []).map((r) => [r.a, r.auc]));
    const pairs = (here.length ? here : keys).map((k) => k.split("/")[1].split("-").map(Number));
    pairs.sort((p, q) => (rank.get(q[0]) + rank.get(q[1]) || 0) - (rank.get(p[0]) + rank.get(p[1]) || 0));
    return pairs[0] || [0, Math.min(1, algorithms().length - 1)];
  }

  function writeAddress() {
    const s = suite(), parts = new URLSearchParams();
    if (state.suite) parts.set("suite", s.name);
    parts.set("d", state.dimension);
    if (state.set !== "all") parts.set("f", state.set);
    if (state.targets !== "fixed") parts.set("t", state.targets);
    if (state.bands) parts.set("band", "1");
    if (!same(state.shown, defaults())) parts.set("a", [...state.shown].sort((x, y) => x - y).join("."));
    if (!state.crowd) parts.set("crowd", "0");
    if (state.fn !== functionSets()[0].key) parts.set("fn", state.fn);
    if (state.pair && String(state.pair) !== String(bestPair())) parts.set("pair", state.pair.join("."));
    if (state.sort) parts.set("sort", `${state.sort.column}.${state.sort.down ? 1 : 0}`);
    if (state.table !== "fixed") parts.set("table", state.table);
    history.replaceState(null, "", `#${parts}`);
  }

  function readAddress() {
    const text = location.hash.slice(1);
    if (!text.includes("=")) return false;
    const parts = new URLSearchParams(text);
    const wanted = overview.suites.findIndex((s) => s.name === parts.get("suite"));
    enterSuite(Math.max(0, wanted));
    const s = suite(), d = Number(parts.get("d")), count = algorithms().length;
    if (s.dimensions.includes(d)) state.dimension = d;
    if (setOf(parts.get("f"))) state.set = parts.get("f");
    if (s.targets[parts.get("t")]) state.targets = parts.get("t");
    state.bands = parts.get("band") === "1";
    state.crowd = parts.get("crowd") !== "0";
    const known = (x) => Number.isInteger(x) && x >= 0 && x < count;
    if (parts.has("a")) state.shown = new Set(parts.get("a").split(".").filter((x) => x !== "").map(Number).filter(known));
    if (setOf(parts.get("fn"))?.kind === "function") state.fn = parts.get("fn");
    else if (setOf(state.set).kind === "function") state.fn = state.set;
    state.pair = bestPair();
    const pair = (parts.get("pair") || "").split(".").map(Number);
    if (pair.length === 2 && pair.every(known) && pair[0] !== pair[1]) state.pair = pair;
    const sort = (parts.get("sort") || "").split(".").map(Number);
    state.sort = sort.length === 2 && sort.every(Number.isInteger) ? { column: sort[0], down: sort[1] === 1 } : null;
    if (["fixed", "budget", "quality"].includes(parts.get("table"))) state.table = parts.get("table");
    return true;
  }

  // ------------------------------------------------------------------ results, decoded on demand
  const loaded = new Map();
  const waiting = new Map();
  window.optimeterChunk = (key, text) => waiting.get(key)?.(text);

  function rawChunk(key) {
    const node = $(`chunk-${key}`);
    if (node) return Promise.resolve(node.textContent);
    return new Promise((resolve, reject) => {
      waiting.set(key, resolve);
      const script = document.createElement("script");
      script.src = `data/${key}.js`;
      script.onerror = () => reject(new Error(`data/${key}.js is missing beside the page`));
      document.head.append(script);
    });
  }

  function chunk(key) {
    if (!loaded.has(key)) {
      loaded.set(key, rawChunk(key).then(async (text) => {
        const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
        return JSON.parse(await new Response(stream).text());
      }));
    }
    return loaded.get(key);
  }
  const here = (d = state.dimension) => chunk(`${state.suite}-${d}`);

  function summed(differences, unit) {
    let total = 0;
    return differences.map((step) => (total += step) / unit);
  }
  function steps(curve) {
    if (!curve.points) {
      const x = summed(curve.x, 1000).map((v) => 10 ** v);
      curve.points = { x, y: summed(curve.y, 10000) };
    }
    return curve.points;
  }
  function band(curve) {
    if (!curve.lo) return null;
    if (!curve.band) {
      const low = summed(curve.lo, 10000), high = summed(curve.hi, 10000);
      const [from, to] = suite().window, last = Math.max(1, low.length - 1);
      curve.band = { x: low.map((_, i) => 10 ** (from + (to - from) * i / last)), low, high };
    }
    return curve.band;
  }

  // ------------------------------------------------------------------ text
  const escaped = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  function short(value) {
    if (value === null || value === undefined) return "∞";
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size >= 1e-3 && size < 1e4) return String(Number(value.toPrecision(3)));
    const [m, e] = value.toExponential(2).split("e");
    return `${Number(m)}e${Number(e)}`;
  }
  const percent = (y) => `${(100 * y).toFixed(1)} %`;
  function element(tag, options = {}, ...children) {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(options)) {
      if (key === "text") node.textContent = value;
      else if (key === "style") Object.assign(node.style, value);
      else if (value !== null && value !== undefined) node.setAttribute(key, value);
    }
    node.append(...children);
    return node;
  }
  function options(select, entries, chosen) {
    select.replaceChildren();
    const groups = new Map();
    for (const [value, text, group] of entries) {
      let parent = select;
      if (group) {
        if (!groups.has(group)) { groups.set(group, element("optgroup", { label: group })); select.append(groups.get(group)); }
        parent = groups.get(group);
      }
      parent.append(element("option", { value, text }));
    }
    select.value = chosen;
  }

  // ------------------------------------------------------------------ plotly
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const DASH = { solid: "solid", dash: "dash", dot: "dot", dashdot: "dashdot" };

  function logAxis(title, extra = {}) {
    return {
      title: { text: title, standoff: 8 }, type: "log", dtick: 1, exponentformat: "power", showgrid: true,
      gridcolor: css("--grid"), zeroline: false, linecolor: css("--soft"), mirror: true, ticks: "outside", tickcolor: css("--soft"), ticklen: 4, ...extra,
    };
  }
  function decades(traces) {
    const values = traces.flatMap((t) => t.y).filter((v) => v > 0);
    return Math.log10(Math.max(...values) / Math.min(...values));
  }
  function shareAxis(title) {
    return {
      title: { text: title, standoff: 8 }, range: [0, 1], dtick: 0.2, tickformat: ".0%", gridcolor: css("--grid"), zeroline: false,
      linecolor: css("--soft"), mirror: true, ticks: "outside", tickcolor: css("--soft"), ticklen: 4,
    };
  }
  function draw(id, traces, layout, name) {
    const node = $(id);
    node.querySelector("svg.static")?.remove();
    const full = {
      margin: { l: 74, r: 18, t: 10, b: 48 }, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: css("--sans"), size: 13, color: css("--ink") }, showlegend: false, hovermode: "closest",
      modebar: { bgcolor: "rgba(0,0,0,0)", color: css("--soft"), activecolor: css("--ink"), orientation: "v" },
      hoverlabel: { bgcolor: css("--card"), bordercolor: css("--soft"), font: { family: css("--sans"), color: css("--ink"), size: 13 }, align: "left" },
      ...layout,
    };
    return window.Plotly.react(node, traces, full, {
      responsive: true, displaylogo: false, modeBarButtonsToRemove: ["select2d", "lasso2d", "autoScale2d"],
      toImageButtonOptions: { format: "svg", filename: name || id },
    });
  }
  function empty(id, text) {
    const node = $(id);
    if (window.Plotly) window.Plotly.purge(node);
    node.replaceChildren(element("p", { class: "quiet", text }));
  }
  function ready(id) {  // a note from an earlier drawing goes away
    $(id).querySelector("p.quiet")?.remove();
  }

  // Labels at the right of the frame: end value and full name, in the order of the ends, kept apart.
  function endLabels(ends, height) {
    const gap = 17 / Math.max(120, height);
    const rows = ends.map((e) => ({ ...e, at: e.y })).sort((a, b) => a.y - b.y);
    rows.forEach((row, i) => { if (i) row.at = Math.max(row.at, rows[i - 1].at + gap); });
    let ceiling = 1.02;
    for (let i = rows.length - 1; i >= 0; i--) { rows[i].at = Math.min(rows[i].at, ceiling); ceiling = rows[i].at - gap; }
    const annotations = rows.map((row) => ({
      xref: "paper", x: 1.028, xanchor: "left", yref: "paper", y: row.at, yanchor: "middle", showarrow: false, align: "left",
      text: `<span style="color:${row.colour}">●</span> ${escaped(row.label)}`, font: { color: css("--ink"), size: 13 },
    }));
    const shapes = rows.map((row) => ({
      type: "line", xref: "paper", yref: "paper", x0: 1.003, x1: 1.024, y0: row.y, y1: row.at, line: { color: row.colour, width: 1.6 },
    }));
    const longest = Math.max(0, ...rows.map((row) => row.label.length));
    return { annotations, shapes, margin: Math.min(360, 48 + 7.7 * longest) };
  }

  function profileFigure(id, entry, readout, name) {
    if (!entry || !entry.c.length) { empty(id, "No data for this choice."); return; }
    ready(id);
    const node = $(id), width = node.clientWidth || 900, height = (node.clientHeight || 430) - 60;
    const traces = [], ends = [], coloured = [];
    const crowd = { x: [], y: [], text: [] };
    for (const curve of entry.c) {
      const points = steps(curve);
      if (state.shown.has(curve.a)) { coloured.push({ curve, points }); continue; }
      if (!many() || !state.crowd) continue;
      points.x.forEach((x, i) => { crowd.x.push(Math.max(1, x)); crowd.y.push(points.y[i]); crowd.text.push(curve.a); });
      crowd.x.push(10 ** suite().window[1], null); crowd.y.push(points.y.at(-1) ?? 0, null); crowd.text.push(curve.a, null);
    }
    const top = 10 ** suite().window[1];
    if (crowd.x.length) {
      traces.push({
        x: crowd.x, y: crowd.y, customdata: crowd.text, mode: "lines", line: { color: PALE[theme()], width: 1, shape: "hv" },
        hovertemplate: "%{text}<extra></extra>", text: crowd.text.map((a) => (a === null ? "" : escaped(nameOf(a)))),
      });
    }
    if (entry.ref && state.shown.size) {
      const points = steps(entry.ref);
      traces.push({
        x: [...points.x.map((x) => Math.max(1, x)), top], y: [...points.y, points.y.at(-1)], mode: "lines", line: { color: REFERENCE[theme()], width: 4.5, shape: "hv" }, opacity: 0.65,
        text: points.x.map((x, i) => `<b>${escaped(suite().reference)}</b><br>${percent(points.y[i])} of problems solved within ${short(x)}·D ${suite().evaluations}`),
        hovertemplate: "%{text}<extra></extra>",
      });
      ends.push({ y: points.y.at(-1), label: `${percent(points.y.at(-1))}  ${suite().reference}`, colour: REFERENCE[theme()] });
    }
    for (const { curve, points } of coloured) {
      const c = colour(curve.a), dash = DASH[algorithms()[curve.a].dash], b = band(curve);
      if (state.bands && b) {
        traces.push({
          x: [...b.x, ...[...b.x].reverse()], y: [...b.high, ...[...b.low].reverse()], fill: "toself", fillcolor: c, opacity: 0.2, mode: "lines", line: { width: 0 }, hoverinfo: "skip",
        });
      }
      const budget = curve.b === null ? Infinity : 10 ** curve.b;
      const text = points.x.map((x, i) => `<b>${escaped(nameOf(curve.a))}</b><br>${percent(points.y[i])} of problems solved within ${short(x)}·D ${suite().evaluations}`);
      const cut = points.x.filter((x) => x <= budget).length;
      const level = cut ? points.y[cut - 1] : 0;
      const part = (from, to) => ({ x: points.x.slice(from, to).map((x) => Math.max(1, x)), y: points.y.slice(from, to), text: text.slice(from, to) });
      const solid = part(0, cut), rest = part(cut, points.x.length);
      if (Number.isFinite(budget) && budget < top) { solid.x.push(budget); solid.y.push(level); solid.text.push(solid.text.at(-1) || ""); rest.x.unshift(budget); rest.y.unshift(level); rest.text.unshift(""); }
      else { solid.x.push(top); solid.y.push(level); solid.text.push(solid.text.at(-1) || ""); }
      if (Number.isFinite(budget) && budget < top) { rest.x.push(top); rest.y.push(rest.y.at(-1)); rest.text.push(rest.text.at(-1)); }
      const common = { mode: "lines", hovertemplate: "%{text}<extra></extra>", meta: curve.a, legendgroup: String(curve.a) };
      traces.push({ ...solid, ...common, name: escaped(nameOf(curve.a)), line: { color: c, width: 2.4, shape: "hv", dash } });
      if (rest.x.length > 1) traces.push({ ...rest, ...common, line: { color: c, width: 1.5, shape: "hv", dash: "4px,3px" } });
      if (budget < top && budget >= 1) {
        traces.push({
          x: [budget], y: [level], mode: "markers", marker: { symbol: "x-thin", size: 11, line: { color: c, width: 2.6 } },
          text: [`<b>${escaped(nameOf(curve.a))}</b><br>median length of unsuccessful runs: ${short(budget)}·D`], hovertemplate: "%{text}<extra></extra>", meta: curve.a,
        });
      }
      const end = points.y.length ? points.y.at(-1) : 0;
      const lost = curve.m ? ` (${curve.m.length} missing)` : "";
      ends.push({ y: end, label: `${percent(end)}  ${nameOf(curve.a)}${lost}`, colour: c });
    }
    const labels = width > 640 && ends.length <= 14 ? endLabels(ends, height) : { annotations: [], shapes: [], margin: 18 };
    const layout = {
      xaxis: logAxis(`${suite().evaluations} / dimension`, { range: suite().window }), yaxis: shareAxis("problems solved"),
      margin: { l: 66, r: labels.margin, t: 12, b: 50 }, annotations: labels.annotations, shapes: labels.shapes,
    };
    if (width <= 640) Object.assign(layout, { showlegend: true, legend: { orientation: "h", y: -0.25 } });
    if (width <= 640) traces.forEach((t) => { t.showlegend = Boolean(t.name); });
    draw(id, traces, layout, name).then(() => {
      node.removeAllListeners?.("plotly_hover");
      node.on("plotly_hover", (event) => tellDistance(readout, event, coloured));
    });
    node.setAttribute("role", "group");
    const three = [...coloured].sort((p, q) => (q.points.y.at(-1) || 0) - (p.points.y.at(-1) || 0)).slice(0, 3);
    node.setAttribute("aria-label", `Runtime profiles. In the end ${three.map((e) => `${nameOf(e.curve.a)} solves ${percent(e.points.y.at(-1) || 0)}`).join(", ")}.`);
  }

  // The horizontal distance between curves, read off the drawn steps at the height of the pointer.
  function tellDistance(id, event, coloured) {
    const point = event.points[0], own = coloured.find((e) => e.curve.a === point.data.meta);
    if (!own || !$(id)) return;
    const y = point.y, reach = (points) => { const i = points.y.findIndex((v) => v >= y - 1e-9); return i < 0 ? null : points.x[i]; };
    const mine = reach(own.points);
    if (!mine) return;
    const others = coloured.filter((e) => e !== own).slice(0, 6).map((e) => {
      const x = reach(e.points);
      return x === null ? `${nameOf(e.curve.a)} never gets there` : `${nameOf(e.curve.a)} needs ${short(x / mine)}× as many`;
    });
    $(id).textContent = `${nameOf(own.curve.a)} solves ${percent(y)} of the problems within ${short(mine)}·D ${suite().evaluations}` + (others.length ? `; ${others.join(", ")}.` : ".");
  }

  // ------------------------------------------------------------------ small multiples
  const SVG = "http://www.w3.org/2000/svg";
  function svg(tag, attributes) {
    const node = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  }
  function miniProfile(entry) {
    const W = 160, H = 100, L = 17, B = 13, R = 3, T = 4;
    const [from, to] = suite().window;
    const X = (x) => L + (W - L - R) * (Math.log10(Math.max(1, x)) - from) / (to - from), Y = (y) => T + (H - T - B) * (1 - y);
    const node = svg("svg", { viewBox: `0 0 ${W} ${H}`, "aria-hidden": "true" });
    node.append(svg("rect", { x: L, y: T, width: W - L - R, height: H - T - B, fill: "none", stroke: "var(--line)", "stroke-width": 0.8 }));
    for (const y of [0.2, 0.4, 0.6, 0.8]) node.append(svg("line", { x1: L, x2: W - R, y1: Y(y), y2: Y(y), stroke: "var(--grid)", "stroke-width": 0.6 }));
    for (let k = Math.ceil(from); k <= to; k += 2) { const t = svg("text", { x: X(10 ** k), y: H - 3.5, "font-size": 7, fill: "var(--soft)", "text-anchor": "middle" }); t.textContent = k === 0 ? "1" : `10${String(k).replace(/\d/g, (c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c])}`; node.append(t); }
    for (const y of [0, 0.5, 1]) { const t = svg("text", { x: L - 2, y: Y(y) + 2.4, "font-size": 7, fill: "var(--soft)", "text-anchor": "end" }); t.textContent = y === 0.5 ? ".5" : y; node.append(t); }
    if (!entry) return node;
    const path = (points) => {
      let d = "", last = null;
      points.x.forEach((x, i) => { const px = X(x).toFixed(1), py = Y(points.y[i]).toFixed(1); d += last === null ? `M${px} ${Y(0).toFixed(1)}V${py}` : `H${px}V${py}`; last = py; });
      return d && `${d}H${X(10 ** to).toFixed(1)}`;
    };
    if (entry.ref) node.append(svg("path", { d: path(steps(entry.ref)), fill: "none", stroke: REFERENCE[theme()], "stroke-width": 2.2, opacity: 0.55 }));
    const behind = entry.c.filter((c) => !state.shown.has(c.a)), front = entry.c.filter((c) => state.shown.has(c.a));
    if (many() && state.crowd && behind.length) node.append(svg("path", { d: behind.map((c) => path(steps(c))).join(""), fill: "none", stroke: PALE[theme()], "stroke-width": 0.4 }));
    for (const curve of front) {
      node.append(svg("path", { d: path(steps(curve)), fill: "none", stroke: colour(curve.a), "stroke-width": 1.3, "stroke-dasharray": { solid: "none", dash: "4 2", dot: "1 1.6", dashdot: "4 1.5 1 1.5" }[algorithms()[curve.a].dash] }));
      if (curve.b !== null && curve.b <= to && curve.b >= from) {
        const p = steps(curve), n = p.x.filter((x) => x <= 10 ** curve.b).length, cx = X(10 ** curve.b), cy = Y(n ? p.y[n - 1] : 0);
        node.append(svg("path", { d: `M${cx - 2} ${cy - 2}l4 4m0 -4l-4 4`, stroke: colour(curve.a), "stroke-width": 1.1 }));
      }
    }
    return node;
  }
  function mini(title, drawing, pressed, choose) {
    const button = element("button", { type: "button", class: "mini", "aria-pressed": pressed ? "true" : "false" }, element("span", { text: title }), drawing);
    button.addEventListener("click", choose);
    return button;
  }

  // ------------------------------------------------------------------ sections, drawn when in view
  const sections = [];
  function section(id, render) { sections.push({ node: $(id), render, dirty: true, visible: false }); }
  function refresh() {
    for (const s of sections) s.dirty = true;
    return Promise.all(sections.filter((s) => s.visible).map(run));
  }
  async function run(s) {
    if (!s.dirty || !s.node) return;
    s.dirty = false;
    try { await s.render(); } catch (error) { console.error(error); }
  }
  const drawEverything = () => Promise.all(sections.map(run));
  window.optimeterDrawEverything = drawEverything;

  function update() { controls(); words(); writeAddress(); return refresh(); }

  function words() {
    const s = suite(), d = state.dimension;
    $("headline").replaceChildren(...s.headlines[d].map((text) => element("p", { text })));
    for (const node of document.querySelectorAll("[data-caption]")) {
      const key = node.dataset.caption === "ecdf" && state.targets === "budget" ? "budget_ecdf" : node.dataset.caption;
      const figure = node.dataset.figure, children = [s.captions[key]];
      if (figure) children.push(element("code", { text: command(figure) }));
      node.replaceChildren(...children);
    }
    for (const node of document.querySelectorAll("[data-command]")) node.textContent = command(node.dataset.command);
  }
  function command(figure) {
    const perFunction = ["convergence", "ert"].includes(figure), alone = ["scaling", "ecdf-dimensions"].includes(figure) ? "" : ` --dimension ${state.dimension}`;
    const set = perFunction || figure === "scaling" ? ` --function ${state.fn.slice(1)}` : state.set === "all" || ["ecdf-groups", "ecdf-functions"].includes(figure) ? "" : setOf(state.set).kind === "function" ? ` --function ${state.set.slice(1)}` : ` --group ${state.set}`;
    const targets = figure.startsWith("ecdf") && state.targets === "budget" ? " --targets budget" : "";
    return `optimeter figure ${figure} DATA…${alone}${set}${targets} -o ${figure}.pdf`;
  }

  function summaryTable() {
    const rows = [...suite().summary[state.dimension]].sort((p, q) => q.auc - p.auc), several = algorithms().length > 1;
    const rated = rows.some((r) => r.rating_text);
    const heads = ["Algorithm", "Area under the profile", "95 % interval", "Solved", "Mean runtime / D", "Median failed run / D"];
    if (several) heads.push("Best on", "Within 2× of best");
    if (rated) heads.push("Rating");
    const body = rows.map((r) => {
      const cells = [r.auc_text, r.auc_interval, r.solved_text, r.mean_text, r.budget === null ? "–" : r.budget_text];
      if (several) cells.push(`${r.wins} of ${r.pairs}`, String(r.near));
      if (rated) cells.push(r.rating_text);
      const name = element("th", { scope: "row" }, element("span", { class: "dot", style: { background: colour(r.a) } }), nameOf(r.a) + (r.missing ? ` (${r.missing} of ${r.functions} functions missing)` : ""));
      return element("tr", {}, name, ...cells.map((text) => element("td", { text })));
    });
    $("summary-table").replaceChildren(
      element("caption", { text: `Dimension ${state.dimension}, all functions, ${suite().targets.fixed}` }),
      element("thead", {}, element("tr", {}, ...heads.map((text) => element("th", { scope: "col", text })))), element("tbody", {}, ...body));
  }

  function winnersStrip() {
    const rows = suite().sets.filter((s) => s.kind !== "function").map((s) => [s, suite().winners[`${state.dimension}/${s.key}`]]).filter(([, w]) => w);
    const grid = element("div", { class: "strip" }), leaders = new Set();
    for (const [s, w] of rows) {
      const cells = element("div", { class: "cells", role: "img" });
      const said = [];
      w.w.forEach((a, i) => {
        const budget = short(10 ** (i / 5));
        const cell = element("span", { title: a < 0 ? `${budget}·D: nothing solved` : `${budget}·D: ${nameOf(a)}, ahead by ${percent(w.m[i])}` });
        if (a >= 0) { cell.style.background = colour(a); cell.style.opacity = String(Math.min(1, 0.35 + 6 * w.m[i])); leaders.add(a); }
        if (a >= 0 && said.at(-1)?.[0] !== a) said.push([a, budget]);
        cells.append(cell);
      });
      cells.setAttribute("aria-label", said.map(([a, b]) => `${nameOf(a)} from ${b} times dimension on`).join(", "));
      grid.append(element("div", { text: s.title }), cells);
    }
    grid.append(element("div"), element("div", { class: "axis" }, ...["1", "10", "10²", "10³", "10⁴", "10⁵", "10⁶", "10⁷"].map((text) => element("span", { text }))));
    const keys = element("ul", { class: "keys" }, ...[...leaders].map((a) => element("li", {}, element("span", { class: "dot", style: { background: colour(a) } }), nameOf(a))));
    $("winners").replaceChildren(grid, keys);
  }

  async function profileSection() {
    const data = (await here()).profiles[state.targets] || {};
    $("profile-heading").textContent = `${setOf(state.set).title}, dimension ${state.dimension}`;
    profileFigure("plot-profile", data[state.set], "readout-profile", `profile_${state.set}_D${state.dimension}`);
    const groups = suite().sets.filter((s) => s.kind === "group");
    $("groups-card").hidden = !groups.length;
    $("groups").replaceChildren(...[suite().sets[0], ...groups].map((s) => mini(s.title, miniProfile(data[s.key]), s.key === state.set, () => { state.set = s.key; update(); })));
    $("dimensions-card").hidden = suite().dimensions.length < 2;
  }
  async function dimensionMinis() {
    const entries = await Promise.all(suite().dimensions.map(async (d) => [d, ((await here(d)).profiles[state.targets] || {})[state.set]]));
    $("dimension-minis").replaceChildren(...entries.map(([d, entry]) => mini(`D = ${d}`, miniProfile(entry), d === state.dimension, () => { state.dimension = d; update(); })));
  }
  async function functionMinis() {
    const data = (await here()).profiles[state.targets] || {};
    $("function-minis").replaceChildren(...functionSets().map((s) => mini(s.title, miniProfile(data[s.key]), s.key === state.fn, () => { state.fn = s.key; state.set = s.key; update(); })));
  }

  const shownCurves = (list) => list.map((entry, a) => [a, entry]).filter(([a, entry]) => entry && state.shown.has(a));
  const lineOf = (a, width = 2.2) => ({ color: colour(a), width, dash: DASH[algorithms()[a].dash] });
  const markerOf = (a, size = 6) => ({ symbol: algorithms()[a].marker, size, color: colour(a) });
  const legend = { showlegend: true, legend: { orientation: "h", x: 0, y: -0.2, yanchor: "top" } };

  async function convergence() {
    const all = (await here()).curves, traces = [];
    for (const [a, entries] of shownCurves(all)) {
      const e = entries[state.fn];
      if (!e) continue;
      const q = e.q.filter((r) => r[2] !== null && r[2] > 0), c = colour(a), floor = (v) => Math.max(v ?? 1e-12, 1e-12);
      traces.push({ x: [...q.map((r) => r[0]), ...q.map((r) => r[0]).reverse()], y: [...q.map((r) => floor(r[3])), ...q.map((r) => floor(r[1])).reverse()], fill: "toself", fillcolor: c, opacity: 0.16, mode: "lines", line: { width: 0 }, hoverinfo: "skip", showlegend: false });
      traces.push({ x: q.map((r) => r[0]), y: q.map((r) => r[2]), mode: "lines", line: lineOf(a), name: escaped(nameOf(a)), text: q.map((r) => `<b>${escaped(nameOf(a))}</b><br>median ${short(r[2])} (quartiles ${short(r[1])} to ${short(r[3])})<br>after ${short(r[0])}·D evaluations${r[4] ? `; ${r[4]} of ${e.n} runs had ended` : ""}`), hovertemplate: "%{text}<extra></extra>" });
    }
    if (!traces.length) return empty("plot-convergence", "No data for this function.");
    ready("plot-convergence");
    await draw("plot-convergence", traces, { ...legend, xaxis: logAxis(`${suite().evaluations} / dimension`), yaxis: logAxis("best precision", { dtick: decades(traces) > 7 ? 2 : 1 }) }, `convergence_${state.fn}_D${state.dimension}`);
  }
  async function ertCurves() {
    const all = (await here()).curves, traces = [];
    for (const [a, entries] of shownCurves(all)) {
      const e = entries[state.fn];
      if (!e) continue;
      const rows = e.t.map((t, i) => [t, e.e[i], e.k[i]]).filter((r) => r[0] > 0 && r[1] !== null);
      if (!rows.length) continue;
      traces.push({ x: rows.map((r) => r[0]), y: rows.map((r) => r[1] / state.dimension), mode: "lines", line: lineOf(a), name: escaped(nameOf(a)), text: rows.map((r) => `<b>${escaped(nameOf(a))}</b><br>ERT ${short(r[1])} to reach ${short(r[0])}<br>${r[2]} of ${e.n} runs succeeded`), hovertemplate: "%{text}<extra></extra>" });
      const last = rows.at(-1);
      traces.push({ x: [last[0]], y: [last[1] / state.dimension], mode: "markers", marker: markerOf(a, 9), hoverinfo: "skip", showlegend: false });
    }
    if (!traces.length) return empty("plot-ert", "No target was reached on this function.");
    ready("plot-ert");
    await draw("plot-ert", traces, { ...legend, xaxis: logAxis("target precision", { autorange: "reversed", dtick: 2 }), yaxis: logAxis("ERT / dimension") }, `ert_${state.fn}_D${state.dimension}`);
  }

  // Scaling rows: [D, target, ERT/D, ends of its 95 % interval, median of successes, longest run, successes, runs], all per dimension.
  const scalingRows = (data, a, fn, target) => (data[a]?.[fn] || []).filter((r) => r[1] === target);
  async function scalingTargets() {
    const data = await chunk(`${state.suite}-scaling`);
    const found = [...new Set(data.flatMap((e) => Object.values(e).flatMap((rows) => rows.map((r) => r[1]))))];
    if (!found.includes(state.scalingTarget)) state.scalingTarget = found.find((t) => Number(t) === 0.1) || found.at(-1);
    options($("scaling-target"), found.map((t) => [t, t]), state.scalingTarget);
    return data;
  }
  async function scalingFigure() {
    const data = await scalingTargets(), traces = [], ds = suite().dimensions;
    $("scaling-heading").textContent = `${setOf(state.fn).title}, target ${state.scalingTarget}`;
    let low = Infinity, high = -Infinity;
    for (const a of state.shown) {
      const rows = scalingRows(data, a, state.fn, state.scalingTarget), solved = rows.filter((r) => r[2] !== null);
      if (!rows.length) continue;
      const y = ds.map((d) => rows.find((r) => r[0] === d)?.[2] ?? null);
      y.forEach((v) => { if (v) { low = Math.min(low, v); high = Math.max(high, v); } });
      const tell = (r) => `<b>${escaped(nameOf(a))}</b>, D = ${r[0]}<br>ERT/D ${short(r[2])}, ${r[7]} of ${r[8]} runs<br>95 % interval ${short(r[3])} to ${short(r[4])}`;
      traces.push({
        x: ds, y, mode: "lines+markers", connectgaps: false, line: lineOf(a), marker: markerOf(a, 8), name: escaped(nameOf(a)), text: ds.map((d) => { const r = rows.find((q) => q[0] === d); return r ? tell(r) : ""; }), hovertemplate: "%{text}<extra></extra>",
        error_y: state.bands ? { type: "data", symmetric: false, array: ds.map((d) => { const r = rows.find((q) => q[0] === d); return r && r[2] !== null && r[4] !== null ? Math.max(0, r[4] - r[2]) : 0; }), arrayminus: ds.map((d) => { const r = rows.find((q) => q[0] === d); return r && r[2] !== null && r[3] !== null ? Math.max(0, r[2] - r[3]) : 0; }), thickness: 1.2, color: colour(a) } : undefined,
      });
      const failed = rows.filter((r) => r[2] === null), some = solved.filter((r) => r[7] < r[8]);
      if (failed.length) { failed.forEach((r) => { high = Math.max(high, r[6]); low = Math.min(low, r[6]); }); traces.push({ x: failed.map((r) => r[0]), y: failed.map((r) => r[6]), mode: "markers", marker: { ...markerOf(a, 9), symbol: `${algorithms()[a].marker}-open` }, text: failed.map((r) => `<b>${escaped(nameOf(a))}</b>, D = ${r[0]}<br>never reached; longest run ${short(r[6])}·D`), hovertemplate: "%{text}<extra></extra>", showlegend: false }); }
      if (some.length && state.shown.size < 8) traces.push({ x: some.map((r) => r[0]), y: some.map((r) => r[2]), mode: "text", text: some.map((r) => String(r[7])), textposition: "top center", textfont: { color: colour(a), size: 11 }, hoverinfo: "skip", showlegend: false });
    }
    if (!traces.length) return empty("plot-scaling", "No data for this function.");
    ready("plot-scaling");
    const from = Math.floor(Math.log10(low)) - 2, to = Math.ceil(Math.log10(high)) + 1, guides = [];
    for (let k = from; k <= to; k++) guides.push({ x: [ds[0], ds.at(-1)], y: [10 ** k, 10 ** k * ds.at(-1) / ds[0]], mode: "lines", line: { color: css("--line"), width: 1, dash: "dot" }, hoverinfo: "skip", showlegend: false });
    const pad = 0.06 * Math.max(0.3, Math.log10(ds.at(-1) / ds[0]));
    await draw("plot-scaling", [...guides, ...traces], {
      ...legend, xaxis: logAxis("dimension", { dtick: null, tickvals: ds, ticktext: ds.map(String), tickmode: "array", range: [Math.log10(ds[0]) - pad, Math.log10(ds.at(-1)) + pad] }),
      yaxis: logAxis("ERT / dimension", { range: [Math.log10(low) - 0.3, Math.log10(high) + 0.3] }),
    }, `scaling_${state.fn}`);
  }
  async function scalingMinis() {
    const data = await scalingTargets(), ds = suite().dimensions, fns = functionSets();
    const values = fns.flatMap((s) => [...state.shown].flatMap((a) => scalingRows(data, a, s.key, state.scalingTarget).map((r) => r[2]).filter((v) => v > 0)));
    const low = Math.floor(Math.log10(Math.min(1, ...values))), high = Math.ceil(Math.log10(Math.max(10, ...values)));
    const W = 160, H = 92, L = 17, B = 13, R = 4, T = 4, span = Math.max(0.1, Math.log10(ds.at(-1) / ds[0]));
    const X = (d) => L + 5 + (W - L - R - 10) * (ds.length > 1 ? Math.log10(d / ds[0]) / span : 0.5), Y = (v) => T + (H - T - B) * (1 - (Math.log10(v) - low) / (high - low));
    $("scaling-minis").replaceChildren(...fns.map((s) => {
      const node = svg("svg", { viewBox: `0 0 ${W} ${H}`, "aria-hidden": "true" });
      node.append(svg("rect", { x: L, y: T, width: W - L - R, height: H - T - B, fill: "none", stroke: "var(--line)", "stroke-width": 0.8 }));
      const write = (x, y, text, anchor) => { const t = svg("text", { x, y, "font-size": 7, fill: "var(--soft)", "text-anchor": anchor }); t.textContent = text; node.append(t); };
      ds.forEach((d) => write(X(d), H - 3.5, d, "middle"));
      for (let k = low; k <= high; k += Math.max(1, Math.ceil((high - low) / 4))) { write(L - 2, Y(10 ** k) + 2.4, k, "end"); node.append(svg("line", { x1: L, x2: W - R, y1: Y(10 ** k), y2: Y(10 ** k), stroke: "var(--grid)", "stroke-width": 0.6 })); }
      for (const a of state.shown) {
        const rows = scalingRows(data, a, s.key, state.scalingTarget).sort((p, q) => p[0] - q[0]);
        let d = "", on = false;
        for (const dim of ds) {
          const r = rows.find((q) => q[0] === dim);
          if (r && r[2]) { d += `${on ? "L" : "M"}${X(dim).toFixed(1)} ${Y(r[2]).toFixed(1)}`; on = true; node.append(svg("circle", { cx: X(dim), cy: Y(r[2]), r: 1.7, fill: colour(a) })); } else on = false;
        }
        if (d) node.append(svg("path", { d, fill: "none", stroke: colour(a), "stroke-width": 1.2 }));
      }
      return mini(s.title, node, s.key === state.fn, () => { state.fn = s.key; update(); });
    }));
  }

  // ------------------------------------------------------------------ tables
  let tableText = [];
  async function tables() {
    const data = await here();
    const kinds = [["fixed", "expected runtimes, fixed targets"]];
    if (data.budget_ert) kinds.push(["budget", "expected runtimes, budget-based targets"]);
    kinds.push(["quality", "quality at budgets"]);
    if (!kinds.some((k) => k[0] === state.table)) state.table = "fixed";
    options($("table-kind"), kinds, state.table);
    const fns = setOf(state.set).functions.map((f) => `f${f}`);
    const limited = many() && fns.length > 1 ? [state.fn] : fns;
    const { heads, rows } = state.table === "quality" ? qualityRows(data, limited) : ertRows(state.table === "budget" ? data.budget_ert : data.ert, limited);
    const filter = state.filter.toLowerCase();
    let kept = rows.filter((r) => !filter || r.words.toLowerCase().includes(filter));
    if (state.sort) {
      const { column, down } = state.sort;
      const key = (r) => { const v = r.cells[column]?.key; return v === null || v === undefined ? Infinity : v; };
      kept = kept.filter((r) => !r.reference).map((r, i) => [key(r), i, r]).sort((p, q) => {
        if (typeof p[0] === "string") return (down ? -1 : 1) * p[0].localeCompare(String(q[0]), undefined, { numeric: true }) || p[1] - q[1];
        if (p[0] === q[0]) return p[1] - q[1];
        return (p[0] < q[0] ? -1 : 1) * (down ? -1 : 1);
      }).map((entry) => entry[2]);
    }
    const limit = state.allRows ? kept.length : ROWS_AT_ONCE;
    const head = element("tr", {}, ...heads.map((text, i) => {
      const th = element("th", { scope: "col", class: i < 2 ? "text" : null, "aria-sort": state.sort?.column === i ? (state.sort.down ? "descending" : "ascending") : "none" });
      const button = element("button", { type: "button", text });
      button.addEventListener("click", () => { state.sort = state.sort?.column === i ? (state.sort.down ? null : { column: i, down: true }) : { column: i, down: false }; writeAddress(); tables(); });
      th.append(button);
      return th;
    }));
    const body = kept.slice(0, limit).map((r) => element("tr", { class: r.reference ? "reference" : null }, ...r.cells.map((c, i) => {
      const cell = element(i < 2 ? "th" : "td", i < 2 ? { scope: "row" } : { title: c.title });
      if (i === 1 && r.a !== undefined) cell.append(element("span", { class: "dot", style: { background: colour(r.a) } }));
      const inner = c.bold ? element("b", { text: c.text }) : document.createTextNode(c.text);
      cell.append(inner);
      if (c.star) cell.append(element("span", { class: "star", text: c.star > 1 ? ` ★${c.star}` : " ★" }));
      if (c.small) cell.append(" ", element("small", { text: c.small }));
      return cell;
    })));
    $("ert-table").replaceChildren(element("thead", {}, head), element("tbody", {}, ...body));
    $("table-more").hidden = kept.length <= limit;
    $("table-count").textContent = `${Math.min(limit, kept.length)} of ${kept.length} rows, dimension ${state.dimension}` + (limited !== fns ? `, ${setOf(state.fn).title} (choose the function above)` : "");
    tableText = [heads, ...kept.map((r) => r.cells.map((c) => c.text + (c.star ? ` ★${c.star}` : "") + (c.small ? ` ${c.small}` : "")))];
    $("table-caption").textContent = state.table === "quality" ? suite().captions.convergence : suite().captions.table;
  }
  function ertRows(table, fns) {
    const rows = [];
    let heads = [];
    for (const fn of fns) {
      const entry = table[fn];
      if (!entry) continue;
      const budget = state.table === "budget", title = setOf(fn).title;
      const columns = budget ? entry.targets.map((_, i) => `${[0.5, 1.2, 3, 10, 50][i]}·D`) : entry.targets;
      if (columns.length > heads.length - 3) heads = ["Function", "Algorithm", ...columns, "Succeeded"];
      if (suite().reference) rows.push({ reference: true, words: `${title} ${suite().reference}`, cells: [{ text: title, key: title }, { text: suite().reference, key: "" }, ...entry.ref.map((text, i) => ({ text: budget ? `${entry.targets[i]}: ${text}` : text, key: Number(text) })), { text: "" }] });
      for (const [a, cells] of Object.entries(entry.rows)) {
        if (!many() && !state.shown.has(Number(a))) continue;
        const last = cells.at(-1);
        rows.push({
          a: Number(a), words: `${title} ${nameOf(a)}`, cells: [{ text: title, key: title }, { text: nameOf(a), key: nameOf(a) },
            ...cells.map(([key, text, ert, interval, k, n, marks, spread, length], i) => ({
              text, key, bold: Boolean(marks & 1) && algorithms().length > 1, star: marks >> 2, small: k > 0 && k < n ? `(${k}/${n})` : k === 0 && i === cells.length - 1 ? `(${length})` : "",
              title: k ? `ERT ${ert} (95 % interval ${interval}); ${k} of ${n} runs${spread ? `; 10–90 % of restarted runs: ${spread}` : ""}${marks & 2 ? "; better than the reference" : ""}` : `0 of ${n} runs; median length ${length}`,
            })),
            { text: `${last[4]}/${last[5]}`, key: last[4] / last[5] }],
        });
      }
    }
    return { heads, rows };
  }
  function qualityRows(data, fns) {
    const budgets = [1, 10, 100, 1e3, 1e4, 1e5, 1e6], rows = [];
    let used = 1;
    for (const fn of fns) {
      data.curves.forEach((entries, a) => {
        const e = entries[fn];
        if (!e || (!many() && !state.shown.has(a))) return;
        const found = budgets.map((b) => e.q.find((r) => Math.abs(r[0] / b - 1) < 1e-6));
        used = Math.max(used, found.filter(Boolean).length);
        rows.push({ a, words: `${setOf(fn).title} ${nameOf(a)}`, cells: [{ text: setOf(fn).title, key: setOf(fn).title }, { text: nameOf(a), key: nameOf(a) }, ...found.map((r) => (r ? { text: short(r[2]), key: r[2], small: r[4] === e.n ? "ended" : "", title: `quartiles ${short(r[1])} to ${short(r[3])}; ${r[4]} of ${e.n} runs had ended` } : { text: "", key: null }))] });
      });
    }
    rows.forEach((r) => { r.cells = r.cells.slice(0, used + 2); });
    return { heads: ["Function", "Algorithm", ...budgets.slice(0, used).map((b) => `${short(b)}·D`)], rows };
  }
  async function copyTable(kind) {
    const quote = (t) => (/[",\n]/.test(t) ? `"${t.replace(/"/g, '""')}"` : t);
    const text = kind === "csv" ? tableText.map((r) => r.map(quote).join(",")).join("\n")
      : tableText.map((r, i) => `| ${r.map((t) => t.replace(/\|/g, "\\|")).join(" | ")} |` + (i ? "" : `\n|${r.map(() => "---").join("|")}|`)).join("\n");
    try { await navigator.clipboard.writeText(text); $("table-count").textContent = "copied"; } catch (error) { $("table-count").textContent = "the browser does not allow copying here"; }
  }

  // ------------------------------------------------------------------ pairs
  async function pairSection() {
    const data = await here(), [a, b] = state.pair, key = `${state.dimension}/${Math.min(a, b)}-${Math.max(a, b)}`, found = suite().pairs[key];
    $("pair-sentence").textContent = found ? found.sentence : `There is no comparison of ${nameOf(a)} with ${nameOf(b)} in dimension ${state.dimension}: they share no problem there, or are not among the leading algorithms compared pair by pair.`;
    const bar = $("pair-bar");
    bar.replaceChildren();
    bar.hidden = !found;
    if (found) {
      const [both, fast, slow, neither] = found.shares;
      for (const [share, text, background] of [[fast, `${nameOf(found.faster)} only`, colour(found.faster)], [both, "both", css("--soft")], [slow, `${nameOf(found.slower)} only`, colour(found.slower)], [neither, "neither", css("--line")]]) {
        const part = element("span", { title: `${text}: ${percent(share)}`, text: share > 0.13 ? `${text} ${(100 * share).toFixed(0)} %` : "", style: { flex: String(share), background, color: text === "neither" ? css("--ink") : theme() === "dark" ? "#101418" : "#fff" } });
        if (share > 0) bar.append(part);
      }
      bar.setAttribute("aria-label", `solved by both ${percent(both)}, by ${nameOf(found.faster)} only ${percent(fast)}, by ${nameOf(found.slower)} only ${percent(slow)}, by neither ${percent(neither)}`);
    }
    scatter(data, a, b);
    ratios(data, a, b);
    testsTable(data, a, b);
  }
  function scatter(data, a, b) {
    const one = data.scatter[a], other = data.scatter[b], groups = suite().sets.filter((s) => s.kind === "group"), used = groups.length && groups.length < 9 ? groups : [suite().sets[0]];
    const traces = [], values = [];
    const symbols = ["circle", "square", "diamond", "triangle-up", "cross", "star", "x", "hexagon"], tints = theme() === "dark" ? ["#9AD6FA", "#FF8A3D", "#2CC79B", "#E083D3", "#F7B733", "#A79BF0", "#F0719F", "#CFCF5C"] : ["#0072B2", "#D55E00", "#009E73", "#AA4499", "#B07A00", "#332288", "#882255", "#777733"];
    const points = used.map((s) => s.functions.flatMap((f) => (one?.[`f${f}`] || []).map((x, i) => [x, other?.[`f${f}`]?.[i] ?? null, f]).filter((p) => (p[0] !== null || p[1] !== null) && other?.[`f${f}`])));
    points.flat().forEach((p) => { if (p[0]) values.push(p[0]); if (p[1]) values.push(p[1]); });
    if (!values.length) return empty("plot-scatter", "The two algorithms share no problem in this dimension.");
    ready("plot-scatter");
    const low = Math.floor(Math.log10(Math.min(...values))), high = Math.ceil(Math.log10(Math.max(...values)) + 0.15), edge = 10 ** (high + 0.25);
    for (const k of [-2, -1, 0, 1, 2]) traces.push({ x: [10 ** low, edge], y: [10 ** (low + k), edge * 10 ** k], mode: "lines", line: { color: css("--soft"), width: k ? 0.8 : 1.4, dash: k ? "dot" : "solid" }, hoverinfo: "skip", showlegend: false });
    points.forEach((list, i) => {
      if (!list.length) return;
      traces.push({
        x: list.map((p) => p[0] ?? edge), y: list.map((p) => p[1] ?? edge), mode: "markers", marker: { symbol: symbols[i], size: 6.5, color: tints[i], opacity: 0.75 }, name: used[i].title,
        text: list.map((p) => `f${p[2]}<br>${escaped(nameOf(a))}: ${short(p[0])}<br>${escaped(nameOf(b))}: ${short(p[1])}`), hovertemplate: "%{text}<extra></extra>",
      });
    });
    const range = [low - 0.1, high + 0.4];
    draw("plot-scatter", traces, { ...legend, xaxis: logAxis(`ERT of ${escaped(nameOf(a))}`, { range }), yaxis: logAxis(`ERT of ${escaped(nameOf(b))}`, { range }) }, "scatter");
  }
  function ratios(data, a, b) {
    const list = data.ratios.filter((r) => (r.a === a && r.o === b) || (r.a === b && r.o === a));
    if (!list.length) return empty("plot-ratios", "There are no runtime ratios for this pair.");
    ready("plot-ratios");
    const first = list[0].a, second = list[0].o, shades = theme() === "dark" ? ["#5f7f9a", "#82a8c9", "#a9cdee", "#ffffff"] : ["#9db8d2", "#5f8db8", "#1f5f99", "#0b2f52"];
    const traces = list.map((r, i) => {
      const p = steps(r), y0 = p.y[p.x.findIndex((x) => x > 1e-8) - 1] ?? (p.x[0] <= 1e-8 ? p.y[0] : 0), inner = p.x.map((x, j) => [x, p.y[j]]).filter(([x]) => x > 1e-8);
      return { x: [1e-4, ...inner.map((q) => q[0]), 1e4], y: [y0, ...inner.map((q) => q[1]), p.y.at(-1)], mode: "lines", line: { shape: "hv", width: 2, color: shades[Math.min(3, i + Math.max(0, 4 - list.length))] }, name: `${r.t}: ${r.solved[0]}/${r.solved[1]}`, hovertemplate: `target ${r.t}<br>%{y:.1%} of pairs with a ratio of at most %{x:.3g}<extra></extra>` };
    });
    traces.push({ x: [1, 1], y: [0, 1], mode: "lines", line: { color: css("--soft"), width: 1, dash: "dot" }, hoverinfo: "skip", showlegend: false });
    draw("plot-ratios", traces, { ...legend, xaxis: logAxis(`runtime of ${escaped(nameOf(first))} / runtime of ${escaped(nameOf(second))}`, { range: [-4, 4], dtick: 2 }), yaxis: shareAxis("pairs of runs") }, "ratios");
  }
  function testsTable(data, a, b) {
    const swap = !data.tests[`${a}-${b}`], entry = data.tests[`${a}-${b}`] || data.tests[`${b}-${a}`];
    if (!entry) { $("tests-table").replaceChildren(element("caption", { text: "No tests for this pair." })); return; }
    const head = element("tr", {}, element("th", { scope: "col", text: "Function" }), ...entry.targets.map((text) => element("th", { scope: "col", text })));
    const body = Object.entries(entry.f).map(([fn, cells]) => element("tr", {}, element("th", { scope: "row", text: setOf(fn).title }), ...cells.map(([effect, p]) => {
      const shown = (swap ? 1 - effect : effect).toFixed(2);
      return element("td", { title: `p = ${p} (Holm)` }, p < 0.05 ? element("b", { text: shown }) : shown);
    })));
    $("tests-table").replaceChildren(element("caption", { text: `Probability that ${nameOf(a)} is faster than ${nameOf(b)}, dimension ${state.dimension}` }), element("thead", {}, head), element("tbody", {}, ...body));
  }

  // ------------------------------------------------------------------ loss, distributions
  async function lossSection() {
    const loss = (await here()).loss, table = $("loss-table");
    if (!loss || !loss.rows.length) { empty("plot-loss", "No loss ratios in this dimension."); table.replaceChildren(); return; }
    ready("plot-loss");
    const traces = [], annotations = [], rows = loss.rows.filter((r) => state.shown.has(r.a)), names = [...new Set(rows.map((r) => r.a))];
    names.forEach((a, i) => {
      const mine = rows.filter((r) => r.a === a), shift = 10 ** ((i - (names.length - 1) / 2) * Math.min(0.11, 0.6 / names.length));
      traces.push({ x: mine.map((r) => r.budget * shift), y: mine.map((r) => r.mean), mode: "lines+markers", line: lineOf(a), marker: markerOf(a, 8), name: escaped(nameOf(a)), text: mine.map((r) => `<b>${escaped(nameOf(a))}</b>, budget ${short(r.budget)}·D<br>geometric mean ${r.text[0]}<br>10/25/50/75/90 %: ${r.text.slice(2).join(", ")}<br>${r.infinite} of ${r.functions} functions infinite`), hovertemplate: "%{text}<extra></extra>" });
      if (names.length <= 6) for (const r of mine) {
        const x = r.budget * shift, [, p10, p25, , p75, p90] = r.p;
        if (p10 && p90) traces.push({ x: [x, x], y: [p10, p90], mode: "lines", line: { color: colour(a), width: 1.2 }, opacity: 0.6, hoverinfo: "skip", showlegend: false });
        if (p25 && p75) traces.push({ x: [x, x], y: [p25, p75], mode: "lines", line: { color: colour(a), width: 7 }, opacity: 0.35, hoverinfo: "skip", showlegend: false });
        if (r.infinite && names.length <= 4) annotations.push({ x: Math.log10(x), y: 0.01 + 0.045 * i, yref: "paper", yanchor: "bottom", text: `${r.infinite}∞`, showarrow: false, font: { size: 11, color: colour(a) } });
      }
    });
    const shapes = [{ type: "line", xref: "paper", x0: 0, x1: 1, y0: 1, y1: 1, line: { color: css("--soft"), width: 1, dash: "dot" } }];
    await draw("plot-loss", traces, { ...legend, annotations, shapes, xaxis: logAxis("budget: evaluations / dimension"), yaxis: logAxis("loss ratio") }, `loss_D${state.dimension}`);
    const head = element("tr", {}, ...["Algorithm", "Budget", "Geometric mean", "Best", "10 %", "25 %", "Median", "75 %", "90 %", "Infinite"].map((text) => element("th", { scope: "col", text })));
    table.replaceChildren(element("caption", { text: `Loss ratios over functions against ${suite().reference}, dimension ${state.dimension}` }), element("thead", {}, head), element("tbody", {}, ...rows.map((r) => element("tr", {}, element("th", { scope: "row", text: nameOf(r.a) }), ...[`${short(r.budget)}·D`, ...r.text, `${r.infinite}/${r.functions}`].map((text) => element("td", { text }))))));
  }
  async function distributions() {
    const all = (await here()).distributions, key = setOf(state.set).kind === "function" ? "all" : state.set, entry = all[key];
    if (!entry) { for (const id of ["plot-runs", "plot-quality", "plot-budgets"]) empty(id, "No data for this choice."); return; }
    const targets = [...new Set(entry.runs.map((r) => r.t))], budgets = [...new Set(entry.quality.map((r) => r.b))];
    if (!targets.includes(state.rldTarget)) state.rldTarget = targets.at(-1);
    if (!budgets.includes(state.qualityBudget)) state.qualityBudget = budgets.at(-1);
    const alone = algorithms().length === 1;
    options($("rld-target"), alone ? [["", "all targets"]] : targets.map((t) => [t, t]), alone ? "" : state.rldTarget);
    options($("quality-budget"), alone ? [["", "all budgets"]] : budgets.map((t) => [t, t === "∞" ? "end of runs" : t]), alone ? "" : state.qualityBudget);
    const shade = (i, n) => (theme() === "dark" ? `hsl(${200 + 130 * i / Math.max(1, n - 1)} 75% 68%)` : `hsl(${200 + 130 * i / Math.max(1, n - 1)} 75% ${52 - 22 * i / Math.max(1, n - 1)}%)`);
    const stepTrace = (r, end, line, name, tell) => { const p = steps(r); return { x: [...p.x, end], y: [...p.y, p.y.at(-1) ?? 0], mode: "lines", line: { shape: "hv", ...line }, name: escaped(name), text: escaped(name), hovertemplate: `<b>%{text}</b><br>${tell}<extra></extra>` }; };
    const runs = entry.runs.filter((r) => state.shown.has(r.a) && (alone || r.t === state.rldTarget)), shapes = [];
    const seen = new Set();
    for (const r of runs) if (r.longest !== null && !seen.has(r.a)) { seen.add(r.a); shapes.push({ type: "line", x0: 10 ** r.longest, x1: 10 ** r.longest, yref: "paper", y0: 0, y1: 1, line: { color: colour(r.a), width: 1, dash: "dot" } }); }
    for (const id of ["plot-runs", "plot-quality", "plot-budgets"]) ready(id);
    await draw("plot-runs", runs.map((r, i) => stepTrace(r, 10 ** (r.longest ?? 1), alone ? { color: shade(i, runs.length), width: 2.2 } : lineOf(r.a), alone ? `${r.t}: ${r.solved} functions` : `${nameOf(r.a)}: ${r.solved} functions`, "%{y:.1%} of runs within %{x:.3g}·D")), { ...legend, shapes, xaxis: logAxis("evaluations / dimension", { range: [0, 0.1 + Math.max(1, ...runs.map((r) => r.longest ?? 0))] }), yaxis: shareAxis("runs that reached the target") }, "run-lengths");
    const quality = entry.quality.filter((r) => state.shown.has(r.a) && (alone || r.b === state.qualityBudget));
    await draw("plot-quality", quality.map((r, i) => stepTrace(r, 10 ** (steps(r).x.length ? Math.log10(steps(r).x.at(-1)) : 0), alone ? { color: shade(i, quality.length), width: 2 } : lineOf(r.a), alone ? (r.b === "∞" ? "end of runs" : `${r.b}·D`) : nameOf(r.a), "%{y:.1%} of runs at most %{x:.3g}")), { ...legend, xaxis: logAxis("best precision", { dtick: 2 }), yaxis: shareAxis("runs") }, "quality");
    const over = entry.budgets.filter((r) => state.shown.has(r.a));
    await draw("plot-budgets", over.map((r) => stepTrace(r, steps(r).x.at(-1) ?? 1, lineOf(r.a), nameOf(r.a), "%{y:.1%} of run–budget pairs at most %{x:.3g}")), { ...legend, xaxis: logAxis("best precision", { dtick: 2 }), yaxis: shareAxis("run–budget pairs") }, "budget-ecdf");
  }

  // ------------------------------------------------------------------ controls
  function swatch(a) {
    const node = svg("svg", { class: "swatch", viewBox: "0 0 38 16", "aria-hidden": "true" });
    node.append(svg("line", { x1: 1, x2: 37, y1: 8, y2: 8, stroke: colour(a), "stroke-width": 3.4, "stroke-dasharray": { solid: "none", dash: "9 4", dot: "3 3", dashdot: "9 3 3 3" }[algorithms()[a].dash] }));
    return node;
  }
  function controls() {
    const s = suite();
    $("suite-choice").hidden = overview.suites.length < 2;
    options($("suite"), overview.suites.map((entry, i) => [i, entry.name]), state.suite);
    $("dimensions").replaceChildren(...s.dimensions.map((d) => {
      const button = element("button", { type: "button", role: "radio", "aria-checked": String(d === state.dimension), tabindex: d === state.dimension ? "0" : "-1", text: String(d), "data-dimension": d });
      button.addEventListener("click", () => { state.dimension = d; update(); });
      return button;
    }));
    const label = { all: null, group: "groups", function: "single functions" };
    options($("set"), s.sets.map((e) => [e.key, e.title, label[e.kind]]), state.set);
    options($("function"), functionSets().map((e) => [e.key, e.title]), state.fn);
    $("targets-choice").hidden = Object.keys(s.targets).length < 2;
    options($("targets"), Object.keys(s.targets).map((k) => [k, k === "fixed" ? "fixed" : "budget-based"]), state.targets);
    $("bands").checked = state.bands;
    $("crowd").checked = state.crowd;
    $("crowd-choice").hidden = !many();
    $("algorithms-button").textContent = `Algorithms (${state.shown.size}/${algorithms().length})`;
    if ($("pair-a")) {
      const names = algorithms().map((a, i) => [i, a.name]);
      options($("pair-a"), names, state.pair[0]);
      options($("pair-b"), names, state.pair[1]);
    }
    if (!$("algorithms-panel").hidden) algorithmList();
  }
  function algorithmList() {
    const wanted = $("algorithm-search").value.toLowerCase();
    const found = algorithms().map((a, i) => [a, i]).filter(([a]) => a.name.toLowerCase().includes(wanted));
    $("algorithm-list").replaceChildren(...found.map(([a, i]) => {
      const box = element("input", { type: "checkbox", "data-algorithm": i });
      box.checked = state.shown.has(i);
      box.addEventListener("change", () => { if (box.checked) state.shown.add(i); else state.shown.delete(i); update(); $("algorithm-list").querySelector(`[data-algorithm="${i}"]`)?.focus(); });
      return element("li", {}, element("label", {}, box, swatch(i), element("span", { text: a.name })));
    }));
    $("algorithm-count").textContent = `${found.length} of ${algorithms().length}`;
  }
  function listen() {
    $("suite").addEventListener("change", (e) => { enterSuite(Number(e.target.value)); update(); });
    $("set").addEventListener("change", (e) => { state.set = e.target.value; if (setOf(state.set).kind === "function") state.fn = state.set; update(); });
    $("function").addEventListener("change", (e) => { state.fn = e.target.value; update(); });
    $("targets").addEventListener("change", (e) => { state.targets = e.target.value; update(); });
    $("bands").addEventListener("change", (e) => { state.bands = e.target.checked; update(); });
    $("crowd").addEventListener("change", (e) => { state.crowd = e.target.checked; update(); });
    $("scaling-target").addEventListener("change", (e) => { state.scalingTarget = e.target.value; refresh(); });
    $("rld-target").addEventListener("change", (e) => { state.rldTarget = e.target.value; refresh(); });
    $("quality-budget").addEventListener("change", (e) => { state.qualityBudget = e.target.value; refresh(); });
    $("table-kind").addEventListener("change", (e) => { state.table = e.target.value; state.sort = null; writeAddress(); tables(); });
    $("table-filter").addEventListener("input", (e) => { state.filter = e.target.value; tables(); });
    $("table-more").addEventListener("click", () => { state.allRows = true; tables(); });
    $("copy-csv").addEventListener("click", () => copyTable("csv"));
    $("copy-markdown").addEventListener("click", () => copyTable("markdown"));
    for (const [id, i] of [["pair-a", 0], ["pair-b", 1]]) $(id)?.addEventListener("change", (e) => { const pair = [...state.pair]; pair[i] = Number(e.target.value); if (pair[0] === pair[1]) pair[1 - i] = state.pair[i]; state.pair = pair; update(); });
    $("algorithms-button").addEventListener("click", () => { const panel = $("algorithms-panel"); panel.hidden = !panel.hidden; $("algorithms-button").setAttribute("aria-expanded", String(!panel.hidden)); if (!panel.hidden) { algorithmList(); $("algorithm-search").focus(); } });
    $("algorithm-search").addEventListener("input", algorithmList);
    for (const button of document.querySelectorAll("[data-choose]")) button.addEventListener("click", () => { state.shown = button.dataset.choose === "all" ? new Set(algorithms().keys()) : button.dataset.choose === "none" ? new Set() : defaults(); update(); });
    $("theme").addEventListener("click", () => { const next = theme() === "dark" ? "light" : "dark"; document.documentElement.dataset.theme = next; try { localStorage.setItem("optimeter-theme", next); } catch (error) { /* no storage */ } update(); });
    $("dimensions").addEventListener("keydown", (e) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
      if (!step) return;
      e.preventDefault();
      const ds = suite().dimensions, i = (ds.indexOf(state.dimension) + step + ds.length) % ds.length;
      state.dimension = ds[i];
      update();
      $("dimensions").querySelector('[aria-checked="true"]').focus();
    });
    document.addEventListener("keydown", (e) => { if (e.key === "Escape" && !$("algorithms-panel").hidden) { $("algorithms-button").click(); $("algorithms-button").focus(); } });
    window.addEventListener("hashchange", () => { if (readAddress()) update(); });
    let screen = null;
    // On paper the drawings are scaled to the width of the page, whatever the window was.
    const scale = (on) => {
      for (const node of document.querySelectorAll(".plot .main-svg")) {
        if (on) node.setAttribute("viewBox", `0 0 ${node.getAttribute("width")} ${node.getAttribute("height")}`);
        else node.removeAttribute("viewBox");
      }
    };
    const toPaper = () => { if (theme() === "dark") { screen = "dark"; document.documentElement.dataset.theme = "light"; } if (screen) for (const s of sections) s.dirty = true; drawEverything().then(() => scale(true)); scale(true); };
    window.addEventListener("beforeprint", toPaper);
    window.addEventListener("afterprint", () => { scale(false); if (screen) { document.documentElement.dataset.theme = screen; screen = null; refresh(); } });
  }

  // ------------------------------------------------------------------ start
  section("summary", async () => {
    summaryTable();
    winnersStrip();
    profileFigure("plot-headline", ((await here()).profiles[state.targets] || {}).all, "readout-headline", `profile_all_D${state.dimension}`);
  });
  section("profiles", profileSection);
  section("dimensions-card", dimensionMinis);
  section("functions", functionMinis);
  section("detail", async () => { await convergence(); await ertCurves(); });
  section("plot-scaling", scalingFigure);
  section("scaling-minis", scalingMinis);
  section("tables", tables);
  if ($("pairs")) section("pairs", pairSection);
  if ($("loss")) section("loss", lossSection);
  section("distributions", distributions);

  enterSuite(0);
  readAddress();
  listen();
  controls();
  words();
  window.optimeterDrawn = () => {
    const watch = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        const s = sections.find((candidate) => candidate.node === entry.target);
        s.visible = entry.isIntersecting;
        if (s.visible) run(s);
      }
    }, { rootMargin: "300px" });
    for (const s of sections) if (s.node) watch.observe(s.node);
    window.optimeterReady = performance.now();
    const anchor = location.hash.slice(1);
    if (anchor && !anchor.includes("=")) $(anchor)?.scrollIntoView();
  };
})();
