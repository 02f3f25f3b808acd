"""One call for a comparison: cells, folders, resuming, the report."""

import inspect
from concurrent.futures import Executor
from typing import get_type_hints

import pytest

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError, UnknownNameError
from optimeter.experiment.runner import RunKeywords

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


@pytest.mark.parametrize(
    ("optimizers", "options", "error", "message"),
    [
        ({}, {}, InvalidValueError, "at least one optimizer"),
        ("cma", {}, InvalidTypeError, "takes several optimizers, by name; got 'cma'"),
        ({"a": "cmo"}, {}, UnknownNameError, "unknown optimizer 'cmo'"),
        ({"a": "sobol", "b": "cma[popsiz=2,4]"}, {}, UnknownNameError, "did you mean 'popsize'"),
        ({"a b": "sobol", "a-b": "grid"}, {}, InvalidValueError, "one folder, a-b"),
        ({"report": "sobol"}, {}, InvalidValueError, "would have one folder"),
        ({"a": "sobol"}, {"worker": 2}, UnknownNameError, "did you mean 'workers'"),
        ({"a": "sobol"}, {"algorithm": "x"}, InvalidTypeError, "algorithm belongs to a single exp"),
    ],
)
def test_wrong_calls_do_nothing(optimizers, options, error, message, tmp_path):
    with pytest.raises(error, match=message):
        om.compare(optimizers, SUITE, budget=5, folder=tmp_path / "x", **options)
    assert not (tmp_path / "x").exists()


def test_a_suite_twice_is_refused(tmp_path):
    with pytest.raises(InvalidValueError, match="each suite once; got 'bbob' 2 times"):
        om.compare({"a": "sobol"}, [SUITE, SUITE], budget=5, folder=tmp_path)


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
