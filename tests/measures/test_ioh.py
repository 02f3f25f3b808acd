"""Agreement with IOHinspector where it is right, and its rules where ours differ."""

import warnings

import numpy as np
import pytest

from optimeter.data.load import load
from optimeter.measures import value_statistics
from tests.measures.peer_rules import iohinspector_aocc
from tests.peers import need_peer
from tests.recorded import RECORDED

pytestmark = pytest.mark.oracle

LOW, HIGH, BUDGET = -8.0, 2.0, 60


@pytest.fixture(scope="module")
def runs():
    return load(*(RECORDED / "ioh" / name for name in ("HC", "RS")), cache=False)


@pytest.fixture(scope="module")
def inspector():
    """IOHinspector and the same data, read by it."""
    need_peer("iohinspector")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import iohinspector

        manager = iohinspector.DataManager()
        manager.add_folders([str(RECORDED / "ioh" / name) for name in ("HC", "RS")])
        return iohinspector, manager.load(monotonic=True, include_meta_data=True)


def test_values_at_budgets(runs, inspector):
    module, frame = inspector
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = module.aggregate_convergence(
            frame, free_vars=["algorithm_name", "function_id"], return_as_pandas=False
        )
    rows = [row for row in theirs.to_dicts() if np.isfinite(row["mean"])]
    assert len(rows) > 50
    for row in rows:
        part = runs.select(algorithms=row["algorithm_name"], functions=row["function_id"])
        mine = value_statistics(part, [row["evaluations"] / 2]).to_dicts()[0]  # dimension 2
        assert mine["mean"] == pytest.approx(row["mean"], rel=1e-9)
        assert mine["median"] == pytest.approx(row["median"], rel=1e-9)
        assert mine["sd"] == pytest.approx(row["std"], rel=1e-9)
        if row["min"] > 0:
            assert mine["geometric_mean"] == pytest.approx(row["geometric_mean"], rel=1e-6)


def test_area_by_the_integral_of_iohinspector(runs, inspector):
    import polars as pl

    module, frame = inspector
    logs = pl.col("raw_y").clip(10**LOW, 10**HIGH).log(10)
    frame = frame.with_columns(eaf=(HIGH - logs) / (HIGH - LOW))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = module.get_aocc(
            frame,
            eval_max=BUDGET,
            free_vars=["algorithm_name", "function_id"],
            return_as_pandas=False,
        )
    value = next(name for name in theirs.columns if "AOCC" in name.upper())
    assert len(theirs) == 4
    for row in theirs.to_dicts():
        part = runs.select(algorithms=row["algorithm_name"], functions=row["function_id"])
        areas = []
        for j in range(len(part)):
            own = slice(part.offsets[j], part.offsets[j + 1])
            evaluations, values = part.step_evaluations[own], part.step_precision[own]
            inside = evaluations <= BUDGET
            areas.append(iohinspector_aocc(evaluations[inside], values[inside], BUDGET, LOW, HIGH))
        assert np.mean(areas) == pytest.approx(row[value], abs=1e-9)
