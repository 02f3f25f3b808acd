"""Performance, data and log-ratio profiles: closed forms, and the numbers of OptiProfiler."""

import json
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter import measures
from optimeter.data.overview import overview
from optimeter.data.runs import Runs
from optimeter.exceptions import InvalidValueError, UnknownNameError
from optimeter.measures.profiles import profiles_of
from tests.measures.optiprofiler_dump import SEARCHES, SIZES, start, value

OPTIPROFILER = Path(__file__).parent / "optiprofiler.json"


def runs_of(costs, dimensions, *, suite="mine", length=1000, **columns):
    """Runs that begin at 101 and are at 1, the best value, after these evaluations; None: at 51."""
    names = [name for name in costs for _ in dimensions]
    found = [cost for row in costs.values() for cost in row]
    steps = [(1, 101.0, cost or 9, 51.0 if cost is None else 1.0) for cost in found]
    count = len(dimensions)
    return Runs.from_arrays(
        **{"function": np.tile(np.arange(1, count + 1), len(costs)), **columns},
        dimension=np.tile(dimensions, len(costs)),
        suite=suite,
        algorithm=names,
        evaluations=length,
        offsets=2 * np.arange(len(found) + 1),
        step_evaluations=[n for row in steps for n in row[::2]],
        step_precision=[v for row in steps for v in row[1::2]],
    )


COSTS = {"a": (10, 40, None, 12), "b": (20, 20, 80, None)}
DIMENSIONS = [1, 3, 4, 5]


def test_performance_profile_of_a_set_with_one_dimension_per_function():
    """Share of problems with t_ps / min_s t_ps <= x: a 1, 2, –, 1; b 2, 1, 1, –."""
    a, b = measures.performance_profile(runs_of(COSTS, DIMENSIONS), tolerance=1e-3)
    assert (a.dimension, a.pairs) == (0, 4)
    assert a.at([0.99, 1, 1.99, 2, 1e9]).tolist() == [0, 0.5, 0.5, 0.75, 0.75]
    assert b.at([1, 2, 1e9]).tolist() == [0.5, 0.75, 0.75]
    assert a.summary()["dimension"] == "pooled"


def test_data_profile_of_a_set_with_one_dimension_per_function():
    """Share of problems with t_ps / (n_p + 1) <= x: a 5, 10, –, 2; b 10, 5, 16, –."""
    a, b = measures.data_profile(runs_of(COSTS, DIMENSIONS), tolerance=1e-3)
    assert a.at([1.9, 2, 5, 9.9, 10]).tolist() == [0, 0.25, 0.5, 0.5, 0.75]
    assert b.at([5, 10, 15.9, 16]).tolist() == [0.25, 0.5, 0.5, 0.75]


def test_log_ratios_are_in_order_and_tell_who_fails():
    table = measures.log_ratios(runs_of(COSTS, DIMENSIONS), "a", "b", 1e-3)
    assert table.log_ratio.tolist() == [-np.inf, -1, 1, np.inf]
    assert table.function.tolist() == [4, 1, 2, 3]


def test_by_the_returned_point_all_evaluations_count():
    a, b = measures.data_profile(runs_of(COSTS, DIMENSIONS), tolerance=1e-3, returned=True)
    assert a.at([166, 167, 250, 500]).tolist() == [0, 0.25, 0.5, 0.75]  # 1000 / 6, / 4, / 2
    assert b.steps.limit == 0.75


def test_suites_with_dimensions_are_never_pooled():
    usual = measures.performance_profile(runs_of(COSTS, DIMENSIONS, suite="bbob"), tolerance=1e-3)
    assert [curve.dimension for curve in usual] == [1, 1, 3, 3, 4, 4, 5, 5]
    several = runs_of(COSTS, [2, 3, 2, 3], function=[1, 1, 2, 2] * 2)  # each function in both
    curves = measures.data_profile(several, tolerance=1e-3)
    assert [curve.dimension for curve in curves] == [2, 2, 3, 3]


def test_a_problem_that_nobody_solves_counts():
    runs = runs_of({"a": (10, None), "b": (20, None)}, [2, 2])
    best = runs_of({"c": (90, 90)}, [2, 2])  # whose best value the others do not come close to
    curves = measures.performance_profile(Runs.concatenate([runs, best]), tolerance=1e-3)
    assert [curve.steps.limit for curve in curves] == [0.5, 0.5, 1]


def test_instances_that_are_problems_of_their_own():
    runs = runs_of({"a": (10, 40)}, [2, 2], function=1, instance=[1, 2], own_instances=True)
    table = measures.relative_costs(runs, 1e-3)
    assert (table.instance.tolist(), table.evaluations.tolist()) == ([1, 2], [10, 40])
    assert measures.data_profile(runs, tolerance=1e-3)[0].pairs == 2


def test_what_is_refused(said, refused):
    runs = runs_of(COSTS, DIMENSIONS)
    with refused(InvalidValueError, "0", "1"):
        measures.relative_costs(runs, [10.0])
    with refused(InvalidValueError, "tolerance"):
        measures.data_profile(runs, [1.0], tolerance=0.1)
    with pytest.raises(InvalidValueError, match="tolerance=1e-4"):
        measures.data_profile(runs, returned=True)
    with refused(InvalidValueError, "0.1"):
        profiles_of(measures.relative_costs(runs, 0.1), "data", 0.2)
    with pytest.raises(UnknownNameError, match="algorithm"):
        measures.log_ratios(runs, "a", "c")
    assert refused.messages == said


@pytest.fixture(scope="module")
def searched(tmp_path_factory):
    """The searches of the oracle on its problems, recorded and loaded by us."""
    folder = tmp_path_factory.mktemp("searched")
    problems = [
        om.Problem.from_callable(
            lambda x, name=name: value(name, x), [-1e3] * size, [1e3] * size, name=name,
            initial_solution=start(name),
        )
        for name, size in SIZES.items()
    ]  # fmt: skip
    suite = om.Suite.from_problems("small", problems)
    for search in SEARCHES:
        with om.Observer(folder / search.__name__, algorithm=search.__name__) as observer:
            for problem in suite:
                observer.observe(problem)
                search(problem, problem.initial_solution)
    return om.load(*(folder / search.__name__ for search in SEARCHES))


@pytest.mark.parametrize("judged", ["hist", "out"])
@pytest.mark.parametrize("kind", ["performance", "data"])
def test_the_profiles_are_those_of_optiprofiler(searched, judged, kind):
    """For tolerances 1e-1 … 1e-8. Theirs are against log2 x, and log2(1 + x) in data profiles."""
    theirs = json.loads(OPTIPROFILER.read_text())
    costs = measures.relative_costs(searched)
    for order, tolerance in enumerate(theirs, start=1):
        ours = profiles_of(costs, kind, 10.0**-order, returned=judged == "out")
        for curve, (x, y) in zip(ours, tolerance[judged][kind[:4]], strict=True):
            places = 2.0 ** np.array(x) - (kind == "data")
            heights = [max(v for u, v in zip(x, y, strict=True) if u <= at) for at in x]
            np.testing.assert_allclose(curve.at(places * (1 + 1e-12)), heights, atol=1e-12)
            assert len(curve.steps) <= len(set(x))


def test_sets_of_the_engine_with_one_dimension_per_function_are_pooled(tmp_path):
    suite = om.Suite("mgh", functions=[1, 2, 7, 13])
    om.run("random-search", suite, budget=5, folder=tmp_path / "data", progress=False)
    runs = om.load(tmp_path / "data")
    assert measures.relative_costs(runs).pooled
    curves = om.ecdf(runs, functions="zero-residual")
    assert {curve.dimension: curve.missing for curve in curves}[4] == (14,)  # Wood
    (entry,) = overview(runs)
    assert (2, 3) not in entry.missing  # Freudenstein and Roth's function has two variables
