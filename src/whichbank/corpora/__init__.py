"""The words the course works on: the notes' sentences and tables, generated sentences, and real
text.

``notes``, ``generated`` and ``real`` come through here; ``idioms``, ``senses`` and ``hindi`` by
their own names.
"""

from whichbank.corpora.generated import (
    FRUIT_NAMES,
    FRUIT_WORDS,
    TECH_NAMES,
    TECH_WORDS,
    apple_sentences,
    neighbor_sentences,
)
from whichbank.corpora.notes import (
    APPLE_ORANGE,
    APPLE_SENTENCES,
    BANK_SENTENCES,
    PLANE,
    PLANE_AXES,
    SERVER_SENTENCES,
    TWO_APPLES,
    HandTable,
    hand_table,
    plane_vectors,
)
from whichbank.corpora.real import lee_background, lee_items, wikipedia_sample

__all__ = [
    "APPLE_ORANGE",
    "APPLE_SENTENCES",
    "BANK_SENTENCES",
    "FRUIT_NAMES",
    "FRUIT_WORDS",
    "PLANE",
    "PLANE_AXES",
    "SERVER_SENTENCES",
    "TECH_NAMES",
    "TECH_WORDS",
    "TWO_APPLES",
    "HandTable",
    "apple_sentences",
    "hand_table",
    "lee_background",
    "lee_items",
    "neighbor_sentences",
    "plane_vectors",
    "wikipedia_sample",
]
