"""Programs as optimizers: what they say on their streams is evaluated, and what they break is told."""

import os
import random
import shutil
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from tests.system_parts import need

import optimeter as om
from optimeter.exceptions import ExperimentError, InvalidValueError
from optimeter.experiment import Program, Status, find_optimizer
from optimeter.experiment.identity import optimizer_facts

pytestmark = pytest.mark.system

EXAMPLES = Path(__file__).parents[2] / "examples"
SUITE = {"functions": [1, 15], "dimensions": [2, 3], "instances": [1]}
COMMANDS = {
    "python/program.py": [sys.executable],
    "octave/program.m": ["octave", "-q", "--norc"],
    "julia/program.jl": ["julia"],
    "r/program.R": ["Rscript"],
}


def run(command, folder, *, suite=None, budget=10, **options):
    suite = om.Suite("bbob", **SUITE) if suite is None else suite
    return om.run(Program(command), suite, budget=budget, folder=folder, progress=False, **options)


def script(tmp_path, text, greeting=True):
    """Write a program in Python that knows the facts that it was told, and how to talk."""
    head = """
import array, sys
facts = {}
while (line := sys.stdin.buffer.readline().decode().split())[0] != "begin":
    facts[line[0]] = [float(word) for word in line[1:]]
dimension = int(facts["dimension"][0])
width = int(facts["objectives"][0] + facts["constraints"][0])
start = facts["start"]
def say(*words):
    print(*words, flush=True)
def hear():
    return sys.stdin.buffer.readline().decode().strip()
"""
    path = tmp_path / "solver.py"
    path.write_text((head if greeting else "") + text)
    return [sys.executable, str(path)]


@pytest.mark.parametrize("client", COMMANDS)
def test_reference_clients(client, tmp_path):
    program = COMMANDS[client][0]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    for name in ("one", "two"):
        result = run([*COMMANDS[client], str(EXAMPLES / client)], tmp_path / name)
        assert not result.failed, result.outcomes
        assert result.algorithm == "program"
        assert [one.evaluations for one in result.outcomes] == [20, 20, 30, 30]
        assert not any(one.message for one in result.outcomes)
    first, second = (sorted((tmp_path / name).rglob("*.dat")) for name in ("one", "two"))
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


@pytest.mark.parametrize("together", [1, 7])
def test_client_in_c(together, tmp_path):
    need("c++")
    program = tmp_path / "client"
    os.system(f"cc -O1 {EXAMPLES / 'c/program.c'} -o {program}")
    result = run([str(program), str(together)], tmp_path / "x", budget=35)
    assert [one.evaluations for one in result.outcomes] == [70, 70, 105, 105]
    assert not result.failed


def random_search(problem, start, rng):
    generator = random.Random(float(rng.integers(2**31)))
    while True:
        problem(list(map(generator.uniform, problem.lower_bounds, problem.upper_bounds)))


def test_a_program_records_what_the_same_algorithm_records_here(tmp_path):
    command = [*COMMANDS["python/program.py"], str(EXAMPLES / "python/program.py")]
    run(command, tmp_path / "program", algorithm="x")
    om.run(
        random_search, om.Suite("bbob", **SUITE), budget=10, folder=tmp_path / "here", algorithm="x"
    )
    ours, theirs = (sorted((tmp_path / name).rglob("*.*dat")) for name in ("here", "program"))
    assert ours
    assert [path.read_bytes() for path in ours] == [path.read_bytes() for path in theirs]


@pytest.mark.parametrize("kind", ["batch", "block"])
@pytest.mark.parametrize("suite", ["bbob", "bbob-biobj", "bbob-constrained"])
def test_batches_give_the_values_of_single_points(kind, suite, tmp_path):
    text = f"""
points = [[0.5 * i + k for k in range(dimension)] for i in range(4)]
singles = []
for point in points:
    say(*map(repr, point))
    singles.append([float(word) for word in hear().split()])
    assert len(singles[-1]) == width
say("{kind} 4")
if "{kind}" == "batch":
    for point in points:
        say(*map(repr, point))
    together = [[float(word) for word in hear().split()] for _ in points]
else:
    sys.stdout.buffer.write(array.array("d", sum(points, [])).tobytes())
    sys.stdout.flush()
    assert hear() == "block 4"
    numbers = array.array("d")
    numbers.frombytes(sys.stdin.buffer.read(8 * 4 * width))
    together = [list(numbers[i * width : (i + 1) * width]) for i in range(4)]
assert together == singles, (together, singles)
say("done")
"""
    problems = om.Suite(suite, functions=[1], dimensions=[2], instances=[1])
    result = run(
        script(tmp_path, text),
        tmp_path / "x",
        suite=problems,
        budget=50,
        restarts=False,
        costs=True,
    )
    assert result.failed == 0, result.outcomes
    of_constraints = 8 if problems[0].number_of_constraints else 0
    assert result.outcomes[0].evaluations == 8 + of_constraints


def test_a_program_that_ends_is_started_again(tmp_path):
    text = """
say(*facts["start"])
hear()
say("restart")
say(*facts["start"])
hear()
say("done")
"""
    one = om.Suite("bbob", functions=[1], dimensions=[2], instances=[1])
    outcome = run(script(tmp_path, text), tmp_path / "x", suite=one, budget=5).outcomes[0]
    assert outcome.evaluations == 10
    assert outcome.restarts == 4


BROKEN = {
    "no number": "say('hello', 'world')",
    "too few": "say(1.5)",
    "a long line": "say('x' * 500)",
    "an endless line": "while True: sys.stdout.write('x' * 65536)",
    "control characters": r"say('\x1b[31m')",
    "batch of words": "say('batch 2'); say('a b')",
    "no points": "say('batch 0')",
    "too many points": "say('block 99999999999')",
    "not a number of points": "say('batch two')",
    "ends": "sys.exit(3)",
    "is killed": "import os; os.kill(os.getpid(), 9)",
    "complains and ends": "print('no ideas', file=sys.stderr); sys.exit(1)",
    "goes on": "say(*start); say(*start)\nwhile True: hear()",
    "says nothing": "",
}


def test_what_a_program_breaks_is_told(tmp_path, said):
    one = om.Suite("bbob", functions=[1], dimensions=[2], instances=[1])
    messages = {}
    for name, text in BROKEN.items():
        command = script(tmp_path, text)
        budget = 0.5 if name == "goes on" else 5
        (outcome,) = run(command, tmp_path / name, suite=one, budget=budget).outcomes
        assert outcome.status == Status.FAILED, name
        messages[name] = outcome.message.rpartition(" (")[0] or outcome.message
    assert messages == said


def test_the_error_stream_goes_to_the_journal(tmp_path):
    text = """
print("a remark", file=sys.stderr, flush=True)
while True:
    say(*start)
    if hear() == "stop":
        break
"""
    for outcome in run(script(tmp_path, text), tmp_path / "x").outcomes:
        assert outcome.status == Status.DONE
        assert outcome.message.endswith("a remark")
    loud = text.replace("a remark", "begin " + "x" * 10_000_000 + " end")
    for outcome in run(script(tmp_path, loud), tmp_path / "y").outcomes:
        assert outcome.status == Status.DONE
        assert "begin xxx" in outcome.message
        assert len(outcome.message) < 5000


def test_time_limits_hold_and_nothing_is_left(tmp_path):
    text = f"""
import os, time
say(*start); hear()
with open({str(tmp_path / "processes")!r}, "a") as file:
    print(os.getpid(), file=file)
time.sleep(1000)
"""
    one = om.Suite("bbob", functions=[1], dimensions=[2], instances=[1])
    (outcome,) = run(
        script(tmp_path, text), tmp_path / "x", suite=one, budget=50, time_limit=0.5
    ).outcomes
    assert outcome.status == Status.TIMEOUT
    assert outcome.evaluations == 1
    for process in (tmp_path / "processes").read_text().split():
        deadline = time.monotonic() + 10
        while Path(f"/proc/{process}").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not Path(f"/proc/{process}").exists()


def test_answers_wait_for_a_program_that_reads_late(tmp_path):
    """It writes 50,000 points before it reads: more answers than a pipe takes."""
    text = """
points = "".join(f"{i} 0\\n" for i in range(50_000))
import threading
thread = threading.Thread(target=lambda: print(points, end="", flush=True))
thread.start()
import time; time.sleep(0.3)
values = [float(hear()) for _ in range(50_000)]
thread.join()
assert values == sorted(values)
say("done")
"""
    problem = om.Problem.from_callable(lambda x: x[0], [0, 0], [1, 1], name="first")
    Program(script(tmp_path, text))(problem, np.zeros(2), np.random.default_rng(1))
    assert problem.evaluations == 50_000


def test_commands(tmp_path, said, refused):
    with refused(InvalidValueError):
        Program("")
    with refused(InvalidValueError, "{size}"):
        Program("./solver {size}")
    with refused(InvalidValueError, "solver"):
        Program("./solver 'open")
    missing = Program("./no-such-solver --dim {dimension}")
    problem = om.problem("bbob", 1, 2)
    with refused(ExperimentError, "./no-such-solver"):
        missing(problem, problem.initial_solution, np.random.default_rng(1))
    assert refused.messages == said
    found = find_optimizer("program:octave -q 'my client.m' '{{x}}'")
    assert found == Program(["octave", "-q", "my client.m", "{{x}}"])


def test_numbers_of_the_run_stand_in_the_command(tmp_path):
    text = (
        "assert sys.argv[1:] == [str(dimension), '1', '0', str(int(facts['seed'][0]))]; say('done')"
    )
    command = [*script(tmp_path, text), "{dimension}", "{objectives}", "{constraints}", "{seed}"]
    problem = om.problem("bbob", 1, 3)
    Program(command)(problem, problem.initial_solution, np.random.default_rng(1))


def test_another_content_is_another_program(tmp_path):
    command = script(tmp_path, "say('done')")
    before = optimizer_facts(Program(command))
    assert optimizer_facts(Program(command)) == before
    script(tmp_path, "say('done')  # but different")
    assert optimizer_facts(Program(command)) != before
