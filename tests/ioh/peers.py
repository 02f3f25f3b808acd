"""A problem of ours beside the same one of ioh."""

import math
from pathlib import Path

import ioh

import optimeter.ioh as ours


def both(fid, instance, dimension, kind="BBOB"):
    """Return the problem of ours and that of ioh."""
    return [
        module.get_problem(fid, instance, dimension, module.ProblemClass[kind])
        for module in (ours, ioh)
    ]


def same(a, b, relative=1e-11):
    """Whether two numbers are the same up to rounding."""
    both_are_none = math.isnan(a) and math.isnan(b)
    return both_are_none or math.isclose(a, b, rel_tol=relative, abs_tol=1e-9)


def files(folder: Path) -> dict[str, str]:
    """Return the texts of all files of a folder."""
    return {
        str(path.relative_to(folder)): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
