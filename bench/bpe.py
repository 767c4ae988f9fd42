"""The rows about byte-pair encoding: ours is to read, the library's to use."""

from collections.abc import Iterator

import tokenizers

from bench.measure import ratio
from whichbank.bpe import train_bpe
from whichbank.corpora import wikipedia_sample

MERGES = 1000


def rows(rounds: int = 7) -> Iterator[dict]:
    """Train and encode on the Wikipedia sample in turn; yield the two rows, which have no goal."""
    articles = wikipedia_sample()
    words = [word for article in articles for word in article]
    texts = [" ".join(article) for article in articles]
    learned, library = train_bpe(words, MERGES), _library(texts, len(set("".join(words))))
    about = {"against": "the tokenizers library", "n": MERGES, "reach": None}
    yield {
        "row": "byte-pair encoding, train",
        **about,
        **ratio(lambda: train_bpe(words, MERGES), lambda: _library(texts, len(learned.alphabet)), rounds),
    }
    yield {
        "row": "byte-pair encoding, encode",
        **about,
        **ratio(lambda: learned.encode(words), lambda: library.encode_batch(texts), rounds),
        "same_parts": learned.encode(words) == [part for text in library.encode_batch(texts) for part in text.tokens],
    }


def _library(texts: list[str], characters: int) -> tokenizers.Tokenizer:
    """Train the library's own byte-pair encoding to as many merges."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=characters + MERGES, show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


if __name__ == "__main__":
    for row in rows():
        print(row, flush=True)
