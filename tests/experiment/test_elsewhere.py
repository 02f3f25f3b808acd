"""Evaluations made elsewhere than through the problem itself: all count on the account of the run.

The function itself counts how often it was evaluated, in a file to which all processes append.
"""

import contextlib
import copy
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
import scipy.optimize
from tests.peers import need_peer

import optimeter as om
from optimeter import coco, ioh
from optimeter.exceptions import AccountError
from optimeter.problems import transformed

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(sys.platform == "win32", reason="processes evaluate by Unix's sockets"),
]
POINTS = np.linspace(-4, 4, 24).reshape(12, 2)


class Counted:
    """A sphere that notes each evaluation, in whatever process it is made."""

    def __init__(self, path):
        self.path = str(path)

    def __call__(self, x):
        if x[0] == 77.0:  # fatal
            os.kill(os.getpid(), signal.SIGKILL)
        with open(self.path, "ab", buffering=0) as file:  # noqa: PTH123 - one write, one byte
            file.write(b".")
        return float(x @ x) + 1.0  # never the optimum


@pytest.fixture
def made(tmp_path):
    """How many evaluations were made in truth."""
    path = tmp_path / "made"
    path.touch()
    return lambda: path.stat().st_size


@pytest.fixture
def own(tmp_path):
    return om.Problem.from_callable(Counted(tmp_path / "made"), [-5] * 2, [5] * 2, name="own")


def run(optimizer, problem, folder, budget=25, **options):
    options = {"restarts": False, **options}
    return om.run(
        optimizer, [problem], folder=folder / "x", budget=budget, progress=False, **options
    ).outcomes[0]


class InProcess:
    """Ways in the process of the run itself."""

    def copies(self, problem, start, rng):
        for one in (copy.copy(problem), copy.deepcopy(problem), copy.deepcopy([problem])[0]):
            for _ in range(5):
                one(start)
        problem(start)

    def endless_copies(self, problem, start, rng):
        while True:
            copy.deepcopy(problem)(start)

    def endless_copies_in_batches(self, problem, start, rng):
        while True:
            copy.copy(problem)(np.tile(start, (7, 1)))

    def threads(self, problem, start, rng):
        def work():
            try:
                while True:
                    copy.copy(problem)(start)
            except om.Stop:
                pass

        all_threads = [threading.Thread(target=work) for _ in range(4)]
        for one in all_threads:
            one.start()
        for one in all_threads:
            one.join()

    def instances(self, problem, start, rng):
        other = transformed(problem, shift=[1, 1])
        for _ in range(5):
            other(start)

    def suites(self, problem, start, rng):
        problem(start)
        with pytest.raises(AccountError, match="make the suite before"):
            om.Suite.from_problems("mine", [problem])


@pytest.mark.parametrize(
    ("way", "evaluations"),
    [
        ("copies", 16),
        ("endless_copies", 50),
        ("endless_copies_in_batches", 50),
        ("threads", 50),
        ("instances", 5),
        ("suites", 1),
    ],
)
def test_whatever_came_from_the_problem_counts(way, evaluations, own, made, tmp_path):
    outcome = run(getattr(InProcess(), way), own, tmp_path)
    assert outcome.evaluations == evaluations
    assert evaluations <= made() <= evaluations + 6  # a batch is evaluated as it is


@pytest.mark.parametrize("restarts", [False, True])
def test_a_run_without_an_evaluation_is_a_failed_run(restarts, own, tmp_path):
    outcome = run(lambda problem, start, rng: start, own, tmp_path, restarts=restarts)
    assert outcome.status.name == "FAILED"
    assert "made no evaluation; did it" in outcome.message


def test_a_run_that_is_over_evaluates_no_more(own, made, tmp_path):
    kept = []

    def optimizer(problem, start, rng):
        kept.append(problem)
        problem(start)

    run(optimizer, own, tmp_path)
    for one in (kept[0], copy.copy(kept[0])):
        with pytest.raises(AccountError, match=r"the run on own_i1_d2 is over.*om\.problem"):
            one([0.0, 0.0])
    assert made() == 1


def test_copies_of_an_observed_problem_are_observed(own, made):
    with om.Observer(format="memory") as observer:
        observer.observe(own)
        copy.copy(own)([1.0, 2.0])
        copy.deepcopy({"p": own})["p"]([[1.0, 2.0], [3.0, 4.0]])
        assert own.evaluations == made() == 3
    assert observer.runs[0].total_evaluations == 3
    free = copy.copy(own)
    free([0.0, 0.0])
    assert (free.evaluations, own.evaluations) == (4, 3)


def test_a_budget_holds_for_copies():
    problem = om.problem("bbob", 1, 2)
    problem._limit(3)
    with pytest.raises(om.Stop):
        for _ in range(4):
            copy.copy(problem)([0.0, 0.0])
    assert problem.evaluations == 3


SLOW = {"served_pool", "spawned_pool_of_runs"}


def ways(kind):
    """List the methods of a class; those that start many interpreters take their time."""
    names = [name for name in vars(kind) if not name.startswith("_")]
    return [pytest.param(one, marks=[pytest.mark.slow] if one in SLOW else []) for one in names]


def method(name):
    return multiprocessing.get_context(name)


def many(problem, times):
    for _ in range(times):
        problem(problem.initial_solution)


def until_stop(problem):
    with contextlib.suppress(om.Stop):
        many(problem, 10**6)


class InProcesses:
    """Ways through other processes; each evaluates the twelve points, or until it is stopped."""

    def _pool(self, name, problem):
        with method(name).Pool(2) as pool:
            pool.map(problem, POINTS)

    def forked_pool(self, problem, start, rng):
        self._pool("fork", problem)

    def spawned_pool(self, problem, start, rng):
        self._pool("spawn", problem)

    def served_pool(self, problem, start, rng):
        self._pool("forkserver", problem)

    def executor(self, problem, start, rng):
        with ProcessPoolExecutor(2, mp_context=method("fork")) as pool:
            assert list(pool.map(problem, POINTS)) == [float(x @ x) + 1.0 for x in POINTS]

    def threads_and_processes(self, problem, start, rng):
        with (
            ProcessPoolExecutor(2, mp_context=method("fork")) as pool,
            ThreadPoolExecutor(2) as threads,
        ):
            list(threads.map(problem, POINTS[:6]))
            list(pool.map(problem, POINTS[6:]))

    def loky(self, problem, start, rng):  # what joblib uses
        list(need_peer("loky").get_reusable_executor(2).map(problem, POINTS))

    def pymoo(self, problem, start, rng):
        runner = need_peer("pymoo.parallelization.starmap").StarmapParallelization
        with method("fork").Pool(2) as pool:
            runner(pool.starmap)(problem, POINTS)

    def forks(self, problem, start, rng):
        child = os.fork()
        if child == 0:
            problem(POINTS)
            os._exit(0)
        os.waitpid(child, 0)

    def forks_of_forks(self, problem, start, rng):
        child = os.fork()
        if child == 0:
            problem(POINTS[:4])
            grandchild = os.fork()
            problem(POINTS[4:8])
            if grandchild:
                os.waitpid(grandchild, 0)
            os._exit(0)
        os.waitpid(child, 0)

    def pickle(self, problem, start, rng):
        again = pickle.loads(pickle.dumps(problem))
        assert again is problem
        again(POINTS)


@pytest.mark.parametrize("way", ways(InProcesses))
def test_processes_evaluate_on_the_account_of_the_run(way, own, made, tmp_path):
    outcome = run(getattr(InProcesses(), way), own, tmp_path)
    assert outcome.message == ""
    assert outcome.evaluations == made() == 12
    runs = om.load(tmp_path / "x")
    assert runs.findings == ()
    assert runs.evaluations.tolist() == [12]


class UntilStop:
    """Evaluate until everything is used up."""

    def _pool(self, name, problem):
        with method(name).Pool(3) as pool:
            pool.map(until_stop, [problem] * 3)

    def forked_pool(self, problem, start, rng):
        self._pool("fork", problem)

    def spawned_pool_of_runs(self, problem, start, rng):
        self._pool("spawn", problem)

    def pool_of_points(self, problem, start, rng):
        with method("fork").Pool(2) as pool:
            while True:
                pool.map(problem, POINTS)

    def executor_of_points(self, problem, start, rng):
        with ProcessPoolExecutor(2, mp_context=method("fork")) as pool:
            while True:
                list(pool.map(problem, POINTS))

    def scipy(self, problem, start, rng):
        bounds = list(zip(problem.lower_bounds, problem.upper_bounds, strict=True))
        scipy.optimize.differential_evolution(
            problem, bounds, workers=2, updating="deferred", polish=False, tol=0, maxiter=10**6
        )

    def beside_the_run(self, problem, start, rng):
        children = [os.fork() for _ in range(2)]
        until_stop(problem)
        if 0 in children:
            os._exit(0)
        for child in children:
            os.waitpid(child, 0)


@pytest.mark.parametrize("way", ways(UntilStop))
def test_the_budget_holds_for_all_processes_together(way, own, made, tmp_path):
    outcome = run(getattr(UntilStop(), way), own, tmp_path, budget=250)
    assert outcome.message == ""
    assert outcome.evaluations == made() == 500


def test_values_are_those_of_the_engine(tmp_path):
    """Of every suite kind: the bits of the problem itself, constraints and objectives included."""
    for name, function in (("bbob", 24), ("bbob-biobj", 7), ("bbob-constrained", 4), ("pbo", 1)):
        problem = om.Suite(name, functions=function)[0]
        points = np.tile(problem.initial_solution, (5, 1))
        free = copy.copy(problem)
        problem._limit(100)
        with ProcessPoolExecutor(1, mp_context=method("fork")) as pool:
            there = pool.submit(_all, problem, points).result()
            single = pool.submit(problem, points[0]).result()
        here = free.evaluate_all(points)
        assert np.array_equal(there.f, here.f)
        assert np.array_equal(there.g, here.g)
        assert np.array_equal(single, free(points[0]))
        assert problem.evaluations == 6
        assert problem.evaluations_constraints == (5 if problem.number_of_constraints else 0)


def test_noise_is_never_drawn_twice():
    problem = om.problem("bbob-noisy", 101, 2)
    problem._limit(100)
    point = [[1.0, 2.0]] * 10
    with ProcessPoolExecutor(2, mp_context=method("fork")) as pool:
        values = [v for f in [pool.submit(problem, point) for _ in range(4)] for v in f.result()]
    values += list(problem(point))
    assert len(set(values)) == 50


def test_the_target_stops_all_processes(tmp_path):
    best = om.problem("bbob", 1, 2).reveal().x_opt

    def optimizer(problem, start, rng):
        with method("fork").Pool(2) as pool:
            pool.apply(problem, (best,))
            while True:
                pool.apply(problem, (start,))

    outcome = run(optimizer, om.problem("bbob", 1, 2), tmp_path)
    assert (outcome.evaluations, outcome.target_hit, outcome.message) == (1, True, "")


def test_children_that_are_killed_take_their_evaluation_with_them(own, made, tmp_path):
    fatal = np.array([77.0, 0.0])

    def optimizer(problem, start, rng):
        for _ in range(10):
            child = os.fork()
            if child == 0:
                many(problem, 2)
                problem(fatal)
            os.waitpid(child, 0)
        while True:
            problem(start)

    outcome = run(optimizer, own, tmp_path)
    assert outcome.evaluations == 50
    assert made() == 40
    assert outcome.message.startswith("10 evaluations failed")
    assert outcome.failed_evaluations == len(outcome.failures) == 10
    assert all(one["x"] == fatal.tolist() for one in outcome.failures)


def test_failures_of_all_processes_are_told_once_and_the_first_hundred(tmp_path):
    def optimizer(problem, start, rng):
        for _ in range(3):
            problem([-1.0])
        problem([1.0])
        with method("fork").Pool(2) as pool:
            pool.map(problem, [[-2.0]] * 60 + [[1.0]])
            pool.map(problem, [[[-3.0], [1.0], [-4.0]]] * 30)

    problem = om.Problem.from_callable(_fails_below_zero, [-5], [5], name="fails")
    outcome = run(optimizer, problem, tmp_path, budget=10**4)
    assert (outcome.evaluations, outcome.failed_evaluations) == (155, 123)
    points = [one["x"][0] for one in outcome.failures]
    assert len(points) == 100
    assert points[:3].count(-1.0) == points.count(-1.0) == 3
    assert points.count(-2.0) == 60


def test_a_process_that_fails_alone_goes_on(tmp_path):
    """Only where nobody gets a value it is a mistake in the code."""

    def optimizer(problem, start, rng):
        with method("fork").Pool(1) as pool:
            assert np.isnan(pool.map(problem, [[1.0]] + [[-1.0]] * 30)).sum() == 30
        for _ in range(30):
            assert np.isnan(problem([-1.0]))

    problem = om.Problem.from_callable(_fails_below_zero, [-5], [5], name="fails")
    outcome = run(optimizer, problem, tmp_path, budget=100)
    assert (outcome.status.name, outcome.evaluations) == ("DONE", 61)


def test_fifty_children(own, made, tmp_path):
    def optimizer(problem, start, rng):
        children = []
        for _ in range(50):
            children.append(os.fork())
            if children[-1] == 0:
                until_stop(problem)
                os._exit(0)
        for child in children:
            os.waitpid(child, 0)

    outcome = run(optimizer, own, tmp_path, budget=1000)
    assert outcome.evaluations == made() == 2000


def in_batches(problem):
    with contextlib.suppress(om.Stop):
        while True:
            problem(np.tile(problem.initial_solution, (37, 1)))


@pytest.mark.slow
@pytest.mark.parametrize("work", [until_stop, in_batches])
def test_fifty_children_killed_in_the_middle_under_load(work, own, made, tmp_path):
    rng = np.random.default_rng(1)
    context = method("fork")

    def optimizer(problem, start, _):
        load = [context.Process(target=sum, args=(iter(int, 1),)) for _ in range(2)]
        children = [context.Process(target=work, args=(problem,)) for _ in range(50)]
        for one in (*load, *children):
            one.start()
        for one in (*children, *load):
            time.sleep(0.02 * rng.random())
            one.kill()
        for one in (*children, *load):
            one.join()
        until_stop(problem)

    outcome = run(optimizer, own, tmp_path, budget=10**5)
    assert outcome.evaluations == 2 * 10**5
    assert outcome.evaluations - outcome.failed_evaluations <= made() <= outcome.evaluations
    assert om.load(tmp_path / "x").evaluations.tolist() == [2 * 10**5]


def test_children_left_behind_are_refused(own, made, tmp_path):
    """They count as long as the run goes on; then they hear what is wrong."""
    said = tmp_path / "said"

    def optimizer(problem, start, rng):
        problem(start)
        if os.fork() == 0:
            try:
                while True:
                    problem(start)
                    time.sleep(0.001)
            except BaseException as error:
                said.with_suffix(".new").write_text(f"{type(error).__name__}: {error}")
                said.with_suffix(".new").rename(said)
            os._exit(0)
        while problem.evaluations < 10:
            time.sleep(0.001)

    outcome = run(optimizer, own, tmp_path, budget=10**6)
    deadline = time.monotonic() + 20
    while not said.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert "AccountError: own_i1_d2 belongs to a run" in said.read_text()
    assert "it is over" in said.read_text()
    assert made() == outcome.evaluations


def test_the_provenance_names_runs_of_several_processes(own, tmp_path):
    from optimeter._files import read_json

    run(InProcesses().forks, own, tmp_path)
    assert read_json(tmp_path / "x" / "provenance.yaml")["several_processes"] == ["own_i1_d2"]


def test_a_pickle_cannot_be_used_when_its_process_is_over(tmp_path):
    program = (
        "import optimeter as om, pickle, sys\n"
        "problem = om.problem('bbob', 1, 2); problem._limit(9)\n"
        "sys.stdout.buffer.write(pickle.dumps(problem))"
    )
    sent = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True)
    problem = pickle.loads(sent.stdout)
    with pytest.raises(AccountError, match=r"cannot be reached from here"):
        problem([0.0, 0.0])


def test_nobody_can_account_without_the_key(own, made):
    with om.Observer(format="memory") as observer:
        observer.observe(own)
        description, (place, _, *rest), _ = own.__reduce__()[1]
        from optimeter.problems.restore import from_account

        other = from_account(description, (place, "0" * 32, *rest))
        with pytest.raises(AccountError):
            other([0.0, 0.0])
    assert (own.evaluations, made()) == (0, 0)


def test_children_of_an_observed_problem_are_recorded(own, made):
    with om.Observer(format="memory") as observer:
        observer.observe(own)
        with method("fork").Pool(2) as pool:
            pool.map(own, POINTS)
        assert own.evaluations == 12
        child = os.fork()
        if child == 0:
            own(POINTS[:3])
            os._exit(0)
        os.waitpid(child, 0)
    assert observer.runs[0].total_evaluations == made() == 15


def test_what_a_child_knows_is_what_the_run_knows(own):
    own._limit(100)
    own([1.0, 1.0])
    with ProcessPoolExecutor(1, mp_context=method("spawn")) as pool:
        pool.submit(own, [0.0, 1.0]).result()
        evaluations, best = pool.submit(_look, own).result()
    assert (evaluations, best) == (2, 2.0)


def _all(problem, points):
    return problem.evaluate_all(points)


def _look(problem):
    return problem.evaluations, problem.best_value


def test_errors_of_the_function_do_not_count(tmp_path):
    problem = om.Problem.from_callable(_fails_below_zero, [-5], [5], name="fails")
    problem._limit(3)
    with ProcessPoolExecutor(1, mp_context=method("fork")) as pool:
        for _ in range(5):
            with pytest.raises(ZeroDivisionError):
                pool.submit(problem, [-1.0]).result()
        pool.submit(problem, [1.0]).result()
    assert problem.evaluations == 1


@pytest.mark.parametrize("name", ["fork", "spawn"])
def test_failed_evaluations_of_a_run_count_wherever_they_are_made(name, tmp_path):
    def optimizer(problem, start, rng):
        with method(name).Pool(1) as pool:
            values = pool.map(problem, [[-1.0], [1.0], [-2.0]])
        assert np.isnan(values).tolist() == [True, False, True]

    problem = om.Problem.from_callable(_fails_below_zero, [-5], [5], name="fails")
    outcome = run(optimizer, problem, tmp_path)
    assert (outcome.status.name, outcome.evaluations) == ("DONE", 3)
    assert outcome.failed_evaluations == 2
    failures = sorted((one["x"], one["message"]) for one in outcome.failures)
    assert [x for x, _ in failures] == [[-2.0], [-1.0]]
    assert all("ZeroDivisionError" in message for _, message in failures)
    assert (outcome.best_value, outcome.best_x) == (1.0, (1.0,))


def _fails_below_zero(x):
    return 1 / 0 if x[0] < 0 else 1.0


def test_problems_of_coco_count_for_their_observers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    problem = coco.Suite("bbob", "", "dimensions:2 function_indices:1 instance_indices:1")[0]
    with pytest.raises(TypeError, match="pickled, as in COCO"):
        pickle.dumps(problem)
    problem.observe_with(coco.Observer("bbob", "result_folder: here"))
    copy.deepcopy(problem)(POINTS[0])
    with method("fork").Pool(2) as pool:
        assert len(pool.map(problem, POINTS)) == 12
    assert problem.evaluations == 13
    problem.free()
    assert om.load(tmp_path / "exdata" / "here").evaluations.tolist() == [13]


def test_logged_problems_of_ioh_are_refused_elsewhere(tmp_path):
    problem = ioh.get_problem(1, 1, 2)
    problem.attach_logger(ioh.logger.Analyzer(root=str(tmp_path)))
    with pytest.raises(TypeError, match="pickled, as in ioh"):
        pickle.dumps(problem)
    child = os.fork()
    if child == 0:
        try:
            problem([1.0, 2.0])
        except AccountError:
            os._exit(3)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
    problem([1.0, 2.0])
    assert problem.state.evaluations == 1
