"""Cases for the words and packed tables of words.js."""

import base64
from typing import Any

import numpy as np

from whichbank.corpora import APPLE_ORANGE, SERVER_SENTENCES
from whichbank.figures.nets.quantized import dequantize, from_bytes, quantize, to_bytes
from whichbank.text import tokenize

VOCABULARY = "the apple bank can't ice-cream été बैंक i 25 _x"

TEXTS = (
    APPLE_ORANGE,
    *SERVER_SENTENCES,
    "",
    " ",
    "?!",
    "The APPLE: the bank.",
    "can't can’t 'the' the-",
    "ice-cream ice--cream",
    "Été étés",
    "बैंक बैंकों",
    "0.25",
    "0,5",
    "-1",
    "25 _x x_ the_bank",
    "i\tthe\napple",
    "naïve café 日本",
    "ba\u00adnk\u200b ri\u2060ver क्\u200dष",
)


def number_cases() -> list[tuple[list, Any]]:
    numbers = {word: i for i, word in enumerate(VOCABULARY.split())}
    return [
        ([text, VOCABULARY], [numbers.get(word, -1) for word in tokenize(text)]) for text in TEXTS
    ]


def dequantize_cases() -> list[tuple[list, Any]]:
    draw = np.random.default_rng(5)
    tables = [draw.normal(size=shape) for shape in ((1, 1), (3, 3), (3, 4), (16, 8))]
    tables += [np.array([[-32.7, 32.7, 0.0, -0.001]]), np.zeros((2, 1))]
    return [([packed := quantize(x), x.shape[1]], dequantize(packed, x.shape[1])) for x in tables]


def base64_cases() -> list[tuple[list, Any]]:
    data = [b"", b"\x00", bytes(range(256))]
    return [([base64.b64encode(some).decode()], np.frombuffer(some, np.uint8)) for some in data]


def bytes_cases() -> list[tuple[list, Any]]:
    tables = [np.random.default_rng(6).normal(size=shape) for shape in ((1, 1), (3, 5), (4, 1))]
    both = [(x, bits) for x in tables for bits in (8, 9, 11)]
    return [
        (
            [list(data := to_bytes([x], bits)), [x.shape], bits],
            from_bytes(data, [x.shape], bits)[0].ravel()[None],
        )
        for x, bits in both
    ]


CASES = {
    ("nets/words.js", "split"): lambda: [([text], tokenize(text)) for text in TEXTS],
    ("nets/words.js", "wordNumbers"): number_cases,
    ("nets/words.js", "dequantize"): dequantize_cases,
    ("nets/words.js", "bytesOf"): base64_cases,
    ("nets/words.js", "tablesOf"): bytes_cases,
}
