"""Byte-pair encoding against the ``tokenizers`` library: the same merges, ties included, and the
same sub-words.
"""

import json
from collections import Counter
from itertools import pairwise

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals

from whichbank.bpe import BytePairs, train_bpe
from whichbank.corpora import APPLE_SENTENCES, lee_background
from whichbank.text import tokenize

APPLES = [word for sentence in APPLE_SENTENCES for word in tokenize(sentence, lowercase=False)]
words = st.lists(st.text("abcde", min_size=1, max_size=8), min_size=1, max_size=40)


def library(corpus: list[str], merges: int):
    """Train the library's own byte-pair encoding on the same words."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    size = len({character for word in corpus for character in word}) + merges
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=size, show_progress=False)
    tokenizer.train_from_iterator([" ".join(corpus)], trainer)
    return tokenizer


def merges_of(tokenizer) -> list[tuple[str, str]]:
    return [tuple(pair) for pair in json.loads(tokenizer.to_str())["model"]["merges"]]


@pytest.mark.usefixtures("gensim")
def test_a_real_corpus_is_learned_and_encoded_as_the_library_does():
    corpus = [word for item in lee_background() for word in item]
    ours, theirs = train_bpe(corpus, 1000), library(corpus, 1000)
    assert list(ours.merges) == merges_of(theirs)
    assert list(ours.vocabulary) == sorted(theirs.get_vocab(), key=theirs.get_vocab().get)
    assert ours.encode(corpus) == theirs.encode(" ".join(corpus)).tokens
    assert ours.encode(corpus[:2000], merges=100) == train_bpe(corpus, 100).encode(corpus[:2000])


@settings(max_examples=300)
@given(words, st.integers(0, 30))
def test_random_words_are_learned_as_the_library_learns_them(corpus, merges):
    ours, theirs = train_bpe(corpus, merges), library(corpus, merges)
    assert list(ours.merges) == merges_of(theirs)
    assert ours.encode(corpus) == theirs.encode(" ".join(corpus)).tokens


@given(words, st.integers(0, 30), st.text(max_size=12))
def test_nothing_is_lost_and_every_part_is_in_the_vocabulary(corpus, merges, word):
    learned = train_bpe(corpus, merges)
    assert "".join(learned.encode_word(word)) == word
    assert set(learned.encode(corpus)) <= set(learned.vocabulary)
    assert list(learned.counts) == sorted(learned.counts, reverse=True)
    assert len(learned.encode(corpus)) <= sum(map(len, corpus))


@given(words, st.integers(1, 12))
def test_every_merge_is_the_most_frequent_pair(corpus, merges):
    """Count all pairs from nothing before each merge, the slow way."""
    learned = train_bpe(corpus, merges)
    for rank, (pair, count) in enumerate(zip(learned.merges, learned.counts, strict=True)):
        parts = [learned.encode_word(word, merges=rank) for word in corpus]
        pairs = Counter(two for word in parts for two in pairwise(word))
        order = {part: place for place, part in enumerate(learned.first(rank).vocabulary)}
        want = min(pairs, key=lambda two: (-pairs[two], order[two[0]], order[two[1]]))
        assert (want, pairs[want]) == (pair, count)


@given(words, st.integers(0, 12))
def test_a_step_is_one_merge_and_fewer_merges_leave_more_parts(corpus, merges):
    learned = train_bpe(corpus, merges)
    for word in corpus:
        steps = list(learned.steps(word))
        assert steps[0] == list(word)
        assert steps[-1] == learned.encode_word(word)
        sizes = [len(learned.encode_word(word, merges=count)) for count in range(merges + 1)]
        assert sizes == sorted(sizes, reverse=True)
        assert learned.encode_word(word, merges=0) == list(word)


def test_no_words_teach_nothing():
    assert train_bpe([], 5) == BytePairs((), (), ())
    assert BytePairs((), (), ()).encode(["bank", ""]) == ["b", "a", "n", "k"]
    assert train_bpe(["a", "b"], 5).merges == ()


LEARNED = train_bpe(APPLES, 5)

test_a_bad_call_says_what_is_wrong = refusals(
    """
train_bpe("an apple", 5) → TypeError: words must be a list of words
train_bpe([3], 5) → TypeError: every word must be a string; got int
train_bpe(APPLES, -1) → ValueError: merges must be a whole number of at least
train_bpe(APPLES, 0.5) → ValueError: merges must be a whole number of at least
LEARNED.encode("an apple") → TypeError: words must be a list of words
LEARNED.encode(APPLES, -2) → ValueError: merges must be a whole number of at least 0
LEARNED.encode_word(b"apple") → TypeError: word must be a string; got bytes
""",
    globals(),
)
