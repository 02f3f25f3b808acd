"""Prints, as a pattern for nanobind.stubgen, the type of all options of all formats as keywords.

The signatures of the options are made by the engine; a type checker needs them written out.
"""

import ast

from optimeter import _core

TITLE = '"""All options of all formats as keywords."""'


def keywords(kind: type) -> dict[str, str]:
    """Return the keywords of a class of the native module with their types."""
    signature = kind.__init__.__nb_signature__[0][0]  # type: ignore[misc]
    (function,) = ast.parse(f"{signature}: ...").body
    assert isinstance(function, ast.FunctionDef)
    return {one.arg: ast.unparse(one.annotation or one) for one in function.args.kwonlyargs}


def main() -> None:
    """Print the pattern."""
    kinds = (_core.CocoOptions, _core.IohOptions, _core.MemoryOptions)
    known = {name: text for kind in kinds for name, text in keywords(kind).items()}
    del known["algorithm"]  # an argument of its own
    print("optimeter._core.__suffix__:")
    print(r"    \from collections.abc import Iterable, Mapping, Sequence")
    print(r"    \from typing import Literal, TypedDict")
    print("    class OptionKeywords(TypedDict, total=False):")
    print(f"        {TITLE}")
    for name, text in known.items():
        print(f"        {name}: {text.replace('collections.abc.', '').replace('typing.', '')}")


if __name__ == "__main__":
    main()
