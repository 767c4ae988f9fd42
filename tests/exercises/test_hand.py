"""Numbers by hand: what is told of rounding, of percent and of what is no number."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from collected import for_each

from whichbank.exercises import check
from whichbank.exercises.report import number

ROUNDED = "Give each to three decimals"


@for_each(
    "exercise, answer, status, words",
    [
        ("mixing.1", [Fraction(7, 5), Decimal("0.1")], "right", ""),
        ("choosing.1", [0.422, 0.422, 0.155], "right", ""),
        ("mixing.1", [1.41, 0.1], "wrong", "number 1 of 2 is wrong. Nothing needs rounding here"),
        ("mixing.1", [1.40, 0.11], "wrong", "number 2 of 2 is wrong. Nothing needs rounding here"),
        ("average.1", [0.63, 0.38], "wrong", ROUNDED),
        ("choosing.1", [0.42, 0.42, 0.16], "wrong", ROUNDED),
        ("choosing.1", [0.424, 0.424, 0.156], "wrong", "round only at the end"),
        ("choosing.1", [42.2, 42.2, 15.5], "wrong", "these are percent"),
        ("choosing.1", [42, 42, 16], "wrong", "these are percent"),
        ("cost.1", [12582912, 75497471], "wrong", "number 2 of 2 is wrong"),
        (
            "cost.1",
            [12582912, 12582911],
            "wrong",
            "In [12582912, 12582911], number 2 of 2 is wrong",
        ),
        ("reading.1", 9.0, "wrong", "In 9, the number is wrong"),
        ("choosing.1", ["42%", "42%", "16%"], "dtype", "without quotes: 0.25 for 25%"),
        ("mixing.1", "7/5, 1/10", "dtype", "without quotes: 0.25 for 25% or for a quarter"),
    ],
)
def test_what_is_told(exercise, answer, status, words):
    report = check(exercise, answer)
    assert report.status == status, report
    assert words in " ".join(report.message.split())


@pytest.mark.parametrize(
    ("answer", "mistake"),
    [
        ([0.401, 0.401, 0.198], "scaled"),
        ([0.4011, 0.4011, 0.1978], "scaled"),
        ([0.400, 0.400, 0.200], "no_exp"),
        ([7.39, 7.39, 2.72], "not_divided"),
        ([0.21, 0.21, 0.58], "negated"),
    ],
)
def test_a_mistake_is_named_by_the_digits_that_tell_it(answer, mistake):
    assert check("choosing.1", answer).mistakes == (mistake,)


def test_numbers_that_two_mistakes_round_to_are_not_told_to_be_one_of_them():
    near_two = check("choosing.1", [0.4005, 0.4005, 0.199])
    assert near_two.mistakes == () or "rounded" in near_two.message
    # what the scores divided by their sum give, and the right ones to one digit
    both = check("choosing.1", [0.4, 0.4, 0.2])
    assert both.mistakes == ("no_exp",)
    assert "three decimals" in both.message


def test_whole_numbers_are_written_out():
    assert [number(x) for x in (75497472.0, -3.0, -0.0, 0.5, 12345.678, np.inf, 1e300)] == [
        "75497472", "-3", "0", "0.5", "1.235e+04", "inf", "1e+300",
    ]  # fmt: skip
