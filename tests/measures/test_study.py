"""A study decides once on which scale the runs of a suite are judged, and what follows from it."""

import numpy as np
import pytest

from optimeter import measures
from optimeter.exceptions import DataError
from optimeter.measures.scale import on_scale
from optimeter.measures.study import Study
from tests.measures.test_quality import FINE, runs_of
from tests.reports.helpers import make_runs

KINDS = {  # data, targets: gaps, values on record beside, names, ranges, a published reference
    "known": (make_runs(), None, (False, False, False, False, True)),
    "own targets": (make_runs(), (10.0, 1.0), (False, False, False, False, True)),
    "relative": (make_runs(), "relative", (True, True, False, True, False)),
    "unknown": (runs_of(FINE), None, (True, True, False, True, False)),
    "linear": (runs_of(FINE), "linear", (True, True, False, True, False)),
    "values": (runs_of(FINE), (40.0, 4.0), (True, True, True, False, False)),
    "apart": (runs_of(FINE, own_instances=True, instance=[1, 1, 2, 2]), None,
              (True, False, False, True, False)),
}  # fmt: skip


@pytest.mark.parametrize(("runs", "targets", "found"), KINDS.values(), ids=KINDS)
def test_the_scale_and_what_follows_from_it(runs, targets, found):
    study = Study.of(runs, targets=targets)
    names, ranges, reference = bool(study.names), study.ranges is not None, study.reference
    recorded = study.recorded is not None
    assert (study.settings.gaps, recorded, names, ranges, reference is not None) == found
    assert study.loaded is runs
    assert (study.budget_targets is None) == (study.reference is None)
    assert study.settings.quality == runs.quality()


@pytest.mark.parametrize("targets", [None, "linear", "log", "relative"])
def test_a_study_and_the_measures_are_on_one_scale(targets):
    runs = runs_of(FINE, shift=1)
    study = Study.of(runs, targets=targets)
    seen, left = on_scale(runs, targets)
    assert left is None
    assert study.runs.step_precision.tobytes() == seen.step_precision.tobytes()
    table = measures.ert(runs, targets)
    assert table.ert.tolist() == measures.ert(study.runs, study.targets).ert.tolist()


def test_who_is_there():
    runs = make_runs(algorithms=("a", "b", "c"), dimensions=(2, 5, 20))
    study = Study.of(runs, background=("b",))
    assert (study.algorithms, study.competing, study.many) == (("a", "b", "c"), ("a", "c"), False)
    assert study.sets == (((2, 5, 20), tuple(range(1, 7))),)
    assert study.groups["separable"] == (1, 2, 3, 4, 5)
    assert study.main_dimension == 20
    assert study.table_targets.values.tolist() == list(study.settings.comparison_targets)


def test_what_was_decided_does_not_depend_on_who_else_is_there():
    """Else the kept results of one algorithm would be made anew with each further one."""
    one, two = (Study.of(make_runs(algorithms=names)) for names in (("a",), ("a", "b")))
    assert repr(one.decided()) == repr(two.decided())


def test_values_that_are_gaps_already():
    with pytest.raises(DataError, match="gaps already"):
        Study.of(measures.gaps(runs_of(FINE)))
    assert np.array_equal(on_scale(gap := measures.gaps(runs_of(FINE)), None)[0].final, gap.final)
