// Figures on the page. A figure is { traces, layout, name, label } or { empty: why }.

import { $, element } from "./dom.js";

// Only what works without a network: a picture, zooming, and back.
const BUTTONS = [["toImage"], ["zoom2d", "pan2d"], ["zoomIn2d", "zoomOut2d", "resetScale2d"]];

function fullLayout({ paint }, layout) {
  const font = { family: paint.sans, size: 13, color: paint.ink };
  return {
    margin: { l: 74, r: 18, t: 10, b: 48 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font,
    showlegend: false,
    hovermode: "closest",
    modebar: { bgcolor: "rgba(0,0,0,0)", color: paint.soft, activecolor: paint.ink, orientation: "v" },
    hoverlabel: { bgcolor: paint.card, bordercolor: paint.soft, font, align: "left" },
    ...layout,
  };
}

// Draw a figure, or say why there is none; the label is what a screen reader says.
export async function show(view, id, figure) {
  const node = $(id);
  if (figure.empty) {
    window.Plotly.purge(node);
    node.replaceChildren(element("p", { class: "quiet", text: figure.empty }));
    return;
  }
  for (const former of node.querySelectorAll("p.quiet, svg.static")) former.remove();
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", figure.label);
  if (figure.layout.height) node.style.minHeight = `${figure.layout.height}px`;
  await window.Plotly.react(node, figure.traces, fullLayout(view, figure.layout), {
    responsive: true,
    displaylogo: false,
    modeBarButtons: BUTTONS,
    toImageButtonOptions: { format: "svg", filename: figure.name },
  });
}
