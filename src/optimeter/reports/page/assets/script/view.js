// What is shown: the state with everything that follows from it. Every sentence, table and figure is made
// from this object and the results, and from nothing else.

import { familyOf, shownFamily } from "./families.js";

export const TABLE_KINDS = {
  fixed: "expected runtimes, fixed targets",
  budget: "expected runtimes, budget-based targets",
  quality: "quality at budgets",
  areas: "areas under profiles and over convergence curves",
  fronts: "final fronts: hypervolume, IGD+, epsilon",
};
const OF_TARGETS = new Set(["fixed", "budget"]); // tables that go with the targets chosen for everything

export const TESTS = {
  "rank-sum": "rank sums",
  "kolmogorov-smirnov": "Kolmogorov–Smirnov",
};

// What quality against budget shows, and how single runs are spread.
export const STATISTICS = ["median", "mean", "geometric-mean"];
export const INDICATORS = { hypervolume: "hypervolume", igd_plus: "IGD+", epsilon: "epsilon" };
export const SHAPES = ["density", "histogram"];

export const FEW = 12; // algorithms up to which every pair is compared and single runs are kept
const SHOWN = 24; // algorithms of a group up to which all are drawn in colour
const FEATURED = 8; // those of a larger one

const oneOf = (list, wanted, otherwise) => (list.includes(wanted) ? wanted : otherwise);

// Targets and budgets may be typed: that of the list with the same text or the same number is meant.
const meant = (list, wanted) =>
  wanted && list.find((value) => value === wanted || Number(value) === Number(wanted));

export const UNITS = { D: "× D", evaluations: "evaluations" };

// A budget that is typed: what it is per dimension, and the largest one of the page that is not above it.
function budgetAsked(budgets, text, unit, dimension) {
  const perDimension = Number(text) / (unit === "evaluations" ? dimension : 1);
  const used = budgets.findLast((budget) => Number(budget) <= perDimension * (1 + 1e-9));
  return { text, perDimension, used, exact: Math.abs(Number(used) / perDimension - 1) < 1e-9 };
}

// What is said of results that do not follow the chosen functions and targets, where these are others.
export function notFollowed({ suite, set, targets }, of = ["functions", "targets"]) {
  const functions = of.includes("functions") && set.kind !== "all" ? `, ${suite.sets[0].title}` : "";
  return functions + (of.includes("targets") && targets !== "fixed" ? ", fixed targets" : "");
}

// Positions of the algorithms that compete: all but those of the background.
const rivalsOf = ({ algorithms }) => algorithms.flatMap(({ competes }, i) => (competes ? [i] : []));

// The two algorithms with the largest areas of those compared, the faster one first.
export function bestPair(suite, dimension) {
  const pairs = suite.compared[dimension] ?? Object.values(suite.compared).flat();
  const areas = suite.areas[dimension] ?? [];
  const sum = ([a, b]) => (areas[a] ?? 0) + (areas[b] ?? 0);
  const rivals = rivalsOf(suite);
  return pairs.toSorted((p, q) => sum(q) - sum(p))[0] ?? [rivals[0], rivals[1] ?? rivals[0]];
}

// The algorithms drawn in colour: of a group all, or those with the largest areas.
function shownOf(suite, family, dimension) {
  if (!family) return suite.algorithms.flatMap((a, i) => (a.featured ? [i] : []));
  const areas = suite.areas[dimension] ?? [];
  const ordered = [...family.members].toSorted((a, b) => (areas[b] ?? 0) - (areas[a] ?? 0));
  return (ordered.length > SHOWN ? ordered.slice(0, FEATURED) : ordered).toSorted((a, b) => a - b);
}

// What the reader has hidden, and what sentences and tables are of: those in view, where without a choice all are; of
// more, some are only drawn in colour.
function narrowed(suite, group, standard, shown) {
  const all = rivalsOf(suite).filter((a) => !group || group.members.has(a));
  const left = all.filter((a) => shown.has(a));
  const follows = left.length && left.length < all.length && all.every((a) => standard.includes(a));
  return {
    family: follows ? shownFamily(suite, left) : group,
    unfollowed: !follows && standard.some((a) => !shown.has(a)) ? all.length : 0,
  };
}

// `paint` holds the colours of the page by name, `sections` the names of its parts.
export function viewOf(overview, state, paint = {}, sections = []) {
  const suite = overview.suites[state.suite];
  const { algorithms, sets } = suite;
  const functionSets = sets.filter((s) => s.kind === "function");
  const setOf = (key) => sets.find((s) => s.key === key);
  const dimension = oneOf(suite.dimensions, state.dimension, suite.dimension);
  const set = setOf(state.set) ?? sets[0];
  const many = algorithms.some((a) => a.competes && !a.featured);
  // Distributions are there for groups; a single function shows those of all.
  const distributed = set.kind === "function" ? "all" : set.key;
  const choices = suite.choices[dimension]?.[distributed] ?? {};
  const together = algorithms.length === 1 ? ["all"] : []; // one algorithm: all in one figure
  const runLengthTargets = [...together, ...(choices.run_length_targets ?? [])];
  const qualityBudgets = [...together, ...(choices.quality_budgets ?? [])];
  const scalingTargets = [...together, ...suite.scaling_targets];
  const easy = suite.scaling_targets.find((t) => Number(t) === 0.1);
  const group = familyOf(suite, state.family);
  const isHeld = ({ functions }) => functions.some((f) => suite.held[dimension]?.includes(f));
  const standard = {
    bands: !many,
    shown: shownOf(suite, group, dimension),
    fn: (functionSets.find(isHeld) ?? functionSets[0]).key,
    pair: bestPair(suite, dimension),
    scalingTarget: together[0] ?? easy ?? scalingTargets.at(-1),
    statistic: STATISTICS[0],
    test: Object.keys(TESTS)[0],
    adviceUnit: Object.keys(UNITS)[0],
    shape: SHAPES[0],
    indicator: Object.keys(INDICATORS)[0],
    parameter: suite.parameters[0] ?? null,
    runLengthTarget: together[0] ?? runLengthTargets.at(-1),
    qualityBudget: together[0] ?? qualityBudgets.at(-1),
  };
  const shown = new Set(state.shown ?? standard.shown);
  const { family, unfollowed } = narrowed(suite, group, standard.shown, shown);
  const adviceBudgets = suite.advice_budgets;
  standard.adviceBudget = oneOf(adviceBudgets, "100", adviceBudgets.at(-1));
  const tolerances = suite.tolerances;
  standard.tolerance = oneOf(tolerances, "1e-4", tolerances.at(-1) ?? null);
  const targets = suite.targets[state.targets] ? state.targets : "fixed";
  const typed = {
    scalingTarget: meant(scalingTargets, state.scalingTarget),
    runLengthTarget: meant(runLengthTargets, state.runLengthTarget),
    qualityBudget: meant(qualityBudgets, state.qualityBudget),
  };
  const adviceUnit = oneOf(Object.keys(UNITS), state.adviceUnit, standard.adviceUnit);
  const asked = state.adviceBudget
    ? budgetAsked(adviceBudgets, state.adviceBudget, adviceUnit, dimension)
    : null;
  if (asked && !(asked.exact && adviceUnit === "D")) typed.adviceBudget = undefined;
  const missing = Object.keys(typed).filter((name) => state[name] && !typed[name]);
  const tableKinds = suite.tables;
  const ownTables = tableKinds.filter((kind) => !OF_TARGETS.has(kind));
  return {
    overview,
    state,
    paint,
    suite,
    algorithms,
    setOf,
    functionSets,
    isHeld, // whether a set has data in this dimension
    groups: sets.filter((s) => s.kind === "group"),
    rivals: rivalsOf(suite),
    group, // that is chosen by its name
    isOfGroup: (a) => !group || group.members.has(a),
    family,
    belongs: (a) => !family || family.members.has(a), // to what is looked at
    unfollowed, // so many algorithms are spoken of, though some are hidden
    many,
    standard,
    dimension,
    set,
    tableKinds,
    distributed,
    scalingTargets,
    runLengthTargets,
    qualityBudgets,
    targets,
    bands: state.bands ?? standard.bands,
    shown,
    crowd: state.crowd,
    fn: setOf(state.fn)?.kind === "function" ? state.fn : standard.fn,
    pair: state.pair ?? standard.pair,
    statistic: oneOf(STATISTICS, state.statistic, standard.statistic),
    indicator: oneOf(Object.keys(INDICATORS), state.indicator, standard.indicator),
    shape: oneOf(SHAPES, state.shape, standard.shape),
    parameter: oneOf(suite.parameters, state.parameter, standard.parameter),
    tolerances,
    tolerance: oneOf(tolerances, state.tolerance, standard.tolerance),
    scalingTarget: typed.scalingTarget || standard.scalingTarget,
    runLengthTarget: typed.runLengthTarget || standard.runLengthTarget,
    missing: Object.fromEntries(missing.map((name) => [name, state[name]])), // asked for, not computed
    adviceBudgets,
    // Where all budgets of the page are larger, the smallest.
    adviceBudget: asked?.used ?? (asked?.perDimension > 0 ? adviceBudgets[0] : standard.adviceBudget),
    adviceAsked: asked,
    adviceUnit,
    qualityBudget: typed.qualityBudget || standard.qualityBudget,
    table: oneOf(ownTables, state.table, targets),
    test: oneOf(Object.keys(TESTS), state.test, standard.test),
    sort: state.sort,
    filter: state.filter,
    allRows: state.allRows,
    allDimensions: state.allDimensions,
    at: oneOf(sections, state.at, ""),
    theme: state.theme,
    nameOf: (a) => algorithms[a].name,
    colour: (a) => algorithms[a][state.theme],
  };
}
