"""The public names, and what importing them costs."""

import subprocess
import sys

import pytest

from optimeter import measures
from tests.measures.helpers import runs_of


def test_every_public_name_exists_and_is_documented():
    assert len(set(measures.__all__)) == len(measures.__all__)
    for name in measures.__all__:
        value = getattr(measures, name)
        if callable(value) and not str(value).startswith("typing"):
            assert value.__doc__, name


@pytest.mark.system
def test_import_loads_no_heavy_library():
    code = (
        "import sys, optimeter.measures; "
        "print([m for m in ('scipy', 'matplotlib', 'polars', 'pandas') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_tables_convert():
    table = measures.ert(runs_of([[5, 9]], [9]), [1, 0.1])
    frame = table.to_polars()
    assert frame["ert"].to_list() == [5, 9]
    assert table.to_pandas()["target"].tolist() == [1, 0.1]
    assert len(table.to_dicts()) == len(table) == 2
    assert all(isinstance(value, str | int | float) for value in table.to_dicts()[0].values())
