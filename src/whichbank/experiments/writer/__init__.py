"""A small language model that reads the news letter by letter, and writes on.

``news``: the text in its three parts, and its letters. ``training``: the model, how it learns and how it is measured.
``writing``: letting it write, at many settings at once. ``recorded``: runs with several seeds, and one model's weights.
"""

from whichbank.experiments.writer.news import LENGTH, decode, encode, invented, letters, news, windows
from whichbank.experiments.writer.recorded import recorded_contexts, recorded_losses, recorded_writer
from whichbank.experiments.writer.training import (
    EVERY,
    N_SEEDS,
    STEPS,
    count_letters,
    held_out_loss,
    loss_by_context,
    new_writer,
    ngram_loss,
    side_by_side,
    train_writer,
)
from whichbank.experiments.writer.writing import write_on

__all__ = [
    "EVERY",
    "LENGTH",
    "N_SEEDS",
    "STEPS",
    "count_letters",
    "decode",
    "encode",
    "held_out_loss",
    "invented",
    "letters",
    "loss_by_context",
    "new_writer",
    "news",
    "ngram_loss",
    "recorded_contexts",
    "recorded_losses",
    "recorded_writer",
    "side_by_side",
    "train_writer",
    "windows",
    "write_on",
]
