"""Still pictures, one module each. Every function returns a ``Picture``: put it last in a cell to
show it.

Data that do not fit what a parameter asks for raise a ValueError that names the parameter, the rule
and what came.
"""

from whichbank.plots.across import across as across
from whichbank.plots.arcs import arcs as arcs
from whichbank.plots.bars import bars as bars
from whichbank.plots.chips import chips as chips
from whichbank.plots.corner import corner as corner
from whichbank.plots.curves import curves as curves
from whichbank.plots.field import field as field
from whichbank.plots.heatmap import heatmap as heatmap
from whichbank.plots.looks import looks as looks
from whichbank.plots.machine import machine as machine
from whichbank.plots.picture import Picture as Picture
from whichbank.plots.plane import plane as plane
from whichbank.plots.powers import powers as powers
from whichbank.plots.results import results as results
from whichbank.plots.runs import runs as runs
from whichbank.plots.steps import steps as steps
