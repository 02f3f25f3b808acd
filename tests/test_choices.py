"""Functions, dimensions, instances and targets are given in one way everywhere.

One number, several in any iterable, or text with ranges; functions also by the groups of the suite.
Every public function with such a parameter is found and tried; measures in
`tests/measures/test_contract.py`.
"""

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import optimeter as om
from optimeter import data, problems, reports
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.experiment import timing
from optimeter.measures.of_parts import PROFILES
from optimeter.measures.scope import Scope
from optimeter.reports import FIGURES, writing
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.analysis.sources import prepared
from optimeter.reports.figures.choosing import choose
from optimeter.reports.figures.description import Figure
from optimeter.reports.figures.kinds import describe_figure
from tests.measures.examples import EXAMPLES, MEASURES, call, write_positions
from tests.reports.helpers import OF_ALL, make_runs, plain

pytestmark = pytest.mark.contract

ROOMS = ("experiment", "record", "data", "measures", "problems", "reports")
CHOICES = ("functions", "dimensions", "instances", "targets")
RUNS = make_runs(functions=[1, 2, 3, 6, 8], dimensions=[2, 5], runs=4)
OWN = problems.Problem.from_callable(lambda x: float(x @ x), [-5, -5], [5, 5], name="bowl")


def public() -> Iterator[tuple[str, Any]]:
    for room in ROOMS:
        module = import_module(f"optimeter.{room}")
        for name in module.__all__:
            yield f"{room}.{name}", getattr(module, name)
    for name in om.plot.__all__:
        yield f"plot.{name}", getattr(om.plot, name)


def choosing() -> Iterator[tuple[str, str]]:
    """Every public function and method that takes a choice, with the name of the choice."""
    for name, value in public():
        members = {"": value}
        if inspect.isclass(value):
            members |= {f".{k}": getattr(value, k) for k in vars(value) if not k.startswith("_")}
        for suffix, member in members.items():
            record = inspect.isclass(member) and hasattr(member, "__dataclass_fields__")
            if callable(member) and not record:
                try:
                    taken = inspect.signature(member).parameters
                except ValueError:
                    continue
                yield from ((name + suffix, choice) for choice in CHOICES if choice in taken)


def ids(suite: om.Suite) -> list[str]:
    return [problem.id for problem in suite]


def tables() -> tuple[Any, ...]:
    return np.eye(24)[:1], np.ones((1, 24), int), np.zeros((1, 5))


@pytest.fixture(scope="module")
def fronts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fronts")
    for f, i, d in product((1, 2, 3, 9), (1, 2), (2, 5)):
        text = f"% instance = {i}, name = x\n% function evaluation | 2 objectives\n1\t5\t4\n"
        (folder / f"bbob-biobj_f{f:02}_i{i:02}_d{d:02}_nondom_all.adat").write_text(text)
    return folder


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_positions(tmp_path_factory.mktemp("positions") / "walk")


WORK = {"wanted": [PROFILES], "scope": Scope(splits=("all",), bands=False)}


def shown(suite: reports.SuiteReport) -> Any:
    algorithms = suite.results[PROFILES].entries("algorithm")
    return suite.functions, suite.dimensions, suite.target_labels, algorithms


# How each is called, and what of its result is compared. Measures and figures are called as usual.
CALLS: dict[str, Callable[..., Any]] = {
    "data.Runs.select": lambda **c: RUNS.select(**c).digest(),
    "data.Runs.runtimes": lambda **c: RUNS.runtimes(**c).tolist(),
    "problems.Suite": lambda **c: ids(om.Suite("bbob", **{"instances": 1, **c})),
    "problems.Suite.filter": lambda **c: ids(om.Suite("bbob", instances="1-5").filter(**c)),
    "problems.instances_of": lambda **c: [p.id for p in problems.instances_of(OWN, **c)],
    "problems.many_affine_suite": lambda **c: ids(problems.many_affine_suite("m", *tables(), **c)),
    "experiment.timing": lambda **c: [
        row.dimension for row in timing("random-search", seconds=0.02, **c).rows
    ],
    "reports.report_data": lambda **c: shown(compute_one(*prepared(RUNS, **c), **WORK)),
}
# These hand the choices to another function, as `test_a_report_hands_on_what_is_chosen` shows.
HANDED_ON = {"reports.report": "report_data", "reports.report_data": "prepared"}
# What the names mean something else in: tables of numbers, a word for a set of targets.
OTHERS = {
    ("measures.Reference.columns", "targets"),
    ("measures.Reference.ert_at", "targets"),
    ("problems.many_affine", "instances"),
    ("problems.many_affine_suite", "instances"),
    ("reports.Profile.of", "targets"),
    ("reports.SuiteReport.profiles", "targets"),
    ("reports.SuiteReport.reference_profile", "targets"),
}
TRIED_ELSEWHERE = {*(f"measures.{name}" for name in MEASURES), "reports.report"}
FOUND = [pair for pair in choosing() if pair not in OTHERS and pair[0] not in TRIED_ELSEWHERE]
# Forms of the same choice.
SEVERAL: dict[str, list[Any]] = {
    "functions": [
        [1, 2, 3],
        (1, 2, 3),
        range(1, 4),
        "1-3",
        "1,2-3",
        np.array([1, 2, 3]),
        ["1-2", 3],
    ],
    "dimensions": [[2, 5], (2, 5), "2,5", "2, 5", np.array([2, 5]), {2, 5}],
    "instances": [[1, 2], range(1, 3), "1-2", np.array([1, 2]), {1, 2}],
    "targets": [[10, 0.1], (10.0, 0.1), "10,0.1", np.array([10, 0.1])],
}
ONE: dict[str, list[Any]] = {
    "functions": [2, [2], "2", np.int64(2), range(2, 3)],
    "dimensions": [5, [5], "5", np.int32(5)],
    "instances": [2, [2], "2", {2}],
    "targets": [0.1, [0.1], "0.1", np.array([0.1])],
}
BAD = {
    "functions": ["five", "3-1", [], [1.5]],
    "dimensions": ["five", "5-2", [], 2.5],
    "instances": ["one", "2-1", [], object()],
    "targets": ["easy", [], [None]],
}


def called(name: str, fronts: Path, positions: Path) -> Callable[..., Any]:
    if name.startswith("plot."):
        kind = name.removeprefix("plot.").replace("_", "-")
        return lambda **c: choose(kind, RUNS, ReportOptions(), **c)
    measure = name.removeprefix("measures.")
    if measure in EXAMPLES:
        return lambda **c: call(measure, RUNS, **c).to_dicts()
    if name == "data.read_fronts":
        return lambda **c: [
            (f.function, f.dimension, f.instance) for f in data.read_fronts(fronts, **c)
        ]
    if name == "data.read_positions":
        return lambda **c: [
            (p.function, p.dimension, p.instance) for p in data.read_positions(positions, **c)
        ]
    return CALLS[name]


def single(name: str, choice: str) -> bool:
    """Say whether it takes one number only: a figure of one function, dimension or target."""
    kind = FIGURES.get(name.removeprefix("plot.").replace("_", "-"))
    if kind is None or not name.startswith("plot."):
        return False
    if choice == "dimensions":
        return kind.needs_dimension and not kind.everywhere
    return choice != "targets" and choice.removesuffix("s") in kind.options


def test_there_is_something_to_try() -> None:
    assert {name for name, _ in FOUND} >= {*CALLS, "measures.best_of", "plot.ert"}
    assert len(FOUND) > 80


@pytest.mark.parametrize(("name", "choice"), FOUND)
def test_choices_are_given_in_one_way(
    name: str, choice: str, fronts: Path, positions: Path
) -> None:
    function = called(name, fronts, positions)
    for forms in (ONE, SEVERAL):
        if forms is SEVERAL and single(name, choice):
            with pytest.raises(InvalidValueError, match=rf"\b{choice[:-1]}\b"):
                function(**{choice: forms[choice][0]})
            continue
        first, *others = (function(**{choice: form}) for form in forms[choice])
        assert others == [first] * len(others)


@pytest.mark.parametrize("name", HANDED_ON)
def test_a_report_hands_on_what_is_chosen(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Enough(Exception):
        pass

    def receive(*sources: Any, **options: Any) -> None:
        assert sources == (RUNS,)
        received.update(options)
        raise Enough

    received: dict[str, Any] = {}
    monkeypatch.setattr(writing, HANDED_ON[name], receive)
    monkeypatch.chdir(tmp_path)
    given = {choice: object() for choice in CHOICES}
    with pytest.raises(Enough):
        getattr(reports, name.removeprefix("reports."))(RUNS, **given)
    assert {choice: received[choice] for choice in CHOICES} == given


@pytest.mark.parametrize(("name", "choice"), FOUND)
def test_bad_choices_are_named(name: str, choice: str, fronts: Path, positions: Path) -> None:
    function = called(name, fronts, positions)
    for bad in BAD[choice][: 1 if name == "data.Runs.runtimes" else None]:  # none is none there
        with pytest.raises((InvalidValueError, InvalidTypeError), match=rf"\b{choice}\b"):
            function(**{choice: bad})


@pytest.mark.parametrize("name", [name for name, choice in FOUND if choice == "functions"])
def test_groups_are_functions(name: str, fronts: Path, positions: Path) -> None:
    function = called(name, fronts, positions)
    group = "separable_moderate" if name == "data.read_fronts" else "separable"
    if single(name, "functions"):
        with pytest.raises(InvalidValueError, match=f"'{group}'"):
            function(functions=group)
    else:
        function(functions=group)
        function(functions=[group, 6])
        function(functions="all")
    with pytest.raises(InvalidValueError, match="'seperable'.*'separable"):
        function(functions="seperable")


def described(kind: str, settings: ReportOptions, options: dict[str, Any]) -> Figure:
    results = compute_one(RUNS, settings, **FIGURES[kind].work(options))
    return describe_figure(results, kind, **options)


@pytest.mark.parametrize("kind", [k for k in OF_ALL if "target" not in FIGURES[k].options])
def test_a_figure_takes_targets_if_it_depends_on_them(kind: str) -> None:
    usual = plain(described(kind, ReportOptions(), {}).panels)
    other = plain(described(kind, ReportOptions(targets=(30.0, 3.0)), {}).panels)
    assert ("targets" in FIGURES[kind].arguments) == (other != usual)
    if other == usual:
        with pytest.raises(InvalidValueError, match=f"'{kind}' .*targets.*functions"):
            choose(kind, RUNS, ReportOptions(), targets=[30, 3])
