// The legend below a figure: it takes the lines that it needs. A click hides and shows a series.

import { element } from "./dom.js";
import { sampleOf } from "./samples.js";

function toggled(plot, key, button) {
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  const places = plot.data.flatMap(({ legendgroup }, i) => (legendgroup === key ? [i] : []));
  return window.Plotly.restyle(plot, { visible: on }, places);
}

function item(plot, entry) {
  if (!entry.key) return element("li", { text: entry.label });
  const pressed = { type: "button", "aria-pressed": "true", title: "Hide or show" };
  const button = element("button", pressed, sampleOf(entry), element("span", { text: entry.label }));
  button.addEventListener("click", () => toggled(plot, entry.key, button));
  return element("li", {}, button);
}

// Show the entries below the figure `plot`; none leaves nothing behind.
export function fillLegend(plot, entries) {
  const former = plot.nextElementSibling;
  if (former?.classList.contains("legend")) former.remove();
  if (entries.length)
    plot.after(element("ul", { class: "legend" }, ...entries.map((entry) => item(plot, entry))));
}
