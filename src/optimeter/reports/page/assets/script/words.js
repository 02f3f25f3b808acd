// Captions and commands that follow the view.

import { adviceCommand, command, figureOf } from "./commands.js";
import { element } from "./dom.js";

// The caption of a figure; targets made for small budgets are explained apart.
export const captionOf = (view, name) =>
  view.suite.captions[view.overview.figures[figureOf(view, name)].captions[view.targets]];

export function writeWords(view) {
  for (const node of document.querySelectorAll("[data-figure]")) {
    const { figure } = node.dataset;
    node.replaceChildren(captionOf(view, figure), element("code", { text: command(view, figure) }));
  }
  for (const node of document.querySelectorAll("[data-caption]"))
    node.textContent = view.suite.captions[node.dataset.caption];
  for (const node of document.querySelectorAll("[data-command]"))
    node.textContent = command(view, node.dataset.command);
  for (const node of document.querySelectorAll("[data-table]"))
    node.textContent = adviceCommand(view, node.dataset.table);
}
