"""Words with two senses: sentences made from templates, sentences written by hand, and both as numbers."""

from whichbank.senses.batches import Batch, as_batch
from whichbank.senses.corpus import IDIOMS, SENSES, WORDS, Example, generated, handwritten, split
from whichbank.senses.templates import could_make

__all__ = [
    "IDIOMS",
    "SENSES",
    "WORDS",
    "Batch",
    "Example",
    "as_batch",
    "could_make",
    "generated",
    "handwritten",
    "split",
]
