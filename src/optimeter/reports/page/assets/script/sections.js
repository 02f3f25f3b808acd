// Sections are drawn when they come into view, and again when the choice changes.

const sections = [];
function section(id, render) {
  sections.push({ node: $(id), render, dirty: true, visible: false });
}
function refresh() {
  for (const s of sections) s.dirty = true;
  drawTheRestLater();
  return Promise.all(sections.filter((s) => s.visible).map(run));
}
// What is not in view is drawn while nothing else is to be done, so that printing finds it.
function drawTheRestLater() {
  const next = sections.find((s) => s.dirty && s.node);
  if (!next || many() || !window.requestIdleCallback) return;
  window.requestIdleCallback(async () => {
    await run(next);
    drawTheRestLater();
  });
}
async function run(s) {
  if (!s.dirty || !s.node) return;
  s.dirty = false;
  try {
    await s.render();
  } catch (error) {
    console.error(error);
  }
}
const drawEverything = () => Promise.all(sections.map(run));
window.optimeterDrawEverything = drawEverything;

function update() {
  controls();
  words();
  writeAddress();
  return refresh();
}

function words() {
  const s = suite(),
    d = state.dimension;
  $("headline").replaceChildren(...s.headlines[d].map((text) => element("p", { text })));
  for (const node of document.querySelectorAll("[data-caption]")) {
    const key =
      node.dataset.caption === "ecdf" && state.targets === "budget" ? "budget_ecdf" : node.dataset.caption;
    const figure = node.dataset.figure,
      children = [s.captions[key]];
    if (figure) children.push(element("code", { text: command(figure) }));
    node.replaceChildren(...children);
  }
  for (const node of document.querySelectorAll("[data-command]"))
    node.textContent = command(node.dataset.command);
}
// The command that draws a figure as it is shown, for a paper.
const quoted = (text) => (/^[\w.+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
function command(figure) {
  const takes = new Set(overview.figures[figure]);
  const parts = ["optimeter figure", figure, "DATA…"];
  const add = (option, ...values) => {
    if (takes.has(option)) parts.push(`--${option}`, ...values.map((v) => quoted(String(v))));
  };
  if (state.suite) parts.push("--suite", quoted(suite().name));
  add("dimension", state.dimension);
  add("function", state.fn.slice(1));
  const kind = setOf(state.set).kind;
  if (kind === "group") add("group", state.set);
  else if (kind === "function" && figure.startsWith("ecdf") && takes.has("group"))
    parts.push("--function", state.set.slice(1));
  if (state.targets !== "fixed") add("targets", state.targets);
  if (figure.startsWith("scaling") && state.scalingTarget) add("target", state.scalingTarget);
  if (figure === "run-lengths" && !["", "all"].includes(state.rldTarget)) add("target", state.rldTarget);
  if (!["", "all", "∞"].includes(state.qualityBudget)) add("budget", state.qualityBudget);
  if (algorithms().length > 2) add("pair", ...state.pair.map(nameOf));
  if (state.bands && takes.has("bands")) parts.push("--bands");
  return [...parts, "-o", `${figure}.pdf`].join(" ");
}
