"""Templates of pages, and the files that belong to them."""

from importlib import resources
from typing import Any

__all__ = ["asset", "rendered"]


def rendered(template: str, **context: Any) -> str:
    """Fill a template; what it names must be there, and text is made safe."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    environment = Environment(
        loader=PackageLoader("optimeter.reports.page", "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(template).render(**context)


def asset(name: str) -> str:
    """Return a file that becomes part of a page."""
    text = (resources.files("optimeter.reports.page") / "assets" / name).read_text(encoding="utf-8")
    return text.replace("</script", "<\\/script")
