// Curves and tables of the results, decoded when first needed.

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

// Where a step function first reaches a height; undefined if never.
export const reach = ({ x, y }, height) => x[y.findIndex((value) => value >= height - 1e-9)];

// An object with other values: `make(value, name)` of each.
export const mapped = (object, make) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, make(value, name)]));

// The rows of a table that is stored by named columns.
export function rowsOf(columns) {
  const [first = []] = Object.values(columns);
  return first.map((_, i) => mapped(columns, (column) => column[i]));
}
