// Small multiples: light drawings without plotly, each a button that enlarges it.

const SVG = "http://www.w3.org/2000/svg";
const SVG_DASH = { solid: "none", dash: "4 2", dot: "1 1.6", dashdot: "4 1.5 1 1.5" };

function svg(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

const superscript = (k) =>
  String(k)
    .replace(/\d/g, (c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c])
    .replace("-", "⁻");
const powerOfTen = (k) => ({ 0: "1", 1: "10" })[k] ?? `10${superscript(k)}`;

// A frame with labelled ticks; X and Y turn parts of the axes (0 to 1) into positions.
function miniFrame(xTicks, yTicks) {
  const [width, height, left, right, top, bottom] = [160, 98, 19, 3, 4, 13];
  const X = (part) => left + (width - left - right) * Math.min(1, Math.max(0, part));
  const Y = (part) => top + (height - top - bottom) * (1 - part);
  const node = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const box = { x: left, y: top, width: width - left - right, height: height - top - bottom };
  node.append(svg("rect", { ...box, fill: "none", stroke: "var(--line)", "stroke-width": 0.8 }));
  const small = { "font-size": 7, fill: "var(--soft)" };
  for (const [part, label] of xTicks)
    node.append(svg("text", { x: X(part), y: height - 3.5, "text-anchor": "middle", ...small }, label));
  for (const [part, label] of yTicks) {
    const line = { x1: left, x2: width - right, y1: Y(part), y2: Y(part) };
    if (part > 0 && part < 1)
      node.append(svg("line", { ...line, stroke: "var(--grid)", "stroke-width": 0.6 }));
    node.append(svg("text", { x: left - 2, y: Y(part) + 2.4, "text-anchor": "end", ...small }, label));
  }
  return { node, X, Y };
}

function miniProfile(entry) {
  const [from, to] = suite().window;
  const part = (log) => (log - from) / (to - from);
  const decades = [];
  for (let k = Math.ceil(from); k <= to; k += 2) decades.push([part(k), powerOfTen(k)]);
  const shares = [0, 0.2, 0.4, 0.6, 0.8, 1].map((y) => [y, y === 0 || y === 1 ? y : String(y).slice(1)]);
  const { node, X, Y } = miniFrame(decades, shares);
  if (!entry) return node;
  const at = (x) => X(part(Math.log10(Math.max(1, x)))).toFixed(1);
  const path = (curve) => {
    const { x, y } = steps(curve);
    if (!x.length) return "";
    const moves = x.map((value, i) => `H${at(value)}V${Y(y[i]).toFixed(1)}`);
    return `M${at(x[0])} ${Y(0).toFixed(1)}${moves.join("")}H${X(1).toFixed(1)}`;
  };
  const line = (d, stroke, width, more = {}) =>
    node.append(svg("path", { d, fill: "none", stroke, "stroke-width": width, ...more }));
  const behind = many() && state.crowd ? entry.c.filter((c) => !state.shown.has(c.a)) : [];
  if (behind.length) line(behind.map(path).join(""), PALE[theme()], 0.4);
  if (entry.ref) line(path(entry.ref), REFERENCE[theme()], 2.2, { opacity: 0.55 });
  for (const curve of entry.c.filter((c) => state.shown.has(c.a))) {
    const interval = state.bands ? band(curve) : null;
    if (interval) {
      const up = interval.x.map((x, i) => `${at(x)} ${Y(interval.high[i]).toFixed(1)}`);
      const down = interval.x.map((x, i) => `${at(x)} ${Y(interval.low[i]).toFixed(1)}`).reverse();
      node.append(
        svg("path", { d: `M${[...up, ...down].join("L")}Z`, fill: colour(curve.a), opacity: 0.18 }),
      );
    }
    line(path(curve), colour(curve.a), 1.3, { "stroke-dasharray": SVG_DASH[algorithms()[curve.a].dash] });
    if (curve.b !== null && curve.b <= to && curve.b >= from) {
      const points = steps(curve);
      const passed = points.x.filter((x) => x <= 10 ** curve.b).length;
      const cross = `M${X(part(curve.b)) - 2} ${Y(passed ? points.y[passed - 1] : 0) - 2}l4 4m0 -4l-4 4`;
      line(cross, colour(curve.a), 1.1);
    }
  }
  return node;
}

// Buttons in a container.
function fillMinis(id, entries) {
  const buttons = entries.map(({ title, drawing, pressed, choose }) => {
    const label = element("span", { text: title });
    const attributes = { type: "button", class: "mini", "aria-pressed": String(pressed) };
    const button = element("button", attributes, label, drawing);
    button.addEventListener("click", () => {
      choose();
      update();
    });
    return button;
  });
  refill($(id), ".mini", ...buttons);
}
