"""Print what pyproject.toml asks for beside the package itself, one requirement a line.

``python scripts/requirements.py test docs`` names the run-time dependencies and those of the extras
test and docs, extras of our own resolved. The Makefile installs them as any package is installed, and
only Optimeter itself is then built inside the environment. ``build`` names what building needs, and
``--alone lint`` what the extra lint asks for, without the run-time dependencies.
"""

import re
import sys
import tomllib
from pathlib import Path


def requirements(names: list[str]) -> list[str]:
    """Return the run-time requirements and those of the extras ``names``, sorted, each once."""
    with (Path(__file__).parents[1] / "pyproject.toml").open("rb") as file:
        declared = tomllib.load(file)
    if names == ["build"]:
        return sorted(declared["build-system"]["requires"])
    project = declared["project"]
    extras = project["optional-dependencies"]
    groups: list[list[str]] = [] if "--alone" in names else [project["dependencies"]]
    names = [name for name in names if name != "--alone"]
    found: set[str] = set()
    waiting, seen = list(names), set(names)
    while waiting:
        name = waiting.pop()
        if name not in extras:
            sys.exit(f"no extra {name!r} in pyproject.toml: there are {', '.join(sorted(extras))}")
        groups.append(extras[name])
        for line in extras[name]:
            if own := re.fullmatch(r"optimeter\[(.+)\]", line):
                new = {word.strip() for word in own[1].split(",")} - seen
                seen |= new
                waiting += new
    for group in groups:
        found.update(line for line in group if not line.startswith("optimeter["))
    return sorted(found)


if __name__ == "__main__":
    print("\n".join(requirements(sys.argv[1:])))
