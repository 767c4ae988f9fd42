"""Words with two senses: sentences made from templates, sentences written by hand, and both as
tensors.
"""

from whichbank.corpora.senses.batches import Batch, as_batch
from whichbank.corpora.senses.corpus import (
    PHRASES,
    SENSES,
    WORDS,
    Example,
    generated,
    handwritten,
    split,
)
from whichbank.corpora.senses.templates import could_make

__all__ = [
    "PHRASES",
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
