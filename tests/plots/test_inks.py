"""One set of inks for live figures, stills and pages, and each can be read on its ground."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from contrast import ratio

from whichbank.figures.kit.bundle import ROOMS
from whichbank.plots.picture import INKS, LINE_COLORS, WORD_COLORS

ROOT = Path(__file__).parents[2]
TEXT, BROAD = 4.5, 3.0  # of letters, and of what is broad


def declared(sheet: Path, prefix: str) -> dict[str, dict[str, str]]:
    """Return the colors that a style sheet names in its first block, and those that the block for
    the dark theme has in their place.
    """
    blocks = re.findall(r"\{(.*?)\}", sheet.read_text(encoding="utf-8"), re.DOTALL)
    dark = next(block for block in blocks[1:] if f"--{prefix}" in block)
    found = [dict(re.findall(rf"--{prefix}([\w-]+): (#\w+)", block)) for block in (blocks[0], dark)]
    return {"light": found[0], "dark": found[0] | found[1]}


FIGURES = declared(ROOMS / "kit" / "kit.css", "wb-")
PAGES = declared(ROOT / "book" / "_static" / "which-bank.css", "")


def rgb(color: str) -> list[int]:
    return [int(color[at : at + 2], 16) for at in (1, 3, 5)]


@pytest.mark.parametrize("theme", INKS)
def test_stills_have_the_inks_of_the_live_figures(theme):
    assert INKS[theme].items() <= FIGURES[theme].items()


@pytest.mark.parametrize("theme", INKS)
def test_a_page_has_the_paper_and_the_inks_of_its_figures(theme):
    page, figure = PAGES[theme], FIGURES[theme]
    same = {
        "color-background-primary": "paper",
        "color-foreground-primary": "ink",
        "color-foreground-muted": "soft",
        "color-background-secondary": "panel",
        "color-background-border": "line",
        "color-brand-content": "accent",
        "wb-done": "good",
        "code-word": "plum",
        "code-text": "moss",
        "code-name": "slate",
        "code-value": "rust",
    }
    assert {name: page[name] for name in same} == {name: figure[ink] for name, ink in same.items()}


@pytest.mark.parametrize("theme", INKS)
def test_every_ink_can_be_read_on_the_paper_and_none_is_another(theme):
    inks = FIGURES[theme]
    papers = [inks["paper"], inks["panel"]]
    written = inks.keys() - {"paper", "panel", "line"}
    pale = [
        (name, round(found, 2))
        for name in written
        for paper in papers
        if (found := ratio(rgb(inks[name]), rgb(paper))) < (BROAD if "broad" in name else TEXT)
    ]
    assert pale == []
    for colors in (WORD_COLORS[theme], LINE_COLORS[theme]):
        assert all(
            sum((one - other) ** 2 for one, other in zip(rgb(a), rgb(b), strict=True)) > 25**2
            for a, b in combinations(colors, 2)
        )
