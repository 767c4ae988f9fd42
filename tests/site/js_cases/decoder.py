"""Cases for decoder.js: a small language model with random weights, read whole and on from a
cache.
"""

from typing import Any

import numpy as np
import torch

from js_cases.engine import flat
from whichbank.transformer import LanguageModel

SIZES = {"d_model": 8, "n_heads": 2, "d_ff": 12, "n_layers": 2, "max_length": 9}


def tables(model: LanguageModel) -> dict[str, np.ndarray]:
    """Return the model's tables as decoder.js takes them: flat, linear maps (in, out)."""
    named = model.state_dict().items()
    turned = {
        name: x.T if x.ndim > 1 and not name.startswith("embedding") else x for name, x in named
    }
    return {name: flat(x.double()) for name, x in turned.items()}


def reading_cases() -> list[tuple[list, Any]]:
    cases = []
    torch.manual_seed(3)
    model = LanguageModel(7, **SIZES).double().eval()
    for x in model.parameters():
        x.data += torch.randn_like(x) * 0.1  # norms and biases are no longer 1 and 0
    for before, ids in (([], [3]), ([], [0, 6, 2, 2, 5]), ([1, 4, 4], [2]), ([5, 0], [6, 3, 1, 1])):
        cache = model.decoder.new_cache()
        with torch.no_grad():
            if before:
                model(torch.tensor([before]), cache=cache)
            stored = {"length": len(before)}
            for name in "kv":
                kept = [getattr(own, name) for own, _ in cache.blocks]
                stored[name] = [
                    [] if x is None else flat(x[0].swapaxes(0, 1)).tolist() for x in kept
                ]
            logits = model(torch.tensor([ids]), cache=cache)[0, -1]
            weights = model.trace(torch.tensor([before + ids])).weights
        looks = np.concatenate([x[0, :, -1].numpy() for x in weights])
        cases.append(
            ([tables(model), 2, ids, stored], {"logits": flat(logits), "weights": flat(looks)})
        )
    return cases


CASES = {("nets/decoder.js", "readLetters"): reading_cases}
