// What the reader has chosen, and the address that keeps it, so that a view can be sent as a link.
// Null stands for what is shown without a choice; `viewOf` says what that is.

export const NOTHING_CHOSEN = Object.freeze({
  suite: 0, // position among the suites
  dimension: null,
  set: "all", // key of the functions
  targets: null,
  bands: null,
  shown: null, // positions of the algorithms, in order
  crowd: true, // the other algorithms in grey
  family: null, // key of the group of algorithms that is looked at
  fn: null, // key of the single function
  pair: null,
  statistic: null, // of quality against budget
  shape: null, // of the distribution of single runs
  indicator: null, // of fronts over time
  parameter: null,
  scalingTarget: null,
  runLengthTarget: null,
  qualityBudget: null,
  adviceBudget: null,
  adviceUnit: null, // of that budget: times the dimension, or evaluations
  tolerance: null, // of performance and data profiles
  test: null, // of two algorithms
  table: null, // or "quality", whatever the targets
  sort: null, // { column, down }
  filter: "",
  allRows: false,
  allDimensions: false, // in the table
  at: "", // the section looked at
  theme: "light",
  panel: false, // the list of algorithms is open
  search: "",
});

const LASTING = ["theme", "panel"]; // belong to the reader, not to what is looked at

const kept = (state) => Object.fromEntries(LASTING.map((name) => [name, state[name]]));

export const withoutChoice = (state, more = {}) => ({ ...NOTHING_CHOSEN, ...kept(state), ...more });

export const choosingSet = (view, key) =>
  view.setOf(key).kind === "function" ? { set: key, fn: key } : { set: key };

// A table of expected runtimes brings its targets along, everywhere.
export const choosingTable = ({ suite }, kind) => ({
  table: kind,
  sort: null,
  ...(kind in suite.targets ? { targets: kind } : {}),
});

// One of two algorithms changes; if both are now the same, the other one takes its place.
export function choosingPair(view, side, algorithm) {
  const pair = [...view.pair];
  pair[side] = algorithm;
  if (pair[0] === pair[1]) pair[1 - side] = view.pair[side];
  return { pair };
}

// The next or last dimension or function; after the last one comes the first. Where the profile of a
// single function is shown, it goes along.
export function stepping(view, axis, step) {
  const next = (all, now) => all[(all.indexOf(now) + step + all.length) % all.length];
  if (axis === "dimension") return { dimension: next(view.suite.dimensions, view.dimension) };
  const keys = view.functionSets.filter(view.isHeld).map((s) => s.key);
  const fn = next(keys, view.fn);
  return view.set.kind === "function" ? { fn, set: fn } : { fn };
}

// The next order of a table by one of its columns: upwards, downwards, as it was.
export function choosingOrder(view, column) {
  if (view.sort?.column !== column) return { sort: { column, down: false } };
  return { sort: view.sort.down ? null : { column, down: true } };
}

// Free choices by their letters in the address.
const LETTERS = {
  st: "scalingTarget",
  rt: "runLengthTarget",
  qb: "qualityBudget",
  ab: "adviceBudget",
  au: "adviceUnit",
  tol: "tolerance",
  test: "test",
  stat: "statistic",
  shape: "shape",
  par: "parameter",
  ind: "indicator",
};

export function addressOf(view) {
  const parts = new URLSearchParams();
  const without = view.standard;
  if (view.state.suite) parts.set("suite", view.suite.name);
  parts.set("d", view.dimension);
  if (view.set.key !== "all") parts.set("f", view.set.key);
  if (view.targets !== "fixed") parts.set("t", view.targets);
  if (view.bands !== without.bands) parts.set("band", view.bands ? "1" : "0");
  if (String([...view.shown]) !== String(without.shown)) parts.set("a", [...view.shown].join("."));
  if (view.group) parts.set("g", view.group.key);
  if (!view.crowd) parts.set("crowd", "0");
  if (view.fn !== without.fn) parts.set("fn", view.fn);
  if (String(view.pair) !== String(without.pair)) parts.set("pair", view.pair.join("."));
  if (view.sort) parts.set("sort", `${view.sort.column}.${view.sort.down ? 1 : 0}`);
  if (view.table !== view.targets) parts.set("table", view.table);
  if (view.allDimensions) parts.set("dims", "all");
  for (const [letters, name] of Object.entries(LETTERS)) {
    const asked = view.missing[name] ?? view[name];
    if (asked !== without[name]) parts.set(letters, asked);
  }
  if (view.filter) parts.set("q", view.filter);
  if (view.at) parts.set("at", view.at);
  return `#${parts}`;
}

const wholeNumbers = (text) => (text || "").split(".").filter(Boolean).map(Number);

// The choice an address holds, null if it holds none. What is unknown is as if not chosen.
export function stateFrom(overview, address, before = NOTHING_CHOSEN) {
  const text = address.replace(/^#/, "");
  if (!text.includes("=")) return null;
  const parts = new URLSearchParams(text);
  const suite = Math.max(
    0,
    overview.suites.findIndex((s) => s.name === parts.get("suite")),
  );
  const count = overview.suites[suite].algorithms.length;
  const known = (a) => Number.isInteger(a) && a >= 0 && a < count;
  const pair = wholeNumbers(parts.get("pair"));
  const [column, down] = wholeNumbers(parts.get("sort"));
  const chosen = {
    suite,
    dimension: Number(parts.get("d")) || null,
    set: parts.get("f") || "all",
    targets: parts.get("t"),
    bands: parts.has("band") ? parts.get("band") === "1" : null,
    shown: parts.has("a") ? wholeNumbers(parts.get("a")).filter(known) : null,
    family: parts.get("g"),
    crowd: parts.get("crowd") !== "0",
    fn: parts.get("fn") || (/^f\d+$/.test(parts.get("f")) ? parts.get("f") : null),
    pair: pair.length === 2 && pair.every(known) && pair[0] !== pair[1] ? pair : null,
    sort: Number.isInteger(column) ? { column, down: down === 1 } : null,
    table: parts.get("table"),
    allDimensions: parts.get("dims") === "all",
    filter: parts.get("q") || "",
    at: parts.get("at") || "",
  };
  for (const [letters, name] of Object.entries(LETTERS)) chosen[name] = parts.get(letters);
  return withoutChoice(before, chosen);
}
