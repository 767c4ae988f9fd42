"""Cases for encoder.js: a small encoder with norms after each part and random weights."""

from typing import Any

import numpy as np
import torch

from js_cases.engine import flat
from whichbank.pretrained.minilm import EPS
from whichbank.transformer import Encoder


def reading_cases() -> list[tuple[list, Any]]:
    torch.manual_seed(4)
    encoder = Encoder(2, 8, 2, 12, norm="post", activation="gelu", eps=EPS).double().eval()
    norm = torch.nn.LayerNorm(8, eps=EPS).double()
    for x in (*encoder.parameters(), *norm.parameters()):
        x.data += torch.randn_like(x) * 0.1  # norms and biases are no longer 1 and 0
    named = {
        f"encoder.{name}": x.T if x.ndim > 1 else x for name, x in encoder.state_dict().items()
    }
    tables = {
        name: flat(x)
        for name, x in (
            named | {f"norm.{name}": x for name, x in norm.state_dict().items()}
        ).items()
    }
    cases = []
    for T in (1, 2, 7):
        x = torch.randn(T, 8, dtype=torch.float64)
        with torch.no_grad():
            trace = encoder.trace(norm(x)[None])
        wanted = {
            "hidden": np.stack([flat(layer) for layer in trace.hidden]),
            "weights": np.stack([flat(layer) for layer in trace.weights]),
        }
        cases.append(([tables, 2, flat(x)], wanted))
    return cases


CASES = {("nets/encoder.js", "readSentence"): reading_cases}
