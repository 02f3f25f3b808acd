"""How often intervals of the measures hold the true value: simulated data whose truth is known.

    interval_coverage.py [REPETITIONS]

prints the part ``coverage`` of docs/measured.toml. Runs are drawn from a model: the logarithm of the
runtime is normal, and runs that would take longer than a budget fail. The truth is that of 10,000 runs
in equal steps of probability; intervals are nominally of 95 %.
"""

import sys
from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from optimeter.data.runs import Runs
from optimeter.measures import ecdf, ert, ert_interval, speed_factors

REPETITIONS = 1000
MANY = 10_000  # runs that stand for all
RESAMPLES = 400
FUNCTIONS = (1, 2, 3, 4, 5)
TARGETS = (1.0, 0.1, 0.01)
HEIGHTS = (0.05, 0.25, 0.5, 0.75, 0.95)  # of the true profile, at which bands are looked at
WINDOW = (0.0, 4.0)


@dataclass(frozen=True)
class Model:
    """Runtimes to a target are 100·f·3^k·exp(spread·z) evaluations; longer than the budget: failed."""

    name: str
    runs: int
    spread: float
    budget: float  # in multiples of the median runtime to the first target
    speed: float = 1.0

    def sample(self, z: np.ndarray, algorithm: list[str], function: np.ndarray) -> Runs:
        """Make the runs of normal deviates."""
        pace = 100.0 * function * self.speed * np.exp(self.spread * z)
        times = np.ceil(pace[:, None] * 3.0 ** np.arange(len(TARGETS)))
        end = np.ceil(100.0 * function * self.budget)
        reached = times <= end[:, None]
        first = np.zeros((len(z), 1))
        counts = np.concatenate([first + 1, times], axis=1)
        values = np.broadcast_to([1e6, *TARGETS], counts.shape)
        kept = np.concatenate([first == 0, reached], axis=1)
        return Runs.from_arrays(
            algorithm=algorithm,
            function=function,
            dimension=1,
            offsets=np.concatenate([[0], np.cumsum(kept.sum(axis=1))]),
            step_evaluations=counts[kept].astype(np.int64),
            step_precision=values[kept],
            evaluations=np.where(reached[:, -1], times[:, -1], end).astype(np.int64),
        )

    def truth(self, functions: tuple[int, ...]) -> Runs:
        """Return runs that stand for the whole distribution."""
        z = norm.ppf((np.arange(MANY) + 0.5) / MANY)
        return self.sample(
            np.tile(z, len(functions)), ["truth"] * MANY * len(functions),
            np.repeat(functions, MANY),
        )  # fmt: skip

    def drawn(self, rng: np.random.Generator, functions: tuple[int, ...], name: str) -> Runs:
        """Return the runs of one experiment."""
        number = self.runs * len(functions)
        return self.sample(
            rng.standard_normal(number), [name] * number, np.repeat(functions, self.runs)
        )


MODELS = (
    Model("15 runs, all succeed", 15, 0.7, 1e9),
    Model("15 runs, most succeed", 15, 0.7, 12),
    Model("15 runs, few reach the last target", 15, 0.7, 6),
    Model("5 runs, all succeed", 5, 0.7, 1e9),
)


def covered(low: np.ndarray, high: np.ndarray, truth: np.ndarray | float) -> float:
    """Return the share of intervals that hold the truth, in percent."""
    return round(float(np.mean((low <= truth) & (truth <= high)) * 100), 1)


def of_ert(model: Model, rng: np.random.Generator, repetitions: int) -> float:
    """Every repetition is a function of its own; the last target. Without success nothing is known."""
    functions = np.repeat(np.arange(1, repetitions + 1), model.runs)
    runs = model.sample(rng.standard_normal(len(functions)), ["a"] * len(functions),
                        np.ones(len(functions)))  # fmt: skip
    runs = Runs.from_arrays(
        algorithm="a", function=functions, dimension=1, offsets=runs.offsets,
        step_evaluations=runs.step_evaluations, step_precision=runs.step_precision,
        evaluations=runs.evaluations,
    )  # fmt: skip
    table = ert_interval(runs, [TARGETS[-1]], resamples=RESAMPLES)
    known = table.successes > 0
    truth = ert(model.truth((1,)), [TARGETS[-1]]).ert[0]
    return covered(table.low[known], table.high[known], truth)


def of_profile(model: Model, rng: np.random.Generator, repetitions: int) -> tuple[float, float]:
    """Return the coverage of shares solved, at all budgets together, and of areas."""
    true = ecdf(model.truth(FUNCTIONS), TARGETS, window=WINDOW)[0]
    budgets = true.x[np.searchsorted(true.y, np.array(HEIGHTS) * min(true.solved, 1.0))]
    shares, areas = [], []
    for _ in range(repetitions):
        curve = ecdf(
            model.drawn(rng, FUNCTIONS, f"a{rng.integers(1 << 30)}"), TARGETS,
            resamples=RESAMPLES, window=WINDOW,
        )[0]  # fmt: skip
        band = curve.band
        if band is None:
            continue
        shares.append(covered(*band.at(budgets), true.at(budgets)))
        area = true.auc(*WINDOW)
        areas.append(100.0 * (band.auc[0] <= area <= band.auc[1]))
    return round(float(np.mean(shares)), 1), round(float(np.mean(areas)), 1)


def of_speed(model: Model, rng: np.random.Generator, repetitions: int) -> float:
    """Return the coverage of the factor between an algorithm and one that is 1.5 times as slow."""
    slow = Model(model.name, model.runs, model.spread, model.budget, speed=1.5)
    erts = [ert(one.truth(FUNCTIONS), TARGETS).ert for one in (model, slow)]
    logs = np.log10(erts[1] / erts[0]).reshape(len(FUNCTIONS), -1)
    hits = 0
    for _ in range(repetitions):
        names = f"a{rng.integers(1 << 30)}", f"b{rng.integers(1 << 30)}"
        parts = [
            one.drawn(rng, FUNCTIONS, name) for one, name in zip((model, slow), names, strict=True)
        ]
        runs = Runs.concatenate(parts)
        row = speed_factors(runs, TARGETS, resamples=RESAMPLES).to_dicts()[0]
        # The factor speaks of the pairs that both solve, so does its truth.
        solved = [np.isfinite(ert(part, TARGETS).ert).reshape(logs.shape) for part in parts]
        truth = 10.0 ** np.mean(logs[solved[0] & solved[1]])
        low, high = (
            (row["low"], row["high"])
            if row["faster"] == names[0]
            else (1 / row["high"], 1 / row["low"])
        )
        hits += low <= truth <= high
    return round(hits / repetitions * 100, 1)


def main() -> None:
    """Print the table."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else REPETITIONS
    print("[coverage]  # scripts/interval_coverage.py: data, ERT, profile, area, ratio of ERTs")
    print(f"repetitions = {repetitions}\nrows = [")
    for number, model in enumerate(MODELS):
        streams = [np.random.default_rng([2, number, which]) for which in range(3)]
        row = [
            of_ert(model, streams[0], repetitions),
            *of_profile(model, streams[1], repetitions),
            of_speed(model, streams[2], repetitions),
        ]
        print(f'  ["{model.name}", {", ".join(map(str, row))}],', flush=True)
    print("]")


if __name__ == "__main__":
    main()
