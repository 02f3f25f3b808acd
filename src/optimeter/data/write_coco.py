"""Write `Runs` in the current COCO format."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from optimeter._core import (
    COCO_PRECISION,
    COCO_PREFIX,
    coco_index_keys,
    coco_indicator_keys,
    coco_indicator_run_header,
    coco_quoted,
    coco_run_header,
    coco_stem,
)
from optimeter.data.folders import folder_names, slug
from optimeter.data.quality import Quality, suite_quality
from optimeter.data.runs import Runs

__all__ = ["exact", "places", "write_coco"]

REFERENCE_HEADER = "% Artificial instance\n% algorithm type = best\n"


def write_coco(runs: Runs, folder: Path) -> None:
    """Write one folder of index and data files for each algorithm and suite.

    Counts and values are kept exactly. COCO has no place for logged attributes and points: these
    are not written. Maximised values appear negated, with a key in the index that says so.
    """
    for key, group, place in places(runs, folder):
        if group.is_reference.all():
            _write_reference(group, key, place)
        elif _is_indicator(group):
            _write_biobjective(group, key, place)
        else:
            _write_single(group, key, place)


def places(runs: Runs, folder: Path) -> Iterator[tuple[Any, Runs, Path]]:
    """Yield key, runs and folder of each algorithm and suite; a single one needs no subfolder."""
    groups = list(runs.groups(("algorithm", "suite")))
    names = folder_names(f"{key.algorithm}_{key.suite}" for key, _ in groups)
    for name, (key, group) in zip(names, groups, strict=True):
        place = folder if len(groups) == 1 else folder / name
        place.mkdir(parents=True, exist_ok=True)
        yield key, group, place


def _is_indicator(group: Runs) -> bool:
    """Whether values are distances to the reference of an indicator of several objectives."""
    return bool(group.objectives[0] > 1 and group.optimum_known[0])


def exact(value: float, pattern: str) -> str:
    """Format a number; with more digits than the pattern has where the number needs them."""
    text = pattern % value
    return text if float(text) == value or value != value else repr(float(value))  # noqa: PLR0124


def _comment(group: Runs) -> str:
    about = group.provenance[group.source_codes[0]] if group.provenance else {}
    return "% " + " ".join(about.get("comment", "").split()) + "\n"


def _listed(group: Runs, row: int) -> str:
    instance = int(group.instance[row])
    if not group.finalized[row]:
        return f", {instance}"
    evaluations = int(group.evaluations[row]) - int(_extra(group, "constraint_evaluations")[row])
    return f", {instance}:{evaluations}|{group.final[row]:.1e}"


def _extra(group: Runs, name: str) -> Any:
    values = group.extra.get(name)
    return np.zeros(len(group)) if values is None else np.nan_to_num(values)


def _lines(group: Runs, row: int, part: str) -> Iterator[tuple[int, int, float]]:
    """Yield evaluations, constraint evaluations and value of each line of one run's block.

    The steps of the part (`step` or `budget`; the latter are the former where a run has none of its
    own), then the last evaluation.
    """
    prefix = "" if part == "step" else "budget_"
    bounds = getattr(group, f"{prefix}offsets")[row : row + 2]
    if part == "budget" and bounds[0] == bounds[1]:
        yield from _lines(group, row, "step")
        return
    chosen = slice(*bounds)
    evaluations = getattr(group, f"{part}_evaluations")[chosen]
    values = getattr(group, f"{part}_precision")[chosen]
    counts = getattr(group, f"{part}_extra").get("constraint_evaluations")
    constraints = np.zeros(len(values)) if counts is None else np.nan_to_num(counts[chosen])
    for total, g, value in zip(
        evaluations.tolist(), constraints.tolist(), values.tolist(), strict=True
    ):
        yield total - int(g), int(g), value
    end = int(group.evaluations[row])
    if len(values) == 0 or evaluations[-1] < end:
        g_end = int(_extra(group, "constraint_evaluations")[row])
        yield end - g_end, g_end, values[-1] if len(values) else np.inf


def _by_problem(group: Runs) -> Iterator[tuple[int, int, Runs]]:
    for key, part in group.groups(("function", "dimension")):
        yield key.function, key.dimension, part


def _write_single(group: Runs, key: Any, place: Path) -> None:
    entries: dict[int, list[str]] = {}
    for function, dimension, part in _by_problem(group):
        stem = coco_stem(function, dimension)
        (place / stem).parent.mkdir(exist_ok=True)
        precision = part.final_target[0] if np.isfinite(part.final_target[0]) else COCO_PRECISION
        keys = coco_index_keys(
            suite=key.suite,
            function=function,
            dimension=dimension,
            precision=precision,
            algorithm=key.algorithm,
        )
        listed = "".join(_listed(part, row) for row in range(len(part)))
        entry = f"{keys}{_quality_keys(part)}\n{_comment(part)}{stem}.dat{listed}"
        entries.setdefault(function, []).append(entry)
        for suffix, kind in ((".dat", "step"), (".tdat", "budget")):
            with (place / f"{stem}{suffix}").open("w", newline="\n") as file:
                for row in range(len(part)):
                    _write_block(file, part, row, kind)
    for function, texts in entries.items():
        path = place / f"{COCO_PREFIX}_f{function}.info"
        path.write_text("\n".join(texts), encoding="utf-8", newline="\n")


def _quality_keys(part: Runs) -> str:
    """Return what an index of COCO has no usual words for: a direction, what instances are."""
    keys = ", direction = 'max'" if part.maximized[0] else ""
    told = (suite_quality(part.suites[part.suite_codes[0]]) or Quality()).own_instances
    return keys + (", instances = 'problems'" if part.own_instances[0] and not told else "")


def _write_block(file: TextIO, part: Runs, row: int, kind: str) -> None:
    optimum = part.extra["reference_value"][row] if "reference_value" in part.extra else np.nan
    shift = 0.0 if np.isnan(optimum) else optimum
    known = bool(part.optimum_known[row])
    file.write(coco_run_header(optimum_known=known, reference=f"{optimum:13.12e}"))
    for f, g, value in _lines(part, row, kind):
        best = "%+10.9e" % (value + shift)
        file.write(f"{f} {g} {exact(value, '%+10.9e')} {best} {best}\n")


def _write_biobjective(group: Runs, key: Any, place: Path) -> None:
    data = place / "data"
    data.mkdir(exist_ok=True)
    lines = []
    for function, dimension, part in _by_problem(group):
        name = f"bbob-biobj_f{function:02d}_d{dimension:02d}_hyp"
        listed = "".join(_listed(part, row) for row in range(len(part)) if part.finalized[row])
        lines.append(f"function = {function:2d}, dim = {dimension:2d}, {name}.dat{listed}")
        for suffix, kind in ((".dat", "step"), (".tdat", "budget")):
            with (data / f"{name}{suffix}").open("w", newline="\n") as file:
                for row in range(len(part)):
                    _write_biobjective_block(file, part, row, kind)
    keys = coco_indicator_keys(suite=key.suite, algorithm=key.algorithm, folder=data.name)
    text = f"{keys}\n{_comment(group)}" + "\n".join(lines)
    (place / f"{data.name}_hyp.info").write_text(text, encoding="utf-8", newline="\n")


def _write_biobjective_block(file: TextIO, part: Runs, row: int, kind: str) -> None:
    values = part.extra.get("reference_value")
    header = coco_indicator_run_header(
        index=row,
        name="unknown",
        instance=int(part.instance[row]),
        reference=f"{np.nan if values is None else values[row]:.15e}",
        targets=kind == "step",
    )
    file.write(header)
    for f, _, value in _lines(part, row, kind):
        text = exact(value, "%.15e")
        file.write(f"{f}\t{text}\t{text}\n" if kind == "step" else f"{f}\t{text}\n")


def _write_reference(group: Runs, key: Any, place: Path) -> None:
    biobjective = _is_indicator(group)
    lines = []
    for function, dimension, part in _by_problem(group):
        name = f"{slug(key.suite)}-bestalg_f{function:02d}_d{dimension:02d}"
        end = f"{name}.dat, 0:{int(part.evaluations[0])}|{part.final[0]:.15e}"
        if biobjective:
            lines.append(f"function = {function}, dim = {dimension}, {end}\n")
        else:
            lines.append(
                f"funcId = {function}, DIM = {dimension}, Precision = {part.final_target[0]:.15e}, "
                f"algId = {coco_quoted(key.algorithm)}, suite = {coco_quoted(key.suite)}\n"
                f"{_comment(part)}{end}\n"
            )
        text = REFERENCE_HEADER + "".join(_reference_lines(part))
        for suffix in (".dat", ".tdat"):
            (place / f"{name}{suffix}").write_text(text, encoding="utf-8", newline="\n")
    if biobjective:
        header = (
            f"algorithm = {coco_quoted(key.algorithm)}, indicator = 'hyp', "
            f"suite = {coco_quoted(key.suite)}\n"
        )
        lines[:0] = [header, _comment(group)]
    index = place / f"{slug(key.suite)}-bestalg.info"
    index.write_text("".join(lines), encoding="utf-8", newline="\n")


def _reference_lines(part: Runs) -> Iterator[str]:
    for step in range(int(part.offsets[0]), int(part.offsets[1])):
        value = exact(float(part.step_precision[step]), "%.15e")
        line = f"{int(part.step_evaluations[step])} {value} {value}"
        source = part.step_extra["source"][step]
        if not np.isnan(source):
            successes, runs = (int(part.step_extra[key][step]) for key in ("successes", "runs"))
            line += f" {part.reference_names[int(source)]} {successes} {runs}"
        yield line + "\n"
