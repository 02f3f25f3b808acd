"""Octave, as users have it: the MEX file and the functions, COCO's program unchanged."""

import re
import shutil

import numpy as np
import pytest

import optimeter as om
from tests.bindings.coco_programs import assert_cocopp_reads, files
from tests.bindings.conftest import ROOT
from tests.system_parts import need

pytestmark = pytest.mark.system


@pytest.fixture(scope="session")
def octave(prefix, run, tmp_path_factory):
    """Run a program of Octave with the functions in its path."""
    need("octave")
    need("mkoctfile")
    functions = prefix / "share/optimeter/octave"
    # In a home without its folder Octave complains at the end, whatever the program.
    history = str(tmp_path_factory.mktemp("octave") / "history")

    def call(program, folder):
        command = ("octave", "--no-gui", "--quiet", "--norc", "--path", functions)
        return run(*command, program, folder=folder, OCTAVE_HISTFILE=history)

    return call


@pytest.mark.parametrize("name", ["own", "coco"])
def test_calls(octave, name, tmp_path):
    done = octave(ROOT / f"bindings/octave/tests/test_{name}.m", tmp_path)
    assert done.stdout.splitlines()[-1] == "passed"


def test_program_of_coco_runs_unchanged(octave, coco_examples, tmp_path):
    """Its optimizer is found beside the program, in the current folder."""
    for path in (coco_examples / "octave").glob("*.m"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    done = octave("exampleexperiment.m", tmp_path)
    assert re.search(r"^COCO INFO: .* exdata/RS_on_bbob$", done.stdout, re.MULTILINE)
    assert done.stdout.count("done\n") == 6
    assert done.stdout.count("COCO TIMING") == 6
    assert done.stderr == ""
    assert_cocopp_reads(tmp_path / "exdata/RS_on_bbob", tmp_path, 6 * 24)


def test_example(octave, tmp_path):
    done = octave(ROOT / "examples/octave/random_search.m", tmp_path)
    assert done.stdout == "144 problems recorded in exdata/random-octave\n"
    runs = om.load(tmp_path / "exdata/random-octave")
    assert len(runs) == 144
    assert runs.algorithms == ("random search",)


SUITES = ("bbob", "bbob-noisy", "bbob-constrained", "bbob-biobj", "bbob-mixint")
POINTS = """\
more off
for name = SUITES
    suite = cocoSuite(name{1}, 'instances: 1-2', 'dimension_indices: 1,2 function_indices: 1,8');
    observer = cocoObserver(name{1}, ['result_folder: ' name{1} ' algorithm_name: A']);
    while true
        problem = cocoSuiteGetNextProblem(suite, observer);
        if ~cocoProblemIsValid(problem), break; end
        d = double(cocoProblemGetDimension(problem));
        for k = 0:49
            x = mod(7 * k + 13 * (0:d-1), 101) / 10 - 5;
            if cocoProblemGetNumberOfConstraints(problem) > 0
                cocoEvaluateConstraint(problem, x);
            end
            cocoEvaluateFunction(problem, x);
            if k == 20, cocoObserverSignalRestart(observer, problem); end
            if k == 30, cocoRecommendSolution(problem, x); end
        end
    end
    cocoSuiteFree(suite);
    cocoObserverFree(observer);
end
""".replace("SUITES", f"{{{str(SUITES)[1:-1]}}}")


def test_same_bytes_as_python(octave, tmp_path, capfd):
    """The same points in Octave and through `optimeter.coco` give the same files."""
    from optimeter import coco

    program = tmp_path / "points.m"
    program.write_text(POINTS)
    octave(program, tmp_path)
    for name in SUITES:
        suite = coco.Suite(name, "instances: 1-2", "dimension_indices: 1,2 function_indices: 1,8")
        text = f"outer_folder: {tmp_path}/python result_folder: {name} algorithm_name: A"
        observer = coco.Observer(name, text)
        for problem in suite:
            problem.observe_with(observer)
            for k in range(50):
                x = (7 * k + 13 * np.arange(problem.dimension)) % 101 / 10 - 5
                if problem.number_of_constraints:
                    problem.constraint(x)
                problem(x)
                if k == 20:
                    observer.signal_restart(problem)
                if k == 30:
                    problem.recommend(x)
        assert files(tmp_path / "exdata" / name) == files(tmp_path / "python" / name)


ENDING = """\
observer = optimeter_observer('own');
problem = optimeter_problem('bbob', 1, 2, 1);
optimeter_observe(observer, problem);
optimeter_evaluate(problem, [1 2; 3 4]);
suite = cocoSuite('bbob', 'instances: 1', 'dimensions: 2');
observer = cocoObserver('bbob', 'result_folder: coco');
problem = cocoSuiteGetNextProblem(suite, observer);
cocoEvaluateFunction(problem, [1 2]);
clear all
"""


def test_the_end_of_a_session_completes_the_records(octave, tmp_path):
    program = tmp_path / "ending.m"
    program.write_text(ENDING)
    octave(program, tmp_path)
    assert ", 1:2|" in (tmp_path / "own/bbobexp_f1.info").read_text()
    assert ", 1:1|" in (tmp_path / "exdata/coco/bbobexp_f1.info").read_text()


def test_every_function_has_a_help_text(prefix):
    functions = sorted((prefix / "share/optimeter/octave").glob("*.m"))
    assert len(functions) > 45
    for path in functions:
        head, text, *_ = path.read_text().splitlines()
        assert text.startswith("% "), path
        assert path.stem in head or path.stem == "setup", path


def test_setup_builds_what_is_missing(octave, prefix, run, tmp_path):
    """From the installed sources, as in Matlab."""
    copy = tmp_path / "prefix"
    for part in ("include", "lib", "share/optimeter/octave"):
        shutil.copytree(prefix / part, copy / part, symlinks=True)
    functions = copy / "share/optimeter/octave"
    (functions / "optimeter_call.mex").unlink()
    command = ("octave", "--no-gui", "--quiet", "--norc", "--path", functions, "--eval")
    done = run(*command, "setup; disp(optimeter_version()); setup", folder=tmp_path)
    assert done.stdout.splitlines()[-2:] == [om.__version__, "optimeter_call is ready"]
