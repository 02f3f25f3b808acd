// The answer in words for a group of algorithms, made of the numbers that the page has of each of them.

import { some } from "./format.js";
import { leadersOf, leadSentence } from "./group_leads.js";
import { notSurelyLower } from "./intervals.js";
import { pairKey } from "./speed.js";

function spanOf(texts) {
  const [low, high] = [texts[0], texts.at(-1)];
  return low === high ? low : `${low} to ${high}`;
}

// Who has the largest area, and who may have it.
function areaWords(view, rows) {
  const estimates = rows.map((row) => ({ row, value: row.auc, low: row.auc_low, high: row.auc_high }));
  const [{ row: best }, ...open] = notSurelyLower(estimates);
  const names = (found) => found.map(({ row }) => view.nameOf(row.algorithm));
  const size =
    best.auc_low === null
      ? `${best.auc_text}), without an interval`
      : `${best.auc_text}, 95 % interval ${best.auc_interval})`;
  const equal = open.filter(({ value }) => value === best.auc);
  if (equal.length && equal.length === open.length)
    return `${some([view.nameOf(best.algorithm), ...names(equal)])} have the same area under their profiles, the largest (${size}.`;
  const rest = open.length ? `, not surely larger than that of ${some(names(open))}` : "";
  return `${view.nameOf(best.algorithm)} has the largest area under its profile (${size}${rest}.`;
}

// `rows` are the numbers of its members, the largest area first; `pairs` what is said of two, `orders` of budgets.
export function groupWords(view, rows, pairs, orders) {
  const { family, rivals, dimension, set, suite, targets } = view;
  const where = `dimension ${dimension}, ${set.title}, ${suite.targets[targets]}`;
  const of = `Of ${family.title} (${rivals.filter(view.belongs).length} of ${rivals.length} algorithms)`;
  if (!rows.length) return [`${of} none has data: ${where}.`];
  const { does, do: doing, pairs: problems } = suite.words;
  const shares = rows.toSorted((p, q) => p.recorded - q.recorded).map((row) => row.recorded_text);
  const [whose, who, verb] = rows.length > 1 ? ["their", "they", doing] : ["its", "it", does];
  const first = `${of}, ${where}: within ${whose} runs ${who} ${verb} ${spanOf(shares)} of the ${problems}.`;
  if (rows.length === 1) return [first];
  const compared =
    targets === "fixed" ? pairs[set.key]?.[pairKey(rows[0].algorithm, rows[1].algorithm)]?.sentence : null;
  // A single function has no order of algorithms.
  const leads = set.kind !== "function" && orders ? leadSentence(view, leadersOf(view, orders, set)) : "";
  return [first, areaWords(view, rows), compared, leads].filter(Boolean);
}
