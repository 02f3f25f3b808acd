"""One call for several optimizers or a plan: cells, folders, resuming, shards."""

import inspect
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import get_type_hints

import pytest
from tests.sentences import refusal

import optimeter as om
from optimeter.exceptions import (
    ExperimentError,
    InvalidTypeError,
    InvalidValueError,
    UnknownNameError,
)
from optimeter.experiment import ExperimentResult, merge
from optimeter.experiment.keywords import RunKeywords

SUITE = om.Suite("bbob", functions=[1, 2], dimensions=2, instances=[1, 2])
NOISY = om.Suite("bbob-noisy", functions=101, dimensions=2, instances=1)
PLAN = """
folder = "exp"
budget = 10
seed = 3
workers = 2

[optimizers]
nm = "scipy:Nelder-Mead"
cma = {optimizer = "cma", sigma = [0.1, 0.3], popsize = 6}

[[suites]]
name = "bbob"
functions = "1,2"
dimensions = 2
instances = "1-2"
"""


def walk(problem, start, rng, step=1.0):
    while True:
        problem(start + step * rng.standard_normal(start.size))


def test_every_cell_is_a_data_set(tmp_path):
    results = om.run(
        {"nm": "scipy:Nelder-Mead", "walk": walk, "cma": "cma[sigma=0.1,0.3,popsize=8]"},
        SUITE,
        budget=30,
        folder=tmp_path,
        precision_x=3,
    )
    names = ["nm", "walk", "cma[sigma=0.1]", "cma[sigma=0.3]"]
    assert list(results) == [result.algorithm for result in results.values()] == names
    folders = ["nm/bbob", "walk/bbob", "cma-sigma-0.1/bbob", "cma-sigma-0.3/bbob"]
    assert [result.folder for result in results.values()] == [tmp_path / one for one in folders]
    assert results.folder == tmp_path
    assert set(om.load(*results.values()).algorithms) == set(names)
    assert "cma[sigma=0.3]" in str(results)
    assert results.complete
    assert not (tmp_path / "report").exists()


def test_one_is_one(tmp_path):
    one = om.run("sobol", SUITE, budget=5, folder=tmp_path / "one")
    assert isinstance(one, ExperimentResult)
    assert one.folder == tmp_path / "one"
    assert list(om.run(["sobol"], SUITE, budget=5, folder=tmp_path / "list")) == ["sobol"]


def test_the_same_call_does_only_what_is_new(tmp_path):
    om.run({"a": "sobol"}, SUITE, budget=10, folder=tmp_path)
    again = om.run({"a": "sobol", "b": "cma[sigma=0.1,0.2]"}, SUITE, budget=10, folder=tmp_path)
    assert [result.resumed for result in again.values()] == [4, 0, 0]


def test_names_are_derived_where_none_are_given(tmp_path):
    results = om.run(["sobol", walk, "cma[popsize=8]"], SUITE, budget=5, folder=tmp_path, trials=2)
    assert list(results) == ["sobol", "walk", "cma[popsize=8]"]
    assert {result.runs for result in results.values()} == {8}


def test_several_suites(tmp_path):
    results = om.run({"a": "sobol"}, [SUITE, NOISY], budget=5, folder=tmp_path)
    assert list(results) == ["a/bbob", "a/bbob-noisy"]
    assert [result.folder for result in results.values()] == [tmp_path / name for name in results]


def test_a_plan_says_all_and_the_call_goes_before_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    results = om.run("plan.toml", workers=1)
    assert list(results) == ["nm", "cma[sigma=0.1]", "cma[sigma=0.3]"]
    assert results.folder == tmp_path / "exp"
    assert not (tmp_path / "exp/report").exists()
    other = om.run(path, folder="other", budget=20, workers=1)
    assert other["nm"].evaluations == 2 * results["nm"].evaluations
    assert [result.resumed for result in om.run(path, workers=1).values()] == [4, 4, 4]
    with pytest.raises(InvalidTypeError, match="suite"):
        om.run(path, SUITE, workers=1)


@pytest.mark.system
def test_a_command_may_end_like_a_plan_and_have_brackets(tmp_path):
    results = om.run(
        {"a": "program:./solver [x=1,2]", "b": "program:./solver --settings s.toml"},
        SUITE,
        budget=1,
        folder=tmp_path,
    )
    assert list(results) == ["a", "b"]
    assert om.run("program:./none s.toml", SUITE, budget=1, folder=tmp_path / "x").failed == 4


def test_shards_of_several_are_merged_to_the_whole(tmp_path, contents):
    optimizers = {"walk": walk, "cma": "cma[sigma=0.1,0.3]"}
    suites = [SUITE, NOISY]
    whole = om.run(optimizers, suites, budget=20, folder=tmp_path / "whole")
    for shard in ("1/2", "2/2"):
        parts = om.run(optimizers, suites, budget=20, folder=tmp_path / "parts", shard=shard)
    assert (tmp_path / "parts/walk/bbob/shard-2-of-2").is_dir()
    assert sum(result.runs for result in parts.values()) == 3 * 2
    merged = merge(tmp_path / "parts", into=tmp_path / "merged")
    assert list(merged) == [f"{one}/{s}" for one in ("cma-sigma-0.1", "cma-sigma-0.3", "walk")
                            for s in ("bbob", "bbob-noisy")]  # fmt: skip
    assert merged.complete
    assert contents(tmp_path / "merged") == contents(tmp_path / "whole")
    again = om.run(optimizers, suites, budget=20, folder=tmp_path / "merged")
    assert [one.resumed for one in again.values()] == [one.runs for one in whole.values()]


def test_shards_of_several_on_two_machines(tmp_path):
    for shard in ("1/2", "2/2"):
        folder = tmp_path / shard[0]
        om.run({"a": walk, "b": "sobol"}, SUITE, budget=5, folder=folder, shard=shard)
    with pytest.raises(ExperimentError, match="1/2"):
        merge(tmp_path / "1", into=tmp_path / "merged")
    merged = merge([tmp_path / "1", tmp_path / "2"], into=tmp_path / "merged")
    assert merged.complete
    assert list(merged) == ["a/bbob", "b/bbob"]


@pytest.mark.system
def test_workers_and_executors_of_several(tmp_path, contents):
    optimizers = {"a": walk, "b": "sobol"}
    alone = {"budget": 10, "seed": 2}
    om.run(optimizers, SUITE, folder=tmp_path / "alone", **alone)
    om.run(optimizers, SUITE, folder=tmp_path / "workers", workers=2, **alone)
    with ThreadPoolExecutor(2) as pool:
        om.run(optimizers, SUITE, folder=tmp_path / "executor", executor=pool, **alone)
    expected = contents(tmp_path / "alone")
    assert contents(tmp_path / "workers") == contents(tmp_path / "executor") == expected


def test_wrong_calls_do_nothing(tmp_path, said):
    calls = {
        "none": (InvalidValueError, {}, {}),
        "an unknown one": (UnknownNameError, {"a": "cmo"}, {}),
        "an unknown option of one": (UnknownNameError, {"a": "sobol", "b": "cma[popsiz=2,4]"}, {}),
        "two in one folder": (InvalidValueError, {"a b": "sobol", "a-b": "grid"}, {}),
        "one in the folder of the report": (InvalidValueError, {"report": "sobol"}, {}),
        "an unknown option": (UnknownNameError, {"a": "sobol"}, {"worker": 2}),
        "an option of single runs": (InvalidTypeError, {"a": "sobol"}, {"algorithm": "x"}),
        "options of single runs": (InvalidTypeError, ["cma"], {"options": {"sigma": 1}}),
        "a suite twice": (InvalidValueError, {"a": "sobol"}, {"suite": [SUITE, SUITE]}),
        "several settings of one": (InvalidValueError, "cma[sigma=1,2]", {}),
        "several suites of one": (InvalidTypeError, "cma", {"suite": [SUITE, NOISY]}),
        "no suite": (InvalidTypeError, {"a": "sobol"}, {"suite": None}),
        "no suite of one": (InvalidTypeError, "sobol", {"suite": None}),
        "no folder": (InvalidTypeError, ["sobol"], {"folder": None}),
    }
    told = {}
    for what, (error, optimizers, options) in calls.items():
        given = {"suite": SUITE, "budget": 5, "folder": tmp_path / "x", **options}
        message = refusal(error, om.run, optimizers, **given)
        told[what] = message.partition(" Accepted: ")[0]  # and others, as installed
    assert not (tmp_path / "x").exists()
    for what, value in {
        "an unknown one": "'cmo'",
        "an unknown option of one": "'popsize'",
        "two in one folder": "a-b",
        "an unknown option": "'workers'",
        "an option of single runs": "algorithm",
        "a suite twice": "'bbob' 2",
        "several settings of one": "om.run(['cma[sigma=1,2]']",
    }.items():
        assert value in told[what]
    assert told == said


def test_several_take_the_arguments_of_one_with_their_types():
    of_run = inspect.signature(om.run).parameters
    single = {"optimizer", "suite", "budget", "folder", "options", "algorithm", "recording"}
    assert RunKeywords.__annotations__.keys() == of_run.keys() - single
    later = {"Executor": Executor, "OptionKeywords": dict}
    hints = get_type_hints(RunKeywords, localns=later)
    expected = get_type_hints(inspect.unwrap(om.run), localns=later)
    assert hints == {name: expected[name] for name in hints}
