"""Problems of one's own keep their names apart, and nothing is written outside of the folder."""

import json

import numpy as np
import pytest
from tests.sentences import everywhere

import optimeter as om
from optimeter.exceptions import FileError, InvalidValueError
from optimeter.record import assemble, record_unit


def bowl(x):
    return float(x @ x)


def valley(x):
    return float(abs(x).sum())


def make(function, dimension=2, **options):
    return om.Problem.from_callable(
        function, [-5] * dimension, [5] * dimension, optimum=0, **options
    )


def record(folder, problems, **options):
    with om.Observer(folder, algorithm="a", **options) as observer:
        for problem in problems:
            observer.observe(problem)
            problem(np.ones(problem.dimension))
    return om.load(observer.folder, cache=False)


def rows(runs):
    suites = [runs.suites[code] for code in runs.suite_codes]
    return sorted(zip(suites, runs.function.tolist(), runs.instance.tolist(), strict=True))


@pytest.mark.parametrize("form", ["coco", "ioh"])
def test_own_problems_belong_to_no_suite_of_the_engine_and_stay_apart(tmp_path, form):
    runs = record(tmp_path / "x", [make(bowl), make(valley), make(bowl)], format=form)
    assert rows(runs) == [("own", 1, 1), ("own", 1, 1), ("own", 2, 1)]
    assert not any(f.severity == "error" for f in runs.findings)


@pytest.mark.parametrize("form", ["coco", "ioh"])
def test_own_problems_of_one_suite_and_of_several_stay_apart(tmp_path, form):
    problems = [make(f, suite=s) for s in ("one", "two") for f in (bowl, valley)]
    problems += [make(bowl, suite="one", id="other")]
    expected = [("one", 1, 1), ("one", 2, 1), ("one", 3, 1), ("two", 1, 1), ("two", 2, 1)]
    assert rows(record(tmp_path / "x", problems, format=form)) == expected


@pytest.mark.parametrize("form", ["coco", "ioh"])
def test_suites_of_the_engine_under_one_observer_stay_apart(tmp_path, form):
    problems = [om.problem(suite, 1, 2) for suite in ("bbob", "bbob-boxed")]
    runs = record(tmp_path / "x", problems, format=form)
    assert rows(runs) == [("bbob", 1, 1), ("bbob-boxed", 1, 1)]


def test_different_problems_that_files_cannot_tell_apart_are_refused(tmp_path, said, refused):
    with om.Observer(tmp_path / "x") as observer:
        for _ in range(2):  # the same one, made twice
            observer.observe(make(lambda x: x[0]))
        with refused(InvalidValueError, "'lambda_i1_d2'"):
            observer.observe(make(lambda x: x[1]))
        for function in (bowl, valley):
            if function is bowl:
                observer.observe(make(lambda x, f=function: f(x), name="closure"))
                continue
            with refused(InvalidValueError):
                observer.observe(make(lambda x, f=function: f(x), name="closure"))
    assert refused.messages == said


def test_problems_that_differ_in_their_constraints_are_refused(tmp_path):
    with om.Observer(tmp_path / "x") as observer:
        observer.observe(make(bowl, constraint=lambda x: [x[0]], constraints=1))
        with pytest.raises(InvalidValueError, match="'bowl_i1_d2'"):
            observer.observe(make(bowl, constraint=lambda x: [x[1]], constraints=1))


@pytest.mark.parametrize("form", ["coco", "ioh"])
def test_a_suite_of_ones_own_numbers_functions_without_a_number(tmp_path, form):
    problems = [make(bowl, suite="mine"), make(valley, suite="mine"), make(max, suite="mine",
                function_number=1)]  # fmt: skip
    suite = om.Suite.from_problems("mine", problems)
    assert [p.function for p in suite] == [2, 3, 1]
    om.run("random-search", suite, budget=5, folder=tmp_path / "x", format=form, progress=False)
    assert {row[:2] for row in rows(om.load(tmp_path / "x"))} == {("mine", k) for k in (1, 2, 3)}


def test_collisions_and_foreign_names_are_refused(said, refused):
    with refused(InvalidValueError, "4", "suite", "'mine'"):
        om.Suite.from_problems(
            "mine", [make(f, suite="mine", function_number=4) for f in (bowl, valley)]
        )
    with refused(InvalidValueError, "'bbob'", "suite"):
        make(bowl, suite="bbob")
    with refused(InvalidValueError, "'bbob'"):
        om.Suite.from_problems("bbob", [make(bowl)])
    for name in ("it's", "a\nb", "a\0", " a", "\u2028"):
        with refused(InvalidValueError):
            make(bowl, suite=name)
    with refused(InvalidValueError):
        make(bowl, name="\udc80")
    assert refused.messages == said


HOSTILE = ["../../../../evil", "/evil", "..", ".", "a/../../b", "C:\\evil", "nul\0nul", "line\nend",
           "\x1b[2J", "x" * 400, "ä" * 300, "\u2028\u0085"]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("field", ["name", "id", "group"])
def test_names_never_lead_out_of_the_folder(tmp_path, name, field):
    def two(x):
        return [float(x @ x), float((x - 1) @ (x - 1))]

    home = tmp_path / "a/b/c/d/e"
    home.mkdir(parents=True)
    single = make(bowl, **{field: name})
    several = om.Problem.from_callable(two, [-5] * 2, [5] * 2, objectives=2, optimum=[0, 0],
                                       nadir=[2, 2], **{field: name})  # fmt: skip
    assert len(record(home / "coco", [single])) == 1
    assert len(record(home / "ioh", [make(bowl, **{field: name})], format="ioh")) == 1
    assert len(record(home / "several", [several])) == 1
    outside = {path for path in tmp_path.rglob("*") if home not in (path, *path.parents)}
    assert outside == set(home.parents) - set(tmp_path.parents) - {tmp_path}
    assert {path.name for path in home.iterdir()} == {"coco", "ioh", "several"}


def test_names_that_give_one_file_name_stay_apart(tmp_path):
    names = ["a/b", "a:b", "a_b", "a\\b"]
    runs = record(tmp_path / "x", [make(bowl, name=name) for name in names], format="ioh")
    assert sorted(runs.function.tolist()) == [1, 2, 3, 4]
    indices = [json.loads(path.read_text()) for path in (tmp_path / "x").glob("*.json")]
    assert sorted(index["function_name"] for index in indices) == sorted(names)


def forged(unit, old, new):
    """Return the bytes of a unit with a text replaced and the right lengths and checksum."""
    body = unit.rpartition(b"checksum ")[0]
    at = body.index(old)
    if body[:at].endswith(b"lines:"):
        body = body.replace(old, new)
    else:
        body = body.replace(b"%d\n%s\n" % (len(old), old), b"%d\n%s\n" % (len(new), new))
    total = 0xCBF29CE484222325
    for byte in body:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return body + b"checksum %016x\n" % total


@pytest.mark.parametrize("old", [b"data_f1/bbobexp_f1_DIM2.dat", b"bbobexp_f1.info"])
@pytest.mark.parametrize("new", ["../../../evil.dat", "{}/evil.dat", "a/../../evil.dat", "..", ""])
def test_a_forged_unit_writes_nothing_outside(tmp_path, old, new, said, refused):
    home = tmp_path / "a/b/c/d"
    home.mkdir(parents=True)
    path = home / "unit"
    with record_unit(om.problem("bbob", 1, 2), path) as recording:
        recording.problem([0, 0])
    new = new.format(tmp_path / "absolute").encode()
    path.write_bytes(forged(path.read_bytes(), old, new))
    if new or old.endswith(b".dat"):  # without an index there is nothing to refuse
        with refused(FileError, new.decode()):
            assemble([path], home / "result")
    assert not list(tmp_path.rglob("evil*"))
    messages = {call: everywhere(told, tmp_path) for call, told in refused.messages.items()}
    assert messages == said
