"""How runs are handed out: enough at once that nobody waits, few enough that all have work."""

from optimeter.experiment import Outcome, Run, Status
from optimeter.experiment.backends import Delivery
from optimeter.experiment.scheduler import ATTEMPTS, schedule


class Instant:
    """Does tasks at once, and says how long their runs are supposed to have taken."""

    capacity = 2

    def __init__(self, seconds, evaluations):
        self.seconds, self.evaluations = seconds, evaluations
        self.sizes = []
        self._over = []

    def submit(self, task, runs):
        self.sizes.append(len(runs))
        outcomes = tuple(
            Outcome(
                run.index,
                run.problem,
                run.trial,
                Status.DONE,
                self.evaluations,
                seconds=self.seconds,
            )
            for run in runs
        )
        self._over.append(Delivery(task, outcomes, over=True))

    def wait(self, seconds):
        over, self._over = self._over, []
        return over


def sizes(count, seconds, evaluations=10):
    runs = [Run(index, 0, "p", 2, index + 1, 10) for index in range(count)]
    backend = Instant(seconds, evaluations)
    assert [one.run for one in schedule(backend, runs, lambda runs: [])] == list(range(count))
    return backend.sizes


def test_a_task_holds_runs_for_two_seconds():
    """After the first ones, whose time is not known; the last ones are shared."""
    found = sizes(100, seconds=0.5)
    assert found[:2] == [1, 1]
    assert set(found[2:20]) == {4}
    assert found[-1] == 1


def test_runs_that_end_before_their_budget_are_short():
    """What counts is how long runs of such a budget take, not how long an evaluation takes."""
    assert set(sizes(100, seconds=0.5, evaluations=1)[2:20]) == {4}


def test_long_runs_are_tasks_of_their_own():
    assert set(sizes(20, seconds=60.0)) == {1}


def test_deaths_count_only_when_the_checkpoint_has_not_moved():
    """Preemption by KILL: ten workers die, each after it stored another checkpoint."""
    moving = iter(range(10))
    last = []

    def stamp(run):
        last[:] = [next(moving, last[-1] if last else 0)]
        return last[0]

    backend = Dying()
    runs = [Run(index, 0, "p", 2, index + 1, 10) for index in range(4)]
    over = list(schedule(backend, runs, lambda runs: [], stamp))
    assert backend.deaths == 10 + ATTEMPTS
    assert [one.run for one in over if one.status == Status.FAILED] == [3]


class Dying(Instant):
    """Loses the worker when it begins run 3."""

    def __init__(self):
        super().__init__(0.1, 10)
        self.deaths = 0

    def submit(self, task, runs):
        before = [run for run in runs if run.index < 3]
        if all(run.index != 3 for run in runs):
            super().submit(task, runs)
            return
        self.deaths += 1
        super().submit(task, before)
        self._over[-1] = self._over[-1]._replace(lost=True)


def test_a_run_in_which_workers_die_is_given_up_at_the_third_time():
    backend = Dying()
    runs = [Run(index, 0, "p", 2, index + 1, 10) for index in range(8)]
    over = list(schedule(backend, runs, lambda runs: []))
    assert backend.deaths == ATTEMPTS == 3
    assert sorted(one.run for one in over) == list(range(8))
    (failed,) = [one for one in over if one.status == Status.FAILED]
    assert (failed.run, failed.trial, failed.evaluations) == (3, 4, 0)
