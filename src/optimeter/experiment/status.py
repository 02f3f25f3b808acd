"""How far an experiment has come, seen from outside."""

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from optimeter._arguments import path_of
from optimeter._core import Outcome
from optimeter._show import ShownRow
from optimeter.exceptions import FileError
from optimeter.experiment.folder import ExperimentFolder
from optimeter.experiment.lock import holder
from optimeter.experiment.plan import Run, planned_runs
from optimeter.record.files import DESCRIPTION_FILE

__all__ = ["ExperimentStatus", "experiment_status"]


@dataclass(frozen=True, slots=True, repr=False)
class ExperimentStatus(ShownRow):
    """What is done, failed and missing in the folder of an experiment."""

    folder: Path
    algorithm: str
    description: dict[str, object]
    """What the experiment is, as in its file ``experiment.yaml``."""
    done: tuple[Outcome, ...]
    failed: tuple[Outcome, ...]
    """Ended with an error or by the time limit; recorded as far as they came."""
    missing: tuple[Run, ...]
    unknown: int
    """Runs of shards that were not merged: they are missing, and no more is known of them."""
    finished: bool
    """Whether the data of the folder are complete."""
    holder: str
    """Who works in the folder now; empty if nobody does."""

    def _row(self) -> dict[str, Any]:
        return {
            "algorithm": self.algorithm,
            "runs": self.runs,
            "done": len(self.done),
            "failed": len(self.failed),
            "missing": len(self.missing) + self.unknown,
            "finished": "yes" if self.finished else "no",
            "folder": str(self.folder),
        }

    @property
    def runs(self) -> int:
        """How many runs the experiment has."""
        return len(self.done) + len(self.failed) + len(self.missing) + self.unknown


def experiment_status(folder: str | PathLike[str]) -> ExperimentStatus:
    """Say what is done, failed and missing.

    Parameters
    ----------
    folder
        The folder that was given to `om.run`, or of one shard.

    Raises
    ------
    FileError
        If the folder holds no experiment; data that were not made by `om.run` have no journal.

    Examples
    --------
    >>> import tempfile
    >>> import optimeter as om
    >>> from optimeter.experiment import experiment_status
    >>> suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = om.run("random-search", suite, budget=10, folder=folder)
    ...     status = experiment_status(folder)
    >>> len(status.done), len(status.failed), len(status.missing)
    (2, 0, 0)
    """
    place = ExperimentFolder(path_of(folder))
    if not place.exists():
        message = f"{folder} holds no experiment of Optimeter: there is no {DESCRIPTION_FILE} in it"
        raise FileError(message)
    description = place.description()
    plan = place.plan()
    results = place.results(plan)
    over = [results[run.index] for run in plan if run.index in results]
    return ExperimentStatus(
        folder=place.path,
        algorithm=str(description.get("algorithm", "")),
        description=description,
        done=tuple(one.outcome for one in over if one.done),
        failed=tuple(one.outcome for one in over if not one.done),
        missing=tuple(run for run in plan if run.index not in results),
        unknown=0 if description.get("shard") else planned_runs(description, plan) - len(plan),
        finished=place.finished,
        holder=holder(place.path),
    )
