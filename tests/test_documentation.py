"""The examples of the documentation run and print what they say."""

import ast
import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "develop").glob("*.md")),
    ROOT / "README.md",
]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def blocks(page: Path) -> list[str]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One session per page: later examples use what earlier ones made."""
    monkeypatch.chdir(tmp_path)
    session = "\n".join(block for block in blocks(page) if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    failures: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=failures.append)
    assert not failures, "".join(failures)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_other_code_is_python(page: Path) -> None:
    for block in blocks(page):
        if not block.startswith(">>>"):
            ast.parse(block)


def test_the_example_of_the_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (example,) = [block for block in blocks(ROOT / "README.md") if not block.startswith(">>>")]
    exec(compile(example, "README.md", "exec"), {"__name__": "example"})
    assert capsys.readouterr().out


def test_from_five_functions_to_a_page_and_a_figure_in_fifteen_lines() -> None:
    first = blocks(ROOT / "docs/own-problems.md")[0]
    assert first.count("def ") == 5
    assert "om.report(" in first
    assert "om.plot." in first
    assert len(first.strip().splitlines()) <= 15


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_files_exist(page: Path) -> None:
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_function_has_a_picture() -> None:
    text = (ROOT / "docs/functions.md").read_text(encoding="utf-8")
    pictures = sorted((ROOT / "docs/landscapes").glob("*.png"))
    assert len(pictures) == 24
    for picture in pictures:
        assert f"landscapes/{picture.name}" in text
