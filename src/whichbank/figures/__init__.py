"""Live figures: each a Python class beside the ES module that draws it, in a notebook and on the static site."""

from whichbank.figures.across import LooksAcross
from whichbank.figures.barcode import PositionBarcode
from whichbank.figures.base import Figure
from whichbank.figures.cost import CostCurve
from whichbank.figures.distance import RecallByDistance
from whichbank.figures.dragging import DragVectors
from whichbank.figures.heads import HeadViewer
from whichbank.figures.layers import ModelLayers
from whichbank.figures.learned import LearnedAttention
from whichbank.figures.lookup import SoftLookup
from whichbank.figures.masking import MaskToggles
from whichbank.figures.matrices import QueryKeyMatrices
from whichbank.figures.merges import MergeSlider
from whichbank.figures.mixing import MixingTable
from whichbank.figures.pond import Pond
from whichbank.figures.quiz import Quiz
from whichbank.figures.share import SharePlane
from whichbank.figures.snapshots import Snapshots
from whichbank.figures.switches import BlockSwitches
from whichbank.figures.tasks import TwoTasks
from whichbank.figures.temperature import Temperature
from whichbank.figures.window import Window

__all__ = [
    "BlockSwitches",
    "CostCurve",
    "DragVectors",
    "Figure",
    "HeadViewer",
    "LearnedAttention",
    "LooksAcross",
    "MaskToggles",
    "MergeSlider",
    "MixingTable",
    "ModelLayers",
    "Pond",
    "PositionBarcode",
    "QueryKeyMatrices",
    "Quiz",
    "RecallByDistance",
    "SharePlane",
    "Snapshots",
    "SoftLookup",
    "Temperature",
    "TwoTasks",
    "Window",
]
