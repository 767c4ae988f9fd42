"""Whether a figure shows what the kernels say."""

from built import figure_class, models
from by_figure import TESTS
from drawn import Drawn, read
from playwright.sync_api import ElementHandle


def check(place: ElementHandle, address: str) -> Drawn:
    """Hold what the figure draws to what the kernels say of its traits; return it."""
    return agreed(read(place), address)


def agreed(drawn: Drawn, address: str) -> Drawn:
    """Hold what was read of a figure to what the kernels say of its traits; return it."""
    model = models(address)[drawn.name]
    kind = figure_class(model["module"])
    state = model["state"] | drawn.state
    fig = kind(**{name: value for name, value in state.items() if name in kind.own_traits()})
    TESTS[model["module"]].compare(fig, drawn)
    return drawn
