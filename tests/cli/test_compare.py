"""The gate for continuous integration: exit code, verdict, Markdown."""

import re
from dataclasses import replace

import numpy as np
import pytest

from optimeter.cli import compare, main
from optimeter.data.runs import Runs
from tests.measures.helpers import runs_of

INF = float("inf")
TARGETS = ("--targets", "1,0.1")


def data(factor, *, algorithm="mine", solved=True, spread=0.05, seed=1, dimension=5):
    """Runs on one problem whose runtimes are about `factor` times 100 and 1000."""
    noise = np.exp(spread * np.random.default_rng(seed).standard_normal((40, 2)))
    times = np.sort(np.rint(np.array([100, 1000]) * factor * noise), axis=1)
    if not solved:
        times[:, 1] = INF
    lengths = [5000 if np.isinf(row).any() else int(row.max()) for row in times]
    return runs_of(times.tolist(), lengths, algorithm=algorithm, suite="bbob", dimension=dimension)


@pytest.fixture
def invoke(monkeypatch, capsys):
    def run(old, new, *arguments):
        monkeypatch.setattr(compare, "load", lambda name, **_: {"old": old, "new": new}[name])
        code = main(["compare", "old", "new", *TARGETS, *arguments])
        return code, *capsys.readouterr()

    return run


@pytest.mark.parametrize(
    ("factor", "limit", "code"),
    [(1.3, 1.1, 1), (1.05, 1.1, 0), (0.5, 1.1, 0), (1.3, 1.5, 0), (1.3, None, 0), (0.9, 0.8, 1)],
)
def test_the_exit_code_says_whether_the_interval_lies_above(factor, limit, code, invoke):
    options = () if limit is None else ("--fail-slower", str(limit))
    found, text, _ = invoke(data(1), data(factor, seed=2), *options)
    assert found == code
    assert ("**fails**" in text) == bool(code)
    row = text.splitlines()[-3].split(" | ")
    assert row[:3] == ["| mine", "bbob", "5"]
    assert row[4:6] == ["100.0 %", "100.0 %"]
    slower, low, high = (float(part) for part in re.findall(r"[\d.]+", row[7]))
    assert slower == pytest.approx(factor, rel=0.05)
    assert low < factor < high


def test_a_wide_interval_is_no_reason_to_fail(invoke):
    """Runtimes that scatter by a factor of e support no claim about 1.1."""
    code, text, _ = invoke(
        data(1, spread=1.0), data(1.15, spread=1.0, seed=2), "--fail-slower", "1.1"
    )
    assert code == 0
    assert "**" not in text


def test_what_is_no_longer_solved_fails(invoke):
    code, text, _ = invoke(data(1), data(1, solved=False), "--fail-lost", "0.1")
    assert code == 1
    assert "| 1000·D | 100.0 % | 50.0 % | 50.0 % (46.0 … 54.0) |" in text
    assert invoke(data(1), data(1, solved=False), "--fail-lost", "0.6")[0] == 0
    nothing = runs_of([[INF, INF]] * 5, [5000] * 5, algorithm="mine", suite="bbob", dimension=5)
    assert invoke(data(1), nothing, "--fail-slower", "1.1")[0] == 1
    assert invoke(nothing, data(1), "--fail-slower", "1.1")[0] == 0


def test_what_is_newly_solved_makes_up_for_what_is_lost(invoke):
    """Each side misses a target of another function."""

    def on_f2(runs):
        return replace(runs, function=np.full(len(runs), 2))

    sides = [
        Runs.concatenate([data(1, solved=one), on_f2(data(1, solved=not one))])
        for one in (True, False)
    ]
    code, text, _ = invoke(*sides, "--fail-lost", "0.1")
    assert code == 0
    assert "| 75.0 % | 75.0 % |" in text


def test_copies_of_runs_and_few_runs_fail_nothing(invoke):
    few = [data(factor)[np.arange(3)] for factor in (1, 2)]
    code, text, _ = invoke(*few, "--fail-slower", "1.1", "--fail-lost", "0")
    assert code == 0
    assert "a claim needs 5" in text


def test_an_algorithm_against_itself_seldom_fails(invoke):
    """Three dimensions, heavy tails: any claim in at most one of twenty pages."""
    options = ("--fail-slower", "1", "--fail-lost", "0")
    failed = claimed = 0
    for page in range(40):
        sides = (
            Runs.concatenate(
                [
                    data(1, spread=1, seed=1000 * page + 10 * side + d, dimension=d, solved=d % 2)
                    for d in (2, 3, 5)
                ]
            )
            for side in (0, 1)
        )
        code, text, _ = invoke(*sides, *options)
        failed += code
        claimed += any(word in text for word in ("**", "slower", "faster", "fewer", "more"))
    assert failed <= claimed <= 5


def test_algorithms_are_compared_by_name(invoke):
    old = Runs.concatenate([data(1, algorithm="a"), data(1, algorithm="b")])
    new = Runs.concatenate([data(2, algorithm="b", seed=3), data(1, algorithm="c")])
    code, text, _ = invoke(old, new, "--fail-slower", "1.1")
    assert code == 1
    assert [line for line in text.splitlines() if line.startswith("| b | bbob | 5 |")]
    assert not [line for line in text.splitlines() if line.startswith(("| a |", "| c |"))]


def test_one_algorithm_on_either_side_may_have_any_name(invoke):
    code, text, _ = invoke(data(1, algorithm="v1"), data(1, algorithm="v|2"))
    assert code == 0
    assert r"| v\|2 | bbob" in text


def test_wrong_calls_are_one_line(invoke, said):
    old = Runs.concatenate([data(1, algorithm="a"), data(1, algorithm="b")])
    told = {}
    code, _, told["nothing in common"] = invoke(old, data(1, algorithm="c"))
    assert code == 2
    code, _, told["--fail-slower -1"] = invoke(data(1), data(1), "--fail-slower", "-1")
    assert code == 2
    assert "--fail-slower" in told["--fail-slower -1"]
    assert [len(error.splitlines()) for error in told.values()] == [1, 1]
    assert told == said
