"""Templates of pages, and the files that belong to them."""

from importlib import resources
from typing import Any

from optimeter._packages import package
from optimeter._text import visible

__all__ = ["asset", "rendered", "safe"]


def rendered(template: str, **context: Any) -> str:
    """Fill a template; what it names must be there, and text is made safe."""
    jinja2 = _jinja2()
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("optimeter.reports.page", "assets"),
        autoescape=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    text: str = environment.get_template(template).render(**context)
    return text


def safe(text: str) -> Any:
    """Mark text as part of a page that a template takes as it is."""
    return _jinja2().utils.markupsafe.Markup(text)


def _jinja2() -> Any:
    return package("jinja2", "the page")


def asset(name: str) -> str:
    """Return a file that becomes part of a page."""
    text = (resources.files("optimeter.reports.page") / "assets" / name).read_text(encoding="utf-8")
    return text.replace("</script", "<\\/script")
