"""The scripts that measure speed and accuracy run and measure everything.

How fast is fast enough is judged by the scripts themselves (`make bench`), on a quiet machine;
tests that run beside others hold nothing against a clock.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.peers import need_peer

need_peer("cocoex")
need_peer("ioh")

ROOT = Path(__file__).parents[2]
CELLS = 24 * 6


MEASURED = (0, 1)  # 1: a target of speed was missed


def run(script: str, *arguments: str, cwd: Path, accepted: tuple[int, ...] = (0,)) -> str:
    command = [sys.executable, str(ROOT / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    assert done.returncode in accepted, done.stderr
    return done.stdout


@pytest.mark.slow
def test_speed(tmp_path: Path) -> None:
    arguments = ("--quick", "--json", "times.json")
    text = run("benchmarks/evaluate.py", *arguments, cwd=tmp_path, accepted=MEASURED)
    assert "geometric mean" in text
    times = json.loads((tmp_path / "times.json").read_text())
    for part in ("single", "recording", "batch"):
        assert len(times[part]["cells"]) == CELLS
        assert times[part]["geometric_mean"] > 0
    assert times["construction"]["ratio"] > 0
    assert times["construction and evaluation"]["ratio"] > 0
    assert [path.name for path in tmp_path.iterdir()] == ["times.json"]


@pytest.mark.slow
def test_accuracy(tmp_path: Path) -> None:
    run("scripts/make_accuracy.py", "--quick", "--output", "accuracy.md", cwd=tmp_path)
    text = (tmp_path / "accuracy.md").read_text(encoding="utf-8")
    assert "$" not in text
    rows = re.findall(r"^\| \d+ \| .*$", text, re.MULTILINE)
    assert len(rows) == 2 * 24 + 15  # two tables of bbob and one of pairs of groups
    errors = [float(cell) for row in rows for cell in row.split("|")[3:-1]]
    assert max(errors) <= 1e-9
    assert sum(error <= 1e-12 for error in errors) > 0.9 * len(errors)
    ranges = re.findall(r"^\| \d+–\d+ \| .*$", text, re.MULTILINE)
    assert len(ranges) == 10 + 9  # noisy and constrained
    errors = [float(cell) for row in ranges for cell in row.split("|")[3:-1]]
    assert max(errors) <= 1e-10


@pytest.mark.slow
def test_speed_of_the_further_suites(tmp_path: Path) -> None:
    run("benchmarks/suites.py", "--quick", "--json", "s.json", cwd=tmp_path, accepted=MEASURED)
    run("benchmarks/pbo.py", "--quick", cwd=tmp_path, accepted=MEASURED)
    run("benchmarks/mabbob.py", "--quick", cwd=tmp_path, accepted=MEASURED)
    run("benchmarks/dropins.py", "--quick", cwd=tmp_path, accepted=MEASURED)
    figures = json.loads((tmp_path / "s.json").read_text())
    archive = figures.pop("archive")
    assert archive["ratio"] > 0
    assert archive["bytes"] <= 64
    assert len(figures) == 5
    for suite, part in figures.items():
        assert min(part.values()) > 0, suite


@pytest.mark.slow
def test_a_whole_comparison(tmp_path: Path) -> None:
    text = run("benchmarks/compare.py", "--rounds", "1", "--json", "x.json", cwd=tmp_path)
    assert "above the solvers" in text
    assert {"solvers", "optimeter"} <= set(json.loads((tmp_path / "x.json").read_text()))


@pytest.mark.slow
@pytest.mark.system
def test_cluster(tmp_path: Path) -> None:
    need_peer("distributed")
    arguments = ("--quick", "--json", "c.json")
    text = run("benchmarks/cluster.py", *arguments, cwd=tmp_path, accepted=MEASURED)
    assert "2 late workers" in text
    figures = json.loads((tmp_path / "c.json").read_text())
    assert set(figures["cost"]) == {"40", "80"}
    assert {"wall", "processor"} == set(figures["cost"]["40"])
    assert figures["late"] > 0
