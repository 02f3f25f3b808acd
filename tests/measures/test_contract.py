"""What every measure promises: a small typed result, the same every time, whatever else is loaded.

How each is called stands in `examples.py`, which has to have a row for every public function.
"""

import contextlib
import dataclasses
import inspect
import json
import typing
import warnings
from copy import deepcopy
from functools import cache

import numpy as np
import pytest

from optimeter import measures
from optimeter._show import ROWS, Shown, ShownRow
from optimeter.data.runs import Runs
from optimeter.exceptions import InvalidTypeError, InvalidValueError, OptimeterError
from optimeter.measures._bootstrap import Bootstrap
from tests.measures.examples import (
    EXAMPLES,
    MEASURES,
    OF_RUNS,
    call,
    example_runs,
    functions,
    parameters,
    result_of,
)
from tests.measures.helpers import runs_of

pytestmark = pytest.mark.contract


def test_every_public_function_has_an_example_runs():
    assert set(EXAMPLES) == set(functions())


def test_there_are_functions_of_both_kinds():
    assert len(MEASURES) >= 50
    assert len(set(functions()) - set(MEASURES)) >= 15


@pytest.mark.parametrize("name", EXAMPLES)
def test_results_are_of_the_kind_that_is_told(name):
    kind = result_of(functions()[name])
    assert isinstance(call(name), typing.get_origin(kind) or kind)


@pytest.mark.parametrize("name", MEASURES)
def test_results_are_small_typed_and_plain(name):
    result = call(name)
    assert dataclasses.is_dataclass(result)
    assert type(result).__dataclass_params__.frozen
    assert hasattr(type(result), "__slots__")
    rows = result.to_dicts()
    assert rows
    json.dumps(rows)  # plain Python values only
    assert len({tuple(row) for row in rows}) == 1  # one set of columns
    for row in rows:
        for key, value in row.items():
            assert isinstance(value, str | int | float | bool), (key, value)
            assert not (isinstance(value, float) and np.isnan(value)), key


@pytest.mark.parametrize("name", sorted(functions()))
def test_arguments_have_one_name_and_place(name):
    """Selections are plural and by keyword, in one order; what is measured at comes before them."""
    given = list(inspect.signature(functions()[name]).parameters.values())
    names = [parameter.name for parameter in given]
    assert not {"dimension", "function", "target"} & set(names)
    if name in MEASURES and names[0] == "runs" and len(names) > 1:
        place = names.index("functions")
        assert names[place : place + 2] == ["functions", "dimensions"]
        assert {"targets", "budgets", "budget", "tolerance", "tolerances"} & set(names[:place])
        for parameter in given[place : place + 2]:
            assert parameter.kind is parameter.KEYWORD_ONLY
            assert parameter.default is None
    if "targets" in names:
        parameter = given[names.index("targets")]
        assert parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        assert parameter.default is None
    if "resamples" in names:
        assert {"confidence", "seed"} <= set(names)


def taking(*options, of=MEASURES):
    """Return the names of the measures that take one of the options."""
    return [name for name in of if set(options) & set(parameters(name))]


@pytest.mark.parametrize("name", taking("dimensions"))
def test_selections_are_accepted_in_every_form(name):
    usual = call(name, functions=[1, 2, 3, 4], dimensions=[5]).to_dicts()
    assert {row.get("dimension", 5) for row in usual} == {5}
    for chosen, d in (
        (range(1, 5), 5),
        ("1-4", "5"),
        ("1,2,3-4", np.array([5])),
        ((1, 2, 3, 4), {5}),
    ):
        assert call(name, functions=chosen, dimensions=d).to_dicts() == usual
    for wrong in ({"functions": "seperable"}, {"dimensions": "five"}, {"functions": "4-1"}):
        with pytest.raises(InvalidValueError, match=next(iter(wrong))):
            call(name, **wrong)


@pytest.mark.parametrize("name", taking("functions"))
def test_a_group_is_its_functions(name):
    (suite,) = EXAMPLES[name].runs().suites
    group, members = next(iter(measures.suite_settings(suite).groups.items()))

    def rows(chosen):
        return [
            {k: v for k, v in row.items() if k not in ("group", "functions", "missing")}
            for row in call(name, functions=chosen, dimensions=5).to_dicts()
        ]

    assert rows(group) == rows(members)


@pytest.mark.parametrize("name", taking("targets"))
def test_targets_are_accepted_in_every_form(name):
    usual = call(name, targets=[1, 0.1]).to_dicts()
    for same in ("1,0.1", (1.0, 0.1), np.array([1, 0.1]), measures.Targets.fixed([1, 0.1])):
        assert call(name, targets=same).to_dicts() == usual
    assert call(name, targets=0.1).to_dicts() == call(name, targets=[0.1]).to_dicts()
    with pytest.raises(InvalidValueError, match=r"targets .*'easy'"):
        call(name, targets="easy")


@pytest.mark.parametrize("name", taking("resamples", "confidence", "seed", of=functions()))
def test_measures_resample_alike(name):
    """Those that do it always take as many; those that are asked for it by a number take none."""
    given = inspect.signature(functions()[name]).parameters
    rule = Bootstrap()
    usual = {"confidence": {rule.confidence}, "seed": {rule.seed}}
    usual["resamples"] = {0, 200, rule.resamples}
    for option in usual.keys() & given.keys():
        assert given[option].default in usual[option], option


def optional(name):
    """Return the options of a measure that have a usual value and are more than yes or no."""
    given = inspect.signature(functions()[name]).parameters
    return [
        option
        for option, parameter in given.items()
        if not isinstance(parameter.default, bool)
        if parameter.default is not parameter.empty
        if option not in ("algorithm", "other")  # which the example gives
    ]


OPTIONS = [(name, option) for name in OF_RUNS if name in MEASURES for option in optional(name)]


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_what_no_option_takes_is_an_error_of_ours(name, option):
    """Whatever is given, Python's own errors never come through, nor do warnings of numpy."""
    runs = EXAMPLES[name].runs()
    runs = runs.select(algorithms=["a", "b"], functions=[1, 2])
    fewer = {"resamples": 5} if "resamples" in parameters(name) else {}
    for value in (object(), 1 + 2j, "²", b"x", -1, np.nan, np.array(3.0), [None], [[]], {1: [2]}):
        with contextlib.suppress(OptimeterError), warnings.catch_warnings():
            warnings.simplefilter("error")
            call(name, runs, **{**fewer, option: value})


def test_numbers_that_mean_nothing_are_refused(said, refused):
    for measure, option, wrong, *values in [
        ("ert_interval", "confidence", 95),
        ("ert_interval", "resamples", 0, "1"),
        ("ert_interval", "seed", "a"),
        ("restart_percentiles", "probabilities", [50], "1"),
        ("attainment_levels", "levels", [np.nan], "0"),
        ("attainment_surfaces", "levels", [0.5, 1.5], "(0, 1]"),
        ("attainment", "values", [np.nan]),
        ("ecdf", "window", (7, 0)),
        ("complementarity", "window", 7),
        ("aocc", "bounds", (1e2, 1e-8)),
        ("runtime_statistics", "penalty", -1),
        ("contributions", "factor", np.nan),
        ("deep_ranking", "level", 5),
        ("ratings", "rounds", 0, "1"),
        ("budget_grid", "per_decade", 0, "1"),
    ]:
        with refused((InvalidValueError, InvalidTypeError), option, repr(wrong), *values):
            call(measure, **{option: wrong})
    assert refused.messages == said


def test_all_classes_of_results_are_shown_alike():
    for name in measures.__all__:
        kind = getattr(measures, name)
        if inspect.isclass(kind) and kind is not measures.SuiteSettings:
            assert issubclass(kind, Shown), name
            assert kind.__repr__ in (Shown.__repr__, ShownRow.__repr__), name


@pytest.mark.parametrize("name", MEASURES)
def test_results_are_shown_in_a_line_a_page_and_a_small_table(name):
    runs = EXAMPLES[name].runs()
    hostile = {"a": "<b>&a</b>"}
    runs = dataclasses.replace(runs, algorithms=tuple(hostile.get(n, n) for n in runs.algorithms))
    result = call(name, runs)
    line, text, table = repr(result), str(result), result._repr_html_()
    assert line.startswith(f"<{type(result).__name__}: ")
    assert len(line) < 150
    assert "\n" not in line
    rows = result.to_dicts()
    assert len(text.splitlines()) <= min(len(rows), ROWS) + 4
    assert table.count("<tr>") == min(len(rows), ROWS) + 1
    assert ("<caption>" in table and f" of {len(rows)} " in table) == (len(rows) > ROWS)
    assert "<b>" not in table
    for curve in getattr(result, "curves", ())[:1]:
        assert len(repr(curve)) < 150
        assert len(repr(getattr(curve, "steps", ""))) < 60
        assert curve._repr_html_().count("<tr>") == 2


@pytest.mark.parametrize("name", MEASURES)
def test_same_input_same_result_and_the_data_stay_as_they_are(name):
    runs = EXAMPLES[name].runs()
    copy = deepcopy(runs)
    assert call(name, runs).to_dicts() == call(name, copy).to_dicts()
    assert runs.equals(copy)


# Those whose rows say nothing of other algorithms.
SINGLE = ["aocc", "attainment", "attainment_ecdf", "attainment_levels", "ecdf", "ert",
          "ert_interval", "instance_effect", "quality_distribution", "restart_percentiles",
          "run_length_distribution", "runtime_statistics", "runtimes", "scaling",
          "value_statistics"]  # fmt: skip


@pytest.mark.parametrize("name", SINGLE)
def test_other_data_change_nothing(name):
    runs = example_runs()
    alone = call(name, runs.select(algorithms="a")).to_dicts()
    together = [row for row in call(name, runs).to_dicts() if row["algorithm"] == "a"]
    if name in ("attainment", "attainment_levels", "attainment_ecdf", "value_statistics"):
        # Default grids end with the longest run that is loaded; what both have is equal.
        common = [row for row in together if row in alone]
        assert common
    else:
        assert together == alone


@pytest.mark.parametrize(
    ("name", "value", "low", "high"),
    [
        ("ert_interval", "ert", "low", "high"),
        ("ert", "success_rate", "success_low", "success_high"),
        ("aocc", "aocc", "low", "high"),
        ("speed_factors", "factor", "low", "high"),
        ("ert_table", "ert", "low", "high"),
        ("cumulative_difference", "difference", "low", "high"),
    ],
)
def test_intervals_surround_their_value(name, value, low, high):
    for row in call(name).to_dicts():
        assert row[low] <= row[value] <= row[high] or np.isinf(row[value]), row


def test_bands_and_areas_of_profiles_have_intervals():
    for row in measures.ecdf(example_runs(), resamples=100).to_dicts():
        assert row["auc_low"] <= row["auc"] <= row["auc_high"]


EMPTY = Runs.from_arrays(
    function=[], dimension=[], offsets=[0], step_evaluations=[], step_precision=[]
)
# What there is to say without a run.
WITHOUT_RUNS = {"budget_grid": [1.0], "parameter_names": [], "recorded_targets": []}


@pytest.mark.parametrize("name", [n for n in OF_RUNS if n not in (*WITHOUT_RUNS, "settings_of")])
def test_no_runs_raise_a_clear_error(name):
    with pytest.raises(OptimeterError):
        call(name, EMPTY)


def test_what_there_is_to_say_without_a_run():
    found = {name: call(name, EMPTY) for name in WITHOUT_RUNS}
    assert {name: list(getattr(f, "values", f)) for name, f in found.items()} == WITHOUT_RUNS
    assert call("settings_of", EMPTY).functions == ()


OF_EVERY_SUITE = [
    name for name in OF_RUNS if name in MEASURES and EXAMPLES[name].runs is example_runs
]


@pytest.mark.parametrize("suite", ["bbob", "bbob-biobj", "bbob-constrained", "my own"])
@pytest.mark.parametrize("name", OF_EVERY_SUITE)
def test_every_measure_takes_every_suite_and_gives_no_nan(name, suite):
    rows = call(name, runs_of_suite(suite)).to_dicts()
    assert rows
    for row in rows:
        assert not [k for k, v in row.items() if isinstance(v, float) and np.isnan(v)], row


@cache
def runs_of_suite(suite):
    return Runs.concatenate(
        [
            runs_of(
                [[5, 90, np.inf], [7, np.inf, np.inf], [9, 30, 80]] * 2,
                [200] * 6,
                algorithm=name,
                suite=suite,
                function=[1, 1, 1, 2, 2, 2],
                dimension=3,
                instance=[1, 2, 2, 1, 2, 3],
                step_extra={"sigma": np.ones(18)},
            )
            for name in "ab"
        ]
    )


def test_two_algorithms_are_named_alike() -> None:
    for name in measures.__all__:
        member = getattr(measures, name)
        if not (inspect.isfunction(member) or hasattr(member, "__dataclass_fields__")):
            continue
        given = [*inspect.signature(member).parameters]
        if "other" in given:
            assert given[given.index("other") - 1] == "algorithm", name
