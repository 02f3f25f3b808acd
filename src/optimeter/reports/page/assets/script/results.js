// Results, loaded and unpacked when first needed: inside the page, or in files beside it.

import { $ } from "./dom.js";

export async function unpacked(text) {
  const letters = atob(text.trim());
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
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

  const of = (view, d, part = "") => chunk(`${view.state.suite}-${d}${part && `-${part}`}`);
  const profilesOf = async (view, d, part) => (await of(view, d, part))[view.targets] ?? {};

  return {
    inDimension: (view) => of(view, view.dimension),
    advice: (view) => of(view, view.dimension, "advice"),
    tables: (view, d = view.dimension) => of(view, d, "tables"),
    problems: (view) => of(view, view.dimension, "problems"),
    distributions: (view) =>
      view.suite.choices[view.dimension]?.[view.distributed] &&
      of(view, view.dimension, `distributions-${view.distributed}`),
    // Profiles of all functions and of groups; those of single functions.
    profiles: (view, d = view.dimension) => profilesOf(view, d, "profiles"),
    functionProfiles: (view, d = view.dimension) => profilesOf(view, d, "functions"),
    chosenProfile: async (view, d = view.dimension) =>
      (await profilesOf(view, d, view.set.kind === "function" ? "functions" : "profiles"))[view.set.key],
    scaling: (view) => of(view, "scaling"),
    constraints: (view) => of(view, "constraints"),
    costs: (view) => of(view, "costs"),
  };
}
