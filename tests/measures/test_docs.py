"""The examples of the documentation run and print what they say."""

import doctest
from pathlib import Path


def test_examples_of_the_page_on_measures():
    page = Path(__file__).parents[2] / "docs" / "measures.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 30
    assert result.failed == 0
