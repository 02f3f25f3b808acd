"""The files of IOHprofiler's format against those of its Analyzer."""

import json

import numpy as np
import pytest
from tests.peers import need_peer

import optimeter as om
from optimeter.record import Always, At, During, Each, OnDeltaImprovement, OnImprovement

ioh = need_peer("ioh")

pytestmark = pytest.mark.oracle

trigger = ioh.logger.trigger if hasattr(ioh, "logger") else None


def objective(x):
    x = np.asarray(x)
    return float(np.sum((x - 0.3) ** 2) + (1e6 if x[0] > 3 else 0))


class Optimizer:
    sigma = 1.0
    final_sigma = 0.0


def record_both(tmp_path, theirs, positions, length=120, **options):
    """Run the same walks under both loggers; return both folders."""
    optimizer = Optimizer()
    analyzer = ioh.logger.Analyzer(
        triggers=theirs,
        root=str(tmp_path),
        folder_name="theirs",
        algorithm_name="alg",
        algorithm_info="words",
        store_positions=positions,
    )
    analyzer.watch(optimizer, ["sigma"])
    analyzer.add_run_attributes(optimizer, ["final_sigma"])
    analyzer.set_experiment_attributes({"seed": "7", "host": "a1"})
    observer = om.Observer(
        tmp_path / "ours",
        format="ioh",
        algorithm="alg",
        info="words",
        positions=positions,
        attributes=["sigma"],
        run_attributes=["final_sigma"],
        experiment_attributes={"seed": 7, "host": "a1"},
        first_evaluation=False,
        **options,
    )
    with observer:
        for instance in (1, 2):
            for dimension in (2, 3, 2):
                one = ioh.wrap_problem(
                    objective, name="mine", dimension=dimension, instance=instance, lb=-5, ub=5
                )
                other = om.Problem.from_callable(
                    objective,
                    [-5] * dimension,
                    [5] * dimension,
                    name="mine",
                    suite="unknown_suite",  # as ioh calls it
                    function_number=one.meta_data.problem_id,
                    instance=instance,
                )
                one.attach_logger(analyzer)
                observer.observe(other)
                rng = np.random.default_rng(10 * instance + dimension)
                for k in range(length):
                    optimizer.sigma = optimizer.final_sigma = 0.97**k
                    other.set_attribute("sigma", optimizer.sigma)
                    other.set_attribute("final_sigma", optimizer.final_sigma)
                    point = rng.uniform(-4, 4, dimension) * optimizer.sigma
                    assert one(point) == other(point)
                one.reset()
        analyzer.close()
    return tmp_path / "theirs", observer.folder


@pytest.mark.parametrize("positions", [False, True])
@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("ON_DELTA_IMPROVEMENT", OnDeltaImprovement()),
        ("ON_IMPROVEMENT", OnImprovement()),
        ("ALWAYS", Always()),
    ],
)
def test_same_bytes(tmp_path, files, theirs, ours, positions):
    folders = record_both(tmp_path, [getattr(trigger, theirs)], positions, triggers=ours)
    assert files(folders[1]) == files(folders[0])


def test_same_bytes_with_default_trigger(tmp_path, files):
    folders = record_both(tmp_path, [trigger.ON_DELTA_IMPROVEMENT], False)
    assert files(folders[1]) == files(folders[0])


def test_same_bytes_with_several_triggers(tmp_path, files):
    at = trigger.At({2, 4, 8, 100})
    folders = record_both(
        tmp_path,
        [at, trigger.ON_DELTA_IMPROVEMENT],
        True,
        triggers=[At([100, 4, 2, 8]), OnDeltaImprovement()],
    )
    assert files(folders[1]) == files(folders[0])


def blocks(text):
    """Split a .dat file into runs, each a set of lines."""
    runs = []
    for line in text.splitlines():
        if line.startswith("evaluations"):
            runs.append([line])
        else:
            runs[-1].append(line)
    return runs


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (lambda: trigger.Each(7, 0), Each(7)),
        (lambda: trigger.Each(7, 3), Each(7, 3)),
        (lambda: trigger.Each(7, 50), Each(7, 50)),
        (lambda: trigger.At({2, 4, 8, 100}), At([100, 4, 2, 8])),
        (lambda: trigger.During({(3, 5), (20, 22)}), During([(20, 22), (3, 5)])),
    ],
    ids=["each", "each-from-3", "each-from-50", "at", "during"],
)
def test_same_lines_at_numbers(tmp_path, files, theirs, ours):
    """The lines agree; ours always has the last evaluation, ioh only after a logged improvement."""
    kept = theirs()
    folders = record_both(tmp_path, [kept], True, triggers=ours)
    expected, actual = files(folders[0]), files(folders[1])
    for name, text in actual.items():
        if not name.endswith(".dat"):
            continue
        for run, reference in zip(blocks(text), blocks(expected[name]), strict=True):
            assert run in (reference, [*reference, run[-1]])
            assert run[-1].split()[0] == "120"


def test_index_has_the_true_best_under_any_trigger(tmp_path, files):
    with om.Observer(
        tmp_path / "ours", format="ioh", algorithm="alg", triggers=Each(1000)
    ) as observer:
        problem = om.Problem.from_callable(objective, [-5] * 2, [5] * 2, name="mine")
        observer.observe(problem)
        rng = np.random.default_rng(3)
        values = [problem(x) for x in rng.uniform(-5, 5, (50, 2))]
    index = json.loads(files(observer.folder)["IOHprofiler_f1_mine.json"])
    (run,) = index["scenarios"][0]["runs"]
    assert run["best"]["y"] == min(values)
    assert run["best"]["evals"] == 1 + int(np.argmin(values))
    lines = files(observer.folder)["data_f1_mine/IOHprofiler_f1_DIM2.dat"].splitlines()
    assert [line.split()[0] for line in lines] == ["evaluations", "1", "50"]


def test_bbob_values_agree(tmp_path, files):
    """Inside of the box raw_y is f - f_opt, also where ioh computes it by other roundings."""
    analyzer = ioh.logger.Analyzer(root=str(tmp_path), folder_name="theirs", algorithm_name="alg")
    with om.Observer(tmp_path / "ours", format="ioh", algorithm="alg") as observer:
        for function in range(1, 25):
            one = ioh.get_problem(function, 1, 5, ioh.ProblemClass.BBOB)
            other = om.problem("bbob", function, 5, 1)
            one.attach_logger(analyzer)
            observer.observe(other)
            for point in np.random.default_rng(function).uniform(-5, 5, (40, 5)):
                one(point)
                other(point)
            one.reset()
        analyzer.close()
    expected, actual = files(tmp_path / "theirs"), files(observer.folder)
    assert sorted(actual) == sorted(expected)
    for name, text in actual.items():
        if name.endswith(".dat"):
            table = np.array([line.split() for line in text.splitlines()[1:]], dtype=float)
            reference = np.array(
                [line.split() for line in expected[name].splitlines()[1:]], dtype=float
            )
            assert table.shape == reference.shape, name
            assert np.array_equal(table[:, 0], reference[:, 0]), name
            np.testing.assert_allclose(table[:, 1], reference[:, 1], rtol=1e-8, atol=2e-8)


def test_special_values(tmp_path, files):
    values = iter([np.nan, np.inf, 5.0, np.nan, 4.0])
    with om.Observer(
        tmp_path / "x", format="ioh", algorithm='a"b\n', triggers=Always(), run_attributes=["q"]
    ) as observer:
        problem = om.Problem.from_callable(lambda x: next(values), [-1], [1], name="odd/name")
        observer.observe(problem)
        for _ in range(5):
            problem([0.0])
        problem.set_attribute("q", np.nan)
    content = files(observer.folder)
    assert content["data_f1_odd_name/IOHprofiler_f1_DIM1.dat"].splitlines()[1:] == [
        "1 nan",
        "2 None",
        "3 5.0000000000",
        "4 nan",
        "5 4.0000000000",
    ]
    index = json.loads(content["IOHprofiler_f1_odd_name.json"])
    assert index["algorithm"]["name"] == 'a"b\n'
    assert index["scenarios"][0]["runs"][0]["q"] is None
