// Numbers and elements. Texts of the data reach the page as text nodes, or escaped for plotly.

// Names as plotly shows them: no markup, and no %{…}, which it would fill in.
const escaped = (text) =>
  String(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("%{", "%&#123;");
const shortened = (text, letters) => (text.length > letters ? `${text.slice(0, letters - 1)}…` : text);
function short(value) {
  if (value === null || value === undefined) return "∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e4) return String(Number(value.toPrecision(3)));
  const [m, e] = value.toExponential(2).split("e");
  return `${Number(m)}e${Number(e)}`;
}
const percent = (y) => `${(100 * y).toFixed(1)} %`;
function element(tag, options = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(options)) {
    if (key === "text") node.textContent = value;
    else if (key === "style") Object.assign(node.style, value);
    else if (value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}
function options(select, entries, chosen) {
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
function refill(container, selector, ...nodes) {
  const place = [...container.querySelectorAll(selector)].indexOf(document.activeElement);
  container.replaceChildren(...nodes);
  if (place >= 0) container.querySelectorAll(selector)[place]?.focus({ preventScroll: true });
}
