// What is shown: the state with everything that follows from it. Every sentence, table and figure is made
// from this object and the results, and from nothing else.

import { mapped } from "./curves.js";
import { familyOf, shownFamily } from "./families.js";

const SHOWN = 24; // algorithms of a group up to which all are drawn in colour

const oneOf = (list, wanted, otherwise) => (list.includes(wanted) ? wanted : otherwise);

// Targets and budgets may be typed: that of the list with the same text or the same number is meant.
const meant = (list, wanted) =>
  wanted && list.find((value) => value === wanted || Number(value) === Number(wanted));

const plain = (texts) => texts.map((text) => [text, text]);

export const budgetWords = (budget) => ({ "∞": "end of runs", all: "all" })[budget] ?? `${budget}·D`;

// What can be chosen from lists, by the part of the state: [value, text] each.
const listsOf = (overview, suite, functions, many, choices) => ({
  fn: functions.map(({ key, title }) => [key, title]),
  targets: Object.keys(suite.targets).map((k) => [k, k === "fixed" ? k : "budget-based"]),
  table: Object.entries(suite.tables),
  statistic: (many ? ["median"] : overview.statistics).map((name) => [name, name.replaceAll("-", " ")]),
  indicator: Object.entries(overview.indicators),
  shape: Object.entries({ density: "mass and density", histogram: "histogram" }),
  parameter: plain(suite.parameters),
  test: Object.entries({ "rank-sum": "rank sums", "kolmogorov-smirnov": "Kolmogorov–Smirnov" }),
  tolerance: plain(suite.tolerances),
  scalingTarget: plain(suite.scaling_targets),
  runLengthTarget: plain(choices.run_length_targets ?? []),
  qualityBudget: (choices.quality_budgets ?? []).map((budget) => [budget, budgetWords(budget)]),
  adviceBudget: plain(suite.advice_budgets),
  adviceUnit: Object.entries({ D: "× D", evaluations: "evaluations" }),
});

// What is shown without a choice: of these lists the first of the named ones, else the last; of others the first.
const USUAL = {
  tolerance: ["1e-4"],
  scalingTarget: ["all", "0.1"],
  runLengthTarget: ["all"],
  qualityBudget: ["all"],
  adviceBudget: ["100"],
};
const usualOf = (list, name) =>
  name in USUAL ? (USUAL[name].find((value) => list.includes(value)) ?? list.at(-1)) : list[0];

const TYPED = ["scalingTarget", "runLengthTarget", "qualityBudget"];

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
function shownOf(suite, family, dimension, featured) {
  if (!family) return suite.algorithms.flatMap((a, i) => (a.featured ? [i] : []));
  const areas = suite.areas[dimension] ?? [];
  const ordered = [...family.members].toSorted((a, b) => (areas[b] ?? 0) - (areas[a] ?? 0));
  return (ordered.length > SHOWN ? ordered.slice(0, featured) : ordered).toSorted((a, b) => a - b);
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
  const lists = listsOf(overview, suite, functionSets, many, choices);
  const group = familyOf(suite, state.family);
  const isHeld = ({ functions }) => functions.some((f) => suite.held[dimension]?.includes(f));
  const values = mapped(lists, (list) => list.map(([value]) => value));
  const standard = {
    ...mapped(values, usualOf),
    bands: !many,
    shown: shownOf(suite, group, dimension, overview.featured),
    fn: (functionSets.find(isHeld) ?? functionSets[0]).key,
    pair: bestPair(suite, dimension),
  };
  const shown = new Set(state.shown ?? standard.shown);
  const { family, unfollowed } = narrowed(suite, group, standard.shown, shown);
  const picked = mapped(values, (list, name) => meant(list, state[name]) || standard[name]);
  const { targets, adviceUnit } = picked;
  const asked = state.adviceBudget
    ? budgetAsked(values.adviceBudget, state.adviceBudget, adviceUnit, dimension)
    : null;
  const missing = TYPED.filter((name) => state[name] && !meant(values[name], state[name]));
  if (asked && !(asked.exact && adviceUnit === "D")) missing.push("adviceBudget");
  return {
    ...state,
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
    distributed,
    lists,
    ...picked,
    bands: state.bands ?? standard.bands,
    shown,
    pair: state.pair ?? standard.pair,
    missing: Object.fromEntries(missing.map((name) => [name, state[name]])), // asked for, not computed
    // Where all budgets of the page are larger, the smallest.
    adviceBudget: asked?.used ?? (asked?.perDimension > 0 ? values.adviceBudget[0] : standard.adviceBudget),
    adviceAsked: asked,
    // Tables of expected runtimes go with the targets chosen for everything.
    table: picked.table in suite.targets ? targets : picked.table,
    at: oneOf(sections, state.at, ""),
    nameOf: (a) => algorithms[a].name,
    colour: (a) => algorithms[a][state.theme],
  };
}
