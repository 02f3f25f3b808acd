"""Packages that not everybody has: one error, which says what to install."""

import sys

import numpy as np
import pytest

import optimeter as om
from optimeter._packages import missing_package, package
from optimeter.exceptions import MissingPackageError

RUNS = om.Runs.from_arrays(
    function=1, dimension=2, offsets=[0, 1], step_evaluations=[1], step_precision=[2.0]
)


def test_what_is_there_is_given():
    assert package("numpy") is np


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("polars", "'optimeter[frames]'"),
        ("distributed", "'optimeter[cluster]'"),
        ("optuna.samplers", "'optimeter[optuna]'"),
        ("cma", "cma"),  # which everybody has: no extra brings it
        ("jax", "jax"),  # which only tests ask for
        ("some_package.part", "some_package"),
    ],
)
def test_what_to_install_is_read_from_what_we_ask_for(name, wanted):
    text = str(missing_package(name, "this"))
    first = name.partition(".")[0]
    assert text == f"this needs the package {first}; install it with: pip install {wanted}"


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("polars", om.ert(RUNS).to_polars),
        ("pandas", om.ert(RUNS).to_pandas),
        ("pandas", RUNS.to_pandas),
        ("pyarrow", RUNS.to_polars),
    ],
)
def test_frames_say_what_they_need(name, make, monkeypatch):
    monkeypatch.setitem(sys.modules, name, None)  # not installed
    with pytest.raises(MissingPackageError, match=rf"{name}.* pip install 'optimeter\[frames\]'"):
        make()
