"""`report`: from recorded data to a folder with the page, the numbers and the paper's figures."""

import json
import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from pathlib import Path
from typing import Any, get_args

from optimeter._arguments import Selection, known_name, path_of
from optimeter._files import check_writable, write_atomically
from optimeter._output import refuse_foreign, staged
from optimeter._store import cache_folder
from optimeter._text import markup
from optimeter.data.costs import Cost
from optimeter.data.quality import Optimum
from optimeter.data.report_files import MANIFEST
from optimeter.data.runs import Runs
from optimeter.measures import Targets
from optimeter.measures.choosing import SUITE_REFERENCE, ReferenceSource
from optimeter.measures.targets import TargetsLike
from optimeter.reports.analysis.computing import compute
from optimeter.reports.analysis.model import ReportData
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.analysis.sources import Source, prepared
from optimeter.reports.analysis.words import headline
from optimeter.reports.export import file_makers
from optimeter.reports.figures.draw_svg import profile_svg
from optimeter.reports.figures.mpl_canvas import Size
from optimeter.reports.page.rendering import page_files
from optimeter.reports.paper.article import Template, article_files
from optimeter.reports.paper.figures import render_figures
from optimeter.reports.results import Advance

__all__ = ["Report", "figures", "report", "report_data"]


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """A written report.

    Attributes
    ----------
    folder : Path
    data : ReportData
        All results behind the page.
    files : tuple of str
        Everything written, relative to the folder.
    """

    folder: Path
    data: ReportData
    files: tuple[str, ...]

    @property
    def page(self) -> Path:
        """The page to open."""
        return self.folder / "index.html"

    def show(self) -> bool:
        """Open the page in the user's browser; False if there is none."""
        import webbrowser  # noqa: PLC0415

        return webbrowser.open(self.page.resolve().as_uri())

    def __repr__(self) -> str:
        return f"<Report {self.data.title!r}: {self.page}>"

    def _repr_html_(self) -> str:
        """Show the answer, the figure and a link in a notebook."""
        parts = [f"<h3>{markup(self.data.title)}</h3>"]
        for suite in self.data.suites:
            texts = headline(suite, suite.main_dimension)
            parts += [f"<p>{markup(text)}</p>" for text in texts]
            parts.append(profile_svg(suite, suite.main_dimension, themed=False))
        address = markup(self.page.resolve().as_uri())
        parts.append(f'<p><a href="{address}" target="_blank">Open the whole report</a></p>')
        return f'<div style="max-width:56rem">{"".join(parts)}</div>'


def report(
    *sources: Source,
    folder: str | os.PathLike[str] = "ppdata",
    paper: bool = False,
    template: Template = "plain",
    dimensions: Selection | None = None,
    functions: Selection | None = None,
    instances: Selection | None = None,
    targets: TargetsLike | None = None,
    reference: ReferenceSource = SUITE_REFERENCE,
    background: Sequence[Source] = (),
    sweep: str = "",
    title: str = "",
    size: Size | None = None,
    resamples: int = 200,
    seed: int = 1,
    maximize: bool | None = None,
    optimum: Optimum | None = None,
    own_instances: bool | None = None,
    cost: Cost | None = None,
    single_file: bool = True,
    force: bool = False,
    progress: Advance | None = None,
) -> Report:
    """Write a report on recorded data: page, tables and, if asked for, figures for a paper.

    Parameters
    ----------
    *sources : path, str or Runs
        As for `optimeter.load`; ``"NAME=PATH"`` gives the algorithm another name.
    folder : path
        Where to write. Files of an earlier report there are replaced, if nobody changed them; any
        other file in the way is an error. An article that you edited stays as it is.
    paper : bool
        Also write PDF and SVG figures (``fig/``) and LaTeX tables with an article (``tex/``).
    template : {"plain", "acmart"}
        Class of the article: one column, or ACM's two columns.
    dimensions, functions, instances : int, str or iterable, optional
        Restrict the data: numbers, text such as ``"1-5,8"``, groups of functions of the suite.
    targets : float, str, iterable, Targets or {"linear", "log", "relative"}, optional
        Own targets of profiles, tables and figures, or `measures.recorded_targets`. Where
        the optimum is not known they come from the data, and a word says how they lie between a
        poor and the best value that any algorithm has reached: equally spaced, by the logarithm of
        positive values, or by powers of ten of the distance to the best.
    reference : str, path, Runs or Reference
        ``"suite"`` (its published one), ``"best"`` (of the data), ``"none"``, the name of a
        published reference or of an algorithm of the data; or other data, whose best algorithm
        for each target it becomes: as paths, ``"archive:NAME"`` or Runs. ``"NAME=PATH"`` names it.
    background : sequence of path, str or Runs
        Data drawn light behind the others.
    sweep : str
        A word that a number follows in names of algorithms, ``"pop"`` in ``"CMA-ES pop=20"``: they
        are put in the order of it, with colours from one end of a range to the other.
    title : str
    size : {"one", "two", "slide"}, optional
        Size of all paper figures; each has its own when not given.
    resamples, seed : int
        Of the bootstrap intervals and bands.
    maximize, optimum, own_instances : optional
        How values are judged, where the data do not say it: as for `optimeter.load`.
    cost : {"evaluations", "batches", "seconds"}, optional
        What is counted, where it was recorded; see `Runs.costing`. Published references, which
        count evaluations, are then left out.
    single_file : bool
        Put everything the page needs into ``index.html``.
    force : bool
        Also replace files that are not from Optimeter or were changed since; they are kept as
        ``NAME.1.bak``.
    progress : callable, optional
        Called with (what, done, all).

    Returns
    -------
    Report
        Shows itself in a notebook; ``report.show()`` opens the page.

    Examples
    --------
    >>> import tempfile
    >>> from optimeter.data.runs import Runs
    >>> runs = Runs.from_arrays(function=1, dimension=2, suite="bbob", offsets=[0, 2],
    ...                         step_evaluations=[1, 10], step_precision=[50, 1e-9])
    >>> written = report(runs, folder=tempfile.mkdtemp())
    >>> written.page.name
    'index.html'
    """
    known_name(template, get_args(Template), "template")
    target = path_of(folder)
    check_writable(target)
    refuse_foreign(target, ["index.html"], force=force, manifest=MANIFEST)
    data = report_data(
        *sources,
        dimensions=dimensions,
        functions=functions,
        instances=instances,
        targets=targets,
        reference=reference,
        background=background,
        sweep=sweep,
        title=title,
        resamples=resamples,
        seed=seed,
        maximize=maximize,
        optimum=optimum,
        own_instances=own_instances,
        cost=cost,
        progress=progress,
    )
    article: dict[str, bytes] = {}
    if paper:
        drawn = render_figures(data, size=size, progress=progress)
        article |= {f"fig/{name}": content for name, content in drawn}
        names = [name.removeprefix("fig/") for name in article]
        texts = article_files(data, template, names)
        article |= {f"tex/{name}": text.encode() for name, text in texts}
    page = page_files(data, single_file=single_file, beside=file_makers(data, "data/"))
    files = chain(article.items(), page)
    return Report(target, data, _write(target, files, data, force=force))


def report_data(
    *sources: Source,
    dimensions: Selection | None = None,
    functions: Selection | None = None,
    instances: Selection | None = None,
    targets: TargetsLike | None = None,
    reference: ReferenceSource = SUITE_REFERENCE,
    background: Sequence[Source] = (),
    sweep: str = "",
    title: str = "",
    resamples: int = 200,
    seed: int = 1,
    maximize: bool | None = None,
    optimum: Optimum | None = None,
    own_instances: bool | None = None,
    cost: Cost | None = None,
    progress: Advance | None = None,
) -> ReportData:
    """Compute the results of a report without writing anything; arguments as for `report`."""
    given: dict[str, Any] = {
        "dimensions": dimensions,
        "functions": functions,
        "instances": instances,
        "targets": targets,
        "reference": reference,
        "background": background,
        "sweep": sweep,
        "title": title,
        "resamples": resamples,
        "seed": seed,
        "maximize": maximize,
        "optimum": optimum,
        "own_instances": own_instances,
        "cost": cost,
    }
    runs, options = prepared(*sources, **given)
    data = compute(runs, options) if progress is None else compute(runs, options, progress=progress)
    named = tuple(os.fspath(one) for one in sources if not isinstance(one, Runs))
    return replace(data, sources=named if len(named) == len(sources) else (), given=given)


def figures(
    *sources: Source,
    folder: str | os.PathLike[str] = "figures",
    formats: Sequence[str] = ("pdf", "svg"),
    size: Size | None = None,
    force: bool = False,
    **options: Any,
) -> list[Path]:
    """Write the figures a paper needs; `force` and further options as for `report`.

    Returns
    -------
    list of Path
        The files written.

    Examples
    --------
    >>> import tempfile
    >>> from optimeter.data.runs import Runs
    >>> runs = Runs.from_arrays(function=1, dimension=2, suite="bbob", offsets=[0, 2],
    ...                         step_evaluations=[1, 10], step_precision=[50, 1e-9])
    >>> [path.name for path in figures(runs, folder=tempfile.mkdtemp(), formats=["pdf"])][:2]
    ['budget_ecdf_D02.pdf', 'loss_D02.pdf']
    """
    target = path_of(folder)
    check_writable(target)
    data = report_data(*sources, **options)
    with staged(target, force=force, replace=False) as stage:
        return [target / name for name in _put(stage, render_figures(data, formats, size=size))]


# ------------------------------------------------------------------ writing


def _write(
    folder: Path, files: Iterable[tuple[str, bytes]], data: ReportData, *, force: bool
) -> tuple[str, ...]:
    """Write the files, each as it is made, and their manifest; return their names."""
    with staged(
        folder, force=force, manifest=MANIFEST, facts=_facts(data), once=["tex/article.tex"]
    ) as stage:
        return tuple(sorted([*_put(stage, files), MANIFEST]))


def _put(folder: Path, files: Iterable[tuple[str, bytes]]) -> list[str]:
    names = []
    for name, content in files:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        write_atomically(path, content, durable=False)
        names.append(name)
    return names


def _facts(data: ReportData) -> dict[str, object]:
    """Return what the report was made from: inputs, options, versions. No time, no machine."""
    import numpy as np  # noqa: PLC0415

    sources = [
        {**dict(entry), "path": Path(str(entry.get("path", ""))).name} for entry in data.provenance
    ]
    return {
        "title": data.title,
        "optimeter": data.version,
        "numpy": np.__version__,
        "python": platform.python_version(),
        "options": _options(data.options),
        "suites": {
            suite.name: {
                "algorithms": suite.algorithms,
                "dimensions": suite.dimensions,
                "functions": suite.functions,
                "quality": str(suite.settings.quality),
                "targets": dict(suite.target_labels),
                "reference": suite.reference,
            }
            for suite in data.suites
        },
        "sources": sources,
        "findings": len(data.findings),
    }


def _options(options: ReportOptions) -> dict[str, Any]:
    """Return the options that were given; references by name."""
    given = {field.name: getattr(options, field.name) for field in fields(options)}
    if not isinstance(options.reference, str):
        given["reference"] = [reference.name for reference in options.reference]
    if isinstance(options.targets, Targets):
        given["targets"] = options.targets.label
    return {name: value for name, value in given.items() if value is not None}


def explore(*sources: str, **options: Any) -> Report:
    """Write the page alone, where it is only looked at; options as for `report_data`.

    The files of numbers of hundreds of data sets are many times as large as the page.
    """
    data = report_data(*sources, **options)
    folder = _explore_folder(sources)
    return Report(folder, data, _write(folder, page_files(data), data, force=True))


def _explore_folder(sources: Sequence[str]) -> Path:
    """Return a folder for a page that is only looked at: in the cache, or a temporary one.

    That of the system for temporary files belongs to everybody: what has a name that others can tell
    before may be a link of theirs.
    """
    import tempfile  # noqa: PLC0415
    from hashlib import blake2b  # noqa: PLC0415

    cache = cache_folder()
    if cache is None:
        return Path(tempfile.mkdtemp(prefix="optimeter-"))
    name = blake2b(json.dumps(list(sources)).encode(), digest_size=6).hexdigest()
    return cache / "explore" / name
