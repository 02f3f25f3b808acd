"""One call for a comparison: cells, folders, resuming, the report."""

import inspect
from concurrent.futures import Executor
from typing import get_type_hints

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError, UnknownNameError
from optimeter.experiment.runner import RunKeywords
from tests.sentences import refusal

SUITE = om.Suite("bbob", functions=[1, 2], dimensions=2, instances=[1, 2])


def walk(problem, start, rng, step=1.0):
    while True:
        problem(start + step * rng.standard_normal(start.size))


def test_every_cell_is_a_data_set_and_the_page_has_all(tmp_path):
    found = om.compare(
        {"nm": "scipy:Nelder-Mead", "walk": walk, "cma": "cma[sigma=0.1,0.3,popsize=8]"},
        SUITE,
        budget=30,
        folder=tmp_path,
        report={"resamples": 20},
    )
    names = ["nm", "walk", "cma[sigma=0.1]", "cma[sigma=0.3]"]
    assert [result.algorithm for result in found.results] == names
    folders = ["nm/bbob", "walk/bbob", "cma-sigma-0.1/bbob", "cma-sigma-0.3/bbob"]
    assert found.data == tuple(tmp_path / name for name in folders)
    assert set(om.load(*found.data).algorithms) == set(names)
    assert found.report.page == tmp_path / "report" / "index.html"
    assert set(found.report.data.suites[0].algorithms) == set(names)
    assert "cma[sigma=0.3]" in str(found)


def test_the_same_call_does_only_what_is_new(tmp_path):
    first = om.compare({"a": "sobol"}, SUITE, budget=10, folder=tmp_path, report=False)
    again = om.compare(
        {"a": "sobol", "b": "cma[sigma=0.1,0.2]"}, SUITE, budget=10, folder=tmp_path, report=False
    )
    assert first.report is None
    assert [result.resumed for result in again.results] == [4, 0, 0]


def test_names_are_derived_where_none_are_given(tmp_path):
    found = om.compare(
        ["sobol", walk, "cma[popsize=8]"], SUITE, budget=5, folder=tmp_path, report=False, trials=2
    )
    assert [result.algorithm for result in found.results] == ["sobol", "walk", "cma[popsize=8]"]
    assert {result.runs for result in found.results} == {8}


def test_several_suites(tmp_path):
    noisy = om.Suite("bbob-noisy", functions=101, dimensions=2, instances=1)
    found = om.compare({"a": "sobol"}, [SUITE, noisy], budget=5, folder=tmp_path, report=False)
    assert found.data == (tmp_path / "a/bbob", tmp_path / "a/bbob-noisy")


def test_wrong_calls_do_nothing(tmp_path, said):
    calls = {
        "none": (InvalidValueError, {}, {}),
        "one": (InvalidTypeError, "cma", {}),
        "an unknown one": (UnknownNameError, {"a": "cmo"}, {}),
        "an unknown option of one": (UnknownNameError, {"a": "sobol", "b": "cma[popsiz=2,4]"}, {}),
        "two in one folder": (InvalidValueError, {"a b": "sobol", "a-b": "grid"}, {}),
        "one in the folder of the report": (InvalidValueError, {"report": "sobol"}, {}),
        "an unknown option": (UnknownNameError, {"a": "sobol"}, {"worker": 2}),
        "an option of single runs": (InvalidTypeError, {"a": "sobol"}, {"algorithm": "x"}),
        "a suite twice": (InvalidValueError, {"a": "sobol"}, {"suite": [SUITE, SUITE]}),
    }
    told = {}
    for what, (error, optimizers, options) in calls.items():
        given = {"suite": SUITE, "budget": 5, "folder": tmp_path / "x", **options}
        message = refusal(error, om.compare, optimizers, **given)
        told[what] = message.partition(" Accepted: random-search")[0]  # and others, as installed
    assert not (tmp_path / "x").exists()
    for what, value in {
        "one": "'cma'",
        "an unknown one": "'cmo'",
        "an unknown option of one": "'popsize'",
        "two in one folder": "a-b",
        "an unknown option": "'workers'",
        "an option of single runs": "algorithm",
        "a suite twice": "'bbob' 2",
    }.items():
        assert value in told[what]
    assert told == said


def test_a_comparison_takes_the_arguments_of_a_run_with_their_types():
    of_run = inspect.signature(om.run).parameters
    single = {
        "optimizer",
        "suite",
        "budget",
        "folder",
        "options",
        "algorithm",
        "shard",
        "recording",
    }
    assert RunKeywords.__annotations__.keys() == of_run.keys() - single
    later = {"Executor": Executor, "OptionKeywords": dict}
    hints = get_type_hints(RunKeywords, localns=later)
    expected = get_type_hints(om.run, localns=later)
    assert hints == {name: expected[name] for name in hints}
