"""Install what requirements.txt pins into this environment: ``python tools/install.py``.

On Linux the torch of the usual package index brings gigabytes of CUDA along, which a machine without an NVIDIA driver
cannot use. There, this takes the CPU's wheel from PyTorch's own index, and if that cannot be reached, the usual one.
What is installed already is kept. Standard library only: it runs before anything is installed.
"""

import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INDEX = "https://download.pytorch.org/whl/cpu"
SECONDS = 5  # that PyTorch's index may take to answer
PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")


def has_driver(root: Path = Path("/")) -> bool:
    """Return whether this machine has an NVIDIA driver."""
    places = ("proc/driver/nvidia", "dev/nvidiactl", "dev/dxg")  # the last is Windows' own, as Linux sees it there
    return shutil.which("nvidia-smi") is not None or any((root / place).exists() for place in places)


def pinned(lines: Iterable[str]) -> str | None:
    """Return the version of torch that these requirements pin.

    Examples
    --------
    >>> pinned(["tornado==6.5", "torch==2.13.0", "tqdm==4.67"])
    '2.13.0'
    """
    return next((found[1] for line in lines if (found := re.match(r"torch==([\w.]+)", line))), None)


def installed() -> str | None:
    """Return the version of torch that is installed, without what stands after its +."""
    try:
        return metadata.version("torch").partition("+")[0]
    except metadata.PackageNotFoundError:
        return None


def answers(index: str, seconds: float = SECONDS) -> bool:
    """Return whether an index of packages has torch, and says so in time."""
    try:
        with urllib.request.urlopen(f"{index}/torch/", timeout=seconds) as answer:
            return answer.status == 200
    except (OSError, ValueError):  # urllib's errors and time-outs are OSErrors; ValueError is a proxy's odd address
        return False


def torch_without_cuda(version: str, index: str = INDEX) -> bool:
    """Install the CPU's wheel of torch from PyTorch's index; return False, and say so, where that is not possible.

    Only torch comes from there. What it depends on has its pins in requirements.txt, and comes with them.
    """
    host = index.partition("://")[2].partition("/")[0]
    if not answers(index):
        print(f"{host} does not answer: torch {version} comes from the usual index, maybe with CUDA.", flush=True)
        return False
    print(f"No NVIDIA driver here: torch {version} comes without CUDA, from {host}.", flush=True)
    wanted = [f"torch=={version}+cpu", "--no-deps", "--index-url", index, "--retries", "1", "--timeout", "15"]
    if subprocess.run([*PIP, *wanted], check=False).returncode:
        print(f"That failed: torch {version} comes from the usual index, maybe with CUDA.", flush=True)
        return False
    return True


def main(requirements: Path = ROOT / "requirements.txt") -> None:
    """Install torch where it needs another index, then all pins; what fails ends the program."""
    version = pinned(requirements.read_text(encoding="utf-8").splitlines())
    if sys.platform == "linux" and version is not None and installed() != version and not has_driver():
        torch_without_cuda(version)
    sys.exit(subprocess.run([*PIP, "-r", str(requirements)], check=False).returncode)


if __name__ == "__main__":
    main()
