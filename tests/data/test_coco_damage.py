"""Every quirk and damage of the format description: the stated result, and a finding for it."""

import math
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter.data.convert import convert
from optimeter.exceptions import DataError
from tests.recorded import RECORDED

V0_HEADER = (
    "% function evaluation | noise-free fitness - Fopt (7.948000000000e+01) | best noise-free "
    "fitness - Fopt | measured fitness | best measured fitness | x1 | x2...\n"
)


def load(folder, **options):
    runs = om.load(folder.write(), cache=False, **options)
    return runs, {entry.rule for entry in runs.findings}


def check_sound(runs):
    """The two runs of the undamaged folder."""
    assert runs.instance.tolist() == [1, 2]
    assert runs.evaluations.tolist() == [200, 300]
    assert runs.runtimes([10, 1, 0.1]).tolist() == [[1, 15, 200], [20, 300, math.inf]]
    assert runs.final.tolist() == [0.1, 0.2]


def test_sound_folder_has_no_findings(folder):
    runs, _ = load(folder, strict=True)
    assert runs.findings == ()
    check_sound(runs)
    assert (runs.algorithms, runs.suites) == (("myalg",), ("bbob",))
    assert runs.function.tolist() == [3, 3]
    assert runs.finalized.all()
    assert runs.grid.tolist() == [5, 5]
    assert runs.final_target.tolist() == [1e-8, 1e-8]
    assert runs.extra["reference_value"].tolist() == [79.48, 79.48]
    assert runs.provenance[0]["comment"] == "a greedy walk, step 0.3"


def replace_all(folder, old, new):
    folder.index = folder.index.replace(old, new)
    folder.dat = folder.dat.replace(old, new)
    folder.tdat = folder.tdat.replace(old, new)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_q1_line_ends(folder, end):
    replace_all(folder, "\n", end)
    runs, rules = load(folder)
    check_sound(runs)
    assert not rules


def test_q1_mixed_line_ends(folder):
    folder.dat = folder.dat.replace("\n", "\r\n", 2).replace("+4.1227e-01\n", "+4.1227e-01\r", 1)
    check_sound(load(folder)[0])


def test_q3_exponents_of_three_digits(folder):
    replace_all(folder, "e+0", "e+00")
    check_sound(load(folder)[0])


def test_q4_backslash_in_the_path(folder):
    folder.index = folder.index.replace("data_f3/", "data_f3\\")
    check_sound(load(folder)[0])


def test_q5_index_that_is_not_utf8(folder):
    folder.index = folder.index.replace("greedy", "gr\xe9edy").encode("latin-1")
    runs, rules = load(folder)
    check_sound(runs)
    assert not rules
    assert runs.provenance[0]["comment"] == "a gr\xe9edy walk, step 0.3"


def test_q6_negative_index_value_is_only_a_hint(folder):
    folder.index = folder.index.replace("1.0e-01", "-5.6e-009")
    check_sound(load(folder)[0])


def test_q7_unfinished_run(folder):
    folder.index = folder.index.replace("2:300|2.0e-01", "2")
    runs, rules = load(folder)
    check_sound(runs)
    assert runs.finalized.tolist() == [True, False]
    assert rules == {"Q7"}
    assert runs.findings[0].severity == "incomplete"


def test_q9_data_without_any_index(folder, tmp_path, said, refused):
    folder.write()
    (folder.root / "bbobexp_f3.info").unlink()
    with refused(DataError, "2"):
        om.load(folder.root, cache=False)
    runs = om.load(folder.root, cache=False, orphans=True)
    assert (runs.suites, runs.algorithms) == (("bbob",), ("data",))
    assert set(zip(runs.function.tolist(), runs.dimension.tolist(), strict=True)) == {(3, 2)}
    assert runs.evaluations.tolist() == [200, 300]
    assert not runs.finalized.any()
    assert [entry.rule for entry in runs.findings] == ["Q9"]
    assert refused.messages == said


def test_q17_two_copies_in_one_folder(folder, said):
    single = om.load(folder.write(), cache=False)
    both = folder.root.parent / "both"
    for name in ("one", "two"):
        shutil.copytree(folder.root, both / name)
    runs = om.load(both, cache=False)
    assert runs.evaluations.tolist() == single.evaluations.tolist()
    (entry,) = runs.findings
    assert (entry.rule, entry.severity) == ("Q17", "incomplete")
    assert "2 run(s)" in entry.message
    assert "one/data_f3/bbobexp_f3_DIM2" in entry.message
    assert entry.message == said
    # Another algorithm with the same runs, or other runs of this one, are no copies.
    index = both / "two" / "bbobexp_f3.info"
    index.write_text(index.read_text().replace("'myalg'", "'another'"))
    assert len(om.load(both, cache=False)) == 4
    index.write_text(index.read_text().replace("'another'", "'myalg'").replace(", 2:", ", 7:"))
    assert len(om.load(both, cache=False)) == 4


@pytest.mark.parametrize("ending", ["tar", "tar.gz", "zip"])
def test_flipped_bytes_of_an_archive_are_told(ending, tmp_path):
    """Whatever changes the runs is a finding of lost or incomplete data, so that check fails."""
    from optimeter.cli.check import check

    whole = om.load(RECORDED / "coco/bbob/CMA.tgz")
    convert(whole, tmp_path / "data", to="coco")
    kind = {"tar": "tar", "tar.gz": "gztar", "zip": "zip"}[ending]
    path = Path(shutil.make_archive(str(tmp_path / "packed"), kind, tmp_path / "data"))
    content = path.read_bytes()
    for seed in range(4):
        rng = np.random.default_rng(seed)
        damaged = bytearray(content)
        for place in rng.integers(600, len(damaged), 20):
            damaged[place] ^= 1 << 6  # a digit becomes a letter
        path.write_bytes(damaged)
        result = check([str(path)])
        assert result.exit_code != 0


def test_a_zip_file_is_read_around_a_damaged_member(tmp_path, folder):
    path = Path(shutil.make_archive(str(tmp_path / "packed"), "zip", folder.write()))
    with zipfile.ZipFile(path) as archive:
        info = archive.getinfo("data_f3/bbobexp_f3_DIM2.dat")
    content = bytearray(path.read_bytes())
    content[info.header_offset + 30 + len(info.filename) + 20] ^= 0x55
    path.write_bytes(content)
    runs = om.load(path, cache=False)
    assert len(runs) == 2  # from the other file
    assert [e.severity for e in runs.findings if e.rule == "R28"] == ["error"]
    assert "bbobexp_f3_DIM2.dat" in repr(runs)


def test_q9_data_file_nobody_lists(folder):
    folder.others["data_f3/bbobexp_f3_DIM5.dat"] = (folder.HEADER + folder.BLOCKS[0]).encode()
    folder.others["data_f3/bbobexp_f3_DIM5.tdat"] = (folder.HEADER + folder.BLOCKS[0]).encode()
    runs, rules = load(folder)
    check_sound(runs)
    assert rules == {"Q9"}
    with_orphans, _ = load(folder, orphans=True)
    assert with_orphans.dimension.tolist() == [2, 2, 5]
    assert with_orphans.instance.tolist() == [1, 2, 0]
    assert with_orphans.finalized.tolist() == [True, True, False]


def test_q9_data_file_nobody_lists_without_a_header(folder):
    """Its columns are those of the format that its neighbours have."""
    for header in (folder.HEADER, ""):
        for ending in ("dat", "tdat"):
            content = header + folder.BLOCKS[0].replace("200 0 ", "200 40 ")  # of constraints
            folder.others[f"data_f3/bbobexp_f3_DIM5.{ending}"] = content.encode()
        runs, _ = load(folder, orphans=True)
        assert (runs.evaluations[2], runs.final[2]) == (240, 0.1)


def test_q10_one_problem_spread_over_folders(folder, tmp_path):
    for number in (1, 2):
        folder.root = tmp_path / "data" / f"batch{number}"
        folder.index = (
            folder.INDEX_HEADER + folder.COMMENT + folder.LISTED.replace("1:", f"{number}1:")
        )
        folder.write()
    runs = om.load(tmp_path / "data", cache=False)
    assert runs.instance.tolist() == [11, 2, 21, 2]
    assert runs.trial.tolist() == [0, 0, 0, 1]
    assert len(list(runs.groups())) == 1


def test_q11_instances_keep_file_order(folder):
    folder.index = folder.index.replace("1:200", "7:200")
    runs, _ = load(folder)
    assert runs.instance.tolist() == [7, 2]


def test_q12_dat_without_a_final_line(folder):
    folder.dat = "".join(line for line in folder.dat.splitlines(True) if line[:3] not in "200300")
    runs, rules = load(folder)
    assert runs.evaluations.tolist() == [200, 300]
    assert runs.final.tolist() == [0.1, 0.2]
    assert runs.runtimes([0.1]).tolist() == [[math.inf], [math.inf]]  # as the peer does
    assert runs.values_at([250]).tolist() == [[0.1], [2.0]]
    assert rules == {"Q13"}  # targets were hit that the file should tell of


def test_q13_files_that_disagree(folder):
    folder.tdat = folder.tdat.replace("200 0 +1.0e-01", "190 0 +3.0e-01")
    runs, rules = load(folder)
    assert rules == {"Q13"}
    assert runs.evaluations.tolist() == [200, 300]
    assert runs.final.tolist() == [0.1, 0.2]


def test_q14_best_value_that_increases(folder):
    folder.dat = folder.dat.replace("200 0 +1.0e-01", "200 0 +5.0e+00")
    runs, rules = load(folder)
    assert "Q14" in rules
    assert runs.runtimes([1]).tolist() == [[15], [300]]
    with pytest.raises(DataError, match="Q1[34]"):
        load(folder, strict=True)


@pytest.mark.parametrize("nan", ["+nan", "nan", "-nan(ind)", "1.#QNAN", "   +nan "])
def test_q15_nan_in_other_columns(folder, nan):
    folder.dat = folder.dat.replace(" +8.1e+01 +8.1e+01 +4.1227e-01", f" {nan} {nan} {nan}")
    check_sound(load(folder)[0])


def test_q16_zero_and_negative_values_hit_every_target(folder):
    replace_all(folder, "+1.0e-01", "-7.0e-15")
    runs, _ = load(folder)
    assert runs.runtimes([1e-8])[0, 0] == 200
    assert runs.final[0] == -7e-15


def test_q17_foreign_files_are_ignored(folder):
    folder.others = {"readme.m": b"\x00\xff", "notes.txt": b"hello", "._x.info": b"\x00\x05\x16",
                     ".DS_Store": b"\0", "x.pickle": b"cos\nsystem\n"}  # fmt: skip
    runs, rules = load(folder)
    check_sound(runs)
    assert not rules


def test_q19_q20_old_header_without_suite_and_with_free_blanks(folder):
    folder.index = (
        "funcId  =  3 ,DIM=2,  Precision = 1.000e-008,algId='a, b'\n% text\n"
        "data_f3/bbobexp_f3_DIM2.dat ,  1:200|1.0e-01 , 2:300|2.0e-01\n"
    )
    runs, _ = load(folder)
    check_sound(runs)
    assert (runs.algorithms, runs.suites) == (("a, b",), ("bbob",))


def test_r1_columns_follow_the_header_of_the_data(folder):
    """Old columns, though the index claims the new format: there is no count of constraints."""
    data = V0_HEADER + "1 +1.0e+01 +1.0e+01 +9.0e+01 +9.0e+01\n44 +9.0e+00 +5.0e+00 +8.0e+01 +8e1\n"
    folder.index = (
        folder.INDEX_HEADER + folder.COMMENT + "data_f3/bbobexp_f3_DIM2.dat, 1:44|5.0e+00"
    )
    folder.dat = folder.tdat = data
    runs, _ = load(folder)
    assert runs.evaluations.tolist() == [44]
    assert runs.final.tolist() == [5.0]


def test_r2_constraint_evaluations_count(folder):
    replace_all(folder, "15 0 ", "15 20 ")
    replace_all(folder, "200 0 ", "200 230 ")
    runs, _ = load(folder)
    assert runs.runtimes([1, 0.1])[0].tolist() == [35, 430]
    assert runs.evaluations.tolist() == [430, 300]
    assert runs.extra["constraint_evaluations"].tolist() == [230, 0]
    assert runs.step_extra["constraint_evaluations"].tolist() == [0, 20, 230, 0, 0, 0]
    assert runs.findings == ()


@pytest.mark.parametrize(
    ("header", "suite"),
    [
        ("funcId = 101, DIM = 2, algId = 'a'", "bbob-noisy"),
        ("suite = 'sbox-cost', funcId = 3, DIM = 2, algId = 'a'", "bbob-boxed"),
        ("suite = 'my-own', funcId = 3, DIM = 2, algId = 'a'", "my-own"),
    ],
)
def test_r3_suites(folder, header, suite):
    folder.index = f"{header}\n{folder.COMMENT}{folder.LISTED}"
    assert load(folder)[0].suites == (suite,)


def test_r4_more_entries_than_blocks(folder):
    folder.index += ", 3:400|1.0e+00"
    runs, rules = load(folder)
    check_sound(runs)
    assert rules == {"R4"}


def test_r4_the_counts_say_which_block_is_missing(folder):
    folder.dat = folder.tdat = folder.HEADER + folder.BLOCKS[1]
    runs, rules = load(folder)
    assert runs.instance.tolist() == [2]
    assert runs.evaluations.tolist() == [300]
    assert rules == {"R4"}


def test_r4_block_without_lines(folder):
    folder.dat = folder.tdat = folder.HEADER + folder.HEADER + folder.BLOCKS[1]
    runs, rules = load(folder)
    assert runs.instance.tolist() == [2]
    assert rules == {"R4"}


def test_r5_more_blocks_than_entries(folder):
    folder.dat += folder.HEADER + folder.BLOCKS[0]
    folder.tdat += folder.HEADER + folder.BLOCKS[0]
    runs, rules = load(folder)
    check_sound(runs)
    assert rules == {"R5"}
    assert load(folder, orphans=True)[0].instance.tolist() == [1, 2, 0]


@pytest.mark.parametrize("kept", range(1, 40))
def test_r6_last_line_cut_anywhere(folder, kept):
    """Cut the last line of both files after each of its first characters."""
    last = folder.BLOCKS[1].splitlines()[-1]
    for name in ("dat", "tdat"):
        setattr(folder, name, getattr(folder, name)[: -len(last) - 1] + last[:kept])
    runs, rules = load(folder)
    assert runs.evaluations.tolist() == [200, 20]
    assert runs.final.tolist() == [0.1, 2.0]
    assert rules == {"R6", "R21a"}


def test_r6_line_without_its_end_but_whole(folder):
    folder.dat, folder.tdat = folder.dat[:-1], folder.tdat[:-1]
    check_sound(load(folder, strict=True)[0])


@pytest.mark.parametrize(("name", "rule"), [("tdat", "R7"), ("dat", "R8")])
def test_r7_r8_one_of_the_two_files_is_missing(folder, name, rule):
    setattr(folder, name, None)
    runs, rules = load(folder)
    check_sound(runs)
    assert rules == {rule}


def test_r8_both_files_missing(folder):
    folder.dat = folder.tdat = None
    with pytest.raises(DataError, match="R8"):
        load(folder)


def test_r9_comma_without_blank(folder):
    folder.index = folder.index.replace(", ", ",")
    check_sound(load(folder)[0])


@pytest.mark.parametrize("comment", ["", "% one\n% two\n", "%\n", "\n"])
def test_r10_any_number_of_comment_lines(folder, comment):
    folder.index = folder.INDEX_HEADER + comment + folder.LISTED
    check_sound(load(folder)[0])


def test_r11_header_without_data_line_and_data_line_without_runs(folder):
    head = folder.INDEX_HEADER + folder.COMMENT
    folder.index = f"{head}{folder.index}\n{head}none.dat"
    runs, rules = load(folder)
    check_sound(runs)
    assert rules == {"R11"}


def test_r12_file_referenced_twice(folder):
    first, second = "1:200|1.0e-01", "2:300|2.0e-01"
    path = "data_f3/bbobexp_f3_DIM2.dat"
    folder.index = "\n".join(
        folder.INDEX_HEADER + folder.COMMENT + f"{path}, {listed}" for listed in (first, second)
    )
    runs, rules = load(folder)
    check_sound(runs)
    assert not rules


def test_r13_several_files_in_one_data_line(folder):
    folder.dat = folder.tdat = folder.HEADER + folder.BLOCKS[0]
    for suffix in ("dat", "tdat"):
        folder.others[f"data_f3/second.{suffix}"] = (folder.HEADER + folder.BLOCKS[1]).encode()
    folder.index = (
        folder.INDEX_HEADER
        + folder.COMMENT
        + folder.LISTED.replace(" 2:", " data_f3/second.dat, 2:")
    )
    check_sound(load(folder)[0])


@pytest.mark.parametrize("infinite", ["inf", "+inf", "Infinity", "1.#INF", "1.8e308", "9e999"])
def test_r14_infinite_first_value(folder, infinite):
    replace_all(folder, "1 0 +1.0e+01", f"1 0 {infinite}")
    runs, _ = load(folder)
    assert runs.runtimes([1e300, 1, math.inf])[0].tolist() == [15, 15, 1]
    assert runs.values_at([1])[0, 0] == math.inf


def test_r15_nan_as_value(folder):
    replace_all(folder, "15 0 +1.0e+00", "15 0 nan")
    runs, rules = load(folder)
    assert runs.runtimes([1])[0, 0] == 200
    assert rules == {"R15"}


def test_r16_evaluation_count_zero(folder):
    replace_all(folder, "15 0 +1.0e+00", "0 0 +1.0e+00")
    runs, rules = load(folder)
    assert runs.runtimes([1])[0, 0] == 200
    assert rules == {"R16"}


def test_r16_run_with_nothing_left(folder):
    folder.dat = folder.tdat = (
        folder.HEADER + "0 0 +1.797693135e+308 0 0\n" + folder.HEADER + folder.BLOCKS[1]
    )
    runs, rules = load(folder)
    assert runs.instance.tolist() == [2]
    assert rules == {"R4", "R16"}


def test_r17_counts_that_decrease_are_sorted(folder):
    lines = folder.BLOCKS[0].splitlines(keepends=True)
    folder.dat = folder.HEADER + lines[0] + lines[2] + lines[1] + folder.HEADER + folder.BLOCKS[1]
    runs, rules = load(folder)
    check_sound(runs)
    assert {"R17", "Q14"} <= rules | {"Q14"}


def test_r17_repeated_count_keeps_the_better_value(folder):
    replace_all(folder, "15 0 +1.0e+00", "1 0 +1.0e+00")
    runs, rules = load(folder)
    assert runs.runtimes([1])[0, 0] == 1
    assert runs.values_at([1])[0, 0] == 1.0
    assert rules == {"R17"}


def test_r18_first_line_not_at_evaluation_one(folder):
    replace_all(folder, "1 0 +1.0e+01", "3 0 +1.0e+01")
    runs, rules = load(folder)
    assert runs.runtimes([10])[0, 0] == 3
    assert rules == {"R18"}


def test_r19_decimal_commas(folder):
    for name in ("dat", "tdat"):
        text = getattr(folder, name)
        body = [
            line if line[0] == "%" else line.replace(".", ",") for line in text.splitlines(True)
        ]
        setattr(folder, name, "".join(body))
    runs, rules = load(folder)
    check_sound(runs)
    assert rules == {"R19"}


def test_r20_counts_as_floats_and_huge_counts(folder):
    replace_all(folder, "200 0 ", "2e+02 0 ")
    replace_all(folder, "300 0 ", "9007199254740993 0 ")
    folder.index = folder.index.replace("300|", "9007199254740993|")
    runs, rules = load(folder)
    assert runs.evaluations.tolist() == [200, 9007199254740993]
    assert rules == {"R20"}


@pytest.mark.parametrize("count", ["1000000000000", "9223372036854775807"])
def test_counts_up_to_the_largest(folder, count):
    replace_all(folder, "300 0 ", f"{count} 0 ")
    folder.index = folder.index.replace("300|", f"{count}|")
    runs, rules = load(folder)
    assert runs.evaluations[1] == int(count)
    assert not rules


@pytest.mark.parametrize("count", ["9223372036854775808", "1e30", "-5", "1e400", "0x10", "1.5.2"])
def test_impossible_counts_drop_the_line(folder, count):
    replace_all(folder, "200 0 ", f"{count} 0 ")
    runs, rules = load(folder)
    assert runs.evaluations[0] == 15
    assert rules & {"A1", "R16"}


def test_r21_different_algorithms_in_one_folder(folder, tmp_path):
    folder.write()
    folder.root = tmp_path / "data" / "other"
    folder.index = folder.index.replace("myalg", "other")
    folder.write()
    runs = om.load(tmp_path / "data", cache=False)
    assert runs.algorithms == ("myalg", "other")
    assert len(runs) == 4


@pytest.mark.parametrize("count", ["0", "17", "999999"])
def test_r21a_index_count_that_differs(folder, count):
    folder.index = folder.index.replace("1:200", f"1:{count}")
    runs, rules = load(folder)
    check_sound(runs)
    assert rules == {"R21a"}


def test_r22_entries_that_differ_in_the_comment(folder):
    path = "data_f3/bbobexp_f3_DIM2.dat"
    head = folder.INDEX_HEADER
    folder.index = f"{head}% one\n{path}, 1:200|1.0e-01\n{head}% two\n{path}, 2:300|2.0e-01"
    runs, _ = load(folder)
    check_sound(runs)
    assert len(list(runs.groups())) == 1
    comments = [runs.provenance[code]["comment"] for code in runs.source_codes]
    assert comments == ["one", "two"]


def test_r23_blank_lines_and_other_comments(folder):
    folder.dat = folder.dat.replace("15 0 +1.0", "\n# a remark\n% another\n15 0 +1.0")
    runs, rules = load(folder)
    check_sound(runs)
    assert rules == {"R23"}


def test_r24_repeated_instances_are_trials(folder):
    folder.index = folder.index.replace("2:300", "1:300")
    runs, _ = load(folder)
    assert runs.instance.tolist() == [1, 1]
    assert runs.trial.tolist() == [0, 1]


BIOBJ_BLOCK = (
    "%\n% index = 0, name = x\n% instance = {}, reference value = 8.333329238494520e-01\n"
    "% function evaluation | indicator value | target hit\n"
    "1\t5.9e-01\t6.3e-01\n{}\t{}\t1e-02\n"
)


@pytest.fixture
def biobj(tmp_path):
    root = tmp_path / "bi"
    (root / "1-separable_1-separable").mkdir(parents=True)
    data = BIOBJ_BLOCK.format(4, 300, "-1.0e-05") + BIOBJ_BLOCK.format(2, 400, "2.0e-02")
    for suffix in (".dat", ".tdat"):
        path = root / "1-separable_1-separable" / f"bbob-biobj_f01_d02_hyp{suffix}"
        path.write_text(data)
    (root / "1-separable_1-separable_hyp.info").write_text(
        "suite = 'bbob-biobj', algorithm = 'myalg', indicator = 'hyp', folder = "
        "'1-separable_1-separable', coco_version = '2.8.2', settings = '' \n% some words\n"
        "function =  1, dim =  2, bbob-biobj_f01_d02_hyp.dat, 4:300|-1.0e-05, 2:400|2.0e-02"
    )
    return root


def test_biobjective(biobj):
    runs = om.load(biobj, strict=True)
    assert runs.instance.tolist() == [4, 2]
    assert runs.evaluations.tolist() == [300, 400]
    assert runs.grid.tolist() == [10, 10]
    assert runs.runtimes([1, 0.02, 0, -1e-5, -1e-4]).tolist() == [
        [1, 300, 300, 300, math.inf], [1, math.inf, math.inf, math.inf, math.inf],
    ]  # fmt: skip
    assert runs.run_lengths().tolist() == [300, 400]


def test_r12_biobjective_blocks_are_matched_by_instance(biobj):
    index = biobj / "1-separable_1-separable_hyp.info"
    text = index.read_text()
    line = "\nfunction =  1, dim =  2, bbob-biobj_f01_d02_hyp.dat, "
    head = text[: text.index("\nfunction")]
    index.write_text(head + line + "2:400|2.0e-02" + line + "4:300|-1.0e-05")
    runs = om.load(biobj)
    assert runs.instance.tolist() == [2, 4]
    assert runs.evaluations.tolist() == [400, 300]


def test_strict_raises_at_the_first_finding(folder, said, refused):
    folder.index = folder.index.replace("1:200", "1:17")
    assert load(folder)[1] == {"R21a"}
    with refused(DataError, "bbobexp_f3", "3", "R21a", "1"):
        load(folder, strict=True)
    folder.dat = folder.dat.replace("15 0 +1.0e+00", "what 0 +1.0e+00")
    with refused(DataError, "2"):
        load(folder, strict=True)
    assert refused.messages == said


def test_strict_asks_for_sound_data_not_for_different_names(folder, tmp_path):
    """That two sources hold one algorithm is noted, and no fault of either."""
    first = folder.write()
    folder.root = tmp_path / "again"
    folder.dat = folder.tdat = folder.dat.replace("+1.0e-01", "+1.1e-01")
    runs = om.load(first, folder.write(), strict=True)
    assert runs.algorithms == ("myalg", "myalg (again)")


def test_numbers_are_read_in_any_locale(folder):
    """Parsing never asks the locale; this one would read a comma."""
    import locale

    before = locale.setlocale(locale.LC_ALL)
    try:
        for name in ("de_DE.UTF-8", "fr_FR.UTF-8"):
            try:
                locale.setlocale(locale.LC_ALL, name)
                break
            except locale.Error:
                continue
        check_sound(load(folder)[0])
    finally:
        locale.setlocale(locale.LC_ALL, before)


@pytest.mark.parametrize("seed", range(30))
def test_random_damage_never_crashes(folder, seed):
    """Flip, cut, double and insert bytes: a table or one clear error comes back, never a crash."""
    rng = np.random.default_rng(seed)
    for name in ("index", "dat", "tdat"):
        content = bytearray(getattr(folder, name).encode())
        for _ in range(rng.integers(1, 6)):
            at = int(rng.integers(0, len(content)))
            match rng.integers(0, 4):
                case 0:
                    content[at] = int(rng.integers(0, 256))
                case 1:
                    del content[at : at + int(rng.integers(1, 200))]
                case 2:
                    content[at:at] = content[max(0, at - 80) : at]
                case _:
                    content[at:at] = bytes(rng.integers(0, 256, 5, dtype=np.uint8))
            content = content or bytearray(b"x")
        setattr(folder, name, bytes(content))
    try:
        runs = om.load(folder.write(), cache=False)
    except DataError:
        return
    assert np.all(runs.evaluations >= 1)
    assert np.all(runs.runtimes([1.0]) >= 1)
