"""Reading recorded data, as ratios to cocopp and iohinspector measured in the same run.

    python benchmarks/loading.py [DATA]

DATA is a folder with `coco/*/*.tgz` and `ioh/SO_Data`; by default `../shared/data`. Every
measurement is made in a process of its own, without any cache, importing the packages beforehand;
the smallest of three counts. Times are those of all cores together, so that a busy machine does not
matter and threads give no advantage. Promised: an archive at least 10 times as fast as cocopp,
IOHprofiler data at least 5 times as fast as iohinspector.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import optimeter as om
from optimeter.data.convert import convert

REPETITIONS = 3

OURS = """
import sys, time
import optimeter as om
om.load
begin = time.process_time()
runs = om.load(sys.argv[1], cache=False)
print(time.process_time() - begin)
"""
COCOPP = """
import contextlib, io, sys, time, warnings
warnings.simplefilter("ignore")
with contextlib.redirect_stdout(io.StringIO()):
    import cocopp
    begin = time.process_time()
    cocopp.load(sys.argv[1])
    seconds = time.process_time() - begin
print(seconds)
"""
IOHINSPECTOR = """
import sys, time, warnings
warnings.simplefilter("ignore")
import iohinspector
begin = time.process_time()
manager = iohinspector.DataManager()
manager.add_folder(sys.argv[1])
manager.load(monotonic=True, include_meta_data=True)
print(time.process_time() - begin)
"""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One data set loaded by both: CPU seconds, and the promised ratio."""

    name: str
    peer: str
    ours: float
    theirs: float
    promised: float

    @property
    def ratio(self) -> float:
        """How many times as fast we are."""
        return self.theirs / self.ours


def seconds(script: str, data: Path) -> float:
    """Return the smallest time of some runs; the data are copied anew each time."""
    best = float("inf")
    for _ in range(REPETITIONS):
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / data.name
            if data.is_dir():
                shutil.copytree(data, copy)
            else:
                shutil.copy(data, copy)
            result = subprocess.run(
                [sys.executable, "-c", script, str(copy)],
                capture_output=True, text=True, check=True, env={"HOME": scratch},
            )  # fmt: skip
        best = min(best, float(result.stdout.splitlines()[-1]))
    return best


def loading(data: Path) -> Iterator[Comparison]:
    """Compare the loading of every archive and IOHprofiler folder."""
    peers = [("cocopp", COCOPP, 10.0, path) for path in sorted(data.glob("coco/*/*.tgz"))]
    peers += [
        ("iohinspector", IOHINSPECTOR, 5.0, path) for path in sorted(data.glob("ioh/SO_Data/*"))
    ]
    with tempfile.TemporaryDirectory() as scratch:
        # A data set of the usual size: an archive of COCO's in the other format.
        for archive in sorted(data.glob("coco/bbob/R-SHADE*.tgz")):
            folder = Path(scratch) / f"{archive.stem}-as-IOH"
            convert(om.load(archive, cache=False), folder, to="ioh")
            peers.append(("iohinspector", IOHINSPECTOR, 5.0, folder))
        for peer, script, promised, path in peers:
            yield Comparison(path.stem, peer, seconds(OURS, path), seconds(script, path), promised)


def main(argument: str | None = None) -> int:
    """Print the table; the exit code says whether all promises hold."""
    default = Path(__file__).resolve().parents[2] / "shared" / "data"
    data = Path(argument) if argument else default
    if not data.is_dir():
        print(f"skipped: no recorded data at {data}")
        return 0
    print(f"{'load':42} {'peer':13} {'peer s':>8} {'ours s':>8} {'ratio':>7} promised")
    missed = False
    for row in loading(data):
        missed = missed or row.ratio < row.promised
        print(
            f"{row.name[:42]:42} {row.peer:13} {row.theirs:8.3f} {row.ours:8.4f} {row.ratio:7.1f} "
            f"{row.promised:g} {'' if row.ratio >= row.promised else 'MISSED'}",
            flush=True,
        )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
