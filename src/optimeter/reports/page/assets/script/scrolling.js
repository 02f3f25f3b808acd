// Tables that are larger than their place can be scrolled, and wider ones are seen to go on: their edge fades.

function tell(node) {
  const left = node.scrollLeft > 1;
  const right = node.scrollLeft + node.clientWidth < node.scrollWidth - 1;
  node.dataset.more = [left ? "left" : "", right ? "right" : ""].filter(Boolean).join(" ");
  if (left || right || node.scrollHeight > node.clientHeight + 1) node.tabIndex = 0; // arrow keys scroll it
  else node.removeAttribute("tabindex");
}

export function watchScrolling() {
  const observer = new ResizeObserver((entries) =>
    entries.forEach(({ target }) => tell(target.closest(".scroll"))),
  );
  for (const node of document.querySelectorAll(".scroll")) {
    node.addEventListener("scroll", () => tell(node), { passive: true });
    observer.observe(node);
    observer.observe(node.querySelector("table"));
  }
}
