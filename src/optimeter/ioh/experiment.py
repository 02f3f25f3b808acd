"""``ioh.Experiment``: an algorithm on many problems, logged."""

import copy
import json
import multiprocessing
import shutil
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from optimeter._files import write_atomically
from optimeter.ioh.base import SingleObjective
from optimeter.ioh.kinds import ProblemClass
from optimeter.ioh.logger import Analyzer, old, trigger
from optimeter.ioh.logger.property import AbstractProperty
from optimeter.ioh.logger.trigger import Trigger
from optimeter.ioh.registry import get_problem, get_problem_id
from optimeter.ioh.wrapping import wrap_problem

__all__ = ["Experiment"]


class Experiment:
    """Runs an algorithm, a callable that gets a problem, on all combinations of problems.

    ``experiment()`` or ``experiment.run()`` starts it and returns it.
    """

    def __init__(
        self,
        algorithm: Callable[[SingleObjective], object],
        fids: Iterable[int | str],
        iids: Iterable[int],
        dims: Iterable[int],
        reps: int = 1,
        problem_class: ProblemClass = ProblemClass.REAL,
        njobs: int = 1,
        logged: bool = True,
        logger_triggers: Sequence[Trigger] = (trigger.ON_IMPROVEMENT,),
        logger_additional_properties: Sequence[AbstractProperty] = (),
        output_directory: str | Path = "./",
        folder_name: str = "ioh_data",
        algorithm_name: str | None = None,
        algorithm_info: str = "algorithm_info",
        store_positions: bool = False,
        experiment_attributes: Mapping[str, str] | None = None,
        run_attributes: Sequence[str] = (),
        logged_attributes: Sequence[str] = (),
        merge_output: bool = True,
        zip_output: bool = True,
        remove_data: bool = False,
        enforce_bounds: bool = False,
        old_logger: bool = False,
    ) -> None:
        self.algorithm = algorithm
        self.fids, self.iids, self.dims = list(fids), list(iids), list(dims)
        self.reps, self.problem_class, self.njobs = reps, problem_class, njobs
        self.logged = logged
        self.triggers = list(logger_triggers)
        self.properties = list(logger_additional_properties)
        self.output = Path(output_directory)
        self.folder_name = folder_name
        self.algorithm_name = algorithm_name or str(algorithm)
        self.algorithm_info = algorithm_info
        self.store_positions = store_positions
        self.experiment_attributes = dict(experiment_attributes or {})
        self.run_attributes, self.logged_attributes = list(run_attributes), list(logged_attributes)
        self.merge_output, self.zip_output = merge_output, zip_output
        self.remove_data, self.enforce_bounds = remove_data, enforce_bounds
        self.old_logger = old_logger
        if logged and (self.output / folder_name).exists():
            warnings.warn(
                f"{self.output / folder_name} exists; what is new is merged into it", stacklevel=2
            )

    def add_custom_problem(
        self, function: Callable[[Any], float], name: str | None = None, **options: Any
    ) -> None:
        """Wrap a function and add it to the problems."""
        problem = wrap_problem(function, name, self.problem_class, **options)
        number = get_problem_id(problem.meta_data.name, self.problem_class)
        assert number is not None
        self.fids.append(number)

    def __call__(self) -> "Experiment":
        """Run everything."""
        return self.run()

    def run(self) -> "Experiment":
        """Run everything."""
        work = list(enumerate(product(self.fids, self.iids, self.dims)))
        if self.njobs == 1:
            for number, key in work:
                self._apply(number, key)
        else:
            jobs = None if self.njobs == -1 else self.njobs
            with multiprocessing.Pool(jobs) as pool:
                pool.starmap(self._apply, work)
        if self.logged and self.merge_output:
            self._merge(len(work))
        return self

    def _temporary(self, number: int) -> str:
        return f"{self.folder_name}-tmp-{number}"

    def _apply(self, number: int, key: tuple[int | str, int, int]) -> None:
        algorithm = copy.deepcopy(self.algorithm)
        problem = get_problem(*key, self.problem_class)
        if self.logged:
            writer = old.Analyzer if self.old_logger else Analyzer
            logger = writer(
                copy.deepcopy(self.triggers),
                self.properties,
                self.output,
                self._temporary(number),
                self.algorithm_name,
                self.algorithm_info,
                self.store_positions,
            )
            logger.set_experiment_attributes(self.experiment_attributes)
            for name in self.run_attributes:
                self._require(algorithm, name)
                logger.add_run_attribute(algorithm, name)
            for name in self.logged_attributes:
                self._require(algorithm, name)
                logger.watch(algorithm, name)
            problem.attach_logger(logger)
        if self.enforce_bounds:
            problem.enforce_bounds()
        for _ in range(self.reps):
            algorithm(problem)
            problem.reset()
        if self.logged:
            logger.close()

    @staticmethod
    def _require(algorithm: object, name: str) -> None:
        if not hasattr(algorithm, name):
            message = f"the algorithm {algorithm!r} has no attribute {name!r}"
            raise TypeError(message)

    def _merge(self, count: int) -> None:
        target = self.output / self.folder_name
        target.mkdir(parents=True, exist_ok=True)
        for number in range(count):
            part = self.output / self._temporary(number)
            for index in sorted(part.glob("*.json")):
                _merge_index(part, index, target)
            for index in sorted(part.glob("*.info")):
                _merge_text_index(part, index, target)
            shutil.rmtree(part)
        if self.zip_output:
            shutil.make_archive(str(target), "zip", self.output, self.folder_name)
        if self.remove_data:
            shutil.rmtree(target)


def _merge_text_index(part: Path, index: Path, target: Path) -> None:
    """Add the blocks of a text index and their data to those in the target folder."""
    stem = index.stem.removeprefix("IOHprofiler_")
    for source in sorted((part / f"data_{stem}").glob("*.dat")):
        place = target / source.relative_to(part)
        place.parent.mkdir(parents=True, exist_ok=True)
        with source.open("rb") as data, place.open("ab") as file:
            shutil.copyfileobj(data, file)
    merged = target / index.name
    before = [merged.read_text(encoding="utf-8")] if merged.exists() else []
    text = "\n".join([*before, index.read_text(encoding="utf-8")])
    write_atomically(merged, text, durable=False)


def _merge_index(part: Path, index: Path, target: Path) -> None:
    """Add the runs of an index and their data to those in the target folder."""
    content = json.loads(index.read_text(encoding="utf-8"))
    for scenario in content["scenarios"]:
        source, place = part / scenario["path"], target / scenario["path"]
        place.parent.mkdir(parents=True, exist_ok=True)
        with source.open("rb") as data, place.open("ab") as file:
            shutil.copyfileobj(data, file)
    merged = target / index.name
    if merged.exists():
        known = json.loads(merged.read_text(encoding="utf-8"))
        by_dimension = {one["dimension"]: one for one in known["scenarios"]}
        for scenario in content["scenarios"]:
            if scenario["dimension"] in by_dimension:
                by_dimension[scenario["dimension"]]["runs"] += scenario["runs"]
            else:
                known["scenarios"].append(scenario)
        content = known
    text = json.dumps(content, indent=4, ensure_ascii=False)
    write_atomically(merged, text, durable=False)
