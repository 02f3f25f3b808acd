"""`Runs`: one immutable, columnar table of recorded runs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter._arguments import Selection
from optimeter._show import Shown
from optimeter.data import _grouping as grouping
from optimeter.data import _lookup as lookup
from optimeter.data import _selection as selection
from optimeter.data import _show as show
from optimeter.data._build import checked_column, checked_fields, codes_of, trials
from optimeter.data._columns import MAPPINGS, RAGGED, RUN_DTYPES, frozen
from optimeter.data._grouping import DEFAULT_GROUPS
from optimeter.data._join import joined
from optimeter.data.costs import Cost, costing
from optimeter.data.findings import Finding
from optimeter.data.hypervolume import regions_differ, with_hypervolume
from optimeter.data.quality import Quality, check_quality, quality_of
from optimeter.data.value_ranges import with_ranges
from optimeter.exceptions import DataError

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = ["Runs"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Runs(Shown):
    """An immutable table of n runs, each with the steps of its best-so-far value.

    All values are to be minimised; data recorded under maximisation are negated on reading.
    Build one with `optimeter.load` or `Runs.from_arrays`. All arrays are read-only.

    Attributes
    ----------
    algorithms, suites : tuple of str
        Names; `algorithm_codes` and `suite_codes` (n,) int32 say which one a run belongs to.
    function, dimension, trial : (n,) int32
        `trial` counts repetitions of the same algorithm, suite, function, dimension and instance.
    instance, evaluations : (n,) int64
        Instance 0 means unknown; `evaluations` is the last evaluation count on record
        (with constraints: of f and g together).
    final : (n,) float64
        Best value at the end.
    finalized : (n,) bool
        Whether the index of the data closed the run.
    final_target : (n,) float64
        The hardest target of the data set; targets below it count as never reached. -inf: none.
    grid : (n,) int32
        Targets per decade on which runtimes are exact; 0 when every improvement is on record.
    is_reference, maximized : (n,) bool
        A reference algorithm's pseudo run, whose runtimes are expected runtimes; negated data.
    optimum_known, own_instances : (n,) bool
    objectives : (n,) int32
        How the values are judged, see `Quality`; `quality` gives it for a whole suite.
    function_names : tuple of tuples
        Suite, number and name of functions as the data give them, where the suite is not a known one.
    offsets : (n + 1,) int64
        Run j owns the steps ``offsets[j]:offsets[j + 1]``.
    step_evaluations, step_precision : (s,) int64 and float64
        Improvements, by evaluation; strictly increasing and strictly decreasing within a run.
        They answer when a target was reached.
    budget_offsets, budget_evaluations, budget_precision
        The same from files written at given evaluation counts; together with the steps they
        answer what was reached by a budget. Empty where the data have one file for both.
    extra : mapping of name to (n,) float64
        Logged attributes; of COCO data ``reference_value`` (f_opt), ``restarts`` on record and
        ``constraint_evaluations``, where there are any.
    step_extra, budget_extra : mapping of name to (s,) float64
        Where costs were recorded these and `extra` have columns ``batches`` and ``seconds``, see
        `Runs.costing`.
    record_offsets, record_evaluations, records
        Every logged line with its attributes (ragged as above; `records` maps names to columns),
        kept for data with logged attributes or several objectives.
    reference_names : tuple of str
        Names meant by the codes in ``step_extra["source"]`` of reference algorithms.
    provenance : tuple of mappings
        One per source, `source_codes` (n,) int32 says which: path, format, hash, comment …
    findings : tuple of Finding
        What the reader noticed.

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=[1, 1], dimension=2, instance=[1, 2],
    ...     offsets=[0, 3, 5], step_evaluations=[1, 4, 9, 1, 7], step_precision=[8, 2, 1, 5, 3],
    ... )
    >>> len(runs), runs.evaluations.tolist()
    (2, [9, 7])
    >>> runs.runtimes([4, 1])
    array([[ 4.,  9.],
           [ 7., inf]])
    """

    algorithms: tuple[str, ...]
    suites: tuple[str, ...]
    algorithm_codes: NDArray[np.int32]
    suite_codes: NDArray[np.int32]
    function: NDArray[np.int32]
    dimension: NDArray[np.int32]
    instance: NDArray[np.int64]
    trial: NDArray[np.int32]
    evaluations: NDArray[np.int64]
    final: NDArray[np.float64]
    finalized: NDArray[np.bool_]
    final_target: NDArray[np.float64]
    grid: NDArray[np.int32]
    is_reference: NDArray[np.bool_]
    maximized: NDArray[np.bool_]
    optimum_known: NDArray[np.bool_]
    objectives: NDArray[np.int32]
    own_instances: NDArray[np.bool_]
    source_codes: NDArray[np.int32]
    offsets: NDArray[np.int64]
    step_evaluations: NDArray[np.int64]
    step_precision: NDArray[np.float64]
    budget_offsets: NDArray[np.int64]
    budget_evaluations: NDArray[np.int64]
    budget_precision: NDArray[np.float64]
    record_offsets: NDArray[np.int64]
    record_evaluations: NDArray[np.int64]
    records: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    extra: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    step_extra: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    budget_extra: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    reference_names: tuple[str, ...] = ()
    function_names: tuple[tuple[str, int, str], ...] = ()
    provenance: tuple[Mapping[str, str], ...] = ()
    findings: tuple[Finding, ...] = ()

    def __post_init__(self) -> None:
        # Freezing here keeps every construction path honest; it copies nothing.
        for name, dtype in RUN_DTYPES.items():
            object.__setattr__(self, name, frozen(getattr(self, name), dtype))
        for offsets, evaluations, values, columns in RAGGED:
            object.__setattr__(self, offsets, frozen(getattr(self, offsets), np.int64))
            object.__setattr__(self, evaluations, frozen(getattr(self, evaluations), np.int64))
            if values is not None:
                object.__setattr__(self, values, frozen(getattr(self, values), np.float64))
            self._freeze_columns(columns)
        self._freeze_columns("extra")

    def _freeze_columns(self, name: str) -> None:
        columns = {key: frozen(values) for key, values in getattr(self, name).items()}
        object.__setattr__(self, name, MappingProxyType(columns))

    def __reduce__(self) -> tuple[Any, ...]:
        # Mapping proxies do not pickle; everything else is plain.
        values = {name: getattr(self, name) for name in self.__slots__}
        return _restored, (values | {name: dict(values[name]) for name in MAPPINGS},)

    # ---------------------------------------------------------------- building

    @classmethod
    def from_arrays(
        cls,
        *,
        function: ArrayLike,
        dimension: ArrayLike,
        offsets: ArrayLike,
        step_evaluations: ArrayLike,
        step_precision: ArrayLike,
        algorithm: str | Sequence[str] = "algorithm",
        suite: str | Sequence[str] = "",
        extra: Mapping[str, ArrayLike] | None = None,
        step_extra: Mapping[str, ArrayLike] | None = None,
        budget_extra: Mapping[str, ArrayLike] | None = None,
        provenance: Sequence[Mapping[str, str]] = (),
        findings: Sequence[Finding] = (),
        reference_names: Sequence[str] = (),
        function_names: Sequence[tuple[str, int, str]] = (),
        **columns: ArrayLike,
    ) -> "Runs":
        """Build a table from plain arrays, checked.

        Parameters
        ----------
        function, dimension : (n,) or scalar
        offsets : (n + 1,)
            Boundaries of the runs in the two step arrays.
        step_evaluations : (s,)
            Evaluation counts, at least 1, not decreasing within a run.
        step_precision : (s,)
            Values at those counts. Lines that do not improve on the lines before them (and NaN)
            count as evaluations but are no steps.
        algorithm, suite : str or n strings
        extra, step_extra, budget_extra : mapping of name to (n,) or (s,), optional
        **columns
            Any of ``instance``, ``evaluations``, ``final``, ``finalized``, ``final_target``,
            ``grid``, ``is_reference``, ``maximized``, ``optimum_known``, ``objectives``,
            ``own_instances``, ``source_codes``: (n,) or scalar; and ``budget_offsets``,
            ``budget_evaluations``, ``budget_precision``.

        Raises
        ------
        DataError
            If lengths disagree, counts decrease or are below 1, or a column is unknown.
        """
        fields = checked_fields(
            {"function": function, "dimension": dimension, **columns},
            {"offsets": offsets, "evaluations": step_evaluations, "precision": step_precision},
            names={"algorithm": algorithm, "suite": suite},
            attributes={"step": step_extra or {}, "budget": budget_extra or {}},
        )
        n = len(fields["function"])
        attributes = {k: checked_column(k, v, np.float64, n) for k, v in (extra or {}).items()}
        table = cls(
            extra=attributes,
            reference_names=tuple(reference_names),
            function_names=tuple(function_names),
            provenance=tuple(provenance),
            findings=tuple(findings),
            **fields,
        )
        return with_ranges(table)

    @classmethod
    def concatenate(cls, parts: Iterable["Runs"]) -> "Runs":
        """Join tables end to end; equal names become one algorithm, trials are counted anew.

        Functions with names are told apart by them: one whose number another one has gets a new
        number, and one that another table has by another number gets that one.

        Raises
        ------
        DataError
            If the tables contradict each other in how their values are judged.

        Examples
        --------
        >>> one = Runs.from_arrays(function=1, dimension=2, offsets=[0, 1],
        ...                        step_evaluations=[1], step_precision=[0.5])
        >>> Runs.concatenate([one, one]).trial.tolist()
        [0, 1]
        """
        table = cls(**joined(list(parts)))
        check_quality(table)
        return with_ranges(with_hypervolume(table) if regions_differ(table) else table)

    # ---------------------------------------------------------------- choosing

    def __len__(self) -> int:
        return len(self.function)

    def __getitem__(self, key: Any) -> "Runs":
        """Return the runs chosen by a mask, a slice, an index or an array of indices."""
        return replace(self, **selection.taken(self, np.atleast_1d(np.arange(len(self))[key])))

    def select(
        self,
        *,
        algorithms: str | Iterable[str] | None = None,
        suites: str | Iterable[str] | None = None,
        functions: Selection | None = None,
        dimensions: Selection | None = None,
        instances: Selection | None = None,
    ) -> "Runs":
        """Return the runs that agree with every given value, in the order of the table.

        Each argument is one value or several; numbers also as text such as ``"1-5,8"``, functions
        also by the groups of their suite. A name that does not occur raises; a number that does
        not occur selects nothing.

        Raises
        ------
        UnknownNameError
            If an algorithm or suite is not in the table, or a group not in a suite.

        Examples
        --------
        >>> runs = Runs.from_arrays(function=[1, 2, 3], dimension=2, offsets=[0, 1, 2, 3],
        ...                         step_evaluations=[1, 1, 1], step_precision=[1, 2, 3])
        >>> runs.select(functions=range(2, 9)).function.tolist()
        [2, 3]
        """
        chosen = selection.mask(
            self,
            algorithms=algorithms,
            suites=suites,
            functions=functions,
            dimensions=dimensions,
            instances=instances,
        )
        # Nothing is copied if all are chosen: the data of hundreds of algorithms are large.
        return (self if chosen.all() else self[chosen])._without_unused_names()

    def rename(self, names: Mapping[str, str]) -> "Runs":
        """Return the table with algorithms renamed; two with one name become one algorithm.

        Examples
        --------
        >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 1],
        ...                         step_evaluations=[1], step_precision=[1], algorithm="a")
        >>> runs.rename({"a": "my optimizer"}).algorithms
        ('my optimizer',)
        """
        codes_of(list(names), self.algorithms, "algorithm")
        renamed = [names.get(name, name) for name in self.algorithms]
        unique = tuple(dict.fromkeys(renamed))
        recode = np.array([unique.index(name) for name in renamed], dtype=np.int32)
        codes = recode[self.algorithm_codes] if renamed else self.algorithm_codes
        table = {name: getattr(self, name) for name in RUN_DTYPES} | {"algorithm_codes": codes}
        return replace(self, algorithms=unique, algorithm_codes=codes, trial=trials(table))

    def group_index(
        self, by: Sequence[str] = DEFAULT_GROUPS
    ) -> tuple[NDArray[np.void], NDArray[np.intp]]:
        """Assign a number to every group of runs that agree in some columns.

        Parameters
        ----------
        by : sequence of str
            Any of ``algorithm``, ``suite``, ``function``, ``dimension``, ``instance``, ``trial``.

        Returns
        -------
        keys : (g,) structured array
            One row per group, sorted in the order of `by` (algorithms and suites in table order).
        codes : (n,) int
            The row of each run's group in `keys`.
        """
        return grouping.group_index(self, by)

    def groups(self, by: Sequence[str] = DEFAULT_GROUPS) -> Iterator[tuple[Any, "Runs"]]:
        """Yield ``(key, runs)`` for every group of `group_index`; the key is a named tuple.

        Examples
        --------
        >>> runs = Runs.from_arrays(function=[2, 1, 2], dimension=2, offsets=[0, 1, 2, 3],
        ...                         step_evaluations=[1, 1, 1], step_precision=[1, 2, 3])
        >>> [(key.function, len(group)) for key, group in runs.groups(("function",))]
        [(1, 1), (2, 2)]
        """
        return grouping.groups(self, by)

    def quality(self, suite: str | None = None) -> Quality:
        """Return how the values of a suite are judged; the suite need not be named if it is alone.

        Raises
        ------
        DataError
            If the data contradict each other, or hold several suites and none is named.

        Examples
        --------
        >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 1], maximized=True,
        ...                         optimum_known=False, step_evaluations=[1], step_precision=[-5])
        >>> print(runs.quality())
        values to be maximised, optimum not known
        """
        if suite is None and len(np.unique(self.suite_codes)) > 1:
            message = f"the data hold several suites; name one of {list(self.suites)}"
            raise DataError(message)
        return quality_of(self, None if suite is None else codes_of(suite, self.suites, "suite")[0])

    def function_name(self, suite: str, function: int) -> str:
        """Return the name that the data give a function; empty if they give none."""
        for known, number, name in self.function_names:
            if (known, number) == (suite, function):
                return name
        return ""

    def _without_unused_names(self) -> "Runs":
        """Drop algorithms and suites no run belongs to, keeping the order of the others."""
        changes: dict[str, Any] = {}
        for names, codes in (("algorithms", "algorithm_codes"), ("suites", "suite_codes")):
            used, recoded = np.unique(getattr(self, codes), return_inverse=True)
            changes[names] = tuple(getattr(self, names)[code] for code in used)
            changes[codes] = recoded.reshape(-1)
        if self.function_names:
            held = {
                (self.suites[code], number)
                for code, number in set(
                    zip(self.suite_codes.tolist(), self.function.tolist(), strict=True)
                )
            }
            changes["function_names"] = tuple(n for n in self.function_names if n[:2] in held)
        return replace(self, **changes)

    # --------------------------------------------------------------- measuring

    def runtimes(self, targets: ArrayLike, *, grid: int | None = None) -> NDArray[np.float64]:
        """Return the evaluations each run needed to reach each target.

        A value v reaches target t when v <= t or the two agree to a relative 1e-9. Data that hold
        a line per grid target only (`grid` > 0) answer with the next harder grid target; targets
        below the final target of the data are never reached.

        Parameters
        ----------
        targets : float, str, (k,) or (n, k)
            The same targets for all runs, also as text such as ``"10,0.1"``, or one row per run.
        grid : int, optional
            Targets per decade in place of the data's own; 0 looks up the recorded values as such.

        Returns
        -------
        (n, k) float64
            Evaluations; inf where the target was never reached.

        Examples
        --------
        >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2], grid=5,
        ...                         step_evaluations=[1, 30], step_precision=[8, 0.09])
        >>> runs.runtimes([10, 0.1, 0.08])
        array([[ 1., 30., inf]])
        """
        return lookup.runtimes(self, targets, grid=grid)

    def run_lengths(self) -> NDArray[np.int64]:
        """Return the evaluations charged to each run when it fails.

        That is the runtime to the final target where it was reached (what a run did afterwards
        does not count), else the last evaluation on record.

        Examples
        --------
        >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2], final_target=1e-8,
        ...                         step_evaluations=[1, 30], step_precision=[8, 0], evaluations=99)
        >>> runs.run_lengths()
        array([30])
        """
        return lookup.run_lengths(self)

    def values_at(self, budgets: ArrayLike) -> NDArray[np.float64]:
        """Return the best value of each run at evaluation budgets.

        Parameters
        ----------
        budgets : (k,) or (n, k)
            Evaluation counts.

        Returns
        -------
        (n, k) float64
            The best value on record within the budget; inf before the first record; constant
            after the last.

        Examples
        --------
        >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2],
        ...                         step_evaluations=[2, 30], step_precision=[8, 0.5])
        >>> runs.values_at([1, 2, 29, 1000])
        array([[inf, 8. , 8. , 0.5]])
        """
        return lookup.values_at(self, budgets)

    def costing(self, cost: Cost) -> "Runs":
        """Return the runs with another cost in place of evaluations, for any measure.

        Where evaluations were, in `evaluations` and the steps, are then batches, or seconds as
        microseconds, which are whole numbers, too. A batch is a call with any number of points.

        Parameters
        ----------
        cost : {"evaluations", "batches", "seconds"}

        Raises
        ------
        DataError
            If a run has no such cost on record; the message says how it is recorded.

        Examples
        --------
        >>> runs = Runs.from_arrays(
        ...     function=1, dimension=2, offsets=[0, 3], step_evaluations=[1, 4, 9],
        ...     step_precision=[8, 2, 1], extra={"batches": [3], "seconds": [0.5]},
        ...     step_extra={"batches": [1, 2, 2], "seconds": [0.1, 0.2, 0.4]})
        >>> runs.costing("batches").runtimes([2, 1]).tolist()
        [[2.0, 2.0]]
        >>> runs.costing("seconds").runtimes([2, 1]).tolist()
        [[200000.0, 400000.0]]
        """
        return costing(self, cost)

    def pooled(self) -> "Runs":
        """Return the runs with all instances of a function together, as repetitions of one problem.

        Where instances are problems of their own, an expected runtime is then what was spent on all
        of them for each success, as published tables of the bi-objective suites have it, and a
        simulated restart may lead to another problem.

        Examples
        --------
        >>> from optimeter import ert
        >>> runs = Runs.from_arrays(
        ...     function=1, dimension=2, instance=[1, 2], own_instances=True, offsets=[0, 1, 2],
        ...     evaluations=[10, 50], step_evaluations=[10, 1], step_precision=[0, 9])
        >>> ert(runs, [1]).ert.tolist(), ert(runs.pooled(), [1]).ert.tolist()
        ([10.0, inf], [60.0])
        """
        return replace(self, own_instances=np.zeros(len(self), dtype=bool))

    # ---------------------------------------------------------------- exchange

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Hand one row per run to a library that speaks Arrow; steps are columns of lists."""
        from optimeter.data import frames  # noqa: PLC0415

        return frames.export_runs(self)

    def to_polars(self) -> "polars.DataFrame":
        """Return one row per run as a polars frame; steps are list columns (extra `frames`)."""
        from optimeter.data import frames  # noqa: PLC0415

        return frames.to_polars(self)

    def to_pandas(self) -> "pandas.DataFrame":
        """Return one row per run as a pandas frame; steps are list columns (extra `frames`)."""
        from optimeter.data import frames  # noqa: PLC0415

        return frames.to_pandas(self)

    def to_parquet(self, path: str | Path) -> None:
        """Write the whole table, with provenance and findings, to one Parquet file."""
        from optimeter.data import frames  # noqa: PLC0415

        frames.to_parquet(self, path)

    @classmethod
    def from_parquet(cls, path: str | Path) -> "Runs":
        """Read a table written by `to_parquet`; the result equals what was written."""
        from optimeter.data import frames  # noqa: PLC0415

        return frames.from_parquet(path)

    def equals(self, other: "Runs") -> bool:
        """Say whether two tables hold the same runs (names, columns, steps), in the same order.

        Provenance and findings do not count.
        """
        return selection.equal(self, other)

    def digest(self) -> str:
        """Return a digest of names, columns and steps: tables that differ in them differ in it.

        Extra columns, provenance and findings do not count.
        """
        return selection.digest(self)

    def __repr__(self) -> str:
        return f"<Runs: {show.summary(self)}>"

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        return show.first_rows(self, most)


def _restored(values: dict[str, Any]) -> Runs:
    return Runs(**values)
