"""device() picks the fastest device that torch can use here."""

import pytest
import torch

from whichbank.attention import attend
from whichbank.device import device


@pytest.mark.parametrize(
    ("cuda", "mps", "want"),
    [(True, True, "cuda"), (True, False, "cuda"), (False, True, "mps"), (False, False, "cpu")],
)
def test_the_fastest_device_wins(monkeypatch, cuda, mps, want):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: cuda)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: mps)
    assert device() == torch.device(want)


def test_the_kernels_run_there():
    x = torch.ones(2, 3, device=device())
    assert attend(x, x, x).device.type == device().type
