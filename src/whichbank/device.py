"""Where to compute: the GPU of this machine, if it has one that torch can use."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


def device() -> "torch.device":
    """Pick the fastest device that is here: CUDA, then MPS (Apple), then the CPU.

    Returns
    -------
    torch.device
        For ``tensor.to(device())``. The kernels run on all of them.

    Examples
    --------
    >>> device().type in ("cuda", "mps", "cpu")
    True
    """
    import torch

    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")
