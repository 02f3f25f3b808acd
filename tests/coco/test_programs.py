"""Programs written for COCO, run unchanged by ``python -m optimeter.coco``."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.peers import need_peer

pytestmark = pytest.mark.system

# The programs run on all 2160 problems; a solver that stops soon keeps that short. The budgets, the
# restarts and everything else is what the program does.
HURRY = """\
import sys, scipy.optimize
whole = scipy.optimize.fmin
def fmin(func, x0, args=(), xtol=1e-4, ftol=1e-4, maxiter=None, maxfun=None, full_output=0, disp=1,
         **others):
    return whole(func, x0, maxfun=min(maxfun or 45, 45), disp=False, full_output=full_output)
fmin.__module__ = whole.__module__
scipy.optimize.fmin = fmin
import webbrowser; webbrowser.open = lambda address: print("browser", address)
from optimeter.coco.__main__ import main
raise SystemExit(main(sys.argv[1:]))
"""


def run(folder, *arguments, start=("-m", "optimeter.coco")):
    done = subprocess.run(
        [sys.executable, *start, *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={**os.environ, "OPTIMETER_CACHE": str(folder / "cache")},
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done


PROGRAMS = [
    ("example_experiment_complete.py", ["1"], "random_search_of_cocoex.solvers_1D_on_bbob"),
    (
        "example_experiment2.py",
        ["budget_multiplier=1"],
        "random_search_of_cocoex.solvers_1D_on_bbob",
    ),
    ("example_experiment_simple.py", [], "fmin_of_scipy.optimize._optimize_1D_on_bbob"),
    ("example_experiment_for_beginners.py", [], "scipy-optimize-fmin"),
    ("example_experiment_non_anytime.py", [], "Nelder-Mead"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "arguments", "folder"), PROGRAMS)
def test_examples_run_unchanged(name, arguments, folder, shared_data, tmp_path):
    example = shared_data / "coco-examples" / "python" / name
    done = run(tmp_path, example, *arguments, start=("-c", HURRY))
    written = tmp_path / "exdata" / folder
    assert len(list(written.glob("*.info"))) == 24
    assert (tmp_path / "ppdata/index.html").stat().st_size > 100_000
    assert "Report written to ppdata/index.html" in done.stdout
    complaints = [line for line in done.stderr.splitlines() if "'bfgs!'" not in line]
    assert complaints == []
    assert read_by_cocopp(written, tmp_path) == 24 * 6


def read_by_cocopp(folder, place):
    """Let cocopp load a folder, any warning being an error; return the number of data sets."""
    need_peer("cocopp")
    code = (
        "import warnings, sys, cocopp\n"
        "warnings.simplefilter('error')\n"
        "sets = cocopp.load(sys.argv[1])\n"
        "print('SETS', len(sets))\n"
    )
    done = run(place, folder, start=("-W", "ignore", "-c", code))
    said = done.stdout + done.stderr
    assert "warning" not in said.lower(), said
    return int(said.split("SETS")[1].split()[0])


SMALL = """\
import sys
import cocoex, cocopp
from cocoex.utilities import MiniPrint
import cocoex.interface, cocoex.solvers as solvers
import neighbour
suite = cocoex.Suite("bbob", "", "dimensions: 2 function_indices: 1,2")
observer = cocoex.Observer("bbob", "result_folder: small")
for problem in suite:
    problem.observe_with(observer)
    solvers.random_search(problem, problem.lower_bounds, problem.upper_bounds, 20)
print(__name__, __file__, sys.argv[1:], neighbour.HERE, type(problem).__module__)
if "report" in sys.argv:
    cocopp.main(observer.result_folder + " -o out --quiet nosuch!")
"""


@pytest.fixture
def program(tmp_path):
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "neighbour.py").write_text("HERE = 'yes'\n")
    path = folder / "small.py"
    path.write_text(SMALL)
    return path


def test_a_program_is_run_as_by_python(program, tmp_path):
    done = run(tmp_path, program, "a", "b")
    assert f"__main__ {program} ['a', 'b'] yes optimeter.coco" in done.stdout
    assert (tmp_path / "exdata/small/bbobexp_f2.info").exists()
    assert not (tmp_path / "ppdata").exists()


def test_a_module_is_run(program, tmp_path):
    done = run(program.parent, "-m", "small", "a")
    assert "__main__" in done.stdout


def test_cocopp_writes_our_report(program, tmp_path, said):
    done = run(tmp_path, program, "report")
    assert "out/index.html" in done.stdout
    assert (tmp_path / "out/index.html").exists()
    assert "'--quiet'" in done.stderr
    assert "'nosuch!'" in done.stderr
    lines = [line for line in done.stderr.splitlines() if "nosuch" in line or "quiet" in line]
    assert [":".join(line.split(":")[:2]) for line in lines] == said


def test_the_installed_cocopp_can_be_kept(tmp_path):
    need_peer("cocopp")
    program = tmp_path / "which.py"
    program.write_text("import cocoex, cocopp\nprint(cocopp.__name__, cocoex.__name__)\n")
    assert run(tmp_path, "--cocopp", program).stdout.split() == ["cocopp", "optimeter.coco"]
    assert run(tmp_path, program).stdout.split()[1] == "optimeter.coco"


def test_what_cocopp_offers_besides(tmp_path, said):
    program = tmp_path / "more.py"
    program.write_text(
        "import cocopp\n"
        "try:\n    cocopp.ppfig\nexcept AttributeError as error:\n    print(error)\n"
        "try:\n    cocopp.main('')\nexcept ValueError as error:\n    print(error)\n"
    )
    out = run(tmp_path, program).stdout
    assert "--cocopp" in out
    assert out == said


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ([], 2, "usage: python -m optimeter.coco"),
        (["--help"], 0, "usage: python -m optimeter.coco"),
        (["nosuch.py"], 2, "there is no program nosuch.py"),
        (["--nosuch"], 2, "unknown option --nosuch; accepted: --cocopp, -m, --help"),
        (["-m"], 2, "missing after -m"),
    ],
)
def test_wrong_calls(arguments, status, said, capsys):
    from optimeter.coco.__main__ import main

    assert main(arguments) == status
    out, err = capsys.readouterr()
    assert said in out + err


def test_an_error_of_the_program_is_shown(tmp_path):
    program = tmp_path / "broken.py"
    program.write_text("import cocoex\ncocoex.Suite('nosuch', '', '')\n")
    done = subprocess.run(
        [sys.executable, "-m", "optimeter.coco", program],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "unknown suite 'nosuch'" in done.stderr
    assert str(Path(program)) in done.stderr
