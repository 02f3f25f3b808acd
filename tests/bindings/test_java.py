"""Java: the package org.optimeter, and COCO's classes, a jar each."""

import shutil
import zipfile

import pytest

import optimeter as om
from tests.bindings.coco_programs import (
    assert_cocopp_reads,
    assert_same_files,
    files,
    random_search,
)
from tests.bindings.conftest import ROOT
from tests.peers import need_peer
from tests.system_parts import need

pytestmark = pytest.mark.system

OPTIONS = (
    "result_folder: RS_on_bbob algorithm_name: RS "
    'algorithm_info: "A simple random search algorithm"'
)


@pytest.fixture(scope="session")
def jar(prefix):
    """The jar, where there is a compiler of Java."""
    need("javac")
    return prefix / "share/java/optimeter.jar"


@pytest.fixture(scope="session")
def coco_jar(jar):
    """The jar of COCO's classes, which names the other."""
    return jar.with_name("coco.jar")


@pytest.fixture(scope="session")
def coco_run(coco_jar, run, coco_examples, tmp_path_factory):
    """COCO's own example program, compiled and run as it is."""
    folder = tmp_path_factory.mktemp("coco-java")
    shutil.copy(coco_examples / "java/ExampleExperiment.java", folder)
    run("javac", "-cp", coco_jar, "ExampleExperiment.java", folder=folder)
    place = ("-cp", f"{coco_jar}:.", "-Djava.library.path=.")
    return folder, run("java", *place, "ExampleExperiment", folder=folder)


def test_program_of_coco_runs_unchanged(coco_run, tmp_path):
    folder, done = coco_run
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Running the example experiment")
    assert lines[-1] == "Done!"
    assert any(line.startswith("d=40 done in ") for line in lines)  # J5
    assert any(line.startswith("Total elapsed time: 0h0") for line in lines)
    assert not done.stderr
    assert_cocopp_reads(folder / "exdata/RS_on_bbob", tmp_path, 6 * 24)


def test_program_of_coco_records_what_coco_does(coco_run, tmp_path):
    need_peer("cocoex")
    theirs = random_search(
        tmp_path, options=OPTIONS, per_dimension=2, generator="java", start=False
    )
    assert assert_same_files(coco_run[0] / "exdata/RS_on_bbob", theirs) > 40_000


@pytest.mark.parametrize("name", ["TestOptimeter", "TestCoco"])
def test_rules_and_wrong_calls(coco_jar, run, tmp_path, name):
    """The session survives every wrong call and goes on."""
    jar = coco_jar
    source = ROOT / f"bindings/java/tests/{name}.java"
    run("javac", "-Xlint:all", "-Werror", "-cp", jar, "-d", ".", source, folder=tmp_path)
    done = run("java", "-Xcheck:jni", "-cp", f"{jar}:.", name, folder=tmp_path)
    assert done.stdout.splitlines()[-1] == "passed"
    assert "WARNING in native method" not in done.stdout


def test_example(jar, run, c_example, tmp_path):
    """The example writes the same bytes as that in C."""
    done = run("java", "-cp", jar, ROOT / "examples/java/RandomSearch.java", folder=tmp_path)
    assert done.stdout == "144 problems recorded in exdata/random-java\n"
    assert files(tmp_path / "exdata/random-java") == files(c_example)


def test_all_names_of_the_package_are_imported_at_once(jar, run, tmp_path):
    """COCO's classes have the same names: in the same jar they would be taken."""
    (tmp_path / "Star.java").write_text(
        "import org.optimeter.*;\n\n"
        "public class Star {\n"
        "  public static void main(String[] args) {\n"
        '    try (Suite suite = new Suite("bbob", new Suite.Selection().dimensions(2));\n'
        "        Problem problem = suite.problem(0)) {\n"
        "      System.out.println(problem.evaluate(new double[2]));\n"
        "    }\n"
        "  }\n"
        "}\n"
    )
    done = run("java", "-cp", jar, "Star.java", folder=tmp_path)
    assert float(done.stdout) == om.problem("bbob", 1, 2, 1)([0, 0])


def test_jars_for_java_11(jar, coco_jar):
    """Each interface is in its jar, the library in the first; the classes are those of Java 11."""
    with zipfile.ZipFile(jar) as content:
        names = content.namelist()
        version = int.from_bytes(content.read("org/optimeter/Problem.class")[6:8], "big")
    with zipfile.ZipFile(coco_jar) as content:
        others = {name for name in content.namelist() if name.endswith(".class")}
    assert {"CocoJNI.class", "Suite.class"} <= others
    assert not [name for name in others if "/" in name]
    assert "org/optimeter/Suite.class" in names
    assert not [name for name in names if name.endswith(".class") and "/" not in name]
    assert [name for name in names if name.startswith("native/") and name.endswith(".so")]
    assert version == 55
