// Evaluated in a page: every visible text is measured. Returns { overlaps, cut, low } as sentences: texts that
// lie over each other or over what they must not, texts that are not seen whole, axes without room.
() => {
  const SLACK = 1.5; // pixels that letters never fill: boxes are those of the font
  const LOWEST = 200; // pixels an axis is high at least, unless its figure is made of rows
  const SMALLEST = 7; // pixels of type on paper and screen
  const page = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: Infinity };
  const boxOf = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
  const inked = (box) => {
    const less = 0.16 * (box.bottom - box.top); // above and below the letters
    return { ...box, top: box.top + less, bottom: box.bottom - less };
  };
  const clashes = (p, q) =>
    Math.min(p.right, q.right) - Math.max(p.left, q.left) > SLACK &&
    Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > SLACK;
  const place = (node) => {
    const home = node.closest("[id]:not(svg *)") ?? document.body;
    return `${home.id || home.tagName}`;
  };
  const seen = (node) =>
    node.checkVisibility({ visibilityProperty: true }) &&
    !node.closest(".skip, .hoverlayer, noscript, script, style");
  const style = new Map();
  const styleOf = (node) => style.get(node) ?? style.set(node, getComputedStyle(node)).get(node);

  // Texts: { words, node, box }; a text of HTML has a box for each line.
  const found = [];
  for (const node of document.querySelectorAll("svg text"))
    if (node.textContent.trim() && seen(node))
      found.push({ words: node.textContent, node, box: boxOf(node.getBoundingClientRect()), group: node });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const node = text.parentElement;
    if (!text.textContent.trim() || node.closest("svg, select, option, script, style") || !seen(node))
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter((line) => line.width > 0);
    const group =
      node.closest("p, li, td, th, caption, button, label, dt, dd, h1, h2, h3, a, figcaption") ?? node;
    for (const line of lines) found.push({ words: text.textContent, node, box: boxOf(line), group });
  }
  for (const node of document.querySelectorAll(".modebar-btn"))
    if (node.checkVisibility())
      found.push({ words: "(button)", node, box: boxOf(node.getBoundingClientRect()), group: node });

  // What can be seen of an element: the boxes of those around it that hide what is beyond them.
  const cut = [];
  const scrolls = (around, side) =>
    ["auto", "scroll"].includes(styleOf(around)[`overflow-${side}`]) && around.classList.contains("scroll");
  function hiddenBy({ node, box }) {
    const first = node instanceof SVGElement ? node.parentElement : node;
    for (let around = first; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY } = styleOf(around);
      if (overflowX === "visible" && overflowY === "visible") continue;
      if (around instanceof SVGElement && !(around instanceof SVGSVGElement)) continue;
      const room = around.getBoundingClientRect();
      const wide = box.left < room.left - SLACK || box.right > room.right + SLACK;
      const high = box.top < room.top - SLACK || box.bottom > room.bottom + SLACK;
      if (scrolls(around, "x") || scrolls(around, "y") || around.id === "algorithm-list")
        return wide || high ? "scrolled" : null;
      if ((wide && overflowX !== "visible") || (high && overflowY !== "visible")) return place(around);
    }
    if (box.left < page.left - SLACK || box.right > page.right + SLACK) return "the page";
    return null;
  }
  const shown = [];
  for (const text of found) {
    const by = hiddenBy(text);
    if (by === "scrolled") continue; // can be reached; `beyond` tells of those that need not be
    if (by) cut.push(`${place(text.node)}: “${text.words.trim()}” is cut by ${by}`);
    shown.push({ ...text, ink: inked(text.box) });
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const node of document.querySelectorAll("select")) {
    if (!seen(node) || !node.selectedOptions[0]) continue;
    pen.font = styleOf(node).font;
    const needed = pen.measureText(node.selectedOptions[0].text).width;
    if (needed > node.clientWidth - 18)
      cut.push(`${node.id}: “${node.selectedOptions[0].text}” is cut by its list`);
  }

  // Overlaps, by a sweep from the top: only texts that are near each other are compared.
  const overlaps = [];
  shown.sort((p, q) => p.ink.top - q.ink.top);
  let near = [];
  for (const text of shown) {
    near = near.filter((other) => other.ink.bottom > text.ink.top);
    for (const other of near)
      if (other.group !== text.group && clashes(text.ink, other.ink))
        overlaps.push(`${place(text.node)}: “${text.words.trim()}” over “${other.words.trim()}”`);
    near.push(text);
  }

  // Frames of figures: nothing but marks within, and room for them.
  const low = [];
  for (const figure of document.querySelectorAll(".js-plotly-plot:has(.nsewdrag)")) {
    if (!figure.checkVisibility()) continue;
    const frame = boxOf(figure.querySelector(".nsewdrag").getBoundingClientRect());
    const scale = (frame.right - frame.left) / figure._fullLayout._size.w; // on paper
    const rows = figure._fullLayout.yaxis.ticktext?.length ?? 0;
    const high = (frame.bottom - frame.top) / scale;
    const wide = (frame.right - frame.left) / scale;
    const wanted = figure._fullLayout.yaxis.range[1] === -0.6 ? 18 * rows : LOWEST;
    if (high < wanted) low.push(`${figure.id}: the axis is ${high.toFixed(0)} pixels high`);
    if (wide < 120) low.push(`${figure.id}: the axis is ${wide.toFixed(0)} pixels wide`);
    for (const node of figure.querySelectorAll(
      ".annotation-text, .xtitle, .ytitle, .xtick text, .ytick text",
    ))
      if (clashes(inked(boxOf(node.getBoundingClientRect())), frame))
        overlaps.push(`${figure.id}: “${node.textContent}” over the frame`);
  }
  for (const { words, node, box } of shown)
    if (
      node instanceof SVGElement &&
      node.closest(".plot") &&
      words.trim().length > 1 &&
      Math.min(box.bottom - box.top, box.right - box.left) < SMALLEST
    )
      low.push(
        `${place(node)}: “${words}” is ${Math.min(box.bottom - box.top, box.right - box.left).toFixed(1)} pixels high`,
      );

  const beyond = [...document.querySelectorAll(".scroll")]
    .filter((node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1)
    .map((node) => ({
      name: node.querySelector("table")?.id || place(node),
      told: Boolean(node.dataset.more),
    }));
  return { overlaps: [...new Set(overlaps)], cut: [...new Set(cut)], low, beyond, texts: shown.length };
};
