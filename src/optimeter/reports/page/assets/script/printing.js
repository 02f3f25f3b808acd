// On paper: light colours, everything drawn, figures scaled to the width of the page.

function scaleFigures(on) {
  for (const node of document.querySelectorAll(".plot .main-svg")) {
    const size = `0 0 ${node.getAttribute("width")} ${node.getAttribute("height")}`;
    if (on) node.setAttribute("viewBox", size);
    else node.removeAttribute("viewBox");
  }
}

export function preparePrinting(store, sections) {
  let onScreen = "light";
  window.addEventListener("beforeprint", () => {
    onScreen = store.view().theme;
    if (onScreen !== "light") store.change({ theme: "light" });
    sections.drawEverything().then(() => scaleFigures(true));
    scaleFigures(true);
  });
  window.addEventListener("afterprint", () => {
    scaleFigures(false);
    if (onScreen !== "light") store.change({ theme: onScreen });
  });
}
