"""A comparison that is written down in a file."""

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


def test_the_command_line_goes_before_the_plan(plan, tmp_path, capsys):
    assert main(["run", "plan.toml", "-o", "other", "--budget", "20", "-j", "2"]) == 0
    assert not (tmp_path / "exp").exists()
    assert capsys.readouterr().out.count("data in") == 3
    assert max(om.load(tmp_path / "other/nm/bbob").evaluations) > 20


def test_all_that_many_experiments_share_is_said_in_a_plan_or_beside_it(plan):
    plan.write_text(f"checkpoint_every = 5.0\n{PLAN}")
    assert main(["run", "plan.toml", "--checkpoint-every", "7"]) == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("budget", "budjet", "unknown entry 'budjet' in plan.toml; did you mean 'budget'"),
        ("[[suites]]", "[suites]", "needs tables [[suites]]"),
        ("[optimizers]", "[optimisers]", "unknown entry 'optimisers'"),
        ('name = "bbob"', "", "a suite needs a name"),
        ('optimizer = "cma", ', "", "cma needs the entry optimizer"),
        ("popsize", "popsiz", "unknown option 'popsiz' of the optimizer 'cma'"),
        ("= 10", "= = 10", "is no plan in TOML"),
        ("= 10", "= " + "[" * 100_000, "is no plan in TOML"),
        ('folder = "exp"', "", "needs the entry folder, or give -o FOLDER"),
    ],
)
def test_wrong_plans_are_one_line(old, new, message, plan, capsys):
    plan.write_text(PLAN.replace(old, new, 1))
    assert main(["run", "plan.toml"]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert len(error.strip().splitlines()) == 1


def test_what_the_plan_says_is_refused_beside_it(plan, capsys):
    assert main(["run", "plan.toml", "--suite", "bbob"]) == 2
    assert "suite of a comparison is said in plan.toml" in capsys.readouterr().err
    assert main(["run", "plan.toml", "--shard", "1/2"]) == 2
    assert "shard belongs to a single experiment, not to a comp" in capsys.readouterr().err
    assert main(["run", "nothing.toml"]) == 2
    assert main(["run", "sobol", "--budget", "1"]) == 2
    assert "needs a folder for its data, -o FOLDER" in capsys.readouterr().err
