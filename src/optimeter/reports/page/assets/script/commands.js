// The command that draws a figure as it is shown, for a paper.

import { quoted } from "./format.js";

// The group that is looked at, as commands take it.
const familyOptions = ({ family }) => (family?.given ?? []).flatMap((text) => ["--family", quoted(text)]);

// The functions of a set, as commands take them: of a group those that the report is about.
const functionsOf = ({ overview }, { kind, key, functions }) => {
  if (kind === "function") return key.slice(1);
  return overview.commands.table.functions ? functions.join(",") : quoted(key);
};

// Append the options that the report was made with; what the command says already stands once.
function withGiven(parts, given, isTaken = () => true) {
  const said = new Set(parts);
  const more = Object.entries(given).filter(([name]) => isTaken(name) && !said.has(`--${name}`));
  return [...parts, ...more.map(([, words]) => words)];
}

// The command that prints a table for the chosen dimension and functions.
export function tableCommand(view, measure, options) {
  const { data, table } = view.overview.commands;
  const parts = ["optimeter table", data, "-m", measure];
  if (view.overview.suites.length > 1) parts.push("--suite", quoted(view.suite.name));
  parts.push("--dimensions", view.dimension);
  if (view.set.kind !== "all") parts.push("--functions", functionsOf(view, view.set));
  for (const [option, value] of Object.entries(options)) parts.push(`--${option}`, value);
  parts.push(...familyOptions(view));
  // Ranks are of the targets of tables, unless these lie between recorded values.
  const ofTables = measure === "deep-ranking" && view.suite.rank_targets !== null;
  const isTaken = (name) => name !== "targets" || !ofTables;
  return withGiven(parts, table, isTaken).join(" ");
}

// Those of the few that solve most together, of the order of algorithms, which is one of groups, and of the ranks of all
// of them on all functions.
export function adviceCommand(view, measure) {
  if (measure === "ranks") {
    const { rank_targets: targets } = view.suite;
    const options = targets ? { targets } : {};
    return tableCommand({ ...view, set: view.setOf("all"), family: null }, "deep-ranking", options);
  }
  return tableCommand(measure === "cover" ? view : { ...view, set: view.setOf(view.distributed) }, measure, {
    budget: view.adviceBudget,
    ...(measure === "advice" && view.targets !== "fixed" && { targets: view.targets }),
  });
}

// What the command calls an option of a figure; the others have the same name.
const GIVEN_AS = { dimension: "dimensions", function: "functions", group: "functions" };

// The kind of figure in a place of the page: densities may be shown as histograms.
export const figureOf = (view, place) => place.replace(/(?<=^(runtime|value)-)density$/, view.shape);

export function command(view, place) {
  const figure = figureOf(view, place);
  const { options, targeted } = view.overview.figures[figure];
  const takes = new Set(options);
  const { data, figure: given } = view.overview.commands;
  const parts = ["optimeter figure", figure, data];
  const add = (option, ...values) => {
    if (takes.has(option))
      parts.push(`--${GIVEN_AS[option] ?? option}`, ...values.map((v) => quoted(String(v))));
  };
  if (view.overview.suites.length > 1) parts.push("--suite", quoted(view.suite.name));
  if (!(view.suite.pooled && takes.has("tolerance"))) add("dimension", view.dimension);
  add("function", view.fn.slice(1));
  const { kind } = view.set;
  // A portfolio is made of the data on the chosen functions.
  const follows =
    figure === "portfolio" || (takes.has("group") && (kind === "group" || figure.startsWith("ecdf")));
  if (kind !== "all" && follows) parts.push("--functions", functionsOf(view, view.set));
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
  const isTaken = (name) => name !== "targets" || targeted;
  return [...withGiven(parts, given, isTaken), "-o", `${figure}.pdf`].join(" ");
}
