"""Programs and all processes that they start get our modules in the place of the peer's."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.system

PROGRAM = """
import multiprocessing, subprocess, sys
import {peer}

def name(_):
    import {peer}.{part}
    return {peer}.__name__ + " " + {peer}.{part}.__name__

if __name__ == "__main__":
    found = {{name(0)}}
    for method in ("spawn", "fork", "forkserver"):
        with multiprocessing.get_context(method).Pool(1) as pool:
            found.update(pool.map(name, range(2)))
    code = "import {peer}.{part}; print({peer}.__name__, {peer}.{part}.__name__)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    print(sorted(found | {{ran.stdout.strip()}}))
"""


@pytest.mark.parametrize(
    ("ours", "peer", "part"),
    [("optimeter.ioh", "ioh", "logger"), ("optimeter.coco", "cocoex", "utilities")],
)
def test_every_process_of_a_program(tmp_path, ours, peer, part):
    (tmp_path / "program.py").write_text(PROGRAM.format(peer=peer, part=part))
    ran = subprocess.run(
        [sys.executable, "-m", ours, "program.py"], cwd=tmp_path, capture_output=True, text=True,
        check=False, timeout=120,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == str([f"{ours} {ours}.{part}"])


@pytest.mark.parametrize(
    ("ours", "names"),
    [
        ("optimeter.ioh", ["ioh", "ioh.iohcpp.logger.property", "ioh.problem.sbox"]),
        ("optimeter.coco", ["cocoex", "cocoex.utilities", "cocopp"]),
    ],
)
def test_inside_a_process(ours, names):
    code = f"import {ours} as module; module.stand_in()\n" + "".join(
        f"import {name}; print(sys.modules[{name!r}].__name__)\n" for name in names
    )
    ran = subprocess.run(
        [sys.executable, "-c", "import sys\n" + code], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": ""},
    )  # fmt: skip
    assert all(line.startswith("optimeter.") for line in ran.stdout.split())
    assert len(ran.stdout.split()) == len(names)
