"""One folder for each generation of the formats, as its logger wrote it, read without a finding."""

import math

import numpy as np
import pytest

import optimeter as om

V0_COLUMNS = (
    "% function evaluation | noise-free fitness - Fopt (7.948000000000e+01) | best noise-free "
    "fitness - Fopt | measured fitness | best measured fitness | x1 | x2...\n"
)
V2_COLUMNS = (
    "% f evaluations | g evaluations | best noise-free fitness - Fopt (7.948000000000e+01) | "
    "noise-free fitness - Fopt | measured fitness | best measured fitness | x1 | x2...\n"
)
V3_COLUMNS = (
    "% f evaluations | g evaluations | best noise-free fitness - Fopt (7.948000000000e+01) + sum "
    "g_i+ | measured fitness | best measured fitness or single-digit g-values | x1 | x2...\n"
)
# (evaluations, value, best value) of a run; the value is worse than the best on the last line.
RUN = ((1, 8.0, 8.0), (20, 0.5, 0.5), (60, 3.0, 0.5))


def v0_lines():
    return "".join(
        f"{e} {v:+.9e} {b:+.9e} {v + 79.48:+.9e} {b + 79.48:+.9e} +0.0000e+00 +1.0000e+00\n"
        for e, v, b in RUN
    )


def v2_lines():
    return "".join(
        f"{e} 0 {b:+.9e} {v:+.9e} {v + 79.48:+.9e} {b + 79.48:+.9e} +0.0000e+00 +1.0000e+00\n"
        for e, v, b in RUN
    )


def v3_lines():
    return "".join(
        f"{e} 0 {b:+.9e} {v + 79.48:+.9e} {b + 79.48:+.9e} +0.0000e+00 +1.0000e+00\n"
        for e, v, b in RUN
    )


# generation: index header, comment, name of the data, columns, lines, line end, index value
GENERATIONS = {
    "2009, MATLAB": (
        "funcId = 3, DIM = 2, Precision = 1.000e-008, algId = 'direct'", "% comment",
        "data_f3\\bbobexp_f3_DIM2.dat", V0_COLUMNS, v0_lines(), "\r\n", "1:60|5.0e-001",
    ),
    "2010, C": (
        "funcId = 3, DIM = 2, Precision = 1.000e-08, algId = 'direct'", "% comment",
        "data_f3/bbobexp_f3_DIM2.dat", V0_COLUMNS, v0_lines(), "\n", "1:60|5.0e-01",
    ),
    "2017": (
        "suite = 'bbob', funcId = 3, DIM = 2, Precision = 1.000e-08, algId = 'direct', "
        "coco_version = '2.1.1'", "%",
        "data_f3/bbobexp_f3_DIM2_i1.dat", V0_COLUMNS, v0_lines(), "\n", "1:60|5.0e-01",
    ),
    "2018": (
        "suite = 'bbob', funcId = 3, DIM = 2, Precision = 1.000e-08, algId = 'direct', "
        "coco_version = '2.2.1', logger = 'bbob', data_format = 'bbob-new'", "%",
        "data_f3/bbobexp_f3_DIM2_i1.dat", V2_COLUMNS, v2_lines(), "\n", "1:60|5.0e-01",
    ),
    "2023": (
        "suite = 'bbob', funcId = 3, DIM = 2, Precision = 1.000e-08, algId = 'direct', "
        "coco_version = '2.6.3', logger = 'bbob', data_format = 'bbob-new2'", "%",
        "data_f3/bbobexp_f3_DIM2_i1.dat", V3_COLUMNS, v3_lines(), "\n", "1:60|5.0e-01",
    ),
    "2025": (
        "suite = 'bbob', funcId = 3, DIM = 2, Precision = 1.000e-08, algId = 'direct', "
        "coco_version = '2.7.3', logger = 'bbob', data_format = 'bbob-new2', settings = ''",
        "% a walk", "data_f3/bbobexp_f3_DIM2.dat", V3_COLUMNS, v3_lines(), "\n", "1:60|5.0e-01",
    ),
}  # fmt: skip


@pytest.mark.parametrize("generation", GENERATIONS)
def test_every_generation_of_coco(tmp_path, generation):
    header, comment, path, columns, lines, end, listed = GENERATIONS[generation]
    stem = tmp_path / path.replace("\\", "/").removesuffix(".dat")
    stem.parent.mkdir()
    text = (columns + lines).replace("\n", end).encode()
    for suffix in (".dat", ".tdat"):
        stem.with_name(stem.name + suffix).write_bytes(text)
    stem.with_name(stem.name + ".rdat").write_bytes(columns.encode())
    index = end.join((header, comment, f"{path}, {listed}"))
    (tmp_path / "bbobexp_f3.info").write_bytes(index.encode())
    runs = om.load(tmp_path, strict=True)
    assert runs.findings == ()
    assert (runs.algorithms, runs.suites) == (("direct",), ("bbob",))
    assert runs.evaluations.tolist() == [60]
    assert runs.runtimes([10, 1, 0.1]).tolist() == [[1, 20, math.inf]]
    assert runs.step_evaluations.tolist() == [1, 20]
    assert runs.extra["reference_value"].tolist() == [79.48]


def test_first_bi_objective_files_have_neither_suite_nor_version(tmp_path):
    (tmp_path / "g").mkdir()
    block = (
        "%\r\n% index = 0, name = a__b\r\n% instance = 1, reference value = 8.3e-001\r\n"
        "% function evaluation | indicator value | target hit\r\n"
        "1\t5.9e-001\t6.3e-001\r\n300\t1.0e-001\t1.0e-001\r\n"
    )
    for suffix in ("dat", "tdat"):
        (tmp_path / "g" / f"bbob-biobj_f01_d02_hyp.{suffix}").write_bytes(block.encode())
    (tmp_path / "g_hyp.info").write_bytes(
        b"algorithm = 'first', indicator = 'hyp', folder = 'g'\r\n% words (reconstructed)\r\n"
        b"function =  1, dim =  2, bbob-biobj_f01_d02_hyp.dat, 1:300|1.0e-001"
    )
    runs = om.load(tmp_path, strict=True)
    assert (runs.findings, runs.suites) == ((), ("bbob-biobj",))
    assert runs.runtimes([1, 0.1, 0.01]).tolist() == [[1, 300, math.inf]]


# ----------------------------------------------------------------------------------- IOHprofiler

QUOTED = '"function evaluation" "current f(x)" "best-so-far f(x)" "current af(x)+b" "best af(x)+b"'
INDEX_0_3_2 = (
    '{"suite": "BBOB", "function_id": 1, "function_name": "Sphere", "maximization": false, '
    '"algorithm": {"name": "old", "info": ""}, "scenarios": [{"dimension": 2, "path": '
    '"data_f1_Sphere/IOHprofiler_f1_DIM2.dat", "runs": [{"instance": 1, "evals": 60, "best": '
    '{"evals": 20, "y": 0.5}}]}]}'
)


def ioh_folder(root, index, data, name="IOHprofiler_f1_Sphere.json"):
    (root / "data_f1_Sphere").mkdir()
    (root / name).write_text(index)
    for suffix, text in data.items():
        (root / "data_f1_Sphere" / f"IOHprofiler_f1_DIM2.{suffix}").write_text(text)
    return root


def test_first_json_index(tmp_path):
    rows = "".join(f"{e} {v:f} {b:f} {v:f} {b:f}\n" for e, v, b in RUN)
    runs = om.load(ioh_folder(tmp_path, INDEX_0_3_2, {"dat": f"{QUOTED}\n{rows}"}), strict=True)
    assert runs.findings == ()
    assert runs.runtimes([1, 0.1]).tolist() == [[20, math.inf]]
    assert runs.evaluations.tolist() == [60]


def test_two_columns(tmp_path):
    rows = "".join(f"{e} {v}\n" for e, v, _ in RUN)
    text = f'"function evaluation" "current f(x)"\n{rows}'
    runs = om.load(ioh_folder(tmp_path, INDEX_0_3_2, {"dat": text}), strict=True)
    assert runs.runtimes([1, 0.1]).tolist() == [[20, math.inf]]


def test_of_several_trigger_files_the_one_of_improvements_is_read(tmp_path):
    rows = "".join(f"{e} {v:f} {b:f} {v:f} {b:f}\n" for e, v, b in RUN)
    wrong = f"{QUOTED}\n1 99 99 99 99\n"
    data = {"dat": f"{QUOTED}\n{rows}", "tdat": wrong, "idat": wrong, "cdat": wrong}
    folder = ioh_folder(tmp_path, INDEX_0_3_2, data)
    assert om.load(folder, strict=True).final.tolist() == [0.5]
    (folder / "data_f1_Sphere" / "IOHprofiler_f1_DIM2.dat").unlink()
    assert om.load(folder).final.tolist() == [99]


def test_several_objectives_and_attributes(tmp_path):
    index = INDEX_0_3_2.replace('"scenarios"', '"attributes": ["evaluations", "raw_y", "F2", '
                                '"sigma"], "scenarios"')  # fmt: skip
    text = "evaluations raw_y F2 sigma x0 x1\n1 8 1 0.1 0 0\n20 0.5 2 None 0 0\n60 3 0 0.3 1 1\n"
    runs = om.load(ioh_folder(tmp_path, index, {"dat": text}))
    assert list(runs.records) == ["raw_y", "F2", "sigma"]
    assert runs.records["F2"].tolist() == [1, 2, 0]
    np.testing.assert_array_equal(runs.step_extra["sigma"], [0.1, np.nan, 0.3])  # of the front
    assert runs.record_evaluations.tolist() == [1, 20, 60]
