"""What a type checker says of good and bad uses, line by line."""

import re
from pathlib import Path

import pytest

api = pytest.importorskip("mypy.api")  # noqa: TID251 - a linter, which `make lint` installs
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
EXPECTED = re.compile(r"  # (error|type): (?!ignore)(.*)$")
SAID = re.compile(r"uses\.py:(\d+): (error|note): (.*)$")
REVEALED = re.compile(r'Revealed type is "(.*)"')


def said() -> dict[int, list[tuple[str, str]]]:
    """Return what mypy says of each line; notes only if they reveal a type."""
    out, _, _ = api.run(
        [
            str(HERE / "uses.py"),
            "--strict",
            "--no-error-summary",
            "--follow-imports=silent",
            f"--config-file={ROOT / 'pyproject.toml'}",
            f"--cache-dir={ROOT / '.mypy_cache'}",
        ]
    )
    found: dict[int, list[tuple[str, str]]] = {}
    for line in out.splitlines():
        if (match := SAID.search(line)) is None:
            continue
        revealed = REVEALED.match(match[3])
        if match[2] == "error":
            found.setdefault(int(match[1]), []).append(("error", match[3]))
        elif revealed:
            short = re.sub(r"\b[\w.]+\.(\w+)", r"\1", revealed[1])
            found.setdefault(int(match[1]), []).append(("type", short))
    return found


@pytest.mark.slow
def test_a_type_checker_finds_what_is_wrong_and_nothing_else() -> None:
    lines = (HERE / "uses.py").read_text().splitlines()
    found = said()
    for number, line in enumerate(lines, start=1):
        expected = EXPECTED.search(line)
        heard = found.get(number, [])
        if expected is None:
            assert not heard, f"{line.strip()}: {heard}"
            continue
        kind, text = expected.groups()
        assert heard, f"nothing is said of {line.strip()}"
        assert {one[0] for one in heard} == {kind}, f"{line.strip()}: {heard}"
        assert any(one[1].startswith(text) for one in heard), f"{line.strip()}: {heard}"
