from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn, assert_near, numbers

from whichbank.figures import PositionBarcode
from whichbank.figures.barcode import KINDS, encode
from whichbank.positions import offset_spread, sinusoidal

STARTS = np.arange(101.0)


make = PositionBarcode


def spread(kind, offset, d_model=16):
    return offset_spread(lambda t: encode(kind, t, d_model), STARTS, offset)


def test_the_right_kind_is_the_kernel():
    np.testing.assert_array_equal(encode(KINDS[0], STARTS, 16), sinusoidal(STARTS, 16))


@pytest.mark.parametrize("offset", [1.0, 7.0, 30.0])
def test_which_kinds_keep_the_promise(offset):
    flat = [spread(kind, offset) < 1e-11 for kind in KINDS]
    assert flat == [True, False, False, True]


def test_degrees_are_57_times_slower():
    np.testing.assert_allclose(encode(KINDS[3], STARTS, 8), sinusoidal(STARTS * np.pi / 180, 8))
    assert encode(KINDS[3], STARTS[:2], 16).prod(axis=0).sum() > 7.99


def test_the_exponent_that_counts_features_by_its_formula():
    code = encode(KINDS[2], np.array([3.0]), 8)[0]
    want = [(np.cos if j % 2 else np.sin)(3 / 10000 ** (2 * j / 8)) for j in range(8)]
    np.testing.assert_allclose(code, want)


def test_products_repr_and_table():
    fig = PositionBarcode()
    assert (
        repr(fig)
        == "PositionBarcode(position=5, offset=3, product=5.54, lowest=5.54, highest=5.54)"
    )
    here, there = sinusoidal(np.array([5.0, 8.0]), 16)
    np.testing.assert_allclose(fig.products, here @ there)
    caption, heads, rows = fig.table()
    assert "5.54" in caption
    assert heads == ["feature", "place 5", "place 8"]
    np.testing.assert_allclose([row[1:] for row in rows], np.stack([here, there], axis=-1))
    assert "64 × 16 numbers" in repr(fig.still())


def compare(fig: Any, drawn: Drawn) -> None:
    """The table shows the codes, the read-out the product and its range, the charts the walk so far
    and where it is.
    """
    assert_drawn(drawn.tables[0], fig.codes, "codes")
    said, t, k = drawn.said[0], fig.position, fig.offset
    products = fig.products
    here = float(np.prod(fig.codes, axis=0).sum())
    flat = np.ptp(products) < 1e-9
    if said.startswith("Slide only t + k, "):  # while that is moved
        assert_drawn([f"{x:.2f}" for x in numbers(said)], [here, k], "sum")
    else:
        assert said.startswith("Slide both, and the sum ")
        assert ("stays" in said) == flat
        assert_drawn(
            [f"{x:.2f}" for x in numbers(said)],
            [here] if flat else [products.min(), products.max()],
            "sum",
        )
    assert len(drawn.charts) == 2  # one for a phone, one where there is room
    walked = np.stack([np.arange(t + 1) + k, products[: t + 1]], axis=-1)
    for chart in drawn.charts:
        assert_near(chart["dots"][0], [t + k, here], "dot", room=0.05)
        [curve] = chart["curves"].values()  # of those without a name the last
        assert_near(curve, walked, "walk", room=0.1)


def encode_cases() -> list[tuple[list, Any]]:
    places = np.array([0.0, 1.0, 9.0, 100.0])
    return [
        ([i, places, d], encode(kind, places, d))
        for i, kind in enumerate(KINDS)
        for d in (2, 6, 16)
    ]


def clock_cases() -> list[tuple[list, Any]]:
    """Two hands, each as (up, right): the angle of one, that from it to the other, their lengths,
    their product.
    """
    pairs = [
        ([0, 1], [1, 0]),
        ([0.6, 0.8], [-0.8, 0.6]),
        ([-0.5, -0.2], [0.1, 0.9]),
        ([1, 0], [1, 0]),
        ([0.3, 0.4], [0, 2]),
    ]
    cases = []
    for a, b in (map(np.array, pair) for pair in pairs):
        one, other = complex(a[1], a[0]), complex(b[1], b[0])
        want = {
            "turn": np.angle(one),
            "wedge": np.angle(other / one),
            "lengths": [abs(one), abs(other)],
        }
        cases.append(([a, b], want | {"product": float(a @ b)}))
    return cases


FILE = "codes"
CASES = {"encodePlaces": encode_cases, "clockOf": clock_cases}


OTHER = {"position": 50, "kind": KINDS[1]}
BAD = [
    ({"d_model": 7}, "d_model must be even; got 7"),
    ({"position": 101}, "position must be between 0 and 100; got 101"),
    ({"position": 0.5}, "position must be a whole number; got 0.5"),
    ({"offset": -1}, "offset must be between 0 and 30; got -1"),
    ({"kind": "gradians"}, "degrees; got 'gradians'"),
]
