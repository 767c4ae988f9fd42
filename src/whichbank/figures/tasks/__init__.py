"""One sentence and two jobs: a number for each word serves one of them, a matrix both."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import mix, similarity, softmax
from whichbank.figures.kit.figure import Figure, labeled, rounded
from whichbank.figures.kit.traits import Choice, Index, List, Number, Table, Text, Whole
from whichbank.figures.nets.random import uniforms
from whichbank.plots import Picture, heatmap

REACH = 2.0
SEED, MOST = 10, 300  # of the settings that are tried at random
MODES = ("scalars", "matrix")


class TwoTasks(Figure):
    """Attention that the reader changes, by a number for each word or by one matrix, and the jobs
    that it serves.

    A job wants one word to give more than half of its weight to another. With scalars every word's
    vector is made longer or shorter, and serves for asking and for answering. With a matrix, whose
    rows are arrows that the reader drags, every vector is transformed before the word asks, and
    answers as it was. A square has a dot for each setting that was tried, by the reader or at
    random: across, what the first job gets, and up, what the second gets.

    Parameters
    ----------
    words : sequence of str
        The words of a sentence.
    vectors : array, shape (T, 2)
        A vector for each word.
    jobs : sequence of str
        What each job is called.
    wants : sequence of (int, int)
        For each job: the word that asks, and the word that must get more than half of its weight.
    mode : {"scalars", "matrix"}, default "scalars"
        What the reader changes; the other one plays no part.
    scalars : sequence of float, optional
        A number from 0 to 2 for each word; all 1 if left out.
    matrix : array, shape (2, 2), optional
        Numbers from -2 to 2; row i is what a word of axis i alone asks for. The identity if left
        out.
    axes : (str, str), default ("finance", "nature")
        What the two axes of the plane measure.
    tried : (int, int), default (0, 0)
        How many settings were tried at random, from 0 to 300: of a number per word, and of a
        matrix.

    Examples
    --------
    >>> sentence = {"words": ["money", "bank"], "vectors": [[2, 0], [1, 1]]}
    >>> fig = TwoTasks(**sentence, jobs=["Which bank?"], wants=[(1, 0)], scalars=[2, 1])
    >>> fig
    TwoTasks(mode='scalars', scalars=[2.0, 1.0], shares=[0.88], served=[True])
    >>> fig.scores
    array([[16.,  4.],
           [ 4.,  2.]])
    """

    words = List(Text(), least=1)
    vectors = Table(("words", 2))
    jobs = List(Text(), least=1)
    wants = List(List(Index("words"), length=2), length="jobs")
    mode = Choice(MODES)
    scalars = List(Number(low=0, high=REACH), lambda words: [1] * len(words), length="words")
    matrix = Table((2, 2), ((1, 0), (0, 1)), within=REACH)
    axes = List(Text(), ("finance", "nature"), length=2)
    tried = List(Whole(low=0, high=MOST), (0, 0), length=2)

    @property
    def offers(self) -> np.ndarray:
        """What each word answers with, shape (T, 2): its vector, in the mode "scalars" times its
        number.
        """
        old = np.array(self.vectors)
        return old * np.array(self.scalars)[:, None] if self.mode == "scalars" else old

    @property
    def drawn(self) -> dict[str, np.ndarray]:
        """What each job gets at the settings that were tried at random, by mode, shape (tried,
        jobs).

        The numbers are drawn anywhere in their range, and are the same each time.
        """
        old = np.array(self.vectors)
        numbers, matrices = self.tried
        scalars = REACH * uniforms(SEED, numbers * len(old)).reshape(numbers, len(old), 1) * old
        turned = old @ (2 * REACH * uniforms(SEED, 4 * matrices) - REACH).reshape(matrices, 2, 2)
        scores = similarity(scalars, scalars), similarity(turned, old[None])
        asker, wanted = np.transpose(self.wants)
        return {
            mode: softmax(table)[:, asker, wanted]
            for mode, table in zip(MODES, scores, strict=True)
        }

    @property
    def asks(self) -> np.ndarray:
        """What each word asks with, shape (T, 2): what it offers, in the mode "matrix" times the
        matrix.
        """
        return (
            self.offers
            if self.mode == "scalars"
            else mix(self.offers, np.array(self.matrix), check_rows=False)
        )

    @property
    def scores(self) -> np.ndarray:
        """Dot products of what is asked with what is offered, shape (T, T), by the kernel
        ``similarity``.
        """
        return similarity(self.asks, self.offers)

    @property
    def weights(self) -> np.ndarray:
        """The mixing weights, shape (T, T), by the kernel ``softmax``."""
        return softmax(self.scores)

    @property
    def shares(self) -> list[float]:
        """For each job: the weight with which the asking word looks at the wanted one."""
        return [float(self.weights[asker, wanted]) for asker, wanted in self.wants]

    @property
    def served(self) -> list[bool]:
        """For each job: whether that weight is more than half."""
        return [share > 0.5 + 1e-9 for share in self.shares]

    def reset(self) -> None:
        """Set every scalar to 1 and the matrix to the identity: attention without parameters."""
        self.scalars, self.matrix = [1.0] * len(self.words), np.eye(2)

    def still(self) -> Picture:
        """Return the weights as a heatmap."""
        return heatmap(
            self.weights, self.words, row_label="this word", column_label="looks at", limits=(0, 1)
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return scores and weights."""
        heads = [
            "this word asks",
            *(f"score with {w}" for w in self.words),
            *(f"weight of {w}" for w in self.words),
        ]
        rows = labeled(self.words, self.scores, self.weights)
        tries = [
            f"of {len(shares)} random settings in the mode {mode!r} "
            f"{(shares > 0.5).all(axis=1).sum()} serve all jobs"
            for mode, shares in self.drawn.items()
            if len(shares)
        ]
        said = [
            f"{job} {self.words[asker]} looks at {self.words[wanted]} {share:.2f}"
            for job, (asker, wanted), share in zip(self.jobs, self.wants, self.shares, strict=True)
        ]
        return "; ".join(said + tries), heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"mode={self.mode!r}"
        yield f"{self.mode}={getattr(self, self.mode)}"
        yield f"shares={rounded(self.shares)}"
        yield f"served={self.served}"
