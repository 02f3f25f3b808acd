// Which algorithms are alike: the tree of their runtimes, and the groups that it has.

import { $, dot, element, refill } from "./dom.js";
import { membersKey } from "./families.js";
import { pageFigure } from "./figures.js";
import { filled, listed, short } from "./format.js";
import { notFollowed } from "./view.js";

const GROUPS = 20; // that are listed, the largest ones
const NAMED = 12; // members that are named

// The tree of those that are looked at, cut out of the tree of all: two stay joined where they were. Null for one.
export function treeOf(view, found) {
  const leaves = [];
  let highest = Infinity;
  (found.algorithms ?? []).forEach((algorithm, place) => {
    highest = place && leaves.length ? Math.max(highest, found.joins[place] ?? Infinity) : Infinity;
    if (!view.belongs(algorithm)) return;
    leaves.push({ algorithm, join: highest });
    highest = 0;
  });
  if (leaves.length < 2) return null;
  const groups = [];
  for (const leaf of leaves) {
    if (leaf.join > found.alike) groups.push([]);
    groups.at(-1).push(leaf);
  }
  return { ...found, leaves, groups: groups.filter((group) => group.length > 1).map(groupOf) };
}

const groupOf = (leaves) => ({
  members: leaves.map(({ algorithm }) => algorithm),
  factor: short(Math.max(...leaves.slice(1).map(({ join }) => join))),
});

// The leaves of every row: one, or several that are joined before all others where there are too many.
function rowsOf({ leaves, rows }) {
  const limit = leaves.map(({ join }) => join).toSorted((p, q) => q - p)[rows - 1] ?? 0;
  const found = [];
  for (const leaf of leaves) {
    if (leaf.join >= limit && found.length < rows) found.push([]);
    found.at(-1).push(leaf);
  }
  return found;
}

// The branches where rows are joined, the closest first: `at` is the height in the figure.
function joined(branches, joints) {
  if (branches.length === 1) return branches[0];
  const joins = branches.slice(1).map(({ join }) => join);
  const factor = Math.max(...joins);
  const place = 1 + joins.indexOf(factor);
  const halves = [branches.slice(0, place), branches.slice(place)].map((part) => joined(part, joints));
  const at = (halves[0].at + halves[1].at) / 2;
  const branch = { at, factor, members: halves.flatMap(({ members }) => members) };
  if (factor < Infinity) joints.push({ branch, halves });
  return branch;
}

function noteOf(view, { note, named }, { factor, members }) {
  const more = members.length - named;
  const names = members.slice(0, named).map(view.nameOf);
  const all = listed(more > 0 ? [...names, `${more} more`] : names);
  return filled(note, { factor: short(factor), names: all });
}

function bracketsOf(view, tree, series, joints) {
  const points = joints.flatMap(({ branch, halves: [one, other] }) => {
    const note = noteOf(view, tree, branch);
    return [
      [one.factor, one.at, note],
      [branch.factor, one.at, note],
      [branch.factor, other.at, note],
      [other.factor, other.at, note],
      [null, null, ""],
    ];
  });
  const [x, y, notes] = [0, 1, 2].map((side) => points.map((point) => point[side]));
  return { mark: "line", series, x, y, notes };
}

// The tree as figures/clusters.py describes it: it can be cut to any algorithms.
export function clustersDescription(view, tree) {
  const [near, far, frame] = tree.series.map(({ key }) => key);
  const rows = rowsOf(tree).map((leaves, at) => ({
    at,
    join: leaves[0].join,
    factor: Math.max(1, ...leaves.slice(1).map(({ join }) => join)),
    members: leaves.map(({ algorithm }) => algorithm),
  }));
  const joints = [];
  joined(rows, joints);
  const several = rows.filter(({ members }) => members.length > 1);
  const marks = [far, near].flatMap((series) => {
    const belongs = ({ factor }) => factor <= tree.alike === (series === near);
    const own = joints.filter(({ branch }) => belongs(branch));
    const thick = several.filter(belongs).map((row) => {
      const note = noteOf(view, tree, row);
      const ends = { x: [1, row.factor], y: [row.at, row.at] };
      return { mark: "line", series, ...ends, width: tree.thick, notes: [note, note] };
    });
    return [...(own.length ? [bracketsOf(view, tree, series, own)] : []), ...thick];
  });
  const high = Math.max(2 * tree.alike, 1.1 * Math.max(1, ...joints.map(({ branch }) => branch.factor)));
  const ticks = tree.ticks.filter((tick) => tick <= high);
  const label = ({ members: [first, ...others] }) =>
    view.nameOf(first) + (others.length ? ` and ${others.length} more` : "");
  return {
    series: tree.series,
    x: { title: tree.title, low: 1, high, ticks, labels: tree.labels.slice(0, ticks.length) },
    y: { title: "", scale: "rows", labels: rows.map(label) },
    marks: [{ mark: "rule", series: frame, axis: "x", at: [tree.alike] }, ...marks],
  };
}

export function clustersFigure(view, tree) {
  const everyone = { ...view, shown: new Set(view.algorithms.keys()) };
  const said = tree?.groups.map(({ members }) => members.map(view.nameOf).join(", ")) ?? [];
  return pageFigure(everyone, tree ? clustersDescription(view, tree) : undefined, {
    empty: tree
      ? "No two algorithms solve the same problem in this dimension."
      : "There are no two algorithms to compare in this dimension.",
    label: `Which algorithms are alike. ${said.length ? `Groups: ${said.join("; ")}.` : "None are."}`,
    name: `clusters_D${view.dimension}`,
  });
}

// What is said of the groups: how many there are, and how many algorithms stand alone.
export function clustersSentence(view, tree) {
  if (!tree) return "";
  const { groups, alike, leaves } = tree;
  const alone = leaves.length - groups.reduce((sum, { members }) => sum + members.length, 0);
  const of = view.family
    ? `; of ${view.family.title}, cut out of the tree of all algorithms (the command below makes one of these alone)`
    : "";
  const where = `dimension ${view.dimension}${notFollowed(view)}${of}`;
  if (!groups.length) return `No two algorithms are alike up to a factor of ${alike} in ${where}.`;
  const several =
    groups.length > 1 ? `${groups.length} groups of algorithms are` : "One group of algorithms is";
  const rest = alone ? `; ${alone} of ${leaves.length} stand${alone > 1 ? "" : "s"} alone` : "";
  return `${several} alike up to a factor of ${alike} in ${where}${rest}.`;
}

function choosing(members, store) {
  const button = element("button", { type: "button", text: "Only these" });
  button.addEventListener("click", () => store.change({ family: membersKey(members), shown: null }));
  return button;
}

const member = (view, a) => element("span", { class: "member" }, dot(view.colour(a)), view.nameOf(a));

// Some of many; the tree and the files of numbers have all of them.
const rest = (all, most, noun) => (all.length > most ? [`and ${all.length - most} more ${noun}`] : []);

export function clustersList(view, tree, store) {
  $("clusters-about").textContent = clustersSentence(view, tree);
  const groups = (tree?.groups ?? []).toSorted((p, q) => q.members.length - p.members.length);
  const items = groups.slice(0, GROUPS).map(({ members, factor }) => {
    const head = `${members.length} joined at a factor of ${factor}: `;
    const names = members.slice(0, NAMED).map((a) => member(view, a));
    return element("li", {}, choosing(members, store), head, ...names, ...rest(members, NAMED, "algorithms"));
  });
  const more = rest(groups, GROUPS, "groups that are smaller").map((text) => element("li", { text }));
  refill($("clusters-list"), "button", ...items, ...more);
}
