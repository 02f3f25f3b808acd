"""The native core of Optimeter."""

from collections.abc import Callable, Iterable, Mapping, Sequence
import enum
import os
import pathlib
from typing import Any, Literal, Never, TypedDict, overload

import numpy
import numpy.typing

from optimeter._arrays import AnyArray, DeviceArray, Point, Points
from optimeter._core import (
    arrow as arrow,
    ioh as ioh,
    measures as measures,
    number_lists as number_lists,
    parsers as parsers,
    ragged as ragged
)
import optimeter.problems.callables
import optimeter.problems.evaluated
import optimeter.problems.optimum
import optimeter.problems.restore


source_digest: str = ...

def _provide(**things: object) -> None:
    """Hand over what is written in Python for the classes of this module."""

class Archive:
    """
    Non-dominated objective vectors, with the hypervolume they dominate.

    ``Archive(ideal, nadir)`` measures in the region spanned by these two points, normalized to [0, 1]; what is
    below the ideal counts as on it. ``extremes=True``, for two objectives, says that the nadir consists of
    their values at the other's only optimum: a vector at the ideal in one objective is then the extreme
    point of the region, as in the bi-objective suites. ``Archive(objectives=m)`` only keeps the vectors.

    Examples
    --------
    >>> from optimeter.problems import Archive
    >>> archive = Archive(ideal=[0, 0], nadir=[1, 1])
    >>> archive.add([[0.5, 0.5], [0.75, 0.25], [0.75, 0.75]]).tolist()
    [True, True, False]
    >>> archive.hypervolume
    0.3125
    """

    def __init__(self, ideal: numpy.typing.ArrayLike | None = None, nadir: numpy.typing.ArrayLike | None = None, *, reference: float = 1.0, objectives: int = 2, extremes: bool = False) -> None: ...

    def add(self, y: numpy.typing.ArrayLike) -> bool | numpy.typing.NDArray[numpy.bool_]:
        """Add a vector (m,) or several (n, m); True where one was not dominated."""

    @property
    def objectives(self) -> numpy.typing.NDArray[numpy.float64]:
        """The vectors, (n, m), in the order in which they came."""

    @property
    def evaluations(self) -> numpy.typing.NDArray[numpy.int64]:
        """The number of the evaluation of each vector, (n,), from 1."""

    @property
    def number_of_objectives(self) -> int: ...

    @property
    def ideal(self) -> numpy.typing.NDArray[numpy.float64] | None:
        """The lower corner of the region; None without one."""

    @property
    def nadir(self) -> numpy.typing.NDArray[numpy.float64] | None:
        """The upper corner of the region; None without one."""

    @property
    def hypervolume(self) -> float:
        """The dominated part of the region, from 0 to 1; NaN without a region."""

    @property
    def indicator(self) -> float:
        """
        reference - hypervolume, plus the distance to the region while nothing of it is dominated.
        """

    @property
    def reference(self) -> float:
        """The hypervolume that is to be reached."""

    @property
    def extremes(self) -> bool:
        """Whether the nadir consists of values at the single optima."""

    @property
    def nbytes(self) -> int:
        """Memory in use."""

    def __len__(self) -> int: ...

    def __copy__(self) -> Archive: ...

    def __deepcopy__(self, memo: object) -> Archive: ...

    def __reduce__(self) -> tuple[object, ...]: ...

    def _restore(self, objectives: object, evaluations: object) -> None: ...

    def __repr__(self) -> str: ...

def compiler() -> str:
    """The compiler that made the engine, with its version."""

def compiler_flags() -> str:
    """
    The flags that shaped its code, without those of single instruction sets.
    """

def _problem_of(key: str) -> Problem | None:
    """
    The problem of this process to whose run the key belongs; None if there is none.
    """

def _problem_from_callable(description: optimeter.problems.callables.CallableDescription) -> Problem: ...

class Problem:
    """
    A problem of a suite, or one made from a callable.

    ``problem(x)`` evaluates a point of shape (d,), ``problem(X)`` a batch of shape (n, d), with the same
    bits as n single calls; both count. Problems may be evaluated from several threads, they pickle and
    copy with their counters, and they are equal when they are the same problem of the same suite. While
    a problem is observed or has a budget, its copies are the problem itself and count on its account.

    Examples
    --------
    >>> import optimeter as om
    >>> problem = om.problem("bbob", function=1, dimension=3)
    >>> problem([1, 2, 3])
    103.87187008000001
    >>> problem([[1, 2, 3], [0, 0, 0]])
    array([103.87187008,  81.40627008])
    >>> problem.evaluations, problem.best_value
    (3, 81.40627008)
    """

    @overload
    def __call__(self, x: AnyArray, /) -> Any:
        """
        Evaluate a point, (d,), giving a float, or a batch, (n, d), giving (n,) values.

        With m objectives it gives (m,) values for a point, which a type checker takes for a float
        all the same (`numpy.asarray` is right for both), and (n, m) values for a batch. Points in
        the memory of a GPU give values there.
        """

    @overload
    def __call__(self, x: Point, /) -> float: ...

    @overload
    def __call__(self, x: Points, /) -> numpy.typing.NDArray[numpy.float64]: ...

    @overload
    def __call__(self, x: DeviceArray, /) -> Any: ...

    def __init__(self, *arguments: Never) -> None: ...

    @property
    def id(self) -> str:
        """Its identifier, e.g. 'bbob_f001_i01_d02'."""

    @property
    def name(self) -> str:
        """Its name in words."""

    @property
    def suite(self) -> str:
        """The name of its suite; empty if it has none."""

    @property
    def function(self) -> int:
        """The number of its function in the suite."""

    @property
    def dimension(self) -> int:
        """The number of variables."""

    @property
    def instance(self) -> int:
        """Which shifted and rotated version of the function it is."""

    @property
    def group(self) -> str:
        """The name of the group that its function belongs to."""

    @property
    def number_of_objectives(self) -> int:
        """The number of objectives."""

    @property
    def number_of_constraints(self) -> int:
        """The number of constraints."""

    @property
    def number_of_integer_variables(self) -> int:
        """How many of the variables, the first ones, are integers."""

    @property
    def lower_bounds(self) -> numpy.ndarray[tuple[int], numpy.dtype[numpy.float64]]:
        """The lower bounds of the region of interest, as a new array."""

    @property
    def upper_bounds(self) -> numpy.ndarray[tuple[int], numpy.dtype[numpy.float64]]:
        """The upper bounds of the region of interest, as a new array."""

    @property
    def initial_solution(self) -> numpy.ndarray[tuple[int], numpy.dtype[numpy.float64]]:
        """The first point to try, as a new array."""

    @property
    def target_precision(self) -> float:
        """How close to the optimal value the final target is."""

    @property
    def evaluations(self) -> int:
        """The number of evaluations so far."""

    @property
    def evaluations_constraints(self) -> int:
        """The number of evaluations of the constraints so far."""

    @property
    def best_value(self) -> float:
        """
        The best objective value so far; inf before the first evaluation, -inf under maximisation.
        """

    @property
    def maximize(self) -> bool:
        """Whether larger values are better."""

    @property
    def final_target_hit(self) -> bool:
        """
        Whether a value within `target_precision` of the optimal one was found.
        """

    @property
    def final_target(self) -> float | None:
        """
        The value that ends a run: the optimal one plus `target_precision`, for optimizers that need
        it; None with several objectives or where no optimum is known. Looking at it is noted in
        the recorded data, as `reveal` is.
        """

    @property
    def observed(self) -> bool:
        """True while an observer records this problem."""

    def constraint(self, x: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
        """
        The constraint values of a point, (l,), or of a batch, (n, l); feasible is <= 0.
        """

    def evaluate_all(self, x: numpy.typing.ArrayLike) -> optimeter.problems.evaluated.Evaluated:
        """
        Objectives and constraints of a point or a batch as a named tuple (f, g); both count.
        """

    @property
    def archive(self) -> Archive:
        """
        The non-dominated points so far, as a copy; for two and more objectives.
        """

    @property
    def indicator(self) -> float:
        """
        What is to be minimised with several objectives: reference value minus hypervolume, plus the
        distance to the region of interest while nothing of it is dominated.
        """

    def reseed(self, seed: int) -> None:
        """
        Begin a new stream of noise. Without effect on problems without noise, and on those that draw
        from COCO's stream.
        """

    def recommend(self, x: numpy.typing.ArrayLike) -> None:
        """Log a recommendation without counting an evaluation."""

    def reveal(self) -> optimeter.problems.optimum.Optimum:
        """
        The optimum as a named tuple (f_opt, x_opt); noted in the recorded data.
        """

    def jax(self) -> Callable[..., Any]:
        """
        A function of points for use inside jax's jit and vmap; see optimeter.problems.gpu.jax.
        """

    def signal_restart(self) -> None:
        """Tell the observer that a restart follows."""

    def set_attribute(self, name: str, value: float) -> None:
        """
        Record a number of the optimizer, e.g. its step size, with the evaluations that follow. Without an observer, or in a format that has no place for it, nothing happens.
        """

    def checkpoint(self, state: object) -> bool:
        """
        Store the state of the optimizer, from which it can go on if this run is broken off.

        An experiment that is started again calls the optimizer with a problem that stands where it stood at
        the last checkpoint; `restored` is the state. The generator, the start and the global generators of
        Python and numpy are put back by the experiment. Outside of experiments nothing happens.

        Parameters
        ----------
        state
            Anything that can be pickled. It may hold the problem and the generator that the optimizer was
            called with. It must not be None, which stands for a run that begins.

        Returns
        -------
        bool
            Whether it was stored. Calls are cheap, and most do nothing: between two states that are stored,
            `checkpoint_every` seconds pass.

        Examples
        --------
        >>> import optimeter as om
        >>> def walk(problem, start, rng):
        ...     point, step = problem.restored or (start, 1.0)
        ...     while step > 1e-9:
        ...         trial = point + step * rng.standard_normal(point.size)
        ...         if problem(trial) <= problem(point):
        ...             point = trial
        ...         step *= 0.99
        ...         problem.checkpoint((point, step))
        >>> problem = om.problem("bbob", function=1, dimension=3)
        >>> problem.restored, problem.checkpoint("outside of experiments")
        (None, False)
        """

    @property
    def restored(self) -> Any:
        """
        In a run that goes on after it was broken off, the state that the optimizer gave to `checkpoint`
        last; None in a run that begins.
        """

    def _keep_with(self, keeper: object | None) -> None:
        """
        Let an object with a method `keep` and an attribute `restored` do what `checkpoint` asks for.
        """

    def _limit(self, evaluations: int | None, *, at_target: bool = False) -> None:
        """
        Raise Stop beyond this number of evaluations, and, if `at_target`, after the final target.
        """

    def _keep_notes(self, on_error: float | None, before: optimeter.problems.restore.Notes | None = None) -> None:
        """
        Note failures and the best value of an own function from now on, with those before;
        what fails gives this value, or, if it is None, raises.
        """

    @property
    def _notes(self) -> optimeter.problems.restore.Notes | None:
        """
        What is known of the calls of an own function so far, where it is kept.
        """

    @property
    def _index(self) -> int:
        """The position in the complete suite, in bi-objective suites."""

    @property
    def _optimum_known(self) -> bool:
        """Whether the optimal value is known."""

    @property
    def _coco_noise(self) -> bool:
        """Whether it draws from COCO's stream of random numbers."""

    @property
    def _noisy(self) -> bool:
        """Whether its values are disturbed."""

    def _raw(self, x: numpy.typing.ArrayLike) -> float:
        """
        IOHprofiler's raw value of a point, with one objective; nothing is counted.
        """

    @property
    def _refused(self) -> int:
        """How often an evaluation raised Stop."""

    @property
    def _accounted(self) -> bool:
        """Whether evaluations belong to a run, which those of copies do, too."""

    def _account_to(self, where: optimeter.problems.restore.Address) -> None:
        """Let evaluations count for the run of another process."""

    @property
    def _elsewhere(self) -> optimeter.problems.restore.Elsewhere:
        """What other processes did for the run."""

    def _end_run(self) -> None:
        """The run is over: from now on evaluations raise AccountError."""

    @property
    def _description(self) -> optimeter.problems.callables.CallableDescription | None:
        """What it was made from, if it was made from a function."""

    def __copy__(self) -> Problem: ...

    def __deepcopy__(self, memo: object) -> Problem: ...

    def __reduce__(self) -> tuple[object, ...]: ...

    def _set_state(self, state: optimeter.problems.restore.State) -> None: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def _repr_html_(self) -> str: ...

    @staticmethod
    def from_callable(function: optimeter.problems.callables.Function, lower: numpy.typing.ArrayLike, upper: numpy.typing.ArrayLike, *, name: str = '', objectives: int = 1, constraint: optimeter.problems.callables.Function | None = None, constraints: int = 0, integer_variables: int = 0, initial_solution: numpy.typing.ArrayLike | None = None, optimum: numpy.typing.ArrayLike | None = None, best_parameter: numpy.typing.ArrayLike | None = None, nadir: numpy.typing.ArrayLike | None = None, maximize: bool = False, target_precision: float = 1e-8, vectorized: bool = False, suite: str = '', function_number: int | None = None, instance: int = 1, group: str = '', id: str | None = None) -> Problem:
        """
        Make a problem from a Python function; see optimeter.problems.callables.
        """

class DeviceKernel:
    """What one kernel of a problem is compiled from."""

    @property
    def source(self) -> str:
        """The name of its source."""

    @property
    def family(self) -> str:
        """The family of its function."""

    @property
    def index(self) -> int:
        """The number of its function there, from 0."""

    @property
    def dimension(self) -> int:
        """The number of variables."""

    @property
    def block(self) -> int:
        """Rows of the blocks of its matrices."""

    @property
    def integers(self) -> int:
        """Integer variables."""

    @property
    def boxed(self) -> bool:
        """Whether it is +inf outside of the box."""

    @property
    def rotated(self) -> bool:
        """Whether it reads matrices."""

    @property
    def peaks(self) -> int:
        """The number of peaks, padded."""

    @property
    def ends(self) -> list[int]:
        """Where its tables end, in doubles."""

class DeviceMemory:
    """Memory of a GPU that no library owns."""

    def __init__(self, ordinal: int, bytes: int, stream: int) -> None: ...

    @property
    def address(self) -> int:
        """Where it lies."""

    @property
    def ordinal(self) -> int:
        """The number of the GPU."""

    def wait(self, stream: int) -> None:
        """Let a stream wait for the work so far."""

    def to_host(self) -> numpy.typing.NDArray[numpy.float64]:
        """Copy its numbers, once they are there."""

    def from_host(self, numbers: numpy.typing.ArrayLike) -> None:
        """Copy numbers there."""

    def dlpack(self, shape: Sequence[int]) -> object:
        """A DLPack capsule."""

class DeviceUniform:
    """Uniform random points on a GPU."""

    def __init__(self, ordinal: int, common: tuple, bounds: Sequence[float], integers: int, key: int) -> None: ...

    def fill(self, address: int, count: int, stream: int) -> None:
        """The next points."""

def device_sources() -> dict[str, str]:
    """The sources of the kernels for GPUs and of their headers, by name."""

def device_count() -> int:
    """The number of GPUs."""

def device_facts(ordinal: int) -> tuple[str, int, int, int]:
    """
    Name, architecture (90 is 9.0), CUDA version of the driver (13000 is 13.0), and processors of a GPU.
    """

def device_of_address(address: int) -> int:
    """The GPU in whose memory an address lies."""

def device_view(capsule: object) -> tuple[int, tuple[int, ...], int, int, bool, int, int]:
    """
    What a DLPack capsule says: address, shape, kind and bits of its numbers, whether they lie in C order, type and number of the device.
    """

def device_kernels(problem: Problem) -> list[DeviceKernel]:
    """
    The kernels of the objectives; none if they cannot be computed on a GPU.
    """

def device_constraint_kernels(problem: Problem) -> list[DeviceKernel]:
    """The kernels of the constraints."""

def device_loaded(problem: Problem, ordinal: int) -> bool:
    """Whether the problem was brought to that GPU."""

def device_memory(problem: Problem, ordinal: int) -> int:
    """Bytes that its tables take there."""

def device_load(problem: Problem, ordinal: int, objectives: list[tuple[bytes, int, int]], constraints: tuple[bytes, int, int] | None, common: tuple[bytes, int, int]) -> None:
    """
    Bring a problem to a GPU: compiled kernels, each with threads a block and bytes of shared memory.
    """

def device_evaluate(problem: Problem, ordinal: int, x: int, count: int, y: int, g: int, stream: int) -> None:
    """
    Evaluate points there; y and g are addresses, or 0 for what is not asked for.
    """

def jax_handlers() -> tuple[object, object]:
    """
    What XLA calls to evaluate points in the memory of the process, and of a GPU.
    """

class PointCall:
    """
    A callable that evaluates plain points without a detour.

    A class that derives from it is called with a point. If `direct` is a problem and the point is an
    array, a list or a tuple of numbers, the problem evaluates it at once, and the value is a
    ``numpy.float64`` (a float if `_floats`), or an array with several objectives. All other calls go to
    the method ``_call`` of that class. Constraints likewise, and all others go to ``_constraint``.
    """

    def __call__(self, x: numpy.typing.ArrayLike) -> Any:
        """Evaluate a point at once where that is possible, else by the method `_call`."""

    def __init__(self) -> None: ...

    def constraint(self, x: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64] | None:
        """
        Evaluate the constraints and count it; feasible is <= 0. None if there are none.
        """

    @property
    def _floats(self) -> bool: ...

    @_floats.setter
    def _floats(self, arg: bool, /) -> None: ...

    @property
    def direct(self) -> Problem | None:
        """
        The problem that evaluates plain points at once; None to let none pass.
        """

    @direct.setter
    def direct(self, problem: Problem | None) -> None: ...

def isa() -> str:
    """
    The instruction set of the kernels: the fastest available one, or the one that the environment variable OPTIMETER_ISA names. It changes the speed, never a result.
    """

def available_isas() -> list[str]:
    """
    The instruction sets that this machine and this build support, from slowest to fastest.
    """

def _vecmath(name: str, isa: str, x: object, y: object | None = None) -> object:
    """
    A function of the vector math of an array by the kernels of an instruction set.
    """

def _mathematics(name: str, x: object, y: object | None = None) -> object:
    """A function of those that make instances, correctly rounded."""

class FunctionInfo:
    """A function of a suite."""

    @property
    def number(self) -> int: ...

    @property
    def name(self) -> str: ...

    @property
    def group(self) -> str:
        """The name of its group, e.g. 'separable'."""

    @property
    def ioh_name(self) -> str:
        """Its name in IOHprofiler's files."""

    def __repr__(self) -> str: ...

class GroupInfo:
    """A set of functions of a suite."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str:
        """What its functions are, in words."""

    @property
    def functions(self) -> tuple[int, ...]:
        """Numbers, ascending."""

    def __repr__(self) -> str: ...

class CocoStream:
    """The random numbers of COCO's noisy suite, shared by problems."""

    def __init__(self, uniform: int = 30, normal: int = 30) -> None: ...

    @property
    def counters(self) -> tuple[int, int]:
        """How many uniform and normal numbers were drawn, from 30 on."""

    def __reduce__(self) -> tuple[object, ...]: ...

class SuiteInfo:
    """
    The facts of a suite, the same that its problems are made from.

    Examples
    --------
    >>> from optimeter.problems import suite_info
    >>> bbob = suite_info("bbob")
    >>> bbob.dimensions, [group.name for group in bbob.groups][:2]
    ((2, 3, 5, 10, 20, 40), ['separable', 'moderate'])
    >>> bbob.instances(2009)[:7]
    (1, 2, 3, 4, 5, 1, 2)
    >>> suite_info("bbob-constrained").number_of_constraints(function=4, dimension=10)
    16
    """

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str:
        """What it is, in words."""

    @property
    def functions(self) -> tuple[FunctionInfo, ...]:
        """Ascending by number."""

    @property
    def groups(self) -> tuple[GroupInfo, ...]:
        """Every function belongs to one of them."""

    @property
    def subgroups(self) -> tuple[GroupInfo, ...]:
        """Further sets of functions, which may overlap."""

    @property
    def dimensions(self) -> tuple[int, ...]:
        """The published ones; others can be made as well."""

    @property
    def years(self) -> tuple[int, ...]:
        """
        The years with instances of their own; `instances` knows whether the last ones hold on.
        """

    @property
    def default_year(self) -> int:
        """The year whose instances are taken when none are asked for."""

    @property
    def coco_observer(self) -> str:
        """
        The observer that COCO records it with; empty where COCO does not have it.
        """

    @property
    def publication(self) -> str:
        """The publication that a paper cites for it, as an entry of BibTeX."""

    @property
    def number_of_objectives(self) -> int: ...

    @property
    def constrained(self) -> bool:
        """Whether problems have constraints."""

    @property
    def integer_variables(self) -> bool:
        """Whether some of the variables, the first ones, are integers."""

    @property
    def noisy(self) -> bool:
        """Whether the values are disturbed."""

    @property
    def maximize(self) -> bool:
        """Whether larger values are better."""

    @property
    def optimum_known(self) -> bool:
        """
        Whether the optimal value and a point that attains it are known, so that values are judged by
        their precision; of one objective only.
        """

    @property
    def repeated_instances(self) -> bool:
        """
        Whether runs on different instances repeat one experiment; otherwise instances are problems of
        their own.
        """

    @property
    def table_dimensions(self) -> tuple[int, ...]:
        """The dimensions for which tables are made."""

    @property
    def analysed_instances(self) -> tuple[int, ...]:
        """The instances whose runs an analysis uses; empty where it uses all."""

    @property
    def reference(self) -> str:
        """
        The algorithm that is shipped to compare with; empty where there is none.
        """

    def instances(self, year: int | None = None) -> tuple[int, ...]:
        """
        The instances of a year, or the default ones, in order, repetitions kept.
        """

    def number_of_constraints(self, function: int, dimension: int) -> int:
        """The number of constraints of a function in a dimension."""

    def check_function(self, function: int) -> None:
        """Raise unless there is a function of this number."""

    def check_dimension(self, dimension: int) -> None:
        """Raise unless problems of this dimension can be made."""

    def check_instance(self, instance: int) -> None:
        """Raise unless this instance can be made."""

    @property
    def one_dimension_each(self) -> bool:
        """Whether every function has one dimension of its own."""

    def has(self, function: int, dimension: int) -> bool:
        """Whether a function can have a dimension that is possible in the suite."""

    def id(self, function: int, dimension: int, instance: int) -> str:
        """The id of a problem."""

    def __repr__(self) -> str: ...

def suite_names() -> list[str]: ...

def suite_info(name: str) -> SuiteInfo:
    """The facts of a suite."""

def make_problem(suite: str, function: int, dimension: int, instance: int, coco_stream: CocoStream | None = None, index: int | None = None) -> Problem:
    """Make one problem of a suite."""

def set_threads(count: int) -> None:
    """
    Set the number of threads that large batches use.

    By default it is the number of cores. Small batches and single points always stay on the calling
    thread. The values do not depend on it.

    Examples
    --------
    >>> import optimeter as om
    >>> om.set_threads(2)
    """

def threads() -> int:
    """The number of threads that large batches use."""

class EngineFunction:
    """A function of the engine, made from parameters."""

    def __call__(self, x: numpy.typing.ArrayLike) -> float | numpy.typing.NDArray[numpy.float64]:
        """Return the value of a point, or of the rows of a batch."""

    @property
    def parameters(self) -> tuple[object, ...]:
        """What it was made from."""

    def __reduce__(self) -> tuple[object, ...]: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

def _many_affine(optimum: Sequence[float], weights: Sequence[float], instances: Sequence[int], scale_factors: Sequence[float]) -> EngineFunction: ...

_SCALE_FACTORS: tuple = ...

def _many_affine_instance(dimension: int, instance: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Optimum and weights of a problem of mabbob."""

def _function_in_parts(boxed: bool, function: int, dimension: int, instance: int) -> tuple[EngineFunction, float, numpy.typing.NDArray[numpy.float64], float]:
    """
    A function of IOHprofiler's BBOB or SBOX without optimal value and penalty; both beside it, and the optimum.
    """

def _bbob_function(function: int, dimension: int, instance: int) -> EngineFunction: ...

def _w_model(dimension: int, leading_ones: bool, share: float, neutrality: int, epistasis: int, ruggedness: int, instance: int) -> EngineFunction: ...

def _ising_torus(dimension: int, instance: int) -> EngineFunction: ...

class _DynamicBinVal:
    """Dynamic binary values, of a kind that is numbered from 0."""

    def __init__(self, kind: int, dimension: int, instance: int) -> None: ...

    def step(self) -> None:
        """Change the weights or the order."""

    @property
    def time(self) -> int:
        """The steps so far."""

    @property
    def weights(self) -> list[float]:
        """What a right bit adds."""

    @property
    def best(self) -> list[float]:
        """Which bits are right."""

    @property
    def order(self) -> list[int]:
        """In which order bits are compared."""

    def function(self, counted: bool) -> EngineFunction:
        """Return the function at present, or how many bits are right."""

def _dynamic_bin_val(kind: int, dimension: int, instance: int, time: int, counted: bool) -> EngineFunction: ...

def _point_set(halton: bool, count: int, dimension: int, instance: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    The coordinates of the points that IOHprofiler makes from an instance, row by row.
    """

def _star_discrepancy(points: Sequence[float], dimension: int, on_grid: bool) -> EngineFunction: ...

def _niching_facts(function: int) -> tuple[float, float, list[list[float]]]:
    """
    The published maximum of a function of cec2013, the radius of its maxima, and all of them.
    """

def _niching_function(function: int, raw: bool, favoured: Sequence[float]) -> EngineFunction: ...

def _on_graph(kind: int, vertices: int, directed: bool, ends: Sequence[int], weights: Sequence[float], vertex_weights: Sequence[float], costs: Sequence[float], limit: float, variances: Sequence[float], chance_factor: float) -> EngineFunction:
    """A cut (0), a coverage (1) or the costs (2) of a choice of vertices."""

class Always:
    """Every evaluation."""

    def __init__(self) -> None: ...

    def to_dict(self) -> dict[str, object]:
        """The members by name."""

    def __getstate__(self) -> dict[str, object]: ...

    def __setstate__(self, state: dict[str, object], /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class OnImprovement:
    """Every evaluation that is better than all before it."""

    def __init__(self) -> None: ...

    def to_dict(self) -> dict[str, object]:
        """The members by name."""

    def __getstate__(self) -> dict[str, object]: ...

    def __setstate__(self, state: dict[str, object], /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class OnDeltaImprovement:
    """
    The first evaluation, then each that is better than the last such one by over `delta`.

    Parameters
    ----------
    delta
        The difference.
    """

    def __init__(self, delta: float = 1e-10) -> None: ...

    @property
    def delta(self) -> float:
        """The difference."""

    def to_dict(self) -> dict[str, object]:
        """The members by name."""

    def __getstate__(self) -> dict[str, object]: ...

    def __setstate__(self, state: dict[str, object], /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class Each:
    """
    Each `interval`-th evaluation: those whose number minus `start` is a multiple of it.

    Parameters
    ----------
    interval
        The distance.
    start
        The number from which on it counts.
    """

    def __init__(self, interval: int, start: int = 0) -> None: ...

    @property
    def interval(self) -> int:
        """The distance."""

    @property
    def start(self) -> int:
        """The number from which on it counts."""

    def to_dict(self) -> dict[str, object]:
        """The members by name."""

    def __getstate__(self) -> dict[str, object]: ...

    def __setstate__(self, state: dict[str, object], /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class At:
    """
    The evaluations with the given numbers.

    Parameters
    ----------
    evaluations
        The numbers.
    """

    def __init__(self, evaluations: Iterable[int]) -> None: ...

    @property
    def evaluations(self) -> tuple[int, ...]:
        """The numbers."""

    def to_dict(self) -> dict[str, object]:
        """The members by name."""

    def __getstate__(self) -> dict[str, object]: ...

    def __setstate__(self, state: dict[str, object], /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class During:
    """
    The evaluations in the given intervals, pairs of first and last number, both included.

    Parameters
    ----------
    intervals
        The intervals.
    """

    def __init__(self, intervals: Iterable[tuple[int, int]]) -> None: ...

    @property
    def intervals(self) -> tuple[tuple[int, int], ...]:
        """The intervals."""

    def to_dict(self) -> dict[str, object]:
        """The members by name."""

    def __getstate__(self) -> dict[str, object]: ...

    def __setstate__(self, state: dict[str, object], /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class CocoOptions:
    """
    The observer options of COCO.

    Parameters
    ----------
    algorithm
        The name of the algorithm (COCO's `algorithm_name`).
    info
        A comment on it, one line (COCO's `algorithm_info`). Keep it the same over an experiment.
    settings
        A further key of the index, left out when empty: COCO's own post-processing warns about it.
    prefix
        How the names of the index files begin.
    number_target_triggers
        Targets per decade at which a line is written; 0 for none.
    log_target_precision
        The smallest of these targets.
    lin_target_precision
        The distance of further, linearly spaced targets.
    number_evaluation_triggers
        Accepted as in COCO and, as there, without effect: it is always 20 a decade.
    base_evaluation_triggers
        Lines are also written at these numbers times the dimension times powers of ten.
    precision_x
        Digits of variables in the files of bi-objective problems.
    precision_f
        The same of objectives and indicators.
    precision_g
        The same of constraints.
    log_discrete_as_int
        Write integer variables as integers.
    log_nondominated
        Which points are written for problems with several objectives: all that entered the archive,
        those that are left in it at the end, or none. With ``"read"`` there are none either, and the
        run may be reconstructed from such points; see `optimeter.record.feed`.
    log_decision_variables
        Whether their variables are written: in up to 5 dimensions, in all, never.
    compute_indicators
        Whether the indicator is written.
    produce_all_data
        Take the defaults of these three, whatever they are set to.

    Examples
    --------
    >>> from optimeter.record import CocoOptions
    >>> CocoOptions(algorithm="mine", log_nondominated="final").log_nondominated
    'final'
    """

    def __init__(self, *, algorithm: str = 'ALG', info: str = '', settings: str = '', prefix: str = 'bbobexp', number_target_triggers: int = 20, log_target_precision: float = 1e-08, lin_target_precision: float = 100000.0, number_evaluation_triggers: int = 20, base_evaluation_triggers: Iterable[int] = (1, 2, 5), precision_x: int = 8, precision_f: int = 15, precision_g: int = 3, log_discrete_as_int: bool = False, log_nondominated: Literal['all', 'final', 'none', 'read'] = 'all', log_decision_variables: Literal['low_dim', 'all', 'none'] = 'low_dim', compute_indicators: bool = True, produce_all_data: bool = False) -> None: ...

    @property
    def algorithm(self) -> str:
        """The name of the algorithm (COCO's `algorithm_name`)."""

    @property
    def info(self) -> str:
        """
        A comment on it, one line (COCO's `algorithm_info`). Keep it the same over an experiment.
        """

    @property
    def settings(self) -> str:
        """
        A further key of the index, left out when empty: COCO's own post-processing warns about it.
        """

    @property
    def prefix(self) -> str:
        """How the names of the index files begin."""

    @property
    def number_target_triggers(self) -> int:
        """Targets per decade at which a line is written; 0 for none."""

    @property
    def log_target_precision(self) -> float:
        """The smallest of these targets."""

    @property
    def lin_target_precision(self) -> float:
        """The distance of further, linearly spaced targets."""

    @property
    def number_evaluation_triggers(self) -> int:
        """
        Accepted as in COCO and, as there, without effect: it is always 20 a decade.
        """

    @property
    def base_evaluation_triggers(self) -> tuple[int, ...]:
        """
        Lines are also written at these numbers times the dimension times powers of ten.
        """

    @property
    def precision_x(self) -> int:
        """Digits of variables in the files of bi-objective problems."""

    @property
    def precision_f(self) -> int:
        """The same of objectives and indicators."""

    @property
    def precision_g(self) -> int:
        """The same of constraints."""

    @property
    def log_discrete_as_int(self) -> bool:
        """Write integer variables as integers."""

    @property
    def log_nondominated(self) -> Literal['all', 'final', 'none', 'read']:
        """
        Which points are written for problems with several objectives: all that entered the archive, those that are left in it at the end, or none. With ``"read"`` there are none either, and the run may be reconstructed from such points; see `optimeter.record.feed`.
        """

    @property
    def log_decision_variables(self) -> Literal['low_dim', 'all', 'none']:
        """
        Whether their variables are written: in up to 5 dimensions, in all, never.
        """

    @property
    def compute_indicators(self) -> bool:
        """Whether the indicator is written."""

    @property
    def produce_all_data(self) -> bool:
        """Take the defaults of these three, whatever they are set to."""

    def to_dict(self) -> dict[str, object]:
        """The members by name."""

    def __getstate__(self) -> dict[str, object]: ...

    def __setstate__(self, state: dict[str, object], /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    @property
    def format(self) -> Literal['coco']:
        """The name of the format."""

class IohOptions:
    """
    The options of IOHprofiler's format.

    Parameters
    ----------
    algorithm
        The name of the algorithm.
    info
        A description of it.
    triggers
        When a line is written; by default at each improvement by more than 1e-10.
    properties
        The columns after the number of the evaluation.
    positions
        Whether the variables are written.
    first_evaluation
        Write the first evaluation under any triggers; some readers lose a run without it.
    attributes
        Names of numbers of the optimizer, one column each; see `Problem.set_attribute`.
    run_attributes
        Names of numbers that are written once a run, with their last value.
    experiment_attributes
        Names and values that hold for the whole experiment.

    Examples
    --------
    >>> from optimeter.record import IohOptions
    >>> IohOptions(algorithm="mine", attributes=["sigma"]).attributes
    ('sigma',)
    """

    def __init__(self, *, algorithm: str = 'algorithm_name', info: str = 'algorithm_info', triggers: Always | OnImprovement | OnDeltaImprovement | Each | At | During | Iterable[Always | OnImprovement | OnDeltaImprovement | Each | At | During] = (OnDeltaImprovement(delta=1e-10),), properties: Sequence[Literal['raw_y', 'raw_y_best', 'transformed_y', 'transformed_y_best', 'current_y', 'current_y_best']] = ('raw_y',), positions: bool = False, first_evaluation: bool = True, attributes: Iterable[str] = (), run_attributes: Iterable[str] = (), experiment_attributes: Mapping[str, object] = {}) -> None: ...

    @property
    def algorithm(self) -> str:
        """The name of the algorithm."""

    @property
    def info(self) -> str:
        """A description of it."""

    @property
    def triggers(self) -> tuple[Always | OnImprovement | OnDeltaImprovement | Each | At | During, ...]:
        """
        When a line is written; by default at each improvement by more than 1e-10.
        """

    @property
    def properties(self) -> tuple[Literal['raw_y', 'raw_y_best', 'transformed_y', 'transformed_y_best', 'current_y', 'current_y_best'], ...]:
        """The columns after the number of the evaluation."""

    @property
    def positions(self) -> bool:
        """Whether the variables are written."""

    @property
    def first_evaluation(self) -> bool:
        """
        Write the first evaluation under any triggers; some readers lose a run without it.
        """

    @property
    def attributes(self) -> tuple[str, ...]:
        """
        Names of numbers of the optimizer, one column each; see `Problem.set_attribute`.
        """

    @property
    def run_attributes(self) -> tuple[str, ...]:
        """Names of numbers that are written once a run, with their last value."""

    @property
    def experiment_attributes(self) -> dict[str, str]:
        """Names and values that hold for the whole experiment."""

    def to_dict(self) -> dict[str, object]:
        """The members by name."""

    def __getstate__(self) -> dict[str, object]: ...

    def __setstate__(self, state: dict[str, object], /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    @property
    def format(self) -> Literal['ioh']:
        """The name of the format."""

class MemoryOptions:
    """
    The options of runs in memory.

    Parameters
    ----------
    algorithm
        The name of the algorithm.
    triggers
        Which evaluations are kept; by default all.
    positions
        Whether the points are kept.
    attributes
        Names of numbers of the optimizer that are kept too; see `Problem.set_attribute`.

    Examples
    --------
    >>> from optimeter.record import MemoryOptions
    >>> MemoryOptions(positions=False).positions
    False
    """

    def __init__(self, *, algorithm: str = 'algorithm', triggers: Always | OnImprovement | OnDeltaImprovement | Each | At | During | Iterable[Always | OnImprovement | OnDeltaImprovement | Each | At | During] = (Always(),), positions: bool = True, attributes: Iterable[str] = ()) -> None: ...

    @property
    def algorithm(self) -> str:
        """The name of the algorithm."""

    @property
    def triggers(self) -> tuple[Always | OnImprovement | OnDeltaImprovement | Each | At | During, ...]:
        """Which evaluations are kept; by default all."""

    @property
    def positions(self) -> bool:
        """Whether the points are kept."""

    @property
    def attributes(self) -> tuple[str, ...]:
        """
        Names of numbers of the optimizer that are kept too; see `Problem.set_attribute`.
        """

    def to_dict(self) -> dict[str, object]:
        """The members by name."""

    def __getstate__(self) -> dict[str, object]: ...

    def __setstate__(self, state: dict[str, object], /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    @property
    def format(self) -> Literal['memory']:
        """The name of the format."""

class CocoSuiteStrings:
    """What the strings of a suite ask for."""

    @property
    def instances(self) -> list[int]:
        """In the order asked for, repetitions kept."""

    @property
    def indices(self) -> list[int]:
        """
        The problems that are kept: positions in the complete suite with these instances.
        """

    @property
    def refusal(self) -> str:
        """Why there is no such suite, where COCO has none either; else empty."""

    @property
    def warnings(self) -> list[str]:
        """What was made of what does not fit."""

class CocoObserverStrings:
    """What the strings of an observer ask for."""

    @property
    def kind(self) -> Literal['none', 'inactive', 'one objective', 'several objectives']:
        """What it records."""

    @property
    def makes_folder(self) -> bool:
        """Whether the folder is made, even if nothing is recorded."""

    @property
    def folder(self) -> str:
        """The result folder below the outer one."""

    @property
    def options(self) -> CocoOptions:
        """The options of the recording."""

    @property
    def warnings(self) -> list[str]:
        """What was made of what does not fit."""

def read_coco_suite(name: str, instances: str, options: str) -> CocoSuiteStrings:
    """Read the strings with which COCO's programs ask for a suite."""

def read_coco_observer(name: str, options: str) -> CocoObserverStrings:
    """Read the strings with which COCO's programs ask for an observer."""

COCO_VERSION: str = '2.8.2'

IOH_VERSION: str = '0.3.22'

COCO_PRECISION: float = 1e-08

COCO_PREFIX: str = 'bbobexp'

JOURNAL_FILE: str = 'journal.jsonl'

COSTS_FILE: str = 'costs.jsonl'

UNDER_WAY_FILE: str = 'under-way.jsonl'

MOST_FAILURES: int = 100

def coco_quoted(text: str) -> str:
    """
    Return a text between quotes; what an index cannot hold there is written as %XX.
    """

def coco_stem(function: int, dimension: int) -> str:
    """
    Return the path of the data files of a function and dimension, without ending.
    """

def coco_index_keys(*, suite: str, function: int, dimension: int, precision: float, algorithm: str) -> str:
    """Return what an index says of runs on one function and dimension."""

def coco_run_header(*, optimum_known: bool, reference: str) -> str:
    """Return the line before the data of a run."""

def coco_indicator_keys(*, suite: str, algorithm: str, folder: str) -> str:
    """Return what an index says of runs with several objectives."""

def coco_indicator_run_header(*, index: int, name: str, instance: int, reference: str, targets: bool) -> str:
    """Return the lines before the data of a run with several objectives."""

class EndedRuns:
    """The runs of an observer that are over."""

    @property
    def count(self) -> int: ...

    @property
    def revealed(self) -> list[str]: ...

    @property
    def several_processes(self) -> list[str]: ...

    @property
    def facts(self) -> list[Unit]: ...

class NativeObserver:
    """Writes runs into one folder."""

    def __init__(self, folder: str | os.PathLike, options: CocoOptions | IohOptions, keep_facts: bool) -> None: ...

    @property
    def folder(self) -> pathlib.Path: ...

    @property
    def closed(self) -> bool: ...

    def observe(self, problem: Problem, keeper: object) -> None:
        """
        Record a problem from now on; `keeper` is kept as long as that goes on.
        """

    def close(self) -> None: ...

    def ended(self) -> EndedRuns: ...

class NativeMemoryRun:
    """A run in memory."""

    @property
    def suite(self) -> str: ...

    @property
    def problem(self) -> str: ...

    @property
    def function(self) -> int: ...

    @property
    def dimension(self) -> int: ...

    @property
    def instance(self) -> int: ...

    @property
    def objectives(self) -> int: ...

    @property
    def maximize(self) -> bool: ...

    @property
    def finished(self) -> bool: ...

    @property
    def total_evaluations(self) -> int: ...

    @property
    def total_evaluations_constraints(self) -> int: ...

    @property
    def optimal_value(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def counts(self) -> numpy.typing.NDArray[numpy.uint64]: ...

    @property
    def constraints_counts(self) -> numpy.typing.NDArray[numpy.uint64]: ...

    @property
    def values(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def points(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def attributes(self) -> list[numpy.typing.NDArray[numpy.float64]]: ...

    @property
    def restarts(self) -> numpy.typing.NDArray[numpy.uint64]: ...

class NativeMemoryObserver:
    """Records runs in memory."""

    def __init__(self, options: MemoryOptions) -> None: ...

    def observe(self, problem: Problem) -> None: ...

    def close(self) -> None: ...

    def runs(self) -> list[NativeMemoryRun]:
        """Copies of the runs with evaluations."""

def feed(problem: Problem, evaluations: numpy.typing.ArrayLike, objectives: numpy.typing.ArrayLike) -> list[bool]:
    """
    Enter points that were evaluated elsewhere; say which of them entered the archive.
    """

def feed_total(problem: Problem, evaluations: int) -> None:
    """Count evaluations up to this number that changed nothing."""

def detach(problem: Problem) -> None:
    """End the recording of a problem."""

class UniformStream:
    """
    A stream of uniform random numbers; the same on every machine and however many are drawn at once.
    """

    def __init__(self, seed: numpy.typing.NDArray[numpy.uint64]) -> None: ...

    def fill(self, points: numpy.typing.NDArray[numpy.float64], low: float, width: float) -> None:
        """Fill the array, row by row, with low + width * u, u in [0, 1)."""

    def __reduce__(self) -> tuple[object, ...]: ...

class Unit:
    """The facts of a recorded run: all but its lines."""

    @property
    def suite(self) -> str:
        """The name of the suite."""

    @property
    def problem(self) -> str:
        """The id of the problem."""

    @property
    def function(self) -> int:
        """The number of the function."""

    @property
    def dimension(self) -> int:
        """The number of variables."""

    @property
    def instance(self) -> int:
        """The instance."""

    @property
    def evaluations(self) -> int:
        """How often the objectives were evaluated."""

    @property
    def evaluations_constraints(self) -> int:
        """How often the constraints were evaluated."""

    @property
    def best(self) -> float:
        """The best recorded value: f - f_opt where the optimum is known."""

    @property
    def restarts(self) -> int:
        """How often the optimizer said that it restarts."""

    @property
    def revealed(self) -> bool:
        """Whether the optimum was looked at."""

    @property
    def several_processes(self) -> bool:
        """
        Whether other processes evaluated, too: the order is that of arrival, then.
        """

    def __repr__(self) -> str: ...

class UnitPlace:
    """Where a unit is: in a file of its own or in a part of a pack."""

    def __init__(self, path: str | os.PathLike, offset: int = 0, size: int | None = None) -> None: ...

    @property
    def path(self) -> pathlib.Path: ...

    @property
    def offset(self) -> int: ...

    @property
    def size(self) -> int: ...

class Recording:
    """Records one run and keeps it, for a committer or a file of its own."""

    def __init__(self, problem: Problem, folder: str | os.PathLike, options: CocoOptions | IohOptions, *, exclusive: bool = False, costs: bool = False) -> None:
        """
        Lines that are too many for the memory go to scratch files in the folder. If
        `exclusive`, nothing else can record the problem meanwhile; if `costs`, seconds and
        batches are recorded, too.
        """

    def end(self) -> None:
        """The run is over; it can be saved or committed now."""

    def abandon(self) -> None:
        """The run is over and forgotten."""

    def state(self) -> bytes:
        """The run so far, with the counters of the problem."""

    def restore(self, state: bytes) -> None:
        """
        Go on from a state of the same run; the problem must not have been evaluated.
        """

    def save(self, path: str | os.PathLike, *, sync: bool) -> None:
        """
        Write the unit to a file of its own, which is there complete or not at all.
        """

class Costs:
    """Notes the seconds and batches of one run."""

    def __init__(self, problem: Problem, options: CocoOptions | IohOptions) -> None:
        """Beside what records the problem already, from now on."""

    def end(self) -> None:
        """The run is over, if it was not before."""

    @property
    def evaluations(self) -> int:
        """How many were made."""

    def line(self, run: int, unit: Unit) -> str:
        """The costs as a line of JSON, with the facts of the unit."""

class Committer:
    """
    Writes finished runs to packs, flushes them to the disk and notes them in the journal, in a thread of its own.
    """

    def __init__(self, folder: str | os.PathLike) -> None: ...

    def submit(self, outcome: Outcome, recording: Recording | None) -> None:
        """
        Hand over a finished run; None as `recording` stands for one without data.
        """

    def committed(self) -> int:
        """How many runs have been committed."""

    def flush(self) -> int:
        """Wait until all are committed; how many."""

def read_unit(place: UnitPlace) -> Unit:
    """The facts of a stored unit."""

def read_pack(path: str | os.PathLike) -> list[tuple[int, UnitPlace]]:
    """The runs of a pack and where their units are."""

def write_pack(path: str | os.PathLike, units: Sequence[tuple[int, UnitPlace]]) -> None:
    """Copy units into a new pack."""

def renumber_pack(path: str | os.PathLike, indices: Mapping[int, int]) -> None:
    """Give the problems of runs other indices in the headers of their units."""

def assemble(units: Sequence[UnitPlace], folder: str | os.PathLike, sync: bool = False) -> list[str]:
    """Put units together as a result folder; return the names of its files."""

class Status(enum.Enum):
    """How a run ended."""

    def __str__(self) -> str: ...

    DONE = 0

    FAILED = 1

    TIMEOUT = 2

class Outcome:
    """
    How one run ended.

    Parameters
    ----------
    run
        Index in the plan.
    problem
        Id of the problem.
    trial
        Counts the runs on this problem, from 1.
    status
        Whether it is done, failed, or took too long.
    evaluations
        As the budget counts them: of the objectives and of the constraints.
    target_hit
        Whether the final target was hit.
    restarts
        How often the optimizer was started again.
    message
        Why the run failed, or what was odd about it.
    seconds
        Wall time; known while the experiment runs, kept in the provenance.
    failed_evaluations
        How many of the evaluations have no value, since the function failed.
    failures
        The first of them: point and message of each.
    best_value
        The best value of an own function whose optimum is not known, if there is a `best_x`.
    best_x
        Its point; empty for all other problems.
    """

    def __init__(self, run: int, problem: str, trial: int, status: Status, evaluations: int, target_hit: bool = False, restarts: int = 0, message: str = '', seconds: float = ..., failed_evaluations: int = 0, failures: Sequence[Mapping[str, object]] = (), best_value: float = 0.0, best_x: Sequence[float] = ()) -> None: ...

    @property
    def run(self) -> int:
        """Index in the plan."""

    @property
    def problem(self) -> str:
        """Id of the problem."""

    @property
    def trial(self) -> int:
        """Counts the runs on this problem, from 1."""

    @property
    def status(self) -> Status:
        """Whether it is done, failed, or took too long."""

    @property
    def evaluations(self) -> int:
        """As the budget counts them: of the objectives and of the constraints."""

    @property
    def target_hit(self) -> bool:
        """Whether the final target was hit."""

    @property
    def restarts(self) -> int:
        """How often the optimizer was started again."""

    @property
    def message(self) -> str:
        """Why the run failed, or what was odd about it."""

    @property
    def seconds(self) -> float:
        """Wall time; known while the experiment runs, kept in the provenance."""

    @property
    def failed_evaluations(self) -> int:
        """How many of the evaluations have no value, since the function failed."""

    @property
    def failures(self) -> tuple[dict[str, object], ...]:
        """The first of them: point and message of each."""

    @property
    def best_value(self) -> float:
        """
        The best value of an own function whose optimum is not known, if there is a `best_x`.
        """

    @property
    def best_x(self) -> tuple[float, ...]:
        """Its point; empty for all other problems."""

    def to_dict(self) -> dict[str, object]:
        """The members by name."""

    def __getstate__(self) -> dict[str, object]: ...

    def __setstate__(self, state: dict[str, object], /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

def journal_line(outcome: Outcome, *, timed: bool) -> str:
    """The line of the journal, with the wall time or without."""

class Verdict:
    """What a guard had to do."""

    @property
    def timed_out(self) -> bool:
        """Whether the evaluations were stopped at the time limit."""

    @property
    def interrupted(self) -> bool:
        """Whether Stop was thrown into the code of the optimizer."""

class Guard:
    """
    Ends runs that do not end by themselves: at the time limit evaluations raise Stop; an optimizer
    that does not return then gets Stop thrown into its code; an expendable process is ended when
    that does not help either, after its run was recorded as far as it came.
    """

    def __init__(self) -> None: ...

    def begin(self, problem: Problem, seconds: float | None = None, pulse: numpy.typing.NDArray[numpy.uint64] | None = None) -> None:
        """
        The calling thread begins a run on `problem`, which may take so many seconds.

        The second number of `pulse` is set to the evaluations so far, some times a second.
        """

    def begin_expendable(self, problem: Problem, seconds: float | None, pulse: numpy.typing.NDArray[numpy.uint64] | None, committer: Committer, recording: Recording, late: Outcome, defiant: Outcome) -> None:
        """The same in a process that may be ended, with what is noted then."""

    def end(self) -> Verdict:
        """The run has ended; afterwards nothing interrupts this thread any more."""

    @staticmethod
    def end_process_with(handle: int) -> None:
        """
        End this process when something can be read from `handle`, or it is closed at the other end:
        the sentinel of the parent process.
        """

class OptionKeywords(TypedDict, total=False):
    """All options of all formats as keywords."""
    info: str
    settings: str
    prefix: str
    number_target_triggers: int
    log_target_precision: float
    lin_target_precision: float
    number_evaluation_triggers: int
    base_evaluation_triggers: Iterable[int]
    precision_x: int
    precision_f: int
    precision_g: int
    log_discrete_as_int: bool
    log_nondominated: Literal['all', 'final', 'none', 'read']
    log_decision_variables: Literal['low_dim', 'all', 'none']
    compute_indicators: bool
    produce_all_data: bool
    triggers: Always | OnImprovement | OnDeltaImprovement | Each | At | During | Iterable[Always | OnImprovement | OnDeltaImprovement | Each | At | During]
    properties: Sequence[Literal['raw_y', 'raw_y_best', 'transformed_y', 'transformed_y_best', 'current_y', 'current_y_best']]
    positions: bool
    first_evaluation: bool
    attributes: Iterable[str]
    run_attributes: Iterable[str]
    experiment_attributes: Mapping[str, object]
