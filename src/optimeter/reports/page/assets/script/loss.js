// Loss ratios against the reference.

async function lossSection() {
  const loss = (await here()).loss,
    table = $("loss-table");
  if (!loss || !loss.rows.length) {
    empty("plot-loss", "No loss ratios in this dimension.");
    table.replaceChildren();
    return;
  }
  ready("plot-loss");
  const traces = [],
    annotations = [],
    rows = loss.rows.filter((r) => state.shown.has(r.a)),
    names = [...new Set(rows.map((r) => r.a))];
  names.forEach((a, i) => {
    const mine = rows.filter((r) => r.a === a),
      shift = 10 ** ((i - (names.length - 1) / 2) * Math.min(0.11, 0.6 / names.length));
    traces.push({
      x: mine.map((r) => r.budget * shift),
      y: mine.map((r) => r.mean),
      mode: "lines+markers",
      line: lineOf(a),
      marker: markerOf(a, 8),
      name: escaped(nameOf(a)),
      text: mine.map(
        (r) =>
          `<b>${escaped(nameOf(a))}</b>, budget ${short(r.budget)}·D<br>geometric mean ${r.text[0]}<br>10/25/50/75/90 %: ${r.text.slice(2).join(", ")}<br>${r.infinite} of ${r.functions} functions infinite`,
      ),
      hovertemplate: "%{text}<extra></extra>",
    });
    if (names.length <= 6)
      for (const r of mine) {
        const x = r.budget * shift,
          [, p10, p25, , p75, p90] = r.p;
        if (p10 && p90)
          traces.push({
            x: [x, x],
            y: [p10, p90],
            mode: "lines",
            line: { color: colour(a), width: 1.2 },
            opacity: 0.6,
            hoverinfo: "skip",
            showlegend: false,
          });
        if (p25 && p75)
          traces.push({
            x: [x, x],
            y: [p25, p75],
            mode: "lines",
            line: { color: colour(a), width: 7 },
            opacity: 0.35,
            hoverinfo: "skip",
            showlegend: false,
          });
        if (r.infinite && names.length <= 4)
          annotations.push({
            x: Math.log10(x),
            y: 0.01 + 0.045 * i,
            yref: "paper",
            yanchor: "bottom",
            text: `${r.infinite}∞`,
            showarrow: false,
            font: { size: 11, color: colour(a) },
          });
      }
  });
  const shapes = [
    {
      type: "line",
      xref: "paper",
      x0: 0,
      x1: 1,
      y0: 1,
      y1: 1,
      line: { color: css("--soft"), width: 1, dash: "dot" },
    },
  ];
  await draw(
    "plot-loss",
    traces,
    {
      ...legend,
      annotations,
      shapes,
      xaxis: logAxis("budget: evaluations / dimension"),
      yaxis: logAxis("loss ratio"),
    },
    `loss_D${state.dimension}`,
  );
  const head = element(
    "tr",
    {},
    ...[
      "Algorithm",
      "Budget",
      "Geometric mean",
      "Best",
      "10 %",
      "25 %",
      "Median",
      "75 %",
      "90 %",
      "Infinite",
    ].map((text) => element("th", { scope: "col", text })),
  );
  table.replaceChildren(
    element("caption", {
      text: `Loss ratios over functions against ${suite().reference}, dimension ${state.dimension}`,
    }),
    element("thead", {}, head),
    element(
      "tbody",
      {},
      ...rows.map((r) =>
        element(
          "tr",
          {},
          element("th", { scope: "row", text: nameOf(r.a) }),
          ...[`${short(r.budget)}·D`, ...r.text, `${r.infinite}/${r.functions}`].map((text) =>
            element("td", { text }),
          ),
        ),
      ),
    ),
  );
}
