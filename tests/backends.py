"""The array libraries that the kernels are tested on, each on its devices."""

from dataclasses import dataclass

import numpy as np
import pytest
import torch
from rounding import room


@dataclass(frozen=True)
class Backend:
    """One array library on one device, and the type of the arrays that a test makes with it."""

    name: str
    dtype: str = "float64"

    def array(self, data, dtype: str | None = None):
        """Make an array of this library."""
        if self.name == "numpy":
            return np.array(data, dtype=dtype or self.dtype)
        x = torch.tensor(np.array(data), device=self.name.removeprefix("torch-"))
        return x.to(getattr(torch, dtype or self.dtype))

    def numpy(self, x) -> np.ndarray:
        """Read an array back, in float64 (or bool)."""
        if self.name != "numpy":
            x = x.detach().cpu()
            x = x.numpy() if x.dtype == torch.bool else x.to(torch.float64).numpy()
        return x if x.dtype == bool else x.astype(np.float64)

    @property
    def room(self) -> float:
        """How far a result may be from the exact one: a few units in the last place."""
        return room(8, dtype=self.dtype)


def open_backend(name: str, *rest: str) -> Backend:
    """Return a backend; where there is no GPU for it, skip the test that asks."""
    if name == "torch-cuda" and not torch.cuda.is_available():
        pytest.skip("torch-cuda needs a CUDA GPU, and torch sees none")
    return Backend(name, *rest)
