// On paper: light colours, everything drawn, figures scaled to the width of the page.

let screenTheme = null;

function scaleFigures(on) {
  for (const node of document.querySelectorAll(".plot .main-svg")) {
    const size = `0 0 ${node.getAttribute("width")} ${node.getAttribute("height")}`;
    if (on) node.setAttribute("viewBox", size);
    else node.removeAttribute("viewBox");
  }
}

window.addEventListener("beforeprint", () => {
  if (theme() === "dark") {
    screenTheme = "dark";
    document.documentElement.dataset.theme = "light";
    for (const s of sections) s.dirty = true;
  }
  drawEverything().then(() => scaleFigures(true));
  scaleFigures(true);
});

window.addEventListener("afterprint", () => {
  scaleFigures(false);
  if (!screenTheme) return;
  document.documentElement.dataset.theme = screenTheme;
  screenTheme = null;
  refresh();
});
