// Curves and tables of the results, decoded when first needed.

const LOG_UNIT = 1000; // whole numbers in log10 of one
const SHARE_UNIT = 10000;

// Differences of whole numbers, summed up, in units.
export function summed(differences, unit) {
  let total = 0;
  return differences.map((step) => (total += step) / unit);
}

// A function of curves that remembers what it returned.
export function remembered(decode) {
  const known = new WeakMap();
  return (curve) => {
    if (!known.has(curve)) known.set(curve, decode(curve));
    return known.get(curve);
  };
}

// The points of a step function.
export const steps = remembered((curve) => ({
  x: summed(curve.log_x, LOG_UNIT).map((log) => 10 ** log),
  y: summed(curve.share, SHARE_UNIT),
}));

// The ends of the intervals at the steps of a curve.
export const interval = remembered((curve) => ({
  low: summed(curve.low, SHARE_UNIT),
  high: summed(curve.high, SHARE_UNIT),
}));

// Where a step function first reaches a height; undefined if never.
export const reach = ({ x, y }, height) => x[y.findIndex((value) => value >= height - 1e-9)];

// The rows of a table that is stored by named columns.
export function rowsOf(columns) {
  const names = Object.keys(columns);
  const first = columns[names[0]] ?? [];
  return first.map((_, i) => Object.fromEntries(names.map((name) => [name, columns[name][i]])));
}
