"""What every measure promises: a small typed result, the same every time, whatever else is loaded.

Runs over all public names, so that a new measure is either held to the contract or listed here as
something else.
"""

import contextlib
import dataclasses
import functools
import inspect
import json
import warnings

import numpy as np
import pytest

from optimeter import measures
from optimeter._show import ROWS, Shown, ShownRow
from optimeter.data.runs import Runs
from optimeter.exceptions import InvalidValueError, OptimeterError
from tests.measures.helpers import runs_of

INF = np.inf
# Public functions that give no table of results, and what they give instead.
OTHERS = {
    "bonferroni": np.ndarray, "holm": np.ndarray, "quantile": np.ndarray, "budget_grid": np.ndarray,
    "shapley_of_best": np.ndarray, "glicko2_update": tuple, "restart_distribution": tuple,
    "portfolio": Runs, "load_reference": measures.Reference, "best_of": measures.Reference,
    "reference_of": measures.Reference,
    "suite_settings": measures.SuiteSettings, "suite_targets": measures.Targets,
    "run_length_targets": measures.Targets, "recorded_targets": measures.Targets,
    "settings_of": measures.SuiteSettings, "gaps": Runs,
    "front_summary": measures.FrontSummary,
    "attainment_surfaces": measures.AttainmentSurfaces,
    "common_edges": np.ndarray, "parameter_names": tuple,
    "value_ranges": measures.ValueRanges, "front_quality": measures.FrontQuality,
}  # fmt: skip


def functions():
    return {
        name: getattr(measures, name)
        for name in measures.__all__
        if inspect.isfunction(getattr(measures, name))
    }


def example(seed=1, algorithms=("a", "b", "c"), problems=4, runs=6):
    """Runs of some algorithms that mostly succeed, on functions of bbob in two dimensions."""
    rng = np.random.default_rng(seed)
    parts = []
    for algorithm in algorithms:
        count = problems * 2 * runs
        first = rng.integers(3, 60, count)
        second = first + rng.integers(5, 400, count)
        third = np.where(rng.random(count) < 0.6, second + rng.integers(9, 900, count), INF)
        parts.append(
            runs_of(
                np.stack([first, second, third], axis=1).astype(float).tolist(),
                (1500 + rng.integers(0, 50, count)).tolist(),
                algorithm=algorithm,
                suite="bbob",
                function=np.tile(np.repeat(np.arange(1, problems + 1), runs), 2),
                dimension=np.repeat([2, 5], problems * runs),
                instance=np.tile(np.repeat([1, 2, 3], runs // 3), problems * 2),
            )
        )
    table = Runs.concatenate(parts)
    return dataclasses.replace(table, step_extra={"sigma": table.step_precision})


def call(name, runs, first="a", **options):
    """Call a public function in the usual way."""
    function = functools.partial(functions()[name], **options)
    if name == "marked":  # of a table for the same problems and targets
        return function(measures.ert_table(runs, **options), runs)
    sample = runs.runtimes([0.1])[:, 0]
    special = {
        "aocc": lambda: function(runs, 100),
        "loss_ratios": lambda: function(runs, measures.load_reference("best2009-bbob")),
        "loss_summary": lambda: function(
            measures.loss_ratios(runs, measures.load_reference("best2009-bbob"))
        ),
        "ert_pairs": lambda: function(runs, first, "b"),
        "runtime_ratios": lambda: function(runs, first, "b"),
        "log_ratios": lambda: function(runs, first, "b"),
        "parameters_at_targets": lambda: function(runs, "sigma"),
        "parameters_at_budgets": lambda: function(runs, "sigma"),
        "histogram": lambda: function(sample),
        "kernel_density": lambda: function(sample),
        "probability_mass": lambda: function(sample),
        "cumulative_difference": lambda: function(sample[:20], sample[20:]),
        "scaling_exponents": lambda: function(measures.scaling(runs)),
        "winners_of": lambda: function(measures.ecdf(runs), [1.0, 10.0, 100.0]),
        "reference_ecdf": lambda: functions()[name](
            measures.load_reference("best2009-bbob"), **{"dimensions": 5, **options}
        ),
        "reference_scaling": lambda: functions()[name](
            measures.load_reference("best2009-bbob"), **{"dimensions": 5, **options}
        ),
        "cover": lambda: function(runs, budget=500),
        "attainment_surface": lambda: function(example_fronts()),
        "positions_at": lambda: function(example_positions()),
    }
    return special.get(name, lambda: function(runs))()


def example_fronts():
    from optimeter.data import Front

    points = np.array([[1.0, 4.0], [3.0, 2.0]])
    return [Front("a", "s", 1, 2, 1, np.array([1, 2]), points, np.zeros((2, 0)), 2, True, ())]


def example_positions():
    from optimeter.data import Positions

    counts, values = np.array([1, 4, 9]), np.array([5.0, 0.5, 0.05])
    points = np.arange(6.0).reshape(3, 2)
    return [
        Positions(name, "bbob", 1, 2, 1, trial, counts, values, points)
        for name in ("a", "<b>&a</b>")
        for trial in range(2)
    ]


MEASURES = sorted(set(functions()) - set(OTHERS))


def test_every_public_function_is_of_a_known_kind():
    assert set(OTHERS) <= set(functions())
    assert len(MEASURES) >= 35


@pytest.mark.parametrize("name", MEASURES)
def test_results_are_small_typed_and_plain(name):
    result = call(name, example())
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
    if name in MEASURES and names[0] == "runs":
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


SELECTING = [
    name for name in MEASURES if "dimensions" in inspect.signature(functions()[name]).parameters
]


@pytest.mark.parametrize("name", SELECTING)
def test_selections_are_accepted_in_every_form(name):
    runs = example()
    usual = call(name, runs, functions=[1, 2, 3, 4], dimensions=[5]).to_dicts()
    assert {row.get("dimension", 5) for row in usual} == {5}
    for chosen, d in (
        (range(1, 5), 5),
        ("1-4", "5"),
        ("1,2,3-4", np.array([5])),
        ((1, 2, 3, 4), {5}),
    ):
        assert call(name, runs, functions=chosen, dimensions=d).to_dicts() == usual
    group = call(name, runs, functions="separable", dimensions=5).to_dicts()
    assert [
        {k: v for k, v in row.items() if k not in ("group", "functions", "missing")}
        for row in call(name, runs, functions=[1, 2, 3, 4, 5], dimensions=5).to_dicts()
    ] == [
        {k: v for k, v in row.items() if k not in ("group", "functions", "missing")}
        for row in group
    ]
    for wrong in ({"functions": "seperable"}, {"dimensions": "five"}, {"functions": "4-1"}):
        with pytest.raises(InvalidValueError, match=next(iter(wrong))):
            call(name, runs, **wrong)


@pytest.mark.parametrize(
    "name", [n for n in MEASURES if "targets" in inspect.signature(functions()[n]).parameters]
)
def test_targets_are_accepted_in_every_form(name):
    runs = example()
    usual = call(name, runs, targets=[1, 0.1]).to_dicts()
    for same in ("1,0.1", (1.0, 0.1), np.array([1, 0.1]), measures.Targets.fixed([1, 0.1])):
        assert call(name, runs, targets=same).to_dicts() == usual
    assert call(name, runs, targets=0.1).to_dicts() == call(name, runs, targets=[0.1]).to_dicts()
    with pytest.raises(InvalidValueError, match="targets must be numbers"):
        call(name, runs, targets="easy")


OPTIONS = [
    (name, option)
    for name in MEASURES
    if next(iter(inspect.signature(functions()[name]).parameters)) == "runs"
    for option, parameter in inspect.signature(functions()[name]).parameters.items()
    if parameter.default is not parameter.empty and not isinstance(parameter.default, bool)
    if option not in ("algorithm", "other")  # given by `call`
]


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_what_no_option_takes_is_an_error_of_ours(name, option):
    """Whatever is given, Python's own errors never come through, nor do warnings of numpy."""
    runs = example(algorithms=("a", "b"), problems=2, runs=3)
    fewer = (
        {"resamples": 5} if "resamples" in inspect.signature(functions()[name]).parameters else {}
    )
    for value in (object(), 1 + 2j, "²", b"x", -1, np.nan, np.array(3.0), [None], [[]], {1: [2]}):
        with contextlib.suppress(OptimeterError), warnings.catch_warnings():
            warnings.simplefilter("error")
            call(name, runs, **{**fewer, option: value})


@pytest.mark.parametrize(
    ("measure", "option", "wrong", "accepted"),
    [
        ("ert_interval", "confidence", 95, "confidence must be a number between 0 and 1; got 95"),
        ("ert_interval", "resamples", 0, "resamples must be at least 1; got 0"),
        ("ert_interval", "seed", "a", "seed must be an integer; got 'a'"),
        ("restart_percentiles", "probabilities", [50], "of at least 0 and at most 1"),
        ("attainment_levels", "levels", [np.nan], "levels must be numbers of at least 0"),
        ("attainment", "values", [np.nan], "values must be numbers"),
        ("ecdf", "window", (7, 0), "window must be two numbers, the smaller one first"),
        (
            "complementarity",
            "window",
            7,
            "window must be two numbers, the smaller one first; got 7",
        ),
        ("aocc", "bounds", (1e2, 1e-8), "bounds must be two numbers"),
        ("runtime_statistics", "penalty", -1, "penalty must be a positive number; got -1"),
        ("contributions", "factor", np.nan, "factor must be a positive number"),
        ("deep_ranking", "level", 5, "level must be a number between 0 and 1; got 5"),
        ("ratings", "rounds", 0, "rounds must be at least 1; got 0"),
        ("budget_grid", "per_decade", 0, "per_decade must be at least 1; got 0"),
    ],
)
def test_numbers_that_mean_nothing_are_refused(measure, option, wrong, accepted):
    with pytest.raises(OptimeterError, match=accepted):
        call(measure, example(), **{option: wrong})


def test_all_classes_of_results_are_shown_alike():
    for name in measures.__all__:
        kind = getattr(measures, name)
        if inspect.isclass(kind) and kind is not measures.SuiteSettings:
            assert issubclass(kind, Shown), name
            assert kind.__repr__ in (Shown.__repr__, ShownRow.__repr__), name


@pytest.mark.parametrize("name", MEASURES)
def test_results_are_shown_in_a_line_a_page_and_a_small_table(name):
    runs = example()
    hostile = {"a": "<b>&a</b>"}
    runs = dataclasses.replace(runs, algorithms=tuple(hostile.get(n, n) for n in runs.algorithms))
    result = call(name, runs, first="<b>&a</b>")
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
def test_same_input_same_result(name):
    assert call(name, example()).to_dicts() == call(name, example()).to_dicts()


# Those whose rows say nothing of other algorithms.
SINGLE = ["aocc", "attainment", "attainment_ecdf", "attainment_levels", "ecdf", "ert",
          "ert_interval", "instance_effect", "quality_distribution", "restart_percentiles",
          "run_length_distribution", "runtime_statistics", "runtimes", "scaling",
          "value_statistics"]  # fmt: skip


@pytest.mark.parametrize("name", SINGLE)
def test_other_data_change_nothing(name):
    runs = example()
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
    for row in call(name, example()).to_dicts():
        assert row[low] <= row[value] <= row[high] or np.isinf(row[value]), row


def test_bands_and_areas_of_profiles_have_intervals():
    for row in measures.ecdf(example(), resamples=100).to_dicts():
        assert row["auc_low"] <= row["auc"] <= row["auc_high"]


def test_two_algorithms_are_named_alike() -> None:
    for name in measures.__all__:
        member = getattr(measures, name)
        if not (inspect.isfunction(member) or hasattr(member, "__dataclass_fields__")):
            continue
        given = [*inspect.signature(member).parameters]
        if "other" in given:
            assert given[given.index("other") - 1] == "algorithm", name
