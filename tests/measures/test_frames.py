"""Tables and sets of curves as data frames and files."""

import pytest

import optimeter as om
from optimeter.data.runs import Runs
from tests.peers import need_peer

polars = need_peer("polars")


@pytest.mark.parametrize("measure", [om.ert, om.ecdf])
def test_results_become_frames_and_files(measure, tmp_path):
    runs = Runs.from_arrays(
        function=1, dimension=2, algorithm=["a", "b"], offsets=[0, 2, 3], evaluations=[50, 60],
        step_evaluations=[1, 10, 1], step_precision=[5, 0.1, 5])  # fmt: skip
    result = measure(runs, [1])
    frame = result.to_polars()
    assert frame.to_dicts() == result.to_dicts()
    assert result.to_pandas().to_dict("records") == result.to_dicts()
    result.to_parquet(tmp_path / "result.parquet")
    assert polars.read_parquet(tmp_path / "result.parquet").equals(frame)
