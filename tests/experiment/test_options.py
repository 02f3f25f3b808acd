"""Options of optimizers: how they are given, what the data are called, what is refused."""

from dataclasses import dataclass
from functools import partial

import pytest

import optimeter as om
from optimeter.exceptions import (
    DifferentExperimentError,
    InvalidTypeError,
    InvalidValueError,
    UnknownNameError,
)
from optimeter.experiment import find_optimizer, handles, timing
from optimeter.experiment.contract import abilities_of
from optimeter.experiment.optimizers import resolve_optimizer
from optimeter.experiment.optimizers.registry import registry
from optimeter.experiment.options import bracketed, options_of, read_options

SUITE = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])


@handles("single-objective")
def walk(problem, start, rng, step=1.0, *, decay=0.9):
    while True:
        problem(start + step * rng.standard_normal(start.size))
        step *= decay


@dataclass
class Walker:
    step: float = 1.0
    decay: float = 0.9

    def __call__(self, problem, start, rng):
        walk(problem, start, rng, self.step, decay=self.decay)


def test_an_option_has_an_effect_and_a_name(tmp_path):
    plain = om.run("cma", SUITE, budget=50, folder=tmp_path / "a")
    by_option = om.run("cma", SUITE, budget=50, folder=tmp_path / "b", options={"popsize": 20})
    by_name = om.run("cma[popsize=20]", SUITE, budget=50, folder=tmp_path / "c")
    assert plain.algorithm == "cma"
    assert by_option.algorithm == by_name.algorithm == "cma[popsize=20]"
    data = {name: (tmp_path / name / "data_f1/bbobexp_f1_DIM2.dat").read_bytes() for name in "abc"}
    assert data["b"] == data["c"] != data["a"]
    assert om.load(tmp_path / "b").algorithms == ("cma[popsize=20]",)


def test_written_options_can_be_replaced(tmp_path):
    result = om.run(
        "cma[popsize=20,sigma=0.1]", SUITE, budget=5, folder=tmp_path, options={"popsize": 6}
    )
    assert result.algorithm == "cma[popsize=6,sigma=0.1]"


def test_another_option_is_another_experiment(tmp_path, said, refused):
    om.run("cma[popsize=20]", SUITE, budget=5, folder=tmp_path, algorithm="mine")
    with refused(DifferentExperimentError, "popsize", "20", "30"):
        om.run("cma[popsize=30]", SUITE, budget=5, folder=tmp_path, algorithm="mine")
    assert refused.messages == said


@pytest.mark.parametrize(
    ("optimizer", "options", "name"),
    [
        (partial(walk, step=0.5), None, "walk[step=0.5]"),
        (partial(partial(walk, step=0.5), decay=1), None, "walk[step=0.5,decay=1]"),
        (walk, {"step": 0.5}, "walk[step=0.5]"),
        (Walker(), None, "Walker"),
        (Walker(step=0.5), None, "Walker[step=0.5]"),
        (Walker(), {"decay": 0.8}, "Walker[decay=0.8]"),
        ("pymoo:GA[pop_size=10]", None, "pymoo:GA[pop_size=10]"),
        ("optuna:TPE[multivariate=true]", None, "optuna:TPE[multivariate=true]"),
        ("nevergrad:DE", {"horizon": 100}, "nevergrad:DE[horizon=100]"),
    ],
)
def test_names_are_derived_from_options(optimizer, options, name):
    found, named = resolve_optimizer(optimizer, options)
    assert named == name
    assert callable(found)


def test_options_of_a_function_and_a_dataclass_arrive(tmp_path):
    a = om.run(walk, SUITE, budget=20, folder=tmp_path / "a", options={"step": 0.1})
    b = om.run(Walker(), SUITE, budget=20, folder=tmp_path / "b", options={"step": 0.1})
    c = om.run(partial(walk, step=0.1), SUITE, budget=20, folder=tmp_path / "c")
    d = om.run(walk, SUITE, budget=20, folder=tmp_path / "d")
    runs = [om.load(tmp_path / name).final.tolist() for name in "abcd"]
    assert runs[0] == runs[1] == runs[2] != runs[3]
    assert [one.algorithm for one in (a, b, c, d)] == [
        "walk[step=0.1]",
        "Walker[step=0.1]",
        "walk[step=0.1]",
        "walk",
    ]


@pytest.mark.system
def test_options_of_a_file(tmp_path, said, refused):
    path = tmp_path / "mine.py"
    path.write_text(
        "def walk(problem, start, rng, step=1.0):\n"
        "    while True:\n"
        "        problem(start + step * rng.standard_normal(start.size))\n"
    )
    results = [
        om.run(f"{path}:walk[step=0.1]", SUITE, budget=20, folder=tmp_path / "x", workers=2),
        om.run(f"{path}:walk", SUITE, budget=20, folder=tmp_path / "y", options={"step": 0.1}),
    ]
    assert [one.algorithm for one in results] == ["walk[step=0.1]"] * 2
    name = "data_f1/bbobexp_f1_DIM2.dat"
    assert (tmp_path / "x" / name).read_bytes() == (tmp_path / "y" / name).read_bytes()
    with refused(UnknownNameError, "'size'", "'walk'", "step"):
        find_optimizer(f"{path}:walk[size=1]")
    assert refused.messages == said


def test_a_bound_function_keeps_what_it_handles():
    assert abilities_of(partial(walk, step=2)) == {"single-objective"}


def test_wrong_options(tmp_path, said, refused):
    for optimizer, options, error, *values in [
        ("cma", {"popsiz": 20}, UnknownNameError, "'popsiz'", "'cma'", "'popsize'", "sigma"),
        ("cma[popsiz=20]", None, UnknownNameError, "'popsize'", "sigma"),
        ("sobol[bits=3]", None, UnknownNameError, "'bits'", "'sobol'"),
        (walk, {"stop": 1}, UnknownNameError, "'walk'", "'step'"),
        ("cma", {"popsize": 0.5}, InvalidTypeError, "popsize", "CMA-ES", "0.5"),
        ("cma[popsize=1]", None, InvalidValueError, "popsize", "CMA-ES", "2", "1"),
        ("cma[sigma=big]", None, InvalidTypeError, "sigma", "CMA-ES", "'big'"),
        ("cma[sigma=0.1,0.2]", None, InvalidValueError, "2", "'sigma'", "'cma[sigma=0.1,0.2]'"),
        ("cma[]", None, InvalidValueError, "cma[popsize=20,sigma=0.1]", "'cma[]'"),
        ("cma[=3]", None, InvalidValueError, "'cma[=3]'"),
        ("cma[sigma=1,sigma=2]", None, InvalidValueError, "'cma[sigma=1,sigma=2]'"),
        ("cma", ["popsize"], InvalidTypeError, "options", "['popsize']"),
        ("nevergrad:DE[horizon=long]", None, InvalidTypeError, "nevergrad:DE", "'long'"),
        ("pymoo:GA", {"eliminate_duplicates": 1}, InvalidTypeError, "eliminate_duplicates", "1"),
    ]:
        with refused(error, *values):
            om.run(optimizer, SUITE, budget=5, folder=tmp_path / "x", options=options)
    assert refused.messages == said
    assert not (tmp_path / "x").exists()


def test_an_option_in_the_wrong_place_is_told_its_place(tmp_path, said, refused):
    for keywords, error, *values in [
        ({"popsize": 20}, InvalidTypeError, "'popsize'", "'cma'", "options={'popsize': 20}"),
        ({"worker": 2}, UnknownNameError, "'worker'", "'workers'"),
        ({"precision_y": 2}, UnknownNameError, "'precision_y'", "'precision_x'"),
    ]:
        with refused(error, *values):
            om.run("cma", SUITE, budget=5, folder=tmp_path / "x", **keywords)
    assert refused.messages == said


def test_every_named_optimizer_tells_its_options():
    for name, entry in registry().items():
        if entry.ours and not entry.device:
            assert options_of(entry.load()) is not None, name


@pytest.mark.parametrize(
    "options", [{"a": 1, "b": 0.5}, {"on": True, "off": False, "none": None}, {"word": "x-y"}]
)
def test_what_is_written_can_be_read(options):
    name, read = read_options("any" + bracketed(options))
    assert name == "any"
    assert read == {key: [value] for key, value in options.items()}


def test_values_that_are_no_text_have_short_names():
    assert bracketed({"f": walk, "x": [1, 2], "o": object()}) == "[f=walk,x=1 2,o=object]"


def test_timing_takes_options_in_the_name():
    assert timing("cma[popsize=8]", dimensions=[2], seconds=0.05).algorithm == "cma[popsize=8]"
