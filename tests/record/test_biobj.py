"""The bi-objective form of COCO's format, line by line, against COCO itself."""

import pickle
import re
from copy import copy

import numpy as np
import pytest
from tests.peers import need_peer

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.record import PROVENANCE_FILE, feed

cocoex = need_peer("cocoex")

pytestmark = pytest.mark.filterwarnings("ignore")  # of cocoex

NUMBER = re.compile(r"[-+]?\d+\.\d+e[-+]\d+")


def steps(problem, seed, length):
    """Yield points that approach the set of good solutions, restarts and recommendations."""
    rng = np.random.default_rng(seed)
    x = problem.initial_solution
    for k in range(length):
        scale = 3.0 * 0.99**k
        point = x + scale * rng.normal(size=x.size)
        integers = problem.number_of_integer_variables
        point[:integers] = rng.uniform(-1, 17, integers)
        if k % 97 == 50:
            point[-1] = np.nan if k % 2 else np.inf
        yield "evaluate", point
        if np.isfinite(point).all() and k % 3 == 0:
            x = np.where(rng.random(x.size) < 0.5, x, point)
        if k % 70 == 30:
            yield "restart", None
        if k % 40 == 17:
            yield "recommend", x


def record_both(tmp_path, suite, problems, theirs="", length=400, **ours):
    functions = ",".join(sorted({str(key[0]) for key in problems}))
    dimensions = ",".join(sorted({str(key[1]) for key in problems}))
    reference_suite = cocoex.Suite(
        suite, "", f"function_indices: {functions} dimensions: {dimensions}"
    )
    reference = cocoex.Observer(
        suite, f"outer_folder: {tmp_path} result_folder: theirs algorithm_name: alg {theirs}"
    )
    with om.Observer(tmp_path / "ours", algorithm="alg", **ours) as observer:
        for seed, (function, dimension, instance) in enumerate(problems):
            one = reference_suite.get_problem_by_function_dimension_instance(
                function, dimension, instance
            )
            other = om.problem(suite, function, dimension, instance)
            one.observe_with(reference)
            observer.observe(other)
            for step, point in steps(other, seed, length):
                if step == "evaluate":
                    one(point)
                    other(point)
                elif step == "restart":
                    reference.signal_restart(one)
                    other.signal_restart()
                else:
                    one.recommend(point)
                    other.recommend(point)
            one.free()
    return tmp_path / "theirs", observer.folder


def read(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="ascii").replace(
            ", settings = '' ", ""
        )
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != PROVENANCE_FILE
    }


def assert_same_lines(theirs, ours, tolerance=1e-14):
    """Same files, same lines; values to `tolerance`, relative to 1 or to the value."""
    expected, actual = read(theirs), read(ours)
    assert sorted(actual) == sorted(expected)
    indicators = [np.zeros(1)]
    for name, text in expected.items():
        lines, reference = actual[name].splitlines(), text.splitlines()
        assert [NUMBER.sub("#", line) for line in lines] == [
            NUMBER.sub("#", line) for line in reference
        ], name
        values = np.array([float(v) for v in NUMBER.findall(actual[name])])
        wanted = np.array([float(v) for v in NUMBER.findall(text)])
        error = np.abs(values - wanted) / np.maximum(1, np.abs(wanted))
        if "hyp" in name:
            # Normalized objectives are rounded to multiples of 5e-13: where that rounding meets the
            # last bits of a function, one step of it may show, until the point is dominated.
            assert error.max(initial=0) <= max(tolerance, 1e-12), name
            indicators.append(error)
        else:  # objective values carry the error of the functions themselves
            assert error.max(initial=0) <= max(tolerance, 2e-11), name
    assert (np.concatenate(indicators) <= tolerance).mean() > 0.97


def grid(functions, dimensions, instances):
    return [(f, d, i) for d in dimensions for f in functions for i in instances]


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("suite", "functions", "dimensions"),
    [
        ("bbob-biobj", (1, 11, 28, 46, 55), (2, 5, 20)),
        ("bbob-biobj-ext", (3, 35, 60, 75, 92), (3, 10)),
        ("bbob-biobj-mixint", (1, 20, 57, 92), (5, 10, 80)),
    ],
)
def test_suites(tmp_path, suite, functions, dimensions):
    problems = grid(functions, dimensions, (1, 2, 11))
    assert_same_lines(*record_both(tmp_path, suite, problems))


@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.parametrize(
    ("suite", "functions", "dimension"),
    [
        ("bbob-biobj", range(1, 56), 2),
        ("bbob-biobj-ext", range(1, 93), 3),
        ("bbob-biobj-mixint", range(1, 93), 10),
    ],
)
def test_all_functions(tmp_path, suite, functions, dimension):
    for part in range(0, len(functions), 20):  # COCO takes only so many at once
        place = tmp_path / str(part)
        place.mkdir()
        problems = grid(functions[part : part + 20], (dimension,), (1, 13))
        assert_same_lines(*record_both(place, suite, problems, length=200))


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("log_nondominated: final", {"log_nondominated": "final"}),
        ("log_nondominated: none", {"log_nondominated": "none"}),
        ("log_decision_variables: all", {"log_decision_variables": "all"}),
        ("log_decision_variables: none", {"log_decision_variables": "none"}),
        ("compute_indicators: 0", {"compute_indicators": False}),
        ("lin_target_precision: 0.001", {"lin_target_precision": 0.001}),
        ("number_target_triggers: 100", {"number_target_triggers": 100}),
        ("precision_f: 6 precision_x: 3", {"precision_f": 6, "precision_x": 3}),
        ("base_evaluation_triggers: 1,3", {"base_evaluation_triggers": [1, 3]}),
        (
            "log_discrete_as_int: 1 log_nondominated: final",
            {"log_discrete_as_int": True, "log_nondominated": "final"},
        ),
    ],
    ids="abcdefghij",  # cocoex finds its keys also in the name of the test's folder
)
@pytest.mark.parametrize(("suite", "dimension"), [("bbob-biobj", 3), ("bbob-biobj-mixint", 5)])
def test_options(tmp_path, suite, dimension, theirs, ours):
    problems = grid((1, 2, 20), (dimension,), (1, 2))
    tolerance = 1e-5 if "precision_f" in ours else 1e-14
    assert_same_lines(*record_both(tmp_path, suite, problems, theirs, **ours), tolerance)


@pytest.mark.oracle
def test_negative_values_and_long_runs(tmp_path):
    """Better than the reference value: the targets below zero."""
    suite = cocoex.Suite("bbob-biobj", "", "function_indices: 1 dimensions: 40")
    one = suite.get_problem_by_function_dimension_instance(1, 40, 10)
    reference = cocoex.Observer(
        "bbob-biobj", f"outer_folder: {tmp_path} result_folder: theirs algorithm_name: alg"
    )
    other = om.problem("bbob-biobj", 1, 40, 10)
    # The good solutions of two spheres lie on the segment between the optima.
    first = om.problem("bbob", 1, 40, 21).reveal().x_opt
    second = om.problem("bbob", 1, 40, 22).reveal().x_opt
    place = np.random.default_rng(3).random((20000, 1))
    points = first + place * (second - first)
    one.observe_with(reference)
    with om.Observer(tmp_path / "ours", algorithm="alg") as observer:
        observer.observe(other)
        for point in points:
            one(point)
        other(points)
        indicator = other.indicator
    one.free()
    assert indicator < 0
    assert_same_lines(tmp_path / "theirs", observer.folder)


def test_batch_and_single_give_the_same_bytes(tmp_path):
    points = np.random.default_rng(1).uniform(-5, 5, (3000, 5))
    for name, size in (("single", 1), ("batch", 3000), ("uneven", 777)):
        with om.Observer(tmp_path / name, algorithm="alg") as observer:
            for problem in om.Suite("bbob-biobj", functions=[1, 21], dimensions=5, instances=[1]):
                observer.observe(problem)
                for begin in range(0, len(points), size):
                    problem(points[begin : begin + size])
    assert read(tmp_path / "batch") == read(tmp_path / "single")
    assert read(tmp_path / "uneven") == read(tmp_path / "single")


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("suite", "theirs", "ours"),
    [
        ("bbob-biobj", "instances: 3,9,7", {"instances": [3, 9, 7]}),
        ("bbob-biobj", "year: 2016", {"year": 2016}),
        ("bbob-biobj-ext", "instances: 2", {"instances": [2]}),
        ("bbob-biobj-mixint", "instances: 4,5", {"instances": [4, 5]}),
    ],
)
def test_the_index_counts_the_chosen_instances(tmp_path, suite, theirs, ours):
    """Also in a filtered suite, in copies and in pickles."""
    dimension = 5
    reference_suite = cocoex.Suite(suite, theirs, f"dimensions: {dimension} function_indices: 2,20")
    reference = cocoex.Observer(
        suite, f"outer_folder: {tmp_path} result_folder: theirs algorithm_name: alg"
    )
    chosen = om.Suite(suite, **ours).filter(dimensions=dimension, functions=[2, 20])
    with om.Observer(tmp_path / "ours", algorithm="alg") as observer:
        for one, other in zip(reference_suite, chosen, strict=True):
            assert one.id == other.id
            twin = [other, copy(other), pickle.loads(pickle.dumps(other))][other.instance % 3]
            one.observe_with(reference)
            observer.observe(twin)
            one(one.initial_solution)
            twin(twin.initial_solution)
            one.free()
    assert_same_lines(tmp_path / "theirs", observer.folder)


def test_produce_all_data(tmp_path):
    options = {"log_nondominated": "none", "compute_indicators": False}
    texts = []
    for name, more in (("plain", {}), ("all", {**options, "produce_all_data": True})):
        with om.Observer(tmp_path / name, algorithm="alg", **more) as observer:
            problem = om.problem("bbob-biobj", 1, 3)
            observer.observe(problem)
            problem(problem.initial_solution)
        texts.append(read(observer.folder))
    assert texts[0] == texts[1]
    assert len(texts[0]) == 6


@pytest.mark.oracle
@pytest.mark.parametrize("size", [1, 5, 1000])
def test_reconstruction_from_archives(tmp_path, size):
    """Feed points with gaps between their numbers, as COCO is fed."""
    suite = cocoex.Suite("bbob-biobj", "", "function_indices: 1,20 dimensions: 2,5")
    reference = cocoex.Observer(
        "bbob-biobj",
        f"outer_folder: {tmp_path} result_folder: theirs algorithm_name: alg algorithm_info: words "
        "log_nondominated: read",
    )
    rng = np.random.default_rng(5)
    with om.Observer(
        tmp_path / "ours", algorithm="alg", info="words", log_nondominated="read"
    ) as observer:
        for function, dimension, instance in grid((1, 20), (2, 5), (1, 2, 7)):
            one = suite.get_problem_by_function_dimension_instance(function, dimension, instance)
            other = om.problem("bbob-biobj", function, dimension, instance)
            source = om.problem("bbob-biobj", function, dimension, instance)
            y = source(rng.uniform(-4, 4, (300, dimension)))
            numbers = 1 + np.cumsum(rng.geometric(0.05, 300))
            one.observe_with(reference)
            observer.observe(other)
            for number, values in zip(numbers, y, strict=True):
                one.logger_biobj_feed_solution(int(number), values)
            for begin in range(0, 300, size):
                part = slice(begin, begin + size)
                feed(other, numbers[part], y[part])
            assert other.evaluations == numbers[-1]
            assert other.indicator == source.indicator
            one.free()
    for path in (tmp_path / "theirs").rglob("*.tdat"):
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(x for x in lines if not x.endswith("\t0.000000000000000e+00\n")))
    assert_same_lines(tmp_path / "theirs", observer.folder)


def test_a_recorded_run_can_be_reconstructed(tmp_path):
    """What an .adat holds is enough for .dat and .tdat."""
    points = np.random.default_rng(1).uniform(-5, 5, (700, 3))
    with om.Observer(tmp_path / "first", algorithm="alg", precision_f=17) as first:
        problem = om.problem("bbob-biobj", 20, 3, 4)
        first.observe(problem)
        problem(points)
    (path,) = first.folder.glob("archive/*.adat")
    table = np.loadtxt(path, comments="%")
    with om.Observer(
        tmp_path / "again", algorithm="alg", precision_f=17, log_nondominated="read"
    ) as again:
        problem = om.problem("bbob-biobj", 20, 3, 4)
        again.observe(problem)
        entered = feed(problem, table[:, 0].astype(int), table[:, 1:3], total=700)
    assert entered.all()
    before, after = read(first.folder), read(again.folder)
    assert sorted(after) == [name for name in sorted(before) if not name.endswith(".adat")]
    for name, text in after.items():
        assert text.replace(" (reconstructed)", "") == before[name], name


def test_wrong_food(tmp_path, said, refused):
    problem = om.problem("bbob-biobj", 1, 2)
    feed(problem, [3], [1.0, 2.0])
    for numbers in ([3], [2, 5], [5, 5], [7, 6], [-1, 9]):
        with pytest.raises(InvalidValueError, match="increase"):
            feed(problem, numbers, np.zeros((len(numbers), 2)))
    assert problem.evaluations == 3
    with refused(InvalidValueError, "3", "2"):
        feed(problem, [], np.zeros((0, 2)), total=2)
    with refused(InvalidValueError):
        feed(problem, [8, 9], [[1.0, 2.0]])
    with pytest.raises(InvalidValueError, match="shape"):
        feed(problem, [8], [1.0, 2.0, 3.0])
    with pytest.raises(InvalidTypeError, match="integers"):
        feed(problem, [8.5], [1.0, 2.0])
    with refused(InvalidValueError):
        feed(om.problem("bbob", 1, 2), [1], [1.0])
    with refused(InvalidTypeError, "bbob"):
        feed("bbob", [1], [1.0])
    for number, options in enumerate(({}, {"format": "ioh"}, {"log_nondominated": "final"})):
        try:
            observer = om.Observer(tmp_path / str(number), **options)
            other = om.problem("bbob-biobj", 1, 2)
            observer.observe(other)
        except InvalidValueError:  # a format without several objectives
            continue
        with pytest.raises(InvalidValueError, match='log_nondominated="read"'):
            feed(other, [1], [1.0, 2.0])
        assert other.evaluations == 0
        observer.close()
    assert refused.messages == said


@pytest.mark.oracle
def test_more_objectives_end_with_their_hypervolume(tmp_path):
    moocore = need_peer("moocore")

    def function(x):
        return [float(x @ x), float((x - 1) @ (x - 1)), float((x + 1) @ (x + 1))]

    problem = om.Problem.from_callable(
        function,
        [-2] * 2,
        [2] * 2,
        name="three",
        objectives=3,
        optimum=[0, 0, 0],
        nadir=[8, 8, 8],
    )
    points = np.random.default_rng(1).uniform(-2, 2, (200, 2))
    with om.Observer(tmp_path / "ours") as observer:
        observer.observe(problem)
        problem(points)
    values = np.array([function(x) for x in points]) / 8
    expected = 1 - moocore.hypervolume(values, ref=[1, 1, 1])
    assert problem.indicator == pytest.approx(expected, abs=1e-12)
    (dat,) = observer.folder.glob("*/*_hyp.dat")
    number, value, _ = dat.read_text().splitlines()[-1].split("\t")
    assert int(number) == 200
    assert float(value) == pytest.approx(expected, abs=1e-12)
    (archive,) = observer.folder.glob("archive/*.adat")
    assert archive.read_text().splitlines()[-1] == "% evaluations = 200"


def test_without_a_region_only_the_archive_is_written(tmp_path):
    problem = om.Problem.from_callable(lambda x: [x[0], -x[0]], [-1], [1], name="two", objectives=2)
    with om.Observer(tmp_path / "ours") as observer:
        observer.observe(problem)
        problem([[0.5], [0.25]])
    assert sorted(path.suffix for path in observer.folder.rglob("*.*dat")) == [".adat", ".mdat"]
    assert not list(observer.folder.glob("*.info"))


def test_integer_variables_beyond_all_integers_are_written(tmp_path):
    with om.Observer(tmp_path / "ours", log_discrete_as_int=True) as observer:
        problem = om.problem("bbob-biobj-mixint", function=1, dimension=5)
        observer.observe(problem)
        problem(problem.initial_solution)
        problem.recommend(np.array([1e300, -1e300, 3.0, 4.0, 0.5]))
    (path,) = observer.folder.rglob("*.mdat")
    assert path.read_text().splitlines()[-1].split("\t")[3:7] == [
        "9000000000000000000", "-9000000000000000000", "3", "4",
    ]  # fmt: skip
