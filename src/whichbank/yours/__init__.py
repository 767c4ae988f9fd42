"""It runs on yours: the functions that a reader has written for the exercises become the model.

``letters`` is the letter model of chapter writer, ``reader`` the real model of chapter real, and
``train`` a small writer of the reader's own text. Each is made of the boxes of ``BOXES`` and a few
lines between them; a box is the reader's function where there is one, and the course's where there
is none. ``defined`` makes the functions from the text of the exercises' cells, ``keepsake`` one
file of them; ``proof`` compares them with the course's, box by box, and ``BREAKS`` has what can be
broken.

All of it needs NumPy alone, and runs on a page as in a notebook.
"""

from whichbank.yours.boxes import BOXES, Box, defined
from whichbank.yours.faults import BoxError
from whichbank.yours.keepsake import keepsake
from whichbank.yours.letters import LETTERS, Letters, letters
from whichbank.yours.proving import Proof, proof
from whichbank.yours.reader import Layer, Reader, from_page, reader
from whichbank.yours.texts import BREAKS, Break, text_of
from whichbank.yours.training import TextTraining, train

__all__ = [
    "BOXES",
    "BREAKS",
    "LETTERS",
    "Box",
    "BoxError",
    "Break",
    "Layer",
    "Letters",
    "Proof",
    "Reader",
    "TextTraining",
    "defined",
    "from_page",
    "keepsake",
    "letters",
    "proof",
    "reader",
    "text_of",
    "train",
]
