"""Every fact of the table of suites, against the problems that are made and against COCO."""

import re
import subprocess
import sys

import numpy as np
import pytest

import optimeter as om
from optimeter._core import read_coco_observer
from optimeter.exceptions import InvalidValueError, UnknownNameError
from optimeter.problems import SuiteInfo, known_suite, suite_info
from tests.peers import need_peer

pytestmark = pytest.mark.contract

SUITES = om.suites()


@pytest.fixture(params=SUITES)
def info(request) -> SuiteInfo:
    return suite_info(request.param)


def sample(info: SuiteInfo, *, dimensions=2):
    """Make a problem of every function in the smallest dimensions."""
    for dimension in info.dimensions[:dimensions]:
        for function in info.functions:
            if info.has(function.number, dimension):
                yield om.problem(info.name, function.number, dimension, info.instances()[-1])


def test_a_suite_is_found_by_its_name(info):
    assert om.Suite(info.name).name == info.name
    assert known_suite(info.name).title == info.title
    assert info.title
    assert repr(info) == f"<SuiteInfo {info.name!r}>"
    assert known_suite(info.name + "x") is None
    with pytest.raises(UnknownNameError, match=f"'{info.name}'"):
        suite_info(info.name + "x")


def test_functions_ascend_and_have_names_of_their_own(info):
    numbers = [function.number for function in info.functions]
    assert numbers == sorted(set(numbers))
    assert all(function.name for function in info.functions)
    assert len({function.name for function in info.functions}) == len(numbers)
    assert om.Suite(info.name).functions == tuple(numbers)


def test_groups_part_the_functions(info):
    members = [number for group in info.groups for number in group.functions]
    assert sorted(members) == [function.number for function in info.functions]
    group_of = {number: group.name for group in info.groups for number in group.functions}
    assert all(group_of[function.number] == function.group for function in info.functions)
    everything = (*info.groups, *info.subgroups)
    assert len({group.name for group in everything}) == len(everything)
    for group in everything:
        assert group.title
        assert group.functions
        assert set(group.functions) <= set(members)
        assert om.Suite(info.name, functions=group.name).functions == group.functions


def test_problems_are_what_the_table_says(info):
    for problem in sample(info):
        function = next(one for one in info.functions if one.number == problem.function)
        assert (problem.suite, problem.group) == (info.name, function.group)
        assert problem.id == info.id(problem.function, problem.dimension, problem.instance)
        assert problem.number_of_objectives == info.number_of_objectives
        count = info.number_of_constraints(problem.function, problem.dimension)
        assert problem.number_of_constraints == count
        assert (count > 0) == info.constrained
        assert (problem.number_of_integer_variables > 0) == info.integer_variables
        assert problem._noisy == info.noisy
        assert problem.maximize == info.maximize


def test_values_are_as_many_as_objectives_and_constraints(info):
    for problem in sample(info, dimensions=1):
        f, g = problem.evaluate_all(problem.initial_solution)
        assert np.size(f) == info.number_of_objectives
        assert len(g) == problem.number_of_constraints


def test_a_known_optimum_is_revealed_and_attained(info):
    assert not (info.optimum_known and info.number_of_objectives > 1)
    sign = -1 if info.maximize else 1
    for problem in sample(info):
        best = problem.reveal()
        if info.optimum_known:
            assert np.isfinite(best.f_opt)
            value = problem(best.x_opt)
            assert sign * value >= sign * best.f_opt - 1e-9
            assert sign * problem(problem.initial_solution) >= sign * best.f_opt - 1e-9
            if not info.noisy:  # noise may lift the optimum, by a constant even
                assert value == pytest.approx(best.f_opt, rel=1e-12, abs=1e-9)
                assert problem.final_target_hit
        elif info.number_of_objectives > 1:
            assert best.x_opt is None
        elif best.x_opt is not None:  # of some functions only
            assert problem(best.x_opt) == best.f_opt


def test_same_point_same_value_unless_noisy(info):
    changed = False
    for problem in sample(info, dimensions=1):
        step = 1 if problem.number_of_integer_variables == problem.dimension else 0.25
        x = problem.initial_solution + step
        changed |= not np.array_equal(problem(x), problem(x))
    assert changed == info.noisy


def test_a_published_suite_is_complete_and_its_ids_are_unique(info):
    suite = om.Suite(info.name)
    assert suite.dimensions == info.dimensions
    assert suite.instances == info.instances() == info.instances(info.default_year)
    product = len(info.functions) * len(info.dimensions) * len(info.instances())
    assert len(suite) == (len(info.functions) if info.one_dimension_each else product)
    assert len(set(suite.ids)) == len(suite)
    assert (np.diff(suite.indices) > 0).all()
    if not info.one_dimension_each:
        assert suite.indices.tolist() == list(range(len(suite)))


def test_instances_of_years(info):
    assert info.years == tuple(sorted(set(info.years)))
    assert info.default_year in info.years
    for year in info.years:
        instances = om.Suite(info.name, functions=info.functions[0].number, year=year).instances
        assert instances == info.instances(year)
        assert instances
        assert min(instances) >= 1


def last_year(info):
    """Return the last year that the suite accepts, None if there is no end."""
    after = info.years[-1] + 1
    try:
        info.instances(after)
    except InvalidValueError:
        return info.years[-1]
    return None


WRONG = [
    ("functions", 0, "function 0"),
    ("functions", 9999, "function 9999"),
    ("dimensions", 0, "dimension 0"),
    ("dimensions", -2, "dimension -2"),
    ("dimensions", 10**9, "dimension 1000000000"),
    ("instances", 0, "instance 0"),
    ("instances", 2**40, f"instance {2**40}"),
    ("year", 0, "year 0"),
    ("year", 1900, "year 1900"),
]


def test_all_suites_answer_what_they_do_not_have_alike(said, refused):
    for info in map(suite_info, SUITES):
        for argument, value, words in WRONG:
            with refused(InvalidValueError, info.name, words):
                om.Suite(info.name, **{argument: value})
    ((call, told),) = refused.messages.items()
    numbers = r"\d+(-\d+)?(, \d+(-\d+)?)*"  # what a suite has is its own
    alike = {
        re.sub(numbers, "N", text.replace(name, "NAME"))
        for text in told
        for name in SUITES
        if f" {name} " in text
    }
    assert {call: sorted(alike)} == said


def test_numbers_that_the_engine_cannot_hold(said, refused):
    for argument in ["functions", "dimensions", "instances", "year"]:
        with refused(InvalidValueError, 2**70):
            om.Suite("bbob", **{argument: 2**70})
        if argument != "year":
            with refused(InvalidValueError):
                om.problem("bbob", **{"function": 1, "dimension": 2, argument[:-1]: 2**70})
    assert refused.messages == said


def test_years_after_the_last(said, refused):
    for info in map(suite_info, SUITES):
        last = last_year(info)
        if last is None:
            assert info.instances(2999) == info.instances(info.years[-1])
        else:
            with refused(InvalidValueError, last, last + 1):
                info.instances(last + 1)
    assert refused.messages == said


def test_dimensions_of_mixed_integer_suites(said, refused):
    for info in map(suite_info, SUITES):
        if info.one_dimension_each:
            with refused(InvalidValueError, "7"):
                om.problem(info.name, info.functions[-1].number, 7)
        elif "mixint" not in info.name:
            assert om.problem(info.name, info.functions[0].number, 7).dimension == 7
        else:
            with refused(InvalidValueError, "5", "7"):
                om.problem(info.name, info.functions[0].number, 7)
    assert refused.messages == said


COCO = """
import sys, cocoex
name, years, dimension = sys.argv[1], sys.argv[2].split(","), sys.argv[3]
for year in years:
    options = f"year: {year}" if year else ""
    suite = cocoex.Suite(name, options, f"dimensions: {dimension} function_indices: 1")
    print(*(problem.id_instance for problem in suite))
"""


@pytest.mark.oracle
def test_the_observer_is_that_of_coco(info):
    cocoex = need_peer("cocoex")
    assert bool(info.coco_observer) == (info.name in cocoex.known_suite_names)
    observers = cocoex.default_observers()
    assert info.coco_observer == observers.get(info.name, info.coco_observer)
    if info.coco_observer:
        kind = "several objectives" if info.number_of_objectives > 1 else "one objective"
        for name in (info.name, info.coco_observer):
            assert read_coco_observer(name, "").kind == kind


@pytest.mark.oracle
@pytest.mark.parametrize("name", [name for name in SUITES if suite_info(name).coco_observer])
def test_instances_are_those_of_coco(name):
    """In a process of its own: COCO ends the process where it does not know a year."""
    need_peer("cocoex")
    info = suite_info(name)
    years = [*info.years, *([] if last_year(info) else [info.years[-1] + 3])]
    command = [sys.executable, "-c", COCO, info.name, ",".join(["", *map(str, years)])]
    made = subprocess.run(
        [*command, str(info.dimensions[0])], capture_output=True, text=True, check=True
    )
    theirs = [tuple(map(int, line.split())) for line in made.stdout.splitlines()]
    assert theirs == [info.instances(), *(info.instances(year) for year in years)]
