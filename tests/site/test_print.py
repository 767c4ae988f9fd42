"""The site on paper: light, and bound into one book."""

import html
import io

import pytest
from built import BUILT, all_here
from pypdf import PdfReader

from tools import pdf
from tools.server import served

DARK = 'localStorage.setItem("mode", "dark"); localStorage.setItem("theme", "dark");'
THEMES = """() => {
  window.themes = [];
  for (const event of ["beforeprint", "afterprint"])
    addEventListener(event, () => window.themes.push(document.documentElement.dataset.theme));
}"""


@pytest.mark.browser
def test_a_dark_page_prints_light_and_is_dark_again(new_page, site):
    page = new_page()
    page.add_init_script(DARK)
    page.goto(site + "book/notation.html")
    all_here(page)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.evaluate(THEMES)
    page.pdf()
    assert page.evaluate("window.themes") == ["light", "dark"]
    assert page.faults == []


@pytest.mark.browser
def test_a_page_that_was_not_scrolled_prints_all_its_pictures_and_the_figures_colors(new_page):
    page = new_page("book/mixing.html")
    pictures = page.locator("article img.only-light:not(.wb-live img)")
    assert pictures.count() > 3
    come = (
        "[...document.querySelectorAll('article img.only-light:not(.wb-live img)')].every((one) "
        "=> one.complete)"
    )
    page.wait_for_function(come)
    printed = PdfReader(io.BytesIO(page.pdf()))
    drawn = {image.indirect_reference.idnum for sheet in printed.pages for image in sheet.images}
    assert len(drawn) >= pictures.count()
    # it is folded on the screen
    assert "What you need." in "".join(sheet.extract_text() for sheet in printed.pages)
    page.emulate_media(media="print")
    colors = "(all) => all.map((one) => getComputedStyle(one).printColorAdjust)"
    assert set(page.locator(".wb-figure :is(td, span)").evaluate_all(colors)) == {"exact"}


@pytest.fixture(scope="module")
def bound(browser) -> PdfReader:
    """Two pages of the site as a book, with what the site's address would be."""
    with served(BUILT) as base:
        sections = [
            pdf.Section("book/intro", "Before", ""),
            pdf.Section("book/glossary", "", "Back matter"),
        ]
        writer = pdf.make(browser, base, sections, "https://owner.github.io/course/")
    file = io.BytesIO()
    writer.write(file)
    return PdfReader(file)


@pytest.mark.browser
def test_the_book_has_a_title_contents_an_outline_and_numbers(bound):
    assert bound.metadata.title.startswith("Which Bank?")
    texts = [page.extract_text() for page in bound.pages]
    assert "Which Bank?" in texts[0]
    assert texts[1].startswith("Contents")
    first = bound.outline[0]
    assert first.title == "Before"
    part = next(
        one for one in bound.outline if not isinstance(one, list) and one.title == "Back matter"
    )
    glossary = bound.get_destination_page_number(part)
    assert texts[glossary].startswith("Glossary")
    assert f"Glossary\n{glossary + 1}" in texts[1] or f"Glossary{glossary + 1}" in texts[1].replace(
        " ", ""
    )
    for number, text in enumerate(texts[1:], 2):
        assert text.rstrip().endswith(str(number))


@pytest.mark.browser
def test_the_books_links_stay_in_it_or_lead_to_the_published_site(bound):
    links = [note.get_object() for page in bound.pages for note in page.get("/Annots", ())]
    addresses = [str(link["/A"]["/URI"]) for link in links if "/URI" in link.get("/A", {})]
    assert not [one for one in addresses if "127.0.0.1" in one]
    assert "https://owner.github.io/course/book/tokens.html" in addresses
    pages = [page.indirect_reference for page in bound.pages]
    inside = [link["/Dest"] for link in links if "/Dest" in link]
    assert len(inside) > 10
    assert all(list.__getitem__(there, 0) in pages for there in inside)


def test_every_page_of_the_contents_is_in_the_book():
    sections = pdf.contents(BUILT.parents[1] / "_toc.yml")
    assert sections[0].name == "book/intro"
    titles = [html.escape(one.title) for one in sections if " · " in one.title]
    assert len(titles) == len(list(BUILT.parents[1].glob("book/*.ipynb")))
    on_site = (BUILT / "book" / "intro.html").read_text(encoding="utf-8")
    assert [title for title in titles if title not in on_site] == []
    assert not {one.name for one in sections} & set(pdf.NOT_ON_PAPER)
    assert all((BUILT / f"{one.name}.html").exists() for one in sections)
