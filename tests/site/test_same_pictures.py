"""What the site's small fonts and styles draw looks as the whole ones draw it, in every browser."""

import base64
import io
import re
from pathlib import Path
from typing import Any

import pytest
import whichbank_site
from built import BUILT, ROOT
from engines import NAMES
from fontTools import subset
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageFilter
from whichbank_site.pages import fonts

from whichbank.figures import FIGURES
from whichbank.figures.kit.bundle import style_sheet

WINDOW = {"width": 1280, "height": 1300}
ROOM = 120
"""Of 255: WebKit sets a letter up to half a pixel elsewhere from one picture of a page to the next,
which changes its rim by up to 87 shades; where a stroke is lacking, or elsewhere by a pixel, it is
200 and more."""
PAGES = {
    page.relative_to(BUILT).as_posix(): page.read_text(encoding="utf-8")
    for page in BUILT.rglob("book/*.html")
}
FORMULAS = sorted(set(re.findall("<math.*?</math>", "".join(PAGES.values()), re.DOTALL)))
HINDI = re.compile("[\u0900-\u097f]+")
SHEET = """(parts) => {
  document.body.innerHTML = `<style>
    math, [lang] { text-rendering: geometricPrecision } /* no fitting to the pixels by other letters of a font */
    article { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 4px; font-size: 16px }
    html { scrollbar-width: none } ::-webkit-scrollbar { display: none }
  </style><article>${parts.map((part) => `<div class="wb-one">${part}</div>`).join("")}</article>`;
  const all = [...document.querySelectorAll(".wb-one")]; // each begins at a whole pixel, however wide the others are
  const sizes = all.map((one) => one.getBoundingClientRect());
  all.forEach(({style}, i) => Object.assign(style,
    {flex: "none", width: `${Math.ceil(sizes[i].width)}px`, height: `${Math.ceil(sizes[i].height)}px`}));
}"""
USE = """async ([family, data]) => {
  while (document.documentElement.matches(".wb-wait")) await new Promise(requestAnimationFrame); // for its own fonts
  for (const font of [...document.fonts]) if (font.family.replaceAll('"', "") === family) document.fonts.delete(font);
  const font = new FontFace(family, Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)));
  document.fonts.add(await font.load());
}"""
PLACES = """() => [...document.querySelectorAll(".wb-one")].map((one) => {
  const {x, y, width, height} = one.getBoundingClientRect();
  return [x, y + scrollY, x + width, y + scrollY + height].map(Math.round);
})"""
SCROLL = """async (slice) => {
  scrollTo({top: slice * innerHeight, behavior: "instant"});
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  return [scrollY, scrollY + innerHeight >= document.documentElement.scrollHeight - 1];
}"""
# Put sheets in the place of those that are linked, and tell which elements then look otherwise. Left
# out are texts as they were written (custom properties, quotes), 0 for 0%, and what the layout makes
# of them: WebKit sets a letter half a pixel elsewhere from one time to the next.
SWAP = """async (sheets) => {
  const OUT = /^(--.*|background-position.*|width|height|inline-size|block-size|perspective-origin|transform-origin)$/;
  const all = [...document.querySelectorAll(".wb-figure, .wb-figure *, article :is(h1, h2, p, pre, table)")];
  const looks = () => all.map((node) => {
    const style = getComputedStyle(node);
    const told = (name) => `${name}: ${style.getPropertyValue(name).replaceAll('"', "")}`;
    return [...style].filter((name) => !OUT.test(name)).map(told);
  });
  const before = looks();
  for (const [file, text] of Object.entries(sheets)) {
    const find = ({href, dataset}) => (href ?? dataset.of ?? "").includes(file);
    const old = [...document.querySelectorAll("link, style")].find(find);
    const style = document.createElement("style");
    style.dataset.of = old.href ?? old.dataset.of;
    style.textContent = text.replace(/url\\(["']?(?!data:|#)([^"')]*)["']?\\)/g,
      (_, to) => `url(${new URL(to, style.dataset.of)})`);
    old.replaceWith(style);
  }
  await document.fonts.ready;
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  const after = looks();
  return all.flatMap((node, i) => after[i].flatMap((value, k) =>
    value === before[i][k] ? [] : [`${node.localName}.${node.getAttribute("class")} ${before[i][k]}, not ${value}`]));
}"""
ALIVE = """async () => {
  dispatchEvent(new Event("scroll"));
  while (![...document.querySelectorAll(".wb-live")].every((place) => place.model)) await new Promise(setTimeout);
  document.head.insertAdjacentHTML("beforeend", "<style>* { transition: none !important }</style>");
}"""
pytestmark = pytest.mark.browser


def lay(tab: Any, parts: list[str]) -> None:
    """Put parts of pages one beside the other on an open page of the site."""
    tab.evaluate(SHEET, parts)


def use(tab: Any, family: str, font: bytes) -> None:
    """Draw with this font what names the family."""
    tab.evaluate(USE, [family, base64.b64encode(font).decode()])


def drawn(tab: Any) -> list[Image.Image]:
    """Return the picture of each part."""
    slices, end = [], False
    while not end:
        top, end = tab.evaluate(SCROLL, len(slices))
        slices.append((int(top), Image.open(io.BytesIO(tab.picture())).convert("RGB")))
    top, last = slices[-1]
    sheet = Image.new("RGB", (last.width, top + last.height))
    for top, picture in slices:
        sheet.paste(picture, (0, top))
    return [sheet.crop(place) for place in tab.evaluate(PLACES)]


def unlike(parts: list[str], ones: list[Image.Image], others: list[Image.Image]) -> list[str]:
    """Return the parts that look one way in the first pictures and another in the second."""
    assert len(ones) == len(others) == len(parts) > 0
    assert all(max(high - low for low, high in picture.getextrema()) > 90 for picture in ones), (
        "nothing is drawn"
    )
    return [part for part, *pair in zip(parts, ones, others, strict=True) if differ(*pair)]


def differ(one: Image.Image, other: Image.Image) -> bool:
    """Tell whether one has a color that the other has nowhere near: WebKit always fits letters to
    the pixels.

    It goes by some letters that the small font may lack (of Devanagari by ट), so that a letter may
    lie a pixel away.
    """
    if one.size == other.size and one.tobytes() == other.tobytes():
        return False
    if max(abs(one.width - other.width), abs(one.height - other.height)) > 1:
        return True
    size = max(one.width, other.width), max(one.height, other.height)
    pair = [Image.new("RGB", size, picture.getpixel((0, 0))) for picture in (one, other)]
    for paper, picture in zip(pair, (one, other), strict=True):
        paper.paste(picture, (0, 0))
    for picture, target in (pair, pair[::-1]):
        low, high = target.filter(ImageFilter.MinFilter(3)), target.filter(ImageFilter.MaxFilter(3))
        beyond = ImageChops.lighter(
            ImageChops.subtract(low, picture), ImageChops.subtract(picture, high)
        )
        if max(top for _, top in beyond.getextrema()) > ROOM:
            return True
    return False


def whole(font: TTFont, layout_features: list[str]) -> bytes:
    """Return all of a font but its instructions for the pixel grid, which change how far each
    letter reaches.
    """
    cutter = subset.Subsetter(subset.Options(hinting=False, layout_features=layout_features))
    cutter.populate(glyphs=font.getGlyphOrder())
    cutter.subset(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


@pytest.fixture
def tab(engine: Any, watched: str) -> Any:
    """A tab of each browser in turn, with the styles of a page."""
    engine.set_viewport_size(WINDOW)
    engine.goto(f"{watched}book/notation.html")
    return engine


def test_formulas_are_drawn_as_by_the_whole_font(tab):
    kinds = {
        "site": (BUILT / "_static" / "math.woff2").read_bytes(),
        # but for the letters that Firefox alone would take for indices: 20 kB at each first visit
        "whole": whole(fonts.whole_math(), []),
        "rootless": fonts.math(fonts.of_formulas("".join(FORMULAS)) - {"√"}),
    }
    pictures = {}
    for name, font in kinds.items():
        use(tab, "STIX Two Math", font)
        lay(tab, FORMULAS)
        pictures[name] = drawn(tab)
    assert unlike(FORMULAS, pictures["site"], pictures["whole"]) == []
    roots = [formula for formula in FORMULAS if re.search("<(msqrt|mroot)|√", formula)]
    # each root that is lacking is seen; WebKit also moves the rows of a formula when its font changes
    assert set() < set(roots) <= set(unlike(FORMULAS, pictures["rootless"], pictures["whole"]))


@pytest.mark.parametrize(
    "engine",
    [NAMES[0], *(pytest.param(name, marks=pytest.mark.wide) for name in NAMES[1:])],
    indirect=True,
)
def test_hindi_is_drawn_as_by_the_whole_font(tab):
    pages = {
        page: sorted(set(HINDI.findall(text))) for page, text in PAGES.items() if HINDI.search(text)
    }
    assert pages
    for page, words in pages.items():
        cut = (BUILT / "_static" / "hindi" / page).with_suffix(".woff2").read_bytes()
        pictures = []
        for font in (cut, whole(fonts.whole_hindi(), ["*"])):
            use(tab, "Which Bank Hindi", font)
            lay(tab, [f'<span lang="hi">{word}</span>' for word in words])
            pictures.append(drawn(tab))
        assert unlike(words, *pictures) == [], page


def test_minified_styles_say_what_the_written_ones_say(engine, watched):
    engine.set_viewport_size(WINDOW)
    engine.goto(f"{watched}book/mixing.html")
    engine.evaluate(ALIVE)
    live = (Path(whichbank_site.__file__).parent / "pages" / "live.css").read_text(encoding="utf-8")
    book = (ROOT / "book" / "_static" / "which-bank.css").read_text(encoding="utf-8")
    sheets = {"figures.css": style_sheet("kit", *FIGURES) + live, "which-bank.css": book}
    assert engine.evaluate(SWAP, sheets)[:5] == []
    sheets["figures.css"] += ".wb-readout { padding: 3px }"
    assert engine.evaluate(SWAP, sheets) != []
