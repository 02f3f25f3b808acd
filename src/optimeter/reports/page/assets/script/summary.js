// The summary: numbers of every algorithm, and who leads at which budget.

function summaryTable() {
  const rows = [...suite().summary[state.dimension]].sort((p, q) => q.auc - p.auc),
    several = algorithms().length > 1;
  const rated = rows.some((r) => r.rating_text);
  const heads = [
    "Algorithm",
    "Area under the profile",
    "95 % interval",
    "Solved",
    "Mean runtime / D",
    "Median failed run / D",
  ];
  if (several) heads.push("Best on", "Within 2× of best");
  if (rated) heads.push("Rating");
  const body = rows.map((r) => {
    const cells = [
      r.auc_text,
      r.auc_interval,
      r.solved_text,
      r.mean_text,
      r.budget === null ? "–" : r.budget_text,
    ];
    if (several) cells.push(`${r.wins} of ${r.pairs}`, String(r.near));
    if (rated) cells.push(r.rating_text);
    const name = element(
      "th",
      { scope: "row" },
      element("span", { class: "dot", style: { background: colour(r.a) } }),
      nameOf(r.a) + (r.missing ? ` (${r.missing} of ${r.functions} functions missing)` : ""),
    );
    return element("tr", {}, name, ...cells.map((text) => element("td", { text })));
  });
  $("summary-table").replaceChildren(
    element("caption", { text: `Dimension ${state.dimension}, all functions, ${suite().targets.fixed}` }),
    element("thead", {}, element("tr", {}, ...heads.map((text) => element("th", { scope: "col", text })))),
    element("tbody", {}, ...body),
  );
}

function winnersStrip() {
  const rows = suite()
    .sets.filter((s) => s.kind !== "function")
    .map((s) => [s, suite().winners[`${state.dimension}/${s.key}`]])
    .filter(([, w]) => w);
  const grid = element("div", { class: "strip" }),
    leaders = new Set();
  for (const [s, w] of rows) {
    const cells = element("div", { class: "cells", role: "img" });
    const said = [];
    w.w.forEach((a, i) => {
      const budget = short(10 ** (i / 5));
      const cell = element("span", {
        title:
          a < 0 ? `${budget}·D: nothing solved` : `${budget}·D: ${nameOf(a)}, ahead by ${percent(w.m[i])}`,
      });
      if (a >= 0) {
        cell.style.background = colour(a);
        cell.style.opacity = String(Math.min(1, 0.35 + 6 * w.m[i]));
        leaders.add(a);
      }
      if (a >= 0 && said.at(-1)?.[0] !== a) said.push([a, budget]);
      cells.append(cell);
    });
    cells.setAttribute(
      "aria-label",
      said.map(([a, b]) => `${nameOf(a)} from ${b} times dimension on`).join(", "),
    );
    grid.append(element("div", { text: s.title }), cells);
  }
  grid.append(
    element("div"),
    element(
      "div",
      { class: "axis" },
      ...["1", "10", "10²", "10³", "10⁴", "10⁵", "10⁶", "10⁷"].map((text) => element("span", { text })),
    ),
  );
  const keys = element(
    "ul",
    { class: "keys" },
    ...[...leaders].map((a) =>
      element("li", {}, element("span", { class: "dot", style: { background: colour(a) } }), nameOf(a)),
    ),
  );
  $("winners").replaceChildren(grid, keys);
}
