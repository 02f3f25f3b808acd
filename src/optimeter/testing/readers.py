"""The contract of a reader of recorded data, and of data that shall be read."""

import pickle
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from optimeter.data import Runs, load
from optimeter.data.convert import convert
from optimeter.exceptions import DataError, MissingPackageError
from optimeter.testing.contract import expect

__all__ = ["ReaderContract"]

TARGETS = 10.0 ** np.arange(3, -9, -1)
DAMAGED = 8  # ways in which each file is cut, at most


class ReaderContract:
    r"""Tests of a reader on recorded data; inherit, say what to read, and how if not by `om.load`.

    Authors of a logger use it as it is, on data that the logger wrote. Authors of a reader override
    `read`.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from optimeter.testing import ReaderContract
    >>> class TestMyLogger(ReaderContract):
    ...     def source(self):
    ...         path = pathlib.Path(tempfile.mkdtemp(), "runs.csv")
    ...         _ = path.write_text("function,dimension,run,evaluations,value\n1,2,1,1,8.5\n")
    ...         return path
    >>> TestMyLogger().test_steps_improve()
    """

    def source(self) -> Path:
        """Return a file or folder of recorded data, small, and left as it is by the tests."""
        raise NotImplementedError

    def read(self, path: Path) -> Runs:
        """Read the data; raises `DataError` if they cannot be read."""
        return load(path, cache=False)

    def test_there_are_runs(self) -> None:
        """Runs of named algorithms, without a finding worse than a note."""
        runs = self.read(self.source())
        expect(len(runs) > 0, "no runs")
        expect(all(runs.algorithms), f"an algorithm has no name: {runs.algorithms}")
        bad = [entry for entry in runs.findings if entry.severity != "note"]
        expect(not bad, f"{len(bad)} findings; the first: {bad[0] if bad else ''}")

    def test_steps_improve(self) -> None:
        """Within a run evaluations rise and values fall strictly; the end is the last step."""
        runs = self.read(self.source())
        expect(runs.offsets[0] == 0, "the first step belongs to no run")
        expect((np.diff(runs.offsets) >= 0).all(), "the offsets of the steps fall")
        expect(runs.offsets[-1] == len(runs.step_evaluations), "steps belong to no run")
        for number in range(len(runs)):
            part = slice(runs.offsets[number], runs.offsets[number + 1])
            counts, values = runs.step_evaluations[part], runs.step_precision[part]
            expect((counts >= 1).all(), f"run {number}: evaluations begin at 1")
            expect((np.diff(counts) > 0).all(), f"run {number}: evaluations do not rise")
            expect((np.diff(values) < 0).all(), f"run {number}: values do not fall")
            if len(counts):
                end = runs.evaluations[number]
                expect(end >= counts[-1], f"run {number}: ends at {end}, steps at {counts[-1]}")

    def test_runtimes_follow_from_the_steps(self) -> None:
        """The runtime of a target is the first step that reaches it, or infinite."""
        runs = self.read(self.source())
        runtimes = runs.runtimes(TARGETS)
        expect(runtimes.shape == (len(runs), len(TARGETS)), f"shape {runtimes.shape}")
        expect((runtimes[:, 1:] >= runtimes[:, :-1]).all(), "a harder target is reached earlier")
        finite = np.where(np.isfinite(runtimes), runtimes, 0)
        reference = runs.is_reference[:, None]
        late = (finite > runs.evaluations[:, None]) & ~reference
        expect(not late.any(), "a target is reached after the end of a run")

    def test_arrays_are_read_only(self) -> None:
        """Nobody changes what was measured."""
        runs = self.read(self.source())
        for name in ("function", "instance", "evaluations", "step_evaluations", "step_precision"):
            expect(not getattr(runs, name).flags.writeable, f"{name} can be written")

    def test_reading_twice_gives_the_same(self) -> None:
        """Also after pickling."""
        runs = self.read(self.source())
        expect(runs.equals(self.read(self.source())), "reading again gives other runs")
        expect(runs.equals(pickle.loads(pickle.dumps(runs))), "pickling changes the runs")

    def test_parts_make_the_whole(self) -> None:
        """Runs taken one by one and joined are the table."""
        runs = self.read(self.source())
        joined = Runs.concatenate([runs[number] for number in range(len(runs))])
        expect(
            np.array_equal(joined.runtimes(TARGETS), runs.runtimes(TARGETS)),
            "runs taken one by one have other runtimes",
        )

    def test_other_formats_keep_the_runs(self) -> None:
        """Written as a table and read again, the runs are the same."""
        runs = self.read(self.source())
        if runs.is_reference.any():
            return  # expected runtimes are no runs, and no format of runs holds them
        with tempfile.TemporaryDirectory() as folder:
            for name in ("csv", "parquet"):
                try:
                    again = load(convert(runs, Path(folder, name), to=name), cache=False)
                except MissingPackageError:  # not everybody has polars
                    continue
                expect(len(again) == len(runs), f"{name}: {len(again)} of {len(runs)} runs")
                first, second = _ordered(runs), _ordered(again)
                expect(np.array_equal(first, second), f"{name}: other runtimes")

    def test_damage_is_told(self) -> None:
        """Files that are cut off or full of nonsense never raise anything but `DataError`."""
        with tempfile.TemporaryDirectory() as folder:
            for path, what in self._damaged(Path(folder)):
                try:
                    runs = self.read(path)
                except DataError:
                    continue
                except Exception as error:  # the breach that this is about
                    message = f"{what}: {type(error).__name__}: {error}"
                    raise AssertionError(message) from error
                expect(isinstance(runs, Runs), f"{what}: gave {type(runs).__name__}")

    def _damaged(self, folder: Path) -> Iterator[tuple[Path, str]]:
        """Yield copies of the source with one file cut off, emptied or overwritten."""
        source = self.source()
        files = (
            [source] if source.is_file() else sorted(p for p in source.rglob("*") if p.is_file())
        )
        chosen = files[:: -(-len(files) // DAMAGED)]
        for number, file in enumerate(chosen):
            whole = file.read_bytes()
            for kind, text in (
                ("cut", whole[: len(whole) * (number + 1) // (len(chosen) + 1)]),
                ("empty", b""),
                ("nonsense", whole[: len(whole) // 2] + b"\xff nan,1e999 {[\n" * 3),
            ):
                copy = folder / f"{number}-{kind}" / source.name
                copy.parent.mkdir()
                if source.is_file():
                    copy.write_bytes(text)
                else:
                    shutil.copytree(source, copy)
                    changed = copy / file.relative_to(source)
                    changed.chmod(0o644)
                    changed.write_bytes(text)
                yield copy, f"{file.name}, {kind}"


def _ordered(runs: Runs) -> np.ndarray:
    """Return the runtimes in an order that does not depend on that of the runs."""
    keys = (runs.instance, runs.dimension, runs.function, runs.evaluations)
    table = np.column_stack([*keys, runs.runtimes(TARGETS)])
    ordered: np.ndarray = table[np.lexsort(table.T)]
    return ordered
