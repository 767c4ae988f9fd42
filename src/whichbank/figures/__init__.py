"""Live figures: each a Python class beside the ES module that draws it, in a notebook and on the static site."""

from whichbank.figures.base import Figure
from whichbank.figures.dragging import DragVectors
from whichbank.figures.mixing import MixingTable
from whichbank.figures.quiz import Quiz
from whichbank.figures.share import SharePlane

__all__ = ["DragVectors", "Figure", "MixingTable", "Quiz", "SharePlane"]
