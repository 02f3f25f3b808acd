"""A small but real experiment: two optimizers on a part of bbob, and a report that compares them."""

from pathlib import Path

import optimeter as om

FOLDER = Path("exdata/demo")

suite = om.Suite("bbob", functions=[1, 3, 8, 10, 15, 21], dimensions=[2, 5], instances=range(1, 6))
print(suite)

results = om.run(["random-search", "cma"], suite, budget=300, folder=FOLDER, workers=2, seed=1)
print(results)

runs = om.load(*results.values())
print(runs)
for row in om.ert(runs.select(dimensions=5), targets=[1e-2]).to_dicts():
    print(f"{row['algorithm']:14s} f{row['function']:<3d} ERT {row['ert']:10.1f}")

report = om.report(*results.values(), folder="ppdata/demo")
for sentence in om.compare(*results.values()).sentences():
    print(sentence)
print(f"The report: {Path('ppdata/demo').resolve() / 'index.html'}")
