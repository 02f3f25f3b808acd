"""Every rule that a finding or a message cites is explained."""

import re
from pathlib import Path

import pytest

from optimeter.cli import main
from optimeter.data import _notes
from optimeter.data.findings import SEVERITIES, Finding
from optimeter.data.rules import RULES, rule
from optimeter.exceptions import UnknownNameError

ROOT = Path(__file__).parents[2]
CITED = re.compile(r"\b([RQWA][0-9]{1,2})\b")
NOTED = re.compile(r"\"(\w+)\", \"(?:note|incomplete|repair|error)\"")  # rule and severity


def cited() -> dict[str, str]:
    """Return the rules that sources of the readers mention, each with a file that does."""
    files = [
        *(ROOT / "src" / "optimeter" / "data").glob("*.py"),
        *(ROOT / "core" / "src" / "parsers").glob("*.cpp"),
        *(ROOT / "core" / "include" / "optimeter" / "parsers").glob("*.hpp"),
    ]
    texts = {path.name: path.read_text(encoding="utf-8") for path in files}
    return {
        name: file
        for file, text in texts.items()
        for name in (*CITED.findall(text), *NOTED.findall(text))
    }


def test_every_cited_rule_is_explained() -> None:
    missing = {name: file for name, file in cited().items() if name not in {*RULES, *SEVERITIES}}
    assert not missing
    assert {name.rstrip("a") for name in _notes.RULES} <= set(RULES)


def test_a_finding_leads_to_its_rule() -> None:
    finding = Finding("a.dat", 7, "R6", "repair", "last line is cut off; dropped")
    page, anchor = finding.page.split("#")
    text = (ROOT / "docs" / page.replace(".html", ".md")).read_text(encoding="utf-8")
    assert f"## {anchor.upper()}\n" in text


def test_explain_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--explain", "R6", "Q7"]) == 0
    printed = capsys.readouterr().out
    assert [line[:3] for line in printed.splitlines() if line[:3] in ("R6:", "Q7:")] == [
        "R6:",
        "Q7:",
    ]
    assert rule("R6").title in printed
    assert rule("Q7").title in printed


def test_unknown_rule() -> None:
    with pytest.raises(UnknownNameError, match="R99"):
        rule("R99")
