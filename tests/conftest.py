"""What several test files share: the settings, the array libraries that the kernels are tested on,
and the real model.

torch takes seconds to import, and half of the tests do without it: here it is imported when a test
asks for it.
"""

import logging
import os

import pytest

LIBRARIES = {
    "numpy": ("float16", "float32", "float64"),
    "torch-cpu": ("bfloat16", "float16", "float32", "float64"),
    "torch-cuda": ("bfloat16", "float16", "float32", "float64"),
}


def pytest_collection_finish() -> None:
    """Let the loggers of torch pass on their records.

    To each logger that keeps its records to itself pytest adds its handlers, six times a test;
    torch has forty of them.
    """
    for logger in logging.root.manager.loggerDict.values():
        if isinstance(logger, logging.Logger) and logger.name.startswith("torch"):
            logger.propagate = True


def _param(name: str, *rest: str):
    marks = [pytest.mark.gpu] if name == "torch-cuda" else []
    return pytest.param((name, *rest), id="-".join((name, *rest)), marks=marks)


@pytest.fixture(scope="session", params=[_param(name) for name in LIBRARIES])
def backend(request):
    """Run a test on NumPy, on torch on the CPU, and on torch on a GPU where there is one."""
    from backends import open_backend

    return open_backend(*request.param)


@pytest.fixture(
    scope="session",
    params=[_param(name, dtype) for name, dtypes in LIBRARIES.items() for dtype in dtypes],
)
def typed(request):
    """The same, in every floating-point type that the library has."""
    from backends import open_backend

    return open_backend(*request.param)


@pytest.fixture(scope="session")
def gensim():
    """The library, whose wheel also has the news and the articles that the course reads."""
    return pytest.importorskip("gensim", reason="gensim is not installed: no wheel for Python 3.14")


@pytest.fixture(scope="session")
def minilm():
    """The real model; where its weights are not at hand its tests are skipped, and fail where they
    must not be (CI).
    """
    from whichbank.pretrained import load_minilm

    try:
        return load_minilm()
    except (ConnectionError, ImportError) as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"the weights of all-MiniLM-L6-v2 are not on this machine: {error}")
