"""The real model as a page has it: its numbers in eight bits."""

import copy
from functools import cache
from typing import Any

import numpy as np
import pytest
import torch

from whichbank.figures.loom import _asking
from whichbank.figures.nets.quantized import from_bytes, to_bytes
from whichbank.pretrained import load_minilm


class EightBits:
    """The model with the numbers that a page has, and those of the senses that it knows."""

    def __init__(self, model: Any) -> None:
        tables = _asking._tables(model)
        back = from_bytes(to_bytes(x for _, x in tables), [x.shape for _, x in tables])
        self.model = copy.deepcopy(model).requires_grad_(False)
        own = self.model.state_dict()
        own["segments.weight"].zero_()
        for (name, _), x in zip(tables[:-1], back, strict=False):
            rows = own[name][: len(x)]
            rows.copy_(torch.from_numpy(np.array(x)).reshape(rows.shape))
        self.senses = dict(zip(_asking.KNOWN, back[-1].reshape(-1, 2, 7, 384), strict=True))

    def answer(self, *question: Any) -> dict[str, Any]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(_asking, "known", lambda _, word: self.senses[word])
            return _asking.answer(self.model, *question)


@cache
def page_model() -> EightBits:
    return EightBits(load_minilm())
