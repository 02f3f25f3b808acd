"""Values, states, log entries and files of the drop-in are ioh's, inside and outside the box."""

import json
import math
from itertools import zip_longest
from pathlib import Path

import numpy as np
import pytest
from tests import points
from tests.peers import need_peer

ioh = need_peer("ioh")

from tests.ioh.peers import both, files, same  # noqa: E402

import optimeter.ioh as ours  # noqa: E402

pytestmark = pytest.mark.oracle

LOGGED = (
    "evaluations", "raw_y", "raw_y_best", "transformed_y", "transformed_y_best", "y", "y_best",
    "has_improved",
)  # fmt: skip
STATE = (
    "evaluations", "y_unconstrained", "y_unconstrained_best", "has_improved", "optimum_found",
    "final_target_found",
)  # fmt: skip
SOLUTIONS = ("current", "current_best", "current_internal", "current_best_internal")


OSCILLATE = (16, 17, 18)


def tolerance(kind: str, fid: int, x: np.ndarray) -> float:
    """Return how far values may be apart: sines of huge numbers depend on every digit."""
    if kind == "PBO":
        return 0.0
    return 1e-3 if fid in OSCILLATE and np.abs(x).max() > 10 else 1e-11


def assert_same_evaluation(mine, theirs, x, relative):
    before = mine.state.current_best.y == theirs.state.current_best.y
    a, b = mine(x), theirs(x)
    best = before and mine.state.current_best.y == theirs.state.current_best.y
    by_one_bit = () if best else ("optimum_found", "has_improved")
    assert same(a, b, relative), (x, a, b)
    if not theirs.state.evaluations:
        return
    for name in LOGGED if best else LOGGED[:-1]:  # what rests on one bit may differ
        a, b = getattr(mine.log_info, name), getattr(theirs.log_info, name)
        assert same(a, b, relative), (name, x, a, b)
    assert list(mine.log_info.x) == list(theirs.log_info.x)
    assert mine.log_info.violations == pytest.approx(theirs.log_info.violations)
    assert mine.log_info.penalties[0] == pytest.approx(theirs.log_info.penalties[0])
    for name in STATE:
        if name in by_one_bit:
            continue
        assert same(getattr(mine.state, name), getattr(theirs.state, name), relative), (name, x)
    for name in SOLUTIONS:
        a, b = getattr(mine.state, name), getattr(theirs.state, name)
        assert same(a.y, b.y, relative), (name, x, a, b)
        if "internal" not in name:  # of points as good as the optimum, one bit chooses
            np.testing.assert_allclose(a.x, b.x, rtol=0, atol=1e-8)


@pytest.mark.parametrize("kind", ["BBOB", "SBOX"])
@pytest.mark.parametrize("fid", range(1, 25))
def test_functions_of_real_numbers(kind, fid):
    for dimension, instance in ((2, 1), (5, 3), (5, 0), (3, -2)):
        mine, theirs = both(fid, instance, dimension, kind)
        assert repr(mine) == repr(theirs)
        assert repr(mine.meta_data) == repr(theirs.meta_data)
        assert mine.constraints.n() == theirs.constraints.n()
        assert mine.bounds.weight == theirs.bounds.weight
        assert int(mine.bounds.enforced) == int(theirs.bounds.enforced)
        assert same(mine.optimum.y, theirs.optimum.y, 1e-14)
        np.testing.assert_allclose(mine.optimum.x, theirs.optimum.x, rtol=1e-12)
        rng = np.random.default_rng([fid, dimension])
        rows = points.everywhere(rng, np.array(theirs.optimum.x))
        for x in [*rows, *points.nowhere(dimension)]:  # what is nowhere leaves all as it is
            far = x if np.isfinite(x).all() else rows[-1]
            assert_same_evaluation(mine, theirs, x, tolerance(kind, fid, far))
        for problem in (mine, theirs):
            problem.reset()
        assert repr(mine.state) == repr(theirs.state)
        assert_same_evaluation(mine, theirs, rows[0], 1e-11)


@pytest.mark.parametrize("dimension", [2, 5, 11])
def test_many_affine_combinations(dimension):
    for instance in (1, 7, 12345):
        mine, theirs = (module.problem.ManyAffine(instance, dimension) for module in (ours, ioh))
        rng = np.random.default_rng([dimension, instance])
        rows = points.everywhere(rng, np.array(theirs.optimum.x))
        for x in [*rows, *points.nowhere(dimension)]:
            assert_same_evaluation(mine, theirs, x, 1e-9)


@pytest.mark.parametrize("fid", range(1, 26))
def test_functions_of_bits(fid):
    for dimension, instance in ((16, 1), (16, 5), (25, 55), (16, 101), (16, 0), (16, -3)):
        mine, theirs = both(fid, instance, dimension, "PBO")
        assert repr(mine) == repr(theirs)
        rng = np.random.default_rng([fid, dimension])
        for x in points.bits(rng, mine.optimum.x):
            assert_found = mine.optimum.y == theirs.optimum.y
            a, b = mine(x.tolist()), theirs(x.tolist())
            assert a == b
            for name in LOGGED:
                assert getattr(mine.log_info, name) == getattr(theirs.log_info, name)
            for name in STATE if assert_found else STATE[:4]:  # ioh reports wrong optima of some
                assert getattr(mine.state, name) == getattr(theirs.state, name), name


@pytest.mark.parametrize("how", ["NOT", "HIDDEN", "SOFT", "HARD", "OVERRIDE"])
@pytest.mark.parametrize(("kind", "fid"), [("BBOB", 1), ("BBOB", 4), ("BBOB", 16), ("SBOX", 8)])
def test_bounds_and_constraints(how, kind, fid):
    mine, theirs = both(fid, 1, 3, kind)
    kept = []
    for problem, module in ((mine, ours), (theirs, ioh)):
        chosen = getattr(module.ConstraintEnforcement, how)
        problem.enforce_bounds(3.0, chosen, 2.0)
        kept.append(
            module.RealConstraint(lambda x: float(x[0] > 1) * 2, 25.0, 2.0, chosen, "large")
        )
        problem.add_constraint(kept[-1])
    assert mine.constraints.n() == theirs.constraints.n() == 2
    rng = np.random.default_rng(fid)
    for x in points.everywhere(rng, np.array(theirs.optimum.x)):
        assert_same_evaluation(mine, theirs, x, tolerance(kind, fid, x))
        assert same(mine.constraints.violation(), theirs.constraints.violation())
        assert mine.log_info.penalties == pytest.approx(theirs.log_info.penalties)


TRIGGERS = {
    "delta": lambda t: [t.OnDeltaImprovement()],
    "improvement": lambda t: [t.OnImprovement()],
    "always": lambda t: [t.Always()],
    "each": lambda t: [t.Each(7)],
    "at": lambda t: [t.At({1, 5, 12})],
    "during": lambda t: [t.During({(3, 5), (8, 10)})],
    "violation": lambda t: [t.OnViolation()],
    "several": lambda t: [t.At({2, 3}), t.OnImprovement()],
}
LOSES_RUNS = ("each", "at", "during", "violation")
COLUMNS = (
    "EVALUATIONS", "RAWY", "RAWYBEST", "TRANSFORMEDY", "TRANSFORMEDYBEST", "CURRENTY",
    "CURRENTBESTY", "VIOLATION", "PENALTY",
)  # fmt: skip
QUICK = {("BBOB", 1), ("BBOB", 4), ("BBOB", 16), ("BBOB", 23), ("SBOX", 5), ("PBO", 3)}
PROBLEMS = [
    pytest.param(kind, fid, marks=() if (kind, fid) in QUICK else pytest.mark.slow)
    for kind, count in (("BBOB", 24), ("SBOX", 24), ("PBO", 25))
    for fid in range(1, count + 1)
]


def runs(module, kind, fid, logger):
    """Evaluate points in, outside and far outside of the box, and such that are nowhere, in two runs."""
    dimension = 9 if kind == "PBO" else 3
    problem = module.get_problem(fid, 2, dimension, module.ProblemClass[kind])
    problem.attach_logger(logger)
    rng = np.random.default_rng(fid)
    for _ in range(2):
        if kind == "PBO":
            rows = points.bits(rng, np.ones(dimension)).tolist()
        else:
            rows = list(points.everywhere(rng, np.ones(dimension))[::-1])
            if fid in OSCILLATE:
                rows = [x for x in rows if np.abs(x).max() < points.FAR / 2]
            rows[7:7] = points.nowhere(dimension)
        for x in rows:
            problem(x)
        problem.reset()


def alike(mine: str, theirs: str) -> bool:
    """Whether two lines are the same but for the last digits of numbers."""

    def number(text):
        try:
            return float(text)
        except (TypeError, ValueError):
            return math.nan

    return all(
        x == y or math.isclose(number(x), number(y), rel_tol=1e-11, abs_tol=1.1e-10)
        for x, y in zip_longest(mine.split(), theirs.split())
    )


def assert_same_text(mine: str, theirs: str) -> None:
    """The same text but for the last digits of numbers."""
    for a, b in zip(mine.splitlines(), theirs.splitlines(), strict=True):
        assert alike(a, b), (a, b)


@pytest.mark.parametrize("trigger", TRIGGERS)
@pytest.mark.parametrize(("kind", "fid"), PROBLEMS)
def test_files(tmp_path, trigger, kind, fid):
    found = []
    for module in (ours, ioh):
        place = tmp_path / module.__name__
        place.mkdir()
        properties = module.logger.property
        columns = [getattr(properties, name) for name in COLUMNS]
        kept = TRIGGERS[trigger](module.logger.trigger)
        analyzer = module.logger.Analyzer(
            kept, columns[2:], root=str(place), store_positions=True, algorithm_name="a"
        )
        runs(module, kind, fid, analyzer)
        analyzer.close()
        found.append(files(place))
    mine, theirs = found
    index = next(name for name in mine if name.endswith(".json"))
    [table] = theirs.keys() - {index}
    if trigger in LOSES_RUNS:  # ioh writes no end and no index of runs without a logged improvement
        known = iter(mine[table].splitlines())
        for line in theirs[table].splitlines():
            assert any(alike(line, one) for one in known), line
        return
    assert_same_text(mine[table], theirs[table])
    facts, expected = json.loads(mine[index]), json.loads(theirs[index])
    runs_of = [one["scenarios"][0].pop("runs") for one in (facts, expected)]
    assert facts == expected
    for run, other in zip(*runs_of, strict=True):
        assert (run["instance"], run["evals"]) == (other["instance"], other["evals"])
        assert run["best"]["evals"] == other["best"]["evals"]
        assert run["best"]["x"] == other["best"]["x"]
        assert run["best"]["y"] == pytest.approx(other["best"]["y"], rel=1e-11, abs=1e-10)


@pytest.mark.parametrize("trigger", TRIGGERS)
@pytest.mark.parametrize(("kind", "fid"), PROBLEMS)
def test_stores_and_flat_files(tmp_path, trigger, kind, fid):
    stored, flat = [], []
    for module in (ours, ioh):
        columns = [getattr(module.logger.property, name) for name in COLUMNS]
        kept = TRIGGERS[trigger](module.logger.trigger)
        store = module.logger.Store(kept, columns)
        runs(module, kind, fid, store)
        stored.append(store.data())
        again = TRIGGERS[trigger](module.logger.trigger)
        table = module.logger.FlatFile(
            again, columns, filename=f"{module.__name__}.dat", output_directory=str(tmp_path),
            store_positions=True,
        )  # fmt: skip
        runs(module, kind, fid, table)
        path = Path(table.output_directory) / table.filename
        del table
        flat.append(path.read_text() if path.exists() else "")

    def flattened(level, key=()):
        if not isinstance(level, dict):
            return [(key, level)]
        return [one for name, below in level.items() for one in flattened(below, (*key, name))]

    mine, theirs = (dict(flattened(one)) for one in stored)
    assert mine.keys() == theirs.keys()
    for key, value in theirs.items():
        assert (value is None) == (mine[key] is None)
        assert value is None or same(mine[key], value), key
    # ioh writes the number of the run and the first column without a separator between them.
    lines = [one.splitlines() for one in flat]
    assert len(lines[0]) == len(lines[1])
    for a, b in zip(*lines, strict=True):
        first, second = a.split("\t"), b.split("\t")
        if len(first) == len(second) + 1:
            first[6:8] = [first[6] + first[7]]
        assert_same_text(" ".join(first), " ".join(second))
