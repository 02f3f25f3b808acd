// The command that draws a figure as it is shown, for a paper.

import { quoted } from "./format.js";

// The group that is looked at, as commands take it.
const familyOptions = ({ family }) => (family?.given ?? []).flatMap((text) => ["--family", quoted(text)]);

// The command that prints a table for the chosen dimension and functions.
export function tableCommand(view, measure, options) {
  const parts = ["optimeter table", view.overview.data ?? "DATA…", "-m", measure];
  if (view.overview.suites.length > 1) parts.push("--suite", quoted(view.suite.name));
  parts.push("--dimensions", view.dimension);
  if (view.set.kind === "group") parts.push("--functions", quoted(view.set.key));
  else if (view.set.kind === "function") parts.push("--functions", view.set.key.slice(1));
  for (const [option, value] of Object.entries(options)) parts.push(`--${option}`, value);
  parts.push(...familyOptions(view));
  return parts.join(" ");
}

// Those of the few that solve most together, and of the order of algorithms, which is one of groups.
export const adviceCommand = (view, measure) =>
  tableCommand(measure === "cover" ? view : { ...view, set: view.setOf(view.distributed) }, measure, {
    budget: view.adviceBudget,
    ...(measure === "advice" && view.targets !== "fixed" && { targets: view.targets }),
  });

// What the command calls an option of a figure; the others have the same name.
const GIVEN_AS = { dimension: "dimensions", function: "functions", group: "functions", target: "targets" };

export function command(view, named) {
  const figure = named.replace(/(?<=^(runtime|value)-)density$/, view.shape);
  const takes = new Set(view.overview.figures[figure]);
  const parts = ["optimeter figure", figure, view.overview.data ?? "DATA…"];
  const add = (option, ...values) => {
    if (takes.has(option))
      parts.push(`--${GIVEN_AS[option] ?? option}`, ...values.map((v) => quoted(String(v))));
  };
  if (view.overview.suites.length > 1) parts.push("--suite", quoted(view.suite.name));
  if (!(view.suite.pooled && takes.has("tolerance"))) add("dimension", view.dimension);
  add("function", view.fn.slice(1));
  const { kind, key } = view.set;
  if (kind === "group") add("group", key);
  else if (kind === "function" && figure.startsWith("ecdf")) add("group", key.slice(1));
  // A portfolio is made of the data on the chosen functions.
  if (figure === "portfolio" && kind !== "all")
    parts.push("--functions", quoted(kind === "group" ? key : key.slice(1)));
  if (view.statistic !== "median") add("statistic", view.statistic);
  if (view.parameter) add("parameter", view.parameter);
  if (view.targets !== "fixed") add("targets", view.targets);
  if (figure.startsWith("scaling") && view.scalingTarget !== "all") add("target", view.scalingTarget);
  if (figure === "run-lengths" && view.runLengthTarget !== "all") add("target", view.runLengthTarget);
  if (view.tolerance) add("tolerance", view.tolerance);
  if (figure === "quality" && !["all", "∞"].includes(view.qualityBudget)) add("budget", view.qualityBudget);
  if (view.rivals.length > 1) add("pair", ...view.pair.map(view.nameOf)); // their order, too
  if (view.bands && takes.has("bands")) parts.push("--bands");
  // Two algorithms need not belong to the group.
  if (!takes.has("pair")) parts.push(...familyOptions(view));
  if (view.overview.sweep) parts.push("--sweep", quoted(view.overview.sweep));
  return [...parts, "-o", `${figure}.pdf`].join(" ");
}
