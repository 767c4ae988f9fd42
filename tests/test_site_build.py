"""The site is built when something that it reads has changed, and only then; notebooks run when their code changes."""

import importlib.util
import mimetypes
import subprocess
import threading
import urllib.request
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).resolve().parents[1] / "tools" / "site.py"
FILES = (
    "_config.yml",
    "_toc.yml",
    "requirements.txt",
    "pyproject.toml",
    "book/05_mixing.ipynb",
    "book/_static/which-bank.css",
    "book/references.bib",
    "src/whichbank/attention.py",
    "src/whichbank/exercises/answers/05.npz",
    "src/whichbank/quizzes/05.toml",
    "src/whichbank/figures/mixing.py",
    "src/whichbank/figures/mixing.js",
    "src/whichbank/figures/figures.css",
    "src/whichbank/static_site/host.js",
    "src/whichbank/static_site/live.py",
    "tools/site.py",
)
# What a notebook's own run does not read; jupyter-cache itself sees a changed notebook, and runs that one alone.
NOT_RUN = (
    "_config.yml",
    "_toc.yml",
    "book/05_mixing.ipynb",
    "book/_static/which-bank.css",
    "book/references.bib",
    "src/whichbank/figures/mixing.js",
    "src/whichbank/figures/figures.css",
    "src/whichbank/static_site/host.js",
    "src/whichbank/static_site/live.py",
    "tools/site.py",
)


@pytest.fixture
def tool(tmp_path, monkeypatch) -> ModuleType:
    """Load tools/site.py, at home in a small checkout, with a book builder that only notes that it was called."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    spec = importlib.util.spec_from_file_location("whichbank_site_under_test", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    build = tmp_path / "_build"
    for name, place in {"ROOT": tmp_path, "BUILD": build, "SITE": build / "html", "CACHE": build / ".cache"}.items():
        monkeypatch.setattr(module, name, place)
    module.status, module.calls = 0, 0
    monkeypatch.setattr(module.subprocess, "run", lambda command, **options: book(module, command))
    return module


def book(module: ModuleType, command: list[str]) -> subprocess.CompletedProcess:
    """Stand in for jupyter-book (and for git, which knows of no remote here)."""
    if command[0] == "git":
        return subprocess.CompletedProcess(command, 1, stdout="")
    module.calls += 1
    module.SITE.mkdir(parents=True)
    (module.SITE / "index.html").write_text("built")
    module.CACHE.mkdir(parents=True, exist_ok=True)
    (module.CACHE / "run").write_text("run")
    return subprocess.CompletedProcess(command, module.status)


def digests(tool: ModuleType) -> tuple[str, str]:
    return tool.digest(tool.READ_BY_PAGES), tool.digest(tool.READ_BY_NOTEBOOKS, without=tool.NOT_RUN_BY_NOTEBOOKS)


@pytest.mark.parametrize("name", FILES)
def test_a_changed_file_changes_the_pages_and_code_changes_the_notebooks(tool, name):
    pages, notebooks = digests(tool)
    (tool.ROOT / name).write_text("changed")
    assert digests(tool)[0] != pages
    assert (digests(tool)[1] == notebooks) == (name in NOT_RUN)


@pytest.mark.parametrize("name", ["src/whichbank/new.py", "src/whichbank/figures/new.js", "book/new.md"])
def test_a_new_and_a_lost_file_change_the_pages(tool, name):
    pages, _ = digests(tool)
    (tool.ROOT / name).write_text("")
    assert digests(tool)[0] != pages
    (tool.ROOT / name).unlink()
    assert digests(tool)[0] == pages


def test_a_moved_file_changes_the_pages(tool):
    pages, _ = digests(tool)
    (tool.ROOT / "book/references.bib").rename(tool.ROOT / "book/sources.bib")
    assert digests(tool)[0] != pages


@pytest.mark.parametrize(
    "name",
    [
        "src/whichbank/__pycache__/a.pyc",
        "book/.ipynb_checkpoints/a.ipynb",
        "src/whichbank.egg-info/PKG-INFO",
        "README.md",
    ],
)
def test_what_no_page_reads_changes_nothing(tool, name):
    before = digests(tool)
    (tool.ROOT / name).parent.mkdir(parents=True, exist_ok=True)
    (tool.ROOT / name).write_text("new")
    assert digests(tool) == before


def test_nothing_is_built_twice(tool, capsys):
    tool.build()
    tool.build()
    assert tool.calls == 1
    assert "Nothing has changed" in capsys.readouterr().out


@pytest.mark.parametrize("name", FILES)
def test_a_changed_file_is_served_changed(tool, name):
    tool.build()
    (tool.SITE / "stale.html").write_text("of the build before")
    (tool.ROOT / name).write_text("changed")
    tool.build()
    assert tool.calls == 2
    assert not (tool.SITE / "stale.html").exists()


def test_notebooks_run_again_when_the_package_changes_and_not_for_a_script_or_a_style(tool):
    tool.build()
    (tool.CACHE / "kept").write_text("outputs")
    (tool.ROOT / "src/whichbank/figures/mixing.js").write_text("changed")
    tool.build()
    assert (tool.CACHE / "kept").exists()
    (tool.ROOT / "src/whichbank/attention.py").write_text("changed")
    tool.build()
    assert not (tool.CACHE / "kept").exists()


def test_a_build_that_failed_or_was_interrupted_is_made_again(tool):
    tool.status = 1
    with pytest.raises(SystemExit, match="could not be built"):
        tool.build()
    tool.status = 0
    tool.build()
    assert tool.calls == 2
    (tool.BUILD / "pages.digest").unlink()  # as an interrupted build leaves it
    tool.build()
    assert tool.calls == 3


def test_a_site_that_was_deleted_is_made_again(tool):
    tool.build()
    (tool.SITE / "index.html").unlink()
    tool.build()
    assert tool.calls == 2


def test_another_repository_changes_the_launch_buttons(tool, monkeypatch):
    tool.build()
    monkeypatch.setenv("GITHUB_REPOSITORY", "someone/fork")
    tool.build()
    assert tool.calls == 2


def test_the_server_takes_a_free_port_of_this_machine_and_lets_no_browser_keep_a_file(tool, monkeypatch):
    monkeypatch.setitem(mimetypes.types_map, ".js", "text/plain")  # as Windows may have it
    tool.build()
    (tool.SITE / "figure.js").write_text("export default {};")
    with tool.server(0) as server:
        assert server.server_address[0] == "127.0.0.1"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/figure.js") as answer:
            assert answer.headers["Content-Type"] == "text/javascript"
            assert answer.headers["Cache-Control"] == "no-cache"
        server.shutdown()
