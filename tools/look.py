"""See the site as its readers do: ``python -m tools.look`` draws all of its pages on sheets, into
``_build/look``.

A page is drawn in a phone's and a desktop's width, light and dark; what a prediction covers also
with its cover; and each formula once, at twice its size and under what it says. ``--old`` names an
earlier build: then only those blocks of a page are drawn that look otherwise now, the old one at
the left. A block that has only moved is no change.
"""

import argparse
import base64
import functools
import io
import os
import queue
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Literal

import matplotlib
from PIL import Image, ImageChops, ImageDraw, ImageFont
from playwright.sync_api import Browser, Page, ViewportSize
from playwright.sync_api import TimeoutError as TooLate

from tools.book import BUILD, SITE, pages
from tools.chromium import MISSING, chromium, installed
from tools.server import served

LOOK = BUILD / "look"
WINDOWS = {390: 844, 1280: 900}
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
SHEET, GAP, LABEL = (1600, 1200), 10, 16
STRIP, SOFT = 2000, 16
BEHIND, LINE = "gray", "#e0008c"
UNCOVERED = """.wb-covered, .wb-covered * { visibility: inherit !important }
  .wb-covered { height: auto !important; margin: 0 !important; overflow: visible !important }
  .wb-cover { display: none !important }
  .cell:has(.wb-covered) > * { display: revert !important }"""
# What comes when a reader is near comes now.
VISIT = """async () => {
  for (const image of document.images) image.loading = "eager";
  for (const place of document.querySelectorAll(".wb-live, .wb-try")) {
    place.scrollIntoView({ behavior: "instant" });
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
  scrollTo({ top: 0, behavior: "instant" });
}"""
FONTS = """async () => {
  while (document.querySelector(".wb-wait")) await new Promise(requestAnimationFrame);
  return !document.querySelector(".content math") || document.fonts.size > 0;
}"""
SETTLED = """() => !document.querySelector("script[type=wb-later], .wb-wait, .wb-try:not(.wb-tried)")
  && [...document.querySelectorAll(".wb-live:not(.wb-still)")].every((place) => place.model?.underway.size === 0)
  && [...document.images].every((image) => image.complete) && document.fonts.status === "loaded"
  && document.getAnimations().every((one) => one.playState !== "running")"""
# Each block is moved by less than a pixel, to begin with a whole one: then it has the same pixels
# wherever it stands.
BLOCKS = """() => {
  const main = document.querySelector(".content") ?? document.body;
  const all = [];
  const walk = (parent) => [...parent.children].forEach((one) => {
    if (one.matches("article, .article-container, section")) walk(one);
    else if (one.getClientRects().length && !one.matches("span")) all.push(one);
  });
  walk(main);
  const top = (one) => one.getBoundingClientRect().top + scrollY;
  for (const one of all) {
    if (getComputedStyle(one).position !== "static") continue;
    one.style.position = "relative";
    one.style.top = `${Math.round(top(one)) - top(one)}px`;
  }
  const heading = (one) => one.closest("section")?.querySelector("h1, h2, h3")?.firstChild.textContent ?? "";
  const { left, right, bottom } = main.getBoundingClientRect();
  return {
    left: Math.floor(left), right: Math.ceil(right), bottom: Math.ceil(bottom + scrollY),
    blocks: all.map((one) => [heading(one), Math.round(top(one))]),
  };
}"""
# Each formula once, with what it says in a line.
FORMULAS = """() => {
  const signs = { msub: "_", msup: "^", msubsup: "_^", munder: "_", mover: "^", munderover: "_^", mfrac: "/" };
  const line = (node) => {
    const parts = [...node.children].map(line);
    const between = signs[node.localName];
    const one = (part) => (part.length > 1 ? `(${part})` : part);
    if (between) return parts.map((part, i) => (between[i - 1] ?? "") + one(part)).join("");
    if (node.localName === "msqrt") return `√(${parts.join("")})`;
    if (node.localName === "mtable") return `[${parts.join("; ")}]`;
    return parts.length ? parts.join(node.localName === "mtr" ? ", " : "") : node.textContent;
  };
  const seen = new Set();
  return [...document.querySelectorAll("math")].flatMap((math) => {
    const { left, top, width, height } = math.getBoundingClientRect();
    if (!math.checkVisibility() || seen.has(math.outerHTML)) return [];
    seen.add(math.outerHTML);
    const [x, y] = [Math.floor(left) - 4, Math.floor(top + scrollY) - 4];
    return [[line(math), x, y, x + Math.ceil(width) + 8, y + Math.ceil(height) + 8]];
  });
}"""


@dataclass
class Block:
    """A paragraph, a figure, a formula, a cell: how it looks, and what it is called on a sheet."""

    picture: Image.Image
    name: str = ""

    @functools.cached_property
    def blurred(self) -> Image.Image:
        """The picture without what differs from one drawing to the next: the softness of its
        edges.
        """
        return self.picture.reduce(4)

    def looks_like(self, other: "Block") -> bool:
        """Return whether a reader sees the same; where a block stands decides on a line of the room
        below it.
        """
        (width, height), (its_width, its_height) = self.picture.size, other.picture.size
        near = width == its_width and abs(height - its_height) <= 1
        return near and not _differing(self.blurred, other.blurred, SOFT)


def seen(
    browser: Browser, address: str, width: int, theme: Theme, *, large: bool
) -> dict[str, list[Block]]:
    """Return the blocks of a page; apart from them what is covered, under its cover; if asked, the
    formulas, large.
    """
    window = ViewportSize(width=width, height=WINDOWS.get(width, 900))
    tab = browser.new_page(viewport=window, color_scheme=theme, reduced_motion="reduce")
    for _ in range(3):  # a page does without its fonts when they take longer than a second
        tab.goto(address)
        if tab.evaluate(FONTS):
            break
    tab.evaluate(VISIT)
    try:
        tab.wait_for_function(SETTLED, timeout=60_000)
    except TooLate:
        print(f"{address} has not come to rest: something on it may be drawn by half.", flush=True)
    with_covers = blocks(tab) if tab.query_selector(".wb-cover") else []
    tab.add_style_tag(content=UNCOVERED)
    bare = blocks(tab)
    found = {"": bare, "covered": [one for _, after in changes(bare, with_covers) for one in after]}
    if large:
        found["formulas"] = formulas(tab)
    tab.close()
    return found


def taken(tab: Page, left: int, top: int, width: int, height: int, scale: int = 1) -> Image.Image:
    """Take a picture of a part of the page. Playwright's own way takes three times as long."""
    clip = {"x": left, "y": top, "width": width, "height": height, "scale": scale}
    options = {
        "format": "png",
        "captureBeyondViewport": True,
        "optimizeForSpeed": True,
        "clip": clip,
    }
    session = tab.context.new_cdp_session(tab)
    data = session.send("Page.captureScreenshot", options)["data"]
    session.detach()
    return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")


def blocks(tab: Page) -> list[Block]:
    """Cut the page into its blocks, each with the room below it; the first are what stands beside
    the text.
    """
    found = tab.evaluate(BLOCKS)
    left, right, bottom = found["left"], found["right"], found["bottom"]
    width, height = tab.evaluate("[document.documentElement.clientWidth, innerHeight]")
    beside = [(x, end) for x, end in ((0, left), (right, width)) if end > x]
    cut = [Block(taken(tab, x, 0, end - x, height), "beside the text") for x, end in beside]
    picture, top = taken(tab, left, 0, right - left, bottom), 0
    ends = [*(start for _, start in found["blocks"][1:]), bottom]
    for (name, _), end in zip(found["blocks"], ends, strict=True):
        if end > top:
            cut.append(Block(picture.crop((0, top, right - left, end)), name))
            top = end
    return cut


def formulas(tab: Page) -> list[Block]:
    """Draw each formula at twice its size, without the empty room around it."""
    found, (strip, start, end), width = (
        [],
        (None, 0, 0),
        tab.evaluate("document.documentElement.clientWidth"),
    )
    for name, left, top, right, bottom in tab.evaluate(FORMULAS):
        if strip is None or top < start or bottom > end:
            start, end = top, max(top + STRIP, bottom)
            strip = taken(tab, 0, start, width, end - start, scale=2)
        picture = strip.crop((2 * left, 2 * (top - start), 2 * right, 2 * (bottom - start)))
        ground = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
        left, top, right, bottom = ImageChops.difference(picture, ground).getbbox() or (0, 0, 1, 1)
        framed = ground.resize((right - left + 16, bottom - top + 16))
        framed.paste(picture.crop((left, top, right, bottom)), (8, 8))
        found.append(Block(framed, name))
    return found


def changes(old: list[Block], new: list[Block]) -> Iterator[tuple[list[Block], list[Block]]]:
    """Return what stood and what stands where the blocks differ."""
    kinds: list[Block] = []  # a block of each look
    order: tuple[list[int], list[int]] = ([], [])
    for side, numbers in zip((old, new), order, strict=True):
        for one in side:
            number = next(
                (number for number, kind in enumerate(kinds) if one.looks_like(kind)), len(kinds)
            )
            kinds += [one] * (number == len(kinds))
            numbers.append(number)
    match = SequenceMatcher(None, *order, autojunk=False)
    for kind, i, j, k, end in match.get_opcodes():
        if kind != "equal":
            yield old[i:j], new[k:end]


def compared(old: list[Block], new: list[Block]) -> Iterator[Block]:
    """Draw what has changed, the old at the left, with a line around the part that differs."""
    for before, after in changes(old, new):
        alike = len(before) == len(after)
        for one, other in (
            zip(before, after, strict=True) if alike else [(_stacked(before), _stacked(after))]
        ):
            width, height = map(max, one.picture.size, other.picture.size)
            both = Image.new("RGB", (2 * width + GAP, height), BEHIND)
            both.paste(one.picture)
            both.paste(other.picture, (width + GAP, 0))
            _outline(both, one.picture, other.picture, width + GAP)
            yield Block(both, other.name or one.name)


def _stacked(parts: list[Block]) -> Block:
    """Put blocks below each other again; none are a line of nothing."""
    width, height = (
        max((one.picture.width for one in parts), default=1),
        sum(one.picture.height for one in parts),
    )
    picture, top = Image.new("RGB", (width, max(height, 1)), BEHIND), 0
    for one in parts:
        picture.paste(one.picture, (0, top))
        top += one.picture.height
    return Block(picture, parts[0].name if parts else "")


def _outline(both: Image.Image, one: Image.Image, other: Image.Image, right: int) -> None:
    """Draw a line around all but what two pictures have in common at their top and at their
    bottom.
    """
    width, low = min(one.width, other.width), min(one.height, other.height)
    lowest = (
        picture.crop((0, picture.height - low, width, picture.height)) for picture in (one, other)
    )
    top = (_differing(one, other, 2 * SOFT) or (0, low))[1]
    end = (_differing(next(lowest), next(lowest), 2 * SOFT) or (0, 0, 0, 0))[3]
    shared = min(low - end, low - top)
    for left, picture in ((0, one), (right, other)):
        box = (
            left,
            max(top - 3, 0),
            left + picture.width - 1,
            min(picture.height - shared + 3, both.height) - 1,
        )
        ImageDraw.Draw(both).rectangle(box, outline=LINE, width=2)


def _differing(
    one: Image.Image, other: Image.Image, more_than: int
) -> tuple[int, int, int, int] | None:
    """Return the box of what differs in the part that both have."""
    return (
        ImageChops.difference(one, other).point(lambda level: 255 * (level > more_than)).getbbox()
    )


def sheets(parts: Iterable[Block], *, down: bool, named: bool) -> Iterator[Image.Image]:
    """Lay blocks out, one below the other in columns or side by side in rows, on as many sheets as
    they need.
    """
    most, across_most = (SHEET[1], SHEET[0]) if down else SHEET
    above = LABEL if named else 0
    drawn: list[tuple[int, int, Block]] = []
    # where the next block begins, in its line; where this line does, and how thick it is
    along = across = thick = 0
    for one in (piece for part in parts for piece in _in_pieces(part, SHEET[1] - above)):
        width, height = one.picture.width, one.picture.height + above
        length, breadth = (height, width) if down else (width, height)
        if along and along + length > most:
            along, across, thick = 0, across + thick + GAP, 0
        if across and across + breadth > across_most:
            yield _sheet(drawn, above)
            drawn, along, across, thick = [], 0, 0, 0
        drawn.append((across, along, one) if down else (along, across, one))
        along, thick = along + length + (GAP if named else 0), max(thick, breadth)
    if drawn:
        yield _sheet(drawn, above)


def _in_pieces(part: Block, height: int) -> Iterator[Block]:
    for top in range(0, part.picture.height, height):
        end = min(top + height, part.picture.height)
        yield Block(part.picture.crop((0, top, part.picture.width, end)), part.name)


def _sheet(drawn: list[tuple[int, int, Block]], above: int) -> Image.Image:
    font = ImageFont.truetype(Path(matplotlib.get_data_path(), "fonts/ttf/DejaVuSans.ttf"), 11)
    right = max(x + part.picture.width for x, _, part in drawn)
    sheet = Image.new(
        "RGB", (right, max(y + above + part.picture.height for _, y, part in drawn)), BEHIND
    )
    for x, y, part in drawn:
        sheet.paste(part.picture, (x, y + above))
        if above:
            name = Image.new("RGB", (part.picture.width, above), BEHIND)
            ImageDraw.Draw(name).text((0, 1), part.name, "white", font)
            sheet.paste(name, (x, y))
    return sheet


def look(
    site: Path,
    target: Path,
    chosen: list[str],
    widths: list[int],
    themes: list[Theme],
    old: Path | None,
) -> int:
    """Draw the sheets of a built site into a folder, or of what differs from an earlier build;
    return how many.
    """
    tasks: queue.SimpleQueue[tuple[str, int, Theme]] = queue.SimpleQueue()
    for page in pages(site):
        for width in widths if any(part in page for part in chosen or [""]) else []:
            for theme in themes:
                tasks.put((page, width, theme))
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    workers = os.cpu_count() or 1
    with ExitStack() as stack, ThreadPoolExecutor(workers) as pool:
        bases = [stack.enter_context(served(folder)) for folder in (site, old) if folder]
        for done in [
            pool.submit(_work, tasks, bases, target, (widths[-1], themes[0]))
            for _ in range(workers)
        ]:
            done.result()
    made = sorted(target.glob("*.png"))
    links = (
        f'<p>{one.stem}<br><a href="{one.name}"><img loading=lazy width=400 src="{one.name}"></a>'
        for one in made
    )
    (target / "index.html").write_text(
        f"<!doctype html><style>body {{ columns: 420px }}</style>{''.join(links)}"
    )
    return len(made)


def _work(
    tasks: "queue.SimpleQueue[tuple[str, int, Theme]]",
    bases: list[str],
    target: Path,
    large: tuple[int, Theme],
) -> None:
    """Draw pages as long as there are any, with a browser of one's own."""
    with chromium(installed() or sys.exit(MISSING)) as browser:
        while not tasks.empty():
            try:
                page, width, theme = tasks.get_nowait()
            except queue.Empty:  # the other was faster
                return
            now, *before = (
                seen(browser, base + page, width, theme, large=(width, theme) == large)
                for base in bases
            )
            for kind, new in now.items():
                parts = compared(before[0].get(kind, []), new) if before else new
                name = "-".join(filter(None, (Path(page).stem, str(width), theme, kind)))
                drawn = sheets(
                    parts, down=kind != "formulas", named=bool(before) or kind == "formulas"
                )
                for number, sheet in enumerate(drawn, 1):
                    sheet.save(target / f"{name}-{number:02}.png", compress_level=1)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "pages", nargs="*", help="parts of the names of the pages to draw (default: all)"
    )
    parser.add_argument("--old", type=Path, help="the folder of an earlier build to compare with")
    parser.add_argument("--widths", type=int, nargs="+", default=list(WINDOWS))
    parser.add_argument("--themes", nargs="+", default=list(THEMES), choices=THEMES)
    asked = parser.parse_args()
    for site in filter(None, (SITE, asked.old)):
        if not (site / "index.html").exists():
            sys.exit(f"No site is built in {site}: run `make book` first.")
    start = time.monotonic()
    count = look(SITE, LOOK, asked.pages, asked.widths, asked.themes, asked.old)
    print(f"{count} sheets in {time.monotonic() - start:.0f} s: {LOOK / 'index.html'}")


if __name__ == "__main__":
    main()
