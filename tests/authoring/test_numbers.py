"""The other numbers of exercises by hand are those that their generators give."""

import json

import pytest
from whichbank_authoring.numbers import LABELS, MANY, others

from whichbank.exercises.other_numbers import NUMBERS, other_numbers


def test_the_stored_numbers_are_what_the_generators_give():
    stored = json.loads(NUMBERS.read_text(encoding="utf-8"))
    assert list(stored) == list(LABELS)
    for name, sets in stored.items():
        assert len(sets) == MANY
        for old, new in zip(sets, others(name), strict=True):
            assert old["lines"] == new["lines"]
            # rounded to six decimals
            assert old["right"] == pytest.approx(new["right"], abs=2e-6)
            assert [places for places, _ in old["columns"]] == [p for p, _ in new["columns"]]
            for (_, numbers), (_, again) in zip(old["columns"], new["columns"], strict=True):
                assert numbers == pytest.approx(again, abs=2e-6, rel=1e-6)


def test_an_exercise_with_code_has_none():
    assert other_numbers("mixing.2") == []
