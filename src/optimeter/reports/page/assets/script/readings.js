// What pointing at a mark tells; figures/readings.py says the same.

import { remembered } from "./curves.js";
import { marksOf } from "./description.js";
import { escaped, filled, lines, percent, short } from "./format.js";

const written = (value, axis) => (axis.scale === "share" ? percent(value) : short(value));

// The intervals of a figure in words, by series, direction and place.
const intervals = remembered((figure) => {
  const found = new Map();
  for (const mark of marksOf(figure)) {
    if (!figure.interval || !["band", "ranges"].includes(mark.mark)) continue;
    const along = mark.along ?? "y";
    (mark.at ?? mark.x).forEach((place, i) => {
      const [low, high] = [mark.low[i], mark.high[i]].map((end) => written(end, figure[along]));
      found.set(`${mark.series} ${along} ${place}`, filled(figure.interval, { low, high }));
    });
  }
  return found;
});

// For each point of a mark its name, interval, numbers and note; null where there is nothing to tell.
export function readings(figure, mark, label) {
  const template = mark.reading ?? figure.reading ?? "";
  if (!template && !mark.notes) return null;
  const around = intervals(figure);
  return mark.x.map((x, i) => {
    const y = mark.y[i];
    const interval = around.get(`${mark.series} y ${x}`) ?? around.get(`${mark.series} x ${y}`);
    const numbers = filled(template, { x: written(x, figure.x), y: written(y, figure.y) });
    const told = [interval, numbers, mark.notes?.[i]].filter(Boolean).join("\n");
    return `<b>${escaped(label)}</b><br>${lines(told)}`;
  });
}
