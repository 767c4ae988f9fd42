"""Python on the page: code cells that run, and under each coding exercise an editor that checks
what the reader writes.

A page without a press loads a script of some lines; it fetches the editor when the reader comes
near an exercise or presses in the code, and Python itself only on a press. Where a build has no
Python (``distribution.py``) the pages stay without.
"""

import gzip
import hashlib
import io
import json
import os
import re
import zipfile
from importlib.metadata import files as installed
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any

from docutils import nodes
from sphinx.util import logging

from whichbank import exercises
from whichbank.exercises.table import load
from whichbank.misconceptions import misconceptions
from whichbank_site.pages import catalogs, language, minified
from whichbank_site.pages.assets import classic, named
from whichbank_site.practice import distribution

logger = logging.getLogger(__name__)
HERE = Path(__file__).parent
FOLDER = "practice"
PROGRAMS = (HERE / "in_page.py", HERE.parent / "yours" / "in_yours.py")
TIME = (1980, 1, 1, 0, 0, 0)
LIGHT = ("array-api-compat", "lazy-loader")
OTHERS = {"torch", "cupy", "dask"}  # libraries that array-api-compat knows, and a page does not
NOT_TAKEN = ("figures", "predictions", "quizzes", "pretrained")
LARGEST = 50_000  # bytes of a record that goes along
WEIGHTS = "writer.npz"  # it goes along, too
NOTICE = f"""Pyodide {distribution.VERSION}: Mozilla Public License 2.0, source at https://github.com/pyodide/pyodide
Python: PSF License, https://docs.python.org/3/license.html
NumPy, array-api-compat, lazy-loader: their licenses are in course.zip.
"""
_CHECKED = re.compile(r'^check\("([a-z]+\.\d+)", \w+\)$', re.MULTILINE)
# a cell of imports, and IPython's own commands
_NOT_OFFERED = re.compile(r"\A(import|from) |^ *%", re.MULTILINE)
_IMPORT = re.compile(r'\b(?:from|import)\s*"(\.[^"]+)"')


def course(wheel: bytes) -> bytes:
    """Return one zip of all that the reader's code may import: NumPy without its tests, the
    course's light modules.
    """
    parts = {file.name: file.read_bytes() for file in PROGRAMS}
    with zipfile.ZipFile(io.BytesIO(wheel)) as packed:
        for name in packed.namelist():
            path = PurePosixPath(name)
            wanted = path.suffix in (".py", ".pyc", ".so") and "tests" not in path.parts
            if wanted or (path.parts[0].endswith(".dist-info") and "LICENSE" in name):
                parts[name] = packed.read(name)
    for name in LIGHT:
        for file in installed(name) or ():
            if (file.suffix == ".py" and not OTHERS & set(file.parts)) or "LICENSE" in file.name:
                parts[file.as_posix()] = file.read_binary()
    package = Path(str(find_spec("whichbank").submodule_search_locations[0]))  # type: ignore[union-attr,index]
    for source in sorted(package.rglob("*")):
        inner = source.relative_to(package).as_posix()
        wanted = source.suffix in (".py", ".pyi", ".npz", ".json", ".toml")
        large = source.parent.name == "records" and source.stat().st_size > LARGEST
        large &= source.name != WEIGHTS
        if wanted and not large and not inner.startswith(NOT_TAKEN):
            parts[f"whichbank/{inner}"] = source.read_bytes()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, content in sorted(parts.items()):
            packed.writestr(zipfile.ZipInfo(name, TIME), content, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def editor(package: dict[str, bytes]) -> dict[str, bytes]:
    """Return the modules of the editor that the pages use, by their paths, and its license."""
    wanted = ["dist/index.js", "dist/languages/python.js", "dist/prism/languages/python.js"]
    wanted += ["dist/extensions/commands/index.js"]
    taken = {"dist/layout.css": package["dist/layout.css"], "LICENSE": package["LICENSE"]}
    while wanted:
        name = wanted.pop()
        if name not in taken:
            taken[name] = package[name]
            found = _IMPORT.findall(package[name].decode())
            wanted += [os.path.normpath(f"{name}/../{other}").replace("\\", "/") for other in found]
    return taken


def setup(app: Any) -> None:
    """Find Python before the pages are read, mark the cells, write the files, and put the script on
    the pages.
    """
    app.add_config_value("python", {}, "")
    app.connect("config-inited", _find)
    app.connect("env-updated", _write)
    app.connect("doctree-resolved", _mark)
    app.connect("html-page-context", _link)


def cache(outdir: str | Path) -> Path:
    """Return the folder, next to a built site, where fetched files are kept."""
    return Path(outdir).parent / "third-party"


def _find(app: Any, config: Any) -> None:
    config.python, source = distribution.python(os.environ, cache(app.outdir))
    if not config.python:
        logger.info("Python on the pages: none (%s). Code there needs a notebook.", source)


def _mark(app: Any, doctree: nodes.document, page: str) -> None:
    """Tell the page's script what it can do with each code cell: its tag ``run`` says that Python
    on the page can run it after those above it that have the tag.
    """
    for cell in doctree.findall(nodes.container):
        if cell.get("nb_element") != "cell_code":
            continue
        classes, source = cell["classes"], cell.children[0].astext()
        if runs := "tag_run" in classes:
            classes.remove("tag_run")
        if not app.config.python or "tag_remove-input" in classes:
            continue
        if found := _CHECKED.search(source):
            if load(found[1]).kind == "code":
                classes.append("wb-try")
                cell["ids"].append(f"try-{found[1].replace('.', '-')}")
        elif runs or not _NOT_OFFERED.search(source):
            classes.append("wb-runs" if runs else "wb-needs")


def _link(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if doctree and re.search(r'class="[^"]*\bwb-(try|runs|needs)\b', context.get("body", "")):
        app.add_js_file(f"{FOLDER}/near.js", defer="defer")


def _write(app: Any, env: Any) -> None:
    if app.builder.format != "html" or not app.config.python:
        return
    *core, lock, wheel = app.config.python.items()
    served = dict(core) | {"course.zip": course(wheel[1])}
    home = Path(app.outdir, "_static", FOLDER)
    home.mkdir(parents=True, exist_ok=True)
    folder = f"python-{_digest(*served.values())}"
    files = {f"{folder}/{name}": content for name, content in served.items()}
    files[f"{folder}/NOTICE.txt"] = NOTICE.encode()
    known = {
        "folder": f"{folder}/",
        "sizes": {name: len(content) for name, content in served.items()},
        "megabytes": round(sum(len(gzip.compress(content)) for content in served.values()) / 1e6),
        "lock": json.dumps({"info": json.loads(lock[1])["info"], "packages": {}}),
        "worker": minified.script((HERE / "worker.js").read_text(encoding="utf-8")),
        "style": named(home, "practice.css", _styles()),
    }
    if texts := _texts():
        known["texts"] = texts
    try:
        taken = editor(distribution.package("prism-code-editor", cache(app.outdir)))
    except OSError:  # no network: a plain field does as well
        taken = {}
    if taken:
        place = f"editor-{_digest(*taken.values())}"
        files |= {f"{place}/{name}": content for name, content in taken.items()}
        known["editor"] = f"{place}/dist/"
    app.practice = dict(known)
    first = {
        "megabytes": known.pop("megabytes"),
        "script": named(home, "practice.js", _script("practice", known)),
    }
    files["near.js"] = (
        f"(globalThis.wb ??= {{}}).practice = {_told(first)};\n{classic(HERE / 'near.js')}".encode()
    )
    for name, content in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _texts() -> list[tuple[str, str]]:
    """Return what checks say on the page in place of English, in another language's build."""
    if not language.spoken.texts:
        return []
    said = {
        *catalogs.checks(),
        *catalogs.properties(),
        *catalogs.headings(),
        *(one.title for one in misconceptions()),
    }
    for file in (PROGRAMS[0], *Path(exercises.__file__).parent.glob("*.py")):
        said |= {text for text, *_ in catalogs.texts_in(file.read_text(encoding="utf-8"))}
    told = ((text, language.spoken.texts.get(text)) for text in sorted(said))
    return [(text, one) for text, one in told if isinstance(one, str)]


def _script(name: str, known: dict[str, Any]) -> bytes:
    return f"Object.assign(globalThis.wb.practice, {_told(known)});\n{classic(HERE / f'{name}.js')}".encode()


def _styles() -> bytes:
    return minified.styles(HERE / "practice.css").encode()


def _told(known: dict[str, Any]) -> str:
    return json.dumps(known, separators=(",", ":"))


def _digest(*contents: bytes) -> str:
    total = hashlib.sha256()
    for content in contents:
        total.update(content)
    return total.hexdigest()[:8]
