// A figure as a file: the drawing of plotly with the legend below it.

import { element, svg } from "./dom.js";
import { SAMPLE, sampleNodes } from "./samples.js";

const TYPE = 13;
const LINE = 20;
const GAP = 18;

// Where the entries of a legend stand in a picture: [entry, x, y] each, and how high they are together.
export function placed(entries, width, measure) {
  let [x, y] = [GAP, LINE / 2];
  const found = entries.map((entry) => {
    const needed = SAMPLE.width + 6 + measure(entry.label, TYPE) + GAP;
    if (x > GAP && x + needed > width) [x, y] = [GAP, y + LINE];
    const at = x;
    x += needed;
    return [entry, at, y];
  });
  return { found, height: entries.length ? y + LINE : 0 };
}

export async function savePicture(plot, { name, legend }, { paint, measure }) {
  const { width, height } = plot.layout;
  const address = await window.Plotly.toImage(plot, { format: "svg", width, height });
  const text = decodeURIComponent(address.slice(address.indexOf(",") + 1));
  const picture = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const { found, height: below } = placed(legend, width, measure);
  picture.setAttribute("height", height + below);
  picture.setAttribute("viewBox", `0 0 ${width} ${height + below}`);
  for (const [entry, x, y] of found) {
    const group = svg("g", { transform: `translate(${x} ${height + y - SAMPLE.height / 2})` });
    const place = { x: SAMPLE.width + 6, y: SAMPLE.height / 2 + 0.36 * TYPE };
    const look = { "font-family": paint.sans, "font-size": TYPE, fill: paint.ink };
    group.append(...sampleNodes(entry), svg("text", { ...place, ...look }, entry.label));
    picture.append(group);
  }
  const content = new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" });
  const link = element("a", { href: URL.createObjectURL(content), download: `${name}.svg` });
  link.click();
  URL.revokeObjectURL(link.href);
}
