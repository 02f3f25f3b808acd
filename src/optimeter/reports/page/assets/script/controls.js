// The bar at the top: dimension, functions, targets, algorithms, theme.

function swatch(a) {
  const dash = { solid: "none", dash: "9 4", dot: "3 3", dashdot: "9 3 3 3" }[algorithms()[a].dash];
  const line = {
    x1: 1,
    x2: 37,
    y1: 8,
    y2: 8,
    stroke: colour(a),
    "stroke-width": 3.4,
    "stroke-dasharray": dash,
  };
  const node = svg("svg", { class: "swatch", viewBox: "0 0 38 16", "aria-hidden": "true" });
  node.append(svg("line", line));
  return node;
}

function controls() {
  const s = suite();
  const names = algorithms().map((a, i) => [i, a.name]);
  const kinds = { all: null, group: "groups", function: "single functions" };
  const targets = Object.keys(s.targets).map((k) => [k, k === "fixed" ? "fixed" : "budget-based"]);
  const suites = overview.suites.map((entry, i) => [i, entry.name]);
  const sets = s.sets.map((e) => [e.key, e.title, kinds[e.kind]]);
  const single = functionSets().map((e) => [e.key, e.title]);
  options($("suite"), suites, state.suite);
  options($("set"), sets, state.set);
  options($("function"), single, state.fn);
  options($("targets"), targets, state.targets);
  if ($("pair-a")) {
    options($("pair-a"), names, state.pair[0]);
    options($("pair-b"), names, state.pair[1]);
  }
  $("suite-choice").hidden = overview.suites.length < 2;
  $("targets-choice").hidden = targets.length < 2;
  $("crowd-choice").hidden = !many();
  $("bands").checked = state.bands;
  $("crowd").checked = state.crowd;
  $("algorithms-button").textContent = `Algorithms (${state.shown.size}/${algorithms().length})`;
  dimensionButtons();
  if (!$("algorithms-panel").hidden) algorithmList();
}

// A group of radio buttons: one of them takes the focus, arrow keys choose.
function dimensionButtons() {
  const focused = $("dimensions").contains(document.activeElement);
  const buttons = suite().dimensions.map((d) => {
    const chosen = d === state.dimension;
    const states = { role: "radio", "aria-checked": String(chosen), tabindex: chosen ? "0" : "-1" };
    const button = element("button", { type: "button", ...states, text: String(d), "data-dimension": d });
    button.addEventListener("click", () => {
      state.dimension = d;
      update();
    });
    return button;
  });
  $("dimensions").replaceChildren(...buttons);
  if (focused) $("dimensions").querySelector('[aria-checked="true"]').focus();
}

function algorithmList() {
  const wanted = $("algorithm-search").value.toLowerCase();
  const found = algorithms()
    .map((a, i) => [a.name, i])
    .filter(([name]) => name.toLowerCase().includes(wanted));
  const items = found.map(([name, i]) => {
    const box = element("input", { type: "checkbox", "data-algorithm": i });
    box.checked = state.shown.has(i);
    box.addEventListener("change", () => {
      if (box.checked) state.shown.add(i);
      else state.shown.delete(i);
      update();
    });
    return element("li", {}, element("label", {}, box, swatch(i), element("span", { text: name })));
  });
  refill($("algorithm-list"), "input", ...items);
  $("algorithm-count").textContent = `${found.length} of ${algorithms().length}`;
}

function toggleAlgorithms() {
  const panel = $("algorithms-panel");
  panel.hidden = !panel.hidden;
  $("algorithms-button").setAttribute("aria-expanded", String(!panel.hidden));
  if (panel.hidden) return;
  algorithmList();
  $("algorithm-search").focus();
}

function switchTheme() {
  const next = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem("optimeter-theme", next);
  } catch {
    // no storage: the choice lasts as long as the page
  }
  update();
}

function stepDimension(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = suite().dimensions;
  state.dimension = all[(all.indexOf(state.dimension) + step + all.length) % all.length];
  update();
}

function listen() {
  const on = (id, event, react) => $(id)?.addEventListener(event, react);
  const chosen = (id, change) =>
    on(id, "change", (e) => {
      change(e.target);
      update();
    });
  chosen("suite", (node) => enterSuite(Number(node.value)));
  chosen("set", (node) => chooseSet(node.value));
  chosen("function", (node) => (state.fn = node.value));
  chosen("targets", (node) => (state.targets = node.value));
  chosen("bands", (node) => (state.bands = node.checked));
  chosen("crowd", (node) => (state.crowd = node.checked));
  chosen("scaling-target", (node) => (state.scalingTarget = node.value));
  chosen("rld-target", (node) => (state.rldTarget = node.value));
  chosen("quality-budget", (node) => (state.qualityBudget = node.value));
  chosen("table-kind", (node) => Object.assign(state, { table: node.value, sort: null }));
  ["pair-a", "pair-b"].forEach((id, i) =>
    chosen(id, (node) => {
      const pair = [...state.pair];
      pair[i] = Number(node.value);
      if (pair[0] === pair[1]) pair[1 - i] = state.pair[i];
      state.pair = pair;
    }),
  );
  on("table-filter", "input", (e) => {
    state.filter = e.target.value;
    writeAddress();
    tables();
  });
  on("table-more", "click", () => {
    state.allRows = true;
    tables();
  });
  on("copy-csv", "click", () => copyTable("csv"));
  on("copy-markdown", "click", () => copyTable("markdown"));
  on("algorithms-button", "click", toggleAlgorithms);
  on("algorithm-search", "input", algorithmList);
  on("theme", "click", switchTheme);
  on("dimensions", "keydown", stepDimension);
  for (const button of document.querySelectorAll("[data-choose]"))
    button.addEventListener("click", () => {
      const sets = { all: () => new Set(algorithms().keys()), none: () => new Set(), default: defaults };
      state.shown = sets[button.dataset.choose]();
      update();
    });
  for (const link of document.querySelectorAll("nav a"))
    link.addEventListener("click", (e) => {
      e.preventDefault(); // the address keeps the choice, too
      state.at = link.hash.slice(1);
      writeAddress();
      $(state.at).scrollIntoView();
    });
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || $("algorithms-panel").hidden) return;
    toggleAlgorithms();
    $("algorithms-button").focus();
  });
  let width = window.innerWidth;
  let later = 0;
  window.addEventListener("resize", () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    clearTimeout(later);
    later = setTimeout(refresh, 150); // labels beside the curves need room, legends do not
  });
  window.addEventListener("hashchange", () => {
    if (readAddress()) update();
  });
}
