"""From a text to its sentences, words and characters, and from words to ids.

Sub-words, which are learned from a corpus, are the business of ``whichbank.bpe``.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from whichbank._arrays import need_count

_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")


def tokenize(sentence: str, *, lowercase: bool = True) -> list[str]:
    """Split a sentence into words, in their order; punctuation is dropped.

    Parameters
    ----------
    sentence : str
        The text. An apostrophe or a hyphen inside a word stays in it; what nobody sees, such as a
        soft hyphen or a space without width, goes.
    lowercase : bool, default True
        Write every word in lower case. It makes one word of "Apple" and "apple", and loses what
        told them apart.

    Examples
    --------
    >>> tokenize("Server, can I have the check?")
    ['server', 'can', 'i', 'have', 'the', 'check']
    """
    _need_string(sentence=sentence)
    sentence = _UNSEEN.sub("", sentence)
    # \w leaves out combining marks, which would cut Hindi words apart: they count as part of the
    # letter before them, as do the two signs that join letters and keep them apart.
    marked = "".join(
        "\u0301" if unicodedata.category(c)[0] == "M" or c in "\u200c\u200d" else c
        for c in sentence
    )
    spans = re.finditer(r"\w[\w\u0301]*(?:['’-]\w[\w\u0301]*)*", marked)
    words = [sentence[span.start() : span.end()] for span in spans]
    return [word.lower() for word in words] if lowercase else words


_END = re.compile(r"(?<=[.!?।])[\"'”’»)\]]*(?=\s)")
_NO_END = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|cf|No|pp|vol)|\b[A-Z])\.$")


def split_sentences(text: str) -> list[str]:
    """Split a text into sentences, by rules that a reader can check and that are sometimes wrong.

    A sentence ends at a full stop, a question mark or an exclamation mark before a space, and at a
    blank line; not after one capital letter (an initial) or one of a dozen short forms such as
    "Dr.". White space around a sentence goes, and a line break in it becomes a space.

    Parameters
    ----------
    text : str
        Any number of sentences.

    Examples
    --------
    >>> split_sentences("Dr. Smith went to the bank. Which bank? The river bank!")
    ['Dr. Smith went to the bank.', 'Which bank?', 'The river bank!']
    """
    _need_string(text=text)
    found = []
    for paragraph in re.split(r"\n\s*\n", text):
        start = 0
        for end in _END.finditer(paragraph):
            if not _NO_END.search(paragraph[start : end.start()]):
                found.append(paragraph[start : end.end()])
                start = end.end()
        found.append(paragraph[start:])
    return [" ".join(sentence.split()) for sentence in found if sentence.strip()]


def characters(text: str) -> list[str]:
    """Split a text into characters; an accent or a vowel sign stays with its letter.

    Parameters
    ----------
    text : str
        The text. Spaces and punctuation are characters too.

    Examples
    --------
    >>> characters("bank!")
    ['b', 'a', 'n', 'k', '!']
    """
    _need_string(text=text)
    found: list[str] = []
    for character in text:
        if found and unicodedata.category(character).startswith("M"):
            found[-1] += character
        else:
            found.append(character)
    return found


@dataclass(frozen=True)
class Vocabulary:
    """The words that have an id, most frequent first.

    The word with the id i is ``words[i]``, and occurs ``counts[i]`` times in the corpus.
    """

    words: tuple[str, ...]
    counts: tuple[int, ...]

    @classmethod
    def of(cls, sentences: Iterable[Sequence[str]], min_count: int = 1) -> "Vocabulary":
        """Count the words of a corpus, and keep those that occur at least ``min_count`` times.

        Words that are equally frequent keep their order in the corpus.

        Examples
        --------
        >>> Vocabulary.of([["money", "bank", "grows"], ["river", "bank", "flows"]]).words
        ('bank', 'money', 'grows', 'river', 'flows')
        """
        need_count("min_count", min_count, 1)
        counter: Counter[str] = Counter()
        for sentence in sentences:
            if isinstance(sentence, str):
                raise TypeError(
                    f"sentences must be lists of words; got the string {sentence[:30]!r}"
                )
            counter.update(sentence)
        kept = [(word, count) for word, count in counter.most_common() if count >= min_count]
        if not kept:
            raise ValueError(
                f"no word occurs in the sentences min_count={min_count} times; got "
                f"{len(counter)} words"
            )
        return cls(*zip(*kept, strict=True))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The id of each word."""
        return {word: i for i, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)

    def encode(self, words: Iterable[str]) -> np.ndarray:
        """Return the ids of words; a word without an id is left out.

        Examples
        --------
        >>> Vocabulary.of([["money", "bank", "grows"]]).encode(["river", "bank", "grows"])
        array([1, 2])
        """
        return np.array(
            [self.numbers[word] for word in words if word in self.numbers], dtype=np.int64
        )

    def one_hot(self, words: Iterable[str]) -> np.ndarray:
        """Return one row for each word that has an id: 1 at its id and 0 elsewhere, float64, shape
        (T, V).

        Every two different words are equally far apart, so such a row says which word it is and
        nothing about it.

        Examples
        --------
        >>> Vocabulary.of([["money", "bank", "grows"]]).one_hot(["bank"])
        array([[0., 1., 0.]])
        """
        return np.eye(len(self))[self.encode(words)]


def _need_string(**texts: str) -> None:
    for name, text in texts.items():
        if not isinstance(text, str):
            raise TypeError(f"{name} must be a string; got {type(text).__name__}")
