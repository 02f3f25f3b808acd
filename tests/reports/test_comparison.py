"""`om.compare`: recorded data in, verdicts out; optimizers are for `om.run`."""

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import DataError, InvalidTypeError, UnknownNameError
from optimeter.measures import verdicts
from tests.reports.helpers import make_runs
from tests.sentences import refusal

SUITE = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])


def test_what_is_said_of_data_is_what_the_verdicts_say(tmp_path):
    results = om.run(
        {"a": "sobol", "b": "grid"},
        om.Suite("bbob", functions=[1, 2], dimensions=[2, 3], instances=range(1, 6)),
        budget=30,
        folder=tmp_path,
    )
    found = om.compare(*results.values(), targets=[10, 1], dimensions=2)
    runs = om.load(*results.values())
    assert found.to_dicts() == verdicts(runs, [10, 1], dimensions=2).to_dicts()
    assert found.units.tolist() == [5]


def test_runs_and_folders_together(tmp_path):
    runs = make_runs(["x"], functions=[1], dimensions=[2], runs=5, suite="bbob")
    one = om.run("sobol", SUITE, budget=10, folder=tmp_path)
    table = om.compare(runs, one)
    assert {*table.first, *table.second} == {"x", "sobol"}
    assert np.isin(table.claim, ["ahead", "behind", "open", "not comparable"]).all()


@pytest.mark.parametrize(
    ("given", "options"),
    [
        (({"a": "sobol", "b": "grid"}, SUITE), {"budget": 5, "folder": "x"}),
        ((["sobol", "grid"], "bbob"), {"folder": "x"}),
        ((["sobol", "grid"], [SUITE]), {}),
        ((lambda problem, start, rng: None, SUITE), {}),
        (("exdata/a", "exdata/b"), {"workers": 2}),
    ],
)
def test_optimizers_are_for_run(given, options):
    message = refusal(InvalidTypeError, om.compare, *given, **options)
    assert "om.run(" in message


def test_wrong_calls(said, refused):
    with refused(UnknownNameError, "'targts'", "'targets'"):
        om.compare(make_runs(functions=[1], dimensions=[2]), targts=[1])
    with refused(DataError):
        om.compare()
    with refused(DataError, "'alone'"):
        om.compare(make_runs(["alone"], functions=[1], dimensions=[2]))
    assert refused.messages == said
