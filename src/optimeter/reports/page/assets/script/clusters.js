// Which algorithms are alike: the tree of their runtimes, and the groups that it has.

import { $, dot, element, refill } from "./dom.js";
import { membersKey } from "./families.js";
import { pageFigure } from "./figures.js";

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

export function clustersList(view, found, store) {
  $("clusters-about").textContent = clustersSentence(view, found);
  const items = (found?.groups ?? []).map(({ members, factor }) => {
    const head = `${members.length} joined at a factor of ${factor}: `;
    return element("li", {}, choosing(members, store), head, ...members.map((a) => member(view, a)));
  });
  refill($("clusters-list"), "button", ...items);
}
