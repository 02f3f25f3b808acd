"""The contract of a result of recorded runs: a row of the registry."""

import pickle
from dataclasses import fields
from typing import Any

import numpy as np

from optimeter.data.runs import Runs
from optimeter.exceptions import OptimeterError
from optimeter.measures import Table
from optimeter.measures.of_data import DataResult
from optimeter.measures.registry import Contest, Part, PartResult, Result
from optimeter.measures.scope import Scope
from optimeter.measures.study import Study
from optimeter.reports.results import Executor
from optimeter.testing.contract import expect

__all__ = ["ResultContract"]


class ResultContract:
    """Tests of a result; inherit, say which, and let pytest or unittest collect the class.

    Examples
    --------
    >>> import optimeter as om
    >>> from optimeter.measures.registry import PartResult
    >>> from optimeter.testing import ResultContract
    >>> class TestMine(ResultContract):
    ...     def result(self):
    ...         return PartResult("easy", om.measures.Ert, lambda part: om.ert(part.runs, [10.0]))
    >>> TestMine().test_other_algorithms_change_nothing()
    """

    def result(self) -> Result[Any, Any]:
        """Return the row."""
        raise NotImplementedError

    def runs(self) -> Runs:
        """Return runs of two algorithms or more that it says something of."""
        return self.result().example()

    def test_the_result_is_of_its_kind_and_goes_to_other_processes(self) -> None:
        """It is an object of the class that the row names, and comes back from pickle."""
        row, made = self.result(), made_of(self.result(), self.runs())
        kinds = f"a {type(made).__name__}, not a {row.kind.__name__}"
        expect(isinstance(made, row.kind), f"{row.name} is {kinds}")
        back = pickle.loads(pickle.dumps(made))
        expect(bits(back) == bits(made), f"{row.name} does not come back from pickle as it was")

    def test_the_same_runs_give_the_same_bits(self) -> None:
        """Nothing but the runs matters."""
        row, runs = self.result(), self.runs()
        first, second = (bits(made_of(row, runs)) for _ in range(2))
        expect(first == second, f"{row.name} differs when it is made again")

    def test_other_algorithms_change_nothing(self) -> None:
        """A result of one algorithm in one dimension is the same, whoever else is loaded."""
        row, runs = self.result(), self.runs()
        if not isinstance(row, PartResult) or Study.of(runs).settings.gaps:
            return  # gaps are between the values of all
        one = runs.algorithms[0]
        alone, every = (_made_of_part(row, some) for some in (runs.select(algorithms=one), runs))
        expect(alone == every, f"{row.name} depends on who else is loaded")

    def test_columns_are_those_of_the_tables(self) -> None:
        """What is said of columns is about columns that are there, of one length."""
        row = self.result()
        if row.columns is None:
            return
        about = row.columns
        columns = about.of(made_of(row, self.runs()))
        told = {*about.undefined, *about.spread, *about.divided}
        expect(told <= {*columns}, f"{row.name}: no columns {sorted(told - {*columns})}")
        lengths = {len(column) for column in columns.values()}
        expect(len(lengths) == 1, f"{row.name}: columns of lengths {sorted(lengths)}")

    def test_rows_are_plain_and_of_what_was_chosen(self) -> None:
        """A result that is asked for by name has rows of texts and numbers, and refuses no runs."""
        row, runs = self.result(), self.runs()
        if not isinstance(row, DataResult):
            return
        function, dimension = (int(column.max()) for column in (runs.function, runs.dimension))
        found = row.of(runs, functions=function, dimensions=dimension).to_dicts()
        expect(found, f"{row.name} has no rows")
        expect({*row.shown} <= {*found[0]}, f"{row.name} lacks a column that it shows")
        for one in found:
            wrong = [name for name in one if not isinstance(one[name], str | int | float)]
            expect(not wrong, f"{row.name}: {wrong} are no plain values")
            chosen = one.get("function", function), one.get("dimension", dimension)
            expect(chosen == (function, dimension), f"{row.name} is of {chosen}, too")
        try:
            row.of(runs[:0])
        except OptimeterError:
            return
        expect(False, f"{row.name} says something without runs")


def made_of(row: Result[Any, Any], runs: Runs) -> Any:
    """Compute a result of runs of one suite, with what it is made of."""
    if isinstance(row, DataResult):
        return row.of(runs)
    study, scope = Study.of(runs, resamples=20), Scope()
    executor = Executor(study, scope, [row])
    executor.measure(study.runs, study.recorded)
    executor.compare(
        Contest(
            study,
            scope,
            study.runs,
            measured=study.loaded,
            rivals=study.algorithms,
            leading=study.algorithms,
            made=executor.results.tables,
            dimensions=np.unique(study.runs.dimension).tolist(),
            sets={"all", *study.groups},
        )
    )
    expect(row in executor.results, f"{row.name} cannot be there for these runs")
    return executor.results[row]


def _made_of_part(row: PartResult[Any], runs: Runs) -> Any:
    """Compute a result of the first algorithm in the first dimension."""
    study = Study.of(runs, resamples=20)
    choice: dict[str, Any] = {"algorithms": runs.algorithms[0], "dimensions": runs.dimension[0]}
    recorded = None if study.recorded is None else study.recorded.select(**choice)
    return bits(row.compute(Part(study, Scope(), study.runs.select(**choice), recorded)))


def bits(value: Any) -> Any:
    """Return plain values that are equal only if all bits of a table are; its columns may be coded."""
    if isinstance(value, np.ndarray):
        return value.tolist() if value.dtype == object else (value.dtype.str, value.tobytes())
    if isinstance(value, Table):
        return list(map(bits, value.kept()))
    return [bits(getattr(value, one.name)) for one in fields(value)]
