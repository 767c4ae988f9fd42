"""The figure of the merges slider: the tokens are those of the byte-pair encoding, whatever the
slider says.
"""

import json
from typing import Any

import pytest
import tokenizers
from drawn import Drawn, assert_drawn, numbers

from whichbank.bpe import BytePairs, train_bpe
from whichbank.corpora import APPLE_SENTENCES, TWO_APPLES, lee_background
from whichbank.figures import MergeSlider
from whichbank.text import tokenize

APPLES = [word for sentence in APPLE_SENTENCES for word in tokenize(sentence, lowercase=False)]
TEXTS = {"the four": "\n".join(APPLE_SENTENCES), "the new one": TWO_APPLES}


def make(merges=20, **options):
    return MergeSlider.of(train_bpe(APPLES, merges), TEXTS, **options)


def test_tokens_are_those_of_the_encoding():
    fig = make()
    learned = train_bpe(APPLES, 20)
    for fig.applied in range(21):
        assert [token for line in fig.tokens for word in line for token in word] == learned.encode(
            APPLES, fig.applied
        )
    assert [len(line) for line in fig.tokens] == [8, 3, 6, 4]


def test_tokens_are_those_of_the_library():
    fig = make(shown=1, applied=20)
    numbers = {token: i for i, token in enumerate(fig.learned.vocabulary)}
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE(numbers, list(fig.learned.merges)))
    for text, word in zip(TWO_APPLES.split(), fig.tokens[0], strict=True):
        # the library leaves an unknown character out, and joins what is left
        if not set(text) & set(fig.unknown):
            assert word == theirs.encode(text).tokens


def test_numbers_by_hand():
    fig = make(applied=5)
    assert repr(fig) == "MergeSlider(text='the four', applied=5, tokens=71, per_word=3.4)"
    assert fig.merges[:5] == ["l e", "p p", "t h", "pp le", "A pple"]
    assert fig.counts[:6] == [4, 4, 4, 4, 3, 2]
    assert fig.unknown == []
    fig.shown = 1
    assert fig.unknown == ["I", "u"]
    assert fig.tokens[0][0] == ["Apple"]
    assert fig.tokens[0][-1] == ["a", "pple"]


def test_the_pairs_of_the_training_text_tell_the_next_merge():
    fig = make(48)
    for fig.applied in range(47):
        assert fig.pairs[0] == (*fig.learned.merges[fig.applied], fig.counts[fig.applied])
        assert [count for _, _, count in fig.pairs] == sorted(
            (count for _, _, count in fig.pairs), reverse=True
        )


def test_a_new_text_is_told_which_merges_join_something_in_it():
    fig = make(48, shown=1)
    tokens = [len(fig.learned.encode(TWO_APPLES.split(), n)) for n in range(49)]
    for fig.applied in (0, 5, 47, 48):
        joining = [n for n in range(fig.applied + 1, 49) if tokens[n] < tokens[n - 1]]
        assert [n for *_, n in fig.rules] == joining[:5]
        assert [f"{left} {right}" for left, right, _ in fig.rules] == [
            fig.merges[n - 1] for n in joining[:5]
        ]


def test_the_readers_own_text_takes_the_place_of_the_others():
    fig = make(applied=5, own="  The apples")
    assert fig.tokens == [[["T", "h", "e"], ["a", "pple", "s"]]]
    assert fig.unknown == ["T"]
    assert fig.pairs == [("a", "pple", 1), ("h", "e", 1), ("pple", "s", 1)], (
        "T has no number, and is never merged"
    )
    assert repr(fig) == "MergeSlider(text='  The apples', applied=5, tokens=6, per_word=3.0)"
    fig.own = " "
    assert fig.text == TEXTS["the four"]


def test_two_merges_may_make_the_same_token():
    fig = MergeSlider(
        ["x"], ["abc bc"], "abc", ["b c", "a bc", "a b", "ab c"], [4, 3, 2, 1], applied=4
    )
    assert fig.tokens == [[["abc"], ["bc"]]]
    assert fig.table()[2][-1][1] == 3 + 3, "six different tokens, though there are four merges"


def test_without_a_script_it_shows_the_chips_and_every_stop():
    fig = make(stops=[0, 1, 5, 20], applied=5)
    assert repr(fig.still()).startswith(
        "Tokens. 25: A·n a·pple a d·a·y k·e·e·p·s th·e d·o·c·t·o·r a·w·a·y. 9: Apple i·s"
    )
    table = fig.fallback()
    assert table.count("<tr>") == 1 + 4
    assert "<td>le</td>" not in table
    assert "<td>l + e</td>" in table
    assert [row[2] for row in fig.table()[2]] == [90, 86, 71, 49]


@pytest.mark.usefixtures("gensim")
def test_a_page_stays_light_with_the_merges_of_real_text():
    words = [word for item in lee_background()[:100] for word in item]
    fig = MergeSlider.of(train_bpe(words, 2000), TEXTS, stops=[0, 2000])
    assert len(json.dumps(fig.state())) < 60_000


def compare(fig: Any, drawn: Drawn) -> None:
    """The slider shows the merges, the chips every token, the read-out what they cost."""
    assert list(drawn.sliders[0]) == ["Merges", str(fig.applied)]
    assert drawn.spoken == [str(fig.applied)]
    assert drawn.chips == [["·".join(word) for word in line] for line in fig.tokens], (
        "the walls between the letters"
    )
    assert drawn.pictured == [" ".join("·".join(word) for word in line) for line in fig.tokens], (
        "what is read out"
    )
    home = not (fig.source or fig.shown or fig.own.strip())
    told = f"Next here, by their count in {fig.source or fig.names[0]}"
    listed = fig.pairs if home else [(a, b, fig.counts[n - 1]) for a, b, n in fig.rules]
    told = "The most frequent pairs" if home else told
    told = told if fig.rules else "No merge is left."
    assert told + "".join(f"{a} + {b}{n:,}" for a, b, n in listed) in drawn.text
    count = sum(len(word) for line in fig.tokens for word in line)
    words = sum(len(line) for line in fig.tokens)
    said = drawn.said[0]
    sizes = [len(fig.learned.first(n).vocabulary) for n in (0, fig.applied)]
    letters = len("".join(fig.text.split()))
    told = numbers(said.partition("Without")[0])
    if fig.applied:
        assert [told[0], *told[3:]] == [fig.applied, *sizes]
        assert_drawn(
            [f"{share:.2f}" for share in told[1:3]],
            [count / words, letters / words],
            "tokens per word",
        )
        last, times = fig.merges[fig.applied - 1].replace(" ", " + "), fig.counts[fig.applied - 1]
        assert (
            f"Last merge: {last}, {'once' if times == 1 else f'{times} times'} in the text"
            in drawn.text
        )
    else:
        assert_drawn([f"{told[0]:.2f}", f"{told[1]}"], [letters / words, sizes[0]], "at the start")
    assert f"{count} tokens: " in drawn.text
    assert ("No merge yet" in said) == (not fig.applied)
    assert (f"Without a number: {' '.join(fig.unknown)}." in said) == bool(fig.unknown)


def numbered(learned: BytePairs, word: str, applied: int) -> tuple[list, Any]:
    """The arguments in numbers, and the numbers of the tokens that come out."""
    number = {token: i for i, token in enumerate(learned.vocabulary)}
    merges = [[number[part] for part in pair] for pair in learned.merges]
    made = [number["".join(pair)] for pair in learned.merges]
    parts = learned.encode_word(word, applied)
    return [[number[c] for c in word], merges, made, applied], [
        float(number[part]) for part in parts
    ]


def encode_cases() -> list[tuple[list, Any]]:
    news = [word for item in lee_background()[:60] for word in item]
    apples = [word for sentence in APPLE_SENTENCES for word in tokenize(sentence, lowercase=False)]
    of_apples, of_news = train_bpe(apples, 60), train_bpe(news, 400)
    cases = [
        numbered(of_apples, word, k)
        for word in ("Apple", "makes", "keeps", "a")
        for k in (0, 3, 8, 48)
    ]
    cases += [
        numbered(of_news, word, k) for word in (*news[:25], "unthinkableness") for k in (1, 50, 400)
    ]
    twice = BytePairs(
        tuple("abcd"),
        (("b", "c"), ("a", "bc"), ("abc", "d"), ("a", "b"), ("ab", "c")),
        (5, 4, 3, 2, 1),
    )
    cases += [numbered(twice, word, k) for word in ("abcd", "aabcbcd", "abab") for k in range(6)]
    letters = BytePairs(("a",), (("a", "a"), ("aa", "aa"), ("aa", "a")), (3, 2, 1))
    return cases + [numbered(letters, "a" * n, k) for n in (1, 2, 3, 5, 7) for k in range(4)]


def pair_cases() -> list[tuple[list, Any]]:
    cases = []
    for fig in (make(48), make(48, shown=1), make(48, own="aaa noon moon")):
        tokens = fig.learned.vocabulary
        number = {token: i for i, token in enumerate([*tokens, *sorted(set(fig.unknown))])}
        for fig.applied in (0, 5, 20, 48):
            words = [[number[part] for part in word] for line in fig.tokens for word in line]
            wanted = [[number[left], number[right], count] for left, right, count in fig.pairs]
            cases.append(([words, len(tokens)], wanted))
    return cases


CASES = {"encode": encode_cases, "pairsIn": pair_cases}


OTHER = {"shown": 1, "applied": 2, "own": "one more apple"}
BAD = [
    ({"applied": 21}, "19, 20; got 21"),
    ({"own": 3}, "own must be a text; got 3"),
    ({"shown": 2}, "shown must be between 0 and 1; got 2"),
    ({"stops": [0, 2, 2]}, "stops must rise; got [0, 2, 2]"),
    ({"stops": [0, 21]}, "stops[1] must be between 0 and 20; got 21"),
    ({"stops": [-1, 0]}, "stops[0] must be between 0 and 20; got -1"),
    ({"names": ["one"]}, "names must have 2 entries, one for each of texts; got 1"),
    ({"texts": ["a", " \n"]}, "texts must have a word each; got ['a', ' \\n']"),
    ({"counts": [1]}, "counts must have 20 entries, one for each of merges; got 1"),
    ({"merges": ["t h e"]}, "merges must join two tokens that are there already; got 't h e'"),
    ({"merges": ["th e"]}, "merges must join two tokens that are there already; got 'th e'"),
]
