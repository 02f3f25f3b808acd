"""An experiment that is written down in a file."""

import pytest

import optimeter as om
from optimeter.cli import main

PLAN = """
folder = "exp"
budget = 10
seed = 3
report = {resamples = 20}

[optimizers]
nm = "scipy:Nelder-Mead"
cma = {optimizer = "cma", sigma = [0.1, 0.3], popsize = 6}

[[suites]]
name = "bbob"
functions = "1,2"
dimensions = 2
instances = "1-2"
"""


@pytest.fixture
def plan(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


def test_a_plan_is_run_resumed_and_reported(plan, tmp_path, capsys):
    assert main(["run", "plan.toml"]) == 0
    first = capsys.readouterr().out
    assert "cma[sigma=0.3]: 4 of 4 runs over" in first
    assert (tmp_path / "exp/report/index.html").is_file()
    assert main(["run", "plan.toml"]) == 0
    assert capsys.readouterr().out.count("4 of them there before") == 3
    folders = ["nm/bbob", "cma-sigma-0.1/bbob", "cma-sigma-0.3/bbob"]
    assert len(om.load(*(tmp_path / "exp" / name for name in folders))) == 12


@pytest.mark.system
def test_the_command_line_goes_before_the_plan(plan, tmp_path, capsys):
    assert main(["run", "plan.toml", "-o", "other", "--budget", "20", "-j", "2"]) == 0
    assert not (tmp_path / "exp").exists()
    assert capsys.readouterr().out.count("data in") == 3
    assert max(om.load(tmp_path / "other/nm/bbob").evaluations) > 20


def test_the_parts_of_a_plan_are_merged_and_then_reported(plan, tmp_path, capsys):
    for shard in ("1/2", "2/2"):
        assert main(["run", "plan.toml", "-o", "parts", "--shard", shard]) == 0
    assert not (tmp_path / "parts/report").exists()
    assert main(["merge", "parts", "-o", "exp"]) == 0
    capsys.readouterr()
    assert main(["run", "plan.toml"]) == 0
    assert capsys.readouterr().out.count("4 of them there before") == 3
    assert (tmp_path / "exp/report/index.html").is_file()


def test_all_that_many_experiments_share_is_said_in_a_plan_or_beside_it(plan):
    plan.write_text(f"checkpoint_every = 5.0\n{PLAN}")
    assert main(["run", "plan.toml", "--checkpoint-every", "7"]) == 0


def test_wrong_plans_are_one_line(plan, capsys, said):
    told = {}
    for old, new, value in [
        ("budget", "budjet", "'budjet'"),
        ("[[suites]]", "[suites]", "[[suites]]"),
        ("[optimizers]", "[optimisers]", "'optimisers'"),
        ('name = "bbob"', "", "name"),
        ('optimizer = "cma", ', "", "cma"),
        ("popsize", "popsiz", "'popsiz'"),
        ("= 10", "= = 10", "plan.toml"),
        ("= 10", "= " + "[" * 100_000, "plan.toml"),
        ('folder = "exp"', "", "-o FOLDER"),
    ]:
        plan.write_text(PLAN.replace(old, new, 1))
        assert main(["run", "plan.toml"]) == 2
        error = capsys.readouterr().err
        assert value in error
        assert len(error.strip().splitlines()) == 1
        told[f"{old[:15]} -> {new[:15]}"] = error.partition("TOML: ")[0]  # as Python words it
    assert told == said


def test_what_the_plan_says_is_refused_beside_it(plan, capsys, said):
    told = {}
    for line, values in {
        "plan.toml --suite bbob": ("suite", "plan.toml"),
        "plan.toml --algorithm x": ("algorithm",),
        "plan.toml sobol": ("'sobol'", "plan.toml"),
        "nothing.toml": ("nothing.toml",),
        "sobol --budget 1": ("-o FOLDER",),
    }.items():
        assert main(["run", *line.split()]) == 2
        told[line] = capsys.readouterr().err
        for value in values:
            assert value in told[line]
    assert told == said
