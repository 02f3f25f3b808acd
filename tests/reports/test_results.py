"""Results are rows: each is made by its name, with what it is made of, and nothing else."""

from itertools import combinations

import numpy as np
import pytest

import optimeter as om
from optimeter.measures.coded import Ragged, decoded
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
    assert list(results.tables) == ["ert", "clusters"]
    for row in (PROFILES, SPEEDS):
        assert row not in results
        assert isinstance(results[row], row.kind)
        assert not len(results[row])


def test_a_report_makes_all_results_but_those_that_are_asked_for(small):
    executor = Executor(om.measures.study.Study.of(small))
    left = [row for row in (*PART_RESULTS, *SUITE_RESULTS) if not executor.makes(row)]
    assert left == [POSITIONS]


def test_a_result_of_all_algorithms_is_that_of_the_public_function(small):
    found = compute_one(small, wanted=[ERT]).results[ERT]
    assert found.to_dicts() == om.ert(small).to_dicts()


def test_who_has_a_result_of_their_own_asks_for_it(small):
    counted = PartResult("counted", om.measures.Ert, lambda part: om.ert(part.runs, [10.0]))
    longest = SuiteResult(
        "longest",
        om.measures.Ert,
        lambda contest: contest.of(counted).take(contest.of(counted).ert.argmax()[None]),
        inputs=(counted,),
    )
    refused = SuiteResult(
        "refused", om.measures.Ert, lambda _: 1 / 0, lambda contest: not contest.several
    )
    results = compute_one(small, wanted=[longest, refused]).results
    assert results[counted].entries("algorithm") == ["a", "b", "c"]
    assert results[longest].ert.tolist() == [results[counted].ert.max()]
    assert refused not in results


KEYS = ("algorithm", "dimension", "function", "group", "targets", "target", "budget")


def test_one_index_finds_what_is_looked_for(small):
    """All that figures ask for is there in the order of the rows, whatever the columns."""
    results = compute_one(small).results
    asked = 0
    for row in (one for one in (*PART_RESULTS, *SUITE_RESULTS) if one in results):
        table = results[row]
        names = [name for name in KEYS if name in table.column_names()]
        for count in range(len(names) + 1):
            for chosen in combinations(names, count):
                keys = {name: table.entries(name)[-1] for name in chosen if len(table)}
                assert_same(table.where(**keys), table.select(**keys))
                asked += 1
    assert asked > 300
    assert not len(results[ERT].where(algorithm="nobody", dimension=2))


def assert_same(one, other):
    for column, expected in zip(one.kept(), other.kept(), strict=True):
        if isinstance(column, Ragged):
            np.testing.assert_array_equal(column.offsets, expected.offsets)
            column, expected = column.flat, expected.flat  # noqa: PLW2901
        np.testing.assert_array_equal(decoded(column), decoded(expected))


def test_rows_come_in_the_order_that_is_asked_for(small):
    table = compute_one(small, wanted=[ERT]).results[ERT]
    assert table.ordered("algorithm", ["a", "b", "c"]) is table
    turned = table.ordered("algorithm", ["c", "nobody", "a"])
    assert_same(turned, table.take(slice(0)).concatenate([table.where(algorithm=n) for n in "ca"]))
    nothing = table.where(algorithm="nobody")
    assert nothing.ordered("algorithm", ["a"]) is nothing
