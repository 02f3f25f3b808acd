"""Families of algorithms: by tags of their data and by parts of their names."""

import numpy as np

import optimeter as om
from optimeter.cli import main
from optimeter.data.runs import Runs
from optimeter.data.write_coco import write_coco
from optimeter.exceptions import InvalidValueError, UnknownNameError
from optimeter.measures import advice
from optimeter.reports import compute
from optimeter.reports.analysis.families import chosen_family, families, tags_of
from optimeter.reports.page.payload import chunks, overview
from tests.reports.helpers import make_runs


def members(names, tags=None):
    return {family.title: family.members for family in families(names, tags or {})}


def test_words_that_names_share_make_a_family():
    names = ["CMA-ES", "bipop CMA-ES 2009", "BIPOP-CMA_ES", "DE", "JADE", "DE 2"]
    found = members(names)
    assert found["CMA-ES"] == ("CMA-ES", "bipop CMA-ES 2009", "BIPOP-CMA_ES")
    assert found["bipop CMA-ES"] == ("bipop CMA-ES 2009", "BIPOP-CMA_ES")
    assert found["DE"] == ("DE", "DE 2")  # a word, no letters within one
    assert set(found) == {"CMA-ES", "bipop CMA-ES", "DE"}


def test_numbers_single_letters_and_what_all_share_are_no_families():
    assert members(["a 1", "a 2", "b 1"]) == {}
    assert members(["GA one", "GA two"]) == {}
    assert members(["solo"]) == {}


def test_tags_come_before_names():
    tags = {"one x": {"year = 2009"}, "two x": {"year = 2009"}, "three": {"year = 2010"}}
    found = families(list(tags), tags)
    assert [(family.kind, family.title) for family in found] == [("tag", "year = 2009")]


def one_run(name, **origin):
    return Runs.from_arrays(
        algorithm=name,
        function=1,
        dimension=2,
        offsets=[0, 1],
        step_evaluations=[1],
        step_precision=[1.0],
        provenance=[origin],
    )


def test_tags_are_attributes_of_experiments_and_folders():
    runs = Runs.concatenate(
        [
            one_run(name, path=f"{folder}/{name}.zip", **{"experiment:popsize": "10"}, sha="x")
            for name, folder in (("a", "results/cma"), ("b", "data/de"), ("c", ""))
        ]
    )
    assert tags_of(runs) == {
        "a": {"cma/", "popsize = 10"},
        "b": {"de/", "popsize = 10"},
        "c": {"popsize = 10"},
    }
    assert tags_of(make_runs(("a",))) == {}


def test_a_family_is_chosen_as_on_the_page(said, refused):
    names = ["CMA-ES", "IPOP_CMA-ES", "DE", "SHADE", "BFGS, scipy"]
    runs = Runs.concatenate(
        [
            one_run(name, **{"experiment:year": "2009" if i % 2 else "2012"})
            for i, name in enumerate(names)
        ]
    )
    chosen = {
        "cma-es": ("CMA-ES", "IPOP_CMA-ES"),
        "year = 2009": ("IPOP_CMA-ES", "SHADE"),
        " de , bfgs": ("DE", "SHADE", "BFGS, scipy"),
        ("DE", "BFGS, scipy"): ("DE", "BFGS, scipy"),
        None: tuple(names),
    }
    for given, members in chosen.items():
        assert sorted(chosen_family(runs, given).algorithms) == sorted(members)
    for nobody, value in (
        ("newuoa", "'year = 2009'"),
        ("", "''"),
        ("de, newuoa", "'newuoa'"),
    ):
        with refused(InvalidValueError, value):
            chosen_family(runs, nobody)
    with refused(InvalidValueError):
        chosen_family(runs, [])
    with refused(UnknownNameError, "'cma'"):
        chosen_family(runs, ["cma", "DE"])
    assert refused.messages == said


def test_a_figure_of_a_family_is_that_of_its_data(runs, tmp_path, capsys):
    """Also against a reference that does not belong to it; tables have the option, too."""
    two = runs.select(algorithms=["alpha", "gamma"])
    drawn = om.plot.ecdf(runs, family=["alpha", "gamma"])
    assert drawn.to_json() == om.plot.ecdf(two).to_json()
    with_reference = om.plot.ecdf(runs, family="beta", reference="alpha")
    beside = om.plot.ecdf(runs.select(algorithms="beta"), reference=runs.select(algorithms="alpha"))
    assert with_reference.to_json() == beside.to_json()
    assert "alpha" in with_reference.to_json()
    folder = tmp_path / "data"
    write_coco(two, folder)
    assert main(["table", str(folder), "--family", "gam", "-f", "csv", "--dimensions", "2"]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert {row.split(",")[0] for row in rows} == {"gamma"}
    picture = tmp_path / "ecdf.svg"
    assert main(["figure", "ecdf", str(folder), "--family", "gam", "-o", str(picture)]) == 0
    assert "alpha" not in picture.read_text()


def test_the_page_holds_families_and_all_algorithms_in_order():
    names = [f"cma {i}" for i in range(8)] + [f"de {i}" for i in range(8)]
    runs = make_runs(names, functions=(1, 2), dimensions=(2,), runs=2)
    data = compute(runs)
    suite = overview(data)["suites"][0]
    assert [(one["title"], len(one["members"])) for one in suite["families"]] == [
        ("cma", 8),
        ("de", 8),
    ]
    here = chunks(data)["0-2-advice"]()["orders"]["fixed"]["all"]["100"]
    table = advice(runs, budgets=[100.0], by="all", resamples=0)
    assert len(here["algorithm"]) == 16
    np.testing.assert_allclose(np.array(here["share"]) / 1e6, table.share, atol=1e-6)
