"""The examples in the docstrings of the package run and print what they say."""

import ast
import doctest
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

import optimeter as om
from optimeter import _core

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
PACKAGE = Path(om.__file__).parent


class Example(NamedTuple):
    """A docstring with an example: the module that it is of, its file, its line and its text."""

    module: str
    path: str
    line: int
    text: str


def has_example(text: object) -> bool:
    return isinstance(text, str) and ">>>" in text


def in_source(path: Path) -> Iterator[tuple[str, Example]]:
    """Yield the examples of a file by their names; the module is not imported for that."""
    source = path.read_text(encoding="utf-8")
    if not has_example(source):
        return
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    module = ".".join(parts).removesuffix(".__init__")
    waiting: list[tuple[str, ast.AST]] = [(module, ast.parse(source))]
    while waiting:
        name, node = waiting.pop()
        if has_example(text := ast.get_docstring(node)):
            yield name, Example(module, str(path), node.body[0].lineno, text)
        waiting += [
            (f"{name}.{inner.name}", inner)
            for inner in node.body
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        ]


def in_native(place: ModuleType | type, name: str) -> Iterator[tuple[str, Example]]:
    """Yield the examples of a native module by their names."""
    for key, value in vars(place).items():
        inner = f"{name}.{key}"
        if inspect.ismodule(value) and value.__name__ == inner:
            yield from in_native(value, inner)
        elif str(getattr(value, "__module__", "")).startswith(_core.__name__):
            if has_example(text := value.__doc__):  # its own: not what it inherits
                yield inner, Example(_core.__name__, _core.__file__, 0, inspect.cleandoc(text))
            if inspect.isclass(value):
                yield from in_native(value, inner)


EXAMPLES = dict(
    sorted(
        [
            *(one for path in PACKAGE.rglob("*.py") for one in in_source(path)),
            *in_native(_core, _core.__name__),
        ]
    )
)


WITH_PROCESSES = {
    f"optimeter.testing.{name}Contract" for name in ("executors.Executor", "optimizers.Optimizer")
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.system if name in WITH_PROCESSES else ())
        for name in EXAMPLES
    ],
)
def test_example(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    module, path, line, text = EXAMPLES[name]
    names = dict(vars(import_module(module)))
    test = doctest.DocTestParser().get_doctest(text, names, name, path, line)
    assert test.examples
    failures: list[str] = []
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


@pytest.mark.parametrize("module", ["optimeter.problems.suite", "optimeter.data.runs"])
def test_no_example_of_a_module_is_missed(module: str) -> None:
    """The standard library's finder imports a module and looks at what it defines."""
    found = doctest.DocTestFinder().find(import_module(module))
    theirs = {test.name: test.docstring for test in found if test.examples}
    assert len(theirs) > 1
    ours = {name: one.text for name, one in EXAMPLES.items() if one.module == module}
    assert ours == {name: inspect.cleandoc(text) for name, text in theirs.items()}


def test_examples_of_classes_methods_and_the_native_module_are_seen() -> None:
    """The names are those under which users find them."""
    known = {"optimeter.problems.suite.Suite", "optimeter.data.runs.Runs.runtimes"}
    native = {"Problem", "Problem.checkpoint", "set_threads", "Archive"}
    assert known | {f"optimeter._core.{name}" for name in native} <= EXAMPLES.keys()
    assert "optimeter.problems.suite" not in EXAMPLES  # its docstring has none
