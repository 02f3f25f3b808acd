// A small overview with known numbers: three algorithms, three functions, two dimensions.

import { withoutChoice } from "../../../../src/optimeter/reports/page/assets/script/state.js";
import { viewOf } from "../../../../src/optimeter/reports/page/assets/script/view.js";

const algorithm = (name, marker, featured = true) => ({
  name,
  light: `#${marker.length}00000`,
  dark: `#${marker.length}fffff`,
  dash: "solid",
  marker,
  featured,
  competes: true,
});

const summary = (aucs) => ({
  algorithm: aucs.map((_, i) => i),
  auc: aucs,
  auc_low: aucs.map(() => 0),
  auc_high: aucs.map(() => 1),
  auc_text: aucs.map(String),
  auc_interval: aucs.map(() => "0–1"),
  recorded: aucs.map(() => 0.4),
  recorded_text: aucs.map(() => "40 %"),
  solved_text: aucs.map(() => "50 %"),
  mean_text: aucs.map(() => "10"),
  budget_text: aucs.map((_, i) => (i ? "100" : "–")),
  best_text: aucs.map((_, i) => `${i} of 5`),
  near_text: aucs.map(() => "2"),
  note: aucs.map(() => ""),
  rating_text: aucs.map(() => ""),
});

const pair = (faster, slower, factor) => ({
  faster,
  slower,
  sentence: `${faster} is ${factor}× faster than ${slower}.`,
  shares: { both: 0.25, faster_only: 0.5, slower_only: 0, neither: 0.25 },
});

// Of the results in dimension 5: what is said of them.
export const said = {
  answers: {
    fixed: {
      all: { headline: ["In dimension 5 …"], summary: summary([0.5, 0.75, 0.25]) },
      separable: { headline: ["On separable functions …"], summary: summary([0.5, 0.25, 0.75]) },
    },
    budget: { all: { headline: ["For budget-based targets …"], summary: summary([0.5, 0.25, 0.125]) } },
  },
  pairs: { all: { "0-1": pair(1, 0, 2), "0-2": pair(0, 2, 4) }, separable: { "0-1": pair(0, 1, 7) } },
};

const distributions = { run_length_targets: ["10", "0.1", "1e-8"], quality_budgets: ["1", "10", "∞"] };

export const suite = (more = {}) => ({
  name: "bbob",
  evaluations: "evaluations",
  words: {
    value: "precision",
    scale: "precision",
    done: "Solved",
    does: "solves",
    do: "solve",
    pairs: "problems",
  },
  algorithms: [algorithm("alpha", "circle"), algorithm("be|ta", "square"), algorithm("O'Neil", "star")],
  families: [{ kind: "name", title: "a|e", members: [0, 1] }],
  dimensions: [2, 5],
  dimension: 5,
  sets: [
    { key: "all", title: "all functions", kind: "all", functions: [1, 2, 3] },
    { key: "separable", title: "separable functions", kind: "group", functions: [1, 2] },
    { key: "f1", title: "f1 Sphere", kind: "function", functions: [1] },
    { key: "f2", title: "f2 Ellipsoid", kind: "function", functions: [2] },
    { key: "f3", title: "f3 Rastrigin", kind: "function", functions: [3] },
  ],
  held: { 2: [1, 2, 3], 5: [1, 2, 3] },
  targets: { fixed: "51 targets", budget: "budget-based targets" },
  reference: "best",
  window: [0, 4],
  areas: { 2: [0.5, 0.25, 0.75], 5: [0.5, 0.75, 0.25] },
  captions: { ecdf: "fixed", budget_ecdf: "budget" },
  compared: { 2: [[2, 0]], 5: [[1, 0], [0, 2]] }, // prettier-ignore
  constraint_families: {},
  scaling_targets: ["10", "0.1", "1e-8"],
  advice_budgets: ["10", "100"],
  tolerances: ["0.1", "1e-4", "1e-8"],
  pooled: false,
  paired: 2,
  parameters: ["sigma"],
  rank_targets: "",
  tables: { fixed: "fixed targets", budget: "budget targets", quality: "quality", areas: "areas" },
  choices: {
    2: { all: distributions, separable: distributions },
    5: { all: distributions, separable: distributions },
  },
  ...more,
});

const figure = (options, budget = "ecdf", targeted = false) => ({
  options,
  captions: { fixed: "ecdf", budget },
  targeted,
});

export const overviewOf = (...suites) => ({
  suites,
  commands: { data: "DATA…", figure: {}, table: {} },
  table_budgets: ["0.5·D", "1.2·D", "3·D"],
  few: 12,
  featured: 8,
  level: 0.05,
  statistics: ["median", "mean", "geometric-mean"],
  indicators: { hypervolume: "hypervolume", igd_plus: "IGD+" },
  cards: { "single-runs": "Best {value} of single runs against budget" },
  look: {
    reference: "#9aa1a7",
    crowd: { light: "#cfd4d8", dark: "#616a73" },
    more: { key: "group/shared by more", label: "shared by more", colour: "#9aa1a7" },
    pale: 0.45,
    thin: 0.4,
    stripes: 4,
  },
  figures: {
    ecdf: figure(["dimension", "group", "targets", "bands"], "budget_ecdf", true),
    convergence: figure(["dimension", "function", "statistic"]),
    scaling: figure(["function", "target"], "ecdf", true),
    "run-lengths": figure(["dimension", "group", "target"]),
    quality: figure(["dimension", "group", "budget"]),
    scatter: figure(["dimension", "pair"]),
    portfolio: figure(["dimension"]),
    winners: figure(["dimension"]),
    "runtime-histogram": figure(["dimension", "function"]),
    "data-profile": figure(["dimension", "tolerance"]),
  },
});

export const overview = overviewOf(suite());

const paint = { ink: "ink", soft: "soft", line: "line", grid: "grid", card: "card", sans: "sans" };
export const view = (choice = {}, from = overview) =>
  viewOf(from, withoutChoice({ theme: "light", panel: false }, choice), paint, ["pairs", "tables"]);

const differences = (values) => values.map((v, i) => v - (i ? values[i - 1] : 0));
const logs = (values) => differences(values.map((v) => Math.round(1000 * Math.log10(v))));
const shares = (values) => differences(values.map((v) => Math.round(10000 * v)));

// A figure of profiles as Python describes it; positions of its marks are coded here.
export function described(...marks) {
  const code = (mark) => {
    const result = { ...mark };
    if (mark.x) result.x = logs(mark.x);
    for (const name of ["y", "low", "high"]) if (Array.isArray(mark[name])) result[name] = shares(mark[name]);
    return result;
  };
  const x = { title: "evaluations / dimension", low: 1, high: 1e4 };
  const y = { title: "problems solved", scale: "share" };
  const reading = "{y} of problems solved within {x}·D evaluations";
  const interval = "95 % interval {low} to {high}";
  return { series: [], reading, interval, x, y, marks: marks.flat().map(code) };
}
