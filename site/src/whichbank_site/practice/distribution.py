"""Third parties' files, fetched once and checked by their digests: Python for the pages, the editor
of their code, the scheduler of what comes back, the code that phones read, and the font of their prose.

Pyodide's own files and its lock come with its npm package, NumPy from the address where Pyodide
publishes its wheels. The digests of all but NumPy are here; the lock holds NumPy's. Without a
network there is neither, and the pages do without: nothing here fails a build but a file that is
not what it should be.

The line is 0.29, with Python 3.13, and not yet 314, with Python 3.14 (looked at in 314.0.7): its
script is a module, ``pyodide.asm.mjs``, for which ``worker.js`` must change; and what a browser
fetches, compressed, grows from 5.4 to 6.3 MB before NumPy. Neither PyPI nor npm has the wheel of
NumPy 2.4.6 that its lock names: to try it, put one with the digest of the lock into the folder that
``WHICHBANK_PYODIDE`` names.
"""

import hashlib
import io
import json
import tarfile
import urllib.request
from collections.abc import Mapping
from pathlib import Path

VERSION = "0.29.4"
WHEELS = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
PACKAGES = {
    "pyodide": (
        f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz",
        "3ebbf05087d9a796c61b2163252e9049c7394a8f2b6f8dd4b00c5a373fb06efb",
    ),
    "prism-code-editor": (
        "https://registry.npmjs.org/prism-code-editor/-/prism-code-editor-5.4.0.tgz",
        "b735273a0e5aeed63492d0e2a18d75e7e72ccbb960e25b55d75fc4be3eddffa2",
    ),
    "ts-fsrs": (
        "https://registry.npmjs.org/ts-fsrs/-/ts-fsrs-5.4.2.tgz",
        "f91a53b58c7269db5528ad420208217384be610a4146a137b85dcaa07e3301cb",
    ),
    "uqr": (
        "https://registry.npmjs.org/uqr/-/uqr-0.1.3.tgz",
        "5636ef70bfb9f2685d885a4c0fbfe53fec9d6e8346361bd3f149146f1a9ec1af",
    ),
    "@fontsource/source-serif-4": (
        "https://registry.npmjs.org/@fontsource/source-serif-4/-/source-serif-4-5.3.1.tgz",
        "54b7898afa20cf4b2d807bbf2b5a2f865e28a83db8a5fcc563dafce5ecb5e7c8",
    ),
}
CORE = {
    "pyodide.js": "7be9e63eddf6bd8786a5ab71c8689c35731d187e3415fe58d7cb95423b50421a",
    "pyodide.asm.js": "fe75e97ef2c7a10c41f23b96344c553c7c1c62821bb206080dbb24941c06d5f3",
    "pyodide.asm.wasm": "10090fe41e019ae669d512e1f747021a8db2aaab0f6dd6f85fa9368c55d681e3",
    "python_stdlib.zip": "92cb24faa546818f3ef4050fd5bd2b6487bd2042efed2113af141d035f30efb4",
}
LOCK = "pyodide-lock.json"
VARIABLE = "WHICHBANK_PYODIDE"
SECONDS = 30


class WrongFileError(Exception):
    """A file is not the one whose digest is known."""


def fetched(address: str, sha256: str, cache: Path) -> bytes:
    """Return the file at an address, from the cache if it is there; an OSError where there is no
    network.
    """
    kept = cache / sha256
    if kept.exists():
        return kept.read_bytes()
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:
        content = answer.read()
    _check(content, sha256, address)
    cache.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(content)
    return content


def package(name: str, cache: Path) -> dict[str, bytes]:
    """Return the files of an npm package by their paths in it."""
    with tarfile.open(fileobj=io.BytesIO(fetched(*PACKAGES[name], cache))) as packed:
        opened = {member.name: packed.extractfile(member) for member in packed}
        return {name.removeprefix("package/"): file.read() for name, file in opened.items() if file}


def python(environ: Mapping[str, str], cache: Path) -> tuple[dict[str, bytes], str]:
    """Return Python's files by their names, the lock and NumPy's wheel last, and their source; or
    none, and why.

    ``WHICHBANK_PYODIDE`` names a folder that holds them, with a lock of its own; empty, it asks for
    none.
    """
    folder = environ.get(VARIABLE)
    if folder == "":
        return {}, f"{VARIABLE} is empty"
    try:
        if folder is None:
            files, source = package("pyodide", cache), f"Pyodide {VERSION}, as published"
        else:
            files = {name: Path(folder, name).read_bytes() for name in (*CORE, LOCK)}
            source = f"Pyodide {VERSION} of the folder that {VARIABLE} names"
        numpy = json.loads(files[LOCK])["packages"]["numpy"]
        wheel = numpy["file_name"]
        if folder is None:
            content = fetched(WHEELS + wheel, numpy["sha256"], cache)
        else:
            content = Path(folder, wheel).read_bytes()
    except OSError as error:
        if folder is None:
            return {}, f"no network: {error}"
        raise
    for name, sha256 in CORE.items():
        _check(files[name], sha256, name)
    _check(content, numpy["sha256"], wheel)
    return {name: files[name] for name in (*CORE, LOCK)} | {wheel: content}, source


def _check(content: bytes, sha256: str, name: str) -> None:
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise WrongFileError(f"{name} has the SHA-256 digest {found}; expected {sha256}")
