"""The W-model against ioh, against enumeration, and where ioh is wrong."""

import itertools
import pickle

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.problems import w_model
from tests.peers import need_peer

LAYERS = [
    {},
    {"share": 0.5},
    {"neutrality": 3},
    {"epistasis": 2},
    {"ruggedness": 16},
    {"share": 0.9, "neutrality": 2, "epistasis": 2},
    {"neutrality": 2, "epistasis": 2, "ruggedness": 16},
    {"share": 0.9, "ruggedness": 48},
]


def theirs(base, dimension, instance, layers):
    ioh = need_peer("ioh")
    return getattr(ioh.problem, f"WModel{base}")(
        instance,
        dimension,
        layers.get("share", 0.0),
        layers.get("epistasis", 0),
        layers.get("neutrality", 0),
        layers.get("ruggedness", 0) // dimension,  # ioh counts in multiples of the dimension
    )


@pytest.mark.oracle
@pytest.mark.parametrize("base", ["OneMax", "LeadingOnes"])
@pytest.mark.parametrize("layers", LAYERS)
def test_values_are_those_of_ioh(base, layers):
    x = np.random.default_rng(1).integers(0, 2, (30, 16))
    x[0], x[1] = 0, 1
    for instance in (1, 2, 7, 51, 101):
        oracle = theirs(base, 16, instance, layers)
        ours = w_model(16, base, instance=instance, **layers)
        assert ours(x).tolist() == [oracle(one) for one in x]


def mixed(bits, size):
    """The model's map of a block: all but the last are the parity without the next bit."""
    made = []
    for first in range(0, len(bits), size):
        block = bits[first : first + size]
        parity = sum(block) % 2
        made += [parity ^ bit for bit in block[1:]] + [parity]
    return made


@pytest.mark.parametrize("base", ["OneMax", "LeadingOnes"])
@pytest.mark.parametrize("size", [3, 4, 7])
def test_blocks_are_mixed_by_the_map_of_the_model(base, size):
    # ioh reads bits that it has already replaced; the functions of pbo do not.
    problem = w_model(9, base, epistasis=size)
    for bits in itertools.product((0, 1), repeat=9):
        image = mixed(bits, size)
        count = sum(image) if base == "OneMax" else (image + [0]).index(0)
        assert problem(list(map(float, bits))) == count
    if size == 4:
        x = np.random.default_rng(1).integers(0, 2, (20, 16))
        number = 7 if base == "OneMax" else 14
        expected = om.problem("pbo", number, 16)(x)
        assert w_model(16, base, epistasis=4)(x).tolist() == expected.tolist()


@pytest.mark.parametrize("instance", [1, 5, 11, 60])
@pytest.mark.parametrize(
    "layers", [{}, {"share": 0.7, "epistasis": 3}, {"neutrality": 2, "ruggedness": 7}]
)
def test_the_optimum_is_the_largest_value(instance, layers):
    # In ioh it is neither scaled nor rounded, and instances such as 11 and 60 turn the problem round.
    problem = w_model(10, instance=instance, **layers)
    values = problem(np.array([*itertools.product((0.0, 1.0), repeat=10)]))
    best = problem.reveal()
    assert best.f_opt == values.max()
    assert problem(best.x_opt) == best.f_opt
    assert problem.final_target_hit


def test_ruggedness_is_a_permutation_of_the_counts():
    # From the definition, for five bits and ruggedness 0 to 10.
    expected = ["012345", "102345", "201345", "301245", "401235", "213405", "312405", "231405",
                "143205", "243105", "342105"]  # fmt: skip
    x = np.tri(6, 5, -1)
    for ruggedness, digits in enumerate(expected):
        assert w_model(5, ruggedness=ruggedness)(x).tolist() == [float(one) for one in digits]


def test_it_is_a_problem_like_others(tmp_path, said, refused):
    problem = w_model(12, "LeadingOnes", neutrality=2, instance=3)
    assert problem.maximize
    assert problem.number_of_integer_variables == 12
    assert pickle.loads(pickle.dumps(problem)) == problem
    suite = om.Suite.from_problems("w", [w_model(12, b) for b in ("OneMax", "LeadingOnes")])
    om.run("ea", suite, budget=50, folder=tmp_path / "data", format="ioh")
    runs = om.load(tmp_path / "data")
    assert runs.maximized.all()
    with refused(InvalidValueError, "0", "1", "0.5"):
        problem([0.5] * 12)
    assert refused.messages == said


def test_wrong_parameters_are_refused(said, refused):
    for given, error, *values in [
        ({"dimension": 0}, InvalidValueError, "dimension", "1", "0"),
        ({"dimension": 5, "share": 0.0}, InvalidValueError, "0", "1"),
        ({"dimension": 5, "share": 0.1}, InvalidValueError, "share", "0.1"),
        ({"dimension": 5, "neutrality": 0}, InvalidValueError, "neutrality", "1"),
        ({"dimension": 5, "epistasis": 1.5}, InvalidTypeError, "epistasis"),
        ({"dimension": 5, "ruggedness": 11}, InvalidValueError, "0", "10", "5"),
        ({"dimension": 5, "base": "Linear"}, InvalidValueError, "base"),
    ]:
        with refused(error, *values):
            w_model(**given)
    assert refused.messages == said
