"""Looking into a trained model: sentences in pairs, which way a vector leans, recorded outputs, weights made small."""

from whichbank._packing import pack, unpack
from whichbank.experiments.probing.leaning import cosine, count_right, lean, leave_pair_out, meaning_vectors
from whichbank.experiments.probing.pairs import MEANINGS, sentence_pairs
from whichbank.experiments.probing.recorded import reference_outputs

__all__ = [
    "MEANINGS",
    "cosine",
    "count_right",
    "lean",
    "leave_pair_out",
    "meaning_vectors",
    "pack",
    "reference_outputs",
    "sentence_pairs",
    "unpack",
]
