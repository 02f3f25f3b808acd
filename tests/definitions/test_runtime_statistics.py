"""Statistics of runtimes, as the documents of IOHprofiler define them."""

import numpy as np
import pytest

from optimeter.exceptions import InvalidValueError
from optimeter.measures import runtime_statistics
from tests.measures.helpers import runs_of

INF = np.inf
RUNS = runs_of([[10], [20], [60], [INF]], [10, 20, 60, 50])


def row(**options):
    return runtime_statistics(RUNS, [1], **options).to_dicts()[0]


def test_the_mean_caps_runs_that_missed_the_target():
    """The average runtime is 1/r Σ min{t_i, B}; here B is the length of each run."""
    found = row()
    assert (found["sample"], found["budget"]) == ("all", INF)
    assert found["mean"] == (10 + 20 + 60 + 50) / 4
    assert found["median"] == (20 + 50) / 2
    assert found["sd"] == pytest.approx(np.sqrt((25**2 + 15**2 + 25**2 + 15**2) / 3))
    # Hazen: position 4·p + 1/2 among 10, 20, 50, 60
    assert (found["p25"], found["p75"]) == (15, 55)
    assert found["ert"] == (10 + 20 + 60 + 50) / 3
    assert found["par"] == (10 + 20 + 60 + 10 * 50) / 4


def test_a_budget_caps_all_runs_and_counts_what_is_reached_within():
    """With B = 40 the run that needs 60 evaluations has failed, and both failures cost 40."""
    found = row(budget=40, penalty=2)
    assert found["budget"] == 40
    assert (found["successes"], found["runs"], found["success_rate"]) == (2, 4, 0.5)
    assert found["mean"] == (10 + 20 + 40 + 40) / 4
    assert found["median"] == 30
    assert found["ert"] == (10 + 20 + 40 + 40) / 2
    assert found["par"] == (10 + 20 + 80 + 80) / 4


def test_a_budget_is_per_dimension():
    runs = runs_of([[10], [INF]], [40, 40], dimension=4)
    found = runtime_statistics(runs, [1], budget=5).to_dicts()[0]
    assert (found["mean"], found["ert"]) == (15, 30)
    assert runtime_statistics(runs, [1], budget=2).ert.tolist() == [INF]


def test_the_end_of_a_budget_belongs_to_it():
    assert row(budget=20)["successes"] == 2
    assert row(budget=19)["successes"] == 1


def test_successes_only_by_name():
    found = row(sample="successes")
    assert found["sample"] == "successes"
    assert (found["mean"], found["median"]) == (30, 20)
    assert found["ert"] == (10 + 20 + 60 + 50) / 3
    assert row(sample="successes", budget=40)["mean"] == 15
    nobody = runtime_statistics(RUNS, [1e-3], sample="successes").to_dicts()[0]
    assert (nobody["mean"], nobody["p50"]) == (INF, INF)


def test_nobody_succeeds():
    """All runs count with their budget; the expected runtime is infinite."""
    found = runtime_statistics(RUNS, [1e-3]).to_dicts()[0]
    assert (found["mean"], found["ert"], found["successes"]) == (35, INF, 0)


def test_what_is_refused(said, refused):
    with refused(InvalidValueError, "sample", "'all'", "'successes'"):
        row(sample="failures")
    with refused(InvalidValueError, "budget"):
        row(budget=0)
    assert refused.messages == said
