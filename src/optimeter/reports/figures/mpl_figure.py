"""A figure of matplotlib that a notebook shows, also where pyplot was never imported."""

from io import BytesIO

import matplotlib.figure

__all__ = ["Figure"]

DOTS = 144  # an inch, on a screen


class Figure(matplotlib.figure.Figure):
    """A figure that shows itself."""

    def _repr_png_(self) -> bytes:
        buffer = BytesIO()
        self.savefig(buffer, format="png", dpi=DOTS)
        return buffer.getvalue()
