"""Importing the package costs nothing, and carries what a page needs."""

import importlib.metadata
import subprocess
import sys

import pytest

import whichbank

CODE = """
import sys, time
start = time.process_time()
import {module}
seconds = time.process_time() - start
heavy = [name for name in ("torch", "gensim", "matplotlib", "scipy", "ipywidgets") if name in sys.modules]
assert not heavy, f"{module} imports {{heavy}}"
print(seconds)
"""


def import_alone(module: str) -> float:
    done = subprocess.run([sys.executable, "-c", CODE.format(module=module)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


@pytest.mark.parametrize("module", ["whichbank", "whichbank.attention", "whichbank.text", "whichbank.corpora"])
def test_import_is_light(module):
    import_alone(module)


@pytest.mark.parametrize("module", ["whichbank", "whichbank.attention"])
def test_import_is_quick(module):
    best = min(import_alone(module) for _ in range(3))  # of the process's own time; the first may write bytecode
    assert best < 0.3


def test_version_is_the_distributions():
    assert whichbank.__version__ == importlib.metadata.version("whichbank")
