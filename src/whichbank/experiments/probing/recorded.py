"""What the reference implementation gives for two sentences, recorded."""

from pathlib import Path

import numpy as np

from whichbank.corpora import BANK_SENTENCES

FILE = Path(__file__).parents[1] / "records/probing.npz"


def reference_outputs() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return recorded outputs of BERT in the library transformers, with the weights of all-MiniLM-L6-v2.

    ``tools/reference_outputs.py`` makes them; a test makes them anew and compares.

    Returns
    -------
    dict of str to (array, array), float32
        For each of the two bank sentences the vectors of its five pieces after the last layer, shape (5, 384), and
        the attention weights of all layers and heads, shape (6, 12, 5, 5).
    """
    with np.load(FILE) as stored:
        return {one: (stored[f"{one}: vectors"], stored[f"{one}: weights"]) for one in BANK_SENTENCES}
