"""Experiments that are running or were killed: their finished runs can be looked at."""

import os
import signal
import time

import numpy as np
import pytest

import optimeter as om
from optimeter.cli import main
from optimeter.data.overview import overview
from optimeter.exceptions import DataError
from tests.sentences import everywhere

SUITE = om.Suite("bbob", functions=[1, 8], dimensions=[2, 5], instances=[1, 2, 3])


class Interrupted:
    """Random search that does something once so many runs are committed."""

    def __init__(self, folder, runs, act):
        self.folder, self.runs, self.act = folder, runs, act
        self.begun = 0

    def __call__(self, problem, start, rng):
        self.begun += not problem.evaluations
        if self.begun == self.runs + 1 and not problem.evaluations:
            while self.committed() < self.runs:
                time.sleep(0.001)
            self.act()
        while True:
            problem(rng.uniform(-5, 5, problem.dimension))

    def committed(self):
        paths = self.folder.glob("work/*/journal.jsonl")
        return sum(len(path.read_text().splitlines()) for path in paths)


def experiment(folder, act=lambda: None, runs=5, **options):
    optimizer = Interrupted(folder, runs, act)
    om.run(optimizer, SUITE, budget=20, folder=folder, algorithm="half", progress=False, **options)


def killed(folder, runs):
    """Leave an experiment whose process was killed when so many runs were committed."""
    process = os.fork()
    if process == 0:
        try:
            experiment(folder, lambda: os.kill(os.getpid(), signal.SIGKILL), runs)
        finally:
            os._exit(1)
    assert os.WIFSIGNALED(os.waitpid(process, 0)[1])


@pytest.mark.parametrize("form", ["coco", "ioh"])
def test_while_it_is_running(tmp_path, form, said):
    seen = []
    experiment(tmp_path / "x", lambda: seen.append(om.load(tmp_path / "x")), format=form)
    (early,), whole = seen, om.load(tmp_path / "x")
    assert len(early) == 5
    assert len(whole) == 12
    (finding,) = early.findings
    assert finding.rule == "experiment"
    assert "5 of 12" in finding.message
    assert finding.message == said
    assert whole.findings == ()
    there = set(problems(early))
    assert there < set(problems(whole))
    same = whole[np.array([key in there for key in problems(whole)])]
    targets = [10.0, 1.0]
    np.testing.assert_array_equal(early.runtimes(targets), same.runtimes(targets))


def problems(runs):
    columns = (runs.function, runs.dimension, runs.instance)
    return list(zip(*(column.tolist() for column in columns), strict=True))


@pytest.mark.system
def test_after_it_was_killed(tmp_path, capsys, said):
    killed(tmp_path / "both" / "x", 7)
    for source in (tmp_path / "both" / "x", tmp_path / "both"):
        runs = om.load(source)
        assert len(runs) == 7
        (finding,) = runs.findings
        assert "7 of 12" in finding.message
    assert main(["report", str(tmp_path / "both/x"), "-o", str(tmp_path / "page")]) == 0
    told = {"finding": finding.message}
    told["report"] = next(
        line for line in capsys.readouterr().out.splitlines() if "7 of 12" in line
    )
    assert "7 of 12" in (tmp_path / "page/index.html").read_text(encoding="utf-8")
    assert main(["check", str(tmp_path / "both/x")]) == 1
    told["check"] = everywhere(capsys.readouterr().out, tmp_path)
    assert told == said
    experiment(tmp_path / "both" / "x")  # the rest
    assert len(om.load(tmp_path / "both")) == 12
    assert om.load(tmp_path / "both").findings == ()


@pytest.mark.system
def test_before_any_run_is_over(tmp_path, said, refused):
    killed(tmp_path / "x", 0)
    with refused(DataError):
        om.load(tmp_path / "x")
    assert refused.messages == said


def square(x):
    return float(x @ x) - 7


def own_set():
    """One dimension per function, most of them in 2-D; other numbers of instances."""
    sizes = [2, 2, 2, 2, 5, 5, 3]
    problems = [
        om.Problem.from_callable(square, [-5] * d, [5] * d, name=f"p{k}", function_number=k)
        for k, d in enumerate(sizes, 1)
    ]
    again = om.Problem.from_callable(
        square, [-5] * 2, [5] * 2, name="p1", function_number=1, instance=2
    )
    return om.Suite.from_problems("mine", [*problems, again])


def test_a_finished_experiment_on_a_set_of_ones_own_is_complete(tmp_path, capsys):
    om.run("random-search", own_set(), budget=20, folder=tmp_path / "x", progress=False)
    assert main(["check", str(tmp_path / "x")]) == 0
    assert "no run" not in capsys.readouterr().out
    runs = om.load(tmp_path / "x")
    (entry,) = overview(runs)
    assert entry.missing == ()


def test_what_another_algorithm_was_run_on_is_missing():
    runs = om.Runs.from_arrays(
        function=[1, 2, 1], dimension=[2, 3, 2], suite="mine", algorithm=["a", "a", "b"],
        offsets=[0, 1, 2, 3], step_evaluations=[9, 9, 9], step_precision=[1, 1, 1],
    )  # fmt: skip
    assert [entry.missing for entry in overview(runs)] == [(), ((2, 3),)]


def test_the_headline_speaks_of_the_dimension_with_most_problems(tmp_path):
    for name in ("random-search", "scipy:Nelder-Mead"):
        om.run(name, own_set(), budget=20, folder=tmp_path / name[:5], progress=False)
    report = om.report(*tmp_path.iterdir(), folder=tmp_path / "page")
    assert report.data.suites[0].main_dimension == 2


@pytest.mark.parametrize("form", ["coco", "ioh"])
def test_runs_that_failed_are_told_with_the_data(tmp_path, capsys, form):
    def fails(problem, start, rng):
        problem(start)
        if problem.instance == 2:
            message = "no idea"
            raise ValueError(message)

    folder = tmp_path / "x"
    om.run(fails, SUITE, budget=3, folder=folder, format=form, progress=False)
    (finding,) = om.load(folder).findings
    assert finding.severity == "incomplete"
    assert finding.file == str(folder / "journal.jsonl")
    assert finding.message.startswith("4 of 12 runs failed")
    assert "bbob_f001_i02_d02: raised ValueError: no idea" in finding.message
    assert main(["report", str(folder), "-o", str(tmp_path / "page")]) == 0
    assert "x: 4 of 12 runs failed" in capsys.readouterr().out
    om.run("random-search", SUITE, budget=3, folder=tmp_path / "y", format=form, progress=False)
    assert om.load(tmp_path / "y").findings == ()


def test_a_journal_of_something_else_is_left_alone(tmp_path):
    om.run("random-search", SUITE, budget=3, folder=tmp_path / "x", progress=False)
    for text in (b"", b"\xff\n[1]\n7\nnull\n{}\n", b'{"status": "failed"', b"[" * 100_000):
        (tmp_path / "x" / "journal.jsonl").write_bytes(text)
        (finding,) = om.load(tmp_path / "x").findings  # it is not what the experiment wrote
        assert (finding.rule, finding.file) == ("manifest", str(tmp_path / "x" / "journal.jsonl"))
