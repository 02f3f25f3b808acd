"""One script from ES modules: browsers load no modules from a page that was opened as a file."""

import re
from collections.abc import Callable

__all__ = ["bundled"]

_IMPORT = re.compile(r'^import \{([^{}]+)\} from "\./([\w/]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) ([\w$]+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundled(entry: str, read: Callable[[str], str]) -> str:
    r"""Return the modules that `entry` needs as one script that leaves no global names behind.

    A module becomes a function that returns its exports; those it imports stand before it. Modules
    write ``import { a, b as c } from "./other.js";`` and put ``export`` before constants, functions
    and classes; default exports, renamed exports and circles of imports are refused.

    Parameters
    ----------
    entry : str
        Name of the module that starts everything.
    read : callable
        Returns the source of a module by its name.

    Examples
    --------
    >>> sources = {"a.js": 'import { f } from "./b.js";\nf(1);\n',
    ...            "b.js": "export const f = (x) => x;\n"}
    >>> print(bundled("a.js", sources.__getitem__))
    "use strict";
    (() => {
    const module_b = (() => {
    const f = (x) => x;
    return { f };
    })();
    const module_a = (() => {
    const { f } = module_b;
    f(1);
    return {  };
    })();
    })();
    """
    exports: dict[str, list[str]] = {}
    parts: list[str] = []

    def add(name: str, chain: tuple[str, ...]) -> None:
        if name in chain:
            message = f"modules import each other in a circle: {' → '.join((*chain, name))}"
            raise ValueError(message)
        if name in exports:
            return
        source = read(name)
        for names, other in _IMPORT.findall(source):
            add(other, (*chain, name))
            unknown = {_original(word) for word in _words(names)} - set(exports[other])
            if unknown:
                message = f"{name} imports {', '.join(sorted(unknown))}, which {other} lacks"
                raise ValueError(message)
        exports[name] = _EXPORT.findall(source)
        body = _EXPORT.sub("", _IMPORT.sub(_taken, source))
        if left := _LEFT.search(body):
            message = f"{name}: the bundler does not know this form: {left[0]!r}"
            raise ValueError(message)
        parts.append(
            f"const {_variable(name)} = (() => {{\n{body}"
            f"return {{ {', '.join(exports[name])} }};\n}})();\n"
        )

    add(entry, ())
    return f'"use strict";\n(() => {{\n{"".join(parts)}}})();'


def _words(names: str) -> list[str]:
    return [word.strip() for word in names.split(",") if word.strip()]


def _original(word: str) -> str:
    return word.partition(" as ")[0]


def _variable(name: str) -> str:
    return "module_" + name.removesuffix(".js").replace("/", "_")


def _taken(found: re.Match[str]) -> str:
    """Return an import as names taken from the object of the other module."""
    names = ", ".join(word.replace(" as ", ": ") for word in _words(found[1]))
    return f"const {{ {names} }} = {_variable(found[2])};\n"
