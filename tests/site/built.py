"""The built site, read from its files, and what a page of it must not do."""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ElementHandle, Page

from tools import book, look
from tools.notebooks import notebooks
from whichbank.figures import FIGURES, Figure

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "_build" / "html"
# ms: what is waited for is found as soon as it is there, and a busy machine may take its time
PATIENCE = 120_000
QUIZ, PREDICT = "quiz", "predict"
UNCOVERED = f"""addEventListener("DOMContentLoaded", () => document.head.insertAdjacentHTML(
  "beforeend", `<style id="wb-test-uncovered">{look.UNCOVERED}</style>`))"""
_ALONE = """async (place) => {
  for (const other of document.querySelectorAll(".wb-not-now")) other.classList.remove("wb-not-now");
  for (let at = place; !at.matches("article"); at = at.parentElement) {
    for (const other of at.parentElement.children) if (other !== at) other.classList.add("wb-not-now");
  }
  if (!document.querySelector("style.wb-test")) {
    const hide = '<style class="wb-test">.wb-not-now { display: none !important }</style>';
    document.head.insertAdjacentHTML("beforeend", hide);
  }
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
}"""


def chapters() -> list[str]:
    """Name the pages of the chapters, in their order."""
    pages = [f"book/{path.stem}.html" for path in notebooks()]
    return [page for page in pages if page in built_pages()] or ["nothing-is-built"]


def built_pages() -> list[str]:
    """Name the pages of the built site, but for two with tests of their own; say when nothing is
    built.
    """
    return book.pages(BUILT) or ["nothing-is-built"]


@cache
def models(page: str) -> dict[str, dict[str, Any]]:
    """Return the figures of a built page by their name: their module's name and all their
    traits.
    """
    found = _written(page)
    for name, trait, file in later(page):
        source = (BUILT / file).read_text(encoding="utf-8")
        found[name]["state"][trait] = json.loads(source.partition(" = ")[2].rstrip(";\n"))
    return {
        name: {"module": model["module"], "state": model["state"]} for name, model in found.items()
    }


def different(page: str) -> dict[str, dict[str, Any]]:
    """Return those figures of a page that differ in more than words.

    Of all quizzes, and of all predictions of a kind, the course's first stands for all. Every
    question of a quiz is asked and answered on its page in ``test_quiz_on_page.py``.
    """
    firsts: dict[tuple[str, str], tuple[str, str]] = {}
    for one in built_pages():
        for name, model in models(one).items():
            firsts.setdefault(_words(model), (one, name))
    alike = (QUIZ, PREDICT)
    return {
        name: model
        for name, model in models(page).items()
        if model["module"] not in alike or firsts[_words(model)] == (page, name)
    }


def _words(model: dict[str, Any]) -> tuple[str, str]:
    return model["module"], model["state"].get("prediction", {}).get("kind", "")


def later(page: str) -> list[tuple[str, str, str]]:
    """Return (figure, trait, file) for each trait that a built page loads later."""
    return [
        (
            name,
            trait,
            (BUILT / page)
            .parent.joinpath(urlsplit(link).path)
            .resolve()
            .relative_to(BUILT)
            .as_posix(),
        )
        for name, model in _written(page).items()
        for trait, link in model.get("later", {}).items()
    ]


def _written(page: str) -> dict[str, dict[str, Any]]:
    file = BUILT / page
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    found = re.search(
        r'<script type="application/json" id="wb-models">(.*?)</script>', text, re.DOTALL
    )
    return json.loads(found[1]) if found else {}


@cache
def addressed(page: str) -> dict[str, str]:
    """Return what an address calls each figure of a built page, as host.js does, and the name that
    the page has for it; and the questions of a quiz.
    """
    about, called, counts = _written(page), {}, Counter[str]()
    text = (BUILT / page).read_text(encoding="utf-8")
    for name in dict.fromkeys(re.findall(r'class="wb-live"[^>]* data-model="([^"]+)"', text)):
        counts[module := about[name]["module"]] += 1
        many = counts[module]
        called[module if many == 1 else f"{module}-{many}"] = name
        if module == QUIZ:
            state = about[name]["state"]
            for number in range(1, len(state["questions"]) + 1):
                called[f"question-{state['page']}-{number}"] = name
    return called


SIGN = "dispatchEvent(new Event('scroll'))"  # a reader is here: what lies far below starts, too
ALIVE = f"{SIGN} && [...document.querySelectorAll('.wb-live')].every((place) => place.model)"


def placed(page: Page, name: str) -> ElementHandle:
    """Wait until a figure of an open page is drawn; return its place.

    On a page of thousands of elements a handle is asked ten times as fast as a locator, which looks
    for its element each time.
    """
    page.evaluate(SIGN)
    return page.wait_for_selector(f".wb-live[data-model={name}]:has(.wb-figure)", state="attached")


def all_here(page: Page) -> None:
    """Wait until the scripts have run that come after the first picture, and give a reader's first
    sign.
    """
    page.wait_for_function(
        f"!document.querySelector('script[type=wb-later]') && {SIGN}", polling=20
    )


def alone(page: Page, name: str) -> ElementHandle:
    """Wait until a figure is drawn, and take away what stands before and after it: it then moves
    far faster.
    """
    place = placed(page, name)
    place.evaluate(_ALONE)
    return place


def pick(place: ElementHandle, name: str) -> None:
    """Open the menu in the corner of a figure, and press one of its buttons."""
    place.query_selector(".wb-more > button").click()
    place.query_selector(f".wb-more [aria-label='{name}']").click()


def figure_class(module: str) -> type[Figure]:
    """Return the figure that stands in the module with this address or name."""
    return FIGURES[Path(module).name.partition(".")[0]]


def watch(page: Page, site: str) -> list[str]:
    """Return a list that grows by everything that a page must not do.

    To leave a page cuts off what is still on its way: that is no fault.
    """
    faults: list[str] = []
    aborted = "net::ERR_ABORTED"
    page.on(
        "console",
        lambda m: m.type in ("error", "warning") and faults.append(f"console {m.type}: {m.text}"),
    )
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on(
        "requestfailed",
        lambda request: (
            request.failure == aborted or faults.append(f"failed: {request.url} {request.failure}")
        ),
    )
    page.on(
        "response",
        lambda response: (
            response.status >= 400 and faults.append(f"{response.status} {response.url}")
        ),
    )
    # A worker's program; a page from a folder has no origin.
    ours = (site, "data:", "blob:null/" if site.startswith("file:") else f"blob:{site}")
    page.on(
        "request",
        lambda request: request.url.startswith(ours) or faults.append(f"foreign: {request.url}"),
    )
    return faults
