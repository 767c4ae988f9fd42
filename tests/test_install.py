"""A machine without an NVIDIA driver takes torch without CUDA where it can, and any torch where it cannot."""

import http.server
import os
import socket
import subprocess
import sys
import threading
import time
import zipfile
from importlib import metadata

import pytest

from tools import install

VERSION = "9.9.9"
NAME = f"torch-{VERSION}+cpu"


@pytest.fixture
def index(tmp_path):
    """An index of packages that has one wheel of torch; its address."""
    folder = tmp_path / "served" / "whl" / "cpu" / "torch"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / f"{NAME}-py3-none-any.whl", "w") as wheel:
        about = f"{NAME}.dist-info"
        wheel.writestr("torch.py", "")
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: torch\nVersion: {VERSION}+cpu\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")
    link = f"{NAME}-py3-none-any.whl"
    (folder / "index.html").write_text(f'<a href="{link.replace("+", "%2B")}">{link}</a>')

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args):
            super().__init__(*args, directory=str(tmp_path / "served"))

        def log_message(self, *args):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/whl/cpu"
        server.shutdown()


@pytest.fixture
def target(tmp_path, monkeypatch):
    """A folder that pip installs into, whatever this machine's own settings of pip are."""
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(install, "PIP", (*install.PIP, "--target", str(tmp_path / "target")))
    return tmp_path / "target"


@pytest.fixture
def silent():
    """A server that takes a connection and says nothing; its address."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/whl/cpu"


@pytest.fixture
def ran(monkeypatch):
    """What ``main`` does, without doing it: the commands it ran, after "cpu" where torch without CUDA was asked for."""
    done = []
    monkeypatch.setattr(install.sys, "platform", "linux")
    monkeypatch.setattr(install, "has_driver", lambda: False)
    monkeypatch.setattr(install, "installed", lambda: None)
    monkeypatch.setattr(install, "torch_without_cuda", lambda version: done.append(f"cpu {version}"))
    monkeypatch.setattr(install.subprocess, "run", lambda command, check: done.append(command[-2:]) or Done)
    return done


class Done:
    returncode = 0


def test_torch_comes_from_its_own_index(index, target, capsys):
    assert install.torch_without_cuda(VERSION, index)
    assert [one.version for one in metadata.distributions(path=[str(target)])] == [f"{VERSION}+cpu"]
    assert "without CUDA, from 127.0.0.1" in capsys.readouterr().out


def test_an_index_without_this_version_is_said_and_left(index, target, capsys):
    assert not install.torch_without_cuda("9.9.8", index)
    assert "usual index" in capsys.readouterr().out
    assert not target.exists()


def test_an_index_that_is_not_there_is_said_and_left(silent, capsys):
    closed = "http://127.0.0.1:9/whl/cpu"
    assert not install.torch_without_cuda(VERSION, closed)
    assert "127.0.0.1:9 does not answer" in capsys.readouterr().out
    assert not install.answers("http://no.such.host.invalid/whl/cpu", seconds=1)


def test_an_index_that_says_nothing_is_not_waited_for(silent):
    start = time.monotonic()
    assert not install.answers(silent, seconds=0.5)
    assert time.monotonic() - start < 5
    assert install.SECONDS <= 5


@pytest.mark.parametrize(
    ("change", "asked"),
    [
        ({}, True),
        ({"has_driver": lambda: True}, False),
        ({"installed": lambda: "2.13.0"}, False),
        ({"installed": lambda: "2.12.0"}, True),
    ],
    ids=["a bare laptop", "a driver", "installed already", "an older one installed"],
)
def test_only_a_machine_without_driver_and_torch_asks_for_it(ran, monkeypatch, change, asked):
    for name, value in change.items():
        monkeypatch.setattr(install, name, value)
    with pytest.raises(SystemExit, match="0"):
        install.main()
    everything = ["-r", str(install.ROOT / "requirements.txt")]
    assert ran == (["cpu 2.13.0", everything] if asked else [everything])


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_elsewhere_the_usual_torch_has_no_cuda(ran, monkeypatch, system):
    monkeypatch.setattr(install.sys, "platform", system)
    with pytest.raises(SystemExit):
        install.main()
    assert len(ran) == 1


def test_a_failed_installation_ends_with_its_status(ran, monkeypatch):
    monkeypatch.setattr(Done, "returncode", 2)
    with pytest.raises(SystemExit, match="2"):
        install.main()


@pytest.mark.parametrize("place", ["proc/driver/nvidia/version", "dev/nvidiactl", "dev/dxg"])
def test_a_driver_is_seen(tmp_path, monkeypatch, place):
    monkeypatch.setattr(install.shutil, "which", lambda name: None)
    assert not install.has_driver(tmp_path)
    (tmp_path / place).parent.mkdir(parents=True)
    (tmp_path / place).touch()
    assert install.has_driver(tmp_path)


def test_what_is_installed_is_told_without_its_local_part(monkeypatch):
    assert install.installed() == metadata.version("torch").partition("+")[0]
    monkeypatch.setattr(metadata, "version", lambda name: metadata.distribution("no-such-package"))
    assert install.installed() is None


def test_it_needs_nothing_but_the_standard_library():
    code = "import runpy; runpy.run_path('tools/install.py', run_name='loaded')"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], cwd=install.ROOT, check=True)
