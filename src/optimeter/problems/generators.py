"""Problems from parameters, evaluated by the engine."""

import os
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter._arguments import choice, integer, integers
from optimeter._core import (
    _SCALE_FACTORS,
    Problem,
    _many_affine,
    _star_discrepancy,
    _w_model,
)
from optimeter.exceptions import InvalidValueError
from optimeter.problems.callables import from_callable, vector
from optimeter.problems.suite import Suite

__all__ = ["many_affine", "many_affine_suite", "star_discrepancy", "w_model"]

FUNCTIONS = len(_SCALE_FACTORS)


def many_affine(
    weights: ArrayLike,
    instances: ArrayLike,
    x_opt: ArrayLike,
    *,
    scale_factors: ArrayLike | None = None,
    suite: str = "",
    function_number: int | None = None,
    instance: int = 1,
    name: str = "ManyAffine",
) -> Problem:
    """Make an affine combination of the 24 functions of bbob, as IOHprofiler defines it.

    The suite ``mabbob`` has combinations by number; this makes any other.

    Parameters
    ----------
    weights
        24 numbers of at least 0, of which usually a few are positive; they need not sum to 1.
    instances
        Which instance of each function: 24 integers.
    x_opt
        The optimum; its length is the dimension.
    scale_factors
        What the logarithm of each function is divided by; by default IOHprofiler's numbers.
    suite, function_number, instance, name
        As for `Problem.from_callable`.

    Examples
    --------
    >>> from optimeter.problems import many_affine
    >>> weights = [0.5, 0.5] + [0] * 22
    >>> problem = many_affine(weights, [1] * 24, x_opt=[1.5, -2.0])
    >>> problem([1.5, -2.0]) == problem.reveal().f_opt
    True
    """
    optimum = vector(x_opt, "x_opt", finite=True)
    scales = _SCALE_FACTORS if scale_factors is None else scale_factors
    function = _many_affine(
        optimum.tolist(),
        tuple(vector(weights, "weights", FUNCTIONS, finite=True).tolist()),
        tuple(_integers(instances, "instances")),
        tuple(vector(scales, "scale_factors", FUNCTIONS, finite=True).tolist()),
    )
    box = np.full(len(optimum), 5.0)
    return from_callable(
        function,
        -box,
        box,
        name=name,
        suite=suite,
        function_number=function_number,
        instance=instance,
    )


def w_model(
    dimension: int,
    base: Literal["OneMax", "LeadingOnes"] = "OneMax",
    *,
    share: float = 1.0,
    neutrality: int = 1,
    epistasis: int = 1,
    ruggedness: int = 0,
    suite: str = "",
    function_number: int | None = None,
    instance: int = 1,
    name: str = "",
) -> Problem:
    """Make a problem of bits of the W-model: a count of ones behind layers that make it harder.

    The layers stand in the order of the parameters, and each is left out by default. Values are
    maximised; the optimum is known.

    Parameters
    ----------
    dimension
        The number of bits.
    base
        What is counted in the end: all ones, or the leading ones.
    share
        The share of bits that matter, above 0 and at most 1; the others are ignored.
    neutrality
        Blocks of so many bits become their majority; a rest is ignored.
    epistasis
        Blocks of so many bits are mixed, such that changing one bit changes most of them.
    ruggedness
        The count c of q bits is permuted: from 0, not at all, to q (q - 1) / 2.
    instance
        Instance 1 is the function itself; others flip or permute the bits as in ``pbo``, and scale.
    suite, function_number, name
        As for `Problem.from_callable`.

    Examples
    --------
    >>> from optimeter.problems import w_model
    >>> problem = w_model(20, "LeadingOnes", neutrality=2, ruggedness=5)
    >>> problem.maximize, problem.reveal().f_opt
    (True, 10.0)
    """
    leading = choice(base, ("OneMax", "LeadingOnes"), "base") == "LeadingOnes"
    size = integer(dimension, "dimension", least=1, below=100_001)
    function = _w_model(
        size,
        leading,
        float(share),
        integer(neutrality, "neutrality", least=1),
        integer(epistasis, "epistasis", least=1),
        integer(ruggedness, "ruggedness", least=0, below=2**62),
        integer(instance, "instance", least=1, below=2**31),
    )
    return from_callable(
        function,
        np.zeros(size),
        np.ones(size),
        name=name or f"WModel{base}",
        integer_variables=size,
        initial_solution=np.zeros(size),
        maximize=True,
        suite=suite,
        function_number=function_number,
        instance=instance,
    )


def star_discrepancy(
    points: ArrayLike,
    *,
    on_grid: bool = False,
    suite: str = "",
    function_number: int | None = None,
    instance: int = 1,
    name: str = "StarDiscrepancy",
) -> Problem:
    """Make the problem whose maximum is the star discrepancy of a set of points.

    The value at x is how far the share of points in the box from the origin to x is from the
    volume of that box; the open and the closed box count, and outside of the unit cube it is
    negative infinity. The suites ``star-discrepancy`` and ``star-discrepancy-int`` have sets of
    points by number; this takes any other.

    Parameters
    ----------
    points
        The points, (n, d), with coordinates between 0 and 1.
    on_grid
        The variables are integers from 0 to n: indices of the sorted coordinates of the points, n
        meaning 1. The maximum lies on this grid.
    suite, function_number, instance, name
        As for `Problem.from_callable`.

    Examples
    --------
    >>> from optimeter.problems import star_discrepancy
    >>> problem = star_discrepancy([[0.25, 0.75], [0.75, 0.25]])
    >>> problem([0.75, 0.75]), problem([0.9, 0.2])
    (0.5625, 0.18000000000000002)
    >>> star_discrepancy([[0.25, 0.75], [0.75, 0.25]], on_grid=True)([1, 1])
    0.5625
    """
    table = np.asarray(points, dtype=np.float64)
    if table.ndim != 2 or not table.size:
        message = f"points must be rows of coordinates, (n, d); got shape {table.shape}"
        raise InvalidValueError(message)
    count, size = table.shape
    return from_callable(
        _star_discrepancy(table.ravel().tolist(), size, on_grid),
        np.zeros(size),
        np.full(size, float(count) if on_grid else 1.0),
        name=name,
        integer_variables=size if on_grid else 0,
        initial_solution=np.full(size, 0.0 if on_grid else 0.5),
        maximize=True,
        suite=suite,
        function_number=function_number,
        instance=instance,
    )


def many_affine_suite(
    name: str,
    weights: str | os.PathLike[str] | ArrayLike,
    instances: str | os.PathLike[str] | ArrayLike,
    optima: str | os.PathLike[str] | ArrayLike,
    *,
    dimensions: int | Sequence[int] = (2, 5),
    rows: int | Sequence[int] | None = None,
) -> Suite:
    """Make a suite of combinations from tables, such as those of the MA-BBOB competitions.

    Parameters
    ----------
    name
        How the suite is called.
    weights, instances, optima
        Tables with a row for each combination, of which the first two have 24 columns: arrays, or
        files as the competitions publish them: CSV, with a header and the number of the row in front,
        possibly packed by gzip. Of the optima a problem takes as many columns as it has variables.
    dimensions
        The dimensions of the problems.
    rows
        Which rows, by their numbers from 0; by default all. They are the instances of the problems.

    Examples
    --------
    >>> import numpy as np
    >>> from optimeter.problems import many_affine_suite
    >>> suite = many_affine_suite("mine", np.eye(24), np.ones((24, 24), int), np.zeros((24, 5)))
    >>> len(suite), suite.dimensions, suite[3].instance
    (48, (2, 5), 3)
    """
    shares, places = _table(weights, "weights"), _table(optima, "optima")
    which = _table(instances, "instances")
    for table, what in ((shares, "weights"), (which, "instances")):
        if table.shape != (len(places), FUNCTIONS):
            message = (
                f"{what} must have {FUNCTIONS} columns and as many rows as the optima, "
                f"{len(places)}; got {table.shape[1]} columns and {table.shape[0]} rows"
            )
            raise InvalidValueError(message)
    sizes = integers(dimensions, "dimensions")
    for size in sizes:
        if not 2 <= size <= places.shape[1]:
            message = (
                f"these optima have {places.shape[1]} coordinates: dimensions are from 2 to that; "
                f"got {size}"
            )
            raise InvalidValueError(message)
    chosen = range(len(places)) if rows is None else integers(rows, "rows")
    for row in chosen:
        if not 0 <= row < len(places):
            message = f"the tables have rows 0 to {len(places) - 1}; got {row}"
            raise InvalidValueError(message)
    return Suite.from_problems(
        name,
        (
            many_affine(shares[row], which[row], places[row, :size], instance=row)
            for size in sizes
            for row in chosen
        ),
    )


def _table(source: str | os.PathLike[str] | ArrayLike, what: str) -> NDArray[np.float64]:
    """Return a table of numbers, from a file or as it is."""
    if isinstance(source, (str, os.PathLike)):
        table = _table_of_file(source)
    else:
        table = np.asarray(source, dtype=np.float64)
    if table.ndim != 2 or not table.size:
        message = f"{what} must be a table of rows and columns; got shape {table.shape}"
        raise InvalidValueError(message)
    return table


def _table_of_file(source: str | os.PathLike[str]) -> NDArray[np.float64]:
    """Read a table from CSV, packed or not, without its header and the first cell of each row."""
    import csv  # noqa: PLC0415 - rarely used, as the others
    import gzip  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    data = Path(source).read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    lines = list(csv.reader(data.decode().splitlines()))[1:]
    try:
        return np.array([[float(cell) for cell in line[1:]] for line in lines if line])
    except ValueError as error:
        message = f"{source} must hold a header and rows of numbers of one length: {error}"
        raise InvalidValueError(message) from None


def _integers(values: ArrayLike, what: str) -> list[int]:
    numbers = vector(values, what, FUNCTIONS, finite=True).tolist()
    for number in numbers:
        if number != int(number):
            message = f"{what} must hold integers; got {number}"
            raise InvalidValueError(message)
    return [int(number) for number in numbers]
