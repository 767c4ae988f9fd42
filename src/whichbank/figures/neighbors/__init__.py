"""The nearest words of a word, by two tables of word vectors side by side."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import numpy as np

from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import List, Text, Whole
from whichbank.plots.picture import INKS, Picture
from whichbank.word2vec import WordVectors

MANY = 10
"""How many neighbors a list has."""

BEGIN = 3
"""How many words tell an article by its beginning."""


class Neighbors(Figure):
    """Any word of two tables, with its ten nearest in each, and the article that most of them share
    with it.

    Use ``of`` to make the figure from tables of word vectors.

    Parameters
    ----------
    names : sequence of str, length 2
        The names of the tables.
    opening : sequence of str, length 5
        Words to choose from and their nearest words, as ``packed`` writes them.
    lists : sequence of str, length 5
        All words and their nearest, as ``packed`` writes them.
    least : int
        How often a word must occur in the text to be asked for; a neighbor may be rarer.
    among : int, optional
        How many words the neighbors are among; all that ``lists`` has if not given.
    word : str, optional
        The word that is asked for, known or not; the first to choose from if not given.
    """

    later = ("lists",)

    names = List(Text(), length=2, distinct=True)
    opening = List(Text(), length=5, check=lambda value: _whole(value))
    lists = List(Text(), length=5, check=lambda value: _whole(value))
    least = Whole(low=1)
    among = Whole(lambda lists: lists[0].count(" ") + 1, low=MANY + 1)
    word = Text(lambda opening: opening[0].partition(" ")[0])

    @classmethod
    def of(
        cls,
        tables: Mapping[str, WordVectors],
        articles: Sequence[Sequence[str]],
        words: Sequence[str],
        least: int = 1,
    ) -> Self:
        """Make the figure from two tables of the same words.

        Parameters
        ----------
        tables : mapping of str to WordVectors
            Two tables by their names; the words of the first, most frequent first, are those of the
            figure.
        articles : sequence of sequence of str
            The text that they were trained on.
        words : sequence of str
            Words to choose from.
        least : int, default 1
            How often a word must occur in the text to be asked for.
        """
        vocabulary = next(iter(tables.values())).vocabulary
        known, counts = vocabulary.words, np.array(vocabulary.counts)
        asked = int((counts >= least).sum())
        rows = [vocabulary.numbers[word] for word in words]
        if max(rows) >= asked:
            raise ValueError(
                f"words must occur {least} times; {known[max(rows)]!r} occurs "
                f"{counts[max(rows)]} times"
            )
        vectors = np.array(
            [[table[word] for word in known] for table in tables.values()], dtype=np.float32
        )
        near, cosines = _nearest(vectors / np.linalg.norm(vectors, axis=2, keepdims=True), asked)
        homes, there = _homes([vocabulary.encode(text) for text in articles], near, len(known))
        # the words to choose from come first
        few = list(dict.fromkeys([*rows, *near[rows].ravel().tolist()]))
        places = np.array([few.index(i) for i in near[rows].ravel()]).reshape(-1, 2, MANY)
        begins = [" ".join(text[:BEGIN]) for text in articles]
        # of these articles alone they need to tell
        own, numbers = np.unique(homes[rows, 0], return_inverse=True)
        own_homes, own_begins = (
            np.stack([numbers, homes[rows, 1]], axis=1),
            [begins[i] for i in own],
        )
        own_words = [known[i] for i in few]
        opening = packed(
            own_words, counts[few], places, cosines[rows], own_homes, there[rows], own_begins
        )
        return cls(
            list(tables), opening, packed(known, counts, near, cosines, homes, there, begins), least
        )

    @property
    def asked(self) -> str:
        """The word as the tables write it."""
        return self.word.strip().lower()

    @property
    def found(self) -> dict[str, Any]:
        """What ``nearest`` tells of the word, with its neighbors as words; empty for an unknown
        one.
        """
        for lists in (self.opening, self.lists):
            if found := nearest(lists, self.asked):
                words = lists[0].split(" ")
                begins = lists[4].split("|")[found["home"]]
                return found | {
                    "near": [[words[i] for i in near] for near in found["near"]],
                    "begins": begins,
                }
        return {}

    def still(self) -> Picture:
        """Return the two lists, the nearest words above, and a line for each word that both have."""
        lists = self.found["near"] if self.found else [[], []]
        return _slopes(f"Nearest to {self.asked}", dict(zip(self.names, lists, strict=True)))

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the two lists with their cosines; one row of nothing for an unknown word."""
        found = self.found or {"near": [["–"], ["–"]], "cosines": [[0.0], [0.0]]}
        columns = zip(
            *(part for pair in zip(found["near"], found["cosines"], strict=True) for part in pair),
            strict=True,
        )
        heads = ["", self.names[0], "cosine", self.names[1], "cosine"]
        return (
            f"The words nearest to {self.asked}",
            heads,
            [[str(i), *row] for i, row in enumerate(columns, start=1)],
        )

    def _summary(self) -> Iterable[str]:
        yield f"word={self.word!r}"
        yield f"words={len(_tables(self.lists)[0])}"


def _slopes(title: str, lists: Mapping[str, Sequence[str]]) -> Picture:
    left, right = lists.values()
    moves = {word: left.index(word) - right.index(word) for word in left if word in right}
    alt = f"{title}, " + "; ".join(f"{name}: {', '.join(words)}" for name, words in lists.items())
    alt += f". In both lists: {', '.join(moves) or 'no word'}."

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        inks = INKS[theme]
        for x, side, (name, words) in zip((0, 1), ("right", "left"), lists.items(), strict=True):
            ax.text(x, 0, name, ha=side, weight="bold", color=inks["soft"])
            for i, word in enumerate(words, start=1):
                style = (
                    {"color": inks["ink"], "weight": "bold"}
                    if word in moves
                    else {"color": inks["soft"]}
                )
                by = moves.get(word, 0) if x else 0
                move = f"  {'↑' if by > 0 else '↓'}{abs(by)}" if by else ""
                ax.text(x, i, word + move, ha=side, va="center", **style)
        for word, by in moves.items():
            at = [left.index(word) + 1, right.index(word) + 1]
            color = inks["soft" if abs(by) < 2 else "ink"]
            ax.plot([0.04, 0.96], at, color=color, lw=1.2 if abs(by) < 2 else 2.2)
        ax.set(xlim=(-0.9, 1.9), ylim=(MANY + 0.7, -0.7), title=title)
        ax.axis("off")

    return Picture(draw, alt, (6.0, 4.2))


def packed(
    words: Sequence[str],
    counts: Iterable[int],
    near: np.ndarray,
    cosines: np.ndarray,
    homes: np.ndarray,
    there: np.ndarray,
    begins: Iterable[str],
) -> list[str]:
    """Write lists of neighbors as five texts: words, their counts, in base64 two tables of bytes,
    and beginnings.

    Parameters
    ----------
    words, counts : sequences of str and of int, length V
        No word has a space; how often each occurs.
    near, cosines : arrays, shape (R, 2, MANY)
        For each of the first R words its nearest by two tables, as places in ``words``, and their
        cosines: two bytes for a place, and for a cosine, in hundredths, one. A cosine below 0
        becomes 0.
    homes : array of whole numbers, shape (R, 2)
        An article, and how often the word occurs in it: two bytes each, after the word's neighbors.
    there : array of bool, shape (R, 2, MANY)
        Whether the neighbor occurs in that article too: 128 more in the byte of its cosine.
    begins : sequence of str
        How the articles begin.
    """
    places = np.hstack([near.reshape(len(near), -1), homes]).astype("<u2")
    shares = (np.rint(100 * np.maximum(cosines, 0)) + 128 * there).astype(np.uint8)
    tables = (base64.b64encode(table.tobytes()).decode() for table in (places, shares))
    return [" ".join(words), " ".join(map(str, counts)), *tables, "|".join(begins)]


def nearest(lists: Sequence[str], word: str) -> dict[str, Any]:
    """Return what lists that ``packed`` wrote tell of a word: nothing where they do not have it.

    Else its count, the places of its neighbors in the words, their cosines, whether each is in the
    article that the word shares with most of them, the number of this article, and how often the
    word occurs there.
    """
    words = lists[0].split(" ")
    places, shares = _tables(lists)
    at = words.index(word) if word in words else len(words)
    if at >= len(places):
        return {}
    *near, home, times = places[at].tolist()
    return {
        "count": int(lists[1].split(" ")[at]), "near": [near[:MANY], near[MANY:]],
        "cosines": (shares[at] % 128 / 100).reshape(2, MANY).tolist(),
        "there": (shares[at] >= 128).reshape(2, MANY).tolist(), "home": home, "times": times,
    }  # fmt: skip


def _tables(lists: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the places, shape (R, 2 · MANY + 2), and the bytes of the cosines, (R, 2 · MANY)."""
    places, shares = (base64.b64decode(text, validate=True) for text in lists[2:4])
    return (
        np.frombuffer(places, dtype="<u2").reshape(-1, 2 * MANY + 2),
        np.frombuffer(shares, dtype=np.uint8).reshape(-1, 2 * MANY),
    )


def _whole(lists: list[str]) -> list[str]:
    words, counts = (lists[i].split(" ") for i in (0, 1))
    if len(set(words)) < len(words) or len(counts) != len(words):
        raise ValueError("must have different words, and a count for each")
    try:
        places, shares = _tables(lists)
    except ValueError as error:
        raise ValueError(f"must be as packed writes them: {error}") from None
    if not 0 < len(places) == len(shares) <= len(words):
        raise ValueError("must have as many cosines as neighbors, of some of the words")
    if places[:, :-2].max() >= len(words) or places[:, -2].max() >= len(lists[4].split("|")):
        raise ValueError(
            "must have neighbors that are among the words, and articles that have a beginning"
        )
    return lists


def _nearest(units: np.ndarray, asked: int) -> tuple[np.ndarray, np.ndarray]:
    """Return what is nearest to the first R of V words by two tables of unit vectors, and the
    cosines, (R, 2, MANY).
    """
    near = np.empty((asked, 2, MANY), dtype=np.int64)
    cosines = np.empty(near.shape)
    for t, unit in enumerate(units):
        for word in range(asked):
            found = unit @ unit[word]
            found[word] = -1  # not the word itself
            some = np.argpartition(-found, MANY)[:MANY]
            near[word, t] = some[np.argsort(-found[some])]
            cosines[word, t] = found[near[word, t]]
    return near, cosines


def _homes(
    articles: Sequence[np.ndarray], near: np.ndarray, words: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return for each word the article in which it occurs with most of its neighbors, and which of
    them are there.

    Of equal articles the one that has the word most often. Shapes (R, 2), with how often it has it,
    and (R, 2, MANY).
    """
    times = np.array([np.bincount(text, minlength=words) for text in articles])  # (A, V)
    shared = sum((times[:, one] > 0).astype(int) for one in near.reshape(len(near), -1).T)  # (A, R)
    mine = times[:, : len(near)]
    home = np.where(mine > 0, shared * (mine.max() + 1) + mine, -1).argmax(axis=0)
    return np.stack([home, mine[home, np.arange(len(near))]], axis=1), times[
        home[:, None, None], near
    ] > 0
