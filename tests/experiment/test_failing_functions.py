"""Own functions that fail: who fails, counts; the run goes on, and the journal says what happened."""

import json
import math
import os
import re
import signal
import subprocess
import sys

import numpy as np
import pytest

import optimeter as om
from optimeter.cli.check import FINE, check
from optimeter.exceptions import InvalidValueError

DIMENSION = 3
BUDGET = 20  # times the dimension


def suite_of(function, **options):
    problem = om.Problem.from_callable(
        function, [-1] * DIMENSION, [1] * DIMENSION, name="wing", **options
    )
    return om.Suite.from_problems("hangar", [problem])


class Flaky:
    """Fails by a rule, and knows its calls."""

    def __init__(self, raises=lambda x: False, nan=lambda x: False):
        self.raises, self.nan, self.calls = raises, nan, []

    def __call__(self, x):
        self.calls.append(x.copy())
        if self.raises(x):
            raise ArithmeticError("the mesh broke")
        return math.nan if self.nan(x) else float(x @ x)


def walk(problem, start, rng):
    while True:
        problem(rng.uniform(-1, 1, problem.dimension))


def seen(problem, start, rng):
    """Keep the values that it got, and how often an exception came."""
    seen.values, seen.raised = [], 0
    while True:
        try:
            seen.values.append(problem(rng.uniform(-1, 1, problem.dimension)))
        except ArithmeticError:
            seen.raised += 1


def run(optimizer, function, folder, **options):
    problem_options = {"optimum": 0} if options.pop("known", False) else {}
    return om.run(
        optimizer, suite_of(function, **problem_options), budget=BUDGET, folder=folder,
        progress=False, **options,
    )  # fmt: skip


def half(x):
    return x[0] < -0.8


def other(x):
    return x[1] > 0.9


@pytest.mark.parametrize("format", ["coco", "ioh"])
def test_a_failed_evaluation_counts_and_has_no_value(tmp_path, format):
    function = Flaky(half, other)
    result = run(seen, function, tmp_path, format=format)
    (outcome,) = result.outcomes
    broken = [x for x in function.calls if half(x) or other(x)]
    assert outcome.evaluations == len(function.calls) == BUDGET * DIMENSION
    assert outcome.failed_evaluations == len(broken) == np.isnan(seen.values).sum() > 3
    assert [one["x"] for one in outcome.failures] == [x.tolist() for x in broken]
    reasons = {one["message"].partition(" (")[0] for one in outcome.failures}
    assert reasons == {"ArithmeticError: the mesh broke", "returned nan"}
    runs = om.load(tmp_path)
    best = min(float(x @ x) for x in function.calls if not (half(x) or other(x)))
    assert runs.final[0] == pytest.approx(best, rel=1e-9)
    assert runs.evaluations[0] == outcome.evaluations
    text = "".join(path.read_text() for path in tmp_path.rglob("*.*dat"))
    assert "nan" not in text.lower()
    assert not any(float(word) > 1e6 for word in re.findall(r"[+-][0-9.]+e[+-][0-9]+", text))


def test_the_optimizer_gets_a_penalty_or_the_exception(tmp_path):
    run(seen, Flaky(half), tmp_path / "number", on_error=1e5)
    failed = seen.values.count(1e5)
    assert failed > 0
    assert om.load(tmp_path / "number").final[0] < 3
    result = run(seen, Flaky(half), tmp_path / "raise", on_error="raise")
    assert (seen.raised, len(seen.values)) == (failed, BUDGET * DIMENSION - failed)
    assert result.outcomes[0].failed_evaluations == failed
    assert result.evaluations == BUDGET * DIMENSION
    naive = run(walk, Flaky(half), tmp_path / "naive", on_error="raise")
    assert naive.failed == 1
    assert naive.outcomes[0].message.startswith("the function raised ArithmeticError")
    with pytest.raises(InvalidValueError, match="'none'"):
        run(walk, Flaky(), tmp_path / "none", on_error="none")


def test_batches_fail_row_by_row(tmp_path):
    def batches(problem, start, rng):
        while True:
            problem(rng.uniform(-1, 1, (7, problem.dimension)))

    function = Flaky(half)
    (outcome,) = run(batches, function, tmp_path / "a").outcomes
    allowed = function.calls[: outcome.evaluations]
    assert sum(map(half, allowed)) <= outcome.failed_evaluations <= sum(map(half, function.calls))
    (raised,) = run(batches, Flaky(half), tmp_path / "b", on_error="raise").outcomes
    assert raised.failed_evaluations == 1
    assert raised.evaluations < outcome.evaluations


def test_maximized_functions_and_those_with_a_known_optimum(tmp_path):
    suite = suite_of(Flaky(half), maximize=True)
    result = om.run(seen, suite, budget=BUDGET, folder=tmp_path / "max", progress=False)
    assert result.best[0].best_value == np.nanmax(seen.values)
    known = run(walk, Flaky(half), tmp_path / "known", known=True)
    assert known.best == ()
    assert "hit the final target" in str(known)


def test_a_mistake_ends_the_run_with_the_exception(tmp_path):
    def mistaken(x):
        return undefined_name  # noqa: F821

    result = run(walk, mistaken, tmp_path)
    (outcome,) = result.outcomes
    assert (result.failed, outcome.evaluations, outcome.failed_evaluations) == (1, 20, 20)
    assert "NameError: name 'undefined_name' is not defined" in outcome.message
    assert run(seen, Flaky(lambda x: True), tmp_path / "x").evaluations == 20  # it catches them


def test_what_passes_is_no_failure(tmp_path):
    def interrupted(x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(walk, interrupted, tmp_path)
    problem = suite_of(Flaky(lambda x: True))[0]
    with pytest.raises(ArithmeticError):  # outside of runs as ever
        problem([0] * DIMENSION)


def test_only_the_first_failures_are_kept(tmp_path):
    function = Flaky(lambda x: x[0] > -0.9)
    suite = suite_of(function)
    result = om.run(walk, suite, budget=200, folder=tmp_path, progress=False)
    (outcome,) = result.outcomes
    assert outcome.failed_evaluations > 500
    assert len(outcome.failures) == 100
    line = json.loads((tmp_path / "journal.jsonl").read_text().splitlines()[0])
    assert line["failed_evaluations"] == outcome.failed_evaluations
    assert len(line["failures"]) == 100


def test_what_failed_is_told_once_by_name(tmp_path):
    result = run(walk, Flaky(half, other), tmp_path)
    told = [line for line in str(result).splitlines() if "evaluations failed" in line]
    assert len(told) == 1
    assert "wing_i1_d3" in told[0]
    assert "ArithmeticError: the mesh broke" in told[0]
    assert str(result).splitlines()[-2].startswith("best on wing_i1_d3: ")
    assert "final target" not in str(result)
    found = check([str(tmp_path)])
    assert found.exit_code == FINE
    assert [one.message for one in found.findings if "evaluations failed" in one.message] == told


def test_failures_survive_a_checkpoint(tmp_path):
    class Broken(Exception):
        pass

    def stored(problem, start, rng):
        made = problem.restored or 0
        while True:
            if made % 15 == 0:
                problem.checkpoint(made)
            problem(rng.uniform(-1, 1, problem.dimension))
            made += 1
            if made == 30 and stored.breaks:
                raise KeyboardInterrupt

    def go(folder, function, **options):
        return om.run(
            stored, suite_of(function), budget=BUDGET, folder=folder, progress=False,
            checkpoint_every=1e-9, **options,
        )  # fmt: skip

    stored.breaks = False
    whole = go(tmp_path / "whole", Flaky(half, other))
    stored.breaks = True
    with pytest.raises(KeyboardInterrupt):
        go(tmp_path / "parts", Flaky(half, other))
    stored.breaks = False
    parts = go(tmp_path / "parts", Flaky(half, other))
    facts = [
        (o.evaluations, o.failed_evaluations, o.failures, o.best_value, o.best_x)
        for o in (*whole.outcomes, *parts.outcomes)
    ]
    assert facts[0] == facts[1]


TASK = """
import sys
import numpy as np
import optimeter as om

def wing(x):
    dice = np.random.default_rng(abs(hash(x.tobytes())) % 2**32).random()
    if dice < 0.05:
        raise RuntimeError("the flow did not converge")
    return float("nan") if dice < 0.07 else float(((x - 0.3) ** 2).sum())

suite = om.Suite.from_problems(
    "hangar", [om.Problem.from_callable(wing, [-1] * 6, [1] * 6, instance=i) for i in (1, 2, 3)]
)
results = om.run(
    ["random-search", "scipy:Nelder-Mead", "scipy:Powell", "scipy:COBYLA"],
    suite, budget=100 / 6, folder=sys.argv[1], workers=2, progress=False,
)
om.report(*results.values(), folder=sys.argv[1] + "/report", resamples=20)
for result in results.values():
    print(result)
"""


@pytest.mark.system
@pytest.mark.slow
def test_four_optimizers_on_a_failing_simulation_killed_and_continued(tmp_path):
    script = tmp_path / "task.py"
    script.write_text(TASK)
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    command = [sys.executable, str(script), str(tmp_path / "exp")]
    first = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while first.poll() is None and not list((tmp_path / "exp").rglob("work/*/journal.jsonl")):
        pass
    first.send_signal(signal.SIGKILL)
    first.communicate()
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("3 of 3 runs over") == 4
    assert done.stdout.count("evaluations failed in") == 4
    assert done.stdout.count("the flow did not converge") >= 3  # one may meet NaN alone
    for name in ("random-search", "scipy:Nelder-Mead", "scipy:Powell", "scipy:COBYLA"):
        assert f"{name}: 3 of 3 runs over" in done.stdout
    for instance in (1, 2, 3):
        assert done.stdout.count(f"best on wing_i{instance}_d6: ") == 4
    page = (tmp_path / "exp" / "report" / "index.html").read_text("utf-8")
    _, _, table = page.partition('id="best-table"')
    rows = table.partition("</table>")[0].split("<tr>")[2:]
    assert len(rows) == 12
    for name in ("random-search", "scipy:Nelder-Mead", "scipy:Powell", "scipy:COBYLA"):
        assert sum(f"<td>{name}</td>" in row for row in rows) == 3
