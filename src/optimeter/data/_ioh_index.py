"""Index files of IOHprofiler: JSON since 0.3.2, text before."""

import json
import math
import re
from dataclasses import dataclass, field, replace
from typing import Any

from optimeter.data._coco_index import IndexEntry
from optimeter.data._decode import decode
from optimeter.data._options import DEFAULT_OPTIONS, ReadOptions
from optimeter.data.unpack import Files
from optimeter.problems import known_suite, suites

__all__ = [
    "ListedRun",
    "Scenario",
    "is_listed",
    "json_scenarios",
    "numbered",
    "orphan_scenarios",
    "text_scenarios",
]


NO_NUMBER = -1  # of a function that the index gives a name only


@dataclass(frozen=True, slots=True)
class ListedRun:
    """A run as the index tells it; 0 evaluations and NaN where it does not."""

    instance: int
    evaluations: int = 0
    best_evaluations: int = 0
    best: float = math.nan
    attributes: dict[str, float] = field(default_factory=dict)
    point: tuple[float, ...] = field(default=(), repr=False)  # where the best value was found


@dataclass(frozen=True, slots=True)
class Scenario:
    """The runs on one function in one dimension, and the data file that holds them."""

    index: str
    line: int
    algorithm: str
    suite: str
    function: int
    name: str
    dimension: int
    maximize: bool
    path: str
    runs: list[ListedRun]
    provenance: dict[str, str]
    objectives: int = 0  # 0: the index does not tell


def json_scenarios(
    path: str, files: Files, options: ReadOptions = DEFAULT_OPTIONS
) -> list[Scenario]:
    """Read a JSON index; what cannot be used becomes a finding."""
    document = _read_json(path, files)
    if document is None:
        return []
    algorithm = document.get("algorithm")
    algorithm = algorithm if isinstance(algorithm, dict) else {"name": algorithm}
    suite = str(document.get("suite") or "unknown_suite")
    function, function_name = _function(document.get("function_id"), document.get("function_name"))
    maximize = _direction(document.get("maximization"), suite, path, options)
    provenance = {
        "format": "ioh",
        "function_name": str(document.get("function_name", "")),
        "ioh_version": str(document.get("version", "")),
        "comment": str(algorithm.get("info", "")),
    }
    for attribute in _dicts(document.get("experiment_attributes")):
        provenance |= {f"experiment:{key}": str(value) for key, value in attribute.items()}
    names = [str(name) for name in _list(document.get("run_attributes"))]
    scenarios = []
    for entry in _dicts(document.get("scenarios")):
        dimension, data = _integer(entry.get("dimension")), entry.get("path")
        nameless = function == NO_NUMBER and not function_name
        if dimension is None or nameless or not isinstance(data, str):
            files.note(path, "R40", "error", "scenario without dimension, path or function; lost")
            continue
        scenarios.append(
            Scenario(
                path,
                0,
                str(algorithm.get("name") or ""),
                _suite_name(suite),
                function,
                function_name,
                dimension,
                maximize,
                data.replace("\\", "/"),
                [_listed_run(run, names) for run in _dicts(entry.get("runs"))],
                provenance,
                _integer(document.get("objectives")) or 0,
            )
        )
    return scenarios


def text_scenarios(
    entries: list[IndexEntry], options: ReadOptions = DEFAULT_OPTIONS
) -> list[Scenario]:
    """Turn entries of a text index into scenarios, one for each data file."""
    scenarios = []
    for entry in entries:
        suite = entry.get("suite") or "unknown_suite"
        function, function_name = _function(entry.get("funcId"), entry.get("funcName"))
        maximize = _direction(entry.get("maximization"), suite, entry.index, options)
        dynamic = [name for name in (entry.get("dynamicAttribute") or "").split("|") if name]
        provenance = {
            "format": "ioh",
            "function_name": entry.get("funcName") or "",
            "comment": entry.get("algInfo") or entry.comment,
        }
        for path, runs in entry.files:
            listed = [
                # With double quotes the count is that of the best, not the end of the run.
                ListedRun(
                    instance,
                    evaluations=0 if entry.double_quotes else evaluations,
                    best_evaluations=evaluations,
                    best=value if finished else math.nan,
                    attributes=_attributes(attributes, dynamic),
                )
                for instance, finished, evaluations, value, attributes in runs
            ]
            scenarios.append(
                Scenario(
                    entry.index,
                    entry.line,
                    entry.get("algId") or "",
                    _suite_name(suite),
                    function,
                    function_name,
                    _integer(entry.get("DIM")) or 0,
                    maximize,
                    path,
                    listed,
                    provenance,
                )
            )
    return scenarios


def report_unlisted(paths: list[str], files: Files) -> None:
    """Tell of IOHprofiler's data files that no index lists: it may have been emptied or lost."""
    known = {path.rpartition(".")[0] for path in files.claimed}
    for stem in dict.fromkeys(path.rpartition(".")[0] for path in paths):
        if stem not in known and re.search(r"IOHprofiler_f\d{1,9}_DIM\d{1,9}$", stem):
            files.note(f"{stem}.dat", "Q9", "incomplete", "data file that no index lists")


def orphan_scenarios(paths: list[str], files: Files) -> list[Scenario]:
    """Invent scenarios without runs for data files that no index lists, from their names."""
    scenarios = []
    for path in paths:
        match = re.search(r"IOHprofiler_f(\d{1,9})_DIM(\d{1,9})\.", path)
        if match and path not in files.claimed:
            function, dimension = map(int, match.groups())
            about = {"format": "ioh"}
            scenarios.append(
                Scenario(path, 0, "", "unknown_suite", function, "", dimension, False,
                         path.rpartition("/")[2], [], about)
            )  # fmt: skip
    return scenarios


def _read_json(path: str, files: Files) -> dict[str, Any] | None:
    text = decode(bytes(files.contents[path])).removeprefix("\ufeff")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        try:
            document = json.loads(_repaired(text))
        except (ValueError, RecursionError):
            line = getattr(error, "lineno", 0)
            files.note(path, "R40", "error", f"no valid JSON: {error}; its runs are lost", line)
            return None
        files.note(path, "R40", "repair", f"invalid JSON repaired: {error}")
    if not isinstance(document, dict) or not isinstance(document.get("scenarios"), list):
        if isinstance(document, dict) and "scenarios" not in document:
            return None  # some other JSON file
        files.note(path, "R40", "error", "index without a list of scenarios")
        return None
    return document


def _repaired(text: str) -> str:
    """Escape quotes inside names and infos, and replace bare nan and inf by null."""

    def escaped(match: re.Match[str]) -> str:
        return match[1] + re.sub(r'(?<!\\)"', r'\\"', match[2])

    text = re.sub(r'("(?:name|info)"\s*:\s*")(.*?)(?="\s*(?:,\s*"info"|\}))', escaped, text)
    return re.sub(r"(?<=[:\s,\[])[-+]?(?:nan|inf)(?:\(\w*\))?(?=\s*[,}\]])", "null", text)


def _listed_run(run: dict[str, Any], names: list[str]) -> ListedRun:
    best = run.get("best")
    best = best if isinstance(best, dict) else {}
    return ListedRun(
        _integer(run.get("instance")) or 0,
        _integer(run.get("evals")) or 0,
        _integer(best.get("evals")) or 0,
        _number(best.get("y")),
        {name: _number(run.get(name)) for name in names},
        tuple(_number(one) for one in _list(best.get("x"))),
    )


def _attributes(text: bytes, names: list[str]) -> dict[str, float]:
    values = decode(text).split(";") if text else []
    names = names or [f"attribute{number + 1}" for number in range(len(values))]
    return {name: _number(value) for name, value in zip(names, values, strict=False)}


def _direction(value: Any, suite: str, where: str, options: ReadOptions) -> bool:
    """Return whether values are maximised: as an index says, else the user, else as is usual.

    What is usual, a suite that we know tells.
    """
    told = value if isinstance(value, bool) else None
    if isinstance(value, str) and value:
        told = value.strip().lower() in ("t", "true", "1")
    info = known_suite(_suite_name(suite))
    usual = "bbob" not in suite.lower() if info is None else info.maximize
    return options.direction(told, where, usual)


def _function(number: Any, name: Any) -> tuple[int, str]:
    """Return number and name of a function; a number that is none is a name."""
    found = _integer(number)
    text = "" if name is None else str(name)
    if found is None or not 0 <= found < 2**31:
        return NO_NUMBER, text or ("" if number is None else str(number))
    return found, text


def is_listed(suite: str, function: int) -> bool:
    """Say whether a known suite has a function of that number, and so a name for it."""
    info = known_suite(suite)
    return info is not None and any(one.number == function for one in info.functions)


def numbered(scenarios: list[Scenario]) -> list[Scenario]:
    """Give functions that differ in number or name different numbers, within each suite.

    The first keeps its number; one without, or whose number is taken, gets the next free one.
    """
    taken: dict[tuple[str, int], str] = {}
    numbers: dict[tuple[str, int, str], int] = {}
    for one in scenarios:
        key = (one.suite, one.function, one.name)
        if is_listed(one.suite, one.function) or one.function == NO_NUMBER:
            continue
        if taken.setdefault((one.suite, one.function), one.name) == one.name:
            numbers[key] = one.function
    result = []
    for one in scenarios:
        key = (one.suite, one.function, one.name)
        if not is_listed(one.suite, one.function) and key not in numbers:
            used = [number for suite, number in taken if suite == one.suite]
            info = known_suite(one.suite)
            used += [] if info is None else [function.number for function in info.functions]
            numbers[key] = max(used, default=0) + 1
            taken[one.suite, numbers[key]] = one.name
        result.append(replace(one, function=numbers.get(key, max(one.function, 0))))
    return result


def _suite_name(suite: str) -> str:
    """Return our spelling for suites that both platforms have, such as BBOB and PBO."""
    return suite.lower() if suite.isupper() and suite.lower() in suites() else suite


def _integer(value: Any) -> int | None:
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if 0 <= number < 2**31 or abs(number) < 2**62 else None


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return math.nan


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [item for item in _list(value) if isinstance(item, dict)]
