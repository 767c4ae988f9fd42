"""Build the pages of another language into ``_build/html/LANGUAGE``, after those in English.

All pages are read, for their titles and numbers; those of which something is translated are written.
A link to any other leads to the English page, and what both sites have alike, scripts, fonts and
pictures, is fetched from the English one.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml
from whichbank_site.pages import catalogs
from whichbank_site.pages.address import VARIABLE, address
from whichbank_site.pages.assets import MADE

from tools import execution, heights

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "_build"
PROGRAM = "import sys; from tools.edition import sphinx; sphinx(*sys.argv[1:])"
_LINK = re.compile(r'(href=")(?!https?:|#|mailto:|data:)([^"#?]*)')
_STATIC = re.compile(r"""(?<=["'(])(?:\.\./)*((?:_static|_images)/[\w./-]+)""")


def build(code: str, environment: dict[str, str]) -> bool:
    """Build the edition; say what is missing and return False where there is none."""
    locale = next(
        (one for one in (ROOT / "locale", BUILD / "pseudo") if (one / code).exists()), ROOT
    )
    pages = catalogs.pages(locale, code)
    if not pages:
        print(f"There is no page in the language {code}: {locale / code} has no catalog of one.")
        return False
    work = BUILD / "editions" / code
    shutil.rmtree(work / "locale", ignore_errors=True)
    catalogs.checked(locale, code, work / "locale")
    for page, share in pages.items():
        print(f"{page} in {code}: {100 * share:.0f}% translated.", flush=True)
    out = BUILD / f"html-{code}"  # beside the site: what is fetched for one is there for both
    shutil.rmtree(out, ignore_errors=True)
    (work / "_config.yml").write_text(settings(code, work), encoding="utf-8")
    found = address(environment, ROOT)
    more = {VARIABLE: f"{found}{code}/"} if found else {}
    more[MADE] = "1"
    command = [sys.executable, "-c", PROGRAM, code, str(out), *pages]
    done = subprocess.run(
        command, cwd=ROOT, env=environment | execution.ENVIRONMENT | more, check=False
    )
    if done.returncode:
        print(f"The pages in {code} could not be built; the site is without them.")
        return False
    heights.reserve(out, work / "heights.json")
    finish(out, BUILD / "html", code, sorted(pages))
    return True


def settings(code: str, work: Path) -> str:
    """Return the book's settings for another language."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    config["execute"]["execute_notebooks"] = "off"
    config["sphinx"]["config"] |= {
        "language": code,
        "locale_dirs": [str(work / "locale")],
        "gettext_compact": False,
        "html_additional_pages": {},
        "translation_progress_classes": "untranslated",
        # tools.translate tells of them, and of no others that are good
        "suppress_warnings": [
            *config["sphinx"]["config"].get("suppress_warnings", []),
            "i18n.inconsistent_references",
        ],
    }
    return yaml.safe_dump(config, allow_unicode=True)


def sphinx(code: str, out: str, *pages: str) -> None:
    """Build these pages, in this process: a warning says what is wrong, and fails nothing."""
    from jupyter_book.sphinx import build_sphinx

    work = BUILD / "editions" / code
    files = [next((ROOT / "book").glob(f"{Path(page).name}.*")) for page in pages]
    result = build_sphinx(
        ROOT,
        Path(out),
        path_config=work / "_config.yml",
        doctreedir=work / "doctrees",
        filenames=[str(file) for file in files],
        noconfig=True,
        confoverrides={"latex_individualpages": False},  # as Jupyter Book itself calls it
        keep_going=True,
    )
    sys.exit(0 if result == 0 else f"{result}")


def finish(out: Path, site: Path, code: str, pages: list[str]) -> None:
    """Put what was built into the site."""
    for file in out.glob("book/*.html"):
        if f"book/{file.stem}" not in pages:  # Sphinx writes the first page each time
            file.unlink()
    there = {file.relative_to(out).as_posix() for file in out.rglob("*.html")}
    same = {
        name
        for file in out.rglob("*")
        if file.is_file()
        and (name := file.relative_to(out).as_posix()).startswith(("_static/", "_images/"))
        and (site / name).exists()
        and (site / name).read_bytes() == file.read_bytes()
    }

    def lead(page: str, text: str) -> str:
        up = "../" * page.count("/")

        def link(found: re.Match[str]) -> str:
            target = os.path.normpath(os.path.join(os.path.dirname(page), found[2]))
            lost = found[2].endswith(".html") and target not in there and (site / target).exists()
            return f'{found[1]}{up}../{target}" hreflang="en' if lost else found[0]

        def shared(found: re.Match[str]) -> str:
            return f"{up}../{found[1]}" if found[1] in same else found[0]

        # a link's own anchor stands after its address
        text = re.sub(r'" hreflang="en([#?][^"]*)"', r'\1" hreflang="en"', _LINK.sub(link, text))
        return _STATIC.sub(shared, text)

    for name in there:
        file = out / name
        file.write_text(lead(name, file.read_text(encoding="utf-8")), encoding="utf-8")
    for name in same:
        (out / name).unlink()
    first = pages[0] if "book/intro" not in pages else "book/intro"
    (out / "index.html").write_text(
        f'<!doctype html><html lang="{code}"><meta charset="utf-8"><title>Which Bank?</title>'
        f'<meta http-equiv="refresh" content="0; url={first}.html"><a href="{first}.html">Which Bank?</a></html>\n',
        encoding="utf-8",
    )
    shutil.rmtree(out / "_static/hindi", ignore_errors=True)  # of single words in English pages
    for left in ("404.html", "offline.js", ".buildinfo"):
        (out / left).unlink(missing_ok=True)
    shutil.rmtree(out / "_sources", ignore_errors=True)
    for folder in sorted((path for path in out.rglob("*") if path.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()
    target = site / code
    shutil.rmtree(target, ignore_errors=True)
    shutil.move(out, target)
