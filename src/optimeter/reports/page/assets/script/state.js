// What is shown. The address keeps it, so a view can be sent as a link.

const $ = (id) => document.getElementById(id);
const overview = JSON.parse($("overview").textContent);
const PALE = { light: "#c9ced3", dark: "#47515b" };
const REFERENCE = { light: "#8d959c", dark: "#8f99a3" };
const ROWS_AT_ONCE = 400;

const state = {
  suite: 0,
  dimension: 0,
  set: "all",
  targets: "fixed",
  bands: true,
  shown: null,
  crowd: true,
  fn: "",
  pair: null,
  scalingTarget: "",
  rldTarget: "",
  qualityBudget: "",
  table: "fixed",
  sort: null,
  filter: "",
  allRows: false,
  at: "", // the section looked at
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
  state.bands = !many();
  state.pair = bestPair();
  state.scalingTarget = state.rldTarget = state.qualityBudget = "";
  state.table = "fixed";
}

// The two algorithms with the largest areas of those compared, the faster one first.
function bestPair() {
  const all = Object.entries(suite().pairs);
  const here = all.filter(([key]) => key.startsWith(`${state.dimension}/`));
  const area = new Map((suite().summary[state.dimension] || []).map((r) => [r.a, r.auc]));
  const pairs = (here.length ? here : all).map(([, found]) => [found.faster, found.slower]);
  const sum = ([a, b]) => (area.get(a) ?? 0) + (area.get(b) ?? 0);
  pairs.sort((p, q) => sum(q) - sum(p));
  return pairs[0] || [0, Math.min(1, algorithms().length - 1)];
}

// Choices within a section, by their letters in the address; an unknown one is replaced when drawn.
const CHOICES = { st: "scalingTarget", rt: "rldTarget", qb: "qualityBudget", q: "filter" };

function writeAddress() {
  const s = suite(),
    parts = new URLSearchParams();
  if (state.suite) parts.set("suite", s.name);
  parts.set("d", state.dimension);
  if (state.set !== "all") parts.set("f", state.set);
  if (state.targets !== "fixed") parts.set("t", state.targets);
  if (state.bands === many()) parts.set("band", state.bands ? "1" : "0");
  if (!same(state.shown, defaults())) parts.set("a", [...state.shown].sort((x, y) => x - y).join("."));
  if (!state.crowd) parts.set("crowd", "0");
  if (state.fn !== functionSets()[0].key) parts.set("fn", state.fn);
  if (state.pair && String(state.pair) !== String(bestPair())) parts.set("pair", state.pair.join("."));
  if (state.sort) parts.set("sort", `${state.sort.column}.${state.sort.down ? 1 : 0}`);
  if (state.table !== "fixed") parts.set("table", state.table);
  for (const [key, name] of Object.entries(CHOICES)) if (state[name]) parts.set(key, state[name]);
  if (state.at) parts.set("at", state.at);
  history.replaceState(null, "", `#${parts}`);
}

function readAddress() {
  const text = location.hash.slice(1);
  if (!text.includes("=")) return false;
  const parts = new URLSearchParams(text);
  const wanted = overview.suites.findIndex((s) => s.name === parts.get("suite"));
  enterSuite(Math.max(0, wanted));
  const s = suite(),
    d = Number(parts.get("d")),
    count = algorithms().length;
  if (s.dimensions.includes(d)) state.dimension = d;
  if (setOf(parts.get("f"))) state.set = parts.get("f");
  if (s.targets[parts.get("t")]) state.targets = parts.get("t");
  if (parts.has("band")) state.bands = parts.get("band") === "1";
  state.crowd = parts.get("crowd") !== "0";
  const known = (x) => Number.isInteger(x) && x >= 0 && x < count;
  if (parts.has("a"))
    state.shown = new Set(
      parts
        .get("a")
        .split(".")
        .filter((x) => x !== "")
        .map(Number)
        .filter(known),
    );
  if (setOf(parts.get("fn"))?.kind === "function") state.fn = parts.get("fn");
  else if (setOf(state.set).kind === "function") state.fn = state.set;
  state.pair = bestPair();
  const pair = (parts.get("pair") || "").split(".").map(Number);
  if (pair.length === 2 && pair.every(known) && pair[0] !== pair[1]) state.pair = pair;
  const sort = (parts.get("sort") || "").split(".").map(Number);
  state.sort =
    sort.length === 2 && sort.every(Number.isInteger) ? { column: sort[0], down: sort[1] === 1 } : null;
  if (["fixed", "budget", "quality"].includes(parts.get("table"))) state.table = parts.get("table");
  for (const [key, name] of Object.entries(CHOICES)) state[name] = parts.get(key) || "";
  state.at = document.querySelector(`nav a[href="#${CSS.escape(parts.get("at") || "")}"]`)
    ? parts.get("at")
    : "";
  return true;
}
