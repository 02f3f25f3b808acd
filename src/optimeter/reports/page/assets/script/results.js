// Results, loaded and unpacked when first needed: inside the page, or in files beside it.

import { $ } from "./dom.js";

export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

export function createResults() {
  const loaded = new Map();
  const waiting = new Map();
  window.optimeterChunk = (key, text) => waiting.get(key)?.(text); // called by the files beside the page

  function packed(key) {
    const node = $(`chunk-${key}`);
    if (node) return Promise.resolve(node.textContent);
    return new Promise((resolve, reject) => {
      waiting.set(key, resolve);
      const script = document.createElement("script");
      script.src = `data/${key}.js`;
      script.addEventListener("error", () => reject(new Error(`data/${key}.js is missing beside the page`)));
      document.head.append(script);
    });
  }

  function chunk(key) {
    if (!loaded.has(key)) loaded.set(key, packed(key).then(unpacked));
    return loaded.get(key);
  }

  return {
    inDimension: (view, d = view.dimension) => chunk(`${view.state.suite}-${d}`),
    profiles: async (view, d = view.dimension) =>
      (await chunk(`${view.state.suite}-${d}`)).profiles[view.targets] || {},
    scaling: (view) => chunk(`${view.state.suite}-scaling`),
  };
}
