"""The options of each format, as frozen dataclasses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypedDict

from optimeter._arguments import choice, integer, real, unknown_name
from optimeter.exceptions import InvalidTypeError
from optimeter.record.triggers import Always, OnDeltaImprovement, Trigger, native_triggers

__all__ = [
    "CocoOptions",
    "IohOptions",
    "MemoryOptions",
    "OptionKeywords",
    "RecordOptions",
    "make_options",
]

_TOO_LARGE = 2**31
_NONDOMINATED = ("all", "final", "none", "read")
_ALL_DATA = {
    "log_nondominated": "all",
    "log_decision_variables": "low_dim",
    "compute_indicators": True,
}
_VARIABLES = ("low_dim", "all", "none")
_PROPERTIES = (
    "raw_y",
    "raw_y_best",
    "transformed_y",
    "transformed_y_best",
    "current_y",
    "current_y_best",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CocoOptions:
    """The observer options of COCO.

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
    precision_x, precision_f, precision_g
        Digits in the files of bi-objective problems.
    log_discrete_as_int
        Write integer variables as integers.
    log_nondominated
        Which points are written for problems with several objectives: all that entered the archive,
        those that are left in it at the end, or none. With ``"read"`` there are none either, and
        the run may be reconstructed from such points; see `optimeter.record.feed`.
    log_decision_variables
        Whether their variables are written: in up to 5 dimensions, in all, never.
    compute_indicators
        Whether the indicator is written.
    produce_all_data
        Take the defaults of these three, whatever they are set to.

    Examples
    --------
    >>> CocoOptions(algorithm="mine", number_target_triggers=10).format
    'coco'
    """

    algorithm: str = "ALG"
    info: str = ""
    settings: str = ""
    prefix: str = "bbobexp"
    number_target_triggers: int = 20
    log_target_precision: float = 1e-8
    lin_target_precision: float = 1e5
    number_evaluation_triggers: int = 20
    base_evaluation_triggers: Sequence[int] = (1, 2, 5)
    precision_x: int = 8
    precision_f: int = 15
    precision_g: int = 3
    log_discrete_as_int: bool = False
    log_nondominated: Literal["all", "final", "none", "read"] = "all"
    log_decision_variables: Literal["low_dim", "all", "none"] = "low_dim"
    compute_indicators: bool = True
    produce_all_data: bool = False

    @property
    def format(self) -> Literal["coco"]:
        """The name of the format."""
        return "coco"

    def native(self) -> dict[str, object]:
        """Return the options in the form that the engine takes."""
        given = _as_dict(self)
        if self.produce_all_data:
            given |= _ALL_DATA
        given["base_evaluation_triggers"] = [
            integer(number, "base_evaluation_triggers", least=1, below=_TOO_LARGE)
            for number in self.base_evaluation_triggers
        ]
        given["log_nondominated"] = _choice(
            given["log_nondominated"], _NONDOMINATED, "log_nondominated"
        )
        given["log_decision_variables"] = _choice(
            given["log_decision_variables"], _VARIABLES, "log_decision_variables"
        )
        return _checked(given, CocoOptions)


@dataclass(frozen=True, slots=True, kw_only=True)
class IohOptions:
    """The options of IOHprofiler's format.

    Parameters
    ----------
    algorithm, info
        Name and description of the algorithm.
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
    >>> IohOptions(algorithm="mine", attributes=["sigma"]).format
    'ioh'
    """

    algorithm: str = "algorithm_name"
    info: str = "algorithm_info"
    triggers: Trigger | Sequence[Trigger] = field(default_factory=OnDeltaImprovement)
    properties: Sequence[str] = ("raw_y",)
    positions: bool = False
    first_evaluation: bool = True
    attributes: Sequence[str] = ()
    run_attributes: Sequence[str] = ()
    experiment_attributes: Mapping[str, object] = field(default_factory=dict)

    @property
    def format(self) -> Literal["ioh"]:
        """The name of the format."""
        return "ioh"

    def native(self) -> dict[str, object]:
        """Return the options in the form that the engine takes."""
        given = _as_dict(self)
        given["triggers"] = native_triggers(self.triggers)
        given["properties"] = [
            _choice(name, _PROPERTIES, "properties")
            for name in _names(self.properties, "properties")
        ]
        given["attributes"] = _names(self.attributes, "attributes")
        given["run_attributes"] = _names(self.run_attributes, "run_attributes")
        given["experiment_attributes"] = {
            str(name): str(value) for name, value in self.experiment_attributes.items()
        }
        return _checked(given, IohOptions)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryOptions:
    """The options of runs in memory.

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
    >>> MemoryOptions(positions=False).format
    'memory'
    """

    algorithm: str = "algorithm"
    triggers: Trigger | Sequence[Trigger] = field(default_factory=Always)
    positions: bool = True
    attributes: Sequence[str] = ()

    @property
    def format(self) -> Literal["memory"]:
        """The name of the format."""
        return "memory"

    def native(self) -> dict[str, object]:
        """Return the options in the form that the engine takes."""
        given = _as_dict(self)
        given["triggers"] = native_triggers(self.triggers)
        given["attributes"] = _names(self.attributes, "attributes")
        return _checked(given, MemoryOptions)


RecordOptions = CocoOptions | IohOptions
"""The options of a format that is written to files."""

_FORMATS: dict[str, type[CocoOptions | IohOptions | MemoryOptions]] = {
    "coco": CocoOptions,
    "ioh": IohOptions,
    "memory": MemoryOptions,
}


class OptionKeywords(TypedDict, total=False):
    """All options of all formats as keywords."""

    info: str
    settings: str
    prefix: str
    number_target_triggers: int
    log_target_precision: float
    lin_target_precision: float
    number_evaluation_triggers: int
    base_evaluation_triggers: Sequence[int]
    precision_x: int
    precision_f: int
    precision_g: int
    log_discrete_as_int: bool
    log_nondominated: Literal["all", "final", "none", "read"]
    log_decision_variables: Literal["low_dim", "all", "none"]
    compute_indicators: bool
    produce_all_data: bool
    triggers: Trigger | Sequence[Trigger]
    properties: Sequence[str]
    positions: bool
    first_evaluation: bool
    attributes: Sequence[str]
    run_attributes: Sequence[str]
    experiment_attributes: Mapping[str, object]


def make_options(
    format: str, algorithm: str | None, keywords: Mapping[str, Any]
) -> CocoOptions | IohOptions | MemoryOptions:
    """Make the options of a format from keywords; a keyword of another format is an error.

    Examples
    --------
    >>> make_options("coco", "mine", {"number_target_triggers": 5}).algorithm
    'mine'
    """
    kind = _FORMATS.get(format)
    if kind is None:
        raise unknown_name(format, _FORMATS, "format")
    known = [one.name for one in fields(kind)]
    for name in keywords:
        if name not in known:
            raise unknown_name(name, known, "option", where=f" of format {format!r}")
    chosen = dict(keywords) if algorithm is None else {**keywords, "algorithm": algorithm}
    options = kind(**chosen)
    options.native()
    return options


def _as_dict(options: object) -> dict[str, object]:
    return {one.name: getattr(options, one.name) for one in fields(options)}  # type: ignore[arg-type]


def _checked(given: dict[str, object], kind: type) -> dict[str, object]:
    """Convert plain values to the type of the option's default, or say what is wrong with them."""
    for one in fields(kind):
        if isinstance(one.default, bool):
            given[one.name] = bool(given[one.name])
        elif isinstance(one.default, str) and one.name not in {
            "log_nondominated",
            "log_decision_variables",
        }:
            if not isinstance(given[one.name], str):
                message = f"{one.name} must be a string; got {given[one.name]!r}"
                raise InvalidTypeError(message)
        elif isinstance(one.default, int):
            given[one.name] = integer(
                given[one.name], one.name, least=-_TOO_LARGE, below=_TOO_LARGE
            )
        elif isinstance(one.default, float):
            given[one.name] = real(given[one.name], one.name)
    return given


def _names(values: object, name: str) -> list[str]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        message = f"{name} must be a list of names; got {values!r}"
        raise InvalidTypeError(message)
    return [str(value) for value in values]


def _choice(value: object, choices: Sequence[str], name: str) -> int:
    return choices.index(choice(value, choices, name))
