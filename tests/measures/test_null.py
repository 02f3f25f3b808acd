"""Claims where there is nothing to claim: one algorithm against itself, and simulated equals.

Of each kind at most one page in twenty may make a false claim, within the error of the test. The
data are recorded here once: an optimizer under four seeds on the same 40 instances.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import optimeter as om
from optimeter import measures
from optimeter.data.runs import Runs

CLAIMS = ("ahead", "behind")
FUNCTIONS, INSTANCES, SEEDS = (1, 6, 8, 15, 20, 21), 40, 4
TARGETS = 10.0 ** -np.arange(5)


def anneal(problem, start, rng):
    """Search around the best point with steps that shrink and grow."""
    best, value, step = start, np.inf, 1.0
    while True:
        points = best + step * rng.standard_normal((10, problem.dimension))
        values = problem(points)
        at = int(np.argmin(values))
        if values[at] < value:
            best, value, step = points[at], values[at], step * 1.5
        else:
            step *= 0.7


@pytest.fixture(scope="module")
def seeds(tmp_path_factory) -> list[Runs]:
    """Record an optimizer under some seeds."""
    suite = om.Suite(
        "bbob", functions=FUNCTIONS, dimensions=[2, 3, 5], instances=range(1, INSTANCES + 1)
    )
    found = []
    for seed in range(SEEDS):
        folder = tmp_path_factory.mktemp("seed") / "data"
        om.run(anneal, suite, budget=100, seed=seed, folder=folder, progress=False)
        found.append(om.load(folder))
    return found


def named(name: str, runs: Runs) -> Runs:
    """Give all runs to one algorithm."""
    return replace(runs, algorithms=(name,))


def on(runs: Runs, instances) -> Runs:
    """Return the runs on some instances."""
    return runs[np.isin(runs.instance, instances)]


def claimed(first: Runs, second: Runs) -> bool:
    """Tell whether the verdicts on two algorithms claim anything."""
    table = measures.verdicts(Runs.concatenate([named("A", first), named("B", second)]))
    return bool(np.isin(table.claim, CLAIMS).any())


def led(first: Runs, second: Runs) -> bool:
    """Tell whether one of two algorithms is said to solve most anywhere."""
    table = measures.regimes(Runs.concatenate([named("A", first), named("B", second)]))
    return bool(table.alone.any())


QUESTIONS = pytest.mark.parametrize("ask", [claimed, led])


def most(pages: int, share: float = 0.05) -> int:
    """Return how many false claims are within three standard errors of a share of the pages."""
    return int(pages * share + 3 * np.sqrt(pages * share * (1 - share)))


@QUESTIONS
@pytest.mark.parametrize("size", [3, 5, 15])
def test_two_seeds_on_the_same_instances(seeds, ask, size: int, pages: int) -> None:
    rng = np.random.default_rng(size)
    false = 0
    for _ in range(pages):
        ids = rng.choice(INSTANCES, size, replace=False) + 1
        one, other = rng.choice(SEEDS, 2, replace=False)
        false += ask(on(seeds[one], ids), on(seeds[other], ids))
    assert false <= most(pages)


@QUESTIONS
@pytest.mark.parametrize("sizes", [(7, 7), (5, 10), (3, 12)])
def test_one_algorithm_on_other_instances(seeds, ask, sizes: tuple[int, int], pages: int) -> None:
    rng = np.random.default_rng(sum(sizes))
    first, second = sizes
    false = 0
    for _ in range(pages):
        runs = seeds[rng.integers(SEEDS)]
        order = rng.permutation(INSTANCES) + 1
        false += ask(on(runs, order[:first]), on(runs, order[first : first + second]))
    assert false <= most(pages)


def simulate(rng, name: str, count: int, budget: int, *, heavy: bool, first: int = 1) -> Runs:
    """Make runs with the same true runtimes for everybody, log-normal or heavy-tailed."""
    targets, functions = len(TARGETS), 4
    shape = (functions, count)
    spread = rng.standard_cauchy(shape) if heavy else rng.standard_normal(shape)
    easy = 30.0 * (1 + np.arange(functions))[:, None] * 10 ** np.clip(0.5 * spread, -2, 4)
    times = np.ceil(easy[..., None] * 3.0 ** np.arange(targets)).reshape(-1, targets)
    counts = (times <= budget).sum(axis=1)
    steps = np.concatenate([row[:count] for row, count in zip(times, counts, strict=True)])
    values = np.concatenate([10.0 ** -np.arange(count) for count in counts])
    return Runs.from_arrays(
        algorithm=name,
        function=np.repeat(np.arange(functions) + 1, count),
        dimension=1,
        instance=np.tile(np.arange(count) + first, functions),
        offsets=np.cumsum([0, *counts]),
        step_evaluations=steps,
        step_precision=values,
        evaluations=np.where(counts == targets, times[:, -1], budget),
    )


@pytest.mark.parametrize("heavy", [False, True])
@pytest.mark.parametrize("count", [5, 15])
def test_simulated_equals_with_other_budgets(heavy: bool, count: int, pages: int) -> None:
    rng = np.random.default_rng(count + heavy)
    false = 0
    for _ in range(pages):
        one = simulate(rng, "A", count, 1000, heavy=heavy)
        other = simulate(rng, "B", count, 4000, heavy=heavy, first=1 + (count > 5) * count)
        table = measures.verdicts(Runs.concatenate([one, other]), TARGETS)
        false += bool(np.isin(table.claim, CLAIMS).any())
    assert false <= most(pages)


def verdict_of(rng, count: int) -> dict[str, float]:
    """Return the verdict on two simulated algorithms, of which the second needs twice as long."""
    one, other = (simulate(rng, name, count, 1000, heavy=False) for name in "AB")
    slower = replace(
        other, step_evaluations=2 * other.step_evaluations, evaluations=2 * other.evaluations
    )
    (row,) = measures.verdicts(Runs.concatenate([one, slower]), TARGETS).to_dicts()
    return row


@cache
def truth() -> tuple[float, float]:
    """Return the difference in share and the speed of these two, from very many instances."""
    row = verdict_of(np.random.default_rng(0), 20_000)
    return row["difference"], row["speed"]


@pytest.mark.parametrize("count", [5, 10, 15, 51])
def test_intervals_hold_what_they_say(count: int, pages: int) -> None:
    rng = np.random.default_rng(count)
    held = np.zeros(2)
    for _ in range(pages):
        row = verdict_of(rng, count)
        ends = [(row["low"], row["high"]), (row["speed_low"], row["speed_high"])]
        held += [low <= value <= high for (low, high), value in zip(ends, truth(), strict=True)]
    assert (abs(held / pages - 0.95) <= 0.03 + 3 * np.sqrt(0.05 * 0.95 / pages)).all()


@pytest.fixture(
    params=[40, pytest.param(600, marks=pytest.mark.slow)], ids=["few pages", "many pages"]
)
def pages(request) -> int:
    """How many pages are looked at."""
    return request.param


@pytest.mark.slow
@QUESTIONS
@pytest.mark.parametrize("sizes", [(7, 7), (5, 10), (3, 12)])
def test_random_halves_of_recorded_archives(shared_data, ask, sizes: tuple[int, int]) -> None:
    first, second = sizes
    rng = np.random.default_rng(4)
    total = false = 0
    for path in sorted((shared_data / "coco" / "bbob").glob("*.tgz")):
        runs = om.load(path)
        ids = np.unique(runs.instance)
        if len(ids) < first + second:
            continue
        own = 0
        for _ in range(300):
            order = rng.permutation(ids)
            own += ask(on(runs, order[:first]), on(runs, order[first : first + second]))
        assert own <= 0.08 * 300, path.name
        total, false = total + 300, false + own
    assert false <= 0.06 * total
