"""What a paper cites: Optimeter, the methods of a report and its suites, for BibTeX and as text."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from optimeter import __version__
from optimeter.problems import known_suite

__all__ = ["METHODS", "SOFTWARE", "Citation", "bibliography", "bibtex", "citations_of"]

# Fields of BibTeX that say where a publication appeared; each kind of entry prints one of them.
_PLACES = ("journal", "booktitle", "institution", "howpublished")


@dataclass(frozen=True, slots=True)
class Citation:
    r"""A publication.

    Attributes
    ----------
    entry : str
        For BibTeX, with a line for each field; the texts are LaTeX.
    """

    entry: str

    @property
    def key(self) -> str:
        r"""The name for ``\cite``."""
        return self.entry[self.entry.index("{") + 1 : self.entry.index(",")]

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the entry by name."""
        return dict(re.findall(r"^  (\w+) = \{(.*)\},$", self.entry, re.MULTILINE))

    def item(self) -> str:
        """Return the entry of a list of references."""
        fields = self.fields
        names = [" ".join(reversed(one.split(", "))) for one in fields["author"].split(" and ")]
        where = next(fields[name] for name in _PLACES if name in fields)
        number = fields.get("number", "")
        volume = fields.get("volume", "") + (f"({number})" if "volume" in fields and number else "")
        parts = [rf"\emph{{{where}}}", volume or number, fields.get("pages", ""), fields["year"]]
        return rf"\bibitem{{{self.key}}} {', '.join(names)}. {fields['title'][1:-1]}. " + (
            ", ".join(part for part in parts if part) + "."
        )


SOFTWARE = Citation(
    rf"""@misc{{optimeter,
  author = {{{{The Optimeter developers}}}},
  title = {{{{{{Optimeter}}: measuring black-box optimizers}}}},
  howpublished = {{Version {__version__}, https://github.com/optimeter/optimeter}},
  year = {{2026}},
}}"""
)

METHODS = (
    Citation(
        r"""@article{coco,
  author = {Hansen, Nikolaus and Auger, Anne and Ros, Raymond and Mersmann, Olaf and """
        r"""Tu{\v s}ar, Tea and Brockhoff, Dimo},
  title = {{{COCO}: a platform for comparing continuous optimizers in a black-box setting}},
  journal = {Optimization Methods and Software},
  volume = {36},
  number = {1},
  pages = {114--144},
  year = {2021},
}"""
    ),
    Citation(
        r"""@article{anytime,
  author = {Hansen, Nikolaus and Auger, Anne and Brockhoff, Dimo and Tu{\v s}ar, Tea},
  title = {{Anytime performance assessment in blackbox optimization benchmarking}},
  journal = {IEEE Transactions on Evolutionary Computation},
  volume = {26},
  number = {6},
  pages = {1293--1305},
  year = {2022},
}"""
    ),
)


def citations_of(suites: Iterable[str]) -> dict[str, Citation]:
    """Return the publications of the suites that have one, by name of the suite.

    A suite with features of its own, ``"bbob[noisy]"``, is cited as the plain one.

    Examples
    --------
    >>> [one.key for one in citations_of(["bbob", "mine", "bbob-noisy"]).values()]
    ['bbob', 'bbobnoisy']
    """
    plain = {name: name.partition("[")[0].partition("+")[0].strip() for name in suites}
    infos = {name: known_suite(key) for name, key in plain.items()}
    return {name: Citation(info.publication) for name, info in infos.items() if info}


def bibtex(cited: Iterable[Citation]) -> str:
    """Return entries for BibTeX, each once."""
    return "\n\n".join(dict.fromkeys(one.entry for one in cited)) + "\n"


def bibliography(cited: Iterable[Citation]) -> str:
    """Return the list of references of an article, each once."""
    items = dict.fromkeys(one.item() for one in cited)
    return "\n".join([r"\begin{thebibliography}{9}", *items, r"\end{thebibliography}", ""])
