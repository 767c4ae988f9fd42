"""It comes back: three simulated days of a reader, on the pages."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from built import chapters
from keeping import KEEP, KEPT, PROGRESS, give_file
from larger import TWICE
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
CHAPTER, OTHER = chapters()[1], chapters()[4]
START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
LOGS = f"""() => Object.fromEntries(Object.entries(JSON.parse({KEPT}).items)
  .filter(([name]) => name.startsWith("again/")))"""
QUESTIONS = """async () => {
  const text = await (await fetch("../_static/again/items.js")).text();
  return JSON.parse(text.slice(text.indexOf("=") + 1).trim().slice(0, -1));
}"""


def on_day(page: Page, day: float, address: str) -> None:
    now = int(1000 * (START + timedelta(days=day)).timestamp())
    page.add_init_script(f"Date.now = () => {now}")  # the last one counts
    page.goto(page.site + address)


def kept(items: dict) -> str:
    return json.dumps({"format": "which-bank progress", "version": 6, "items": items})


def log(*days_and_grades: tuple[float, int]) -> list[list[int]]:
    minute = START.timestamp() // 60
    return [[int(minute + 1440 * day), grade] for day, grade in days_and_grades]


def asked(page: Page) -> list[str]:
    """Return the keys of a chapter's questions that come back as claims."""
    found = page.evaluate(QUESTIONS)
    name = CHAPTER.removeprefix("book/").removesuffix(".html")
    items = next(one["items"] for one in found if one["chapter"] == name)
    return [item["key"] for item in items if "claims" in item and item["key"].startswith("answer/")]


def test_what_was_missed_comes_back_tomorrow_and_what_is_known_later(new_page):
    page = new_page()
    on_day(page, 0, CHAPTER)
    missed, known, *_ = asked(page)
    give = "(found) => wb.progress_store.shelf('answer/').put(found)"
    page.evaluate(
        give,
        [
            [key.removeprefix("answer/"), {"answer": "a", "right": right}]
            for key, right in ((missed, False), (known, True))
        ],
    )
    assert page.evaluate(LOGS) == {f"again/{missed}": log((0, 1)), f"again/{known}": log((0, 3))}
    on_day(page, 0.2, PROGRESS)
    place = page.locator("#wb-again")
    expect(place).to_contain_text("Nothing is due. The next question comes back tomorrow.")
    on_day(page, 1, PROGRESS)
    expect(place).to_contain_text("1 question of 2 is due.")
    page.get_by_role("button", name="Begin").press("Enter")
    form = place.locator("form")
    form.get_by_role("radio").first.press("Space")
    form.get_by_role("button", name="Check").press("Enter")
    right = "Right." in form.locator("output").inner_text()
    expect(place).to_contain_text(f"It comes back {'in 3 days' if right else 'tomorrow'}.")
    place.get_by_role("button", name="Done").press("Enter")
    expect(place).to_contain_text(f"{int(right)} of 1 question right.")
    assert page.evaluate(LOGS)[f"again/{missed}"] == log((0, 1), (1, 3 if right else 1))
    on_day(page, -20, PROGRESS)  # the clock is set back
    expect(place).to_contain_text("Nothing is due.")
    assert page.evaluate(LOGS)[f"again/{missed}"] == log((0, 1), (1, 3 if right else 1))
    on_day(page, 30, PROGRESS)
    expect(place).to_contain_text("2 questions of 2 are due.")
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_style_tag(content=TWICE)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.faults == []


def test_a_guess_of_a_page_that_is_no_chapter_comes_back_and_tells_where_it_is_from(new_page):
    page = new_page(PROGRESS)
    key = "guess/two-two-one"
    page.evaluate(KEEP, kept({f"again/{key}": log((0, 1))}))
    on_day(page, 1, PROGRESS)
    place = page.locator("#wb-again")
    expect(place.locator("tbody th")).to_contain_text(["thirty minutes"])
    page.get_by_role("button", name="Begin").click()
    expect(place.get_by_role("link")).to_have_attribute("href", re.compile("thirty.html#predict-"))
    place.get_by_text("Hint").click()
    expect(place.get_by_text("the shares sum to 1")).to_be_visible()
    place.get_by_role("radio").nth(0).check()
    place.get_by_role("button", name="Check").click()
    said = place.locator("form output").inner_text()
    assert said.startswith(("Right. ", "Not yet. ")), said
    assert page.faults == []


def test_a_file_brings_both_logs_together_and_counts_nothing_twice(new_page):
    page = new_page(PROGRESS)
    one, other, third = asked(page)[:3]
    page.evaluate(KEEP, kept({f"again/{one}": log((0, 1), (1, 3)), f"again/{other}": log((0, 3))}))
    page.reload()
    file = kept({f"again/{one}": log((0, 1), (2, 3)), f"again/{third}": log((1, 1))})
    assert give_file(page, file) == "Your answers are brought up to date from the file."
    assert page.evaluate(LOGS) == {
        f"again/{one}": log((0, 1), (1, 3), (2, 3)),
        f"again/{other}": log((0, 3)),
        f"again/{third}": log((1, 1)),
    }
    assert give_file(page, file) == "The file holds nothing new."
    forged = kept({f"again/{one}": [[1, 2]]})
    assert "damaged at" in give_file(page, forged)


def test_a_chapter_offers_three_questions_once_they_are_due_and_no_sooner(new_page):
    page = new_page(CHAPTER)
    keys = asked(page)
    before = page.get_by_text("Three questions from before")
    for some, address, offered in (
        (keys[:2], OTHER, False),  # fewer than three
        (keys[:3], CHAPTER, False),  # its own
        (keys[:3], OTHER, True),
    ):
        page.evaluate(KEEP, kept({f"again/{key}": log((0, 1)) for key in some}))
        on_day(page, 2, address)
        page.wait_for_load_state("networkidle")
        expect(before).to_have_count(int(offered))
    before.click()
    place = page.locator(".wb-before .wb-again")
    for _ in range(3):
        place.get_by_role("radio").last.check()
        place.get_by_role("button", name="Check").click()
        place.get_by_role("button", name="Next").or_(
            place.get_by_role("button", name="Done")
        ).click()
    expect(place).to_contain_text("of 3 right. On with the chapter.")
    on_day(page, 9, PROGRESS)
    page.get_by_label("At a chapter’s start").uncheck()
    on_day(page, 9, OTHER)
    page.wait_for_load_state("networkidle")
    expect(before).to_have_count(0)
    assert page.faults == []


def test_where_nothing_is_kept_it_stands_there_and_says_so(new_page):
    page = new_page()
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
    )
    page.goto(page.site + PROGRESS)
    expect(page.locator("#wb-again")).to_contain_text("Nothing yet.")
    with page.expect_download() as download:
        page.get_by_role("button", name="All as cards for Anki").click()
    assert download.value.suggested_filename == "which-bank-cards.txt"
    assert page.faults == []
