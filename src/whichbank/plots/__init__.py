"""Still pictures, one module each. Every function returns a ``Picture``: put it last in a cell to show it."""

from whichbank.plots.across import across
from whichbank.plots.bars import bars
from whichbank.plots.chips import chips
from whichbank.plots.corner import corner
from whichbank.plots.curves import curves
from whichbank.plots.field import field
from whichbank.plots.growth import growth
from whichbank.plots.heatmap import heatmap
from whichbank.plots.looks import looks
from whichbank.plots.machine import machine
from whichbank.plots.picture import Picture
from whichbank.plots.plane import plane
from whichbank.plots.powers import powers
from whichbank.plots.results import results
from whichbank.plots.runs import runs
from whichbank.plots.steps import steps

__all__ = [
    "Picture",
    "across",
    "bars",
    "chips",
    "corner",
    "curves",
    "field",
    "growth",
    "heatmap",
    "looks",
    "machine",
    "plane",
    "powers",
    "results",
    "runs",
    "steps",
]
