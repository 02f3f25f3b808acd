"""Reference algorithms: shipped ones, the best of given data, targets and portfolios from them."""

from hashlib import sha256

import numpy as np
import pytest

from optimeter.data.load import load
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError, UnknownNameError
from optimeter.measures import (
    REFERENCES,
    SUITES,
    Targets,
    best_of,
    ecdf,
    load_reference,
    loss_ratios,
    portfolio,
    recorded_targets,
    reference_ecdf,
    reference_scaling,
    run_length_targets,
    scaling,
    suite_settings,
    suite_targets,
)
from optimeter.problems import suite_info
from tests.measures.helpers import runs_of
from tests.peers import peer_folder

INF = np.inf


@pytest.mark.parametrize("name", REFERENCES)
def test_shipped_references_are_sound(name):
    reference = load_reference(name)
    settings = suite_settings(reference.suite)
    assert settings.reference == name
    assert set(np.unique(reference.function)) == set(settings.functions)
    assert set(np.unique(reference.dimension)) == set(settings.dimensions)
    finite = np.where(np.isfinite(reference.ert), reference.ert, 1e300)
    assert np.all(np.diff(finite, axis=1) >= 0)
    assert np.all(np.diff(reference.targets) < 0)
    solved = np.isfinite(reference.ert)
    assert np.all(reference.winner[solved] >= 0)
    assert np.all(reference.successes[solved] >= 1)
    assert np.all(reference.successes <= reference.trials)
    assert "sha256" in reference.provenance


def test_unknown_reference_suggests_the_nearest(said, refused):
    with refused(UnknownNameError, "'best2009-bbob'"):
        load_reference("best2009bbob")
    assert refused.messages == said


def test_reference_answers_between_targets_by_the_harder_one(said, refused):
    best = best_of(runs_of([[5, 20, 90]], [100]), [1, 0.1, 0.01])
    one = np.array([1]), np.array([1])
    assert best.ert_at(*one, np.array([2, 1, 0.5, 0.1, 1e-3]))[0].tolist() == [5, 5, 20, 20, INF]
    with refused(DataError, "3"):
        best.ert_at(np.array([3]), np.array([1]), np.array([1.0]))
    assert refused.messages == said


def test_best_prefers_the_first_in_a_tie_and_the_best_final_value_without_success():
    a = runs_of([[5, INF]], [50], algorithm="a")
    b = runs_of([[5, INF]], [90], algorithm="b")
    best = best_of(Runs.concatenate([a, b]), [1, 1e-3])
    assert best.winner[0, 0] == 0
    worse = Runs.from_arrays(
        function=1,
        dimension=1,
        algorithm="worse",
        offsets=[0, 1],
        step_evaluations=[1],
        step_precision=[9.0],
    )
    best = best_of(Runs.concatenate([worse, a]), [1, 1e-3])
    assert best.winner[0].tolist() == [1, 1]
    assert best.ert[0].tolist() == [5, INF]


def test_profile_of_the_best_of_one_is_its_own_profile():
    runs = runs_of([[5, 40], [9, INF]], [40, 60])
    own = ecdf(runs, [1, 0.1])[0]
    best = reference_ecdf(best_of(runs, [1, 0.1]), [1, 0.1])[0]
    x = np.logspace(0, 4, 30)
    assert best.at(x) == pytest.approx(own.at(x))


def test_profile_of_a_published_reference_is_that_of_its_expected_runtimes():
    reference = load_reference("best2009-bbob")
    curve = reference_ecdf(reference, dimensions=5, functions=6)[0]
    ert = reference.ert_at(np.array([6]), np.array([5]), suite_targets("bbob").values)[0]
    assert curve.at(100) == pytest.approx(np.mean(ert <= 500))


def test_scaling_of_a_reference_is_that_of_its_expected_runtimes():
    reference = load_reference("best2009-bbob")
    table = reference_scaling(reference, [10, 1e-8], functions=[1, 24])
    for row in table.to_dicts():
        where = np.array([row["function"]]), np.array([row["dimension"]])
        ert = reference.ert_at(*where, np.array([row["target"]]))[0, 0]
        assert (row["ert"], row["ert_per_dimension"]) == (ert, ert / row["dimension"])
    never = table.take(np.isinf(table.ert))
    assert never.successes.tolist() == [0] * len(never)
    runs = runs_of([[5, 40], [9, INF]], [40, 60])
    own, best = scaling(runs, [1, 0.1]), reference_scaling(best_of(runs, [1, 0.1]), [1, 0.1])
    for column in ("ert", "ert_per_dimension", "successes", "runs"):
        assert getattr(own, column).tolist() == getattr(best, column).tolist()


def test_budget_targets_by_hand(said, refused):
    best = best_of(runs_of([[5, 20, 90]], [100]), [1, 0.1, 0.01])
    targets = run_length_targets(best, [4, 6, 30], different=False, final_target=0.01)
    assert targets.for_problems([1], [1])[0].tolist() == [1, 0.1, 0.01]
    forced = run_length_targets(best, [1, 2, 3], final_target=0.01)
    assert forced.for_problems([1], [1])[0].tolist() == [1, 0.1, 0.01]
    late = run_length_targets(best, [1e3, 1e4], final_target=0.01)
    assert late.for_problems([1], [1])[0].tolist() == [0.01, 0.01]
    with pytest.raises(InvalidValueError, match="increasing"):
        run_length_targets(best, [3, 2])
    with refused(DataError, "2"):
        targets.for_problems([2], [1])
    assert refused.messages == said


def test_all_31_budget_targets_keep_their_weight():
    reference = load_reference("best2009-bbob")
    targets = run_length_targets(reference, np.logspace(-0.3, 1.7, 31), different=False)
    assert targets.values.shape == (144, 31)
    runs = runs_of([[5]], [5], suite="bbob", dimension=2)
    assert ecdf(runs, targets)[0].pairs == 31


def test_portfolio_by_hand(said, refused):
    a = runs_of([[5]], [10], algorithm="a")
    b = runs_of([[3]], [3], algorithm="b")
    assert portfolio(Runs.concatenate([a, b])).runtimes([1])[0, 0] == 6
    b_fails = runs_of([[INF]], [3], algorithm="b")
    combined = portfolio(Runs.concatenate([a, b_fails]))
    assert combined.runtimes([1])[0, 0] == 8
    assert combined.run_lengths().tolist() == [13]
    assert combined.algorithms == ("a + b",)
    with refused(InvalidValueError):
        portfolio(a)
    assert refused.messages == said


def test_portfolio_leaves_out_runs_without_partner():
    a = runs_of([[5], [6], [7]], [10] * 3, algorithm="a")
    b = runs_of([[3], [3]], [9] * 2, algorithm="b")
    assert len(portfolio(Runs.concatenate([a, b]))) == 2


def test_portfolio_combines_runs_on_one_instance_where_instances_are_problems():
    instances = {"a": [1, 2], "b": [2, 1]}
    parts = [
        runs_of(times, [20] * 2, algorithm=name, instance=instances[name], own_instances=True)
        for name, times in (("a", [[9], [3]]), ("b", [[4], [5]]))
    ]
    combined = portfolio(Runs.concatenate(parts))
    assert combined.instance.tolist() == [1, 2]
    assert combined.runtimes([1])[:, 0].tolist() == [10, 5]  # b at its fifth, a at its third


def test_loss_needs_a_target_that_is_not_beyond_the_last(said, refused):
    runs = runs_of([[50]], [60], suite="bbob")
    with refused(DataError, "1e-08"):
        loss_ratios(runs, best_of(runs, [1e-9]))
    assert refused.messages == said


def test_loss_needs_a_reached_target():
    a = runs_of([[50]], [60], algorithm="a")
    b = runs_of([[5]], [60], algorithm="b")
    runs = Runs.concatenate([a, b])
    losses = loss_ratios(runs, best_of(runs, [1]), [10, 100])
    assert losses.select(algorithm="a").loss.tolist() == [INF, 10]
    assert losses.select(algorithm="b").loss.tolist() == [1, 1]
    crafted = loss_ratios(runs, best_of(runs, [1]), [100], crafting_effort=np.log(2))
    assert crafted.loss.tolist() == pytest.approx([20, 2])


@pytest.mark.parametrize(
    ("suite", "count", "first", "last"),
    [
        ("bbob", 51, 1e2, 1e-8),
        ("bbob-noisy", 51, 1e2, 1e-8),
        ("bbob-biobj", 58, 1.0, -1e-4),
        ("bbob-biobj-ext", 58, 1.0, -1e-4),
        ("bbob-largescale", 51, 1e2, 1e-8),
        ("bbob-mixint", 51, 1e2, 1e-8),
        ("bbob-biobj-mixint", 58, 1.0, -1e-4),
        ("bbob-constrained", 41, 1e2, 1e-6),
        ("bbob-boxed", 51, 1e2, 1e-8),
    ],
)
def test_grid_targets_of_every_suite(suite, count, first, last):
    values = suite_targets(suite).values
    assert len(values) == count
    assert (values[0], values[-1]) == pytest.approx((first, last))
    assert np.all(np.diff(values) < 0)


@pytest.mark.contract
@pytest.mark.parametrize("suite", SUITES)
def test_groups_hold_functions_of_the_suite(suite):
    settings = SUITES[suite]
    members = {f for group in settings.groups.values() for f in group}
    assert members == set(settings.functions)
    if "biobj" in suite:
        sizes = [len(group) for group in settings.groups.values()]
        assert len(sizes) == 15
        assert sum(sizes) == len(settings.functions)


def test_sizes_of_biobjective_groups():
    groups = SUITES["bbob-biobj-ext"].groups
    inside = [len(groups[f"{n}_{n}"]) for n in SUITES["bbob"].groups]
    assert inside == [12, 8, 12, 8, 12]


def test_number_of_constraints():
    count = suite_info("bbob-constrained").number_of_constraints
    found = {d: [count(f, d) for f in range(1, 7)] for d in (2, 3, 10, 40)}
    assert found[2] == [1, 3, 9, 10, 12, 18]
    assert found[3] == [1, 3, 9, 10, 13, 22]
    assert found[10] == [1, 3, 9, 16, 24, 54]
    assert found[40] == [1, 3, 9, 39, 69, 189]


def test_targets_of_the_user_and_from_the_data(said, refused):
    assert len(Targets.fixed(0.5)) == 1
    with refused(UnknownNameError, "ecdf"):
        suite_targets("bbob", "tables")
    runs = runs_of([[5, 9]], [9], targets=[10, 1e-3])
    spread = recorded_targets(runs, 10)
    assert spread.values[0, 0] == pytest.approx(1e6)
    assert spread.values[0, -1] == pytest.approx(1e-3)
    assert refused.messages == said


@pytest.mark.parametrize("name", REFERENCES)
def test_shipped_figures_are_those_of_the_archives(name):
    """Read the archive that the peer ships, with the reader of recorded data, and compare all."""
    archive = peer_folder("cocopp") / "refalgs" / f"{name}.tar.gz"
    reference = load_reference(name)
    assert reference.provenance["sha256"] == sha256(archive.read_bytes()).hexdigest()
    runs = load(archive, cache=False)
    assert runs.is_reference.all()
    assert len(runs) == len(reference.function)
    rows = reference.rows(runs.function, runs.dimension)
    np.testing.assert_array_equal(runs.runtimes(reference.targets, grid=0), reference.ert[rows])
    # Successes and runs of the winners, and their names, at every step of the archive.
    owner = np.repeat(np.arange(len(runs)), np.diff(runs.offsets))
    columns = reference.columns(runs.step_precision)
    place = rows[owner], np.minimum(columns, len(reference.targets) - 1)
    stored = columns < len(reference.targets)
    for mine, theirs in (("successes", "successes"), ("trials", "runs")):
        np.testing.assert_array_equal(
            getattr(reference, mine)[place][stored], runs.step_extra[theirs][stored]
        )
    sources = [runs.reference_names[int(code)] for code in runs.step_extra["source"][stored]]
    winners = [reference.algorithms[code] for code in reference.winner[place][stored]]
    assert [source.removesuffix(".tgz") for source in sources] == winners


def test_rows_of_a_reference():
    row = load_reference("best2009-bbob").to_dicts()[0]
    assert list(row) == [
        "function", "dimension", "target", "ert", "algorithm", "successes", "runs"
    ]  # fmt: skip
    assert (row["function"], row["dimension"]) == (1, 2)


def test_references_by_name(said, refused):
    name = "best2009-bbob"
    reference = load_reference(name)
    one, other = run_length_targets(name), run_length_targets(reference)
    np.testing.assert_array_equal(one.values, other.values)
    curves = reference_ecdf(name, dimensions=5), reference_ecdf(reference, dimensions=5)
    np.testing.assert_array_equal(curves[0][0].x, curves[1][0].x)
    runs = runs_of([[50, 90]], [200], suite="bbob", dimension=2)
    assert loss_ratios(runs, name).to_dicts() == loss_ratios(runs, reference).to_dicts()
    with refused(UnknownNameError, "'best'"):
        run_length_targets("best")
    assert refused.messages == said
