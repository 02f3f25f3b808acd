// Runtime profiles of groups, dimensions and single functions.

const chooseSet = (key) => {
  state.set = key;
  if (setOf(key).kind === "function") state.fn = key;
};
const profilesIn = async (d) => (await here(d)).profiles[state.targets] || {};

async function headlineSection() {
  summaryTable();
  winnersStrip();
  const data = await profilesIn(state.dimension);
  return profileFigure("plot-headline", data.all, "readout-headline", `profile_all_D${state.dimension}`);
}

async function profileSection() {
  const data = await profilesIn(state.dimension);
  const name = `profile_${state.set}_D${state.dimension}`;
  $("profile-heading").textContent = `${setOf(state.set).title}, dimension ${state.dimension}`;
  profileFigure("plot-profile", data[state.set], "readout-profile", name);
  const groups = suite().sets.filter((s) => s.kind === "group");
  $("groups-card").hidden = !groups.length;
  $("dimensions-card").hidden = suite().dimensions.length < 2;
  fillMinis(
    "groups",
    [suite().sets[0], ...groups].map((s) => ({
      title: s.title,
      drawing: miniProfile(data[s.key]),
      pressed: s.key === state.set,
      choose: () => chooseSet(s.key),
    })),
  );
}

async function dimensionMinis() {
  const all = await Promise.all(suite().dimensions.map(profilesIn));
  fillMinis(
    "dimension-minis",
    suite().dimensions.map((d, i) => ({
      title: `D = ${d}`,
      drawing: miniProfile(all[i][state.set]),
      pressed: d === state.dimension,
      choose: () => (state.dimension = d),
    })),
  );
}

async function functionMinis() {
  const data = await profilesIn(state.dimension);
  fillMinis(
    "function-minis",
    functionSets().map((s) => ({
      title: s.title,
      drawing: miniProfile(data[s.key]),
      pressed: s.key === state.fn,
      choose: () => chooseSet(s.key),
    })),
  );
}
