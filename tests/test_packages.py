"""Packages that not everybody has: one error, which says what to install."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter._packages import missing_package, package
from optimeter.exceptions import MissingPackageError

RUNS = om.Runs.from_arrays(
    function=1, dimension=2, offsets=[0, 1], step_evaluations=[1], step_precision=[2.0]
)


def test_what_is_there_is_given():
    assert package("numpy") is np


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("polars", "'optimeter[frames]'"),
        ("distributed", "'optimeter[cluster]'"),
        ("optuna.samplers", "'optimeter[optuna]'"),
        ("cma", "cma"),  # which everybody has: no extra brings it
        ("jax", "jax"),  # which only tests ask for
        ("some_package.part", "some_package"),
    ],
)
def test_what_to_install_is_read_from_what_we_ask_for(name, wanted):
    text = str(missing_package(name, "this"))
    first = name.partition(".")[0]
    assert text.startswith("this ")
    assert f" {first}" in text
    assert text.endswith(f"pip install {wanted}")


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("polars", om.ert(RUNS).to_polars),
        ("pandas", om.ert(RUNS).to_pandas),
        ("pandas", RUNS.to_pandas),
        ("polars", RUNS.to_polars),
        ("pyarrow", lambda: RUNS.to_parquet("none")),
    ],
)
def test_frames_say_what_they_need(name, make, monkeypatch):
    monkeypatch.setitem(sys.modules, name, None)  # not installed
    with pytest.raises(MissingPackageError, match=rf"{name}.*pip install 'optimeter\[frames\]'"):
        make()


ALONE = """
import json, sys
sys.path.insert(0, sys.argv[1])
import optimeter as om
from optimeter import __main__
from optimeter.exceptions import MissingPackageError

def search(problem, start, rng):
    while True:
        problem(rng.uniform(-5, 5, problem.dimension))

suite = om.Suite("bbob", dimensions=[2], functions=[1, 8], instances=[1, 2])
done = om.run(search, suite, budget=20, folder="data")
om.run(search, suite, budget=20, folder="shared", workers=2)
with om.Observer("observed", algorithm="by hand") as observer:
    for problem in suite:
        observer.observe(problem)
        problem([0.1, 0.2])
told = {"runs": [len(om.load(name)) for name in ("data", "shared", "observed")],
        "ert": len(om.ert(om.load("data"), targets=[1.0]))}
attempts = {
    "sobol": lambda: om.run("sobol", suite, budget=20, folder="none"),
    "scipy:Powell": lambda: om.run("scipy:Powell", suite, budget=20, folder="none"),
    "cma": lambda: om.run("cma", suite, budget=20, folder="none"),
    "report": lambda: om.report("data", folder="page"),
    "plotly": lambda: om.plot.ecdf("data", engine="plotly"),
    "matplotlib": lambda: om.plot.ecdf("data", engine="matplotlib"),
    "frame": lambda: om.load("data").to_pandas(),
}
for name, attempt in attempts.items():
    try:
        attempt()
    except MissingPackageError as error:
        told[name] = str(error)
sys.stderr = sys.stdout
print("command line:", __main__.main())
print(json.dumps(told))
"""


@pytest.mark.system
def test_numpy_is_all_that_experiments_need(tmp_path):
    """A node of a cluster may have nothing else; what needs more names the package."""
    place = tmp_path / "packages"
    (place / "optimeter").mkdir(parents=True)
    native = Path(om._core.__file__)
    for path in [*Path(om.__file__).parent.iterdir(), native]:
        if not (place / "optimeter" / path.name).exists():
            (place / "optimeter" / path.name).symlink_to(path)
    site = Path(np.__file__).parents[1]
    for path in (*site.glob("numpy*"), *site.glob("optimeter-*.dist-info")):
        (place / path.name).symlink_to(path)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", ALONE, str(place)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *said, told = done.stdout.splitlines()
    told = json.loads(told)
    assert told.pop("runs") == [4, 4, 4]
    assert told.pop("ert") == 2
    assert said[-1] == "command line: 2"
    needs = {"command line": said[0], **told}
    assert {name: text.partition("pip install ")[2] for name, text in needs.items()} == {
        "command line": "typer",
        "sobol": "scipy",
        "scipy:Powell": "scipy",
        "cma": "cma",
        "report": "jinja2",
        "plotly": "plotly",
        "matplotlib": "matplotlib",
        "frame": "'optimeter[frames]'",
    }
    assert not (tmp_path / "none").exists()
