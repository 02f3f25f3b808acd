"""Optimizers that are asked and told: driven by `om.run`, they record what a callable records."""

import numpy as np
import pytest
from tests.peers import need_peer

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.experiment.optimizers.asking import asks_and_tells, drive
from optimeter.testing import AskTellContract


class Evolution:
    """A (5, 10) evolution strategy with a population that is asked for as an array."""

    def __init__(self, problem, start, rng):
        self.mean, self.step, self.rng = start, 1.0, rng

    def ask(self):
        return self.mean + self.step * self.rng.standard_normal((10, len(self.mean)))

    def tell(self, points, values):
        assert isinstance(values, np.ndarray)
        self.mean = points[np.argsort(values)[:5]].mean(axis=0)
        self.step *= 0.95

    def stop(self):
        return self.step < 0.1


def evolution(problem, start, rng):
    made = Evolution(problem, start, rng)
    while not made.stop():
        points = made.ask()
        made.tell(points, problem(points))


def make_cma(problem, start, rng):
    import cma

    options = {"verbose": -9, "seed": int(rng.integers(1, 2**31)), "maxiter": 20}
    return cma.CMAEvolutionStrategy(start, 1.0, options)


def run_cma(problem, start, rng):
    strategy = make_cma(problem, start, rng)
    while not strategy.stop():
        points = strategy.ask()
        strategy.tell(points, problem(np.array(points)).tolist())


def make_nevergrad(problem, start, rng, workers=1):
    import nevergrad

    space = nevergrad.p.Array(init=start, lower=problem.lower_bounds, upper=problem.upper_bounds)
    space.random_state = np.random.RandomState(rng.integers(2**32))
    return nevergrad.optimizers.registry["DE"](space, budget=30, num_workers=workers)


def run_nevergrad(problem, start, rng):
    optimizer = make_nevergrad(problem, start, rng)
    for _ in range(30):
        candidate = optimizer.ask()
        optimizer.tell(candidate, problem(candidate.value))


def make_study(problem, start, rng):
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna.create_study(sampler=optuna.samplers.TPESampler(seed=int(rng.integers(2**31))))


def run_study(problem, start, rng):
    study = make_study(problem, start, rng)
    box = list(enumerate(zip(problem.lower_bounds, problem.upper_bounds, strict=True)))
    study.optimize(
        lambda trial: problem([trial.suggest_float(f"x{i}", *ends) for i, ends in box]), 1000
    )


def make_skopt(problem, start, rng):
    import skopt

    box = list(zip(problem.lower_bounds, problem.upper_bounds, strict=True))
    seed = int(rng.integers(2**31))
    fast = {"n_points": 50}
    return skopt.Optimizer(
        box, "RF", n_initial_points=5, random_state=seed, acq_optimizer_kwargs=fast
    )


def run_skopt(problem, start, rng):
    optimizer = make_skopt(problem, start, rng)
    while True:
        point = optimizer.ask()
        optimizer.tell(point, problem(point))


def make_cmaes(problem, start, rng):
    import cmaes

    return cmaes.CMA(mean=start, sigma=1.0, seed=int(rng.integers(2**31)))


def run_cmaes(problem, start, rng):
    optimizer = make_cmaes(problem, start, rng)
    while not optimizer.should_stop():
        points = [optimizer.ask() for _ in range(optimizer.population_size)]
        values = problem(np.array(points))
        optimizer.tell(list(zip(points, values.tolist(), strict=True)))


def data(folder):
    """Return the recorded files."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in {".dat", ".tdat", ".info"})
    assert len(files) > 3
    return {path.relative_to(folder): path.read_bytes() for path in files}


def same_data(tmp_path, make, function, budget=25, **options):
    suite = om.Suite("bbob", functions=[1, 15], dimensions=[2, 3], instances=[1])
    for name, optimizer in {"asked": make, "called": function}.items():
        result = om.run(
            optimizer, suite, budget=budget, folder=tmp_path / name, algorithm="x", **options
        )
        assert result.failed == 0, result.failures
    return data(tmp_path / "asked") == data(tmp_path / "called")


def test_a_population_optimizer_records_what_its_callable_records(tmp_path):
    assert same_data(tmp_path, Evolution, evolution, budget=400)


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("package", "make", "function"),
    [
        ("cma", make_cma, run_cma),
        ("nevergrad", make_nevergrad, run_nevergrad),
        ("optuna", make_study, run_study),
        pytest.param("skopt", make_skopt, run_skopt, marks=pytest.mark.slow),
        ("cmaes", make_cmaes, run_cmaes),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_optimizers_of_packages_record_what_their_callables_record(
    package, make, function, tmp_path
):
    need_peer(package)
    assert same_data(tmp_path, make, function, budget=3 if package == "skopt" else 15)


@pytest.mark.contract
@pytest.mark.system
class TestEvolution(AskTellContract):
    optimizer = Evolution


def test_populations_are_batches(tmp_path):
    problem = om.problem("bbob", 1, 2)
    calls = []

    class Counted(Evolution):
        def tell(self, points, values):
            calls.append(len(values))
            super().tell(points, values)

    drive(problem, Counted(problem, problem.initial_solution, np.random.default_rng(1)))
    assert set(calls) == {10}
    assert problem.evaluations == 10 * len(calls)


def test_costs_count_a_population_as_one_batch(tmp_path):
    suite = om.Suite("bbob", functions=[1], dimensions=[2], instances=[1])
    for name, optimizer in {"asked": Evolution, "called": evolution}.items():
        om.run(optimizer, suite, budget=100, folder=tmp_path / name, algorithm="x", costs=True)
    asked, called = (om.load(tmp_path / name) for name in ("asked", "called"))
    expected = om.ert(called, cost="batches")
    assert om.ert(asked, cost="batches").to_dicts() == expected.to_dicts()


@pytest.mark.oracle
def test_points_that_nevergrad_asks_together_are_one_batch():
    need_peer("nevergrad")
    batches = []
    problem = om.Problem.from_callable(
        lambda points: batches.append(len(points)) or (points**2).sum(axis=1),
        [-1, -1],
        [1, 1],
        name="sphere",
        vectorized=True,
    )
    drive(problem, make_nevergrad(problem, np.zeros(2), np.random.default_rng(1), workers=6))
    assert batches == [6] * 5


class Single:
    """Asks for one point, twice."""

    def __init__(self, point):
        self.point, self.told = point, []

    @property
    def done(self):
        return len(self.told) == 2

    def ask(self):
        return self.point

    def tell(self, point, value):
        assert point is self.point
        self.told.append(value)


def test_values_are_told_so_that_less_is_better():
    problem = om.Problem.from_callable(sum, [-1, -1], [1, 1], name="sum", maximize=True)
    single = Single((0.25, 0.5))
    drive(problem, single)
    assert single.told == [-0.75, -0.75]


def test_several_objectives_are_told_as_a_list():
    problem = om.problem("bbob-biobj", 1, 2)
    single = Single([1.0, 2.0])
    drive(problem, single)
    assert single.told == [problem([1.0, 2.0]).tolist()] * 2


def test_constraints_are_told_by_name():
    problem = om.problem("bbob-constrained", 1, 2)
    point = problem.initial_solution + 1
    told = []

    class Constrained(Single):
        def tell(self, x, y, constraints):
            self.told.append(y)
            told.append(constraints)

    drive(problem, Constrained(point))
    assert np.array_equal(told[0], problem.constraint(point))


def test_no_points_end_a_run():
    problem = om.problem("bbob", 1, 2)
    drive(problem, Single([]))
    assert problem.evaluations == 0


class AsksForMore:
    def ask(self, key):
        raise AssertionError

    def tell(self, point, value):
        raise AssertionError


def test_what_cannot_be_driven_is_refused(said, refused):
    problem = om.problem("bbob", 1, 2)
    with refused(InvalidTypeError, "key"):
        drive(problem, AsksForMore())
    for nonsense in ([1.0, 2.0, 3.0], "here", [[1.0], [2.0]]):
        with refused(InvalidValueError, repr(nonsense)[1:-1]):
            drive(problem, Single(nonsense))
    with refused(InvalidTypeError, "constraints"):
        drive(om.problem("bbob-constrained", 1, 2), Single([0.0, 0.0]))
    assert refused.messages == said


def test_a_class_is_not_an_optimizer_that_is_asked():
    assert not asks_and_tells(Single)
    assert asks_and_tells(Single([0.0]))
