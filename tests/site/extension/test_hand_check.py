"""The fields of an exercise by hand: the page says of every answer what ``check`` says, and gives
no solution away.
"""

import base64
import json
import math
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from collected import for_each
from py_mini_racer import MiniRacer
from whichbank_site.practice.by_hand import HERE, form, table

from whichbank.exercises.hand import CLOSE, EXACT, ROUGH, check_hand
from whichbank.exercises.report import hint
from whichbank.exercises.table import Column, Entry, load

BY_HAND = [entry for n in range(1, 17) if (entry := load(f"{n:02}.1")).kind == "hand"]
ODD = (
    math.inf,
    -math.inf,
    math.nan,
    0.0,
    -0.0,
    0.5,
    1.0625,
    -1.1875,
    0.01234567,
    1.2e-5,
    12345.678,
    1e300,
    1e15,
)
EDGES = [
    sign * room * by for room in (EXACT, ROUGH, CLOSE) for by in (0.99, 1.01) for sign in (-1, 1)
]


@pytest.fixture(scope="module")
def engine() -> Iterator[MiniRacer]:
    racer = MiniRacer()
    source = "".join(
        (HERE / name).read_text(encoding="utf-8") for name in ("../pages/words.js", "hand_check.js")
    )
    racer.eval(re.sub("^export |^import .*$", "", source, flags=re.MULTILINE))
    yield racer
    racer.close()


CROWDED = replace(  # where two mistakes come near the right numbers, as in no exercise
    load("mixing.1"),
    id="99.9",
    columns=tuple(
        Column(mistakes, (np.array([first, 0.25]),))
        for mistakes, first in (((), 0.4444), (("first_row",), 0.447), (("column",), 0.441))
    ),
)


def answers(entry: Entry) -> Iterator[list]:
    """All right and wrong numbers, exact, rounded, as percent and a little off; odd ones, too few
    and too many.
    """
    size = entry.right[0].size
    for column in entry.columns:
        numbers = column.outputs[0].ravel()
        for digits in (0, 1, 2, 3, 9):
            yield np.round(numbers, digits).tolist()
            yield np.round(numbers * 100, digits).tolist()
        for edge in EDGES if len(column.mistakes) < 2 else ():
            yield (numbers + edge).tolist()
            yield [*numbers[:-1].tolist(), numbers[-1] + edge]
        for odd in ODD:
            yield [odd, *numbers[1:].tolist()]
            yield [odd] * size
        yield [None, *numbers.tolist()]
        yield [*numbers.tolist(), 1.0]
        yield [*numbers.tolist(), None]
        yield numbers[:1].tolist()
    draw = np.random.default_rng(1)
    for by in (0.1, 1, 10, 1e4, 1e9):
        yield from (draw.normal(size=(20, size)) * by).tolist()
        yield from np.round(draw.normal(size=(20, size)) * by, 2).tolist()


@for_each("entry", [*BY_HAND, CROWDED], parts=3)
def test_the_page_says_of_every_answer_what_check_says(entry, engine):
    given = list(answers(entry))
    # What json writes, with NaN and Infinity, is JavaScript.
    # without the marks of HTML
    known = table(entry) | {"hints": [hint(entry, name) for name in entry.hints]}
    found = engine.eval(
        f"JSON.stringify({json.dumps(given)}.map((got) => check({json.dumps(known)}, got)))"
    )
    told = {"right": set(), "wrong": set()}
    for answer, one in zip(given, json.loads(found), strict=True):
        report = check_hand(entry, answer[0] if len(answer) == 1 else answer)
        message = " ".join(report.message.split()).removeprefix(f"Exercise {entry.id}: ")
        assert " ".join(one.split()) == message, answer
        told["right" if report.ok else "wrong"].add(message)
    assert told["right"] == {"right."}
    assert len(told["wrong"]) > len(entry.columns)


@for_each(
    "typed, wanted",
    [
        ("0.25", 0.25),
        (" ,25 ", 0.25),
        ("0,25", 0.25),
        ("−1.5", -1.5),
        ("–.5", -0.5),
        ("+3", 3),
        ("5.", 5),
        ("1e-3", 0.001),
        ("1/3", 1 / 3),
        ("−1 / 4", -0.25),
        ("1,5/3", 0.5),
        ("33 %", 0.33),
        ("12,5%", 0.125),
        ("12582912", 12582912),
        ("12,582,912", 12582912),
        ("12.582.912", 12582912),
        ("-12 582 912", -12582912),
        ("12\u202f582\u202f912", 12582912),
        ("5,657", 5.657),
        ("[0.5]", 0.5),
        ("1/0", math.inf),
    ],
)
def test_a_number_is_understood_as_it_is_typed(typed, wanted, engine):
    found = engine.eval(f"JSON.stringify(parts({json.dumps(typed)}).map(number).map(String))")
    assert [float(one) for one in json.loads(found)] == pytest.approx([wanted], rel=1e-15)


@for_each(
    "typed",
    ["sqrt(2)", "a", "1/2/3", "1.2.3", "1//2", "0x10", "--1", "% 5", "1/", "/2", "1.4 oder", "..."],
)
def test_what_is_no_number_is_not_guessed(typed, engine):
    assert engine.eval(f"parts({json.dumps(typed)}).map(number).some(Number.isNaN)") is True


@for_each(
    "typed, wanted",
    [
        ("", []),
        (" [ ] ", []),
        ("[0.5, 0.25, 0.25]", [0.5, 0.25, 0.25]),
        ("(0.5,0.25)", [0.5, 0.25]),
        ("[1,2]", [1, 2]),
        ("1, 2", [1, 2]),
        ("2,5,1", [2, 5, 1]),
        ("0,5; −0,25", [0.5, -0.25]),
        ("[0,5, 0,25]", [0.5, 0.25]),
        ("0,5 0,25", [0.5, 0.25]),
        ("1\t2\t3", [1, 2, 3]),
        ("25 %, 3/4", [0.25, 0.75]),
        ("[12,582,912; 75,497,472]", [12582912, 75497472]),
    ],
)
def test_a_list_fills_as_many_fields_as_it_has_numbers(typed, wanted, engine):
    assert (
        json.loads(engine.eval(f"JSON.stringify(parts({json.dumps(typed)}).map(number))")) == wanted
    )


@for_each("entry", BY_HAND)
def test_a_field_for_each_number_and_no_solution_in_clear(entry):
    made = form(entry)
    assert (
        made.count("<input ") == made.count("<label>") == entry.right[0].size == len(entry.labels)
    )
    assert len(set(entry.labels)) == len(entry.labels)
    assert not [hint for hint in entry.hints.values() if hint[:30] in made]
    packed = made.partition('data-table="')[2].partition('"')[0]
    assert json.loads(zlib.decompress(base64.b64decode(packed), -15)) == table(entry)
    assert 'inputmode="text"' in made or not any(
        (column.outputs[0] < 0).any() for column in entry.columns
    )
    assert len(made) < 2_500


def test_an_exercise_that_does_not_name_its_numbers_is_refused():
    with pytest.raises(ValueError, match=r"exercise mixing.1 must have a label for each"):
        form(replace(load("mixing.1"), labels=("finance",)))
