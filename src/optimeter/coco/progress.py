"""Lines that show how far an experiment is."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from optimeter.coco.problem import Problem

__all__ = ["MiniPrint", "SameFunction", "ShortInfo", "ascetime", "print_flush"]

_LINE = 50  # symbols after which a new function begins a new line


def ascetime(sec: float, decimals: int = 0) -> str:
    """Write a time span: hours, minutes and seconds.

    Examples
    --------
    >>> ascetime(2001.7), ascetime(59.39, 1), ascetime(-2)
    ('0h33:21', '59.3 sec', '-2.0 sec')
    """
    if sec < 0:
        return f"{float(sec)} sec"
    if decimals and sec < 100:
        scale = 10**decimals
        return f"{int(sec * scale) / scale:g} sec"
    minutes, seconds = divmod(sec, 60)
    hours, minutes = divmod(int(minutes), 60)
    fraction = f".{int(seconds % 1 * 10**decimals):0{decimals}d}" if decimals else ""
    return f"{hours}h{minutes:02d}:{int(seconds):02d}{fraction}"


def print_flush(*args: object) -> None:
    """Print without a line end, at once."""
    print(*args, end="", flush=True)


class SameFunction:
    """Counts how often ids in a row differ in their instance at most.

    Examples
    --------
    >>> same = SameFunction()
    >>> [same(id) for id in ("bbob_f001_i01_d02", "bbob_f001_i02_d02", "bbob_f002_i01_d02")]
    [0, 1, 0]
    """

    def __init__(self) -> None:
        self.count = 0
        self.last: tuple[str, ...] | None = None

    @staticmethod
    def filter(id: str) -> tuple[str, ...]:
        """Return the parts of an id without its instance."""
        return tuple(part for part in id.split("_") if not part.startswith("i"))

    def __call__(self, id: str) -> int:
        """Return the number of directly preceding calls with the same function."""
        parts = self.filter(id)
        if parts != self.last:
            self.count, self.last = 0, parts
        self.count += 1
        return self.count - 1


class MiniPrint:
    """Prints one symbol per problem: ``|`` target hit, ``:`` restarted, else ``.``."""

    def __init__(self) -> None:
        self.dimension: int | None = None
        self.id_function: int | None = None
        self.last_index = -1
        self._calls = 0
        self._suites_done = 0
        self._start = time.time()

    @property
    def stime(self) -> str:
        """The local time, such as 17h12:32, and the days since the start."""
        days = int((time.time() - self._start) / 86400)
        now = time.localtime()
        return f"{now.tm_hour}{time.strftime('h%M:%S', now)}" + (f"+{days}d" if days else "")

    def __call__(
        self,
        problem: Problem,
        final: bool = False,
        restarted: bool | int = False,
        final_message: bool | str = False,
    ) -> None:
        """Print the symbol of a problem, and what is new before it."""
        if problem.dimension != self.dimension or problem.index < self.last_index:
            before = "" if self.dimension is None else "\n"
            print(f"{before}{problem.dimension}D {self.stime}")
            self.dimension, self.id_function, self._calls = problem.dimension, None, 0
        if problem.id_function != self.id_function:
            if self._calls >= _LINE:
                print()
                self._calls = 0
            self.id_function = problem.id_function
            print(f"{f'f{self.id_function}':>3}", end="")
        self.last_index = problem.index
        self._calls += 1
        symbol = "|" if problem.final_target_hit else ":" if restarted else "."
        print(symbol, end="", flush=True)
        if final:
            self._finish(final_message)

    def _finish(self, message: bool | str) -> None:
        if not message:
            return
        self._suites_done += 1
        print(message if isinstance(message, str) else f"\nSuite done ({self._suites_done})")


class ShortInfo:
    """Prints the functions as they come and how long an evaluation took in each dimension."""

    def __init__(self) -> None:
        self.f_current: str | None = None
        self.d_current = 0
        self.t0_dimension = time.time()
        self.evals_dimension = 0
        self.evals_by_dimension: dict[int, float] = {}
        self.runs_function = 0

    def print(self, problem: Problem, end: str = "", flush: bool = False) -> None:
        """Print what there is to say of a problem that comes now."""
        print(self(problem), end=end, flush=flush)

    def add_evals(self, evals: int, runs: int) -> None:
        """Count evaluations and runs."""
        self.evals_dimension += evals
        self.runs_function += runs

    def __call__(self, problem: Problem) -> str:
        """Return what there is to say of a problem that comes now."""
        said = ""
        number = str(problem.id).lower().split("_f")[1].split("_")[0]
        function = f"f{number}"
        if problem.dimension != self.d_current:
            if self.d_current:
                said += f"{self.function_done()} {self.dimension_done()}\n\n"
            said += f"{self.short_time_stap()}, d={problem.dimension}, running: "
            self.d_current = problem.dimension
            self.f_current = None
        if function != self.f_current:
            if self.f_current:
                said += f"{self.function_done()} "
            said += function
            self.f_current = function
        return said

    def function_done(self) -> str:
        """Return the number of runs of the last function and begin to count anew."""
        said = f"({self.runs_function})".ljust(5)
        self.runs_function = 0
        return said

    def dimension_done(self) -> str:
        """Return the time of an evaluation in the last dimension and begin to measure anew."""
        spent = (time.time() - self.t0_dimension) / max(1, self.evals_dimension)
        self.evals_by_dimension[self.d_current] = spent
        said = f"\n    {self.d_current}-D done in {spent:.1e} seconds/evaluation"
        self.evals_dimension = 0
        self.t0_dimension = time.time()
        return said

    def print_timings(self) -> None:
        """Print the time of an evaluation in each dimension."""
        rule = f"  {'-' * 29}"
        print(f"  dimension seconds/evaluations\n{rule}")
        for dimension in sorted(self.evals_by_dimension):
            print(f"    {dimension:3d}      {self.evals_by_dimension[dimension]:.1e} ")
        print(rule)

    @staticmethod
    def short_time_stap() -> str:
        """Return the local time, such as Nov15 17h10:22."""
        return time.strftime("%b%d %Hh%M:%S")
