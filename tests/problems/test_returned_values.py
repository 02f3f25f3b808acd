"""A value is a number: what own functions may return, and what is refused, wherever it enters."""

import datetime
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError, OptimeterError

LOOP: list[object] = []
LOOP.append(LOOP)

NO_NUMBERS = {
    "masked": np.ma.masked,
    "masked array": np.ma.masked_array([1.0], mask=[True]),
    "list with masked": [np.ma.masked],
    "nested masked": [[np.ma.masked]],
    "bytes": b"1",
    "bytearray": bytearray(b"1"),
    "list of bytearrays": [bytearray(b"1")],
    "memoryview": memoryview(b"1"),
    "text": "1",
    "text in an array": np.array(["1"]),
    "texts as objects": np.array(["1"], dtype=object),
    "datetime64": np.datetime64(1, "s"),
    "timedelta64": np.timedelta64(1, "s"),
    "date": datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC),
    "complex": 1 + 0j,
    "numpy's complex": np.complex128(1),
    "complex as objects": np.array([1j], dtype=object),
    "none": None,
    "list with none": [None],
    "none as objects": np.array([None]),
    "record": np.zeros(1, dtype=[("a", float)]),
    "object": object(),
    "dict": {1: 2},
    "set": {1.0},
    "function": len,
    "itself": LOOP,
}
NUMBERS = [
    1, 1.0, True, np.float16(1), np.float32(1), np.float64(1), np.longdouble(1), np.int8(1), np.uint64(1),
    np.bool_(True), Decimal(1), Fraction(1), [1], (1.0,), [[1]], np.array(1), np.array([[1.0]]),
    np.array([1], dtype=">f4"), np.ma.masked_array([1.0], mask=[False]), np.array([Fraction(1)]),
]  # fmt: skip


def problem(function, **options):
    return om.Problem.from_callable(function, [-5, -5], [5, 5], name="mine", **options)


def refused(call):
    """Whether a call is refused, the value in the message, and nothing is counted."""
    with pytest.raises((InvalidTypeError, InvalidValueError)) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize("value", NO_NUMBERS.values(), ids=NO_NUMBERS)
def test_what_is_no_number_is_refused(value):
    for made, argument in (
        (problem(lambda x: value), [0, 0]),
        (problem(lambda x: value, vectorized=True), [[0, 0]]),
        (problem(lambda x: value, maximize=True), [0, 0]),
    ):
        text = refused(lambda made=made, argument=argument: made(argument))
        assert repr(value)[:20] in text
        assert made.evaluations == 0


@pytest.mark.parametrize("value", NO_NUMBERS.values(), ids=NO_NUMBERS)
def test_nor_among_several_objectives_or_constraints(value):
    assert refused(lambda: problem(lambda x: [1.0, value], objectives=2)([0, 0]))
    bounded = problem(lambda x: 1.0, constraint=lambda x: value, constraints=1)
    assert refused(lambda: bounded.constraint([0, 0]))
    assert refused(lambda: bounded.evaluate_all([0, 0]))


@pytest.mark.parametrize("value", NO_NUMBERS.values(), ids=NO_NUMBERS)
def test_nor_in_functions_wrapped_as_those_of_ioh(value):
    from optimeter import ioh

    wrapped = ioh.wrap_problem(lambda x: value, "no number", dimension=2)
    with pytest.raises((OptimeterError, TypeError, ValueError)):
        wrapped([0.5, 0.5])


@pytest.mark.parametrize("value", NUMBERS, ids=[repr(value) for value in NUMBERS])
def test_every_real_number_is_a_value(value):
    made = problem(lambda x: value)
    assert made([0, 0]) == 1.0
    assert made.evaluations == 1


@pytest.mark.parametrize("maximize", [False, True])
def test_an_infinitely_good_value_is_none(maximize, tmp_path):
    best, worst = (np.inf, -np.inf) if maximize else (-np.inf, np.inf)
    assert problem(lambda x: worst, maximize=maximize)([0, 0]) == worst
    for made, point in (
        (problem(lambda x: best, maximize=maximize), [0, 0]),
        (problem(lambda x: [0.0, best], vectorized=True, maximize=maximize), [[0, 0], [1, 1]]),
    ):
        assert str(best) in refused(lambda made=made, point=point: made(point))
        assert (made.evaluations, made.final_target_hit) == (0, False)
    function = problem(lambda x: best if x[0] > 0 else 1.0, maximize=maximize)

    def optimizer(one, start, rng):
        values = [one([-1, 0]), one([1, 0]), one([-1, 0])]
        assert np.isnan(values).tolist() == [False, True, False]

    outcome = om.run(
        optimizer, [function], budget=9, restarts=False, folder=tmp_path / "x"
    ).outcomes[0]
    assert (outcome.evaluations, outcome.failed_evaluations) == (3, 1)
    assert (outcome.target_hit, outcome.failures[0]["message"]) == (False, f"returned {best}")
    bounded = problem(lambda x: 1.0, constraint=lambda x: -np.inf, constraints=1)
    assert bounded.constraint([0, 0]) == -np.inf


def test_values_of_a_batch_have_its_shape():
    points = np.zeros((2, 2))
    good = np.arange(6.0).reshape(2, 3)
    three = problem(lambda x: good, objectives=3, vectorized=True)
    np.testing.assert_array_equal(three(points), good)
    for wrong in (good.T, good.ravel(), good[:1], np.arange(5.0)):
        other = problem(lambda x, wrong=wrong: wrong, objectives=3, vectorized=True)
        assert refused(lambda other=other: other(points))
        assert other.evaluations == 0
    one = problem(lambda x: np.zeros((2, 1)), vectorized=True)
    assert one(points).tolist() == [0, 0]


def test_large_integers_are_rounded_or_refused():
    assert problem(lambda x: 2**70)([0, 0]) == 2.0**70
    assert refused(lambda: problem(lambda x: 10**400)([0, 0]))


@pytest.mark.parametrize(
    ("titles", "worst", "best"),
    [
        ("evaluations,precision", "inf", "-inf"),
        ("evaluations,value", "1e9", "-Infinity"),
        ("evaluations,value,maximization", "1,true", "inf,true"),
    ],
)
def test_nothing_is_solved_by_an_infinitely_good_value_of_a_table(titles, worst, best, tmp_path):
    path = tmp_path / "runs.csv"
    path.write_text(f"{titles}\n1,{worst}\n2,{best}\n")
    runs = om.load(path)
    assert ("R15", "incomplete") in {(one.rule, one.severity) for one in runs.findings}
    assert runs.runtimes([-1e300]).tolist() == [[np.inf]]
    assert not np.isneginf(runs.step_precision).any()


@pytest.mark.parametrize("format", ["coco", "ioh"])
def test_nor_of_a_recorded_file(format, tmp_path):
    with om.Observer(tmp_path / "x", format=format) as observer:
        made = om.problem("bbob", 1, 2)
        observer.observe(made)
        for k in (5, 4, 3):
            made([k, k])
    expected = om.load(tmp_path / "x")
    for path in (tmp_path / "x").rglob("*.dat"):
        lines = path.read_text().splitlines()
        cells = lines[-1].split()
        cells[2 if format == "coco" else 1] = "-inf"
        path.write_text("\n".join([*lines[:-1], " ".join(cells)]) + "\n")
    runs = om.load(tmp_path / "x")
    assert "R15" in {one.rule for one in runs.findings}
    assert np.isfinite(runs.step_precision).all()
    assert runs.runtimes([1e-8]).tolist() == [[np.inf]]
    assert runs.evaluations.tolist() == expected.evaluations.tolist()
