"""What holds for the tests and for the notebooks, whoever runs them."""

import os

# NumPy and torch take turns: two spinning thread pools are slow
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import pytest
from hypothesis import settings

from tools.execution import loads_the_model

pytest_plugins = ["tools.nbval_near"]
collect_ignore_glob = ["*conftest.py"]  # they are loaded, and hold no doctests
settings.register_profile("course", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("course")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the cells of a notebook that needs the real model where its weights cannot be had; CI
    has them.
    """
    notebooks = {item.parent for item in items if hasattr(item, "cell")}
    if os.environ.get("CI") or not (
        loading := {one for one in notebooks if loads_the_model(one.nb)}
    ):
        return
    from whichbank.published import missing

    if why := missing():
        for item in items:
            if item.parent in loading:
                item.add_marker(
                    pytest.mark.skip(
                        f"the weights of all-MiniLM-L6-v2 are not on this machine: {why}"
                    )
                )
