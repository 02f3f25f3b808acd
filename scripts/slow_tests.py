"""Tell where the time of the tests goes: the slowest, seconds by kind, unit tests that are too slow.

``pytest --junitxml=FILE`` writes what this reads; tests/kinds.py adds the kind of each test, the seconds
of the test itself, those of the processor and those of waiting. The first seconds in the list are those
with fixtures.

Usage: slow_tests.py [--check] [--most N] [--within FOLDER] FILE
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

UNIT_SECONDS = 0.5  # what a unit test may take
MARGIN = 3  # and how often that before the check fails: a busy machine is slower
KINDS = ("unit", "contract", "oracle", "system", "slow", "gpu")


@dataclass(frozen=True)
class Case:
    """One test as it went."""

    name: str
    kinds: tuple[str, ...]
    seconds: float  # with its fixtures
    own: float  # without
    processor: float
    waited: float  # for something else than a processor
    skipped: str  # why, or nothing

    @property
    def taken(self) -> float:
        """Seconds of the processor and of waiting: what it takes on a machine without other work."""
        return self.processor + self.waited

    @property
    def kind(self) -> str:
        """The kind that decides where it runs: a slow test of the system is slow."""
        return max(self.kinds, key=KINDS.index, default="?")


def read(path: Path) -> list[Case]:
    """Return the tests of a JUnit file."""
    return [_case(element) for element in ElementTree.parse(path).iter("testcase")]


def _case(element: ElementTree.Element) -> Case:
    told = {item.get("name"): item.get("value", "") for item in element.iter("property")}
    skipped = element.find("skipped")
    seconds = float(element.get("time", "0"))
    return Case(
        name=_name(element.get("classname", ""), element.get("name", "")),
        kinds=tuple(told.get("kind", "").split()),
        seconds=seconds,
        own=float(told.get("seconds", seconds)),
        processor=float(told.get("processor", "nan")),
        waited=float(told.get("waited", "0")),
        skipped="" if skipped is None else skipped.get("message", "for no reason"),
    )


def _name(place: str, name: str) -> str:
    """Return the name that pytest takes: the file, classes, the test."""
    parts = place.split(".")
    files = [number for number, part in enumerate(parts, 1) if part.startswith("test_")]
    cut = files[0] if files else len(parts)
    return "::".join(["/".join(parts[:cut]) + ".py", *parts[cut:], name])


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows with columns of one width; the last is the widest and goes on freely."""
    lines = [heads, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads) - 1)]
    for line in lines:
        cells = [cell.rjust(width) for cell, width in zip(line, widths, strict=False)]
        print("  ".join([*cells, line[-1]]))


def print_slowest(cases: list[Case], most: int) -> None:
    """Print the tests that take longest."""
    print(f"the {min(most, len(cases))} slowest of {len(cases)} tests")
    slowest = sorted(cases, key=lambda case: (-case.seconds, case.name))[:most]
    table(
        ("seconds", "itself", "processor", "waited", "kind", "test"),
        [
            (
                f"{c.seconds:.2f}",
                f"{c.own:.2f}",
                f"{c.processor:.2f}",
                f"{c.waited:.2f}",
                " ".join(c.kinds) or "?",
                c.name,
            )
            for c in slowest
        ],
    )


def print_sums(title: str, cases: list[Case], key: Callable[[Case], str], order: list[str]) -> None:
    """Print numbers and seconds of the groups that ``key`` makes."""
    print(f"\n{title}")
    groups = {name: [case for case in cases if key(case) == name] for name in order}
    table(
        ("tests", "skipped", "seconds", "processor", ""),
        [
            (
                str(len(group)),
                str(sum(bool(case.skipped) for case in group)),
                f"{sum(case.seconds for case in group):.1f}",
                f"{sum(case.processor for case in group if not case.skipped):.1f}",
                name,
            )
            for name, group in [*groups.items(), ("all", cases)]
            if group
        ],
    )


def main() -> int:
    """Print the tables; with --check fail when a unit test is too slow or the kinds are not told."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--check", action="store_true", help="fail when a unit test is too slow")
    parser.add_argument("--most", type=int, default=50, help="how many of the slowest (50)")
    parser.add_argument("--within", default="", help="only tests whose names begin so")
    options = parser.parse_args()
    cases = [case for case in read(options.file) if case.name.startswith(options.within)]
    print_slowest(cases, options.most)
    print_sums("by kind", cases, lambda case: case.kind, [*KINDS, "?"])
    places = Counter[str]()
    for case in cases:
        places[case.name.partition("::")[0]] += round(1e6 * case.seconds)
    files = [name for name, _ in places.most_common(25)]
    print_sums("the files that take longest", cases, lambda c: c.name.partition("::")[0], files)
    if reasons := Counter(case.skipped for case in cases if case.skipped):
        print("\nskipped")
        table(("tests", "why"), [(str(count), why) for why, count in reasons.most_common()])
    late = [case for case in cases if case.kind == "unit" and case.taken > UNIT_SECONDS]
    print(f"\n{len(late)} unit tests above {UNIT_SECONDS} s, without fixtures")
    for case in sorted(late, key=lambda case: -case.taken):
        print(f"{case.taken:.2f} s ({case.waited:.2f} s of waiting) {case.name}")
    failed = [case for case in late if case.taken > MARGIN * UNIT_SECONDS]
    if options.check and failed:
        print(
            f"{len(failed)} are above {MARGIN * UNIT_SECONDS} s: make them faster or mark their kind"
        )
    unknown = sum(case.kind == "?" and not case.skipped for case in cases)
    if unknown:
        print(f"{unknown} tests without a kind: was this file written with tests/kinds.py?")
    return 1 if options.check and (failed or unknown or not cases) else 0


if __name__ == "__main__":
    sys.exit(main())
