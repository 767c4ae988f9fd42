"""What the text asks first at each live figure is done by its controls, and ends as the text
promises.
"""

import re
import tomllib
import traceback
from pathlib import Path

import pytest
from built import PREDICT, QUIZ, alone, built_pages, models
from first_tasks import HANDS
from hand import Hand
from playwright.sync_api import Error, Page

ASKED = Path(__file__).parent / "first_tasks" / "asked.toml"
TASKS = tomllib.loads(ASKED.read_text(encoding="utf-8"))
# The text of the page, with a sign for each figure.
TEXT = """() => {
  const page = document.querySelector("article").cloneNode(true);
  for (const place of page.querySelectorAll(".wb-live")) place.replaceWith(`#${place.dataset.model}#`);
  return page.textContent;
}"""


def figures(address: str) -> dict[str, str]:
    """Name the live figures of a page, not the quizzes and predictions, in their order: task and
    figure.
    """
    found = [
        name for name, model in models(address).items() if model["module"] not in (QUIZ, PREDICT)
    ]
    page = address.removeprefix("book/").partition(".")[0]
    in_order = sorted(found, key=lambda name: int(re.sub(r"\D", "", name)))
    return {f"{page}_{n}": name for n, name in enumerate(in_order, 1)}


PAGES = [address for address in built_pages() if figures(address)]


def test_each_live_figure_has_a_task_and_each_task_a_hand():
    assert set(TASKS) == {task for address in PAGES for task in figures(address)}
    assert set(HANDS) == {f"task_{name}" for name in TASKS}


@pytest.mark.browser
@pytest.mark.parametrize("address", PAGES)
def test_what_the_text_asks_first_can_be_done(address, new_page):
    page = new_page(address)
    told = page.evaluate(TEXT)
    faults = [
        fault
        for task, name in figures(address).items()
        for fault in attempt(page, task, name, told)
    ]
    assert not faults, "\n".join(faults)
    assert page.faults == []


def attempt(page: Page, task: str, name: str, told: str) -> list[str]:
    """Do the task of a figure; return what goes wrong, if anything does."""
    place = alone(page, name)
    text = plain(f"{told} {place.text_content()}")
    faults = [
        f"{task}: the page does not say “{part}”"
        for part in TASKS[task].split(" … ")
        if part not in text
    ]
    try:
        HANDS[f"task_{task}"](Hand(page, place))
    except (AssertionError, Error):
        faults.append(f"{task}: {traceback.format_exc(limit=-2)}")
    return faults


def plain(text: str) -> str:
    """Return a text with single spaces."""
    return " ".join(text.split())
