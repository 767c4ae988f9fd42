"""A table of positions that is trained like a table of words. It needs torch; the other codes do
not.
"""

import torch
from torch import nn

from whichbank._arrays import need_count


class LearnedPositions(nn.Module):
    """One trained vector for each position; no position beyond the table has a code.

    Parameters
    ----------
    max_length : int
        The number of positions.
    d_model : int
        D, the features of a code.

    Examples
    --------
    >>> LearnedPositions(max_length=512, d_model=8)(torch.arange(3)).shape
    torch.Size([3, 8])

    Notes
    -----
    Gehring et al. 2017; Vaswani et al. 2017, section 3.5 and table 3, row E: as good as sine waves
    on trained lengths.
    """

    def __init__(self, max_length: int, d_model: int) -> None:
        super().__init__()
        need_count("max_length", max_length, 1)
        need_count("d_model", d_model, 1)
        self.weight = nn.Parameter(torch.randn(max_length, d_model) * 0.02)  # (max_length, D)

    def forward(self, positions: torch.Tensor) -> torch.Tensor:
        """Return the codes, shape (..., D), of whole-number positions below max_length, shape
        (...).
        """
        if positions.is_floating_point() or positions.is_complex() or positions.dtype == torch.bool:
            raise TypeError(f"positions must hold whole numbers; got {positions.dtype}")
        if positions.numel() and not 0 <= int(positions.min()) <= int(positions.max()) < len(
            self.weight
        ):
            raise ValueError(
                f"positions must be between 0 and {len(self.weight) - 1}, the table's length; "
                f"got {int(positions.min())} to {int(positions.max())}"
            )
        return self.weight[positions]
