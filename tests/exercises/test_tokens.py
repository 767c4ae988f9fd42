"""Chapter tokens's exercises: mistakes as learners write them, and answers in whole numbers."""

from itertools import pairwise

import numpy as np
import pytest

from whichbank.exercises import check
from whichbank.exercises.table import load


def counted_by_fancy_index(sentences):
    size = sentences.max() + 1
    times = np.zeros((size, size))
    for row in sentences:
        times[row[:-1], row[1:]] += 1
    times[0] = times[:, 0] = 0
    left, right = np.unravel_index(times.argmax(), times.shape)
    return [left, right, times.max()]


def counted_without_spaces(sentences):
    times = {}
    for row in sentences:
        tokens = [int(token) for token in row if token]
        for pair in pairwise(tokens):
            times[pair] = times.get(pair, 0) + 1
    if not times:
        return [0, 0, 0]
    best = min(times, key=lambda pair: (-times[pair], pair))
    return [*best, times[best]]


def counted_with_the_first_of_a_tie(sentences):
    times = {}
    for row in sentences.tolist():
        for pair in pairwise(row):
            if all(pair):
                times[pair] = times.get(pair, 0) + 1
    best = max(times, key=times.get, default=None)
    return [*best, times[best]] if best else [0, 0, 0]


def joined_over_an_iterator(tokens, merges, size):
    """The loop runs over pairs of places, so the last token is never looked at."""
    for row, pair in enumerate(merges.tolist()):
        found, i = [], 0
        while i < len(tokens) - 1:
            if [tokens[i], tokens[i + 1]] == pair:
                found.append(size + 1 + row)
                i += 2
            else:
                found.append(tokens[i])
                i += 1
        tokens = found if len(tokens) > 1 else tokens
    return tokens


def returned_inside_the_loop(tokens, merges, size):
    for row, (left, right) in enumerate(merges):
        tokens = list(tokens)
        i = 0
        while i < len(tokens) - 1:
            if (tokens[i], tokens[i + 1]) == (left, right):
                tokens[i : i + 2] = [size + 1 + row]
            i += 1
        return tokens


@pytest.mark.parametrize(
    ("exercise", "answer", "mistake"),
    [
        ("tokens.2", counted_by_fancy_index, "once_a_row"),
        ("tokens.2", counted_without_spaces, "across_words"),
        ("tokens.2", counted_with_the_first_of_a_tie, "tie_first_seen"),
        ("tokens.3", returned_inside_the_loop, "one_merge"),
    ],
)
def test_a_mistake_is_named_as_a_learner_writes_it(exercise, answer, mistake):
    report = check(exercise, answer)
    assert (report.status, report.mistakes) == ("mistake", (mistake,))


def test_the_last_token_lost_is_seen():
    report = check("tokens.3", joined_over_an_iterator)
    assert not report.ok
    assert report.status in ("mistake", "shape")


def test_tokens_reach_the_answer_as_whole_numbers():
    kinds = set()
    check("tokens.2", lambda sentences: kinds.add(sentences.dtype))
    check(
        "tokens.3",
        lambda tokens, merges, size: kinds.update([tokens.dtype, merges.dtype, size.dtype]),
    )
    assert kinds == {np.dtype(np.int64)}
    assert not any(array.flags.writeable for case in load("tokens.3").cases for array in case)


@pytest.mark.parametrize(
    ("exercise", "answer", "words"),
    [
        ("tokens.2", lambda sentences: [1, 1, 2], "must occur side by side"),
        ("tokens.3", lambda tokens, merges, size: [*tokens, *tokens], "wrong shape"),
        (
            "tokens.3",
            lambda tokens, merges, size: np.zeros(len(load("tokens.3").right[0])),
            "wrong shape",
        ),
    ],
)
def test_a_wrong_answer_in_whole_numbers_is_not_told_to_have_lost_decimals(exercise, answer, words):
    report = check(exercise, answer)
    assert not report.ok
    assert words in " ".join(report.message.split())
    assert "decimals" not in report.message


def test_a_result_of_the_right_length_names_what_fails():
    right = {
        case[0].tobytes(): output
        for case, output in zip(load("tokens.3").cases, load("tokens.3").right, strict=True)
    }
    report = check("tokens.3", lambda tokens, merges, size: np.ones_like(right[tokens.tobytes()]))
    assert "spaces (zeros)" in report.message
