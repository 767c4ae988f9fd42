"""The parts of the measurements that are a few rows each: imports, many heads, the cache, the real
model, subwords.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from gensim.test.utils import datapath
from torch import nn

from bench.measure import ratio, seconds
from whichbank.bpe import train_bpe
from whichbank.corpora import wikipedia_sample
from whichbank.pretrained import load_minilm
from whichbank.published import TOKENIZER, WEIGHTS, read_published
from whichbank.transformer import LanguageModel, MultiHeadAttention, copy_weights

IMPORT = """
import sys, time
start = time.perf_counter()
import {module}
print(time.perf_counter() - start, *(name for name in ("torch", "gensim", "matplotlib") if name in sys.modules))
"""
LENGTHS = (32, 64, 128, 192, 256, 320, 384, 448, 496)
MERGES = 1000
BERT = {
    "architectures": ["BertModel"], "model_type": "bert", "vocab_size": 30522, "hidden_size": 384,
    "num_hidden_layers": 6, "num_attention_heads": 12, "intermediate_size": 1536, "layer_norm_eps": 1e-12,
}  # fmt: skip
MAX_LENGTH, BATCH = 256, 32


def imports(rounds: int = 11) -> Iterator[dict]:
    """Import each module in fresh processes: what a page waits for before its first line runs."""
    for module in ("whichbank", "whichbank.attention", "whichbank.streaming"):
        command = [sys.executable, "-c", IMPORT.format(module=module)]
        found = []
        for _ in range(rounds):
            time, *heavy = subprocess.run(
                command, capture_output=True, text=True, check=True
            ).stdout.split()
            if heavy:
                raise RuntimeError(f"import {module} imports {', '.join(heavy)}")
            found.append(float(time))
        middle, reach = statistics.median(found), 1.0 if module == "whichbank" else None
        about = {"row": f"import {module}", "against": "0.3 s", "n": None, "reach": reach}
        yield {**about, "ratio": middle / 0.3, "ours_s": middle, "rounds": rounds}


def heads() -> Iterator[dict]:
    """Go forward and backward through ours and ``nn.MultiheadAttention`` with the same weights."""
    for n in (64, 256):
        theirs, ours = nn.MultiheadAttention(512, 8, batch_first=True), MultiHeadAttention(512, 8)
        copy_weights(theirs, ours)
        x = torch.randn(8, n, 512, generator=torch.Generator().manual_seed(0), requires_grad=True)

        def step_ours(weights: bool, ours: MultiHeadAttention = ours, x: torch.Tensor = x) -> None:
            (ours(x, return_weights=True)[0] if weights else ours(x)).sum().backward()

        def step_theirs(
            weights: bool, theirs: nn.MultiheadAttention = theirs, x: torch.Tensor = x
        ) -> None:
            # Weights of each head, as ours: torch's default is their mean.
            theirs(x, x, x, need_weights=weights, average_attn_weights=False)[0].sum().backward()

        for weights, reach in ((False, 0.9), (True, 1.0)):
            name = f"MultiHeadAttention, {'with' if weights else 'without'} weights"
            about = {"row": name, "against": "nn.MultiheadAttention", "n": n, "reach": reach}
            yield about | ratio(lambda w=weights: step_ours(w), lambda w=weights: step_theirs(w))


@torch.no_grad()
def waiting() -> Iterator[dict]:
    """Read one text with a recurrent network, word by word, and with attention, all words at once,
    equally wide.
    """
    recurrent, attention = nn.RNN(512, 512, batch_first=True), MultiHeadAttention(512, 8)
    for n in (64, 256, 1024, 4096):
        x = torch.randn(1, n, 512, generator=torch.Generator().manual_seed(0))
        about = {
            "row": "nn.RNN, one text",
            "against": "attention with its matrices",
            "n": n,
            "reach": None,
        }
        yield about | ratio(lambda x=x: recurrent(x), lambda x=x: attention(x), rounds=7)


@torch.no_grad()
def cache(rounds: int = 11) -> Iterator[dict]:
    """Fit a line to the seconds for one more token, with the key-value cache and without: how steep
    are they?
    """
    torch.manual_seed(0)
    model = LanguageModel(
        n_vocab=1000, d_model=256, n_heads=8, d_ff=1024, n_layers=4, max_length=512
    ).eval()
    ids = torch.randint(1000, (1, 512))

    def reading_on(n: int) -> float:
        kept = model.decoder.new_cache()
        model(ids[:, :n], cache=kept)
        steps = range(n, n + rounds)
        return statistics.median(
            seconds(lambda at=at: model(ids[:, at : at + 1], cache=kept)) for at in steps
        )

    plain = [
        statistics.median(seconds(lambda n=n: model(ids[:, : n + 1])) for _ in range(rounds))
        for n in LENGTHS
    ]
    cached = [reading_on(n) for n in LENGTHS]
    ours, theirs = (float(np.polyfit(LENGTHS, times, 1)[0]) for times in (cached, plain))
    yield {
        "row": "key-value cache, growth of the time per token",
        "against": "no cache",
        "n": 512,
        "reach": 0.1,
        "ratio": max(ours, 1e-9) / theirs,  # a flat line may come out falling
        "rounds": rounds,
        "lengths": list(LENGTHS),
        "ours_s": cached,
        "theirs_s": plain,
        "ours_slope": ours,
        "theirs_slope": theirs,
    }


def minilm(rounds: int = 7) -> Iterator[dict]:
    """Load and encode news items; both sort the items by length, cut them at 256 pieces, and take
    the mean.
    """
    text = Path(datapath("lee_background.cor")).read_text(encoding="utf-8")
    items = [line.strip() for line in text.splitlines() if line.strip()]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for published in (WEIGHTS, TOKENIZER):
            (folder / published.name).write_bytes(read_published(published))
        (folder / "config.json").write_text(json.dumps(BERT))

        def ours() -> np.ndarray:
            return load_minilm(folder).encode(items, batch_size=BATCH, max_length=MAX_LENGTH)

        def theirs() -> np.ndarray:
            return _encoded_by_transformers(folder, items)

        about = {
            "row": "MiniLM, load and encode 300 news items",
            "against": "the library transformers",
        }
        apart = float(np.abs(ours() - theirs()).max())
        yield {
            **about,
            "n": len(items),
            "reach": 1.0,
            "largest_difference": apart,
            **ratio(ours, theirs, rounds),
        }


@torch.inference_mode()
def _encoded_by_transformers(folder: Path, items: list[str]) -> np.ndarray:
    from transformers import BertModel, PreTrainedTokenizerFast

    tokenizer = PreTrainedTokenizerFast(
        tokenizer_file=str(folder / TOKENIZER.name), pad_token="[PAD]"
    )
    model = BertModel.from_pretrained(folder, add_pooling_layer=False).eval()
    cut = {"truncation": True, "max_length": MAX_LENGTH}
    lengths = [len(ids) for ids in tokenizer(items, **cut)["input_ids"]]
    vectors = np.zeros((len(items), BERT["hidden_size"]), dtype=np.float32)
    for rows in np.array_split(np.argsort(lengths, kind="stable"), -(-len(items) // BATCH)):
        batch = tokenizer([items[i] for i in rows], padding=True, return_tensors="pt", **cut)
        keep = batch["attention_mask"][..., None]
        x = model(
            input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]
        ).last_hidden_state
        vectors[rows] = nn.functional.normalize((x * keep).sum(1) / keep.sum(1), dim=-1).numpy()
    return vectors


def bpe(rounds: int = 7) -> Iterator[dict]:
    """Train and encode on the Wikipedia sample. Ours is to read, the library's to use: no goal."""
    import tokenizers

    articles = wikipedia_sample()
    words, texts = (
        [word for article in articles for word in article],
        [" ".join(article) for article in articles],
    )
    learned = train_bpe(words, MERGES)

    def train() -> tokenizers.Tokenizer:
        tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
        tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
        size = len(learned.alphabet) + MERGES
        tokenizer.train_from_iterator(
            texts, tokenizers.trainers.BpeTrainer(vocab_size=size, show_progress=False)
        )
        return tokenizer

    library = train()
    about = {"against": "the tokenizers library", "n": MERGES, "reach": None}
    yield {
        "row": "byte-pair encoding, train",
        **about,
        **ratio(lambda: train_bpe(words, MERGES), train, rounds),
    }
    same = learned.encode(words) == [
        part for text in library.encode_batch(texts) for part in text.tokens
    ]
    measured = ratio(lambda: learned.encode(words), lambda: library.encode_batch(texts), rounds)
    yield {"row": "byte-pair encoding, encode", **about, **measured, "same_parts": same}


ROWS: dict[str, Callable[[], Iterator[dict]]] = {
    "imports": imports, "heads": heads, "waiting": waiting, "cache": cache, "minilm": minilm, "bpe": bpe
}  # fmt: skip
