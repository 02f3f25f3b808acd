// Who may be the highest, as far as intervals tell.

// Of { value, low, high }, the highest and those not surely below it, by the rule of not_surely_lower of
// measures/words.py: the interval of the difference includes zero (MOVER). Without intervals (null), only equal values are
// as high; nothing (0) is below those that are surely below.
export function notSurelyLower(estimates) {
  const order = estimates.toSorted((p, q) => q.value - p.value);
  const [top] = order;
  const positive = order.filter(({ value }) => value > 0).length;
  const found = [];
  for (const one of order) {
    const slack = Math.hypot(top.value - (top.low ?? NaN), (one.high ?? NaN) - one.value);
    const idle = one.value <= 0 && top.value > 0 && found.length < positive;
    if (!idle && top.value - one.value <= (Number.isNaN(slack) ? 0 : slack)) found.push(one);
  }
  return found;
}
