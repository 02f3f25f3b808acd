// On paper: light colours, everything drawn for the width of a page.

function scaleFigures(on) {
  for (const node of document.querySelectorAll(".plot .main-svg")) {
    const size = `0 0 ${node.getAttribute("width")} ${node.getAttribute("height")}`;
    if (on) node.setAttribute("viewBox", size);
    else node.removeAttribute("viewBox");
  }
}

export function preparePrinting(store, sections) {
  const page = document.documentElement.classList;
  let onScreen = "light";
  window.addEventListener("beforeprint", () => {
    onScreen = store.view().theme;
    page.add("printing"); // the style sheet makes the page as wide as paper
    if (onScreen !== "light") store.change({ theme: "light" });
    sections.renew();
    sections.drawEverything().then(() => scaleFigures(true));
    scaleFigures(true);
  });
  window.addEventListener("afterprint", () => {
    page.remove("printing");
    scaleFigures(false);
    if (onScreen !== "light") store.change({ theme: onScreen });
    sections.renew();
  });
}
