"""Results as data frames and Parquet files."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from optimeter._arrow import export_stream
from optimeter._packages import package

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

__all__ = ["Framed"]


class Framed:
    """Mixin of results that are flat tables, with a list or an array for each column."""

    __slots__ = ()

    def columns(self) -> Mapping[str, Any]:
        """Return the columns by name."""
        raise NotImplementedError

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Hand the table to a library that speaks Arrow: polars, pandas, duckdb, narwhals, ..."""
        return export_stream(self.columns())

    def to_polars(self) -> "pl.DataFrame":
        """Return the table as a polars data frame (extra ``frames``)."""
        columns = {n: np.asarray(c).tolist() for n, c in self.columns().items()}
        frame: pl.DataFrame = package("polars").DataFrame(columns)
        return frame

    def to_pandas(self) -> "pd.DataFrame":
        """Return the table as a pandas data frame (extra ``frames``)."""
        frame: pd.DataFrame = package("pandas").DataFrame(dict(self.columns()))
        return frame

    def to_parquet(self, path: str | Path) -> None:
        """Write the table to a Parquet file (extra ``frames``)."""
        self.to_polars().write_parquet(path)
