"""Print the built site as one book: ``python -m tools.pdf`` writes which-bank.pdf, through an
installed Chromium.

Jupyter Book's own ways to a PDF go through LaTeX, which leaves the live figures out, or through one
page of everything, where the first figure of each chapter has the same name. Chromium prints each
page as it is; what makes a book of them is done here: contents with numbers, links that stay in it,
an outline, and a foot.
"""

import html
import io
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    Fit,
    FloatObject,
    NameObject,
    NullObject,
    TextStringObject,
)
from whichbank_site.pages.address import address
from whichbank_site.pages.chapters import numbered, title

from tools.book import ROOT, SITE
from tools.chromium import MISSING, chromium, installed
from tools.server import served

NAME = "which-bank.pdf"
TITLE = "Which Bank?"
SUBTITLE = "An interactive course on self-attention"
# about the reader's browser, and about this week
NOT_ON_PAPER = ("book/progress", "book/before", "book/after", "book/status")
READY = """() => dispatchEvent(new Event("scroll"))
  && [...document.querySelectorAll(".wb-live")].every((place) => place.model)
  && [...document.images].every((image) => image.complete || (image.loading = "eager", false))
  && document.fonts.status === "loaded" """
HEADINGS = """(title) => {
  document.querySelector("article h1").textContent = title;
  for (const link of document.querySelectorAll(".headerlink")) link.remove();
  return [...document.querySelectorAll("article section > h2")].map((heading) =>
    [heading.parentElement.id, heading.textContent.trim()]);
}"""
SHEET = """@page { size: A4; margin: 17mm 16mm 19mm }
  body { margin: 0; font: 11pt/1.5 'Noto Sans', system-ui, sans-serif }"""


@dataclass
class Section:
    """One page of the site, and where it begins in the book."""

    name: str
    title: str
    part: str
    pdf: bytes = b""
    headings: list[tuple[str, str]] = field(default_factory=list)
    first: int = 0  # counted from 0

    def targets(self) -> dict[str, tuple[int, float, float]]:
        """Return for each anchor of the page its sheet of the book, and the place on it."""
        reader = PdfReader(io.BytesIO(self.pdf))
        return {
            name.removeprefix("/"): (
                self.first + (reader.get_destination_page_number(to) or 0),
                float(to.left or 0),
                float(to.top or 0),
            )
            for name, to in reader.named_destinations.items()
        }


def contents(toc: Path) -> list[Section]:
    """Return the pages of the book in their order, from ``_toc.yml``, chapters with their numbers;
    another page has its own title.
    """
    book = yaml.safe_load(toc.read_text(encoding="utf-8"))
    parts = [(part["caption"], [one["file"] for one in part["chapters"]]) for part in book["parts"]]
    titles = {
        page: f"{number} · {title(toc.parent / f'{page}.ipynb')}"
        for page, number in numbered(parts, toc.parent).items()
    }
    found = [Section(book["root"], "Before you begin", "")]
    found += [
        Section(page, titles.get(page, ""), caption) for caption, pages in parts for page in pages
    ]
    return [section for section in found if section.name not in NOT_ON_PAPER]


def print_section(tab: Tab, base: str, section: Section) -> None:
    """Print one page of the site."""
    tab.goto(f"{base}{section.name}.html")
    tab.wait_for_function(READY)
    section.title = section.title or tab.locator("article h1").first.evaluate(
        "(h1) => h1.firstChild.textContent"
    )
    section.headings = [(anchor, text) for anchor, text in tab.evaluate(HEADINGS, section.title)]
    section.pdf = tab.pdf(format="A4", print_background=True)


def print_sheets(tab: Tab, style: str, body: str) -> bytes:
    """Print sheets that the site has not: the title, the contents, the numbers at the foot."""
    tab.set_content(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><style>{style}</style>{body}</html>'
    )
    return tab.pdf(format="A4", print_background=True)


def front(tab: Tab, base: str, sections: list[Section], published: str | None) -> bytes:
    """Print the title and the contents."""
    rows, part = "", ""
    for section in sections:
        if section.part != part:
            part = section.part
            rows += f"<h3>{html.escape(part)}</h3>"
        link = f'<a href="{base}{section.name}.html">{html.escape(section.title)}</a>'
        rows += f"<p>{link}<span>{section.first + 1}</span></p>"
    there = (
        f"<p>The figures of this book move at<br><b>{html.escape(published)}</b></p>"
        if published
        else ""
    )
    style = f"""{SHEET} h1 {{ font-size: 40pt; margin: 75mm 0 0 }}
      h2 {{ break-before: page; font-size: 22pt; margin: 0 }}
      h3 {{ margin: 5mm 0 1mm; font-size: 11pt; break-after: avoid }} .title p {{ font-size: 15pt; color: #635d53 }}
      .title .small {{ font-size: 10pt; margin-top: 70mm }} .contents p {{ display: flex; margin: 0.6mm 0 }}
      .contents span {{ margin-left: auto }} a {{ color: #37424e; text-decoration: none }}"""
    title = (
        f"<h1>{TITLE}</h1><p>{SUBTITLE}</p>{there}<p class=small>Text under CC BY 4.0, code "
        "under BSD-3-Clause.</p>"
    )
    return print_sheets(
        tab,
        style,
        f"<div class=title>{title}</div><h2>Contents</h2><div class=contents>{rows}</div>",
    )


def feet(tab: Tab, sections: list[Section], sheets: int) -> bytes:
    """Print the footer of each sheet but the first: the section, and the number."""
    names = [""] * sheets
    for section in sections:
        names[section.first :] = [section.title] * (sheets - section.first)
    style = """@page { size: A4; margin: 0 } body { margin: 0; font: 8pt 'Noto Sans', system-ui, sans-serif }
      div { height: 297mm; position: relative; break-after: page; overflow: hidden; color: #635d53 }
      p { position: absolute; bottom: 9mm; left: 16mm; right: 16mm; margin: 0; display: flex }
      b { margin-left: auto }"""
    lines = (
        f"<div><p>{html.escape(name)}<b>{number}</b></p></div>"
        for number, name in enumerate(names[1:], 2)
    )
    return print_sheets(tab, style, f"<div></div>{''.join(lines)}")


def bind(
    sections: list[Section], beginning: bytes, foot: bytes, base: str, published: str | None
) -> PdfWriter:
    """Put all sheets into one file, with links that stay in it, an outline, and a foot on each
    sheet.
    """
    writer = PdfWriter()
    origins = []
    for name, data in [("", beginning), *((section.name, section.pdf) for section in sections)]:
        for page in PdfReader(io.BytesIO(data)).pages:
            writer.add_page(page)
            origins.append(name)
    places = {
        section.name: {"": (section.first, 0.0, 842.0)} | section.targets() for section in sections
    }
    for name, page in zip(origins, writer.pages, strict=True):
        for annotation in page.get("/Annots", ()):
            _mend_link(annotation.get_object(), writer, name, base, published, places)
    for page, stamp in zip(writer.pages, PdfReader(io.BytesIO(foot)).pages, strict=False):
        page.merge_page(stamp)
        page.compress_content_streams()
    part, above = "", None
    for section in sections:
        if section.part != part:
            part, above = (
                section.part,
                writer.add_outline_item(title=section.part, page_number=section.first),
            )
        entry = writer.add_outline_item(
            title=section.title, page_number=section.first, parent=above, is_open=False
        )
        for anchor, text in section.headings:
            if anchor in places[section.name]:
                sheet, left, top = places[section.name][anchor]
                writer.add_outline_item(
                    title=text, page_number=sheet, parent=entry, fit=Fit.xyz(left, top)
                )
    writer.add_metadata({"/Title": f"{TITLE} {SUBTITLE}", "/Author": "The Which Bank? authors"})
    writer.root_object[NameObject("/Lang")] = TextStringObject("en")
    writer.compress_identical_objects()
    return writer


def _mend_link(
    link: DictionaryObject,
    writer: PdfWriter,
    name: str,
    base: str,
    published: str | None,
    places: dict[str, dict],
) -> None:
    """Lead a link to its place in the book, or else to the published site."""
    action = link.get("/A", DictionaryObject()).get_object()
    uri, target = str(action.get("/URI", "")), str(link.get("/Dest", action.get("/D", "")))
    if uri.startswith(base):
        address, _, anchor = uri.removeprefix(base).partition("#")
        page = address.removesuffix(".html")
    elif target:
        page, anchor = name, target.removeprefix("/")
    else:
        return
    if page in places:
        sheet, left, top = places[page].get(anchor, places[page][""])
        there = [
            writer.pages[sheet].indirect_reference,
            NameObject("/XYZ"),
            FloatObject(left),
            FloatObject(top),
        ]
        link.pop("/A", None)
        link[NameObject("/Dest")] = ArrayObject([*there, NullObject()])
    elif published:
        action[NameObject("/URI")] = TextStringObject(published + uri.removeprefix(base))
    else:
        link.pop("/A", None)


def make(browser: Browser, base: str, sections: list[Section], published: str | None) -> PdfWriter:
    """Print these pages of the site that is served at ``base``, and bind them."""
    tab = browser.new_page(viewport={"width": 1000, "height": 1300}, color_scheme="light")
    for section in sections:
        print_section(tab, base, section)
    sheets = count(front(tab, base, sections, published))
    for section in sections:
        section.first = sheets
        sheets += count(section.pdf)
    beginning, foot = front(tab, base, sections, published), feet(tab, sections, sheets)
    tab.close()
    return bind(sections, beginning, foot, base, published)


def count(pdf: bytes) -> int:
    """Return the number of sheets."""
    return len(PdfReader(io.BytesIO(pdf)).pages)


def main() -> None:
    """Write the book into the site."""
    if not (SITE / "index.html").exists():
        sys.exit("The site is not built: run `make book` first.")
    path = installed() or sys.exit(MISSING)
    target = SITE / NAME
    with served(SITE) as base, chromium(path) as browser:
        writer = make(browser, base, contents(ROOT / "_toc.yml"), address(os.environ, ROOT))
    writer.write(target)
    size = target.stat().st_size / 1e6
    print(f"{target.relative_to(ROOT)}: {len(writer.pages)} sheets, {size:.1f} MB")


if __name__ == "__main__":
    main()
