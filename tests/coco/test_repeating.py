"""The repeater and the batches of the drop-in against COCO's: rules P17 and P18."""

import numpy as np
import pytest

from optimeter import coco
from optimeter.exceptions import InvalidValueError


class FakeProblem:
    """What a repeater asks of a problem."""

    info = "a problem"
    evaluations = 0
    final_target_hit = False

    def __init__(self, function, dimension, instance):
        self.id_triple = (function, dimension, instance)
        self.id_function, self.dimension, self.id_instance = self.id_triple
        self.asked = None

    def initial_solution_proposal(self, number):
        self.asked = number
        return np.zeros(self.dimension)


ASKED = (
    "missing_trials",
    "data_of_instance",
    "problem_to_ids",
    "budget_from_dimension",
    "n_trials",
    "n_problem_instances",
)


def simulate(module, seed):
    """Run sweeps with random outcomes; return everything that a repeater says meanwhile."""
    rng = np.random.default_rng(seed)
    problems = [
        FakeProblem(f, d, i) for d in (2, 5) for f in (1, 3) for i in range(1, rng.integers(2, 5))
    ]
    repeater = module.ExperimentRepeater(
        rng.choice([0, 1, 7.5, 30]), *rng.choice([None, 2, 5], 2).tolist()
    )
    said = []
    while not repeater.done():
        for problem in problems:
            said.append(repeater.done(problem))
            if said[-1]:
                continue
            repeater.initial_solution_proposal(problem, int(rng.integers(0, 4)))
            said.append(problem.asked)
            problem.evaluations = int(rng.integers(1, 20))
            problem.final_target_hit = bool(rng.random() < 0.3)
            repeater.track(problem)
        names = ("trials", "evaluations", "successes", "succeeded", "budget_exhausted")
        said += [repeater.all(name) for name in names]
        said.append(repeater.all(repeater.instances))
        said.append((repeater.sweep, repeater._sweeps, repeater.remaining_problems()))
        said.append((repeater.n_problems, repeater.n_problem_instances(), repeater.n_trials()))
        for problem in (problems[0], (3, 5), (3, 5, 2), (7, 2, 1)):
            said += [getattr(repeater, name)(problem) for name in ASKED]
            said.append(dict(repeater.data(problem)))
        said.append(repeater.trials((1, 2), instance=1))
    return [*said, repeater.sweep, repeater.params, repeater.min_successes, repeater.max_sweeps]


@pytest.mark.oracle
@pytest.mark.parametrize("seed", range(40))
def test_p17_sweeps_are_those_of_coco(cocoex, seed):
    assert simulate(coco, seed) == simulate(cocoex, seed)


def test_p17_messages(capsys):
    repeater = coco.ExperimentRepeater(1)
    assert repeater.message_sweep() == ""
    assert not repeater.done(message=True)
    assert capsys.readouterr().out == ""
    problem = FakeProblem(1, 2, 1)
    problem.evaluations = 2
    repeater.track(problem)
    assert repeater.done(message=True)
    told = repeater.message_sweep()
    assert capsys.readouterr().out == told
    assert not repeater.done(message=False) or not capsys.readouterr().out


RUNS = [
    [(1, 2, 1, 5, 0)],
    [(1, 2, 1, 5, 1)],
    [(1, 2, 1, 5, 1), (1, 2, 2, 5, 1)],
    [(1, 2, 1, 5, 1), (2, 2, 1, 5, 0), (3, 2, 1, 1, 1), (3, 2, 2, 1, 1), (3, 2, 3, 1, 1)],
    [(1, 2, 1, 1, 0), (2, 2, 1, 1, 0)],
]


@pytest.mark.oracle
@pytest.mark.parametrize("least", [None, 1, 2])
@pytest.mark.parametrize("runs", RUNS)
def test_p17_messages_are_those_of_coco(cocoex, capsys, runs, least):
    said = []
    for module in (coco, cocoex):
        repeater = module.ExperimentRepeater(2, least)
        problems = []
        said.append([repeater.done()])
        for function, dimension, instance, evaluations, hit in runs:
            problem = FakeProblem(function, dimension, instance)
            problem.evaluations, problem.final_target_hit = evaluations, bool(hit)
            repeater.track(problem)
            problems.append(problem)
        problems.append(FakeProblem(7, 2, 1))
        said[-1] += [repeater.done(), repeater.remaining_problems(problems)]
        said[-1].append(capsys.readouterr().out)
    assert said[0] == said[1]


def test_p17_wrong_calls(said, refused):
    repeater = coco.ExperimentRepeater(1)
    problem = coco.Suite("bbob", "", "dimensions: 2")[0]
    with refused(InvalidValueError, "nonzero_odds", "1.5"):
        repeater.initial_solution_proposal(problem, 1.5)
    problem.free()
    for use in (repeater.track, repeater.done, repeater.trials):
        with pytest.raises(ValueError, match="invalid"):
            use(problem)
    assert (repeater.min_successes_default, repeater.max_sweeps_default) == (11, 20)
    assert refused.messages == said


@pytest.mark.oracle
@pytest.mark.parametrize("batches", [1, 2, 3, 5])
def test_p18_batches_are_those_of_coco(cocoex, batches):
    problems = [FakeProblem(f, d, i) for d in (2, 5) for f in range(1, 5) for i in range(1, 4)]
    chosen = []
    for batch in range(batches):
        mine, theirs = coco.BatchScheduler(batches, batch), cocoex.BatchScheduler(batches, batch)
        twice = problems + problems
        chosen.append([mine.is_in_batch(problem) for problem in twice])
        assert chosen[-1] == [theirs.is_in_batch(problem) for problem in twice]
    assert np.sum(chosen, axis=0).tolist() == [1] * 48


def test_p18_which_batch(capsys, said, refused):
    for batch in (0, 1, None):
        coco.BatchScheduler(1, batch)
        assert capsys.readouterr().out.count("\n") == 1
    for wrong in ((1, 2), (2, 2), (2, -1)):
        with refused(InvalidValueError, "batch_to_execute", "0"):
            coco.BatchScheduler(*wrong)
    with pytest.raises(TypeError):
        coco.BatchScheduler(2, None)
    assert refused.messages == said
