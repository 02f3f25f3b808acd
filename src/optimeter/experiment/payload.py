"""The experiment on its way to the workers of an executor: one file in the folder they share.

A task carries the name and the digest of the file only. So the experiment is sent once to each worker,
whatever it weighs, and a worker that finds the file sees the folder. As long as it is there, the
experiment is wanted.
"""

import hashlib
import os
import pickle
import platform
import time
from dataclasses import dataclass
from pathlib import Path

from optimeter._files import file_error, remove_file, write_atomically
from optimeter.exceptions import ExperimentError
from optimeter.experiment.identity import optimizer_facts
from optimeter.experiment.pickling import pickle_by_value
from optimeter.experiment.software import differing_software, software_facts
from optimeter.experiment.worker import Experiment
from optimeter.record.files import WORK_FOLDER

__all__ = ["Payload"]

_PREFIX = "payload-"
_PATIENCE = 5.0  # seconds: some network file systems show new files a little later


@dataclass(frozen=True, slots=True)
class Payload:
    """Where the experiment is, and how to know that it is this one and can be done here."""

    path: Path
    digest: str
    source: str | None
    """Digest of the optimizer's source text; None where there is none."""
    software: tuple[tuple[str, str], ...]
    origin: tuple[str, int]
    """Host and process that wrote it."""

    @classmethod
    def write(cls, experiment: Experiment) -> "Payload":
        """Write the experiment into its folder; what an earlier session left is not wanted any more."""
        work = experiment.folder / WORK_FOLDER
        data = pickle_by_value(
            experiment, "the optimizer and the suite must be picklable to be sent to workers"
        )
        try:
            work.mkdir(exist_ok=True)
        except OSError as error:
            raise file_error(work, error) from error
        for old in work.glob(f"{_PREFIX}*"):
            remove_file(old)
        path = work / f"{_PREFIX}{os.urandom(4).hex()}"
        write_atomically(path, data, durable=False)
        return cls(
            path=path,
            digest=hashlib.sha256(data).hexdigest(),
            source=_source(experiment),
            software=tuple(software_facts(experiment.optimizer).items()),
            origin=(platform.node(), os.getpid()),
        )

    @property
    def folder(self) -> Path:
        """The folder of the experiment."""
        return self.path.parents[1]

    @property
    def is_at_home(self) -> bool:
        """Whether this process wrote it."""
        return self.origin == (platform.node(), os.getpid())

    def unfit(self) -> str:
        """Say why this process cannot do runs of the experiment; empty if it can."""
        reasons = differing_software(dict(self.software))
        if not reasons and not self._arrives():
            reasons = [f"{self.path} of {self.origin[0]} is not seen here"]
        if not reasons:
            return ""
        return f"process {os.getpid()} on {platform.node() or 'a host'}: {'; '.join(reasons)}"

    def load(self) -> Experiment:
        """Read the experiment."""
        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise file_error(self.path, error, "read") from error
        if hashlib.sha256(data).hexdigest() != self.digest:
            message = f"{self.path} is not the file that {self.origin[0]} wrote"
            raise ExperimentError(message)
        experiment: Experiment = pickle.loads(data)
        source = _source(experiment)
        if None not in (source, self.source) and source != self.source:
            hosts = f"{platform.node()} and {self.origin[0]}"
            message = f"the optimizer has different sources on {hosts}"
            raise ExperimentError(message)
        return experiment

    def wanted(self) -> bool:
        """Whether somebody still waits for results."""
        try:
            self.path.stat()
        except FileNotFoundError:
            return False
        except OSError:  # a network that does not answer says nothing
            return True
        return True

    def withdraw(self) -> None:
        """Let the workers know that nobody waits for results any more."""
        remove_file(self.path)

    def _arrives(self) -> bool:
        deadline = time.monotonic() + _PATIENCE
        while not self.wanted():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.1)
        return True


def _source(experiment: Experiment) -> str | None:
    source = optimizer_facts(experiment.optimizer).get("source")
    return source if isinstance(source, str) else None
