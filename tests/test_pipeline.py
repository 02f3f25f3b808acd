"""From suite to run to data: the further suites go the way of bbob, and cocopp reads the result."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidValueError
from optimeter.measures import suite_targets
from optimeter.record import PROVENANCE_FILE
from tests.peers import need_peer

SMALL = {
    "bbob-noisy": {"functions": [101, 108, 121], "dimensions": [2, 3]},
    "bbob-biobj": {"functions": [1, 20, 55], "dimensions": [2, 5]},
    "bbob-biobj-ext": {"functions": [56, 92], "dimensions": [3]},
    "bbob-biobj-mixint": {"functions": [1, 60], "dimensions": [5]},
    "bbob-constrained": {"functions": [1, 9, 54], "dimensions": [2, 3]},
}


def contents(folder):
    return {
        path.relative_to(folder): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix in {".info", ".dat", ".tdat", ".rdat", ".mdat", ".adat"}
    }


@pytest.mark.parametrize("name", SMALL)
def test_run_and_load(tmp_path, name):
    suite = om.Suite(name, **SMALL[name], instances=[1, 2])
    om.run("random-search", suite, budget=50, folder=tmp_path / "one", seed=1)
    runs = om.load(tmp_path / "one")
    assert len(runs) == len(suite)
    assert not runs.findings
    assert set(runs.to_polars()["suite"]) == {name}
    om.run("random-search", suite, budget=50, folder=tmp_path / "again", seed=1)
    om.run("random-search", suite, budget=50, folder=tmp_path / "other", seed=2)
    assert contents(tmp_path / "again") == contents(tmp_path / "one")
    assert contents(tmp_path / "other") != contents(tmp_path / "one")


def test_noise_depends_on_the_seed_of_the_run(tmp_path):
    seen = {}

    def optimizer(problem, start, rng):
        seen.setdefault(len(seen), problem(np.tile(start, (5, 1))))
        raise om.Stop

    suite = om.Suite("bbob-noisy", functions=107, dimensions=2, instances=[1, 2])
    for number, seed in enumerate((1, 1, 2)):
        om.run(optimizer, suite, budget=10, folder=tmp_path / str(number), seed=seed)
    assert np.array_equal(seen[0], seen[2])
    assert np.array_equal(seen[1], seen[3])
    assert not np.any(seen[0] == seen[4])
    assert not np.any(seen[0] - seen[1] == seen[4] - seen[5])


@pytest.mark.parametrize("noise", ["suite", "problems"])
def test_coco_noise_is_refused_in_an_experiment(tmp_path, noise):
    suite = om.Suite("bbob-noisy", functions=101, dimensions=2, instances=[1], noise="coco")
    if noise == "problems":
        suite = [om.problem("bbob-noisy", 101, 2, noise="coco")]
    with pytest.raises(InvalidValueError, match="noise='independent'"):
        om.run("random-search", suite, budget=10, folder=tmp_path / "x")


def test_the_format_of_iohprofiler_has_one_objective(tmp_path, said, refused):
    with refused(InvalidValueError, "format", "'ioh'"):
        om.run("random-search", "bbob-biobj", budget=1, folder=tmp_path / "x", format="ioh")
    assert not (tmp_path / "x").exists()
    assert refused.messages == said


@pytest.mark.parametrize(
    "optimizer", ["scipy:COBYLA", "scipy:COBYQA", "scipy:SLSQP", "cma", "pymoo:CMAES"]
)
def test_optimizers_that_know_constraints_hit_the_target(tmp_path, optimizer):
    """On an active constraint, where the objective alone would lead outside; feasible points."""
    suite = om.Suite("bbob-constrained", functions=[1, 13], dimensions=2, instances=[1, 2])
    for problem in suite:
        free = problem.reveal()
        assert (problem.constraint(free.x_opt) == 0).any()
    result = om.run(optimizer, suite, budget=2000, folder=tmp_path / "data", seed=1)
    assert result.targets_hit == 4  # counts feasible points only
    assert om.load(tmp_path / "data").final.max() <= 1e-8


@pytest.mark.parametrize("optimizer", ["pymoo:NSGA2", "pymoo:SMSEMOA"])
def test_optimizers_for_two_objectives_beat_random_search(tmp_path, optimizer):
    need_peer("pymoo")
    suite = om.Suite("bbob-biobj", functions=[1, 20], dimensions=2, instances=[1, 2])
    final = {}
    for name in (optimizer, "random-search"):
        folder = tmp_path / name.replace(":", "-")
        om.run(name, suite, budget=1000, folder=folder, seed=1)
        final[name] = om.load(folder).final
    assert np.all(final[optimizer] < final["random-search"])


def run_script(folder, script):
    return subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "HOME": str(folder)},
    )


def record(folder, name, instances):
    """Record walks from the initial solution towards random points."""
    rng = np.random.default_rng(4)
    with om.Observer(folder, algorithm="walk") as observer:
        for problem in om.Suite(name, **SMALL[name], instances=instances):
            observer.observe(problem)
            points = problem.initial_solution + rng.normal(size=(60, problem.dimension))
            for x in points:
                if problem.number_of_constraints:
                    problem.constraint(x)
                problem(x)
    assert (observer.folder / PROVENANCE_FILE).exists()
    return observer.folder


@pytest.mark.oracle
def test_cocopp_loads_without_a_warning(tmp_path):
    need_peer("cocopp")
    expected = []
    for name, selection in SMALL.items():
        instances = range(1, 16)
        folder = record(tmp_path / name, name, instances)
        sets = len(selection["functions"]) * len(selection["dimensions"])
        evaluations = 120 if name == "bbob-constrained" else 60  # objective and constraints
        expected.append((str(folder), sets, len(instances), evaluations))
    result = run_script(
        tmp_path,
        f"""
import warnings
import cocopp
for folder, sets, instances, evaluations in {expected!r}:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        data = cocopp.load(folder)
    seen = [str(w.message) for w in caught if "cocopp" in str(w.filename)]
    assert not seen, (folder, seen)
    assert len(data) == sets, (folder, data)
    for one in data:
        assert len(one.instancenumbers) == instances, (folder, one.instancenumbers)
        assert set(one.maxevals) == {{evaluations}}, (folder, one.maxevals)
""",
    )
    assert result.returncode == 0, result.stderr[-2000:]


@pytest.mark.oracle
@pytest.mark.parametrize("name", SMALL)
def test_runtimes_are_those_of_cocopp(tmp_path, name):
    """Targets of the suite, negative ones too; objective and constraint evaluations together."""
    need_peer("cocopp")
    instances = range(1, 11)
    folder = record(tmp_path / "data", name, instances)
    targets = suite_targets(name).values
    # A recorded value that equals a target to the last bit is a matter of rounding in cocopp.
    shifted = (targets + 1e-13 * np.abs(targets)).tolist()
    result = run_script(
        tmp_path,
        f"""
import json
import cocopp
rows = [
    (one.funcId, one.dim, [int(k) for k in one.instancenumbers],
     [[float(e) for e in row] for row in one.detEvals({shifted!r})])
    for one in cocopp.load({str(folder)!r})
]
open("rows.json", "w").write(json.dumps(rows))
""",
    )
    assert result.returncode == 0, result.stderr[-2000:]
    runs = om.load(folder)
    times = runs.runtimes(np.array(shifted))
    reached = 0
    for function, dimension, numbers, theirs in json.loads((tmp_path / "rows.json").read_text()):
        rows = (runs.function == function) & (runs.dimension == dimension)
        order = {int(k): row for k, row in zip(runs.instance[rows], times[rows], strict=True)}
        ours = np.array([order[k] for k in numbers])
        expected = np.array(theirs).T
        np.testing.assert_array_equal(ours, np.where(np.isnan(expected), np.inf, expected))
        reached += np.isfinite(ours).sum()
    assert reached > 20


@pytest.mark.oracle
def test_reference_values_are_those_of_the_data_of_2016(tmp_path):
    """On the complete suite, cocopp finds the digest of its best2016-bbob-biobj."""
    need_peer("cocopp")
    with om.Observer(tmp_path / "data", algorithm="one point") as observer:
        for problem in om.Suite("bbob-biobj", year=2016):
            observer.observe(problem)
            problem(problem.initial_solution)
    result = run_script(
        tmp_path,
        f"import cocopp; print(cocopp.load({str(observer.folder)!r}).get_reference_values_hash())",
    )
    assert result.stdout.split()[-1] == "ff0e71e8cd978373", result.stderr[-2000:]


@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.parametrize("name", list(SMALL))
def test_cocopp_makes_its_report(tmp_path, name):
    need_peer("cocopp")
    instances = range(1, 11) if name in {"bbob-biobj", "bbob-biobj-ext"} else range(1, 16)
    folder = record(tmp_path / "data", name, instances)
    result = run_script(
        tmp_path,
        f"""
import warnings
import cocopp
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    cocopp.main("-o ppdata --no-svg " + {str(folder)!r})
print("warnings:", *(str(w.message) for w in caught if "cocopp" in str(w.filename)), sep="@@")
""",
    )
    assert result.returncode == 0, result.stderr[-2000:]
    seen = result.stdout.rpartition("warnings:")[2].strip().split("@@")[1:]
    # The digest of the reference values is that of 2016 if all problems are there.
    expected = ["Reference values for"] if name == "bbob-biobj" else []
    assert [text for text in seen if not any(part in text for part in expected)] == []
    assert (tmp_path / "ppdata" / "index.html").exists()
