// The answer in words for a group of algorithms, made of the numbers that the page has of each of them.

import { listed } from "./format.js";
import { leadersOf, leadSentence } from "./group_leads.js";

// The height of a share in words, such as "< 1 %".
const heightOf = (text) =>
  Number(text.match(/[\d.]+/)?.[0] ?? 0) + (text.startsWith("<") ? -0.5 : text.startsWith(">") ? 0.5 : 0);

function spanOf(texts) {
  const [low, high] = [texts[0], texts.at(-1)];
  return low === high ? low : `${low} to ${high}`;
}

// Who has the largest area, and who may have it: the interval of the difference includes zero (MOVER rule).
function areaWords(view, rows) {
  const ends = (row) => row.auc_interval.split("–").map(Number);
  const [best] = rows;
  const [low] = ends(best);
  const name = view.nameOf(best.algorithm);
  if (!best.auc_interval.match(/\d/))
    return `${name} has the largest area under its profile (${best.auc_text}), without an interval.`;
  const isOpen = (row) => best.auc - row.auc <= Math.hypot(best.auc - low, ends(row)[1] - row.auc);
  const others = rows.filter((row) => row !== best && isOpen(row)).map((row) => view.nameOf(row.algorithm));
  const some = others.length > 3 ? [...others.slice(0, 2), `${others.length - 2} others`] : others;
  const rest = others.length ? `, not surely larger than that of ${listed(some)}` : "";
  return `${name} has the largest area under its profile (${best.auc_text}, 95 % interval ${best.auc_interval})${rest}.`;
}

const pairKey = (rows) =>
  rows
    .slice(0, 2)
    .map(({ algorithm }) => algorithm)
    .toSorted((p, q) => p - q)
    .join("-");

// `rows` are the numbers of its members, the largest area first; `pairs` what is said of two, `orders` of budgets.
export function groupWords(view, rows, pairs, orders) {
  const { family, algorithms, dimension, set, suite, targets } = view;
  const where = `dimension ${dimension}, ${set.title}, ${suite.targets[targets]}`;
  const of = `Of ${family.title} (${family.members.size} of ${algorithms.length} algorithms)`;
  if (!rows.length) return [`${of} none has data: ${where}.`];
  const { does, do: doing, pairs: problems } = suite.words;
  const shares = rows.map((row) => row.recorded_text).toSorted((p, q) => heightOf(p) - heightOf(q));
  const [whose, who, verb] = rows.length > 1 ? ["their", "they", doing] : ["its", "it", does];
  const first = `${of}, ${where}: within ${whose} runs ${who} ${verb} ${spanOf(shares)} of the ${problems}.`;
  if (rows.length === 1) return [first];
  const compared = targets === "fixed" ? pairs[set.key]?.[pairKey(rows)]?.sentence : null;
  // A single function has no order of algorithms.
  const leads = set.kind !== "function" && orders ? leadSentence(view, leadersOf(view, orders, set)) : "";
  return [first, areaWords(view, rows), compared, leads].filter(Boolean);
}
