"""Other tools read what is written, without a warning."""

import os
import subprocess
import sys
import warnings

import numpy as np
import pytest
from tests.peers import need_peer

import optimeter as om
from optimeter.record import At

pytestmark = pytest.mark.oracle


def record(folder, suite, instances, **options):
    rng = np.random.default_rng(4)
    with om.Observer(folder, algorithm="random search", **options) as observer:
        for problem in om.Suite(suite, dimensions=[5, 10], functions=[1, 8], instances=instances):
            observer.observe(problem)
            for _ in range(3):
                problem(
                    rng.uniform(problem.lower_bounds, problem.upper_bounds, (40, problem.dimension))
                )
                problem.signal_restart()
    return observer.folder


@pytest.mark.parametrize("suite", ["bbob", "bbob-mixint"])
def test_cocopp_loads_without_a_warning(tmp_path, suite):
    folder = record(tmp_path / "data", suite, range(1, 16))
    script = f"""
import warnings
import cocopp
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    data = cocopp.load({str(folder)!r})
seen = [str(w.message) for w in caught if "cocopp" in str(w.filename)]
assert not seen, seen
assert len(data) == 4, data
for one in data:
    assert len(one.instancenumbers) == 15
    assert set(one.maxevals) == {{120}}
"""
    environment = {**os.environ, "HOME": str(tmp_path)}
    result = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=environment,
    )
    assert result.returncode == 0, result.stderr[-2000:]


@pytest.mark.slow
def test_cocopp_makes_its_report(tmp_path):
    folder = record(tmp_path / "data", "bbob", range(1, 16))
    result = subprocess.run(
        [sys.executable, "-m", "cocopp", "-o", "ppdata", "--no-svg", str(folder)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    assert result.returncode == 0, result.stderr[-2000:]
    assert (tmp_path / "ppdata" / "index.html").exists()


@pytest.mark.parametrize("options", [{}, {"positions": True}, {"triggers": At([2, 4, 8])}])
def test_iohinspector_loads_ioh_folders(tmp_path, options):
    iohinspector = need_peer("iohinspector")
    folder = record(tmp_path / "data", "bbob", [1, 2, 3], format="ioh", **options)
    manager = iohinspector.DataManager()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        manager.add_folder(str(folder))
        frame = manager.load(monotonic=False, include_meta_data=True)
    assert manager.overview.shape[0] == 12
    assert frame["data_id"].n_unique() == 12
    assert set(frame["dimension"].unique()) == {5, 10}
    assert set(frame["function_name"].unique()) == {"Sphere", "Rosenbrock"}
    assert frame["evaluations"].max() == 120


def test_iohinspector_loads_coco_folders(tmp_path):
    iohinspector = need_peer("iohinspector")
    folder = record(tmp_path / "data", "bbob", [1, 2, 3])
    manager = iohinspector.DataManager()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        manager.add_folder(str(folder))
        frame = manager.load(monotonic=False, include_meta_data=True)
    assert manager.overview.shape[0] == 12
    assert frame["evaluations"].max() == 120
