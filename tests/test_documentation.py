"""The examples of the documentation run and print what they say."""

import ast
import doctest
import re
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from inspect import signature
from operator import attrgetter
from pathlib import Path

import pytest

import optimeter as om
from optimeter.experiment.contract import ABILITIES
from optimeter.record import record_unit

ROOT = Path(__file__).parents[1]
PAGES = [
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "develop").glob("*.md")),
    *sorted((ROOT / "docs" / "reference").glob("*.md")),
    ROOT / "README.md",
]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def blocks(page: Path) -> list[str]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.system if page.name == "experiments.md" else ())
        for page in PAGES
    ],
    ids=[page.name for page in PAGES],
)
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


def test_words_for_what_an_optimizer_handles_are_told() -> None:
    text = (ROOT / "docs/experiments.md").read_text(encoding="utf-8")
    assert not [word for word in ABILITIES if f'`"{word}"`' not in text]


def calls_of(page: Path) -> Iterator[tuple[str, ast.Call]]:
    """Yield the calls of `om.…` in code within sentences and tables, which no session runs."""
    for text in set(re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8"))):
        try:
            tree = ast.parse(text.replace("…", "..."))
        except SyntaxError:
            continue
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("om."):
                yield text, call


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_arguments_in_sentences_and_tables_exist(page: Path) -> None:
    for text, call in calls_of(page):
        called = attrgetter(ast.unparse(call.func).removeprefix("om."))(om)
        try:
            taken = signature(called).parameters
        except ValueError:  # of the native module
            continue
        if not any(one.kind is one.VAR_KEYWORD for one in taken.values()):
            assert {word.arg for word in call.keywords} <= taken.keys(), text


def test_every_function_has_a_picture() -> None:
    text = (ROOT / "docs/functions.md").read_text(encoding="utf-8")
    pictures = sorted((ROOT / "docs/landscapes").glob("*.png"))
    assert len(pictures) == 24
    for picture in pictures:
        assert f"landscapes/{picture.name}" in text


ROOMS = ["experiment", "record", "data", "measures", "problems", "reports", "exceptions", "testing"]


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_is_in_the_reference(room: str) -> None:
    page = (ROOT / "docs" / "reference" / f"{room}.md").read_text(encoding="utf-8")
    for name in import_module(f"optimeter.{room}").__all__:
        assert f"\n## {name}\n" in page
        assert re.search(rf":: optimeter(\.[a-z_]+)*\.{name}$", page, re.MULTILINE), name
    assert f"reference/{room}\n" in (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def test_every_name_of_optimeter_leads_to_its_place() -> None:
    table = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for name in om.__all__:
        if not name.startswith("_"):
            page, anchor = re.search(rf"\[`om.{name}`\]\((.*?)#(.*?)\)", table).groups()
            text = (ROOT / "docs" / page).read_text(encoding="utf-8")
            assert anchor in [line[3:].lower() for line in text.splitlines() if line[:3] == "## "]


def test_every_field_of_runs_is_documented() -> None:
    words = set(re.findall(r"\w+", om.Runs.__doc__))
    assert {field.name for field in fields(om.Runs) if not field.name.startswith("_")} <= words


def test_options_are_linked_where_they_are_named() -> None:
    options = ("CocoOptions", "IohOptions", "MemoryOptions")
    named = [om.run.__doc__, om.Observer.__doc__, record_unit.__doc__]
    named += [FENCED.sub("", page.read_text(encoding="utf-8")) for page in PAGES]
    for text in named:
        prose = re.sub(r">>>.*|^\s+\.\.\. .*", "", text, flags=re.MULTILINE)
        for name in options:
            if re.search(rf"\b{name}\b", prose) and f"## {name}" not in prose:
                assert re.search(rf"class\}}?:?`~?optimeter\.record\.{name}`", prose), name
