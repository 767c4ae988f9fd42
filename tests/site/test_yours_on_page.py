"""The page *yours*: the machine runs on what a reader has written and had checked on the pages."""

import json
import re
import time

import numpy as np
import pytest
from built import BUILT, PATIENCE
from engines import missing, tab
from playwright.sync_api import expect
from test_practice_on_page import LACKING, PLACE, SOFTMAX, opened, run

from whichbank import yours
from whichbank.experiments.weaving import woven

ADDRESS = "book/yours.html"
pytestmark = [pytest.mark.browser, pytest.mark.skipif(not PLACE.exists(), reason=LACKING)]
LETTERS, BEGIN = 160, "The bank"
MIDDLE, HALF, MOST = 170, 128, 0.08  # of the picture: where a lean of 0 is, how wide, how much
FLAT = SOFTMAX.replace("grown.sum(-1, keepdims=True)", "grown.sum(-1)")
ENDLESS = "def softmax(scores):\n    while True:\n        pass\n"
LEANS = """() => [...document.querySelectorAll("#wb-yours-real .wb-my-tip")].map((tip) => tip.cx.baseVal.value)"""


# Run the letters; then what is written, once all of it is.
RUN = """async () => {
  const go = () => document.querySelector("#wb-yours-letters .wb-my-go");
  while (!go()) await new Promise((next) => setTimeout(next, 50));
  go().click();
  while (go().getAttribute("aria-disabled") !== "true") await new Promise((next) => setTimeout(next, 5));
}"""
DONE = """() => {
  const place = document.querySelector("#wb-yours-letters");
  const ends = place.querySelector(".wb-my-go").getAttribute("aria-disabled") === "false";
  return ends ? place.querySelector(".wb-my-paper span").textContent : "";
}"""


def lit(page):
    return set(page.locator("button.wb-lit b").all_text_contents())


def stage(page, name):
    return page.locator(f"#wb-yours-{name}")


def ran(place, button):
    """Press a button; return what the stage says at its end."""
    place.get_by_role("button", name=button).click()
    again = place.locator(".wb-my-go")
    expect(again).to_have_attribute("aria-disabled", "false", timeout=PATIENCE)
    return place.locator(".wb-my-status").inner_text()


def written(place, at=0):
    return place.locator(".wb-my-paper").nth(at).locator("span").text_content()


def wanted(n=LETTERS, **functions):
    return "".join(yours.letters(functions).write(BEGIN, n, seed=0, temperature=0.7))


def test_without_progress_it_runs_on_the_courses_functions_and_says_so(new_page):
    page = new_page(ADDRESS)
    assert lit(page) == set()
    expect(stage(page, "machine")).to_contain_text("wholly on the course’s functions")
    place = stage(page, "letters")
    assert "are the course’s" in ran(place, "Run it")
    assert written(place) == wanted()
    page.context.set_offline(True)
    ran(place, "Run it")
    assert written(place) == wanted()
    assert page.faults == []


@pytest.mark.parametrize("engine", ["firefox", pytest.param("webkit", marks=pytest.mark.wide)])
def test_it_runs_there_too(engine, watched):
    if lacking := missing(engine):
        pytest.skip(f"no {engine}: {lacking} is not installed")
    with tab(engine) as there:
        there.goto(watched + ADDRESS)
        there.evaluate(RUN)
        end = time.monotonic() + 3 * PATIENCE / 1000  # WebKit is slow at it
        while not (found := there.evaluate(DONE)) and time.monotonic() < end:
            time.sleep(0.5)
        assert found == wanted()
        assert there.evaluate("faults") == []


def test_who_starts_from_nothing_solves_runs_breaks_and_mends(new_page):
    page = new_page("book/choosing.html")
    cell = opened(page, "choosing.2")
    lamp = page.locator("[id^=exercise-choosing-2-] .wb-lights")
    expect(lamp).to_have_text("Lights a box: Softmax")
    expect(run(cell, FLAT)).to_contain_text("not right yet")
    expect(run(cell, SOFTMAX)).to_contain_text("right. All", timeout=PATIENCE)
    expect(lamp).to_have_text("Softmax: this box is yours")
    page.get_by_role("link", name="Your Softmax is in the machine").click()
    page.wait_for_url(page.site + ADDRESS)
    assert lit(page) == {"Softmax"}
    expect(stage(page, "machine")).to_contain_text(f"1 of {len(yours.BOXES)} boxes")

    place = stage(page, "letters")
    letters = [box for box in yours.BOXES.values() if "letters" in box.stages]
    assert ran(place, "Run it").startswith(f"1 of {len(letters)} functions is yours")
    assert written(place) == wanted()

    field = stage(page, "machine").locator("textarea")
    expect(field).to_have_value(SOFTMAX)
    field.fill(FLAT)
    breaking = stage(page, "breaking")
    breaking.locator("select").select_option("")
    expect(breaking.locator("select option").first).to_have_text("what I changed: softmax")
    assert ran(breaking, "Break it and run").startswith("Guess first")
    breaking.get_by_label("None: it stops").check()
    ran(breaking, "Break it and run")
    said = breaking.locator(".wb-my-said")
    expect(said).to_contain_text("It must give the shape")
    expect(said).to_contain_text("Line 3: return grown / grown.sum(-1)")
    expect(said).to_contain_text("As you guessed.")
    expect(said).to_contain_text("Keep the axis")  # as the check of the exercise has it
    assert ran(place, "Run it") == "The run stops in softmax."
    stage(page, "machine").get_by_role("button", name="Put back").click()
    expect(field).to_have_value(SOFTMAX)
    ran(place, "Run it")
    assert written(place) == wanted()

    with page.expect_download() as download:
        ran(stage(page, "keepsake"), "Download the file")
    text = download.value.path().read_text(encoding="utf-8")
    assert "# Yours: exercise choosing.2\ndef softmax(scores):\n    grown = np.exp" in text
    assert f"    {BEGIN}{wanted()}"[:90] in text
    page.goto(f"{page.site}book/progress.html")
    expect(page.locator(".wb-lights")).to_have_text(
        f"1 of {len(yours.BOXES)} boxes of the machine is yours."
    )
    assert page.faults == []


def test_a_box_that_is_broken_by_choice_is_whole_in_the_next_run(new_page):
    page = new_page(ADDRESS)
    place = stage(page, "breaking")
    at = next(at for at, one in enumerate(yours.BREAKS) if one.name == "no skip")
    place.locator("select").select_option(label="Block: no skip")
    place.get_by_label("Words that do not exist").check()
    ran(place, "Break it and run")
    said = place.locator(".wb-my-said")
    expect(said).to_contain_text("As you guessed. No language any more")
    expect(said).to_contain_text(yours.BREAKS[at].hint)
    assert written(place) == wanted(LETTERS // 2)
    broken = yours.defined({"block": yours.BREAKS[at].source})
    assert written(place, 1) == wanted(LETTERS // 2, **broken)
    ran(stage(page, "letters"), "Run it")
    assert written(stage(page, "letters")) == wanted()


def test_a_loop_that_never_ends_is_named_and_stopped(new_page):
    page = new_page("book/choosing.html")
    expect(run(opened(page, "choosing.2"), SOFTMAX)).to_contain_text("right. All", timeout=PATIENCE)
    page.goto(page.site + ADDRESS)
    stage(page, "machine").locator("textarea").fill(ENDLESS)
    expect(page.locator("button.wb-my-changed")).to_be_visible()
    place = stage(page, "letters")
    place.get_by_role("button", name="Run it").click()
    said = place.locator(".wb-my-status")
    expect(said).to_contain_text("softmax has not come back for 10 seconds", timeout=PATIENCE)
    place.get_by_role("button", name="Stop").click()
    expect(said).to_have_text("Stopped. What was written stays.")
    expect(stage(page, "machine").locator("textarea")).to_have_value(ENDLESS)


def test_the_real_model_reads_and_the_two_apples_part(new_page):
    page = new_page(ADDRESS)
    if not json.loads(page.evaluate("JSON.stringify(wb.yours)"))["files"]:
        pytest.skip("this build has no weights")
    place = stage(page, "real")
    place.get_by_role("button", name="Read it").click()
    # the layers are shown one after the other
    expect(place.locator(".wb-my-status")).to_contain_text("are the course’s", timeout=PATIENCE)
    record = woven()
    leans = [
        lean[-1]
        for lean, one in zip(record["leans"][0], record["pieces"][0], strict=True)
        if one == "apple"
    ]
    first, second = page.evaluate(LEANS)
    assert first < MIDDLE < second  # the company is at the left, the fruit at the right
    drawn = (np.array([first, second]) - MIDDLE) / HALF * MOST
    np.testing.assert_allclose(drawn, leans, atol=0.008)  # the page's weights have 8 bits


def test_a_small_writer_learns_a_text(new_page):
    page = new_page(ADDRESS)
    place = stage(page, "training")
    assert ran(place, "Train it").startswith("It needs 300 letters")
    place.get_by_label("Your text").fill("money bank, river bank, " * 20)
    place.get_by_role("button", name="Train it").click()
    said = place.locator(".wb-my-status")
    expect(said).to_have_text(re.compile(r"Step ([4-9]\d|\d{3}) of"), timeout=PATIENCE)
    place.get_by_role("button", name="Stop").click()
    expect(said).to_have_text("Stopped. What was written stays.")
    assert place.locator(".wb-my-paper").text_content().startswith("m")
    points = place.locator(".wb-my-loss").get_attribute("d").removeprefix("M").split("L")
    heights = [float(point.split()[1]) for point in points]
    assert heights[-1] > heights[0] + 20  # drawn from above: the loss has fallen


def test_from_a_folder_it_says_what_it_needs(new_page):
    page = new_page()
    page.goto(f"{BUILT.as_uri()}/{ADDRESS}")
    said = ran(stage(page, "letters"), "Run it")
    assert said.startswith("A page that is opened from a folder cannot run Python.")
