// Results, decoded when first needed: inside the page, or in files beside it.

const loaded = new Map();
const waiting = new Map();
window.optimeterChunk = (key, text) => waiting.get(key)?.(text);

function rawChunk(key) {
  const node = $(`chunk-${key}`);
  if (node) return Promise.resolve(node.textContent);
  return new Promise((resolve, reject) => {
    waiting.set(key, resolve);
    const script = document.createElement("script");
    script.src = `data/${key}.js`;
    script.onerror = () => reject(new Error(`data/${key}.js is missing beside the page`));
    document.head.append(script);
  });
}

function chunk(key) {
  if (!loaded.has(key)) {
    loaded.set(
      key,
      rawChunk(key).then(async (text) => {
        const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
        return JSON.parse(await new Response(stream).text());
      }),
    );
  }
  return loaded.get(key);
}
const here = (d = state.dimension) => chunk(`${state.suite}-${d}`);

function summed(differences, unit) {
  let total = 0;
  return differences.map((step) => (total += step) / unit);
}
function steps(curve) {
  if (!curve.points) {
    const x = summed(curve.x, 1000).map((v) => 10 ** v);
    curve.points = { x, y: summed(curve.y, 10000) };
  }
  return curve.points;
}
function band(curve) {
  if (!curve.lo) return null;
  if (!curve.band) {
    const low = summed(curve.lo, 10000),
      high = summed(curve.hi, 10000);
    const [from, to] = suite().window,
      last = Math.max(1, low.length - 1);
    curve.band = { x: low.map((_, i) => 10 ** (from + ((to - from) * i) / last)), low, high };
  }
  return curve.band;
}
