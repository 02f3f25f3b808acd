// The one place where the state changes; whoever listens is told the new view.

import { viewOf } from "./view.js";

// `paintOf(theme)` returns the colours of the page; it is asked again when the theme changes.
export function createStore(overview, state, { paintOf = () => ({}), sections = [] } = {}) {
  const listeners = [];
  let paint = paintOf(state.theme);
  let view = viewOf(overview, state, paint, sections);
  return {
    view: () => view,
    listen: (tell) => listeners.push(tell),
    change(patch) {
      const next = { ...view.state, ...patch };
      if (next.theme !== view.theme) paint = paintOf(next.theme);
      view = viewOf(overview, next, paint, sections);
      for (const tell of listeners) tell(view, patch);
    },
  };
}
