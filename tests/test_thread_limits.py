"""Limits of libraries' threads: shared by all experiments of a process, gone with the last of them."""

import os

import pytest
from threadpoolctl import threadpool_info

from optimeter._threads import capped_environment, one_thread

NAMES = ("OMP_NUM_THREADS", "MKL_NUM_THREADS")


def settings() -> tuple[dict[str, str | None], list[int]]:
    threads = [library["num_threads"] for library in threadpool_info()]
    return {name: os.environ.get(name) for name in NAMES}, threads


@pytest.mark.parametrize("limit", [capped_environment, one_thread])
def test_blocks_that_overlap_leave_nothing_behind(limit, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    before = settings()
    first, second = limit(), limit()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)  # as when the first of two threads is done before the second
    assert settings()[0] == dict.fromkeys(NAMES, "1")
    if limit is one_thread:
        assert set(settings()[1]) == {1}
    second.__exit__(None, None, None)
    assert settings() == before


def test_what_an_optimizer_removes_is_no_error(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    with one_thread():
        for name in NAMES:
            del os.environ[name]
    assert settings()[0] == dict.fromkeys(NAMES)
