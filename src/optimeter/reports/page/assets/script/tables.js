// The large table on the page.

import { $, dot, element, refill } from "./dom.js";
import { choosingOrder } from "./state.js";
import {
  asCsv,
  asMarkdown,
  filtered,
  inOrder,
  joined,
  tableCaption,
  tableFunctions,
  tableOf,
} from "./table_rows.js";

const ROWS_AT_ONCE = 400;

async function shownTable(view, results) {
  const ds = view.allDimensions ? view.suite.dimensions : [view.dimension];
  const tables = await Promise.all(ds.map(async (d) => [d, tableOf(view, await results.tables(view, d))]));
  const { heads, rows } = view.allDimensions ? joined(tables) : tables[0][1];
  return { heads, rows: inOrder(filtered(rows, view.filter), view.sort) };
}

export async function tableSection(view, results, store) {
  const { heads, rows } = await shownTable(view, results);
  const limit = view.allRows ? rows.length : ROWS_AT_ONCE;
  const where = view.allDimensions ? "all dimensions" : `dimension ${view.dimension}`;
  const caption = `${view.suite.tables[view.table]}, ${where}`;
  refill(
    $("ert-table"),
    "thead button",
    element("caption", {}, element("span", { text: caption })),
    element("thead", {}, element("tr", {}, ...heads.map((text, i) => sortableHead(view, text, i, store)))),
    element("tbody", {}, ...rows.slice(0, limit).map((row) => tableRow(view, row))),
  );
  const single = view.many && tableFunctions(view).length < view.set.functions.length;
  const one = single ? `, ${view.setOf(view.fn).title} (choose another function above)` : "";
  $("table-more").hidden = rows.length <= limit;
  $("table-count").textContent = `${Math.min(limit, rows.length)} of ${rows.length} rows${one}`;
  $("table-caption").textContent = tableCaption(view, rows);
}

function sortableHead(view, text, i, store) {
  const { column, down } = view.sort ?? {};
  const order = column === i ? (down ? "descending" : "ascending") : "none";
  const button = element("button", { type: "button", text });
  button.addEventListener("click", () => store.change(choosingOrder(store.view(), i)));
  return element("th", { scope: "col", class: i < 2 ? "text" : null, "aria-sort": order }, button);
}

function tableRow(view, row) {
  const cells = row.cells.map((c, i) => {
    const cell = i < 2 ? element("th", { scope: "row" }) : element("td", { title: c.title });
    if (i === 1 && row.algorithm !== undefined) cell.append(dot(view.colour(row.algorithm)));
    cell.append(c.bold ? element("b", { text: c.text }) : c.text);
    if (c.star) cell.append(element("span", { class: "star", text: c.star > 1 ? ` ★${c.star}` : " ★" }));
    if (c.small) cell.append(" ", element("small", { text: c.small }));
    if (c.spread) cell.append(" ", element("small", { class: "spread", text: c.spread }));
    return cell;
  });
  return element("tr", { class: row.reference ? "reference" : null }, ...cells);
}

export async function copyTable(view, results, kind) {
  const table = await shownTable(view, results);
  let result = "copied";
  try {
    await navigator.clipboard.writeText(kind === "csv" ? asCsv(table) : asMarkdown(table));
  } catch {
    result = "the browser does not allow copying here";
  }
  $("table-count").textContent = result;
}
