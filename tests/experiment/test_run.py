"""What `om.run` promises of a single experiment."""

import json
import math
import random
import re

import numpy as np
import pytest
from tests.experiment import strange
from tests.sentences import everywhere

import optimeter as om
from optimeter.exceptions import (
    DifferentExperimentError,
    InvalidTypeError,
    InvalidValueError,
    UnknownNameError,
)
from optimeter.experiment import Status


def collect(problem_list):
    """Make an optimizer that notes what it gets."""

    def optimizer(problem, start, rng):
        problem_list.append((problem.id, start.copy(), rng.random()))
        for _ in range(10):
            problem(start)

    return optimizer


def by_id(calls):
    return sorted((name, draw) for name, _, draw in calls)


def test_budget_is_exact(tmp_path):
    suite = om.Suite("bbob", functions=[3, 15], dimensions=[2, 5], instances=[1, 2])
    for name, optimizer in {"single": strange.walk, "batch": "random-search"}.items():
        result = om.run(optimizer, suite, budget=33.3, folder=tmp_path / name)
        used = [(one.problem[-2:], one.evaluations) for one in result.outcomes]
        assert used == [("02", 66)] * 4 + [("05", 166)] * 4
        info = (tmp_path / name / "bbobexp_f3.info").read_text()
        assert "1:66|" in info
        assert "2:166|" in info


def test_budget_as_a_function(tmp_path):
    suite = om.Suite("bbob", functions=[3, 15], dimensions=2, instances=1)
    result = om.run(strange.walk, suite, budget=lambda p: 10 * p.function, folder=tmp_path / "x")
    assert [one.evaluations for one in result.outcomes] == [30, 150]


def test_without_a_budget_the_optimizer_ends_its_runs(tmp_path, said, refused):
    """The budget-free procedure: restarts off, every run as long as the optimizer makes it."""

    def five_steps(problem, start, rng):
        for _ in range(5):
            start = start + rng.standard_normal(start.size)
            problem(start)

    suite = om.Suite("bbob", functions=[3], dimensions=[2, 5], instances=[1, 2])
    result = om.run(five_steps, suite, budget=math.inf, folder=tmp_path / "x", restarts=False)
    assert [one.evaluations for one in result.outcomes] == [5, 5, 5, 5]
    assert result.complete
    # The folder is known again, and another budget is another experiment.
    again = om.run(five_steps, suite, budget=math.inf, folder=tmp_path / "x", restarts=False)
    assert again.done == 4
    with refused(DifferentExperimentError, "budget", "'unlimited'", "7.0"):
        om.run(five_steps, suite, budget=7, folder=tmp_path / "x", restarts=False)
    assert refused.messages == said


@pytest.mark.system
def test_a_time_limit_is_a_budget_too(tmp_path):
    suite = om.Suite("bbob", functions=[3], dimensions=[5], instances=[1])
    result = om.run("random-search", suite, budget=math.inf, folder=tmp_path / "x", time_limit=0.3)
    (outcome,) = result.outcomes
    assert result.done == 1  # the usual end of such a run, no failure
    assert outcome.message == "took longer than 0.3 s"
    assert outcome.evaluations > 10


def test_a_budget_must_be_given_and_end(tmp_path, suite, said, refused):
    with refused(InvalidValueError, "100"):
        om.run(strange.walk, suite, folder=tmp_path / "x")
    with refused(InvalidValueError, "inf", "restarts=False"):
        om.run(strange.walk, suite, budget=math.inf, folder=tmp_path / "x")
    assert refused.messages == said


def test_looking_at_the_final_target_is_noted(tmp_path):
    """Some optimizers need a value to reach; that they got it stands in the provenance."""
    suite = om.Suite("bbob", functions=[1, 3], dimensions=[2], instances=[1])

    def curious(problem, start, rng):
        if problem.function == 3:
            assert problem.final_target == problem.reveal().f_opt + 1e-8
        problem(start)

    def facts():
        om.run(curious, suite, budget=3, folder=tmp_path / "x")
        return json.loads((tmp_path / "x" / "provenance.yaml").read_text())

    assert facts()["revealed"] == ["bbob_f003_i01_d02"]
    # A process that was killed while it removed the rest of its work is followed by a session.
    (tmp_path / "x/work/host-1-0").mkdir(parents=True)
    assert facts()["revealed"] == ["bbob_f003_i01_d02"]
    assert [one["ending"] for one in facts()["sessions"]] == ["complete", "complete"]


@pytest.mark.parametrize("budget", [0, -1, 0.1, float("nan")])
def test_bad_budgets(budget, tmp_path, suite, said, refused):
    with refused(InvalidValueError):
        om.run(strange.walk, suite, budget=budget, folder=tmp_path / "x")
    assert refused.messages == said


def test_bad_arguments(tmp_path, suite, said, refused):
    good = {"budget": 10, "folder": tmp_path / "x"}
    with refused(InvalidTypeError):
        om.run(3, suite, **good)
    with refused(InvalidTypeError, "'many'"):
        om.run(strange.walk, suite, **{**good, "budget": "many"})
    with refused(InvalidValueError, "workers", "1", "0"):
        om.run(strange.walk, suite, **good, workers=0)
    with refused(InvalidValueError, "trials", "1", "-2"):
        om.run(strange.walk, suite, **good, trials=-2)
    with refused(InvalidValueError, "time_limit"):
        om.run(strange.walk, suite, **good, time_limit=-1)
    with refused(InvalidValueError, "seed", "0"):
        om.run(strange.walk, suite, **good, seed=-1)
    with refused(InvalidValueError, "shard"):
        om.run(strange.walk, suite, **good, shard="one")
    with refused(InvalidValueError, "1", "'4/3'"):
        om.run(strange.walk, suite, **good, shard="4/3")
    with refused(InvalidValueError):
        om.run(strange.walk, [], **good)
    with refused(UnknownNameError, "'csv'"):
        om.run(strange.walk, suite, **good, format="csv")
    assert not (tmp_path / "x").exists()
    assert refused.messages == said


def test_first_start_is_the_proposed_one_and_later_ones_are_random(tmp_path):
    calls = []
    suite = om.Suite("bbob", functions=1, dimensions=3, instances=[1])
    om.run(collect(calls), suite, budget=20, folder=tmp_path / "x")
    starts = np.array([start for _, start, _ in calls])
    assert len(starts) == 6
    np.testing.assert_array_equal(starts[0], suite[0].initial_solution)
    assert (np.abs(starts[1:]) <= 5).all()
    assert len(np.unique(starts, axis=0)) == 6


def test_integer_variables_start_at_integers(tmp_path):
    calls = []
    suite = om.Suite("bbob-mixint", functions=1, dimensions=5, instances=[1])
    om.run(collect(calls), suite, budget=20, folder=tmp_path / "x")
    problem = suite[0]
    count = problem.number_of_integer_variables
    starts = np.array([start for _, start, _ in calls])[:, :count]
    np.testing.assert_array_equal(starts, np.round(starts))
    assert (starts >= problem.lower_bounds[:count]).all()
    assert (starts <= problem.upper_bounds[:count]).all()


def test_without_restarts_the_optimizer_is_called_once(tmp_path):
    calls = []
    suite = om.Suite("bbob", functions=1, dimensions=3, instances=[1])
    result = om.run(collect(calls), suite, budget=20, folder=tmp_path / "x", restarts=False)
    assert len(calls) == 1
    assert result.evaluations == 10
    assert result.outcomes[0].restarts == 0


def test_restarts_are_counted_and_recorded(tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=3, instances=[1])
    result = om.run(collect([]), suite, budget=20, folder=tmp_path / "x")
    assert result.outcomes[0].restarts == 5
    lines = (tmp_path / "x/data_f1/bbobexp_f1_DIM3.rdat").read_text().splitlines()
    assert [line.split()[0] for line in lines if line[0] != "%"] == ["11", "21", "31", "41", "51"]


def test_a_run_ends_at_the_final_target(tmp_path):
    def knows(problem, start, rng):
        best = problem.reveal().x_opt
        for _ in range(5):
            problem(start)
        problem(best)
        problem(start)

    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1])
    result = om.run(knows, suite, budget=100, folder=tmp_path / "x")
    assert result.targets_hit == 1
    assert result.outcomes[0].evaluations == 6


def test_seeds_depend_on_problem_and_trial_only(tmp_path):
    def numbers(suite, **options):
        calls = []
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        om.run(collect(calls), suite, budget=5, folder=folder, **options)
        return calls

    whole = numbers(om.Suite("bbob", functions=[1, 2], dimensions=2, instances=[1, 2]), trials=2)
    draws = [draw for _, _, draw in whole]
    assert len(set(draws)) == 8
    backwards = numbers(
        om.Suite("bbob", functions=[1, 2], dimensions=2, instances=[2, 1]), trials=2
    )
    assert by_id(whole) == by_id(backwards)
    part = numbers(om.Suite("bbob", functions=2, dimensions=2, instances=2))
    assert part[0][2] == whole[6][2]
    repeated = numbers(om.Suite("bbob", functions=[1, 2], dimensions=2, instances=[1, 1, 2, 2]))
    assert by_id(repeated) == by_id(whole)
    other = numbers(om.Suite("bbob", functions=2, dimensions=2, instances=2), seed=2)
    assert other[0][2] != part[0][2]


def test_global_generators_are_seeded_and_put_back(tmp_path):
    seen = []

    def old_style(problem, start, rng):
        seen.append((random.random(), np.random.rand()))  # noqa: NPY002
        problem(start)

    random.seed(5)
    np.random.seed(5)  # noqa: NPY002
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    om.run(old_style, suite, budget=1, folder=tmp_path / "a", restarts=False)
    after = (random.random(), np.random.rand())  # noqa: NPY002
    om.run(old_style, suite, budget=1, folder=tmp_path / "b", restarts=False)
    assert seen[:2] == seen[2:]
    assert seen[0] != seen[1]
    random.seed(5)
    np.random.seed(5)  # noqa: NPY002
    assert after == (random.random(), np.random.rand())  # noqa: NPY002


def test_trials_of_a_problem_share_a_data_set(tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    result = om.run(strange.walk, suite, budget=10, folder=tmp_path / "x", trials=3)
    assert result.runs == 6
    last = (tmp_path / "x/bbobexp_f1.info").read_text().splitlines()[-1]
    assert [part.split(":")[0] for part in last.split(", ")[1:]] == ["1", "1", "1", "2", "2", "2"]
    assert [path.name for path in (tmp_path / "x/data_f1").glob("*.dat")] == ["bbobexp_f1_DIM2.dat"]


def test_ioh_format(tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    om.run(strange.walk, suite, budget=10, folder=tmp_path / "x", format="ioh", algorithm="mine")
    (path,) = (tmp_path / "x").glob("*.json")
    content = json.loads(path.read_text())
    assert content["algorithm"]["name"] == "mine"
    assert [run["evals"] for run in content["scenarios"][0]["runs"]] == [20, 20]


def test_options_of_the_format_are_passed_on(tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1])
    om.run(strange.walk, suite, budget=10, folder=tmp_path / "x", info="two words", prefix="exp")
    assert "% two words" in (tmp_path / "x/exp_f1.info").read_text()


def test_problems_in_a_list(tmp_path):
    problems = [
        om.Problem.from_callable(lambda x: float(x @ x), [-5] * d, [5] * d, name="bowl")
        for d in (2, 3)
    ]
    problems[0]([0, 0])
    result = om.run(strange.walk, problems, budget=10, folder=tmp_path / "x")
    assert [one.evaluations for one in result.outcomes] == [20, 30]
    assert problems[0].evaluations == 1


@pytest.mark.parametrize(
    ("optimizer", "evaluations", "message"),
    [
        (strange.raises, 7, r"raised ValueError: no more ideas \(strange\.py, line \d+\)"),
        (strange.exits, 1, r"raised SystemExit: 3"),
        (strange.returns_at_once, 0, "made no evaluation; did it "),
        (
            strange.passes_nonsense,
            1,
            r"raised InvalidValueError: .*",
        ),
    ],
)
def test_failures_are_reported_and_the_rest_goes_on(optimizer, evaluations, message, tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2, 3])
    result = om.run(strange.only_some(optimizer), suite, budget=50, folder=tmp_path / "x")
    assert result.complete
    assert (result.done, result.failed) == (2, 1)
    bad = result.outcomes[1]
    assert bad.status == Status.FAILED
    assert bad.evaluations == evaluations
    assert re.match(message, bad.message)
    info = (tmp_path / "x/bbobexp_f1.info").read_text()
    assert (f"2:{evaluations}|" in info) == (evaluations > 0)
    assert "1 failed" in str(result)


@pytest.mark.filterwarnings("ignore:coroutine")
def test_nonsense_that_is_returned_is_noted(tmp_path, said):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1])
    texts, states = {}, {}
    for optimizer in (strange.returns_text, strange.returns_nan, strange.forgot_to_await):
        result = om.run(optimizer, suite, budget=3, folder=tmp_path / optimizer.__name__)
        texts[optimizer.__name__] = result.outcomes[0].message
        states[optimizer.__name__] = result.outcomes[0].status
    assert states == {
        "returns_text": Status.DONE,
        "returns_nan": Status.DONE,
        "forgot_to_await": Status.FAILED,
    }
    assert "coroutine" in texts["forgot_to_await"]
    assert texts == said


def test_names_and_messages_of_any_characters(tmp_path):
    """Some end a line for Python, some cannot be written as UTF-8; the experiment completes."""

    def raising(problem, start, rng):
        problem(start)
        raise ValueError("half \udc80 of \u2028 a pair")

    problem = om.Problem.from_callable(sum, [-5, -5], [5, 5], id="a\u2028b\x85c", name="a\x85")
    for resumed in (0, 1):
        result = om.run(raising, [problem], budget=10, folder=tmp_path / "x")
        assert (result.complete, result.failed, result.resumed) == (True, 1, resumed)
    assert result.outcomes[0].problem == "a\u2028b\x85c"
    assert r"half \udc80 of \u2028 a pair" in result.outcomes[0].message


def test_an_exception_without_text_costs_its_run_only(tmp_path, suite, said):
    class Mute(Exception):
        def __str__(self):
            raise RuntimeError

    def raising(problem, start, rng):
        problem(start)
        raise Mute

    result = om.run(raising, suite, budget=10, folder=tmp_path / "x")
    assert result.complete
    assert result.failed == len(suite)
    told = result.outcomes[0].message
    assert "Mute" in told
    assert "test_run.py, line" in told
    assert told.partition(", line")[0] == said
    assert "--retry-failed" in str(result)


@pytest.mark.parametrize(
    ("optimizer", "value"),
    [
        (lambda problem: None, "lambda(problem)"),
        (lambda problem, start, rng, more: None, "'more'"),
        (lambda *, problem: None, "lambda(*, problem)"),
    ],
)
def test_a_wrong_signature_is_refused_before_the_first_run(
    optimizer, value, tmp_path, suite, said, refused
):
    with refused(InvalidTypeError, value):
        om.run(optimizer, suite, budget=10, folder=tmp_path / "x")
    assert refused.messages == said
    assert not (tmp_path / "x").exists()


def test_catching_stop_and_returning_is_fine(tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    result = om.run(strange.swallows_and_returns, suite, budget=30, folder=tmp_path / "x")
    assert [(one.evaluations, one.message) for one in result.outcomes] == [(60, "")] * 2


def test_swallowed_stop_is_broken_through(tmp_path, said):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    optimizer = strange.only_some(strange.swallows_stop)
    result = om.run(optimizer, suite, budget=30, folder=tmp_path / "x")
    assert [one.evaluations for one in result.outcomes] == [60, 60]
    assert result.outcomes[1].status == Status.FAILED
    assert result.outcomes[1].message == said


def test_an_interrupt_keeps_finished_runs_and_resumes(tmp_path, contents, suite, said):
    count = 0

    def optimizer(problem, start, rng):
        nonlocal count
        count += 1
        if count == 40:
            raise KeyboardInterrupt
        return strange.walk(problem, start, rng)

    with pytest.raises(KeyboardInterrupt) as caught:
        om.run(optimizer, suite, budget=100, folder=tmp_path / "a")
    assert [everywhere(note, tmp_path) for note in caught.value.__notes__] == said
    assert list((tmp_path / "a").glob("*.info"))
    result = om.run(optimizer, suite, budget=100, folder=tmp_path / "a")
    assert result.resumed > 0
    om.run(optimizer, suite, budget=100, folder=tmp_path / "b")
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_numbers_of_numpy_are_numbers(tmp_path, suite, said, refused):
    """They are written down like others, so that the experiment is known again."""

    def walk(problem, start, rng, *, step=1, weights=()):
        problem(start + step * rng.standard_normal(start.size))

    for number, integer in ((0.5, 2), (np.float32(0.5), np.int64(2))):
        result = om.run(
            walk,
            suite,
            budget=np.float64(4),
            trials=integer,
            folder=tmp_path / "x",
            options={"step": number, "weights": np.arange(2000)},
        )
    assert result.resumed == result.runs == 2 * len(suite)
    with refused(DifferentExperimentError, upto="weights"):
        other = np.arange(2000)
        other[1000] = 7
        om.run(
            walk,
            suite,
            budget=4,
            trials=2,
            folder=tmp_path / "x",
            options={"step": 0.5, "weights": other},
        )
    assert refused.messages == said


@pytest.mark.parametrize(
    ("change", "error", "value"),
    [
        ({"shard": 3}, InvalidValueError, 3),
        ({"suite": 3}, InvalidTypeError, 3),
        ({"trials": 0}, InvalidValueError, 0),
    ],
)
def test_arguments_of_another_kind(change, error, value, tmp_path, suite, said, refused):
    with refused(error, value):
        om.run(**{"optimizer": strange.walk, "suite": suite, **change}, budget=5, folder=tmp_path)
    assert refused.messages == said


def test_failures_that_differ_in_numbers_are_of_one_kind(tmp_path):
    def fails(problem, start, rng):
        message = f"got {rng.random()} and {-rng.random():e} on {problem.id}"
        raise ValueError(message)

    suite = om.Suite("bbob", functions=[1, 2], dimensions=2, instances=range(1, 6))
    text = str(om.run(fails, suite, budget=2, folder=tmp_path / "x", progress=False))
    assert text.count("10 failed: raised ValueError: got 0.") == 1
    assert "more kinds" not in text


@pytest.mark.system
def test_no_more_processes_than_runs(tmp_path, monkeypatch):
    from optimeter.experiment import processes

    asked = []
    usual = processes.LocalProcesses.__init__

    def noted(self, source, workers, handles=()):
        asked.append(workers)
        usual(self, source, workers, handles)

    monkeypatch.setattr(processes.LocalProcesses, "__init__", noted)
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    om.run("random-search", suite, budget=2, folder=tmp_path / "x", workers=10**30, progress=False)
    assert asked == [2]
    om.run("random-search", suite[:1], budget=2, folder=tmp_path / "y", workers=9, progress=False)
    assert asked == [2, 2]  # a crash costs the run, not this process
