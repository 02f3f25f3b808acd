"""Where the recorded points of runs lie: the variables that data files may hold beside the values."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from optimeter._arguments import Selection
from optimeter.data._grouping import facts
from optimeter.data._position_files import (
    Opened,
    Positions,
    opened_source,
    points_of_runs,
    why_none,
)
from optimeter.data._selection import mask
from optimeter.data.costs import cost_word
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError

__all__ = ["Positions", "positions_of", "read_positions"]


def read_positions(
    source: str | os.PathLike[str],
    *,
    functions: Selection | None = None,
    dimensions: Selection | None = None,
    instances: Selection | None = None,
) -> Iterator[Positions]:
    r"""Read the recorded points of runs, one run after the other.

    Points can be many; those of a run are parsed when they are asked for, and none of them by
    `load`. Of data whose files hold no points, the best one of each run that the index tells is all
    there is (`Positions.final_only`).

    Parameters
    ----------
    source : path
        A folder or an archive, as for `load`.
    functions, dimensions, instances : int, str or iterable, optional
        Read only these, as for `Runs.select`.

    Yields
    ------
    Positions
        In the order of `load`; runs without points are left out.

    Raises
    ------
    DataError
        If the source cannot be read or holds no points of runs with one objective. Those of
        bi-objective data are in the archives that `read_fronts` reads.

    Examples
    --------
    >>> import tempfile, optimeter as om
    >>> with om.Observer(tempfile.mkdtemp() + "/walk", format="ioh", positions=True) as observer:
    ...     problem = om.problem("bbob", 1, 2)
    ...     _ = observer.observe(problem)
    ...     _ = problem([1.5, 0.0]), problem([0.0, 0.5])
    >>> run, = read_positions(observer.folder)
    >>> run.evaluations.tolist(), run.variables.tolist()
    ([1, 2], [[1.5, 0.0], [0.0, 0.5]])
    """
    opened = opened_source(source)
    chosen = mask(
        opened.runs,
        algorithms=None,
        suites=None,
        functions=functions,
        dimensions=dimensions,
        instances=instances,
    )
    rows = np.flatnonzero(chosen).tolist()
    found = points_of_runs(opened, rows)
    first = next(found, None)
    if first is None:
        raise DataError(why_none(opened, rows))
    return (one for _, one in chain([first], found))


def positions_of(runs: Runs) -> Iterator[Positions]:
    """Read the recorded points of runs that were loaded, from where they were loaded.

    Algorithms, functions and trials are called as in `runs`, and their values are judged alike.

    Parameters
    ----------
    runs : Runs
        As `load` gives them, or a choice among them.

    Yields
    ------
    Positions
        Source by source; runs without points are left out.

    Raises
    ------
    DataError
        If the runs do not come from files, these have changed, or hold no points.

    Examples
    --------
    >>> import tempfile, optimeter as om
    >>> with om.Observer(tempfile.mkdtemp() + "/walk", algorithm="walk") as observer:
    ...     problem = om.problem("bbob", 1, 2)
    ...     _ = observer.observe(problem)
    ...     _ = problem([1.5, 0.0]), problem([0.0, 0.5])
    >>> [len(one) for one in positions_of(om.load(f"mine={observer.folder}"))]
    [2]
    """
    if cost_word(runs) != "evaluations":
        message = f"points are on record by evaluations; these runs count {cost_word(runs)}"
        raise DataError(message)
    sources: dict[str, list[int]] = {}
    for row, code in enumerate(runs.source_codes.tolist()):
        about = runs.provenance[code] if code < len(runs.provenance) else {}
        sources.setdefault(about.get("path", ""), []).append(row)
    if not sources:
        message = "there are no runs to read the points of"
        raise DataError(message)
    if "" in sources:
        message = "points are read from the files that runs were loaded from; these come from none"
        raise DataError(message)
    some = False
    reasons = []
    for path, rows in sources.items():
        opened = opened_source(path)
        there = _again(opened, rows, runs)
        for other, one in points_of_runs(opened, list(there)):
            some = True
            yield _judged(one, runs, there[other], opened.runs, other)
        reasons.append(why_none(opened, list(there)))
    if not some:
        raise DataError(reasons[0])


def _again(opened: Opened, rows: Sequence[int], runs: Runs) -> dict[int, int]:
    """Return the rows of some runs by those that they have in the source, opened again."""
    path, source = opened.source.path, opened.runs
    held = {_key(source, row, source): row for row in range(len(source))}
    there = [held.get(_key(runs, row, source), -1) for row in rows]
    for row, other in zip(rows, there, strict=True):
        if other < 0 or runs.evaluations[row] != source.evaluations[other]:
            message = (
                f"a run of {runs.algorithms[runs.algorithm_codes[row]]!r} on function "
                f"{runs.function[row]} in dimension {runs.dimension[row]} is not found in {path!r} "
                "again; load it without changes and without orphans=True"
            )
            raise DataError(message)
    about = runs.provenance[int(runs.source_codes[rows[0]])]
    whole = about.get("sha256", opened.source.digest) == opened.source.digest
    # A single index may have been loaded: then the folder holds more, but these runs are the same.
    if not whole and not np.array_equal(runs.final[list(rows)], source.final[there]):
        message = f"the data in {path!r} have changed since they were loaded; load them again"
        raise DataError(message)
    return dict(zip(there, rows, strict=True))


def _judged(one: Positions, runs: Runs, row: int, before: Runs, other: int) -> Positions:
    """Return points named as in a table of runs, with distances to an optimum that was given there."""
    values = one.values
    if runs.optimum_known[row] and not before.optimum_known[other]:
        sign = -1.0 if before.maximized[other] else 1.0
        values = sign * values - (before.final[other] - runs.final[row])
    return replace(
        one,
        **facts(runs, row),
        values=values,
        optimum_known=bool(runs.optimum_known[row]),
        maximized=bool(runs.maximized[row]),
    )


def _key(runs: Runs, row: int, source: Runs) -> tuple[object, ...]:
    """Return by what a run is known, however tables were joined and algorithms renamed.

    Names count where a source holds several; functions are known by their names where they have any.
    """
    about = facts(runs, row)
    name, suite = about["algorithm"], about["suite"]
    if name not in source.algorithms:  # one that another source has, too: "NAME (source)"
        name = next((n for n in source.algorithms if name.startswith(f"{n} (")), name)
    return (
        name if len(source.algorithms) > 1 else "",
        suite if len(source.suites) > 1 else "",
        runs.function_name(suite, about["function"]) or about["function"],
        *(about[key] for key in ("dimension", "instance", "trial")),
    )
