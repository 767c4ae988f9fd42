"""A chapter on Colab, played here: Colab's versions, its address for sessions, and a repository in
GitHub's place.

On Colab the network gives the notebook, the course's repository and the weights of the real model.
Here a copy of this checkout gives them. Everything else is as it is there: every cell runs
unchanged, the first one with pip, on Colab's ipykernel and IPython.
"""

import http.server
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from urllib.parse import quote

from packaging.requirements import Requirement

from launches.checkout import BRANCH, REPOSITORY, ROOT, in_place_of_github
from launches.fresh import Fresh
from launches.running import Ran, run
from whichbank.published import REPOSITORY as MODEL
from whichbank.published import REVISION, TOKENIZER, WEIGHTS, read_published

CONSTRAINTS = ROOT / "launches" / "colab-constraints.txt"
PORT = 9000
# On Colab this module is there before the first cell; anywidget asks it to let widgets from other
# packages show.
OUTPUT = '''"""Replaces Colab's own module."""
from pathlib import Path


def enable_custom_widget_manager():
    Path(__file__).with_name("enabled").touch()
'''


def colabs_versions() -> dict[str, str]:
    """Return the versions that Colab has, by package."""
    lines = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    found = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {one.name: str(one.specifier).removeprefix("==") for one in found}


class Session:
    """A fresh environment in this folder, like a new session on Colab, and what was in it before
    the first cell.

    All is in Colab's versions but torch: it is the one installed here, in a version for this
    Python.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.fresh = folder, Fresh(folder / "environment")
        # newer ones take seconds to import
        versions = colabs_versions() | {"jsonschema": version("jsonschema")}
        self.fresh.install(
            "torch", *(f"{name}=={one}" for name, one in versions.items() if name != "torch")
        )
        self.before = self.fresh.freeze()
        self.module = folder / "colab" / "google" / "colab"

    def run(self, chapter: Path, repository: Path) -> Ran:
        """Open a chapter from a repository in GitHub's place, and run all its cells; nothing has
        run here yet.
        """
        started = self.folder / "ipython" / "profile_default" / "startup"
        started.mkdir(parents=True)
        self.module.mkdir(parents=True)
        (self.module / "output.py").write_text(OUTPUT, encoding="utf-8")
        (self.module / "__init__.py").touch()
        (started / "00-colab.py").write_text("import google.colab.output\n", encoding="utf-8")
        opened = quote(
            f"https://github.com/{REPOSITORY}/blob/{BRANCH}/book/{chapter.name}", safe=""
        )
        with sessions(f"fileId={opened}") as ip:
            environ = self.fresh.environ() | in_place_of_github(repository)
            environ |= {
                "IPYTHONDIR": str(self.folder / "ipython"),
                "PYTHONPATH": str(self.folder / "colab"),
            }
            environ |= {"COLAB_JUPYTER_IP": ip, "HF_HOME": str(_hub(self.folder / "hub"))}
            return run(chapter, self.fresh, self.folder, environ)

    def widgets_enabled(self) -> bool:
        """Whether Colab was asked to show widgets of other packages."""
        return (self.module / "enabled").exists()


@contextmanager
def sessions(path: str) -> Iterator[str]:
    """Answer at Colab's address for sessions; yield the IP address at which it does."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = self.path == "/api/sessions"
            self.send_response(200 if found else 404)
            self.end_headers()
            self.wfile.write(json.dumps([{"path": path}] if found else []).encode())

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing."""

    # two runs do not meet
    ip = f"127.{os.getpid() >> 16 & 127}.{os.getpid() >> 8 & 255}.{os.getpid() & 255 or 1}"
    with http.server.ThreadingHTTPServer((ip, PORT), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield ip
        server.shutdown()


def _hub(folder: Path) -> Path:
    """Lay the files of the real model where the Hugging Face hub's own library would have put
    them.
    """
    place = folder / "hub" / f"models--{MODEL.replace('/', '--')}" / "snapshots" / REVISION
    place.mkdir(parents=True)
    for file in (WEIGHTS, TOKENIZER):
        (place / file.name).write_bytes(read_published(file))
    return folder
