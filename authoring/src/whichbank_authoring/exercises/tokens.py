"""Exercises of chapter tokens, tokens. A token is a whole number; 0 is the space between two words."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..exercise import Case, Exercise, Special
from . import _sections as sections
from ._merging import learned, merged, pairs, winner

SENTENCES = (
    "Sara has Ann ananas", "Natasha sees ananas", "Sasha saw Asa bananas", "Asa saw Natasha bananas",
    "Natasha saw Sara bananas", "Anna has an ananas", "Anna has Nan ananas", "Hannah has Ann ananas",
    "Asa has Hannah bananas", "Anna saw ananas pandas", "Ana sees bananas pandas", "Natasha saw Hanna ananas",
    "Ana saw bandanas ananas", "Ana sees ananas bandanas", "Anna sees ananas bandanas", "Natasha sees ananas bananas",
)  # fmt: skip
"""In each, every named mistake changes the numbers."""


def _three_merges(text: np.ndarray, *, bugs: frozenset[str] = frozenset()) -> list[int]:
    return learned(
        "".join(map(chr, text)),
        lower_case="lower_case" in bugs,
        across_words="across_words" in bugs,
        other_tie="other_tie" in bugs,
        old_counts="old_counts" in bugs,
        once_a_word="once_a_word" in bugs,
        different_ones="different_ones" in bugs,
        spaces_counted="spaces_counted" in bugs,
    )


def _three_merges_cases(rng: np.random.Generator) -> Iterator[Case]:
    other = rng.choice(SENTENCES)
    for sentence in ("Ana has an ananas", other):
        yield {"text": np.array([ord(letter) for letter in sentence])}


BY_HAND = Exercise(
    id="tokens.1",
    title="Three merges, by hand",
    kind="hand",
    difficulty=1,
    minutes=10,
    name="answer_tokens_1",
    labels=(
        "how often the first pair occurs",
        "tokens after one merge",
        "after two merges",
        "after three merges",
    ),
    points=1,
    body="""
Learn three merges from the sentence

> Ana has an ananas

with pencil and paper. Start with 14 letters; *A* and *a* are two letters. Merge within words only,
and count again after each merge. Of pairs that are equally frequent, take the one whose left token
comes first in the vocabulary, then the one whose right token does. The vocabulary starts as A, a,
h, n, s; each new token goes to its end.

Enter four numbers, `[..., ..., ..., ...]`: how often the first pair occurs in the sentence, and how
many tokens the sentence has after one merge, after two, and after three.
""",
    stub="""
answer_tokens_1 = ...

check("tokens.1", answer_tokens_1)
""",
    reference=_three_merges,
    cases=_three_merges_cases,
    shown={
        "lower_case": sections.CAPITALS,
        "across_words": sections.ACROSS_WORDS,
        "other_tie": sections.TIES,
    },
    mistakes={
        "lower_case": "These are the numbers of *ana has an ananas*: the capital is gone. Keep "
        "*A* and *a* as two letters.",
        "across_words": "Some pairs here reach from one word into the next, such as the *a* of "
        "Ana and the *h* of has. Count and merge inside words only.",
        "other_tie": "Two pairs are equally frequent, and the other one was taken. The pair "
        "whose left token comes first in the vocabulary wins: *a* before *n*.",
        "old_counts": "The second merge uses the counts from before the first. Count again: "
        "letters that were joined no longer form a pair with their old neighbors.",
        "once_a_word": "Each pair is counted once for each word that has it. Count every place: "
        "*ananas* has a + n twice.",
        "different_ones": "These are sizes of the vocabulary: how many different tokens there "
        "are. Count all tokens of the sentence, each as often as it occurs.",
        "spaces_counted": "The three spaces are counted as tokens. They only separate the words: "
        "the sentence starts with 14 letters, so with 14 tokens.",
    },
)


def _next_merge(
    sentences: np.ndarray, *, bugs: frozenset[str] = frozenset()
) -> tuple[int, int, int]:
    found = pairs(
        sentences,
        rows_joined="rows_joined" in bugs,
        spaces_skipped="across_words" in bugs,
        spaces_kept="space_is_token" in bugs,
        apart="apart" in bugs,
        once_a_row="once_a_row" in bugs,
        run_once="run_once" in bugs,
        equal_skipped="equal_skipped" in bugs,
    )
    if "order_ignored" in bugs:
        found = [(min(pair), max(pair)) for pair in found]
    if "each_once" in bugs:
        found = list(dict.fromkeys(found))
    if "tie_first_seen" in bugs:
        return winner(Counter(found), None)
    if "tie_left_only" in bugs:
        return winner(Counter(found), lambda pair: pair[0])
    if "tie_right" in bugs:
        return winner(Counter(found), lambda pair: pair[::-1])
    if "tie_larger" in bugs:
        return winner(Counter(found), lambda pair: (-pair[0], -pair[1]))
    return winner(Counter(found), lambda pair: pair)


def _renumbered(rng: np.random.Generator, *rows: str, first: int = 1, last: int = 90) -> np.ndarray:
    """Rows of digits as other numbers that keep the order: 0 stays 0."""
    numbers = np.concatenate([[0], np.sort(rng.choice(np.arange(first, last), 9, replace=False))])
    return numbers[[[int(digit) for digit in row] for row in rows]]


def _next_merge_cases(rng: np.random.Generator) -> Iterator[Case]:
    letters = " Aabcdeghiklmnoprstwy"  # of the chapter's four sentences
    yield {
        "sentences": np.array([[letters.index(letter) for letter in "Apple makes great phones"]])
    }
    for kind, *rows in (
        ("", "12034012", "34012000"),  # between the words 2 and 3 stand side by side, too
        # ends and starts of rows would make the pair 4, 4 or 2, 4
        ("", "3123412", "4123400", "4122300"),
        # a tie of four pairs; one row
        ("where pairs are equally frequent", "2301504105402315041054"),
        ("", "77770120120", "12000000000", "00000000000", "00340000000"),  # empty words
        ("", *["121034034034021"] * 5),  # 1 2 and 2 1 together are more than 3 4
        ("", "150250350450", "650750120120", "120000000000"),  # many words end in 5
        ("where there is nothing to merge", "5"),
        ("where there is nothing to merge", "1020304", "5060708"),  # words of one token
        ("with a run such as 7 7 7", "7770120", "5607734"),
        ("where pairs are equally frequent", "3403203506"),  # of one left token
    ):
        yield Special(kind, {"sentences": _renumbered(rng, *rows)})
    # as text, 1 23 and 12 3 are the same, and 10 comes before 9
    a, b, d, *others = rng.choice(np.arange(2, 10), 5, replace=False).tolist()
    e, c = sorted(others)
    words = [[a, 10 * b + c], [10 * a + b, c]] * 2 + [[10 + a, c], [d, e]] * 3
    row = np.array([token for word in words for token in (*word, 0)])
    yield Special("where pairs are equally frequent", {"sentences": row[None]})
    many = _renumbered(rng, "12034012", "34012000", "91025034", first=1100, last=1900)
    yield Special("with tokens of a large vocabulary", {"sentences": many})


NEXT_MERGE = Exercise(
    id="tokens.2",
    title="Which pair comes next?",
    kind="code",
    difficulty=3,
    minutes=20,
    name="next_merge",
    points=2,
    body="""
Here tokens are whole numbers from 1 to 2000. Each row of the table `sentences` is one sentence. A
**0** is the space between two words; zeros also fill up a row that is shorter than the longest one.

Write `next_merge(sentences)`: the pair of tokens that occurs side by side most often, and how
often. Give three numbers, `[left, right, times]`.

- A pair lies within a word: never across a space, never across the end of a row.
- Count every place. In 7 7 7 the pair 7, 7 occurs twice.
- Of pairs that are equally frequent, take the one with the smaller left number, then the one with
  the smaller right number.
- If no two tokens are side by side, give `[0, 0, 0]`.
""",
    stub='''
def next_merge(sentences):
    """[left, right, times] of the pair that occurs side by side most often."""
    ...


check("tokens.2", next_merge)
''',
    reference=_next_merge,
    cases=_next_merge_cases,
    properties=("not_negative", "pair_stands_there"),
    other="`np.add.at` counts the pairs of a row in a table, left by right. `argmax` takes the "
    "first of equal ones there, which is just the rule for ties.",
    shown={"across_words": sections.ACROSS_WORDS, "tie_first_seen": sections.TIES},
    mistakes={
        "across_words": "The zeros are left out before counting, so the end of a word meets the "
        "start of the next. Skip every pair that has a 0 in it instead.",
        "rows_joined": "The end of one row meets the start of the next here. Each row is a "
        "sentence of its own: count row by row.",
        "space_is_token": "The 0 is counted like a token. It is the space between two words: "
        "skip every pair that has a 0 in it.",
        "apart": "Only every second pair is counted: 1st and 2nd token, 3rd and 4th. The 2nd and "
        "the 3rd are neighbors too.",
        "order_ignored": "3, 4 and 4, 3 are counted as one pair. What is left and what is right "
        "matters: they make different tokens.",
        "each_once": "Each different pair is counted once, wherever it occurs. Count every place.",
        "once_a_row": "Each pair is counted once a sentence. Count every place: in NumPy, "
        "`times[a, b] += 1` adds 1 only once where a pair comes back in the arrays a and b; "
        "`np.add.at` adds each.",
        "tie_first_seen": "Several pairs are equally frequent, and the one that comes first in "
        "the text was taken. Take the one with the smallest left number.",
        "tie_larger": "Several pairs are equally frequent, and the one with the largest numbers "
        "was taken. Take the one with the smallest left number.",
        "run_once": "A pair is counted once in a run of one token. Count every place: in 7 7 7 "
        "it occurs twice.",
        "equal_skipped": "Pairs of two equal tokens are left out. Count them like any other: 7, "
        "7 occurs in 7 7 7 twice.",
        "tie_left_only": "Of several pairs with the same left number, the one that comes first "
        "in the text was taken. Take the one with the smallest right number.",
        "tie_right": "Several pairs are equally frequent, and the one with the smallest right "
        "number was taken. Compare the left numbers first.",
    },
)


def _apply(
    tokens: np.ndarray, merges: np.ndarray, size: Any, *, bugs: frozenset[str] = frozenset()
) -> list[int] | np.ndarray:
    found: Any = tokens
    if "across_words" in bugs:
        found = tokens[tokens != 0]
    numbered = [(pair, size + 1 + i) for i, pair in enumerate(map(tuple, merges))]
    if "number_too_small" in bugs:
        numbered = [(pair, new - 1) for pair, new in numbered]
    if "backwards" in bugs:
        numbered = numbered[::-1]
    if "one_merge" in bugs:
        numbered = numbered[:1]
    if "either_order" in bugs:
        numbered = [(way, new) for pair, new in numbered for way in (pair, pair[::-1])]
    for pair, new in numbered:
        found = merged(
            found,
            pair,
            new,
            first_only="first_only" in bugs,
            from_right="from_right" in bugs,
            overlapping="overlapping" in bugs,
            right_kept="right_kept" in bugs,
            last_lost="last_lost" in bugs,
        )
    return found


def _apply_cases(rng: np.random.Generator) -> Iterator[Case]:
    def sentence(length: int) -> list[int]:
        return rng.integers(0, 5, length).tolist()

    def renamed(tokens: list[int], merges: list[list[int]], size: int) -> Case:
        """The same sentence in other characters that keep the order."""
        more = size + int(rng.integers(3, 9))
        characters = np.sort(rng.choice(np.arange(1, more + 1), size, replace=False))
        names = np.concatenate([[0], characters, more + 1 + np.arange(len(merges))])
        return {"tokens": names[tokens], "merges": names[merges], "size": np.array(more)}

    yield {
        "tokens": np.array([1, 2, 3, 0, 3, 1, 2]),
        "merges": np.array([[1, 2], [5, 3]]),
        "size": np.array(4),
    }
    run = renamed([2, 2, 2, 1, 0, 2, 2, 2, 2, 2], [[2, 2], [7, 2], [7, 1]], 6)
    yield Special("with a run such as 2 2 2", run)
    yield Special("for a sentence of one token", renamed([3], [[1, 2]], 5))
    yield Special("where one token is left", renamed([1, 2, 3], [[1, 2], [6, 3]], 5))
    left, right, more = (int(one) for one in rng.choice(np.arange(1, 10), 3, replace=False))
    # as text, the pair is the end of another
    tokens = [10 * more + left, right, 0, left, right]
    yield {
        "tokens": np.array(tokens),
        "merges": np.array([[left, right]]),
        "size": np.array(int(rng.integers(99, 120))),
    }
    yield renamed([4, 0, 1, 0, 4, 1, 4, 0, 1, 4, 1, 4, 3], [[4, 1], [41, 4]], 40)
    merges = [[1, 2], [31, 3], [1, 1], [2, 3], [33, 1]]
    yield renamed([*sentence(21), 1, 2, 0, 3, 1, 2, 3, 2, 1, 1, 1], merges, 30)
    # more tokens than a byte can tell
    yield renamed([*sentence(40), 2, 3], [[3, 2], [2, 3], [3, 3], [302, 4]], 300)
    yield renamed([2, 3, 2, 0, 1, 4, 1, 4, 0, 3, 3, 2], [[3, 2], [2, 3], [4, 1], [3, 3], [1, 4]], 4)


APPLY = Exercise(
    id="tokens.3",
    title="Cut a new sentence",
    kind="code",
    difficulty=3,
    minutes=20,
    name="apply_merges",
    points=3,
    body="""
The merges are learned; now a new sentence comes in. Write `apply_merges(tokens, merges, size)`: the
numbers of its tokens after all merges.

- `tokens` is the sentence as the numbers of its characters, 1 to `size`. A **0** is the space
  between two words.
- Each row of `merges` is `[left, right]`, in the order in which the merges were learned. Row `i`,
  counted from 0, makes the token with the number `size + 1 + i`. A later row may use it.
- Take the merges in their order. Each joins its pair wherever it occurs, from left to right: with 7
  for 2 + 2, the tokens 2 2 2 become 7 2.
- Spaces stay where they are, and nothing is joined across one.
""",
    stub='''
def apply_merges(tokens, merges, size):
    """The tokens after all merges; row i of merges makes the token size + 1 + i."""
    ...


check("tokens.3", apply_merges)
''',
    reference=_apply,
    cases=_apply_cases,
    properties=("spaces_stay", "not_longer"),
    other="Build the new sentence as a stack: where its top and the next token are the pair, the "
    "new token takes the place of the top.",
    shown={"across_words": sections.ACROSS_WORDS},
    mistakes={
        "across_words": "The zeros are gone, and tokens were joined across them. A 0 is the "
        "space between two words: it stays, and no merge crosses it.",
        "first_only": "Each merge joins only the first place where its pair occurs. Go on "
        "through the sentence: it joins every place.",
        "from_right": "Pairs are joined from right to left, so 2 2 2 becomes 2 7. Start at the "
        "left: it becomes 7 2.",
        "overlapping": "The middle token of 2 2 2 is used for two merges. Once it is joined it "
        "is gone: go on after the pair, and 2 2 2 becomes 7 2.",
        "backwards": "The merges are taken from last to first. Take the one that was learned "
        "first: the later ones need the tokens that it makes.",
        "number_too_small": "The new numbers are too small by 1. The characters already use 1 to "
        "size, so row 0 makes size + 1.",
        "one_merge": "Only the first merge is applied. If you have a loop over the merges, the "
        "return is inside it.",
        "either_order": "A pair is also joined the other way round. Left and right matter: 2, 3 "
        "is not 3, 2.",
        "right_kept": "The new token is there, and the right half of the pair as well. The new "
        "token takes the place of both.",
        "last_lost": "The last token of the sentence is missing when it is not part of a pair. A "
        "loop that looks at two tokens must still keep the last one.",
    },
)

EXPLORE = Exercise(
    id="tokens.4",
    title="What does it cost to be rare?",
    kind="explore",
    difficulty=2,
    minutes=20,
    body="""
Use `news_bpe`, the merges of the news: `news_bpe.encode_word("...", 2000)` cuts a word with the
first 2,000.

1. Take five words that you use every day, five names of people or places, and five words of another
   language or dialect. Guess first: which are one token, and which fall into single letters? How
   many tokens does a word of each group need on average?
2. Which of your fifteen words stay whole, and how often does each occur in the news? What does a
   word have to do to become one token?
3. Train once more on the news in lower case:
   `train_bpe([word.lower() for word in known_words], 2000)`. Find a word with a capital that now
   has the same tokens as another word, and a name that needs fewer tokens than before. What was
   gained, and what was lost?
4. A service that writes text for you charges by the token. Who pays more for the same message, and
   why?
""",
)

EXERCISES = (BY_HAND, NEXT_MERGE, APPLY, EXPLORE)
