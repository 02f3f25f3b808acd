// Which algorithms are alike: the tree of their runtimes, and the groups that it has.

import { $, dot, element, refill } from "./dom.js";
import { membersKey } from "./families.js";
import { pageFigure } from "./figures.js";

const GROUPS = 20; // that are listed, the largest ones
const NAMED = 12; // members that are named

export function clustersFigure(view, found) {
  const everyone = { ...view, shown: new Set(view.algorithms.keys()) };
  const said = found?.groups.map(({ members }) => members.map(view.nameOf).join(", ")) ?? [];
  return pageFigure(everyone, found?.figure, {
    empty: "There are no two algorithms to compare in this dimension.",
    label: `Which algorithms are alike. ${said.length ? `Groups: ${said.join("; ")}.` : "None are."}`,
    name: `clusters_D${view.dimension}`,
  });
}

// What is said of the groups: how many there are, and how many algorithms stand alone.
export function clustersSentence(view, found) {
  if (!found) return "";
  const { groups, factor } = found;
  const alone = found.algorithms - groups.reduce((sum, { members }) => sum + members.length, 0);
  const where = `dimension ${view.dimension}`;
  if (!groups.length) return `No two algorithms are alike up to a factor of ${factor} in ${where}.`;
  const several =
    groups.length > 1 ? `${groups.length} groups of algorithms are` : "One group of algorithms is";
  const rest = alone ? `; ${alone} of ${found.algorithms} stand${alone > 1 ? "" : "s"} alone` : "";
  return `${several} alike up to a factor of ${factor} in ${where}${rest}.`;
}

function choosing(members, store) {
  const button = element("button", { type: "button", text: "Only these" });
  button.addEventListener("click", () => store.change({ family: membersKey(members), shown: null }));
  return button;
}

const member = (view, a) => element("span", { class: "member" }, dot(view.colour(a)), view.nameOf(a));

// Some of many; the tree and the files of numbers have all of them.
const rest = (all, most, noun) => (all.length > most ? [`and ${all.length - most} more ${noun}`] : []);

export function clustersList(view, found, store) {
  $("clusters-about").textContent = clustersSentence(view, found);
  const groups = (found?.groups ?? []).toSorted((p, q) => q.members.length - p.members.length);
  const items = groups.slice(0, GROUPS).map(({ members, factor }) => {
    const head = `${members.length} joined at a factor of ${factor}: `;
    const names = members.slice(0, NAMED).map((a) => member(view, a));
    return element("li", {}, choosing(members, store), head, ...names, ...rest(members, NAMED, "algorithms"));
  });
  const more = rest(groups, GROUPS, "groups that are smaller").map((text) => element("li", { text }));
  refill($("clusters-list"), "button", ...items, ...more);
}
