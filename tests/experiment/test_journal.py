"""The lines of the journal."""

import json
import math

import pytest

from optimeter.experiment.journal import Outcome, Status, read, text


@pytest.mark.parametrize("message", ["", 'said "no"', "back\\slash", "é\x00\n\u2028"])
@pytest.mark.parametrize("seconds", [math.nan, 0.0, 1e-06, 0.123456, 1e22])
@pytest.mark.parametrize("status", Status)
def test_a_line_is_json_as_python_writes_it(message, seconds, status, tmp_path):
    outcome = Outcome(3, 'my "é"', 1, status, 12, True, 4, message, seconds)
    content = {
        "run": 3,
        "problem": 'my "é"',
        "trial": 1,
        "status": status.value,
        "evaluations": 12,
        "target_hit": True,
        "restarts": 4,
        "message": message,
    }
    assert text(outcome, timed=False) == json.dumps(content, ensure_ascii=False) + "\n"
    if not math.isnan(seconds):
        content["seconds"] = seconds
    assert text(outcome, timed=True) == json.dumps(content, ensure_ascii=False) + "\n"


def test_lines_that_are_cut_off_or_damaged_are_left_out(tmp_path):
    outcomes = [Outcome(run, "p", 1, Status.DONE, 5, seconds=0.5) for run in range(3)]
    lines = [text(outcome, timed=True) for outcome in outcomes]
    path = tmp_path / "journal.jsonl"
    path.write_text(lines[0] + "nonsense\n" + lines[1] + '{"run": 7}\n' + lines[2][:-9])
    assert list(read(path)) == outcomes[:2]
