"""How values are judged: told by data, suites and users, and kept on every way through the data."""

import dataclasses
import json

import numpy as np
import pytest

import optimeter as om
from optimeter.data.convert import convert
from optimeter.data.fronts import Front, runs_of_fronts
from optimeter.data.hypervolume import region, with_hypervolume
from optimeter.data.quality import Quality, checked_optimum
from optimeter.exceptions import DataError, InvalidTypeError, InvalidValueError
from tests.peers import need_peer

moocore = need_peer("moocore")


def table(tmp_path, text, name="mine.csv"):
    path = tmp_path / name
    path.write_text(text)
    return path


PLAIN = (
    "algorithm,function,dimension,run,evaluations,value\na,1,2,1,1,9\na,1,2,1,5,4\na,1,2,1,7,6\n"
)


def ioh_folder(place, name, lines, *, number=1, algorithm="a", instances=(1,), **index):
    """Write a data set of one function; the same lines for every instance."""
    place.mkdir(parents=True, exist_ok=True)
    titles = index.pop("attributes", ["evaluations", "raw_y"])
    block = "\n".join([" ".join(titles), *(" ".join(map(str, line)) for line in lines)]) + "\n"
    data = f"IOHprofiler_{name}.dat"
    (place / data).write_text(block * len(instances))
    runs = [
        {"instance": i, "evals": lines[-1][0], "best": {"evals": lines[-1][0], "y": lines[-1][1]}}
        for i in instances
    ]
    document = {"version": "0.3.22", "suite": "unknown_suite", "function_id": number,
                "function_name": name, "maximization": False,
                "algorithm": {"name": algorithm, "info": ""}, "attributes": titles,
                "scenarios": [{"dimension": 4, "path": data, "runs": runs}], **index}  # fmt: skip
    (place / f"IOHprofiler_{name}.json").write_text(json.dumps(document))
    return place


def test_scales():
    assert Quality().scale == "precision"
    assert Quality(optimum_known=False).scale == "value"
    assert Quality(objectives=2).scale == "indicator"
    assert Quality(objectives=2, optimum_known=False).scale == "hypervolume"


@pytest.mark.parametrize(
    ("suite", "quality"),
    [
        ("bbob", Quality()),
        ("bbob-biobj", Quality(objectives=2, own_instances=True)),
        ("my own", Quality()),
    ],
)
def test_known_suites_say_it_themselves(suite, quality):
    runs = om.Runs.from_arrays(
        function=1, dimension=2, suite=suite, offsets=[0, 1], step_evaluations=[1],
        step_precision=[1.0],
    )  # fmt: skip
    assert runs.quality() == quality


def test_a_table_of_values_has_no_known_optimum(tmp_path):
    runs = om.load(table(tmp_path, PLAIN), cache=False)
    assert runs.quality() == Quality(optimum_known=False)


@pytest.mark.parametrize("title", ["precision", "Precision"])
def test_a_table_of_precisions_has(tmp_path, title):
    runs = om.load(table(tmp_path, PLAIN.replace("value", title)), cache=False)
    assert runs.quality() == Quality()


def test_a_table_may_have_the_optimum_in_a_column(tmp_path):
    text = "function,evaluations,value,optimum,maximize\n1,1,80,100,true\n1,5,97,100,true\n"
    runs = om.load(table(tmp_path, text), cache=False)
    assert runs.quality() == Quality()
    assert runs.step_precision.tolist() == [20, 3]


def test_maximize_takes_the_largest_value_so_far(tmp_path):
    path = table(tmp_path, PLAIN)
    runs = om.load(path, maximize=True)
    assert runs.quality() == Quality(maximize=True, optimum_known=False)
    assert runs.step_precision.tolist() == [-9]
    assert om.load(path).step_precision.tolist() == [9, 4]  # not what was kept of the other reading


def test_the_optimum_makes_distances_of_values(tmp_path):
    runs = om.load(table(tmp_path, PLAIN), optimum={1: 3.5}, cache=False)
    assert runs.quality() == Quality()
    assert runs.step_precision.tolist() == [5.5, 0.5]
    runs = om.load(table(tmp_path, PLAIN), maximize=True, optimum=10, cache=False)
    assert runs.quality() == Quality()
    assert runs.final.tolist() == [1.0]


def test_the_optimum_of_a_named_function_or_of_one_dimension(tmp_path):
    path = table(tmp_path, PLAIN.replace("a,1,", "a,sphere,"))
    assert om.load(path, optimum="sphere=4", cache=False).final.tolist() == [0.0]
    assert om.load(path, optimum={("sphere", 2): 3}, cache=False).final.tolist() == [1.0]


def test_an_optimum_that_cannot_be(tmp_path, said, refused):
    for optimum, values in [
        ({1: 5.0}, ("5", "function 1", "dimension 2", " a ", "4")),
        ({2: 5.0}, ("function 2",)),
        ({"ackley": 5.0}, ("'ackley'",)),
    ]:
        with refused(DataError, *values):
            om.load(table(tmp_path, PLAIN), optimum=optimum, cache=False)
    assert refused.messages == said


def test_an_optimum_of_distances(tmp_path, said, refused):
    path = table(tmp_path, PLAIN.replace("value", "precision"))
    with refused(DataError, "optimum"):
        om.load(path, optimum=0, cache=False)
    assert refused.messages == said


def test_an_optimum_that_is_no_number(said, refused):
    for optimum in ["x", "1=x"]:
        with pytest.raises(InvalidValueError, match="FUNCTION=NUMBER"):
            checked_optimum(optimum)
        with refused(InvalidTypeError):
            checked_optimum([optimum])
    assert refused.messages == said


def test_directions_that_contradict_each_other(tmp_path, said, refused):
    low = ioh_folder(tmp_path / "low", "mine", [(1, 5.0), (2, 4.0)])
    high = ioh_folder(tmp_path / "high", "mine", [(1, 5.0), (2, 7.0)], algorithm="b",
                      maximization=True)  # fmt: skip
    with refused(DataError):
        om.load(low, high, cache=False)
    with refused(DataError):
        om.load(low, maximize=True, cache=False)
    assert refused.messages == said


def test_data_of_coco_cannot_be_maximised(tmp_path, said, refused):
    runs = om.Runs.from_arrays(function=1, dimension=2, suite="own", offsets=[0, 1],
                               step_evaluations=[1], step_precision=[1.0])  # fmt: skip
    with refused(DataError):
        om.load(convert(runs, tmp_path / "coco", to="coco"), maximize=True, cache=False)
    assert refused.messages == said


def test_values_and_distances_of_one_function_are_not_mixed(tmp_path, said, refused):
    one = om.load(table(tmp_path, PLAIN), optimum=0, cache=False)
    other = om.load(table(tmp_path, PLAIN.replace("a,1", "b,1")), cache=False)
    with refused(DataError):
        om.Runs.concatenate([one, other])
    assert refused.messages == said


@pytest.mark.parametrize("to", ["coco", "ioh", "csv", "parquet"])
@pytest.mark.parametrize(
    "quality",
    [
        Quality(),
        Quality(optimum_known=False),
        Quality(maximize=True, optimum_known=False),
        Quality(own_instances=True),
    ],
    ids=str,
)
def test_kept_by_every_format(tmp_path, to, quality):
    if to == "parquet":
        need_peer("pyarrow")
    sign = -1.0 if quality.maximize else 1.0
    runs = om.Runs.from_arrays(
        function=[1, 1], dimension=2, suite="own", instance=[1, 2], offsets=[0, 2, 4],
        step_evaluations=[1, 5, 1, 7], step_precision=sign * np.array([9, 4, 8, 3.0])[::int(sign)],
        maximized=quality.maximize, optimum_known=quality.optimum_known,
        own_instances=quality.own_instances,
    )  # fmt: skip
    found = om.load(convert(runs, tmp_path / to, to=to), cache=False)
    assert found.quality() == runs.quality() == quality
    assert found.step_precision.tolist() == runs.step_precision.tolist()
    assert runs.select(instances=2).quality() == quality
    assert (
        om.Runs.concatenate([runs, found.rename({found.algorithms[0]: "b"})]).quality() == quality
    )


# ------------------------------------------------------------------ IOHprofiler


def test_raw_values_of_bbob_are_distances(tmp_path):
    sphere = ioh_folder(tmp_path / "bbob", "Sphere", [(1, 5.0), (2, 4.0)])
    assert om.load(sphere, cache=False).quality() == Quality()
    other = ioh_folder(tmp_path / "own", "Sphere", [(1, 5.0), (2, 4.0)], number=1121)
    assert om.load(other, cache=False).quality() == Quality(optimum_known=False)


def test_affine_combinations_are_problems_of_their_own(tmp_path):
    folder = ioh_folder(tmp_path / "x", "ManyAffine", [(1, 5.0)], number=100, instances=(1, 2, 3))
    assert om.load(folder, cache=False).quality() == Quality(own_instances=True)
    assert om.load(folder, own_instances=False, cache=False).quality() == Quality()


def test_pbo_is_maximised_towards_nobody_knows_what(tmp_path):
    folder = ioh_folder(tmp_path / "x", "OneMax", [(1, 5.0), (2, 9.0)], suite="PBO",
                        maximization=True)  # fmt: skip
    assert om.load(folder, cache=False).quality() == Quality(maximize=True, optimum_known=False)


def test_two_functions_of_one_number_are_two(tmp_path):
    folder = ioh_folder(tmp_path / "x", "ackley", [(1, 5.0)])
    ioh_folder(folder, "salomon", [(1, 7.0)])
    runs = om.load(folder, cache=False)
    assert runs.function.tolist() == [1, 2]
    assert runs.trial.tolist() == [0, 0]
    assert runs.function_names == (("unknown_suite", 1, "ackley"), ("unknown_suite", 2, "salomon"))


def test_functions_of_two_sources_are_told_apart_by_name(tmp_path):
    one = ioh_folder(tmp_path / "1", "ackley", [(1, 5.0)])
    ioh_folder(one, "salomon", [(1, 6.0)], number=2)
    other = ioh_folder(tmp_path / "2", "salomon", [(1, 7.0)], algorithm="b")
    runs = om.load(one, other, cache=False)
    assert runs.select(algorithms="b").function.tolist() == [2]
    assert [name for *_, name in runs.function_names] == ["ackley", "salomon"]
    third = ioh_folder(tmp_path / "3", "michalewicz", [(1, 7.0)], algorithm="c")
    runs = om.load(one, third, cache=False)
    assert runs.select(algorithms="c").function.tolist() == [3]
    assert runs.function_name("unknown_suite", 3) == "michalewicz"


def test_named_functions_of_two_tables(tmp_path):
    one = table(tmp_path, "algorithm,function,evaluations,value\na,sphere,1,5\n", "1.csv")
    other = table(tmp_path, "algorithm,function,evaluations,value\nb,ackley,1,5\n", "2.csv")
    runs = om.load(one, other, cache=False)
    assert runs.function.tolist() == [1, 2]


def test_a_text_index_with_a_name_for_a_number(tmp_path):
    (tmp_path / "IOHprofiler_f1_i1.info").write_text(
        'suite = "PBO", funcId = "bla", DIM = 2, maximization = "F", algId = "a", algInfo = ""\n'
        "%\nx/IOHprofiler_fbla_DIM2.dat, 1:2|4\n"
    )
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "IOHprofiler_fbla_DIM2.dat").write_text("evaluations raw_y\n1 5\n2 4\n")
    runs = om.load(tmp_path, cache=False)
    assert runs.function.tolist() == [26]  # the first number that the suite does not have
    assert runs.function_name("pbo", 26) == "bla"


# ------------------------------------------------------------------ several objectives


def several(place, points, algorithm="a"):
    lines = [(k, *point) for k, point in enumerate(points, 1)]
    return ioh_folder(place, "zdt", lines, algorithm=algorithm,
                      attributes=["evaluations", "raw_y", "F2"])  # fmt: skip


@pytest.mark.oracle
def test_several_objectives_are_judged_by_their_hypervolume(tmp_path):
    rng = np.random.default_rng(1)
    sets = rng.random((2, 40, 2)).round(6)
    folders = [several(tmp_path / name, s, name) for name, s in zip("ab", sets, strict=True)]
    runs = om.load(*folders, cache=False)
    assert runs.quality() == Quality(objectives=2, optimum_known=False)
    ideal, reference = (
        np.array([runs.extra[f"{what}_point_{i}"][0] for i in (1, 2)])
        for what in ("ideal", "reference")
    )
    fronts = np.concatenate([s[moocore.is_nondominated(s)] for s in sets])
    assert [ideal.tolist(), reference.tolist()] == [x.tolist() for x in region(fronts)]
    scale = np.prod(reference - ideal)
    for row, points in enumerate(sets):
        for budget in (1, 3, 17, 40):
            inside = np.maximum(points[:budget], ideal)
            volume = moocore.hypervolume(inside, ref=reference) / scale
            assert 1 - runs.values_at([budget])[row, 0] == pytest.approx(volume, abs=1e-11)


def test_one_and_several_objectives_without_a_suite_are_loaded_apart(tmp_path):
    several(tmp_path / "all" / "two", [(1, 2), (2, 1)])
    ioh_folder(tmp_path / "all" / "one", "mine", [(1, 5.0), (2, 4.0)], algorithm="b")
    at_once = om.load(tmp_path / "all", cache=False)
    one_by_one = om.load(*sorted((tmp_path / "all").iterdir()), cache=False)
    for runs in (at_once, one_by_one):
        assert sorted(runs.suites) == ["2 objectives", "unknown_suite"]
        assert runs.quality("2 objectives").objectives == 2
        assert runs.quality("unknown_suite").objectives == 1
        assert runs.select(suites="unknown_suite").final.tolist() == [4.0]
        assert [entry.rule for entry in runs.findings] == ["R41"]
        assert runs.function_name("unknown_suite", 1) == "mine"
        assert {curve.suite for curve in om.ecdf(runs)} == set(runs.suites)
    assert om.load(tmp_path / "all" / "two", cache=False).suites == ("unknown_suite",)


def test_the_region_does_not_depend_on_the_way_of_loading(tmp_path):
    folders = [several(tmp_path / "a", [(1, 2), (2, 1)]), several(tmp_path / "b", [(3, 3)], "b")]
    together = om.load(*folders, cache=False)
    apart = om.Runs.concatenate([om.load(folder, cache=False) for folder in folders])
    assert together.equals(apart)
    assert together.final.tolist() == apart.final.tolist()
    assert together.final[1] == pytest.approx(1.0 - 0.2 * 0.2 / (2.2 * 2.2), abs=1e-11)


# ------------------------------------------------------------------ problems of one's own


def test_own_problems_with_several_objectives(tmp_path):
    """With a region they have an indicator; without one, the data make it."""
    for name, known in (("with", {"optimum": [0, 0], "nadir": [9, 9]}), ("without", {})):
        problem = om.Problem.from_callable(
            lambda x: [x @ x, (x - 1) @ (x - 1)], lower=[-2, -2], upper=[2, 2], objectives=2,
            name="two", suite="mine", **known
        )  # fmt: skip
        rng = np.random.default_rng(1)
        with om.Observer(tmp_path / name, algorithm="a") as observer:
            observer.observe(problem)
            for _ in range(50):
                problem(rng.uniform(-2, 2, 2))
        runs = om.load(tmp_path / name, cache=False)
        assert runs.quality() == Quality(objectives=2, optimum_known=name == "with")
        assert runs.evaluations.tolist() == [50]
        assert 0 < runs.final[0] < runs.step_precision[0]
        if name == "with":
            assert runs.findings == ()


@pytest.mark.parametrize("shift", [-1000.0, 0.0, 1000.0])
@pytest.mark.parametrize("form", ["coco", "ioh"])
def test_every_improvement_is_on_record_without_an_optimum(tmp_path, shift, form):
    values = shift + 10.0 ** -(np.arange(60) / 10)
    problem = om.Problem.from_callable(
        lambda x: values[int(x[0])], lower=[0, 0], upper=[60, 1], name="mine"
    )
    with om.Observer(tmp_path / "x", algorithm="a", format=form) as observer:
        observer.observe(problem)
        for k in range(60):
            problem([k, 0])
    runs = om.load(tmp_path / "x", cache=False)
    assert runs.quality() == Quality(optimum_known=False)
    assert runs.step_evaluations.tolist() == list(range(1, 61))
    np.testing.assert_allclose(
        runs.step_precision, values, rtol=1e-15, atol=2e-10 * (form == "ioh")
    )


def test_regions_follow_what_instances_are_in_each_suite():
    def front(suite, instance, point):
        points = np.array([point], dtype=float)
        return Front(
            "a", suite, 1, 2, instance, np.array([1]), points, np.zeros((1, 0)), 1, True, ()
        )

    fronts = [front(suite, i, (i, 2 * i)) for suite in ("own", "repeated") for i in (1, 2)]
    runs = runs_of_fronts(fronts)
    own = np.array([True, True, False, False])
    mixed = with_hypervolume(dataclasses.replace(runs, own_instances=own))
    assert mixed.extra["ideal_point_1"].tolist() == [1, 2, 1, 1]
