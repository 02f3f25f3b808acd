"""What runs cost beside evaluations: seconds and batches, in a file beside the data.

The file ``costs.jsonl`` has a line for each run: algorithm, suite, function, dimension and instance,
by which the run is found, repetitions in the order of the data; the numbers of some evaluations
and the seconds since the start after which they were made, the last ones those of the end; and
the calls with several points, as ``[evaluations before, points, such calls in a row]``. All other
calls had one point. Numbers of evaluations include those of constraints.

Times are never the same twice, so that they are no part of what is compared byte by byte.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from optimeter._core import Costs, Problem, Unit
from optimeter._files import write_atomically
from optimeter.record.files import COSTS_FILE
from optimeter.record.options import RecordOptions

__all__ = ["RunCosts", "cost_body", "numbered_costs"]


class RunCosts:
    """The costs of the runs that an observer records."""

    def __init__(self, options: RecordOptions) -> None:
        self._options = options
        self._runs: dict[str, list[Costs]] = {}

    def observe(self, problem: Problem) -> None:
        """Note the costs of the problem from now on."""
        self._runs.setdefault(problem.id, []).append(Costs(problem, self._options))

    def end(self) -> None:
        """All runs are over."""
        for runs in self._runs.values():
            for one in runs:
                one.end()

    def write(self, folder: Path, finished: Sequence[Unit]) -> None:
        """Write the costs of the runs that were recorded, which are given in the order of their ends.

        Runs on one problem end in the order in which they began; those without evaluations have
        left no trace.
        """
        waiting = {name: iter(_begun(runs)) for name, runs in self._runs.items()}
        lines = [
            costs.line(number, unit)
            for number, unit in enumerate(finished)
            if (costs := next(waiting.get(unit.problem, iter(())), None)) is not None
        ]
        write_atomically(folder / COSTS_FILE, "".join(lines))


def _begun(runs: Iterable[Costs]) -> list[Costs]:
    return [one for one in runs if one.evaluations]


def cost_body(line: str) -> tuple[int, str]:
    """Part a line into the number of its run and the rest.

    Examples
    --------
    >>> cost_body('{"run": 3, "algorithm": "a"}')
    (3, '"algorithm": "a"}')
    """
    head, _, body = line.partition(", ")
    return int(head.removeprefix('{"run": ')), body


def numbered_costs(run: int, body: str) -> str:
    r"""Return the line of a run under a number of its own.

    Examples
    --------
    >>> numbered_costs(3, '"algorithm": "a"}')
    '{"run": 3, "algorithm": "a"}\n'
    """
    return f'{{"run": {run}, {body}\n'
