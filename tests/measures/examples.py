"""How each public function of `optimeter.measures` is called: one row each, for all tests of all of them.

`test_contract.py` holds the rows complete. A new measure needs one: `Example(measures.new)` if it is
called with runs only.
"""

import atexit
import inspect
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import numpy as np
from numpy.typing import NDArray

import optimeter as om
from optimeter import measures
from optimeter._show import Shown, ShownRow
from optimeter.data import positions_of
from optimeter.data.fronts import fronts_of
from optimeter.data.runs import Runs
from optimeter.measures import example_data

INF = np.inf


# ------------------------------------------------------------------------------------------- data


example_runs = cache(example_data.example_runs)
runs_with_fronts = cache(example_data.runs_with_fronts)
runs_without_optimum = cache(example_data.runs_without_optimum)


def write_positions(folder: Path, seed: int = 1) -> Path:
    """Record a search around the optimum with shrinking steps, with its points; return the folder."""
    suite = om.Suite("bbob", functions=[1, 2, 3, 6], dimensions=[2, 5], instances=[1, 2])
    with om.Observer(folder, format="ioh", algorithm=folder.name, positions=True) as observer:
        for problem in suite:
            rng = np.random.default_rng([seed, problem.instance])
            observer.observe(problem)
            for step in range(12):
                away = 3.0 * 0.3**step * rng.standard_normal(problem.dimension)
                problem(np.clip(problem.reveal().x_opt + away, -5, 5))
    return observer.folder


@cache
def runs_with_positions() -> Runs:
    """Record runs of three algorithms in files that hold the points, all of them in 5-D."""
    root = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    folders = [write_positions(root / name, seed) for seed, name in enumerate("abc")]
    runs = Runs.concatenate([om.load(folder, cache=False) for folder in folders])
    return runs.select(dimensions=5)


# ------------------------------------------------------------------------------------------ calls


class Example(NamedTuple):
    """How a function is called."""

    call: Callable[..., Any]
    """Calls it on runs, with options of its own."""

    runs: Callable[[], Runs] = example_runs
    """Makes runs of which it says something."""


def pair(runs: Runs) -> tuple[str, ...]:
    """Name two algorithms: the first of the runs."""
    return (*runs.algorithms, "a", "b")[:2]


def reference(runs: Runs) -> measures.Reference:
    """Return the published reference of bbob, and for other suites the best of the runs."""
    if set(runs.suites) <= {"bbob"}:
        return measures.load_reference("best2009-bbob")
    return measures.best_of(runs)


def sample(runs: Runs) -> NDArray[np.float64]:
    """Return the runtimes of all runs to one target."""
    return runs.runtimes([0.1])[:, 0]


def halves(runs: Runs) -> list[NDArray[np.float64]]:
    """Return the runtimes to one target in two parts."""
    return np.array_split(sample(runs), 2)


GAMES = np.ones((2, 2)) - np.eye(2)
PLAYERS = np.full(2, 1500.0), np.full(2, 350.0), np.full(2, 0.06)

EXAMPLES = {
    "advice": Example(measures.advice),
    "aocc": Example(lambda runs, **o: measures.aocc(runs, **{"budgets": 100, **o})),
    "attainment": Example(measures.attainment),
    "attainment_ecdf": Example(measures.attainment_ecdf),
    "attainment_levels": Example(measures.attainment_levels),
    "attainment_surface": Example(
        lambda runs, **o: measures.attainment_surface(fronts_of(runs), **o), runs_with_fronts
    ),
    "attainment_surfaces": Example(measures.attainment_surfaces, runs_with_fronts),
    "best_of": Example(measures.best_of),
    "bonferroni": Example(lambda _, **o: measures.bonferroni([0.01, 0.02], **o)),
    "budget_ecdf": Example(measures.budget_ecdf),
    "budget_grid": Example(measures.budget_grid),
    "budget_winners": Example(measures.budget_winners),
    "clusters": Example(measures.clusters),
    "common_edges": Example(
        lambda runs, **o: measures.common_edges(measures.runtime_density(runs), **o)
    ),
    "complementarity": Example(measures.complementarity),
    "contributions": Example(measures.contributions),
    "cover": Example(lambda runs, **o: measures.cover(runs, **{"budget": 500, **o})),
    "cumulative_difference": Example(
        lambda runs, **o: measures.cumulative_difference(*halves(runs), **o)
    ),
    "data_profile": Example(measures.data_profile),
    "deep_ranking": Example(measures.deep_ranking),
    "ecdf": Example(measures.ecdf),
    "ert": Example(measures.ert),
    "ert_interval": Example(measures.ert_interval),
    "ert_table": Example(measures.ert_table),
    "front_quality": Example(measures.front_quality, runs_with_fronts),
    "front_summary": Example(
        lambda runs, **o: measures.front_summary(measures.front_quality(runs), **o),
        runs_with_fronts,
    ),
    "gaps": Example(measures.gaps, runs_without_optimum),
    "glicko2_update": Example(
        lambda _, **o: measures.glicko2_update(*PLAYERS, GAMES, GAMES / 2, **o)
    ),
    "histogram": Example(lambda runs, **o: measures.histogram(sample(runs), **o)),
    "holm": Example(lambda _, **o: measures.holm([0.01, 0.02], **o)),
    "instance_effect": Example(measures.instance_effect),
    "kernel_density": Example(lambda runs, **o: measures.kernel_density(sample(runs), **o)),
    "kolmogorov_smirnov": Example(measures.kolmogorov_smirnov),
    "leaders": Example(measures.leaders),
    "load_reference": Example(lambda _, **o: measures.load_reference("best2009-bbob", **o)),
    "log_ratios": Example(lambda runs, **o: measures.log_ratios(runs, *pair(runs), **o)),
    "loss_ratios": Example(lambda runs, **o: measures.loss_ratios(runs, reference(runs), **o)),
    "loss_summary": Example(
        lambda runs, **o: measures.loss_summary(measures.loss_ratios(runs, reference(runs)), **o)
    ),
    # of a table for the same problems and targets
    "marked": Example(lambda runs, **o: measures.marked(measures.ert_table(runs, **o), runs, **o)),
    "pairwise_tests": Example(measures.pairwise_tests),
    "parameter_names": Example(measures.parameter_names),
    "parameters_at_budgets": Example(
        lambda runs, **o: measures.parameters_at_budgets(runs, **{"parameter": "sigma", **o})
    ),
    "parameters_at_targets": Example(
        lambda runs, **o: measures.parameters_at_targets(runs, **{"parameter": "sigma", **o})
    ),
    "performance_profile": Example(measures.performance_profile),
    "portfolio": Example(measures.portfolio),
    "positions_at": Example(
        lambda runs, **o: measures.positions_at(positions_of(runs), **o), runs_with_positions
    ),
    "probability_mass": Example(lambda runs, **o: measures.probability_mass(sample(runs), **o)),
    "quality_distribution": Example(measures.quality_distribution),
    "quantile": Example(lambda runs, **o: measures.quantile(sample(runs), [0.5], **o)),
    "ratings": Example(measures.ratings),
    "recorded_targets": Example(measures.recorded_targets),
    "reference_ecdf": Example(
        lambda runs, **o: measures.reference_ecdf(reference(runs), **{"dimensions": 5, **o})
    ),
    "reference_of": Example(measures.reference_of),
    "reference_scaling": Example(
        lambda runs, **o: measures.reference_scaling(reference(runs), **{"dimensions": 5, **o})
    ),
    "regimes": Example(measures.regimes),
    "relative_costs": Example(measures.relative_costs),
    "restart_distribution": Example(
        lambda runs, **o: measures.restart_distribution(sample(runs)[:6], runs.evaluations[:6], **o)
    ),
    "restart_percentiles": Example(measures.restart_percentiles),
    "run_length_distribution": Example(measures.run_length_distribution),
    "run_length_targets": Example(
        lambda runs, **o: measures.run_length_targets(reference(runs), **o)
    ),
    "run_values": Example(measures.run_values),
    "runtime_density": Example(measures.runtime_density),
    "runtime_ratios": Example(lambda runs, **o: measures.runtime_ratios(runs, *pair(runs), **o)),
    "runtime_statistics": Example(measures.runtime_statistics),
    "runtimes": Example(measures.runtimes),
    "scaling": Example(measures.scaling),
    "settings_of": Example(measures.settings_of),
    "shapley_of_best": Example(
        lambda _, **o: measures.shapley_of_best(np.array([[1.0, 0.2], [0.4, 0.6]]), **o)
    ),
    "speed_factors": Example(measures.speed_factors),
    "suite_settings": Example(lambda _, **o: measures.suite_settings("bbob", **o)),
    "suite_targets": Example(lambda _, **o: measures.suite_targets("bbob", **o)),
    "value_density": Example(measures.value_density),
    "value_ranges": Example(measures.value_ranges, runs_without_optimum),
    "value_statistics": Example(measures.value_statistics),
    "verdicts": Example(measures.verdicts),
    "winners_of": Example(
        lambda runs, **o: measures.winners_of(measures.ecdf(runs), [1.0, 10.0, 100.0], **o)
    ),
    "winning_fractions": Example(measures.winning_fractions),
}


def call(name: str, runs: Runs | None = None, **options: Any) -> Any:
    """Call a public function in its usual way, on runs that it says something of or on those given."""
    example = EXAMPLES[name]
    return example.call(example.runs() if runs is None else runs, **options)


# ---------------------------------------------------------------------------------- what there is


def functions() -> dict[str, Callable[..., Any]]:
    """Return every public function by its name."""
    members = {name: getattr(measures, name) for name in measures.__all__}
    return {name: member for name, member in members.items() if inspect.isfunction(member)}


def result_of(function: Callable[..., Any]) -> Any:
    """Return the type of what a function returns."""
    return get_type_hints(function)["return"]


def parameters(name: str) -> tuple[str, ...]:
    """Return the names of what a public function takes."""
    return tuple(inspect.signature(functions()[name]).parameters)


def is_table(kind: Any) -> bool:
    """Tell whether it is a result with rows, other than a fact of one row that others are made from."""
    shown = inspect.isclass(kind) and issubclass(kind, Shown) and not issubclass(kind, ShownRow)
    return shown and hasattr(kind, "to_dicts")


MEASURES = [name for name, function in functions().items() if is_table(result_of(function))]
"""The functions that are held to the contract of measures: they return a table or a set of curves."""

OF_RUNS = [name for name in functions() if parameters(name)[:1] == ("runs",)]
"""The functions of runs, whatever they return."""
