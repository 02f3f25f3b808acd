// Who leads within a group of algorithms: at the budgets for which the page puts all of them in order, whose intervals
// say who may be the best. Of all algorithms, figures/winners.py describes it at more budgets.

import { adviceOf } from "./advice.js";
import { listed } from "./format.js";

const HALF = 10 ** 0.5; // half a step between budgets

// The leaders on a set of functions, budget by budget: { budget, sure, leaders: [{ algorithm, simulated }] }.
export function leadersOf(view, orders, set) {
  return view.suite.advice_budgets.flatMap((budget) => {
    const found = adviceOf({ ...view, distributed: set.key, adviceBudget: budget }, orders);
    const leaders = found?.all.filter(({ candidate, share }) => candidate && share > 0) ?? [];
    return leaders.length ? [{ budget, sure: found.sure, leaders }] : [];
  });
}

const within = (budgets) => listed(budgets.map((budget) => `${budget}·D`));

// Who leads alone at which of the budgets, the first one first.
export function leadSentence(view, leads) {
  if (!leads.length) return "";
  const alone = new Map();
  for (const { budget, leaders } of leads)
    if (leaders.length === 1) {
      const [{ algorithm, simulated }] = leaders;
      const said = `${view.nameOf(algorithm)}${simulated ? ", by simulated restarts," : ""}`;
      alone.set(said, [...(alone.get(said) ?? []), budget]);
    }
  const looked = within(leads.map(({ budget }) => budget));
  if (!alone.size) return `None of them leads alone at ${looked}.`;
  const parts = [...alone].map(([name, budgets]) => `${name} leads at ${within(budgets)}`);
  const some = [...alone.values()].flat().length < leads.length;
  const unsure = leads.some(({ sure }) => !sure) ? " No intervals were computed." : "";
  return `Of the budgets ${looked}, ${parts.join("; ")}${some ? "; else the lead is shared" : ""}.${unsure}`;
}

function noteOf(view, leaders, { algorithm, simulated }, budget) {
  const others = leaders
    .filter((one) => one.algorithm !== algorithm)
    .map((one) => view.nameOf(one.algorithm));
  const how = simulated ? ", by simulated restarts" : "";
  return `${others.length ? `shares the lead with ${listed(others)}` : "leads"}\n${budget}·D${how}`;
}

// The figure as that of all algorithms, with a bar for each budget; undefined where nobody leads.
export function leadsDescription(view, orders) {
  const { more, pale, stripes, thin: height } = view.overview.look;
  const sets = view.suite.sets.filter(({ kind }) => kind !== "function");
  const bars = new Map();
  const add = (series, row, bar) => {
    const key = `${series} ${row}`;
    if (!bars.has(key)) bars.set(key, { mark: "bars", series, row });
    for (const [field, value] of Object.entries(bar)) (bars.get(key)[field] ??= []).push(value);
  };
  const part = (place, count, thin) => {
    const half = (thin ? height : 1) / 2;
    return { top: (place + 0.5 - half) / count, bottom: (place + 0.5 + half) / count };
  };
  sets.forEach((set, row) => {
    for (const { budget, sure, leaders } of leadersOf(view, orders, set)) {
      const across = { left: Number(budget) / HALF, right: Number(budget) * HALF };
      const alpha = leaders.length > 1 || !sure ? pale : 1;
      if (leaders.length > stripes) {
        const thin = leaders.every(({ simulated }) => simulated);
        const names = listed(leaders.map(({ algorithm }) => view.nameOf(algorithm)));
        add(more.key, row, { ...across, ...part(0, 1, thin), alpha, notes: `shared by ${names}` });
      } else
        leaders.forEach((one, place) => {
          const notes = noteOf(view, leaders, one, budget);
          const where = part(place, leaders.length, one.simulated);
          add(`algorithm/${view.nameOf(one.algorithm)}`, row, { ...across, ...where, alpha, notes });
        });
    }
  });
  if (!bars.size) return undefined;
  const budgets = view.suite.advice_budgets.map(Number);
  const [low, high] = [budgets[0] / HALF, budgets.at(-1) * HALF];
  return {
    series: [more],
    x: { title: `${view.suite.evaluations} / dimension`, low, high },
    y: { title: "", scale: "rows", labels: sets.map(({ title }) => title) },
    marks: [...bars.values()],
  };
}
