// Which few algorithms of those that are looked at solve most of the chosen functions together.

const [NEVER, NO_DATA] = ["-", "."];
const MOST = 5; // algorithms that are taken

// Chosen one by one, each the one that adds most; of those that add as much, the one that solves more by itself:
// [{ algorithm, share }] as measures/advice.py finds them.
export function coverOf(view, { budgets, algorithms, functions, solved: all }) {
  const last = budgets.indexOf(view.adviceBudget);
  const chosen = new Set(view.set.functions);
  const counts = functions.flatMap(([f, pairs]) => Array.from({ length: pairs }, () => chosen.has(f)));
  const solved = all.map((word) => [...word].filter((_, pair) => counts[pair]).join(""));
  const within = (letter) => letter !== NEVER && letter !== NO_DATA && Number.parseInt(letter, 36) <= last;
  const rivals = algorithms.flatMap((algorithm, i) => {
    const own = [...solved[i]].flatMap((letter, pair) => (within(letter) ? [pair] : []));
    return view.belongs(algorithm) ? [{ algorithm, pairs: own, word: solved[i] }] : [];
  });
  const count = rivals[0]?.word.length ?? 0;
  const held = Array.from({ length: count }, (_, pair) => rivals.some(({ word }) => word[pair] !== NO_DATA));
  const pairs = held.filter(Boolean).length;
  const covered = new Set();
  const members = [];
  while (members.length < MOST) {
    let [best, most] = [null, 0];
    for (const rival of rivals) {
      const gain = rival.pairs.filter((pair) => !covered.has(pair)).length;
      if (gain > most || (best && gain === most && rival.pairs.length > best.pairs.length))
        [best, most] = [rival, gain];
    }
    if (!best) break;
    for (const pair of best.pairs) covered.add(pair);
    members.push({ algorithm: best.algorithm, share: covered.size / pairs });
  }
  return members;
}
