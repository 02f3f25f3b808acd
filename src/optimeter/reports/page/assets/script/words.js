// Captions and commands that follow the view.

import { adviceCommand, command } from "./commands.js";
import { element } from "./dom.js";

// The caption of a figure, by the name that the page gives it; targets made for small budgets are explained apart.
export const captionOf = (view, name) => {
  const apart = view.targets === "budget" ? view.overview.budget_captions[name] : undefined;
  return view.suite.captions[apart ?? name.replace(/(?<=^(runtime|value)_)density$/, view.shape)];
};

export function writeWords(view) {
  for (const node of document.querySelectorAll("[data-caption]")) {
    const { caption, figure } = node.dataset;
    const more = figure ? [element("code", { text: command(view, figure) })] : [];
    node.replaceChildren(captionOf(view, caption), ...more);
  }
  for (const node of document.querySelectorAll("[data-command]"))
    node.textContent = command(view, node.dataset.command);
  for (const node of document.querySelectorAll("[data-table]"))
    node.textContent = adviceCommand(view, node.dataset.table);
}
