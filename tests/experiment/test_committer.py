"""The committer: runs become durable in order, and nothing is noted that is not on the disk."""

import os

import pytest

import optimeter as om
from optimeter._core import Committer, Outcome, Status, journal_line, read_pack, write_pack
from optimeter.exceptions import FileError
from optimeter.record import (
    CocoOptions,
    Recording,
    UnitPlace,
    assemble,
    read_unit,
    record_unit,
)


def held(folder, instance=1, evaluations=3):
    problem = om.problem("bbob", 1, 2, instance)
    unit = Recording(problem, folder, CocoOptions())
    for _ in range(evaluations):
        problem([0.5, 0.5])
    unit.end()
    return unit


def done(run):
    return Outcome(run, "p", 1, Status.DONE, 3)


def units_in(folder):
    return dict(entry for pack in sorted(folder.glob("*.units")) for entry in read_pack(pack))


def test_each_run_gets_its_place_and_its_line_in_order(tmp_path):
    committer = Committer(tmp_path)
    for run in range(300):
        committer.submit(done(run), held(tmp_path, 1 + run % 5, 1 + run))
    assert committer.flush() == 300
    assert committer.committed() == 300
    lines = [journal_line(done(run), timed=True) for run in range(300)]
    assert (tmp_path / "journal.jsonl").read_text() == "".join(lines)
    assert not list(tmp_path.glob("*.part"))
    units = units_in(tmp_path)
    assert sorted(units) == list(range(300))
    for run in (0, 7, 299):
        facts = read_unit(units[run])
        assert (facts.instance, facts.evaluations) == (1 + run % 5, 1 + run)


def test_a_unit_in_a_pack_has_the_bytes_of_a_unit_of_its_own(tmp_path):
    committer = Committer(tmp_path)
    committer.submit(done(0), held(tmp_path, 1))
    committer.submit(done(1), held(tmp_path, 2))
    committer.flush()
    problem = om.problem("bbob", 1, 2, 2)
    with record_unit(problem, tmp_path / "alone"):
        for _ in range(3):
            problem([0.5, 0.5])
    place = units_in(tmp_path)[1]
    stored = place.path.read_bytes()[place.offset : place.offset + place.size]
    assert stored == (tmp_path / "alone").read_bytes()


def test_a_run_without_data_is_only_noted(tmp_path):
    committer = Committer(tmp_path)
    committer.submit(done(1), None)
    assert committer.flush() == 1
    assert (tmp_path / "journal.jsonl").read_text() == journal_line(done(1), timed=True)
    assert not list(tmp_path.glob("*.units"))


def test_what_was_submitted_is_committed_when_the_committer_goes(tmp_path):
    committer = Committer(tmp_path)
    committer.submit(done(1), held(tmp_path))
    del committer
    assert list(units_in(tmp_path)) == [1]
    assert (tmp_path / "journal.jsonl").read_text() == journal_line(done(1), timed=True)


def test_after_a_failure_nothing_is_noted_any_more(tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    unit = held(folder)
    folder.rmdir()
    folder.write_text("in the way")
    committer = Committer(folder)
    committer.submit(done(1), unit)
    with pytest.raises(FileError, match="work"):
        committer.flush()
    with pytest.raises(FileError, match="work"):
        committer.submit(done(2), unit)
    with pytest.raises(FileError, match="work"):
        committer.committed()


def test_a_pack_can_be_written_in_place_of_one_of_its_sources(tmp_path):
    committer = Committer(tmp_path)
    for run in range(4):
        committer.submit(done(run), held(tmp_path, 1 + run))
    committer.flush()
    units = units_in(tmp_path)
    write_pack(tmp_path / "units", [(run, units[run]) for run in (0, 1, 2)])
    kept = dict(read_pack(tmp_path / "units"))
    write_pack(tmp_path / "units", [(run, {**kept, 3: units[3]}[run]) for run in (3, 1, 0)])
    again = read_pack(tmp_path / "units")
    assert [run for run, _ in again] == [3, 1, 0]
    assert [read_unit(place).instance for _, place in again] == [4, 2, 1]
    assemble([place for _, place in again], tmp_path / "data")
    assert len((tmp_path / "data/bbobexp_f1.info").read_text().splitlines()) > 1


@pytest.mark.parametrize("cut", [0, 5, 17, -1, -10, -30])
def test_a_damaged_pack_is_told(tmp_path, cut):
    committer = Committer(tmp_path)
    committer.submit(done(0), held(tmp_path))
    committer.flush()
    (pack,) = tmp_path.glob("*.units")
    (tmp_path / "bad").write_bytes(pack.read_bytes()[:cut])
    with pytest.raises(FileError, match="bad"):
        read_pack(tmp_path / "bad")


def test_a_unit_beyond_the_end_is_told(tmp_path):
    committer = Committer(tmp_path)
    committer.submit(done(0), held(tmp_path))
    committer.flush()
    (place,) = units_in(tmp_path).values()
    for offset, size in ((place.offset + 1, place.size), (place.offset, 10**9), (10**9, 10)):
        with pytest.raises(FileError):
            read_unit(UnitPlace(place.path, offset, size))


@pytest.mark.system
def test_a_forked_process_leaves_the_committer_alone(tmp_path):
    committer = Committer(tmp_path)
    committer.submit(done(1), held(tmp_path))
    committer.flush()
    child = os.fork()
    if child == 0:
        del committer
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status == 0
    committer.submit(done(2), None)
    assert committer.flush() == 2
