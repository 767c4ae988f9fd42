"""The transformer, built from parts that each fit on a page.

``heads``: many attentions side by side. ``block``: attention, a small network, skips and norms.
``stacks``: the encoder and the decoder. ``embedding`` and ``models``: from token ids to scores over
the vocabulary. ``weights``: copying the weights of torch's own layers, to see that the same weights
give the same outputs. ``hooks``: every value of a run by its name, to look at and to change.
``circuits``: what a part of a model does for an answer.

Shapes use the letters of the course: B batch, H heads, T queries, S keys, D d_model, d d_head, V
vocabulary. A mask is boolean, and True means *may attend*.
"""

from whichbank.transformer.block import Block, BlockWeights, FeedForward
from whichbank.transformer.embedding import Embedding
from whichbank.transformer.heads import KeyValueCache, MultiHeadAttention
from whichbank.transformer.models import LanguageModel, Transformer
from whichbank.transformer.stacks import Decoder, DecoderCache, Encoder, Trace
from whichbank.transformer.weights import copy_weights

__all__ = [
    "Block",
    "BlockWeights",
    "Decoder",
    "DecoderCache",
    "Embedding",
    "Encoder",
    "FeedForward",
    "KeyValueCache",
    "LanguageModel",
    "MultiHeadAttention",
    "Trace",
    "Transformer",
    "copy_weights",
]
