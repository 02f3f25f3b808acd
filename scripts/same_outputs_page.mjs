// What a page holds, unpacked as its own script does it: same_outputs_page.mjs MODULES PAGE OUT.
// Every value by its path, a line each; prints the number of figures. Encodings may differ, values may not.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, page, out] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(modules, name)).href);
const { unpacked } = await load("results.js");
const { marksOf } = await load("description.js");

const lines = [];
let figures = 0;

const token = (value) => (Object.is(value, -0) ? "-0" : JSON.stringify(value));
const isScalar = (value) => value === null || typeof value !== "object";
const isFigure = (value) => value.x?.title !== undefined && value.y?.title !== undefined && value.marks;

function write(value, path) {
  if (isScalar(value)) lines.push(`${path} = ${token(value)}`);
  else if (Array.isArray(value)) {
    if (value.every(isScalar)) lines.push(`${path} = ${value.length}: ${value.map(token).join(" ")}`);
    else {
      lines.push(`${path} length = ${value.length}`);
      value.forEach((entry, i) => write(entry, `${path}[${i}]`));
    }
  } else if (isFigure(value) && !value.decoded) {
    figures += 1;
    write({ ...value, marks: marksOf(value), decoded: true }, path);
  } else {
    lines.push(`${path} keys = ${Object.keys(value).map(token).join(" ")}`);
    for (const [key, entry] of Object.entries(value)) write(entry, `${path}{${key}}`);
  }
}

const html = readFileSync(page, "utf8");
const overview = /<script[^>]*id="overview">(.*?)<\/script>/s.exec(html);
if (!overview) throw new Error("the page has no overview");
write(JSON.parse(overview[1]), "overview");

const chunks = new Map([...html.matchAll(/<script[^>]*id="chunk-([^"]*)">(.*?)<\/script>/gs)].map((m) => m.slice(1)));
const beside = join(dirname(page), "data");
for (const name of existsSync(beside) ? readdirSync(beside) : []) {
  const found = /^optimeterChunk\("([^"]*)","([^"]*)"\)/.exec(name.endsWith(".js") ? readFileSync(join(beside, name), "utf8") : "");
  if (found) chunks.set(found[1], found[2]);
}
if (!chunks.size) throw new Error("the page has no results");
for (const key of [...chunks.keys()].sort()) write(await unpacked(chunks.get(key)), `chunk ${key} `);

writeFileSync(out, `${lines.join("\n")}\n`);
console.log(figures);
