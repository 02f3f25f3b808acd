"""plotly.js as the page needs it: without addresses, without kinds of traces that it never draws."""

import re
from importlib.util import find_spec
from pathlib import Path

from optimeter._packages import missing_package

__all__ = ["plotly_script"]

KINDS = ("bar",)  # beside scatter, which is always there


def plotly_script() -> str:
    """Return plotly.js as the installed plotly package holds it, to stand in a page."""
    spec = find_spec(name := "plotly")  # found, not imported: that would take longer than the page
    if spec is None or not spec.submodule_search_locations:
        raise missing_package(name, "the page")
    path = Path(spec.submodule_search_locations[0]) / "package_data" / "plotly.min.js"
    script = _with_kinds(path.read_text(encoding="utf-8"), KINDS)
    return _without_addresses(script).replace("</script", "<\\/script")


def _with_kinds(script: str, kinds: tuple[str, ...]) -> str:
    """Keep some of the kinds of traces that plotly.js registers when it is loaded.

    Setting up maps, three dimensions and forty others takes a browser longer than all else on the
    page. The kinds are modules, each run when it is first asked for: ``x.register([a(),b(),…])``, where
    ``var a=W((e,t)=>{…t.exports=c()})`` and ``c`` has its name. A script of another form is left alone.

    Examples
    --------
    >>> modules = 'var a=W((e,t)=>{t.exports=c()});var c=W((e,t)=>{t.exports={name:"bar"}});'
    >>> modules += modules.translate(str.maketrans("acb", "xyp"))
    >>> _with_kinds(modules + "z.register([x(),a()])", ("bar",)).removeprefix(modules)
    'z.register([a()])'
    >>> _with_kinds(modules + "z.register([x(),a()])", ("pie",)).removeprefix(modules)
    'z.register([x(),a()])'
    """
    lists = list(re.finditer(r"\.register\(\[((?:[\w$]+\(\),)+[\w$]+\(\))\]\)", script))
    if len(lists) != 1:
        return script
    missing = set(kinds)
    kept = []
    for call in lists[0][1].split(","):
        if missing and (kind := _kind(script, call.removesuffix("()"))) in missing:
            missing.remove(kind)
            kept.append(call)
    first, last = lists[0].span(1)
    return script if missing else f"{script[:first]}{','.join(kept)}{script[last:]}"


def _kind(script: str, module: str) -> str:
    """Return the name of the kind of traces that a module stands for; empty if it has none."""
    text = _module(script, module)
    if found := re.match(r"[^{}]*\{[^{}]*\.exports=([\w$]+)\(\)\}", text):  # it stands for another
        text = _module(script, found[1])
    name = re.search(r'\bname:"(\w+)"', text)
    return "" if name is None else name[1]


def _module(script: str, name: str) -> str:
    """Return how a module begins; empty if there is none of that name."""
    at = script.find(f"var {name}=")
    return script[at : at + 4000] if at >= 0 else ""


def _without_addresses(script: str) -> str:
    """Blank the addresses of maps and of a cloud that plotly.js knows; nothing here needs them.

    Names of XML's namespaces and what licences say stay.
    """
    # What is rare is looked for first: a pattern of all of it would be tried at every letter.
    licences = [found.span() for found in re.finditer(r"/\*[!*].*?\*/", script, re.DOTALL)]
    parts, end = [], 0
    for found in re.finditer("://", script):
        at = found.start()
        scheme = re.search(r"(?<!\w)(?:https?|wss?|ftp)$", script[max(end, at - 6) : at])
        named = (
            script.startswith("://www.w3.org/", at) and scheme is not None and scheme[0] == "http"
        )
        if scheme is None or named or any(first <= at < last for first, last in licences):
            continue
        parts += [script[end : at - len(scheme[0])], "about:blank#"]
        end = found.end()
    return "".join([*parts, script[end:]])
