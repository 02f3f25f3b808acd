"""The contract of a result, for all rows of the registry."""

from dataclasses import replace

import pytest

import optimeter as om
from optimeter.measures.of_data import DATA_RESULTS, DataResult
from optimeter.measures.of_parts import PART_RESULTS
from optimeter.measures.of_suites import POSITIONS, SUITE_RESULTS
from optimeter.measures.registry import Columns, PartResult, SuiteResult
from optimeter.testing import ResultContract
from tests.measures.examples import runs_with_positions

pytestmark = pytest.mark.contract

ROWS = (*PART_RESULTS, *SUITE_RESULTS, *DATA_RESULTS)


class TestRegistry(ResultContract):
    @pytest.fixture(autouse=True, params=ROWS, ids=lambda row: f"{type(row).__name__}-{row.name}")
    def _every_one(self, request):
        self.row = request.param

    def result(self):
        return self.row

    def runs(self):
        if self.row.name == POSITIONS.name:  # which are read from files
            return runs_with_positions().select(algorithms=["a", "b"])
        runs = self.row.example()
        return runs.select(algorithms=["a", "b"], functions=[1, 2])


class Broken(ResultContract):
    def __init__(self, row):
        self.row = row

    def result(self):
        return self.row


def test_breaches_are_found(said, refused):
    seen = []

    def longer(part):
        seen.append(part)
        return om.ert(part.runs, [1.0 / len(seen)])

    def shared(part):
        return om.ert(part.runs, [len(part.study.loaded) / 7])

    row = PartResult("mine", om.measures.Ert, lambda part: om.ert(part.runs, [1.0]))
    asked = DataResult("asked", om.measures.Ert, lambda asked: om.ert(asked.loaded, [1.0]))
    other = SuiteResult("other", om.measures.Scaling, lambda all_: om.ert(all_.runs, [1.0]))
    with refused(AssertionError):
        Broken(other).test_the_result_is_of_its_kind_and_goes_to_other_processes()
    with refused(AssertionError):
        Broken(replace(row, compute=longer)).test_the_same_runs_give_the_same_bits()
    with refused(AssertionError):
        Broken(replace(row, compute=shared)).test_other_algorithms_change_nothing()
    with refused(AssertionError):
        named = replace(row, columns=Columns("mine", undefined=("cost",)))
        Broken(named).test_columns_are_those_of_the_tables()
    with refused(AssertionError):
        Broken(replace(asked, shown=("cost",))).test_rows_are_plain_and_of_what_was_chosen()
    with refused(AssertionError):
        Broken(asked).test_rows_are_plain_and_of_what_was_chosen()
    assert refused.messages == said
