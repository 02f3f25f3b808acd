// Figures on the page. A figure is { traces, layout, name, label } or { empty: why }.

import { $, element } from "./dom.js";
import { fillLegend } from "./legends.js";
import { savePicture } from "./pictures.js";

// Only what works without a network: a picture, zooming, and back.
const BUTTONS = [
  ["zoom2d", "pan2d"],
  ["zoomIn2d", "zoomOut2d", "resetScale2d"],
];

// How wide a text is on this page, in pixels.
function measureIn(paint) {
  const pen = document.createElement("canvas").getContext("2d");
  return (text, size) => {
    pen.font = `${size}px ${paint.sans}`;
    return pen.measureText(text).width;
  };
}

function fullLayout({ paint }, layout) {
  const font = { family: paint.sans, size: 13, color: paint.ink };
  return {
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font,
    showlegend: false,
    hovermode: "closest",
    modebar: { bgcolor: "rgba(0,0,0,0)", color: paint.soft, activecolor: paint.ink },
    hoverlabel: { bgcolor: paint.card, bordercolor: paint.soft, font, align: "left" },
    ...layout,
  };
}

const pictureButton = (view, figure, room) => ({
  name: "picture",
  title: "Download plot",
  icon: window.Plotly.Icons.camera,
  click: (plot) => savePicture(plot, figure, { ...view, ...room }),
});

// Draw a figure in the room that it has, or say why there is none; the label is what a screen reader says.
export async function show(view, id, figure) {
  const node = $(id);
  if (figure.empty) {
    window.Plotly.purge(node);
    fillLegend(node, []);
    node.style.minHeight = "0";
    node.replaceChildren(element("p", { class: "quiet", text: figure.empty }));
    return;
  }
  for (const former of node.querySelectorAll("p.quiet, svg.static")) former.remove();
  const onPaper = document.documentElement.classList.contains("printing");
  const room = { width: Math.max(280, node.clientWidth), measure: measureIn(view.paint), onPaper };
  const { layout, legend, numbered } = figure.arrange(room);
  const traces = numbered ? figure.traces : figure.traces.filter(({ mode }) => mode !== "text");
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", figure.label);
  node.style.minHeight = `${layout.height}px`;
  await window.Plotly.react(node, traces, fullLayout(view, layout), {
    displaylogo: false,
    modeBarButtons: [[pictureButton(view, { ...figure, legend }, room)], ...BUTTONS],
  });
  fillLegend(node, legend);
}
