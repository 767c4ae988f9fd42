"""The exercises by hand are done where they are read: typed, checked, kept and counted on the
page.
"""

from importlib.resources import files
from pathlib import Path

import pytest
from built import BUILT, all_here, chapters
from keeping import AXE, ITEMS, REFUSE
from playwright.sync_api import Page, expect
from sound import AT_ONCE, COLORS, LAID_OUT, RULES, THEME
from whichbank_site.practice.by_hand import form

from whichbank.exercises.table import load

MIXING = "book/mixing.html"
WATCH = """globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const {sources} of list.getEntries()) moved.push(...sources.map(({node}) => node));
}).observe({type: "layout-shift", buffered: true})"""
ANSWER = """async () => {
  const until = async (found) => { while (!found()) await new Promise((done) => setTimeout(done, 20)); };
  await until(() => !document.querySelector("script[type=wb-later]"));
  const form = document.querySelector(".wb-hand");
  form.querySelector("input").value = "(1,4; 1/10)";
  form.requestSubmit();
  await until(() => form.querySelector("output").textContent);
}"""
# What has moved at the fields or below them; what was painted last is reported after a frame.
MOVED = """async () => {
  for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const fields = document.querySelector(".wb-hand");
  const follows = (node) => fields.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
  return moved.filter((node) => node && follows(node)).map((node) => node.outerHTML ?? node.data);
}"""


def said(page: Page):
    return page.locator(".wb-hand output")


def right(exercise: str) -> list[str]:
    return [f"{x:.3f}" for x in load(exercise).right[0].ravel()]


@pytest.mark.each
@pytest.mark.parametrize(
    "page", [page for page in chapters() if load(f"{Path(page).stem}.1").kind == "hand"]
)
def test_each_chapter_has_the_fields_and_no_hint_in_clear(page):
    exercise = load(f"{Path(page).stem}.1")
    page = (BUILT / page).read_text(encoding="utf-8")
    assert form(exercise) in page
    found = page + (BUILT / "searchindex.js").read_text(encoding="utf-8")
    assert not [hint for hint in exercise.hints.values() if hint[:40] in found]


@pytest.mark.browser
def test_a_finger_solves_the_first_exercise_of_mixing_and_it_counts(new_page, site):
    page = new_page(MIXING, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    for label, number in zip(("finance", "nature"), ("1,4", "1/10"), strict=True):
        page.get_by_role("textbox", name=label).tap()
        page.keyboard.type(number)
    button = page.get_by_role("button", name="Check exercise mixing.1")
    assert button.bounding_box()["height"] >= 40
    button.tap()
    expect(said(page)).to_have_text("right.")
    expect(page.get_by_label("Done: exercise mixing.1")).to_be_checked()
    page.reload()
    expect(said(page)).to_have_text("right.")
    assert page.get_by_role("textbox", name="nature").input_value() == "1/10"
    kept = {"done/mixing.1": True, "typed/mixing.1": ["1,4", "1/10"]}
    assert page.evaluate(ITEMS) == kept

    page.goto(f"{site}book/progress.html")
    row = page.locator("#wb-progress tbody tr", has_text="02 ·")
    expect(row.locator("td").last).to_have_text("1 of 4")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").tap()
    page.get_by_role("button", name="Forget everything").tap()
    page.get_by_role("dialog").get_by_role("button", name="Forget everything").tap()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Add from a file").tap()
    chooser.value.set_files(download.value.path())
    expect(row.locator("td").last).to_have_text("1 of 4")
    assert page.evaluate(ITEMS) == kept
    assert page.faults == []


@pytest.mark.browser
def test_by_keyboard_each_answer_is_told_what_check_tells(new_page):
    page = new_page("book/choosing.html")
    fields = page.locator(".wb-hand input")
    fields.first.press("Enter")
    expect(said(page)).to_have_text("not attempted yet.")
    fields.first.fill("0.4")
    fields.first.press("Enter")
    expect(said(page)).to_have_text("not finished yet. A place of your answer is still empty.")
    fields.nth(2).fill("<b>sqrt(2)</b>")
    fields.first.press("Enter")
    expect(said(page)).to_contain_text("“<b>sqrt(2)</b>” is not understood here.")
    expect(fields.nth(2)).to_be_focused()
    expect(fields.nth(2)).to_have_attribute("aria-invalid", "true")
    fields.nth(2).fill("")
    fields.first.fill("[7.389, 7.389, 2.718]")
    fields.first.press("Enter")
    assert fields.evaluate_all("(all) => all.map((one) => one.value)") == [
        "7.389",
        "7.389",
        "2.718",
    ]
    hint = load("choosing.1").hints["not_divided"]
    expect(said(page)).to_have_text(f"not right yet. {hint} The thought behind it")
    fields.first.fill("[0.5, 0.5]")
    for i in (1, 2):
        fields.nth(i).fill("")
    page.get_by_role("button", name="Check exercise choosing.1").click()
    expect(said(page)).to_have_text("got an array of shape (2,). The answer is 3 numbers.")
    expect(page.get_by_label("Done: exercise choosing.1")).not_to_be_checked()
    for field, number in zip(fields.all(), right("choosing.1"), strict=True):
        field.fill(number)
    expect(said(page)).to_be_empty()
    fields.first.press("Enter")
    expect(said(page)).to_have_text("right.")
    assert page.faults == []


@pytest.mark.browser
def test_the_fields_are_accessible_before_and_after_and_nothing_moves_when_answers_come_back(
    new_page, site
):
    axe = next(files("axe_playwright_python").rglob("axe.min.js")).read_text(encoding="utf-8")
    page = new_page("book/company.html", covered=True, color_scheme="light")
    page.evaluate(axe)
    page.add_style_tag(content=AT_ONCE)
    field = page.locator(".wb-hand input")
    last = right("company.1")[0]
    for answer, text, themes in (
        ("", "", {"light": RULES}),
        ("a", "Please write a number", {"light": RULES}),
        (last, "right.", {"light": COLORS, "dark": RULES}),
    ):
        if answer:
            field.fill(answer)
            field.press("Enter")
        expect(said(page)).to_contain_text(text)
        for theme, rules in themes.items():
            page.emulate_media(color_scheme=theme)
            page.evaluate(LAID_OUT)
            assert page.evaluate(THEME) == theme
            assert page.evaluate(AXE, [[".wb-hand"], rules]) == [], f"{answer}, {theme}"
    page.add_init_script(WATCH)
    there = page.locator("section:has(> .wb-hand)").get_attribute("id")
    page.goto("about:blank")
    page.goto(f"{site}book/company.html#{there}")
    expect(said(page)).to_have_text("right.")
    expect(said(page)).to_be_in_viewport()
    assert page.evaluate(MOVED) == []


@pytest.mark.browser
def test_a_browser_that_keeps_nothing_says_so_at_the_fields(new_page, site):
    page = new_page()
    page.add_init_script(REFUSE.replace("REASON", "SecurityError"))
    page.goto(site + MIXING)
    all_here(page)
    page.get_by_role("textbox", name="finance").fill("[1.4, 0.1]")
    page.get_by_role("button", name="Check exercise mixing.1").click()
    expect(said(page)).to_have_text("right.")
    expect(page.locator(".wb-hand + .wb-trouble")).to_contain_text("keeps nothing")
    assert page.faults == []


@pytest.mark.browser
def test_every_browser_unpacks_what_check_knows(engine, watched):
    engine.goto(watched + MIXING)
    engine.evaluate(ANSWER)
    assert (
        engine.evaluate("() => document.querySelector('.wb-hand output').textContent") == "right."
    )
    assert engine.evaluate("() => faults") == []


@pytest.mark.browser
def test_without_scripts_and_on_paper_the_cell_is_there_as_in_the_notebook(new_page):
    for scripts, media, here in (
        (True, "screen", True),
        (True, "print", False),
        (False, "screen", False),
    ):
        page = new_page(MIXING, java_script_enabled=scripts)
        page.emulate_media(media=media)
        assert page.locator(".wb-hand").is_visible() == here
        assert page.locator(".wb-stub").is_visible() != here
