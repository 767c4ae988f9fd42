"""What several test files share: the array libraries that the kernels are tested on."""

import logging
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # NumPy and torch take turns: two spinning thread pools are slow
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

from dataclasses import dataclass

import numpy as np
import pytest
import torch
from hypothesis import settings

from whichbank.pretrained import MiniLM, load_minilm

settings.register_profile("course", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("course")

# To each logger that keeps its records to itself pytest adds its handlers, six times a test; torch has forty of them.
for logger in logging.root.manager.loggerDict.values():
    if isinstance(logger, logging.Logger) and logger.name.startswith("torch"):
        logger.propagate = True

LIBRARIES = {
    "numpy": ("float16", "float32", "float64"),
    "torch-cpu": ("bfloat16", "float16", "float32", "float64"),
    "torch-cuda": ("bfloat16", "float16", "float32", "float64"),
}


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
        return 8 * torch.finfo(getattr(torch, self.dtype)).eps


def _param(name: str, *rest: str):
    marks = [pytest.mark.gpu] if name == "torch-cuda" else []
    return pytest.param(Backend(name, *rest), id="-".join((name, *rest)), marks=marks)


def _or_skip(backend: Backend) -> Backend:
    if backend.name == "torch-cuda" and not torch.cuda.is_available():
        pytest.skip("torch-cuda needs a CUDA GPU, and torch sees none")
    return backend


@pytest.fixture(scope="session", params=[_param(name) for name in LIBRARIES])
def backend(request) -> Backend:
    """Run a test on NumPy, on torch on the CPU, and on torch on a GPU where there is one."""
    return _or_skip(request.param)


@pytest.fixture(scope="session", params=[_param(name, dtype) for name, dtypes in LIBRARIES.items() for dtype in dtypes])
def typed(request) -> Backend:
    """The same, in every floating-point type that the library has."""
    return _or_skip(request.param)


@pytest.fixture(scope="session")
def minilm() -> MiniLM:
    """The real model; where its weights are not at hand its tests are skipped, and fail where they must not be (CI)."""
    try:
        return load_minilm()
    except (ConnectionError, ImportError) as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"the weights of all-MiniLM-L6-v2 are not on this machine: {error}")
