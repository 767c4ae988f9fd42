"""The bill of the caches: what it counts, and what it refuses."""

from typing import Any

import numpy as np
import pytest
from drawn import Drawn

from whichbank.figures import CacheBill
from whichbank.figures.cost import duration, in_units, size


def make(**changes: Any) -> CacheBill:
    return CacheBill(**changes)


def test_a_window_of_the_model_takes_what_the_chapter_says():
    assert size(make(tokens=1).caches) == "4.7 MB"
    assert size(make().caches) == "9.7 GB"
    assert make(sets="8").caches == pytest.approx(make().caches / 12)


def test_writing_waits_for_memory_until_many_share_one_set():
    for people in (1, 32, 1024):
        assert make(people=people).seconds == make(people=people).fetching
    crowd = make(people=1024, sets="1")
    assert crowd.seconds == crowd.multiplying > crowd.fetching


def test_up_to_32_people_nobody_waits_twice_as_long():
    alone, some = make(), make(people=32)
    assert some.seconds < 2 * alone.seconds
    assert 0.8 < some.caches / 350e9 < 1.25  # about there the caches weigh as much as the weights
    even = make(people=1024, sets="8")
    assert even.fetching == pytest.approx(even.multiplying, rel=0.1)


def compare(fig: Any, drawn: Drawn) -> None:
    """The sentence, the sliders and the numbers at the bars are those of the kernel."""
    together = in_units(fig.people / fig.seconds, (("tokens", 1),))
    assert drawn.said == [
        (
            f"Each of {fig.people:,} people gets a token every {duration(fig.seconds)}: together "
            if fig.people > 1
            else f"One person gets a token every {duration(fig.seconds)}: "
        )
        + f"{together} a second."
    ]
    assert drawn.sliders == [
        ["People", f"{fig.people:,}"],
        ["Tokens of each", f"{fig.tokens:,}"],
    ]
    weights = 350e9 / 3e12
    for name, amount in (
        ("fetch weights", f"{size(350e9)} · {duration(weights)}"),
        ("fetch caches", f"{size(fig.caches)} · {duration(fig.fetching - weights)}"),
        ("multiply", duration(fig.multiplying)),
    ):
        assert f"{name}{amount}" in "".join(drawn.text.split("\n")).replace(f"{name} ", name)
    assert drawn.tables[0] == [row[1:] for row in fig.table()[2]]


def bill_cases() -> list[tuple[list, Any]]:
    """One person and many, and each number of sets."""
    return [
        ([people, tokens, int(sets)], np.array([fig.caches, fig.fetching, fig.multiplying]))
        for people, tokens, sets in ((1, 1, "96"), (36, 2048, "96"), (1024, 4096, "8"), (7, 9, "1"))
        for fig in [make(people=people, tokens=tokens, sets=sets)]
    ]


CASES = {"billOf": bill_cases}

OTHER = {"people": 32, "sets": "8"}
BAD = [
    ({"people": 0}, "people must be between 1 and 1024; got 0"),
    ({"tokens": 131_073}, "tokens must be between 1 and 131072; got 131073"),
    ({"sets": "12"}, "sets must be one of 96, 8, 1; got '12'"),
]
