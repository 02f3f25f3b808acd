"""The public names, and what importing them costs."""

import subprocess
import sys

import numpy as np
import pytest

from optimeter import measures
from optimeter.data.runs import Runs
from optimeter.exceptions import OptimeterError
from tests.measures.helpers import runs_of


def test_every_public_name_exists_and_is_documented():
    assert len(set(measures.__all__)) == len(measures.__all__)
    for name in measures.__all__:
        value = getattr(measures, name)
        if callable(value) and not str(value).startswith("typing"):
            assert value.__doc__, name


def test_import_loads_no_heavy_library():
    code = (
        "import sys, optimeter.measures; "
        "print([m for m in ('scipy', 'matplotlib', 'polars', 'pandas') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_tables_convert():
    table = measures.ert(runs_of([[5, 9]], [9]), [1, 0.1])
    frame = table.to_polars()
    assert frame["ert"].to_list() == [5, 9]
    assert table.to_pandas()["target"].tolist() == [1, 0.1]
    assert len(table.to_dicts()) == len(table) == 2
    assert all(isinstance(value, str | int | float) for value in table.to_dicts()[0].values())


def test_results_do_not_change_the_data():
    runs = runs_of([[5, 9], [7, np.inf]], [9, 30], suite="bbob")
    before = runs.step_precision.copy(), runs.run_lengths().copy()
    for function in (measures.ert, measures.ecdf, measures.restart_percentiles, measures.scaling):
        function(runs)
    assert np.array_equal(before[0], runs.step_precision)
    assert np.array_equal(before[1], runs.run_lengths())


def measured_functions():
    from inspect import isfunction, signature

    return [
        name
        for name in measures.__all__
        if isfunction(getattr(measures, name))
        and next(iter(signature(getattr(measures, name)).parameters), "") == "runs"
    ]


NAMED = {"cover": {"budget": 10}}
"""Arguments that have no usual value, by their names."""
OF_OTHER_DATA = ("attainment_surfaces", "front_quality", "gaps", "value_ranges")
"""Measures that `test_quality` is about."""


@pytest.mark.parametrize("name", measured_functions())
def test_no_runs_raise_a_clear_error_or_give_an_empty_result(name):
    empty = Runs.from_arrays(
        function=[], dimension=[], offsets=[0], step_evaluations=[], step_precision=[]
    )
    more = {
        "aocc": (10,),
        "loss_ratios": (measures.load_reference("best2009-bbob"),),
        "ert_pairs": ("a", "b"),
        "runtime_ratios": ("a", "b"),
        "log_ratios": ("a", "b"),
        "parameters_at_targets": ("sigma",),
        "parameters_at_budgets": ("sigma",),
    }
    if name in ("budget_grid", "parameter_names", "recorded_targets", "settings_of"):
        getattr(measures, name)(empty)
        return
    with pytest.raises(OptimeterError):
        getattr(measures, name)(empty, *more.get(name, ()), **NAMED.get(name, {}))


@pytest.mark.parametrize("suite", ["bbob", "bbob-biobj", "bbob-constrained", "my own"])
def test_every_measure_takes_every_suite_and_gives_no_nan(suite):
    inf = np.inf
    runs = Runs.concatenate(
        [
            runs_of(
                [[5, 90, inf], [7, inf, inf], [9, 30, 80]] * 2,
                [200] * 6,
                algorithm=name,
                suite=suite,
                function=[1, 1, 1, 2, 2, 2],
                dimension=3,
                instance=[1, 2, 2, 1, 2, 3],
                step_extra={"sigma": np.ones(steps)},
            )
            for name, steps in (("a", 18), ("b", 18))
        ]
    )
    more = {
        "aocc": (10,),
        "loss_ratios": (measures.best_of(runs),),
        "ert_pairs": ("a", "b"),
        "runtime_ratios": ("a", "b"),
        "log_ratios": ("a", "b"),
        "parameters_at_targets": ("sigma",),
        "parameters_at_budgets": ("sigma",),
    }
    for name in measured_functions():
        if name in OF_OTHER_DATA:
            continue
        result = getattr(measures, name)(runs, *more.get(name, ()), **NAMED.get(name, {}))
        if isinstance(result, measures.Table):
            for column, values in result.columns().items():
                assert values.dtype == object or not np.isnan(values).any(), (name, column)
