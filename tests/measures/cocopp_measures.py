"""Compute measures with cocopp and store them; run as a program, apart from the tests.

cocopp prints, warns, writes beside the data and keeps global state, so it gets its own process and
its own copies of the data.

Usage: python cocopp_measures.py single|biobjective OUTPUT.npz DATA…
"""

import contextlib
import io
import sys
import warnings

import numpy as np

GRID = 10.0 ** (np.arange(10, -41, -1) / 5)
OFF_GRID = np.array([5.0, 0.03, 2e-6])
LOSS_BUDGETS = (2, 10, 100, 1e3, 1e4, 1e5)
LOSS_PERCENTILES = [0, 10, 25, 50, 75, 90]
TABLE = np.array([10, 1, 0.1, 0.01, 0.001, 1e-5, 1e-7])


def single(data_sets, rows):
    from cocopp import toolsstats

    targets = np.concatenate([GRID, OFF_GRID])
    algorithms = list(dict.fromkeys(ds.algId for ds in data_sets))
    for number, ds in enumerate(data_sets):
        rows[f"{number}:id"] = np.array([algorithms.index(ds.algId), ds.funcId, ds.dim])
        rows[f"{number}:ert"] = np.array(ds.detERT(targets))
        rows[f"{number}:lengths"] = np.sort(ds.maxevals)
    rows["algorithms"] = np.array(algorithms)
    rows["targets"] = targets
    by_problem = {}
    for ds in data_sets:
        by_problem.setdefault((ds.funcId, ds.dim), {})[ds.algId] = ds
    tests = []
    for (function, dimension), members in by_problem.items():
        names = [name for name in algorithms if name in members]
        for i, one in enumerate(names):
            for other in names[i + 1 :]:
                found = toolsstats.significancetest(members[one], members[other], TABLE)
                for target, (z, p) in zip(TABLE, found, strict=True):
                    key = (algorithms.index(one), algorithms.index(other), function, dimension)
                    tests.append((*key, target, z, p))
    rows["tests"] = np.array(tests, dtype=float)
    rows["finals"] = np.array(
        [(algorithms.index(ds.algId), ds.funcId, ds.dim, np.median(ds.finalfunvals))
         for ds in data_sets]
    )  # fmt: skip
    losses(data_sets, rows)


def losses(data_sets, rows):
    """Loss ratios of the first algorithm, and the percentiles that its table shows."""
    from cocopp import pplogloss, pproc, toolsstats

    first = next(iter(data_sets)).algId
    for dimension in {5, 20}.intersection(ds.dim for ds in data_sets):
        chosen = [ds for ds in data_sets if ds.algId == first and ds.dim == dimension]
        budgets = [budget * dimension for budget in LOSS_BUDGETS]
        found = pplogloss.generateData(pproc.DataSetList(chosen), budgets, 0.0)
        table = np.array([found[function] for function in sorted(found)])
        rows[f"loss:{dimension}"] = table
        rows[f"loss_percentiles:{dimension}"] = np.array(
            [toolsstats.prctile(column, LOSS_PERCENTILES) for column in table.T]
        )


def budget_targets(rows):
    from cocopp import pproc

    for label, budgets, options in (
        ("table", [0.5, 1.2, 3, 10, 50], {"force_different_targets_factor": 10**0.2}),
        (
            "ecdf",
            np.logspace(np.log10(0.5), np.log10(50), 31),
            {"force_different_targets_factor": 1},
        ),
    ):
        chooser = pproc.RunlengthBasedTargetValues(budgets, smallest_target=1e-8, **options)
        found = []
        for function in range(1, 25):
            for dimension in (2, 3, 5, 10, 20, 40):
                values = chooser((function, dimension))
                found.append((function, dimension, *values, *[np.nan] * (31 - len(values))))
        rows[f"budget:{label}"] = np.array(found, dtype=float)


def biobjective(data_sets, rows):
    positive = 10.0 ** (np.arange(0, -51, -1) / 10)
    negative = -(10.0 ** (np.arange(-50, -39, 2) / 10))
    exact = np.concatenate([positive, [0.0], negative])
    from cocopp import testbedsettings

    own = np.sort(np.array(testbedsettings.current_testbed.pprldmany_target_values((1, 2))))[::-1]
    for number, ds in enumerate(data_sets):
        rows[f"{number}:id"] = np.array([ds.funcId, ds.dim])
        rows[f"{number}:instances"] = np.array(ds.instancenumbers)
        rows[f"{number}:evals"] = np.array(ds.detEvals(exact))
        rows[f"{number}:own_evals"] = np.array(ds.detEvals(own))
        rows[f"{number}:lengths"] = np.array(ds.maxevals)
    rows["targets"] = exact
    rows["own_targets"] = own


def main(kind, output, sources):
    rows = {}
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        import cocopp

        data_sets = cocopp.load(sources)
        if kind == "single":
            single(data_sets, rows)
            budget_targets(rows)
        else:
            biobjective(data_sets, rows)
    np.savez(output, **rows)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
