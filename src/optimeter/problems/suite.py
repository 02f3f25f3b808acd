"""Suites: ordered, lazy collections of problems."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from operator import eq
from typing import Never, Self, overload

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import Selection, by_name, integer, ranges, unknown_name
from optimeter._core import Problem
from optimeter.exceptions import InvalidValueError
from optimeter.problems.callables import own_suite_name
from optimeter.problems.display import facts_html
from optimeter.problems.features import Feature, ModifiedProblems
from optimeter.problems.info import known_suite, suite_info
from optimeter.problems.keys import Key, Keys
from optimeter.problems.libraries import library_problems
from optimeter.problems.makers import EngineMaker, GivenProblems, Noise, ProblemMaker
from optimeter.problems.selection import dimension_list, function_list, instance_list

__all__ = ["Noise", "Suite", "problem"]


def problem(
    suite: str,
    function: int,
    dimension: int,
    instance: int = 1,
    *,
    noise: Noise = "independent",
) -> Problem:
    """Make one problem of a suite, of any possible dimension and instance.

    Parameters
    ----------
    suite
        The name of the suite; `om.suites` lists them.
    function, dimension, instance
        Which problem. The dimension (at least 2) and the instance (at least 1) need not be among
        the published ones.
    noise
        Where a noisy problem takes its random numbers from: ``"independent"``, a stream of its own,
        which `Problem.reseed` restarts, or ``"coco"``, the numbers of a new COCO suite.

    Examples
    --------
    >>> import optimeter as om
    >>> om.problem("bbob", function=8, dimension=20, instance=1).id
    'bbob_f008_i01_d20'
    >>> om.problem("bbob", function=1, dimension=7)([0] * 7) > 79.48
    True
    """
    info = suite_info(suite)
    key = Key(
        integer(function, "function"),
        integer(dimension, "dimension"),
        integer(instance, "instance"),
        position=-1,
    )
    return EngineMaker.of(info, noise).problem(key)  # the engine checks the numbers


class Suite(Sequence[Problem]):
    """An ordered collection of problems that are made when asked for.

    The order is that of the field: dimension, then function, then instance, which varies fastest.
    Every access makes a new problem with fresh counters.

    Parameters
    ----------
    name
        The name of the suite; `om.suites` lists those of the engine, `optimeter.problems.library_names`
        others: those of libraries, and what packages announce as entry points ``optimeter.suites``.
    functions
        Numbers or names of groups, such as ``[1, 2, 8]``, ``"1-5,8"`` or ``"separable"``; by
        default all.
    dimensions
        Written alike; by default the published ones; others are possible.
    instances
        Written alike; in this order, repetitions kept; by default the suite's own.
    year
        The instances of that year's benchmarking workshop, instead of `instances`.
    noise
        Where noisy problems take their random numbers from: ``"independent"``, each from a stream
        of its own, or ``"coco"``: all of them from one, in the order of the evaluations, which gives
        the values of COCO. COCO starts its stream again with every suite, and so does this.

    Examples
    --------
    >>> import optimeter as om
    >>> suite = om.Suite("bbob", dimensions=[2, 5], functions=range(1, 25), instances=range(1, 16))
    >>> len(suite)
    720
    >>> suite[0].id, suite[-1].id
    ('bbob_f001_i01_d02', 'bbob_f024_i15_d05')
    >>> suite["bbob_f008_i03_d05"].dimension
    5
    >>> len(suite.filter(functions="separable", dimensions=2))
    75
    """

    def __init__(
        self,
        name: str,
        *positional: Never,
        functions: Selection | None = None,
        dimensions: Selection | None = None,
        instances: Selection | None = None,
        year: int | None = None,
        noise: Noise = "independent",
    ) -> None:
        by_name(positional, "om.Suite('bbob', year=2016, dimensions=[2, 3])")
        if isinstance(name, str) and known_suite(name) is None:
            if year is not None or noise != "independent":
                message = f"year and noise are for suites of the engine; {name!r} is none"
                raise InvalidValueError(message)
            self._take(name, functions, dimensions, instances)
            return
        info = suite_info(name)
        self._name = info.name
        self._maker: ProblemMaker = EngineMaker.of(info, noise)
        self._keys = Keys.published(
            info,
            function_list(info, functions),
            dimension_list(info, dimensions),
            instance_list(info, instances, year),
        )

    def _take(self, name: str, *selections: Selection | None) -> None:
        """Become the suite of a library, as far as it is selected."""
        given = library_problems(name)
        whole = given if isinstance(given, Suite) else Suite.from_problems(name, given)
        functions, dimensions, instances = selections
        chosen = whole.filter(functions=functions, dimensions=dimensions, instances=instances)
        self._name, self._keys, self._maker = chosen._name, chosen._keys, chosen._maker

    @classmethod
    def _of(cls, name: str, keys: Keys, maker: ProblemMaker) -> Self:
        """Make a suite from its three parts."""
        suite = object.__new__(cls)
        suite._name, suite._keys, suite._maker = name, keys, maker
        return suite

    @staticmethod
    def from_problems(name: str, problems: "Iterable[Problem]") -> "Suite":
        """Make a suite of one's own from a list of problems.

        Parameters
        ----------
        name
            How the suite is called.
        problems
            Its problems, in this order. Those that belong to no suite yet become part of this one,
            and functions without a number are numbered by name, from 1.

        Examples
        --------
        >>> import optimeter as om
        >>> def bowl(x):
        ...     return float(x @ x)
        >>> def valley(x):
        ...     return float(abs(x).sum())
        >>> suite = om.Suite.from_problems(
        ...     "mine",
        ...     [
        ...         om.Problem.from_callable(function, lower=[-5] * d, upper=[5] * d, optimum=0)
        ...         for d in (2, 3)
        ...         for function in (bowl, valley)
        ...     ],
        ... )
        >>> [(problem.function, problem.dimension, problem.name) for problem in suite]
        [(1, 2, 'bowl'), (2, 2, 'valley'), (1, 3, 'bowl'), (2, 3, 'valley')]
        """
        maker = GivenProblems.adopt(str(name), problems)
        return Suite._of(str(name), maker.keys(), maker)

    @property
    def name(self) -> str:
        """The name of the suite."""
        return self._name

    @property
    def noise(self) -> Noise:
        """Where noisy problems take their random numbers from; COCO's stream if one of them does."""
        return self._maker.noise(self._keys)

    @property
    def functions(self) -> tuple[int, ...]:
        """The functions that occur, ascending."""
        return tuple(np.unique(self._keys.function).tolist())

    @property
    def dimensions(self) -> tuple[int, ...]:
        """The dimensions that occur, ascending."""
        return tuple(np.unique(self._keys.dimension).tolist())

    @property
    def instances(self) -> tuple[int, ...]:
        """The instances that occur, in the order of the suite, repetitions kept."""
        _, first = np.unique(self._keys.place, return_index=True)
        return tuple(self._keys.instance[first].tolist())

    @property
    def indices(self) -> NDArray[np.int64]:
        """Position of each problem in the complete suite with these instances.

        A filtered suite keeps the indices of the complete one, as COCO does. Problems of a
        dimension that is not published have the index -1.
        """
        return self._keys.position.astype(np.int64)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the problems, in order."""
        return tuple(self._ids)

    def problem(self, function: int, dimension: int, instance: int) -> Problem:
        """Find the first problem of this function, dimension and instance in the suite."""
        keys = self._keys
        found = np.flatnonzero(
            (keys.dimension == dimension)
            & (keys.function == function)
            & (keys.instance == instance)
        )
        if not found.size:
            message = (
                f"this suite {self._name} has no problem with function {function}, dimension "
                f"{dimension}, instance {instance}; it has functions {ranges(self.functions)}, "
                f"dimensions {ranges(self.dimensions)}, instances {ranges(self.instances)}"
            )
            raise InvalidValueError(message)
        return self._make(int(found[0]))

    def filter(
        self,
        where: Callable[[Problem], bool] | None = None,
        *,
        functions: Selection | None = None,
        dimensions: Selection | None = None,
        instances: Selection | None = None,
    ) -> Self:
        """Keep the problems that match all conditions.

        Parameters
        ----------
        where
            Called with each problem that matches the other conditions.
        functions, dimensions, instances
            As in the constructor.
        """
        keep = np.ones(len(self), dtype=bool)
        if functions is not None:
            keep &= np.isin(self._keys.function, self._maker.numbers(functions, "functions"))
        if dimensions is not None:
            keep &= np.isin(self._keys.dimension, self._maker.numbers(dimensions, "dimensions"))
        if instances is not None:
            keep &= np.isin(self._keys.instance, self._maker.numbers(instances, "instances"))
        if where is not None:
            for row in np.flatnonzero(keep):
                keep[row] = bool(where(self._make(int(row))))
        return self._subset(keep)

    def modified(self, feature: str, *, seed: int = 1, **option: float) -> "Suite":
        """Return the suite with a feature that makes its problems harder.

        Runs are judged on the true values: what is recorded has neither noise nor rounding. The
        feature is part of the suite's name, and so of the data and of their provenance.

        Parameters
        ----------
        feature
            ``"noisy"`` (`level`), ``"truncated"`` (`digits`), ``"failing"`` (`rate` of values that
            are not a number), ``"permuted"``, ``"rotated"``, ``"perturbed-start"`` (`radius`),
            ``"quantized"`` (`step`) or ``"unrelaxable"``: infinity where a constraint is violated.
        seed
            Of what is drawn for each problem: order, rotation, start. Noise and failures are drawn
            anew for each run, from the seed of the experiment.
        **option
            The option of the feature.

        Raises
        ------
        InvalidValueError
            For an option that the feature does not take, or a problem that it cannot be added to:
            one with several objectives, to be maximised, or with noise of its own.

        Examples
        --------
        >>> import optimeter as om
        >>> suite = om.Suite("bbob", functions=1, dimensions=2, instances=1)
        >>> rough = suite.modified("truncated", digits=3)
        >>> rough.name, suite[0]([1, 1]), rough[0]([1, 1])
        ('bbob+truncated=3', 84.69009408000001, 84.7)
        """
        chosen = Feature.of(feature, option, seed)
        name = own_suite_name(f"{self._name}+{chosen.label}")
        suite = Suite._of(name, self._keys, ModifiedProblems(self._maker, name, chosen))
        if len(suite):
            suite._make(0)  # raises where it cannot be added
        return suite

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[Problem]:
        return map(self._maker.problem, self._keys)

    @overload
    def __getitem__(self, key: int | str) -> Problem: ...

    @overload
    def __getitem__(self, key: slice) -> Self: ...

    def __getitem__(self, key: int | str | slice) -> Problem | Self:
        if isinstance(key, slice):
            return self._subset(key)
        if isinstance(key, str):
            return self._make(self._row_of(key))
        row = integer(key, "a suite is indexed by position, id or slice; the position")
        if not -len(self) <= row < len(self):
            message = f"position {row} is outside of this suite of {len(self)} problems"
            raise IndexError(message)
        return self._make(row % len(self))

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Problem):
            row = self._id_rows.get(item.id)
            return row is not None and self._make(row) == item
        return item in self._id_rows

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Suite):
            return NotImplemented
        same = self._name == other._name and self._ids == other._ids
        return same and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash((self._name, len(self)))

    def __repr__(self) -> str:
        return (
            f"<Suite {self._name!r}: {len(self)} problems, functions {ranges(self.functions)}, "
            f"dimensions {ranges(self.dimensions)}, instances {ranges(self.instances)}>"
        )

    def _repr_html_(self) -> str:
        facts = {
            "problems": len(self),
            "functions": ranges(self.functions),
            "dimensions": ranges(self.dimensions),
            "instances": ranges(self.instances),
        }
        return facts_html(f"suite {self._name}", facts)

    def _make(self, row: int) -> Problem:
        return self._maker.problem(self._keys[row])

    def _subset(self, rows: slice | NDArray[np.bool_]) -> Self:
        return self._of(self._name, self._keys.take(rows), self._maker)

    @cached_property
    def _ids(self) -> list[str]:
        return self._maker.ids(self._keys)

    @cached_property
    def _id_rows(self) -> dict[str, int]:
        rows: dict[str, int] = {}
        for row, name in enumerate(self._ids):
            rows.setdefault(name, row)
        return rows

    def _row_of(self, id: str) -> int:
        if id not in self._id_rows:
            raise unknown_name(id, self._id_rows, "problem", where=f" of this suite {self._name}")
        return self._id_rows[id]
