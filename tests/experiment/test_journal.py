"""The lines of the journal."""

import json
import math
import pickle

import pytest

from optimeter._core import journal_line
from optimeter.experiment import Outcome, Status
from optimeter.experiment.journal import read, read_on
from optimeter.experiment.plan import Run, parse_plan, plan_text

STRANGE = "a\u2028b\x85c\x1cd"  # each would end a line for str.splitlines


@pytest.mark.parametrize("message", ["", 'said "no"', "back\\slash", "é\x00\n" + STRANGE])
@pytest.mark.parametrize("seconds", [math.nan, 0.0, 1e-06, 0.123456, 1e22])
@pytest.mark.parametrize("status", Status)
def test_a_line_is_json_and_comes_back(message, seconds, status, tmp_path):
    outcome = Outcome(3, 'my "é"', 1, status, 12, True, 4, message, seconds)
    content = {
        "run": 3,
        "problem": 'my "é"',
        "trial": 1,
        "status": str(status),
        "evaluations": 12,
        "target_hit": True,
        "restarts": 4,
        "message": message,
    }
    assert list(json.loads(journal_line(outcome, timed=False)).items()) == list(content.items())
    if not math.isnan(seconds):
        content["seconds"] = seconds
    line = journal_line(outcome, timed=True)
    assert json.loads(line) == content
    assert line.count("\n") == 1
    (tmp_path / "journal.jsonl").write_text(line, encoding="utf-8", newline="")
    (again,) = read(tmp_path / "journal.jsonl")
    assert repr(again) == repr(outcome)


def test_a_plain_line_is_as_python_writes_it():
    outcome = Outcome(3, "é", 1, Status.TIMEOUT, 12, restarts=4, message='said "no"', seconds=0.5)
    content = json.loads(journal_line(outcome, timed=True))
    assert journal_line(outcome, timed=True) == json.dumps(content, ensure_ascii=False) + "\n"


def test_lines_that_are_cut_off_or_damaged_are_left_out(tmp_path):
    outcomes = [Outcome(run, "p", 1, Status.DONE, 5, seconds=0.5) for run in range(3)]
    lines = [journal_line(outcome, timed=True) for outcome in outcomes]
    path = tmp_path / "journal.jsonl"
    damage = ["nonsense\n", '{"run": 7}\n', "[1]\n", lines[0].replace('"done"', '"well"')]
    damage += [lines[0].replace('"evaluations": 5', '"evaluations": -5'), "[" * 100_000 + "\n"]
    path.write_text(lines[0] + "".join(damage) + lines[1] + lines[2][:-1])
    assert list(read(path)) == outcomes[:2]


def test_a_line_that_is_being_written_is_read_when_it_is_whole(tmp_path):
    outcomes = [Outcome(run, "é", 1, Status.DONE, 5, seconds=0.5) for run in range(3)]
    text = "".join(journal_line(outcome, timed=True) for outcome in outcomes).encode()
    path = tmp_path / "journal.jsonl"
    found, offset = read_on(path)
    assert (found, offset) == ([], 0)
    for end in range(0, len(text) + 1, 7):
        path.write_bytes(text[:end])
        fresh, offset = read_on(path, offset)
        assert offset == text[:end].rfind(b"\n") + 1
        found += fresh
    path.write_bytes(text)
    assert found + read_on(path, offset)[0] == outcomes
    assert read_on(path, len(text)) == ([], len(text))


def test_names_with_any_characters_come_back_from_the_plan():
    plan = (Run(0, 0, STRANGE, 2, 1, 10), Run(1, 1, "é", 2, 1, 10))
    assert parse_plan(plan_text(plan)) == plan


def test_an_outcome_is_a_value():
    outcome = Outcome(3, "p", 1, Status.FAILED, 12, seconds=0.5)
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    assert outcome != Outcome(3, "p", 2, Status.FAILED, 12, seconds=0.5)
    assert outcome.to_dict()["status"] == Status.FAILED
