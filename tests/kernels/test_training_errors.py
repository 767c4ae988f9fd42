"""Bad calls of fit: each says which argument, which rule, and what came."""

import pytest
import torch
from torch import nn

from whichbank.training import fit, warmup

STEPS = 30


def guess(model: nn.Module, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return nn.functional.cross_entropy(model(x), y)


BAD_CALLS = {
    "one tensor": ({"data": torch.zeros(3, 4)}, TypeError, "sequence of tensors; got Tensor"),
    "lists": ({"data": [[1, 2]]}, TypeError, "sequence of tensors; got list"),
    "lengths": ({"data": (torch.zeros(3), torch.zeros(4))}, ValueError, "one length above 0; got 3, 4"),
    "no rows": ({"data": (torch.zeros(0, 4),)}, ValueError, "got 0"),
    "no tensors": ({"data": ()}, ValueError, "one length above 0"),
    "steps": ({"steps": -1}, ValueError, "steps must not be negative; got -1"),
    "batch_size": ({"batch_size": 0}, ValueError, "batch_size must be positive; got 0"),
    "checkpoint_every": ({"checkpoint_every": 0}, ValueError, "checkpoint_every must be positive; got 0"),
    "lr": ({"lr": float("nan")}, ValueError, "lr must be a positive finite number; got nan"),
    "snapshot_at alone": ({"snapshot": None, "snapshot_at": [1]}, ValueError, "needs a snapshot function"),
    "snapshot too late": ({"snapshot_at": [1, 31]}, ValueError, "between 0 and 30; got 1 to 31"),
    "loss of many": ({"loss": lambda model, x, y: model(x)}, ValueError, r"one number; got the shape \(16, 2\)"),
    "loss of float": ({"loss": lambda model, x, y: 1.0}, TypeError, "must return a tensor; got float"),
    "snapshot of anything": ({"snapshot": lambda model: model, "checkpoint": True}, TypeError, "got Linear"),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_a_bad_call_says_what_is_wrong(tmp_path, name):
    options, error, words = BAD_CALLS[name]
    options = {
        "loss": guess,
        "data": (torch.zeros(50, 4), torch.zeros(50, dtype=torch.long)),
        "steps": STEPS,
        "batch_size": 16,
        "snapshot": repr,
    } | options
    if "checkpoint" in options:
        options["checkpoint"] = tmp_path / "run.pt"
    with pytest.raises(error, match=words):
        fit(nn.Linear(4, 2), **options, device="cpu", progress=False)
    assert not list(tmp_path.iterdir())


def test_a_warm_up_needs_steps():
    with pytest.raises(ValueError, match="positive; got 0"):
        warmup(0)
