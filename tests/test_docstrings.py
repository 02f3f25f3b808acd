"""The examples in the docstrings of the package run and print what they say."""

import doctest
import inspect
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

import pytest

import optimeter as om

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def modules() -> list[str]:
    found = [module.name for module in walk_packages(om.__path__, "optimeter.")]
    return ["optimeter", *sorted(name for name in found if not name.endswith("__main__"))]


def examples(module: ModuleType) -> list[doctest.DocTest]:
    """Examples of what a module defines, of classes and functions of native modules too."""
    found = doctest.DocTestFinder().find(module)
    for name, value in vars(module).items():
        if getattr(value, "__module__", None) == module.__name__ and not inspect.isfunction(value):
            text = inspect.getdoc(value) or ""
            known = {test.name for test in found}
            full = f"{module.__name__}.{name}"
            if ">>>" in text and full not in known:
                parser = doctest.DocTestParser()
                found.append(parser.get_doctest(text, {}, full, module.__file__, 0))
    return [test for test in found if test.examples]


@pytest.mark.parametrize("name", modules())
def test_examples(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failures: list[str] = []
    for test in examples(import_module(name)):
        doctest.DocTestRunner(optionflags=FLAGS).run(test, out=failures.append)
    assert not failures, "".join(failures)


@pytest.mark.parametrize("name", [n for n in om.__all__ if not n.startswith("_")])
def test_public_names_are_documented(name: str) -> None:
    value = getattr(om, name)
    text = inspect.getdoc(value) or ""
    assert text, f"om.{name} has no docstring"
    is_error = inspect.isclass(value) and issubclass(value, BaseException)
    if not is_error and not inspect.ismodule(value):
        assert ">>>" in text, f"the docstring of om.{name} has no example"


def test_the_finder_sees_examples() -> None:
    names = {test.name for test in examples(import_module("optimeter.problems.suite"))}
    assert {"optimeter.problems.suite.Suite", "optimeter.problems.suite.problem"} <= names
