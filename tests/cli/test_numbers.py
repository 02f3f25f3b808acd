import pytest

from optimeter.cli.numbers import function_selection, number_list
from optimeter.exceptions import InvalidValueError


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (None, None),
        ("2", [2]),
        ("2,5", [2, 5]),
        ("1-5,8", [1, 2, 3, 4, 5, 8]),
        ("8, 1-2", [8, 1, 2]),
        ("1,1,1", [1, 1, 1]),
        ("3-3", [3]),
    ],
)
def test_number_lists(text, numbers):
    assert number_list(text, "--dimensions") == numbers


@pytest.mark.parametrize("text", ["", "a", "1-", "-3", "1,,2", "1--2", "1.5", "²"])
def test_bad_number_lists_name_option_and_text(text):
    with pytest.raises(InvalidValueError, match="--dimensions takes numbers and ranges") as error:
        number_list(text, "--dimensions")
    assert repr(text) in str(error.value)


def test_reversed_and_huge_ranges():
    with pytest.raises(InvalidValueError, match="did you mean 2-5"):
        number_list("5-2", "--dimensions")
    with pytest.raises(InvalidValueError, match="at most"):
        number_list("1-999999999", "--dimensions")


def test_functions_by_number_and_group():
    assert function_selection("1-2,separable,7") == [1, 2, "separable", 7]
    assert function_selection(None) is None
