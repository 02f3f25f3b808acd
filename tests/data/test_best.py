"""The best values and points of own functions, as data and page tell them."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

import optimeter as om
from optimeter.data.best import best_of_source
from optimeter.reports.page.rendering import BEST_SHOWN, _best


def spheres(count, sign=1):
    def sphere(x):
        return sign * float(((x - 0.3) ** 2).sum())

    return om.Suite.from_problems("hangar", [
        om.Problem.from_callable(sphere, [-1] * 3, [1] * 3, instance=i, name="wing",
                                 maximize=sign < 0)
        for i in range(1, count + 1)
    ])  # fmt: skip


def walk(problem, start, rng):
    while True:
        problem(rng.uniform(-1, 1, problem.dimension))


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("format", ["coco", "ioh"])
def test_the_best_of_several_runs_on_each_problem(tmp_path, sign, format):
    if sign < 0 and format == "coco":
        pytest.skip("data of COCO are minimised")
    result = om.run(walk, spheres(2, sign), budget=5, trials=3, folder=tmp_path / "x",
                    format=format, algorithm="walker", progress=False)  # fmt: skip
    (entry, *others) = om.load(tmp_path / "x", cache=False).provenance
    found = best_of_source(entry)
    assert not any(best_of_source(other) for other in others)
    assert [one.algorithm for one in found] == ["walker"] * 2
    assert [(one.problem, one.value, one.point) for one in found] == [
        (one.problem, one.best_value, tuple(one.best_x)) for one in result.best
    ]
    values = [sign * np.sum((np.array(one.point) - 0.3) ** 2) for one in found]
    assert np.allclose(values, [one.value for one in found])


def test_known_optima_have_precisions_instead(tmp_path):
    om.run("random-search", om.Suite("bbob", functions=1, dimensions=2, instances=1), budget=5,
           folder=tmp_path / "x", progress=False)  # fmt: skip
    assert not any(map(best_of_source, om.load(tmp_path / "x", cache=False).provenance))


@pytest.mark.parametrize("text", ["", "{}", "[[1]]", '[["a", "b", "c", [], false]]', "[" * 99999])
def test_a_damaged_entry_tells_nothing(text):
    assert best_of_source({"best": text}) == []


def test_the_page_lists_the_best_first_for_each_problem():
    def source(name, values):
        best = [[name, f"p{i}", value, [value, 0.5], i == 1] for i, value in enumerate(values)]
        return {"best": json.dumps(best)}

    data = SimpleNamespace(
        provenance=[source("slow", [2.0, -5.0]), {}, source("fast", [1.0, -1.0])]
    )
    rows = [(row["problem"], row["algorithm"], row["value"]) for row in _best(data)]
    assert rows == [
        ("p0", "fast", "1"), ("p0", "slow", "2"), ("p1", "fast", "-1"), ("p1", "slow", "-5"),
    ]  # fmt: skip
    assert _best(data)[0]["point"] == "1, 0.5"
    many = SimpleNamespace(provenance=[source("slow", range(BEST_SHOWN + 5))])
    assert len(_best(many)) == BEST_SHOWN
