"""The figure of the masks: what it shows, what a step changes, and what it does not take."""

import re
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn, assert_near

from whichbank.attention import attend
from whichbank.corpora import plane_vectors
from whichbank.figures import MaskToggles
from whichbank.masks import causal_mask

WORDS = ["river", "bank", "money", "grows"]


def make(**changes):
    """The figure of the chapter, with changes."""
    return MaskToggles(**({"words": WORDS, "vectors": plane_vectors(WORDS), "picked": 1} | changes))


@pytest.mark.parametrize("future", [False, True])
@pytest.mark.parametrize("padding", [False, True])
def test_weights_are_those_of_the_kernel(future, padding):
    fig = make(hide_future=future, hide_padding=padding, order=[4, 1, 0, 5, 3, 2])
    x = np.vstack([plane_vectors(WORDS), np.zeros((2, 2))])[fig.order]
    shown = np.array([token < 4 for token in fig.order]) if padding else np.ones(6, dtype=bool)
    mask = (causal_mask(6) if future else np.ones((6, 6), dtype=bool)) & shown
    out, weights = attend(x, x, x, mask=mask, scale=1.0, return_weights=True)
    np.testing.assert_array_equal(fig.mask, mask)
    np.testing.assert_allclose(fig.weights, weights)
    np.testing.assert_allclose(fig.new[fig.order], out)


def test_without_masks_no_order_changes_a_vector():
    fig = make()
    for token, to in ((2, 0), (5, 1), (0, 5)):
        fig.move(token, to)
        assert fig.changed == []
    assert fig.tokens == ["money", "pad", "bank", "grows", "pad", "river"]


def test_under_the_causal_mask_a_swap_of_neighbors_changes_the_two():
    fig = make(hide_future=True)
    np.testing.assert_allclose(fig.new[1], [0.5, 1.5])
    fig.move(2, to=1)
    assert fig.changed == ["money", "bank"]
    np.testing.assert_allclose(fig.new[1], [1, 1])


def test_padding_at_the_end_is_hidden_by_the_causal_mask_and_at_the_front_it_is_not():
    fig = make(hide_future=True)
    fig.hide(padding=True)
    assert fig.changed == []
    fig.hide(padding=False)
    fig.move(4, to=0)
    assert fig.changed == WORDS
    fig.hide(padding=True)
    assert fig.changed == WORDS
    np.testing.assert_array_equal(fig.weights[0], np.zeros(6))


def test_its_traits_make_it_again_and_its_first_state_has_changed_nothing():
    fig = make(order=[5, 4, 3, 2, 1, 0], hide_future=True)
    assert fig.changed == []
    fig.move(1, to=0)
    again = MaskToggles(**fig.state())
    assert again.state() == fig.state()
    assert again.changed == fig.changed != []


def test_start_again():
    fig = make()
    fig.hide(future=True, padding=True)
    fig.move(5, to=0)
    fig.start_again()
    assert fig.state() == make().state()


def test_repr_table_and_picture():
    fig = make(hide_future=True)
    assert repr(fig) == (
        "MaskToggles(order='river bank money grows pad pad', future='hidden', padding='seen', "
        "picked='bank', new=[0.5, 1.5])"
    )
    _, heads, rows = fig.table()
    assert rows[1] == ["bank", 0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.5, 1.5]
    assert len(heads) == len(rows[0])
    assert "river: river 1.00" in repr(fig.still())


def compare(fig: Any, drawn: Drawn) -> None:
    """The heatmaps show weights and vectors, the plane new ones, the read-out who is seen and what
    changed.
    """
    assert_drawn(drawn.tables[0], fig.weights, "weights")
    old = np.vstack([fig.vectors, np.zeros((fig.padding, 2))])
    assert_drawn(drawn.tables[1], np.hstack([old, fig.new]), "vectors")
    for token, word in enumerate(fig.words):
        assert_near([drawn.points()[word]], [fig.new[token]], "new vector")
    last = r"(?: The last step moved (?:every word|(.*?); (.*) stayed)\.)?"
    told, changed, stayed = re.fullmatch(rf"(.*?[.?]){last}", drawn.said[0]).groups()
    same = [
        name for name in map(fig._name, fig.order) if name in fig.words and name not in fig.changed
    ]
    assert (changed, stayed) == (
        (listed(fig.changed), listed(same)) if fig.changed and same else (None, None)
    )
    assert ("every word." in drawn.said[0].removeprefix(told)) == (not same)
    row = fig.mask[fig.order.index(fig.picked)]
    if fig.mask.all():
        assert told.startswith("Nothing is hidden: ")
    elif row.all() or not row.any():
        assert ("sees nothing" if not row.any() else "still sees every word") in told
    else:
        pattern = r"(.*?) no longer sees (.*), only (.*): that moves it by (.*) on the plane\."
        name, unseen, seen, by = re.fullmatch(pattern, told).groups()
        assert name.lower() == fig._name(fig.picked)
        for part, may in ((seen, True), (unseen, False)):
            tokens = [token for token, seen in zip(fig.order, row, strict=True) if seen == may]
            names = [
                "itself" if token == fig.picked else fig._name(token).replace("pad", "padding")
                for token in tokens
            ]
            assert part == listed(list(dict.fromkeys(names)))
        free = MaskToggles(**fig.state() | {"hide_future": False, "hide_padding": False}).new
        assert_drawn([by], [np.linalg.norm(fig.new[fig.picked] - free[fig.picked])], "moved by")


def listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), *names[-1:]] if len(names) > 1 else names)


def mask_cases() -> list[tuple[list, Any]]:
    """All orders of two words and one padding, and a longer text, under all four masks."""
    cases = []
    texts = [(2, 1, order) for order in permutations(range(3))] + [
        (4, 2, (5, 1, 0, 4, 2, 3)),
        (1, 0, (0,)),
    ]
    for (words, padding, order), future, pads in product(texts, (False, True), (False, True)):
        names = [f"word {i}" for i in range(words)]
        fig = MaskToggles(
            names, np.zeros((words, 2)), padding, order, hide_future=future, hide_padding=pads
        )
        cases.append(([list(order), words, future, pads], fig.mask))
    return cases


CASES = {"maskOf": mask_cases}


OTHER = {
    "order": [5, 4, 3, 2, 1, 0],
    "hide_future": True,
    "before": np.ones((6, 2)),
}
BAD = [
    ({"words": ["river", "river", "a", "b"]}, "words must be different from each other"),
    ({"words": ["river", "pad", "a", "b"]}, "words must be different from 'pad' and not empty"),
    ({"vectors": [[0, 1]]}, "vectors must have the shape (4, 2); got (1, 2)"),
    ({"order": [0, 1, 2, 3]}, "order must hold each number from 0 to 5 once; got [0, 1, 2, 3]"),
    ({"order": [0, 0, 1, 2, 3, 4]}, "order must hold each number from 0 to 5 once"),
    ({"picked": 6}, "picked must be between 0 and 5; got 6"),
    ({"before": [[0, 0]]}, "before must have the shape (6, 2); got (1, 2)"),
    ({"padding": 5}, "padding must be between 0 and 4; got 5"),
]
