// The controls: each shows a part of the view and changes the state, nothing else.

import { budgetWords as adviceWords } from "./advice.js";
import { command } from "./commands.js";
import { $, element, fillChoices, refill } from "./dom.js";
import { familyKey, named, wordsKey } from "./families.js";
import { sampleOf } from "./samples.js";
import { choosingPair, choosingSet, choosingTable, stateFrom, stepping, withoutChoice } from "./state.js";
import { copyTable } from "./tables.js";

const SET_KINDS = { all: null, group: "groups", function: "single functions" };
const pairList = (side) => ({
  choices: (view) => view.rivals.map((a) => [a, view.nameOf(a)]),
  chosen: (view) => view.pair[side],
  change: (view, value) => choosingPair(view, side, Number(value)),
});

// A list of the view that changes its own part of the state.
const listOf = (field, change = (_, value) => ({ [field]: value })) => ({
  choices: (view) => view.lists[field],
  chosen: (view) => view[field],
  change,
});

const FAMILY_KINDS = { tag: "by tags", name: "by names" };

// All algorithms, the groups of the data, and the one that is looked at, wherever it comes from.
function familyChoices({ suite, group, rivals }) {
  const listed = suite.families.map((one) => [
    familyKey(one),
    `${one.title} (${one.members.length})`,
    FAMILY_KINDS[one.kind],
  ]);
  const own = group && !listed.some(([key]) => key === group.key);
  const chosen = own ? [[group.key, `${group.title} (${group.members.size})`]] : [];
  return [["", `all (${rivals.length})`], ...chosen, ...listed];
}

// Lists: what can be chosen, what is chosen, what a choice changes.
const LISTS = {
  suite: {
    choices: (view) => view.overview.suites.map((s, i) => [i, s.name]),
    chosen: (view) => view.state.suite,
    change: (view, value) => withoutChoice(view.state, { suite: Number(value) }),
  },
  set: {
    choices: (view) => view.suite.sets.map((s) => [s.key, s.title, SET_KINDS[s.kind]]),
    chosen: (view) => view.set.key,
    change: choosingSet,
  },
  family: {
    choices: familyChoices,
    chosen: (view) => view.group?.key ?? "",
    change: (_, key) => ({ family: key || null, shown: null }),
  },
  function: listOf("fn"),
  targets: listOf("targets"),
  "pair-a": pairList(0),
  "pair-b": pairList(1),
  "ratio-a": pairList(0),
  "ratio-b": pairList(1),
  statistic: listOf("statistic"),
  shape: listOf("shape"),
  indicator: listOf("indicator"),
  parameter: listOf("parameter"),
  "scaling-target": listOf("scalingTarget"),
  "rld-target": listOf("runLengthTarget"),
  "quality-budget": listOf("qualityBudget"),
  "advice-budget": listOf("adviceBudget", (_, adviceBudget) => ({ adviceBudget, adviceUnit: "D" })),
  "advice-unit": listOf("adviceUnit"),
  tolerance: listOf("tolerance"),
  test: listOf("test"),
  "table-kind": listOf("table", choosingTable),
};
// Targets and budgets that are typed, by their lists: what they change, and what is said of those that are not there.
const drawnBy = (figure, field) => (view) => missingWords(view, field, figure);
const TYPED = {
  "scaling-target": ["scalingTarget", drawnBy("scaling", "scalingTarget")],
  "rld-target": ["runLengthTarget", drawnBy("run-lengths", "runLengthTarget")],
  "quality-budget": ["qualityBudget", drawnBy("quality", "qualityBudget")],
  "advice-budget": ["adviceBudget", adviceWords],
};
const BOXES = { bands: "bands", crowd: "crowd", "all-dimensions": "allDimensions" };
const TEXTS = { "table-filter": "filter", "algorithm-search": "search" };

export function showControls(view, store) {
  for (const [id, list] of Object.entries(LISTS))
    if ($(id)) fillChoices($(id), list.choices(view), list.chosen(view));
  for (const [id, field] of Object.entries(BOXES)) $(id).checked = view[field];
  for (const [id, field] of Object.entries(TEXTS))
    if ($(id).value !== view.state[field]) $(id).value = view.state[field];
  for (const [id, [field, words]] of Object.entries(TYPED)) showMissing(view, id, field, words);
  $("parameters-card").hidden = !view.suite.parameters.length;
  $("suite-choice").hidden = view.overview.suites.length < 2;
  $("targets-choice").hidden = Object.keys(view.suite.targets).length < 2;
  $("crowd-choice").hidden = view.algorithms.every((a) => a.featured);
  $("algorithms-button").textContent = `Algorithms (${view.shown.size}/${view.algorithms.length})`;
  $("algorithms-button").setAttribute("aria-expanded", String(view.panel));
  $("algorithms-panel").hidden = !view.panel;
  dimensionButtons(view, store);
  if (view.panel) algorithmList(view, store);
}

// What is said of a number that is not on the grid of the page: what is, and the command that draws it.
export function missingWords(view, field, figure) {
  const asked = view.missing[field];
  if (asked === undefined) return null;
  if (!(Number(asked) > 0)) return { text: `${asked} is no number above 0.` };
  const known = view.lists[field].flatMap(([value]) => (value === "all" ? [] : [value])).join(", ");
  return {
    text: `${asked} is not among the values of this page (${known}). This draws it:`,
    code: command({ ...view, [field]: String(Number(asked)) }, figure),
  };
}

function showMissing(view, id, field, words) {
  const said = words(view);
  $(`${id}-said`).replaceChildren(
    ...(said ? [said.text, ...(said.code ? [element("code", { text: said.code })] : [])] : []),
  );
  $(`${id}-typed`).value = view.missing[field] ?? "";
}

// A group of radio buttons: one of them takes the focus, arrow keys choose.
function dimensionButtons(view, store) {
  const focused = $("dimensions").contains(document.activeElement);
  const buttons = view.suite.dimensions.map((dimension) => {
    const chosen = dimension === view.dimension;
    const states = { role: "radio", "aria-checked": String(chosen), tabindex: chosen ? "0" : "-1" };
    const text = String(dimension);
    const button = element("button", { type: "button", ...states, text, "data-dimension": dimension });
    button.addEventListener("click", () => store.change({ dimension }));
    return button;
  });
  $("dimensions").replaceChildren(...buttons);
  if (focused) $("dimensions").querySelector('[aria-checked="true"]').focus();
}

const swatch = (view, a) =>
  sampleOf({ ...view.algorithms[a], colour: view.colour(a), sample: "line+marker" });

// Those of the group that is looked at whose names hold one of the words that are looked for.
export const foundAlgorithms = (view) => named(view.algorithms, view.search).filter(view.isOfGroup);

function algorithmList(view, store) {
  const found = foundAlgorithms(view).map((a) => [a, view.nameOf(a)]);
  const items = found.map(([a, name]) => {
    const box = element("input", { type: "checkbox", "data-algorithm": a });
    box.checked = view.shown.has(a);
    box.addEventListener("change", () => {
      const others = [...store.view().shown].filter((other) => other !== a);
      const shown = box.checked ? [...others, a] : others;
      store.change({ shown: shown.toSorted((p, q) => p - q) });
    });
    return element("li", {}, element("label", {}, box, swatch(view, a), element("span", { text: name })));
  });
  refill($("algorithm-list"), "input", ...items);
  $("algorithm-count").textContent = `${found.length} of ${view.algorithms.length}`;
}

function togglePanel(store) {
  store.change({ panel: !store.view().panel });
  $(store.view().panel ? "algorithm-search" : "algorithms-button").focus();
}

function switchTheme(store) {
  const theme = store.view().theme === "dark" ? "light" : "dark";
  store.change({ theme });
  try {
    localStorage.setItem("optimeter-theme", theme);
  } catch {
    // no storage: the choice lasts as long as the page
  }
}

// Left and right step through the functions, with brackets through the dimensions, wherever no control
// takes these keys.
const STEPS = {
  ArrowLeft: ["function", -1],
  ArrowRight: ["function", 1],
  "[": ["dimension", -1],
  "]": ["dimension", 1],
};
const TAKES_KEYS = /^(INPUT|SELECT|TEXTAREA|BUTTON)$/;

function stepDimension(event, store) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  store.change(stepping(store.view(), "dimension", step));
}

const ALGORITHMS = {
  all: (view) => ({ shown: [...view.algorithms.keys()].filter(view.isOfGroup) }),
  found: (view) => ({ family: wordsKey(view.search), shown: null }),
  none: () => ({ shown: [] }),
  default: () => ({ family: null, shown: null }),
};

export function listenToControls(store, results) {
  const on = (id, event, react) => $(id)?.addEventListener(event, react);
  for (const [id, list] of Object.entries(LISTS))
    on(id, "change", (e) => store.change(list.change(store.view(), e.target.value)));
  for (const [id, field] of Object.entries(BOXES))
    on(id, "change", (e) => store.change({ [field]: e.target.checked }));
  for (const [id, field] of Object.entries(TEXTS))
    on(id, "input", (e) => store.change({ [field]: e.target.value }));
  for (const [id, [field]] of Object.entries(TYPED))
    on(`${id}-typed`, "change", (e) => store.change({ [field]: e.target.value.trim() || null }));
  on("table-more", "click", () => store.change({ allRows: true }));
  on("copy-csv", "click", () => copyTable(store.view(), results, "csv"));
  on("copy-markdown", "click", () => copyTable(store.view(), results, "markdown"));
  on("algorithms-button", "click", () => togglePanel(store));
  on("theme", "click", () => switchTheme(store));
  on("dimensions", "keydown", (e) => stepDimension(e, store));
  for (const button of document.querySelectorAll("[data-choose]"))
    button.addEventListener("click", () => store.change(ALGORITHMS[button.dataset.choose](store.view())));
  for (const link of document.querySelectorAll("nav a"))
    link.addEventListener("click", (e) => {
      e.preventDefault(); // the address keeps the choice, too
      store.change({ at: link.hash.slice(1) });
      $(store.view().at).scrollIntoView();
    });
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && store.view().panel) togglePanel(store);
    const [axis, step] = STEPS[e.key] ?? [];
    if (!axis || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || TAKES_KEYS.test(e.target.tagName))
      return;
    if (e.target.closest('[role="radiogroup"], .js-plotly-plot')) return;
    e.preventDefault();
    store.change(stepping(store.view(), axis, step));
  });
  window.addEventListener("hashchange", () => {
    const { overview, state } = store.view();
    const wanted = stateFrom(overview, location.hash, state);
    if (wanted) store.change(wanted);
  });
}
