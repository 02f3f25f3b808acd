"""Results are rows: each is made by its name, with what it is made of, and nothing else."""

import pytest

import optimeter as om
from optimeter.measures.of_parts import ERT, PART_RESULTS, PROFILES
from optimeter.measures.of_suites import CLUSTERS, POSITIONS, SPEEDS, SUITE_RESULTS, TABLE
from optimeter.measures.registry import PartResult, SuiteResult, with_inputs
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.results import Executor
from tests.reports.helpers import make_runs


@pytest.fixture(scope="module")
def small():
    return make_runs(["a", "b", "c"], functions=[1, 8], dimensions=[2, 5], runs=3)


def test_names_are_different_and_inputs_are_rows():
    rows = (*PART_RESULTS, *SUITE_RESULTS)
    assert len({row.name for row in rows}) == len(rows)
    assert {one for row in rows for one in row.inputs} <= {*PART_RESULTS}
    assert with_inputs([CLUSTERS, TABLE, ERT]) == (CLUSTERS, TABLE, ERT, TABLE.inputs[0])


def test_only_what_is_asked_for_is_made_with_what_it_is_made_of(small):
    results = compute_one(small, wanted=[CLUSTERS]).results
    assert {name for own in results.parts.values() for name in own} == {"ert"}
    assert list(results.suite) == ["clusters"]
    with pytest.raises(KeyError, match="profiles"):
        results[PROFILES]
    with pytest.raises(KeyError, match="speeds"):
        results[SPEEDS]


def test_a_report_makes_all_results_but_those_that_are_asked_for(small):
    executor = Executor(om.measures.study.Study.of(small))
    left = [row for row in (*PART_RESULTS, *SUITE_RESULTS) if not executor.makes(row)]
    assert left == [POSITIONS]


def test_every_result_is_of_its_kind(small):
    results = compute_one(small).results
    for row in (*PART_RESULTS, *SUITE_RESULTS):
        if row in results:
            assert isinstance(results[row], row.kind), row.name
    made = [row for row in (*PART_RESULTS, *SUITE_RESULTS) if row in results]
    assert len(made) > 30


def test_a_result_of_all_algorithms_is_that_of_the_public_function(small):
    found = compute_one(small, wanted=[ERT]).results[ERT]
    assert found.to_dicts() == om.ert(small).to_dicts()


def test_who_has_a_result_of_their_own_asks_for_it(small):
    counted = PartResult("counted", om.measures.Ert, lambda part: om.ert(part.runs, [10.0]))
    longest = SuiteResult(
        "longest",
        float,
        lambda contest: max(t.ert.max() for t in contest.of(counted)),
        inputs=(counted,),
    )
    refused = SuiteResult("refused", float, lambda _: 1 / 0, lambda contest: not contest.several)
    results = compute_one(small, wanted=[longest, refused]).results
    assert set(results[counted].algorithm) == {"a", "b", "c"}
    assert results[longest] == results[counted].ert.max()
    assert refused not in results
