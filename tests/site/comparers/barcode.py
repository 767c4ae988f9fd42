from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near, numbers


def position_barcode(fig: Any, drawn: Drawn) -> None:
    """Sliders show place and offset, the read-out the product and its range, the charts both curves."""
    assert [int(text) for _, text in drawn.sliders] == [fig.position, fig.offset]
    assert drawn.spoken == [text for _, text in drawn.sliders]
    said = drawn.said[0]
    products = fig.products
    here = float(np.prod(fig.codes, axis=0).sum())
    assert said.startswith(f"Code of {fig.position} · code of {fig.position + fig.offset} = ")
    shown = numbers(said.replace(".0 ", " "))
    assert abs(shown[2] - here) < 0.0051
    flat = np.ptp(products) < 1e-9
    assert ("always the same" in said) == flat
    if not flat:
        low, high = said.rpartition("from ")[2].removesuffix(".").split(" to ")
        assert_drawn([low, high], [products.min(), products.max()], "range")
    for chart, at in zip(drawn.charts, (fig.position, fig.offset), strict=True):
        assert_near(chart["dots"][0], [at, here], "dot", room=0.05)


COMPARERS = {"PositionBarcode": position_barcode}
