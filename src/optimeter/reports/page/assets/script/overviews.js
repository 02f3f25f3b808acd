// Sections of runtime profiles, single functions and scaling, with their small multiples.

import { $ } from "./dom.js";
import { show } from "./drawing.js";
import { fillMinis, miniFigure } from "./minis.js";
import { portfolioFigure } from "./portfolio.js";
import { constraintsFigure, problemFigures, scalingFigure } from "./problems.js";
import { distanceSentence, profileFigure } from "./profiles.js";
import { choosingSet } from "./state.js";
import { summaryTable, winnersFigure, writeHeadline } from "./summary.js";

// A large figure of profiles; pointing at a curve writes the distance to the others.
async function largeProfile(view, id, figure, readout, name) {
  const node = $(id);
  await show(view, id, profileFigure(view, figure, name));
  node.removeAllListeners?.("plotly_hover");
  node.on?.("plotly_hover", ({ points: [point] }) => {
    const sentence = distanceSentence(view, figure, point.data.meta, point.y);
    if (sentence) $(readout).textContent = sentence;
  });
}

export async function summarySection(view, results) {
  const data = await results.inDimension(view);
  const { orders } = view.family ? await results.advice(view) : {};
  writeHeadline(view, data, orders);
  summaryTable(view, data);
  const figure = await results.chosenProfile(view);
  const name = `profile_${view.set.key}_D${view.dimension}`;
  await largeProfile(view, "plot-headline", figure, "readout-headline", name);
  if (view.rivals.length > 1)
    await show(view, "plot-winners", winnersFigure(view, data.winners?.[view.targets], orders));
  if ($("plot-portfolio")) await show(view, "plot-portfolio", portfolioFigure(view, data.portfolio));
}

const setMinis = (view, data, sets, chosen, store) =>
  sets.map((s) => ({
    title: s.title,
    drawing: miniFigure(view, data[s.key]),
    pressed: s.key === chosen,
    choose: () => store.change(choosingSet(store.view(), s.key)),
  }));

export async function profileSection(view, results, store) {
  const data = await results.profiles(view);
  const { key, title } = view.set;
  $("profile-heading").textContent = `${title}, dimension ${view.dimension}`;
  const name = `profile_${key}_D${view.dimension}`;
  await largeProfile(view, "plot-profile", await results.chosenProfile(view), "readout-profile", name);
  $("groups-card").hidden = !view.groups.length;
  fillMinis("groups", setMinis(view, data, [view.suite.sets[0], ...view.groups], key, store));
}

export async function dimensionMinis(view, results, store) {
  const ds = view.suite.dimensions;
  $("dimensions-card").hidden = ds.length < 2;
  const all = await Promise.all(ds.map((d) => results.chosenProfile(view, d)));
  fillMinis(
    "dimension-minis",
    ds.map((d, i) => ({
      title: `D = ${d}`,
      drawing: miniFigure(view, all[i]),
      pressed: d === view.dimension,
      choose: () => store.change({ dimension: d }),
    })),
  );
}

export async function functionMinis(view, results, store) {
  const data = await results.functionProfiles(view);
  const here = view.functionSets.filter((s) => data[s.key]); // some may have other dimensions only
  fillMinis("function-minis", setMinis(view, data, here, view.fn, store));
}

export async function problemSection(view, results) {
  const figures = problemFigures(view, await results.problems(view));
  $("surface-card").hidden = !figures["attainment-surface"];
  $("fronts-card").hidden = !figures["front-quality"];
  for (const [place, figure] of Object.entries(figures)) await show(view, `plot-${place}`, figure);
}

const targetWords = (target) => (target === "all" ? "all targets" : `target ${target}`);

export async function scalingSection(view, results) {
  $("scaling-heading").textContent = `${view.setOf(view.fn).title}, ${targetWords(view.scalingTarget)}`;
  await show(view, "plot-scaling", scalingFigure(view, await results.scaling(view)));
  const family = view.suite.constraint_families[view.fn];
  $("constraints-card").hidden = !family;
  if (!family) return;
  $("constraints-heading").textContent =
    `${family} by number of constraints, dimension ${view.dimension}, ${targetWords(view.scalingTarget)}`;
  await show(view, "plot-scaling-constraints", constraintsFigure(view, await results.constraints(view)));
}

export async function scalingMinis(view, results, store) {
  const data = await results.scaling(view);
  const figures = view.functionSets.map((s) => data[s.key][view.scalingTarget]);
  const low = Math.min(...figures.map((figure) => figure.y.low)); // shared by all
  const high = Math.max(...figures.map((figure) => figure.y.high));
  const drawing = (figure) => miniFigure(view, { ...figure, y: { ...figure.y, low, high } });
  fillMinis(
    "scaling-minis",
    view.functionSets.map((s, i) => ({
      title: s.title,
      drawing: drawing(figures[i]),
      pressed: s.key === view.fn,
      choose: () => store.change({ fn: s.key }),
    })),
  );
}
