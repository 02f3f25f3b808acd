// Elements of the page. Texts of the data reach it as text nodes only.

export const $ = (id) => document.getElementById(id);

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") node.textContent = value;
    else if (key === "style") Object.assign(node.style, value);
    else if (value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

const SVG = "http://www.w3.org/2000/svg";
export function svg(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

// The choices of a list: [value, text, name of its group].
export function fillChoices(select, entries, chosen) {
  select.replaceChildren();
  const groups = new Map();
  for (const [value, text, group] of entries) {
    let parent = select;
    if (group) {
      if (!groups.has(group)) {
        groups.set(group, element("optgroup", { label: group }));
        select.append(groups.get(group));
      }
      parent = groups.get(group);
    }
    parent.append(element("option", { value, text }));
  }
  select.value = chosen;
}

// New content for a container; what had the focus in it keeps it.
export function refill(container, selector, ...nodes) {
  const place = [...container.querySelectorAll(selector)].indexOf(document.activeElement);
  container.replaceChildren(...nodes);
  if (place >= 0) container.querySelectorAll(selector)[place]?.focus({ preventScroll: true });
}

export const dot = (colour) => element("span", { class: "dot", style: { background: colour } });

// A table of texts and elements; the first cell of a row is its head.
export function fillTable(table, caption, heads, rows) {
  const cell = (content, i) => {
    if (content instanceof Node) return content;
    return element(i ? "td" : "th", i ? { text: content } : { scope: "row", text: content });
  };
  table.replaceChildren(
    element("caption", {}, element("span", { text: caption })),
    element("thead", {}, element("tr", {}, ...heads.map((text) => element("th", { scope: "col", text })))),
    element("tbody", {}, ...rows.map((cells) => element("tr", {}, ...cells.map(cell)))),
  );
}
