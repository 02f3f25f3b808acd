"""Star discrepancies and tori of any size, by the names of ioh."""

import numpy as np
import pytest
from tests import points
from tests.peers import need_peer

ioh = need_peer("ioh")

from tests.ioh.peers import files, same  # noqa: E402

import optimeter.ioh as ours  # noqa: E402
from optimeter.exceptions import InvalidValueError  # noqa: E402

pytestmark = pytest.mark.oracle

KINDS = ("STAR_REAL", "STAR_INTEGER")


@pytest.mark.parametrize("kind", KINDS)
def test_ids_names_and_facts(kind):
    known, theirs = ours.ProblemClass[kind].problems, getattr(ioh.ProblemClass, kind).problems
    assert known.items() < theirs.items()
    assert {*theirs.values()} - {*known.values()} == {
        one for one in theirs.values() if "Sobol" in one
    }
    assert ours.ProblemClass[kind].is_real() == getattr(ioh.ProblemClass, kind).is_real()
    for fid in known:
        a, b = (m.get_problem(fid, 3, 4, getattr(m.ProblemClass, kind)) for m in (ours, ioh))
        assert repr(a) == repr(b)
        np.testing.assert_array_equal(a.bounds.ub, b.bounds.ub)
        np.testing.assert_array_equal(a.grid, b.grid)
        np.testing.assert_array_equal(a.optimum.x, b.optimum.x)
        assert a.optimum.y == b.optimum.y == np.inf


@pytest.mark.parametrize("sampler", ["UNIFORM", "HALTON"])
@pytest.mark.parametrize("name", ["RealStarDiscrepancy", "IntegerStarDiscrepancy"])
def test_values_and_states(name, sampler):
    rng = np.random.default_rng(1)
    for instance in (0, 1, 69):
        a, b = (
            getattr(m.problem, name)(
                instance, 3, 9, getattr(m.problem.StarDiscrepancySampler, sampler)
            )
            for m in (ours, ioh)
        )
        assert repr(a) == repr(b)
        real = name.startswith("Real")
        x = [*(rng.uniform(0, 1, (9, 3)) if real else rng.integers(0, 10, (9, 3)))]
        x += [np.full(3, 10), np.array([-1, 0, 0]), np.full(3, 1000)]
        if real:
            x += [np.full(3, -1e3), *points.nowhere(3)]
        for point in x:
            assert same(a(point), b(point))
            assert repr(a.state) == repr(b.state)
            assert a.state.y_unconstrained == b.state.y_unconstrained


def test_files_are_those_of_ioh(tmp_path):
    made = []
    for module in (ours, ioh):
        logger = module.logger.Analyzer(
            triggers=[module.logger.trigger.ALWAYS], root=str(tmp_path), folder_name=module.__name__
        )
        suite = module.suite.RealStarDiscrepancy([30, 51], [1, 2], [2])
        suite.attach_logger(logger)
        rng = np.random.default_rng(1)
        for problem in suite:
            for x in rng.uniform(-0.1, 1.1, (20, 2)):
                problem(x)
        logger.close()
        made.append((suite, logger))
    mine, theirs = files(tmp_path / ours.__name__), files(tmp_path / "ioh")
    assert {k: v for k, v in mine.items() if k.endswith(".dat")} == {
        k: v for k, v in theirs.items() if k.endswith(".dat")
    }
    assert mine.keys() == theirs.keys()


@pytest.mark.parametrize("dimension", [1, 2, 3, 5, 7, 10, 16, 67, 130])
def test_tori_ignore_the_bits_beyond_a_square(dimension):
    rng = np.random.default_rng(dimension)
    for instance in (1, 7, 63, 101):
        a, b = (m.get_problem(20, instance, dimension, m.ProblemClass.PBO) for m in (ours, ioh))
        for x in rng.integers(0, 2, (6, dimension)):
            assert a(x) == b(x)
        assert a.optimum.y == b.optimum.y
        assert a(a.optimum.x) == a.optimum.y


def test_points_of_sobol(said, refused):
    with refused(InvalidValueError, "40 to 49"):
        ours.get_problem(43, 1, 2)
    with refused(InvalidValueError, "40 to 49"):
        ours.problem.RealStarDiscrepancy(1, 2, 5, ours.problem.StarDiscrepancySampler.SOBOL)
    assert refused.messages == said
