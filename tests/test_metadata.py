"""What files for the index, conda-forge, Zenodo and citations repeat of the project says the same."""

import json
import tomllib
from pathlib import Path

import pytest

import optimeter as om
from optimeter.reports.paper.citations import SOFTWARE
from tests.peers import need_peer

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LISTED = {"matplotlib-base": "matplotlib"}  # names of conda-forge and of the index


def read_yaml(path: str):
    return need_peer("yaml").safe_load((ROOT / path).read_text())


def test_every_file_has_the_version() -> None:
    cff = read_yaml("CITATION.cff")
    recipe = read_yaml("packaging/conda/recipe.yaml")
    cited = SOFTWARE.fields
    said = {
        "package": om.__version__,
        "citation": cff["version"],
        "preferred citation": cff["preferred-citation"]["version"],
        "recipe": recipe["context"]["version"],
        "references": cited["howpublished"].split(",")[0].removeprefix("Version "),
    }
    assert said == dict.fromkeys(said, PROJECT["project"]["version"])
    assert str(cff["date-released"].year) == cited["year"]
    assert cff["repository-code"] in cited["howpublished"]
    assert cff["title"] == cited["title"].replace("{", "").replace("}", "")
    assert cff["date-released"].year == cff["preferred-citation"]["year"]


def test_names_and_addresses_are_the_same() -> None:
    project, cff = PROJECT["project"], read_yaml("CITATION.cff")
    zenodo = json.loads((ROOT / ".zenodo.json").read_text())
    about = read_yaml("packaging/conda/recipe.yaml")["about"]
    (author,) = project["authors"]
    assert cff["authors"] == [author] == zenodo["creators"] == cff["preferred-citation"]["authors"]
    assert cff["title"] == zenodo["title"] == cff["preferred-citation"]["title"]
    assert project["license"] == cff["license"] == zenodo["license"] == about["license"]
    assert cff["keywords"] == zenodo["keywords"]
    assert cff["abstract"] == zenodo["description"]
    assert project["urls"]["Source"] == cff["repository-code"] == about["repository"]
    assert project["urls"]["Documentation"] == cff["url"] == about["documentation"]
    assert project["description"] == about["summary"]


@pytest.mark.parametrize("section", ["host", "run"])
def test_recipe_asks_for_what_the_project_asks(section: str) -> None:
    own = PROJECT["project"]["dependencies"]
    expected = {"host": PROJECT["build-system"]["requires"], "run": own}[section]
    asked = read_yaml("packaging/conda/recipe.yaml")["requirements"][section]
    pairs = [one.split() for one in asked if one not in {"python", "pip"}]
    assert sorted(LISTED.get(name, name) + bound for name, bound in pairs) == sorted(expected)
