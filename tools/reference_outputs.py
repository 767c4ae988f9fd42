"""Record what the reference implementation of all-MiniLM-L6-v2 gives for the two bank sentences.

The chapters cannot import the library transformers, which is there for the tests alone.
Usage: python tools/reference_outputs.py
"""

import numpy as np
import torch
from safetensors.torch import load
from transformers import BertConfig, BertModel

from whichbank.corpora import BANK_SENTENCES
from whichbank.experiments.probing import FILE
from whichbank.pretrained import load_minilm
from whichbank.pretrained.published import WEIGHTS, read_published


@torch.no_grad()
def make() -> dict[str, np.ndarray]:
    """Run the reference implementation; return the arrays that ``reference_outputs`` reads."""
    sizes = {"hidden_size": 384, "num_hidden_layers": 6, "num_attention_heads": 12, "intermediate_size": 1536}
    model = BertModel(BertConfig(**sizes, layer_norm_eps=1e-12, attn_implementation="eager")).eval()
    model.load_state_dict(load(read_published(WEIGHTS)), strict=False)
    outputs = {}
    for sentence in BANK_SENTENCES:
        ids, _ = load_minilm().tokenize([sentence])
        given = model(ids, output_attentions=True)
        outputs[f"{sentence}: vectors"] = given.last_hidden_state[0].numpy()
        outputs[f"{sentence}: weights"] = torch.cat(given.attentions).numpy()
    return outputs


if __name__ == "__main__":
    made = make()
    np.savez_compressed(FILE, **made)
    print({name: array.shape for name, array in made.items()}, f"{FILE.stat().st_size} bytes")
