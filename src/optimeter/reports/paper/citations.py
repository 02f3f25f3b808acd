"""What a paper cites: the methods of a report and the suites it is about, for BibTeX and as text."""

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["METHODS", "SUITES", "Citation", "bibliography", "bibtex", "citations_of"]

# Fields of BibTeX that say where a publication appeared; each kind of entry prints one of them.
_PLACES = ("journal", "booktitle", "institution", "howpublished")


@dataclass(frozen=True, slots=True)
class Citation:
    r"""A publication; all texts are LaTeX.

    Attributes
    ----------
    key : str
        For ``\cite``.
    kind : str
        Of entry in BibTeX.
    authors : tuple of str
        ``"Hansen, Nikolaus"``.
    title : str
    place : tuple of (str, str)
        Further fields of BibTeX: where it appeared.
    year : int
    """

    key: str
    kind: str
    authors: tuple[str, ...]
    title: str
    place: tuple[tuple[str, str], ...]
    year: int

    def entry(self) -> str:
        """Return the entry for BibTeX."""
        fields = {
            "author": " and ".join(self.authors),
            "title": f"{{{self.title}}}",
            **dict(self.place),
            "year": str(self.year),
        }
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
        return "\n".join([f"@{self.kind}{{{self.key},", *lines, "}"])

    def item(self) -> str:
        """Return the entry of a list of references."""
        names = [" ".join(reversed(one.split(", "))) for one in self.authors]
        where = dict(self.place)
        journal = next(where[name] for name in _PLACES if name in where)
        numbers = where.get("number", "")
        volume = where.get("volume", "") + (f"({numbers})" if "volume" in where and numbers else "")
        parts = [rf"\emph{{{journal}}}", volume or numbers, where.get("pages", ""), str(self.year)]
        return rf"\bibitem{{{self.key}}} {', '.join(names)}. {self.title}. " + (
            ", ".join(part for part in parts if part) + "."
        )


METHODS = (
    Citation(
        "coco",
        "article",
        ("Hansen, Nikolaus", "Auger, Anne", "Ros, Raymond", "Mersmann, Olaf", r"Tu{\v s}ar, Tea",
         "Brockhoff, Dimo"),
        "{COCO}: a platform for comparing continuous optimizers in a black-box setting",
        (("journal", "Optimization Methods and Software"), ("volume", "36"), ("number", "1"),
         ("pages", "114--144")),
        2021,
    ),
    Citation(
        "anytime",
        "article",
        ("Hansen, Nikolaus", "Auger, Anne", "Brockhoff, Dimo", r"Tu{\v s}ar, Tea"),
        "Anytime performance assessment in blackbox optimization benchmarking",
        (("journal", "IEEE Transactions on Evolutionary Computation"), ("volume", "26"),
         ("number", "6"), ("pages", "1293--1305")),
        2022,
    ),
)  # fmt: skip
_BBOB = Citation(
    "bbob",
    "techreport",
    ("Hansen, Nikolaus", "Finck, Steffen", "Ros, Raymond", "Auger, Anne"),
    "Real-parameter black-box optimization benchmarking 2009: noiseless functions definitions",
    (("institution", "INRIA"), ("number", "RR-6829")),
    2009,
)
_BIOBJ = Citation(
    "bbobbiobj",
    "article",
    ("Brockhoff, Dimo", "Auger, Anne", "Hansen, Nikolaus", r"Tu{\v s}ar, Tea"),
    "Using well-understood single-objective functions in multiobjective black-box optimization "
    "test suites",
    (("journal", "Evolutionary Computation"), ("volume", "30"), ("number", "2"),
     ("pages", "165--193")),
    2022,
)  # fmt: skip
_MIXINT = Citation(
    "bbobmixint",
    "inproceedings",
    (r"Tu{\v s}ar, Tea", "Brockhoff, Dimo", "Hansen, Nikolaus"),
    "Mixed-integer benchmark problems for single- and bi-objective optimization",
    (("booktitle", "Genetic and Evolutionary Computation Conference (GECCO)"),
     ("pages", "718--726")),
    2019,
)  # fmt: skip
SUITES = {
    "bbob": _BBOB,
    "bbob-boxed": _BBOB,
    "bbob-noisy": Citation(
        "bbobnoisy",
        "techreport",
        ("Hansen, Nikolaus", "Finck, Steffen", "Ros, Raymond", "Auger, Anne"),
        "Real-parameter black-box optimization benchmarking 2009: noisy functions definitions",
        (("institution", "INRIA"), ("number", "RR-6869")),
        2009,
    ),
    "bbob-biobj": _BIOBJ,
    "bbob-biobj-ext": _BIOBJ,
    "bbob-largescale": Citation(
        "bboblargescale",
        "misc",
        ("Elhara, Ouassim", "Varelas, Konstantinos", "Nguyen, Duc", r"Tu{\v s}ar, Tea",
         "Brockhoff, Dimo", "Hansen, Nikolaus", "Auger, Anne"),
        "{COCO}: the large scale black-box optimization benchmarking (bbob-largescale) test suite",
        (("howpublished", "arXiv:1903.06396"),),
        2019,
    ),
    "bbob-mixint": _MIXINT,
    "bbob-biobj-mixint": _MIXINT,
    "bbob-constrained": Citation(
        "bbobconstrained",
        "misc",
        (r"Dufoss{\'e}, Paul", "Hansen, Nikolaus", "Brockhoff, Dimo", "Sampaio, Phillipe R.",
         "Atamna, Asma", "Auger, Anne"),
        "Building scalable test problems for benchmarking constrained optimizers",
        (("howpublished", "Manuscript of the {COCO} project"),),
        2022,
    ),
    "pbo": Citation(
        "pbo",
        "article",
        ("Doerr, Carola", "Ye, Furong", "Horesh, Naama", "Wang, Hao", "Shir, Ofer M.",
         r"B{\"a}ck, Thomas"),
        "Benchmarking discrete optimization heuristics with {IOHprofiler}",
        (("journal", "Applied Soft Computing"), ("volume", "88"), ("pages", "106027")),
        2020,
    ),
    "mabbob": Citation(
        "mabbob",
        "misc",
        ("Vermetten, Diederick", "Ye, Furong", r"B{\"a}ck, Thomas", "Doerr, Carola"),
        "{MA-BBOB}: a problem generator for black-box optimization using affine combinations and "
        "shifts",
        (("howpublished", "arXiv:2312.11083"),),
        2023,
    ),
    "sbox": Citation(  # the platform that has these values
        "iohexperimenter",
        "article",
        ("de Nobel, Jacob", "Ye, Furong", "Vermetten, Diederick", "Wang, Hao", "Doerr, Carola",
         r"B{\"a}ck, Thomas"),
        "{IOHexperimenter}: benchmarking platform for iterative optimization heuristics",
        (("journal", "Evolutionary Computation"), ("volume", "32"), ("number", "3"),
         ("pages", "205--210")),
        2024,
    ),
    "mgh": Citation(
        "mgh",
        "article",
        (r"Mor{\'e}, Jorge J.", "Garbow, Burton S.", "Hillstrom, Kenneth E."),
        "Testing unconstrained optimization software",
        (("journal", "ACM Transactions on Mathematical Software"), ("volume", "7"),
         ("number", "1"), ("pages", "17--41")),
        1981,
    ),
    "more-wild": Citation(
        "morewild",
        "article",
        (r"Mor{\'e}, Jorge J.", "Wild, Stefan M."),
        "Benchmarking derivative-free optimization algorithms",
        (("journal", "SIAM Journal on Optimization"), ("volume", "20"), ("number", "1"),
         ("pages", "172--191")),
        2009,
    ),
}  # fmt: skip


def citations_of(suites: Iterable[str]) -> dict[str, Citation]:
    """Return the publications of the suites that have one, by name of the suite.

    A suite with features of its own, ``"bbob[noisy]"``, is cited as the plain one.

    Examples
    --------
    >>> [one.key for one in citations_of(["bbob", "mine", "bbob-noisy"]).values()]
    ['bbob', 'bbobnoisy']
    """
    plain = {name: name.partition("[")[0].partition("+")[0].strip() for name in suites}
    return {name: SUITES[key] for name, key in plain.items() if key in SUITES}


def bibtex(cited: Iterable[Citation]) -> str:
    """Return entries for BibTeX, each once."""
    return "\n\n".join(dict.fromkeys(one.entry() for one in cited)) + "\n"


def bibliography(cited: Iterable[Citation]) -> str:
    """Return the list of references of an article, each once."""
    items = dict.fromkeys(one.item() for one in cited)
    return "\n".join([r"\begin{thebibliography}{9}", *items, r"\end{thebibliography}", ""])
