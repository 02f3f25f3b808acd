"""Problems and loggers that nobody holds go away, and what they logged is written."""

import gc
import weakref

import pytest

from optimeter import ioh

LOGGERS = {
    "Analyzer": lambda folder: ioh.logger.Analyzer(root=folder, folder_name="a"),
    "old": lambda folder: ioh.logger.old.Analyzer(root=folder, folder_name="a"),
    "FlatFile": lambda folder: ioh.logger.FlatFile(
        [ioh.logger.trigger.ALWAYS], [], output_directory=str(folder)
    ),
    "Store": lambda _: ioh.logger.Store([ioh.logger.trigger.ALWAYS], []),
    "Combine": lambda folder: ioh.logger.Combine(
        [ioh.logger.Analyzer(root=folder, folder_name="a"), ioh.logger.EAF()]
    ),
    "EAH": lambda _: ioh.logger.EAH(0, 20, 5, 0, 10, 5),
}


@pytest.mark.parametrize("name", LOGGERS)
def test_a_problem_and_its_logger_go_away(name, tmp_path):
    logger, problem = LOGGERS[name](tmp_path), ioh.get_problem(8, 1, 2)
    problem.attach_logger(logger)
    problem([1.0, 2.0])
    left = weakref.ref(logger), weakref.ref(problem)
    del logger, problem
    gc.collect()
    assert [one() for one in left] == [None, None]
    if name in ("Analyzer", "Combine"):
        assert '"evals": 1' in (tmp_path / "a/IOHprofiler_f8_Rosenbrock.json").read_text()
    if name == "FlatFile":
        assert len((tmp_path / "IOH.dat").read_text().splitlines()) == 2


def test_a_logger_that_watches_its_own_problem_goes_away(tmp_path):
    logger = ioh.logger.Analyzer(root=tmp_path, folder_name="a")
    problem = ioh.get_problem(8, 1, 2)
    problem.number, problem.self = 3.0, problem
    logger.watch(problem, "number")
    problem.attach_logger(logger)
    problem([1.0, 2.0])
    left = weakref.ref(logger), weakref.ref(problem)
    del logger, problem
    gc.collect()
    assert [one() for one in left] == [None, None]
