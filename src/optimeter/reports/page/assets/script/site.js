// The index of a site: what is typed is looked for in all tables, and columns sort them.

const all = (selector, place = document) => [...place.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);

const words = () => byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);

/** Show the rows that hold all words, and the same algorithms in the matrices. */
const find = () => {
  const wanted = words();
  const rows = all("#sets tbody tr");
  const kept = new Set();
  for (const row of rows) {
    const text = row.dataset.text.toLowerCase();
    row.hidden = !wanted.every((word) => text.includes(word));
    if (!row.hidden) kept.add(row.dataset.name);
  }
  for (const table of all(".matrix")) {
    const shown = all("thead th[data-name]", table).map((head) => {
      head.hidden = !kept.has(head.dataset.name);
      return !head.hidden;
    });
    for (const row of all("tbody tr", table)) {
      row.hidden = !kept.has(row.dataset.name);
      all("td", row).forEach((cell, column) => {
        cell.hidden = !shown[column];
      });
    }
  }
  const count = rows.filter((row) => !row.hidden).length;
  byId("count").textContent = wanted.length ? `${count} of ${rows.length} data sets` : "";
};

const valueOf = (row, column) => {
  const cell = row.cells[column];
  return cell.dataset.value === undefined ? cell.textContent.trim() : Number(cell.dataset.value);
};

const compared = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b));

/** Sort the data sets by a column; the same column again turns the order round. */
const sortBy = (head, column) => {
  const falling = head.getAttribute("aria-sort") === "ascending";
  for (const other of all("#sets thead th")) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", falling ? "descending" : "ascending");
  const body = document.querySelector("#sets tbody");
  const rows = [...body.rows].toSorted((a, b) => compared(valueOf(a, column), valueOf(b, column)));
  body.append(...(falling ? rows.toReversed() : rows));
};

/** Show the matrix of the chosen suite and dimension. */
const choose = () => {
  const [suite, dimension] = [byId("suite").value, byId("dimension").value];
  for (const card of all(".matrix-card")) {
    card.hidden = card.dataset.suite !== suite || card.dataset.dimension !== dimension;
  }
};

/** Offer the dimensions of the chosen suite; the one in the middle comes first. */
const offer = () => {
  const cards = all(".matrix-card").filter((card) => card.dataset.suite === byId("suite").value);
  const options = cards.map((card) => new Option(card.dataset.dimension));
  byId("dimension").replaceChildren(...options);
  byId("dimension").selectedIndex = Math.floor(options.length / 2);
  choose();
};

all("#sets thead th").forEach((head, column) => {
  head.querySelector("button").addEventListener("click", () => sortBy(head, column));
});
byId("search").addEventListener("input", find);
if (byId("suite")) {
  byId("suite").addEventListener("change", offer);
  byId("dimension").addEventListener("change", choose);
  offer();
}
