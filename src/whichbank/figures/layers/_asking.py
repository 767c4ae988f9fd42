"""What the figure of the real model is asked, answered in Python; and the model in bytes, as a page
loads it.

``nets/minilm.js`` answers the same questions on a page, with 8 bits for each weight.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from whichbank._packing import pack
from whichbank.experiments.probing import cosine, pulls
from whichbank.figures.nets.quantized import to_bytes

if TYPE_CHECKING:
    from whichbank.pretrained.minilm import MiniLM

LONGEST = 64
"""How many pieces of a sentence are read, [CLS] and [SEP] included; the rest is cut off."""

FRAME = "This is the {word} and the {example}."
"""The sentence around an example that is no sentence with the word."""


class Reading:
    """A sentence in the model.

    Attributes
    ----------
    pieces, words : list of str
        Its pieces, and its words as the model sees them.
    word_of : list of int or None
        To which word each piece belongs; None for the marks at both ends.
    hidden : array, shape (7, T, 384)
        The pieces' vectors after each layer.
    length : int
        How many pieces the whole sentence has.
    weights : array, shape (6, 12, T, T)
        The attention weights.
    ids : tensor, shape (T,)
        The pieces' numbers.
    """

    def __init__(self, model: "MiniLM", text: str) -> None:
        import torch

        cut = model.tokenizer.encode(text)
        self.length = len(cut.ids)
        keep = (
            [*range(len(cut.ids))]
            if len(cut.ids) <= LONGEST
            else [*range(LONGEST - 1), len(cut.ids) - 1]
        )
        self.pieces, self.word_of = [cut.tokens[t] for t in keep], [cut.word_ids[t] for t in keep]
        spans: list[Any] = [
            cut.word_to_chars(at) for at in dict.fromkeys(self.word_of) if at is not None
        ]
        normal: Any = model.tokenizer.normalizer
        self.words = [normal.normalize_str(text[start:end]).strip() for start, end in spans]
        self.ids = torch.tensor([cut.ids[t] for t in keep])
        with torch.no_grad():
            trace = model.trace(self.ids[None])
        self.hidden = torch.cat(trace.hidden).numpy()
        self.weights = torch.cat(trace.weights).numpy()

    def own(self, at: int) -> list[int]:
        """Return which pieces are a word's."""
        return [t for t, own in enumerate(self.word_of) if own == at]

    def vectors(self, at: int) -> np.ndarray:
        """Return the vectors of a word after each layer, the mean over its pieces: (7, 384)."""
        return self.hidden[:, self.own(at)].mean(axis=1)


def chosen(word: str, first: Sequence[str], second: Sequence[str]) -> str:
    """Return a word of the first sentence to ask about: this one, or else the longest, of both
    sentences if it can.
    """
    shared = [one for one in first if one in second]
    return word if word in first else max(shared or first, key=len, default="")


def examples(text: str) -> list[str]:
    """Return the examples in a text, which have commas or semicolons between them."""
    return [part.strip() for part in re.split("[,;]", text) if part.strip()]


def answer(model: "MiniLM", own: Sequence[str], word: str, senses: Sequence[str]) -> dict[str, Any]:
    """Follow a word of one or two sentences through the model, between two senses that examples
    tell.

    Returns
    -------
    dict
        ``own``, ``senses``, and ``word``: the question, with the word that is asked about.
        ``words``: those of both sentences. ``lengths``: how many pieces of each are read, and how
        many it has. ``pieces``, and ``weights`` as ``pack`` writes them: of the first sentence.
        ``names``, ``path`` and ``focus``: as the figure has them, first the words of the first
        sentence, then the word in the second one. ``pulls``: for each sentence and each of its
        words how much further the word leans to the first sense than it does when that other word
        is covered, after each layer. The last four are None where a sense has no example.
    """
    first, second = (Reading(model, text) for text in own)
    word = chosen(word.strip().lower(), first.words, second.words)
    found: dict[str, Any] = {"own": list(own), "senses": list(senses), "word": word}
    found |= {"lengths": [[len(one.pieces), one.length] for one in (first, second)]}
    found |= {
        "words": [first.words, second.words],
        "pieces": first.pieces,
        "weights": pack(first.weights),
    }
    ways = [way for way in (_sense(model, word, text) for text in senses) if way is not None]
    if not word or len(ways) < len(senses):
        return found | dict.fromkeys(["names", "path", "focus", "pulls"])
    names: list[str] = []
    path, focus = [], []
    for reading, more in ((first, ""), (second, ", second")):
        for at, one in enumerate(reading.words):
            if one != word and (more or len(one) < 4):
                continue
            if one == word:
                focus.append([len(names), -1 if more else reading.word_of.index(at)])
            nth = reading.words[: at + 1].count(one)
            names.append(one + (f" ({nth})" if nth > 1 else "") + more)
            path.append(
                np.stack([cosine(reading.vectors(at), way) for way in ways], axis=-1).tolist()
            )
    both = [_pulls(model, reading, word, ways) for reading in (first, second)]
    return found | {"names": names, "path": path, "focus": focus, "pulls": both}


def _sense(model: "MiniLM", word: str, text: str) -> np.ndarray | None:
    """Return the mean vectors of a word in examples, (7, 384); None without any."""
    found = []
    for example in examples(text):
        for sentence in (example, FRAME.format(word=word, example=example)):
            reading = Reading(model, sentence)
            if word in reading.words:
                found.append(reading.vectors(reading.words.index(word)))
                break
    return np.mean(found, axis=0) if found else None


def _pulls(model: "MiniLM", reading: Reading, word: str, ways: Sequence[Any]) -> list[list[float]]:
    """Return what each word of a sentence does to the lean of one of them; nothing where that word
    is not there.
    """
    if word not in reading.words:
        return []
    own = [reading.own(at) for at in range(len(reading.words))]
    return pulls(model, reading.ids.tolist(), own, reading.words, word, ways)


def _tables(model: "MiniLM") -> list[tuple[str, np.ndarray]]:
    """Return the tables that a page needs; what is one number for each feature is a column, which
    keeps its numbers.
    """
    state = {name: x.detach().numpy() for name, x in model.state_dict().items()}
    state["positions.weight"] = (
        state["positions.weight"][:LONGEST] + state.pop("segments.weight")[0]
    )
    return [(name, x.reshape(len(x), -1)) for name, x in state.items()]


def in_bytes(model: "MiniLM") -> tuple[dict[str, Any], bytes]:
    """Return the model as a page loads it: what is in it, and its bytes.

    The bytes are the table of pieces, then all other tables, each as ``to_bytes`` writes them, then
    all pieces as text.
    """
    (_, tokens), *rest = _tables(model)
    parts = [to_bytes([tokens]), to_bytes(x for _, x in rest)]
    vocabulary = model.tokenizer.get_vocab()
    pieces = "\n".join(sorted(vocabulary, key=vocabulary.__getitem__)).encode()
    about = {
        "pieces": tokens.shape,
        "shapes": [[name, *x.shape] for name, x in rest],
        "longest": LONGEST,
        "frame": FRAME,
    }
    return about | {"ends": [len(parts[0]), len(parts[0] + parts[1])]}, b"".join((*parts, pieces))
