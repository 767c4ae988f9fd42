"""Cases for the arithmetic of merges.js: the words of real text and awkward ones, by the Python encoding."""

from typing import Any

from whichbank.bpe import BytePairs, train_bpe
from whichbank.corpora import APPLE_SENTENCES, lee_background
from whichbank.text import tokenize


def told(learned: BytePairs, word: str, applied: int) -> tuple[list, Any]:
    """The arguments in numbers, and the numbers of the tokens that come out."""
    number = {token: i for i, token in enumerate(learned.vocabulary)}
    merges = [[number[part] for part in pair] for pair in learned.merges]
    made = [number["".join(pair)] for pair in learned.merges]
    parts = learned.encode_word(word, applied)
    return [[number[c] for c in word], merges, made, applied], [float(number[part]) for part in parts]


def encode_cases() -> list[tuple[list, Any]]:
    news = [word for item in lee_background()[:60] for word in item]
    apples = [word for sentence in APPLE_SENTENCES for word in tokenize(sentence, lowercase=False)]
    of_apples, of_news = train_bpe(apples, 60), train_bpe(news, 400)
    cases = [told(of_apples, word, k) for word in ("Apple", "makes", "keeps", "a") for k in (0, 3, 8, 48)]
    cases += [told(of_news, word, k) for word in (*news[:25], "unthinkableness") for k in (1, 50, 400)]
    twice = BytePairs(tuple("abcd"), (("b", "c"), ("a", "bc"), ("abc", "d"), ("a", "b"), ("ab", "c")), (5, 4, 3, 2, 1))
    cases += [told(twice, word, k) for word in ("abcd", "aabcbcd", "abab") for k in range(6)]
    letters = BytePairs(("a",), (("a", "a"), ("aa", "aa"), ("aa", "a")), (3, 2, 1))
    return cases + [told(letters, "a" * n, k) for n in (1, 2, 3, 5, 7) for k in range(4)]


CASES = {("merges.js", "encode"): encode_cases}
