// Everything is set up; drawing begins when plotly is there.

section("summary", headlineSection);
section("profiles", profileSection);
section("dimensions-card", dimensionMinis);
section("functions", functionMinis);
section("detail", async () => {
  await convergence();
  await ertCurves();
});
section("plot-scaling", scalingFigure);
section("scaling-minis", scalingMinis);
section("tables", tables);
if ($("pairs")) section("pairs", pairSection);
if ($("loss")) section("loss", lossSection);
section("distributions", distributions);

enterSuite(0);
readAddress();
listen();
controls();
words();
window.optimeterDrawn = () => {
  const watch = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const s = sections.find((candidate) => candidate.node === entry.target);
        s.visible = entry.isIntersecting;
        if (s.visible) run(s);
      }
    },
    { rootMargin: "300px" },
  );
  for (const s of sections) if (s.node) watch.observe(s.node);
  drawTheRestLater();
  window.optimeterReady = performance.now();
  const anchor = state.at || location.hash.slice(1);
  const wanted = anchor.includes("=") ? null : $(anchor);
  // What stands above takes its final height first.
  if (wanted) drawEverything().then(() => wanted.scrollIntoView({ behavior: "instant" }));
};
