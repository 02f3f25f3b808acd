"""The tables of cocopp's own report on the same data, cell by cell."""

import csv
import io
import os
import re
import shutil
import subprocess
import sys

import pytest

from optimeter.data import load
from optimeter.reports import compute
from optimeter.reports.analysis.words import ratio
from tests.peers import need_peer
from tests.reports.helpers import data_files

need_peer("cocopp")

pytestmark = pytest.mark.oracle

TARGETS = (10.0, 1.0, 0.1, 0.01, 0.001, 1e-5, 1e-7)
CELL = re.compile(r"<td[^>]*sorttable_customkey=\"([\d.]+)\">(.*?)</td>", re.DOTALL)


@pytest.fixture(scope="module")
def printed(bbob_archives, tmp_path_factory):
    """What cocopp prints for two data sets: {(function, dimension): (heads, rows of cells)}."""
    folder = tmp_path_factory.mktemp("cocopp")
    for path in bbob_archives:
        shutil.copy(path, folder)
    names = [path.name for path in bbob_archives]
    command = [sys.executable, "-m", "cocopp", "--no-interactive", "--tab-only", "-o", "out"]
    environment = {**os.environ, "MPLBACKEND": "agg"}
    subprocess.run([*command, *names], cwd=folder, env=environment, check=True, capture_output=True)
    page = next((folder / "out").glob("*/pptables.html")).read_text("latin-1")
    tables = {}
    for table in page.split('<table class="sortable" >')[1:]:
        function, dimension = re.search(r"<b>f(\d+), (\d+)-D</b>", table).groups()
        head, _, body = table.partition("</thead>")
        heads = re.findall(r"<br>([\d.e+-]+)</td>", head)
        rows = [CELL.findall(row) for row in body.split("<tr>")[1:]]
        tables[int(function), int(dimension)] = (heads, rows)
    return tables


@pytest.fixture(scope="module")
def suite(bbob_archives):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPTIMETER_CACHE", "off")
        return compute(load(*bbob_archives))


@pytest.mark.slow
def test_every_cell_is_the_one_cocopp_prints(printed, suite):
    files = data_files(suite)
    mine = {
        (row["algorithm"], int(row["function"]), int(row["dimension"]), float(row["target"])): row
        for row in csv.DictReader(io.StringIO(files["ert.csv"].decode()))
    }
    report = suite.suites[0]
    different, marks = set(), set()
    compared = {"cells": 0, "infinite": 0}
    for (function, dimension), (heads, rows) in printed.items():
        final = report.final_successes(dimension)
        present = [n for n in report.algorithms if (n, function, dimension, 10.0) in mine]
        assert len(rows) == len(present)
        for name, cells in zip(present, rows, strict=True):
            for target, (key, html) in zip(TARGETS, cells, strict=False):
                row = mine[name, function, dimension, target]
                where = (name, function, dimension, target)
                value = float(row["ratio"])
                if "infin" in html:
                    assert row["ert"] == "inf", where
                    compared["infinite"] += 1
                    continue
                if value != pytest.approx(float(key), rel=1e-5, abs=1e-6):
                    different.add(where)
                compared["cells"] += 1
                if ("<b>" in html) != (row["best"] == "True"):
                    marks.add(("bold", *where))
                if ("#9733" in html) != (row["star"] != "0"):
                    marks.add(("star", *where))
            successes = int(float(cells[-1][0]))
            assert final[name, function][0] == successes
        for target, head in zip(TARGETS, heads, strict=False):
            reference = float(mine[present[0], function, dimension, target]["reference_ert"])
            shown = ratio(reference, 1e5)
            assert float(shown.replace("∞", "inf")) == pytest.approx(float(head), rel=0.06), head
    assert compared["cells"] > 1000
    assert compared["infinite"] > 300
    # A recorded best value that increases: here the running minimum counts, which makes
    # EvoSpace-PSO-GA faster on one problem, and DIRECT's lead there no longer significant.
    assert different == {("EvoSpace-PSO-GA", 18, 2, 10.0)}
    assert marks == {("star", "DIRECT", 18, 2, 10.0)}
