"""The row about the real model: loaded and used on 300 news items by us, and by the library transformers."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from gensim.test.utils import datapath

from bench.measure import ratio
from whichbank.pretrained import load_minilm
from whichbank.pretrained.published import TOKENIZER, WEIGHTS, read_published

SIZES = {
    "architectures": ["BertModel"], "model_type": "bert", "vocab_size": 30522, "hidden_size": 384,
    "num_hidden_layers": 6, "num_attention_heads": 12, "intermediate_size": 1536, "layer_norm_eps": 1e-12,
}  # fmt: skip
MAX_LENGTH, BATCH = 256, 32


def rows(rounds: int = 7) -> Iterator[dict]:
    """Load and encode in turn; both sort the items by length, cut them at 256 pieces, and take the mean."""
    with open(datapath("lee_background.cor"), encoding="utf-8") as file:
        items = [line.strip() for line in file if line.strip()]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for published in (WEIGHTS, TOKENIZER):
            (folder / published.name).write_bytes(read_published(published))
        (folder / "config.json").write_text(json.dumps(SIZES))
        apart = float(np.abs(_ours(folder, items) - _theirs(folder, items)).max())
        yield {
            "row": "MiniLM, load and encode 300 news items",
            "against": "the library transformers",
            "n": len(items),
            "reach": 1.0,
            "largest_difference": apart,
            **ratio(lambda: _ours(folder, items), lambda: _theirs(folder, items), rounds),
        }


def _ours(folder: Path, items: list[str]) -> np.ndarray:
    return load_minilm(folder).encode(items, batch_size=BATCH, max_length=MAX_LENGTH)


@torch.inference_mode()
def _theirs(folder: Path, items: list[str]) -> np.ndarray:
    from transformers import BertModel, PreTrainedTokenizerFast

    tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(folder / TOKENIZER.name), pad_token="[PAD]")
    model = BertModel.from_pretrained(folder, add_pooling_layer=False).eval()
    lengths = [len(ids) for ids in tokenizer(items, truncation=True, max_length=MAX_LENGTH)["input_ids"]]
    vectors = np.zeros((len(items), SIZES["hidden_size"]), dtype=np.float32)
    for rows_ in np.array_split(np.argsort(lengths, kind="stable"), -(-len(items) // BATCH)):
        batch = tokenizer(
            [items[i] for i in rows_], padding=True, truncation=True, max_length=MAX_LENGTH, return_tensors="pt"
        )
        keep = batch["attention_mask"][..., None]
        x = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).last_hidden_state
        vectors[rows_] = torch.nn.functional.normalize((x * keep).sum(1) / keep.sum(1), dim=-1).numpy()
    return vectors
