// Tables: expected runtimes and quality at budgets, sorted and filtered here.

const TABLE_KINDS = {
  fixed: "expected runtimes, fixed targets",
  budget: "expected runtimes, budget-based targets",
  quality: "quality at budgets",
};
let tableText = []; // what is shown, for copying

async function tables() {
  const data = await here();
  const kinds = Object.entries(TABLE_KINDS).filter(([kind]) => kind !== "budget" || data.budget_ert);
  if (!kinds.some(([kind]) => kind === state.table)) state.table = "fixed";
  options($("table-kind"), kinds, state.table);
  if ($("table-filter").value !== state.filter) $("table-filter").value = state.filter;
  const all = setOf(state.set).functions.map((f) => `f${f}`);
  // Of many algorithms, the table shows one function at a time.
  const chosen = many() && all.length > 1 ? [state.fn] : all;
  const { heads, rows } =
    state.table === "quality"
      ? qualityRows(data, chosen)
      : ertRows(state.table === "budget" ? data.budget_ert : data.ert, chosen);
  const kept = sorted(rows.filter((r) => r.words.toLowerCase().includes(state.filter.toLowerCase())));
  const limit = state.allRows ? kept.length : ROWS_AT_ONCE;
  const caption = `${TABLE_KINDS[state.table]}, dimension ${state.dimension}`;
  refill(
    $("ert-table"),
    "thead button",
    element("caption", { text: caption }),
    element("thead", {}, element("tr", {}, ...heads.map(sortableHead))),
    element("tbody", {}, ...kept.slice(0, limit).map(tableRow)),
  );
  const one = chosen === all ? "" : `, ${setOf(state.fn).title} (choose another function above)`;
  $("table-more").hidden = kept.length <= limit;
  $("table-count").textContent = `${Math.min(limit, kept.length)} of ${kept.length} rows${one}`;
  const { convergence: quality, table } = suite().captions;
  $("table-caption").textContent = state.table === "quality" ? quality : table;
  const written = (c) => [c.text, c.star ? `★${c.star}` : "", c.small].filter(Boolean).join(" ");
  tableText = [heads, ...kept.map((r) => r.cells.map(written))];
}

// Rows in the chosen order; infinity and nothing come last, reference rows only without an order.
function sorted(rows) {
  if (!state.sort) return rows;
  const { column, down } = state.sort;
  const sign = down ? -1 : 1;
  const key = (r) => r.cells[column]?.key ?? Infinity;
  const compare = (p, q) => {
    const [x, y] = [key(p), key(q)];
    if (typeof x === "string") return sign * x.localeCompare(String(y), undefined, { numeric: true });
    return x === y ? 0 : sign * (x < y ? -1 : 1);
  };
  return rows.filter((r) => !r.reference).sort(compare);
}

function sortableHead(text, i) {
  const here = state.sort?.column === i;
  const order = here ? (state.sort.down ? "descending" : "ascending") : "none";
  const button = element("button", { type: "button", text });
  button.addEventListener("click", () => {
    if (!here) state.sort = { column: i, down: false };
    else state.sort = state.sort.down ? null : { column: i, down: true };
    writeAddress();
    tables();
  });
  return element("th", { scope: "col", class: i < 2 ? "text" : null, "aria-sort": order }, button);
}

function tableRow(row) {
  const cells = row.cells.map((c, i) => {
    const named = i < 2;
    const cell = element(named ? "th" : "td", named ? { scope: "row" } : { title: c.title });
    if (i === 1 && row.a !== undefined)
      cell.append(element("span", { class: "dot", style: { background: colour(row.a) } }));
    cell.append(c.bold ? element("b", { text: c.text }) : c.text);
    if (c.star) cell.append(element("span", { class: "star", text: c.star > 1 ? ` ★${c.star}` : " ★" }));
    if (c.small) cell.append(" ", element("small", { text: c.small }));
    return cell;
  });
  return element("tr", { class: row.reference ? "reference" : null }, ...cells);
}

const inTable = (a) => many() || state.shown.has(a);

function ertRows(table, fns) {
  const budget = state.table === "budget";
  const rows = [];
  let heads = [];
  for (const fn of fns.filter((key) => table[key])) {
    const entry = table[fn];
    const title = setOf(fn).title;
    const columns = budget ? overview.table_budgets.slice(0, entry.targets.length) : entry.targets;
    if (columns.length > heads.length - 3) heads = ["Function", "Algorithm", ...columns, "Succeeded"];
    if (suite().reference) {
      const cells = entry.ref.map((text, i) => ({ text: budget ? `${entry.targets[i]}: ${text}` : text }));
      rows.push({
        reference: true,
        words: `${title} ${suite().reference}`,
        cells: [{ text: title }, { text: suite().reference }, ...cells, { text: "" }],
      });
    }
    for (const [a, cells] of Object.entries(entry.rows)) {
      if (!inTable(Number(a))) continue;
      const name = nameOf(a);
      const [successes, runs] = entry.final[a];
      rows.push({
        a: Number(a),
        words: `${title} ${name}`,
        cells: [
          { text: title, key: title },
          { text: name, key: name },
          ...cells.map((cell, i) => ertCell(cell, i === cells.length - 1)),
          { text: `${successes}/${runs}`, key: successes / runs },
        ],
      });
    }
  }
  return { heads, rows };
}

function ertCell([key, text, ert, interval, successes, runs, marks, spread, length], last) {
  const counts = successes > 0 && successes < runs ? `(${successes}/${runs})` : "";
  const notes = [
    `ERT ${ert} (95 % interval ${interval})`,
    `${successes} of ${runs} runs`,
    spread ? `10–90 % of restarted runs: ${spread}` : "",
    marks & 2 ? "better than the reference" : "",
  ];
  return {
    key,
    text,
    bold: Boolean(marks & 1) && algorithms().length > 1,
    star: marks >> 2,
    small: successes ? counts : last ? `(${length})` : "",
    title: successes ? notes.filter(Boolean).join("; ") : `0 of ${runs} runs; median length ${length}`,
  };
}

function qualityRows(data, fns) {
  const budgets = [1, 10, 100, 1e3, 1e4, 1e5, 1e6];
  const rows = [];
  let used = 1;
  for (const fn of fns) {
    const title = setOf(fn).title;
    data.curves.forEach((entries, a) => {
      const entry = entries[fn];
      if (!entry || !inTable(a)) return;
      const found = budgets.map((b) => entry.q.find((r) => Math.abs(r[0] / b - 1) < 1e-6));
      used = Math.max(used, found.filter(Boolean).length);
      const cell = (r) => {
        if (!r) return { text: "", key: null };
        const [, p25, median, p75, ended] = r;
        const notes = `quartiles ${short(p25)} to ${short(p75)}; ${ended} of ${entry.n} runs had ended`;
        return { text: short(median), key: median, small: ended === entry.n ? "ended" : "", title: notes };
      };
      const names = [title, nameOf(a)].map((text) => ({ text, key: text }));
      rows.push({ a, words: `${title} ${nameOf(a)}`, cells: [...names, ...found.map(cell)] });
    });
  }
  for (const row of rows) row.cells = row.cells.slice(0, used + 2);
  return { heads: ["Function", "Algorithm", ...budgets.slice(0, used).map((b) => `${short(b)}·D`)], rows };
}

async function copyTable(kind) {
  const csv = (t) => (/[",\n]/.test(t) ? `"${t.replaceAll('"', '""')}"` : t);
  const line = (cells) => `| ${cells.map((t) => t.replaceAll("|", "\\|")).join(" | ")} |`;
  const [heads, ...rows] = tableText;
  const text =
    kind === "csv"
      ? tableText.map((r) => r.map(csv).join(",")).join("\n")
      : [line(heads), `|${heads.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
  let result = "copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    result = "the browser does not allow copying here";
  }
  $("table-count").textContent = result;
}
