"""Text made safe for LaTeX."""

import re
import unicodedata

__all__ = ["escape_latex", "latex_text"]

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
}
_GREEK = {
    **dict(zip("αβγδεζηθικλμνξ", (
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
        "lambda", "mu", "nu", "xi",
    ), strict=True)),
    **dict(zip("πρσςτυφχψω", (
        "pi", "rho", "sigma", "varsigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
    ), strict=True)),
    **dict(zip("ΓΔΘΛΞΠΣΦΨΩ", (
        "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega",
    ), strict=True)),
    "µ": "mu",  # the sign of micro
}  # fmt: skip
_SYMBOLS = {
    **{letter: rf"$\{name}$" for letter, name in _GREEK.items()},
    "∞": r"$\infty$",
    "★": r"$\star$",
    "·": r"$\cdot$",
    "×": r"$\times$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "≈": r"$\approx$",
    "±": r"$\pm$",
    "→": r"$\to$",
    "–": "--",
    "—": "---",
    "…": r"\dots{}",
    "\u202f": r"\,",
    "−": "$-$",
}
_RAISED = dict(zip("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹ᵏⁿ", "-+0123456789kn", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
_PIECES = re.compile(f"[{''.join(_RAISED)}]+|[{''.join(_LOWERED)}]+|.", re.DOTALL)
_BREAKS = re.compile(r"(?<=\w)(/|:|=|\\_)(?=\w)")


def escape_latex(text: str) -> str:
    r"""Return text that LaTeX prints as it is.

    Letters outside of the Latin and Greek alphabets, which plain LaTeX fonts lack, become question marks.

    Examples
    --------
    >>> print(escape_latex("50%_of $x$ & C:\\run"))
    50\%\_of \$x\$ \& C:\textbackslash{}run
    """
    return "".join(_piece(match[0]) for match in _PIECES.finditer(text))


def _piece(text: str) -> str:
    """Return one letter, or what is raised or lowered together."""
    for sign, letters in (("^", _RAISED), ("_", _LOWERED)):
        if text[0] in letters:
            return f"${sign}{{{''.join(letters[c] for c in text)}}}$"
    return _SPECIAL.get(text) or _printable(text)


def _printable(character: str) -> str:
    if character in _SYMBOLS:
        return _SYMBOLS[character]
    if " " <= character < "\x7f" or "\u00c0" <= character <= "\u017f":
        return character
    if unicodedata.category(character).startswith(("Z", "C")):
        return " "
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return "".join(_SPECIAL.get(c, c) for c in plain) or "?"


def latex_text(text: str) -> str:
    r"""Return a generated sentence for LaTeX; lines may end within names, after / : = and _.

    Examples
    --------
    >>> print(latex_text("2.3× faster (95 % interval 2–3), p ≤ 10⁻ᵏ"))
    2.3$\times$ faster (95 \% interval 2--3), p $\le$ 10$^{-k}$
    >>> print(latex_text("BFGS_2019"))
    BFGS\_\allowbreak{}2019
    """
    return _BREAKS.sub(r"\1\\allowbreak{}", escape_latex(text))
