"""The logger of older releases: the text format of IOHprofiler, an .info file for each function."""

from optimeter.ioh.kinds import OptimizationType
from optimeter.ioh.logger import analyzer, property
from optimeter.ioh.values import MetaData

__all__ = ["Analyzer"]

_HEADS = {
    "evaluations": "function evaluation",
    "raw_y": "current f(x)",
    "raw_y_best": "best-so-far f(x)",
    "transformed_y": "current af(x)+b",
    "transformed_y_best": "best af(x)+b",
}


class _Function:
    """What the text index of a function holds: a block for each dimension."""

    def __init__(self, head: str) -> None:
        self.head = head
        self.blocks: dict[int, tuple[str, list[str]]] = {}

    def add(self, dimension: int, path: str, run: str) -> None:
        """Enter a run."""
        self.blocks.setdefault(dimension, (path, []))[1].append(run)

    def text(self) -> str:
        return "\n".join(
            f"{self.head.replace('%DIM%', str(dimension))}\n%\n{', '.join([path, *runs])}"
            for dimension, (path, runs) in self.blocks.items()
        )


class Analyzer(analyzer.Analyzer):
    """Writes one folder: a text index for each function, a data file for each dimension."""

    _COLUMNS = (
        property.RAWY,
        property.RAWYBEST,
        property.TRANSFORMEDY,
        property.TRANSFORMEDYBEST,
    )
    _INDEX = "IOHprofiler_{stem}.info"
    _FUNCTION = _Function

    def _names(self) -> list[str]:
        heads = [_HEADS.get(name, name) for name in super()._names()]
        return [f'"{name}"' if name in _HEADS.values() else name for name in heads]

    def _entry(self, evaluations: int, number: int, y: float, x: list[float]) -> str:  # noqa: ARG002
        values = [str(self._run_value(name)) for name in sorted(self._run_values)]
        values = [f"{float(value):g}" for value in values]
        return f"{self._instance}:{number}|{y:g}" + "".join(f";{value}" for value in values)

    def _head(self, problem: MetaData) -> str:
        maximize = problem.optimization_type == OptimizationType.MAX
        parts = {
            "suite": f'"{self.suite_name}"',
            "funcId": problem.problem_id,
            "funcName": f'"{problem.name}"',
            "DIM": "%DIM%",
            "maximization": '"T"' if maximize else '"F"',
            "algId": f'"{self._algorithm["name"]}"',
            "algInfo": f'"{self._algorithm["info"]}"',
        }
        parts |= {name: f'"{value}"' for name, value in sorted(self._experiment.items())}
        if self._run_values:
            parts["dynamicAttribute"] = f'"{"|".join(sorted(self._run_values))}"'
        return ", ".join(f"{name} = {value}" for name, value in parts.items())
