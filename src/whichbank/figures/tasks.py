"""One sentence and two jobs: a number for each word serves one of them, a matrix both."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import traitlets as t

from whichbank.attention import mix, similarity, softmax
from whichbank.figures.base import Figure, Table, need_shape
from whichbank.plots import Picture, heatmap

REACH = 2.0


class TwoTasks(Figure):
    """Attention that the reader changes, by a number for each word or by one matrix, and the jobs that it serves.

    A job wants one word to give more than half of its weight to another. With scalars every word's vector is made
    longer or shorter, and serves for asking and for answering. With a matrix every vector is transformed before the
    word asks, and answers as it was.

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
        Numbers from -2 to 2; row i is what a word of axis i alone asks for. The identity if left out.
    axes : (str, str), default ("finance", "nature")
        What the two axes of the plane measure.

    Raises
    ------
    traitlets.TraitError
        If shapes do not match, a number is not finite or out of its range, or a job names no word.
    ValueError
        If there are no words.

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

    words = t.List(t.Unicode()).tag(sync=True)
    vectors = Table().tag(sync=True)
    jobs = t.List(t.Unicode(), minlen=1).tag(sync=True)
    wants = t.List(t.List(t.Int(), minlen=2, maxlen=2)).tag(sync=True)
    mode = t.Enum(["scalars", "matrix"], default_value="scalars").tag(sync=True)
    scalars = t.List(t.Float(min=0.0, max=REACH)).tag(sync=True)
    matrix = Table().tag(sync=True)
    axes = t.List(t.Unicode(), default_value=["finance", "nature"], minlen=2, maxlen=2).tag(sync=True)

    def __init__(
        self,
        words: Sequence[str],
        vectors: Any,
        jobs: Sequence[str],
        wants: Sequence[Sequence[int]],
        mode: str = "scalars",
        scalars: Sequence[float] | None = None,
        matrix: Any = None,
        axes: Sequence[str] = ("finance", "nature"),
    ) -> None:
        if not words:
            raise ValueError("words must name at least one word; got none")
        super().__init__(
            words=list(words),
            vectors=vectors,
            jobs=list(jobs),
            wants=[list(want) for want in wants],
            mode=mode,
            scalars=[1.0] * len(words) if scalars is None else [float(scalar) for scalar in scalars],
            matrix=np.eye(2) if matrix is None else matrix,
            axes=list(axes),
        )

    @property
    def offers(self) -> np.ndarray:
        """What each word answers with, shape (T, 2): its vector, in the mode "scalars" times its number."""
        old = np.array(self.vectors)
        return old * np.array(self.scalars)[:, None] if self.mode == "scalars" else old

    @property
    def asks(self) -> np.ndarray:
        """What each word asks with, shape (T, 2): what it offers, in the mode "matrix" times the matrix."""
        return self.offers if self.mode == "scalars" else mix(self.offers, np.array(self.matrix), check_rows=False)

    @property
    def scores(self) -> np.ndarray:
        """Dot products of what is asked with what is offered, shape (T, T), by the kernel ``similarity``."""
        return similarity(self.asks, self.offers)

    @property
    def weights(self) -> np.ndarray:
        """The mixing weights, shape (T, T), by the kernel ``softmax``."""
        return softmax(self.scores)

    @property
    def shares(self) -> list[float]:
        """For each job: the weight that the asking word gives to the wanted one."""
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
        return heatmap(self.weights, self.words, row_label="this word", column_label="looks at", limits=(0, 1))

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return scores and weights."""
        heads = ["this word asks", *(f"score with {w}" for w in self.words), *(f"weight of {w}" for w in self.words)]
        rows = [
            [word, *map(float, scores), *map(float, weights)]
            for word, scores, weights in zip(self.words, self.scores, self.weights, strict=True)
        ]
        said = [
            f"{job} {self.words[asker]} gives {self.words[wanted]} {share:.2f}"
            for job, (asker, wanted), share in zip(self.jobs, self.wants, self.shares, strict=True)
        ]
        return "; ".join(said), heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"mode={self.mode!r}"
        yield f"{self.mode}={getattr(self, self.mode)}"
        yield f"shares={[round(share, 2) for share in self.shares]}"
        yield f"served={self.served}"

    @t.validate("vectors")
    def _check_vectors(self, proposal: Any) -> list[list[float]]:
        return need_shape("vectors", proposal["value"], (len(self.words), 2))

    @t.validate("matrix")
    def _check_matrix(self, proposal: Any) -> list[list[float]]:
        rows = need_shape("matrix", proposal["value"], (2, 2))
        if np.abs(rows).max() > REACH:
            raise t.TraitError(f"matrix must hold numbers between {-REACH:g} and {REACH:g}; got {rows}")
        return rows

    @t.validate("scalars")
    def _check_scalars(self, proposal: Any) -> list[float]:
        if len(proposal["value"]) != len(self.words):
            raise t.TraitError(f"scalars must be {len(self.words)} numbers, one a word; got {proposal['value']}")
        return proposal["value"]

    @t.validate("words")
    def _check_words(self, proposal: Any) -> list[str]:
        if self.vectors and len(proposal["value"]) != len(self.vectors):
            raise t.TraitError(f"words must name each of the {len(self.vectors)} vectors; got {proposal['value']}")
        return proposal["value"]

    @t.validate("wants")
    def _check_wants(self, proposal: Any) -> list[list[int]]:
        wants = proposal["value"]
        if len(wants) != len(self.jobs):
            raise t.TraitError(f"wants must be one pair of words for each of the {len(self.jobs)} jobs; got {wants}")
        if any(not 0 <= word < len(self.words) for want in wants for word in want):
            raise t.TraitError(f"wants must name words by numbers from 0 to {len(self.words) - 1}; got {wants}")
        return wants

    @t.validate("jobs")
    def _check_jobs(self, proposal: Any) -> list[str]:
        if self.wants and len(proposal["value"]) != len(self.wants):
            raise t.TraitError(f"jobs must name each of the {len(self.wants)} wants; got {proposal['value']}")
        return proposal["value"]
