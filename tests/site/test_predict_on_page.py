"""Predictions on a page: what gives a result away is covered until the reader has guessed, and only
where it may be.
"""

import functools
import json
import sys
import threading
from importlib.resources import files
from pathlib import Path
from typing import Any

import forked
import pytest
from built import ALIVE, all_here, watch
from gestures import drag
from guesses import RIGHT, TABLES, TOML, WRONG
from ipywidgets import Widget
from keeping import KEEP, REFUSE, give_file
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, writes
from playwright.sync_api import Locator, Page, expect
from small_book import small_book
from sound import AT_ONCE, LAID_OUT, RULES, RUN_AXE

from tools.server import Handler, Server
from whichbank.figures import Predict
from whichbank.figures.predict.guesses import KINDS

PAGE, PROGRESS = "book/guesses.html", "book/progress.html"
PRINTED = {kind: f"The result of the {kind} is printed here." for kind in KINDS}
KEPT = "JSON.parse(localStorage.getItem('which-bank/progress/1:/'))?.items ?? {}"
HIDDEN = "(node) => !node.checkVisibility({visibilityProperty: true})"
PLACES = """(place) => [...document.querySelectorAll("article :is(h2, p, pre, .cell, .wb-live)")].filter((node) =>
  node.checkVisibility() && !node.closest(".wb-figure, .wb-cover")
  && !(place?.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING))
  .map((node) => [node.localName, Math.round(node.getBoundingClientRect().y + scrollY)])"""
LINE = 56  # px, the height of a cover: one line, whatever it covers
pytestmark = pytest.mark.browser


def notebook() -> str:
    """A chapter that asks for a guess of each kind, with its outputs: no kernel is needed to build
    it.
    """
    cells = [new_markdown_cell("# Guesses\n\nA page of this test.", id="title")]
    for kind in KINDS:
        number = TABLES[kind]["id"]
        figure = Predict(number, TABLES[kind])
        view = {
            "application/vnd.jupyter.widget-view+json": {"model_id": figure.model_id},
            "text/plain": repr(figure),
        }
        asked = new_code_cell(
            f'Predict("{number}")', id=f"ask-{kind}", metadata={"tags": ["remove-input"]}
        )
        asked.outputs = [new_output("display_data", view)]
        result = new_code_cell("print()", id=f"result-{kind}", metadata={"tags": ["guess-first"]})
        result.outputs = [new_output("stream", text=f"{PRINTED[kind]}\n")]
        text = new_markdown_cell(
            f"What the {kind} tells: **more** than one line.\n\n(place-of-{kind})=\nA second line.",
            id=f"text-{kind}",
            metadata={"tags": ["guess-first"]},
        )
        cells += [new_markdown_cell(f"## The {kind}", id=f"head-{kind}"), asked, result, text]
        cells += [
            new_code_cell(
                "1 + 1",
                id=f"open-{kind}",
                outputs=[new_output("execute_result", {"text/plain": "2"})],
            )
        ]
    state = {"version_major": 2, "version_minor": 0, "state": Widget.get_manager_state()["state"]}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    widgets = {"application/vnd.jupyter.widget-state+json": state}
    return writes(new_notebook(cells=cells, metadata={"kernelspec": kernel, "widgets": widgets}))


def build_with(package: str, command: list[str]) -> None:
    """Build as Jupyter Book does, with predictions of our own."""
    from whichbank.figures import predict

    sys.path.insert(0, package)
    predict.PACKAGE = "own_predictions"
    forked._jupyter_book(command)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Any:
    """A small book of one such chapter, built and served."""
    folder = tmp_path_factory.mktemp("guesses")
    (folder / "own_predictions").mkdir()
    (folder / "own_predictions" / "__init__.py").touch()
    (folder / "own_predictions" / "guesses.toml").write_text(TOML)
    small_book(folder / "course", ["intro.md", "progress.md"], guesses="# x")
    (folder / "course" / "book" / "guesses.md").unlink()
    (folder / "course" / "book" / "guesses.ipynb").write_text(notebook())
    command = [
        str(Path(sys.executable).with_name("jupyter-book")),
        "build",
        "course",
        "--path-output",
        "course",
    ]
    done = forked.call(build_with, str(folder), command, cwd=folder)
    assert done.returncode == 0, done.stdout
    pages = functools.partial(Handler, directory=str(folder / "course" / "_build" / "html"))
    with Server(("127.0.0.1", 0), pages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def page(new_page, site) -> Page:
    return opened(new_page(PAGE, covered=True))


def opened(page: Page) -> Page:
    page.wait_for_function(ALIVE)
    page.add_style_tag(content="section { content-visibility: visible !important }")
    return page


def asked(page: Page, kind: str) -> Locator:
    return page.locator(f"#predict-guesses-{KINDS.index(kind) + 1} + .wb-live")


def line(page: Page, kind: str) -> Locator:
    """Return the line in which guess and result stand together."""
    return asked(page, kind).locator(".wb-told > [role=status]")


def covers(page: Page) -> Locator:
    """Return what tells a reader that something is covered: at the output and at the text of each
    kind.
    """
    return page.get_by_text("A result is covered here").locator("visible=true")


def covered(page: Page) -> list[str]:
    """Return the kinds of prediction whose output and text are covered, unseen and unheard."""
    found = []
    for kind in KINDS:
        parts = [page.get_by_text(PRINTED[kind]), page.get_by_text(f"What the {kind} tells")]
        hidden = {part.evaluate(HIDDEN) for part in parts}
        assert len(hidden) == 1, f"of {kind} one part is covered and another is not"
        found += [kind] * hidden.pop()
    assert covers(page).count() == len(found)
    return found


def guess(page: Page, kind: str, value: Any) -> None:
    """Make a guess of this kind by keyboard."""
    place = asked(page, kind)
    if kind == "choice":
        place.get_by_role("radio").nth(value).press("Space")
    elif kind == "order":
        for i in value:
            place.get_by_role("button", name=TABLES[kind]["items"][i]).press("Enter")
    else:
        for i, number in enumerate([value] if kind == "number" else value):
            slide(place.get_by_role("slider").nth(i), number)
    place.get_by_role("button", name="That’s my guess").press("Enter")


def slide(slider: Locator, wanted: float) -> None:
    slider.press("End")
    low, high, step = (float(slider.get_attribute(name)) for name in ("min", "max", "step"))
    near_low = wanted - low < high - wanted
    slider.press("Home" if near_low else "End")
    for _ in range(round(((wanted - low) if near_low else (high - wanted)) / step)):
        slider.press("ArrowRight" if near_low else "ArrowLeft")


@pytest.mark.parametrize("kind", KINDS)
def test_a_guess_by_keyboard_uncovers_its_own_results_and_moves_nothing_above(kind, page):
    assert covered(page) == list(KINDS)
    question = asked(page, kind).element_handle()
    before, above = page.evaluate(PLACES), page.evaluate(PLACES, question)
    guess(page, kind, WRONG[kind])
    said = line(page, kind)
    expect(said).to_contain_text("You")
    assert said.inner_text().startswith(("Not quite.", "A surprise."))
    truth = said.locator(".wb-truth")
    expect(truth).to_contain_text(TABLES[kind]["result"])
    expect(truth).to_have_css("display", "block")  # on a line of its own
    expect(said).to_be_focused()
    assert covered(page) == [other for other in KINDS if other != kind]
    assert page.evaluate(PLACES, question) == above
    asked(page, kind).get_by_role("button", name="Start over").press("Enter")
    assert covered(page) == list(KINDS)
    assert page.evaluate(PLACES) == before
    guess(page, kind, RIGHT[kind])
    expect(said).to_have_text(f"Right. {TABLES[kind]['result']}")
    page.reload()
    opened(page)
    expect(line(page, kind)).to_have_text(f"Right. {TABLES[kind]['result']}")
    assert asked(page, kind).evaluate("(place) => place.model.get('guess')") == pytest.approx(
        RIGHT[kind]
    )
    assert covered(page) == [other for other in KINDS if other != kind]
    assert page.faults == []


def test_who_only_wants_to_see_presses_one_button_here_or_on_the_cover(page):
    asked(page, "choice").get_by_role("button", name="Just show me").press("Enter")
    expect(line(page, "choice")).to_have_text(TABLES["choice"]["result"])
    cover = page.locator(".wb-covered").first
    assert PRINTED["number"] in cover.text_content()
    cover.get_by_role("button", name="just show me").press("Enter")
    expect(line(page, "number")).to_have_text(TABLES["number"]["result"])
    assert page.evaluate("document.activeElement.innerText").strip() == PRINTED["number"], (
        "the focus is lost"
    )
    assert covered(page) == ["point", "order", "curve"]
    page.reload()
    opened(page)
    assert covered(page) == ["point", "order", "curve"]
    assert page.faults == []


def test_what_is_covered_takes_one_line_and_one_press_shows_all_of_the_page(page):
    rooms = page.evaluate(
        "[...document.querySelectorAll('.wb-covered')].map((part) => part.getBoundingClientRect().height)"
    )
    assert sorted(set(rooms)) == [0, LINE]
    assert rooms.count(LINE) == len(KINDS)
    page.locator(".wb-covered").first.get_by_role("button", name="all of this page").press("Enter")
    assert covered(page) == []
    assert page.evaluate(KEPT) == {}, "to look is no guess"


def test_a_wrong_choice_and_a_known_wrong_number_are_answered_for_themselves(page):
    for kind, value in (("choice", WRONG["choice"]), ("number", 8)):
        about = TABLES[kind]
        guess(page, kind, value)
        why = about["why"][value] if kind == "choice" else about["mistakes"][0]["why"]
        expect(line(page, kind)).to_contain_text("Not quite. You guessed")
        expect(line(page, kind)).to_contain_text(why)


def test_a_hint_waits_behind_its_button(page):
    place = asked(page, "choice")
    hint = place.get_by_text(TABLES["choice"]["reason_from"])
    expect(hint).to_be_hidden()
    place.get_by_text("Hint", exact=True).click()
    expect(hint).to_be_visible()


def test_a_guess_that_is_not_made_is_asked_for_and_uncovers_nothing(page):
    for kind in KINDS:
        asked(page, kind).get_by_role("button", name="That’s my guess").click()
        expect(asked(page, kind).locator(".wb-missing")).to_contain_text(
            " first." if kind != "order" else "Press all"
        )
    assert covered(page) == list(KINDS)


def test_a_finger_draws_taps_and_drags(new_page, site):
    page = opened(
        new_page(
            PAGE,
            covered=True,
            viewport={"width": 390, "height": 800},
            has_touch=True,
            is_mobile=True,
        )
    )
    pad = asked(page, "curve").locator(".wb-pad")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    session = page.context.new_cdp_session(page)
    for i in range(11):
        at = {
            "x": box["x"] + box["width"] * i / 10,
            "y": box["y"] + box["height"] * (0.1 + 0.06 * i),
        }
        session.send(
            "Input.dispatchTouchEvent",
            {"type": "touchMove" if i else "touchStart", "touchPoints": [at]},
        )
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    drawn = asked(page, "curve").evaluate("(place) => place.model.get('guess')")
    assert drawn == pytest.approx([0.9, 0.7, 0.5, 0.3], abs=0.1)
    plane = asked(page, "point").locator(".wb-plane")
    plane.scroll_into_view_if_needed()
    box = plane.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    at = asked(page, "point").evaluate("(place) => place.model.get('guess')")
    assert at == pytest.approx([0.8, 0.7], abs=0.25)
    handle = asked(page, "point").locator(".wb-drag path").element_handle()
    drag(page, handle, 0, -40)
    higher = asked(page, "point").evaluate("(place) => place.model.get('guess')")
    assert higher[0] == pytest.approx(at[0], abs=0.02)
    assert higher[1] > at[1] + 0.2
    for kind in ("curve", "point"):
        asked(page, kind).get_by_role("button", name="That’s my guess").tap()
        expect(line(page, kind)).to_contain_text(TABLES[kind]["result"])
    assert covered(page) == ["choice", "number", "order"]
    assert page.faults == []


def test_a_link_to_a_place_under_a_cover_takes_it_off(new_page, site):
    page = opened(new_page(f"{PAGE}#place-of-point", covered=True))
    assert covered(page) == ["choice", "number", "order", "curve"]
    page.evaluate("location.hash = 'place-of-curve'")
    expect(page.get_by_text(PRINTED["curve"])).to_be_visible()
    assert covered(page) == ["choice", "number", "order"]
    page.evaluate("location.hash = 'the-number'")  # its heading is not covered
    page.evaluate("location.hash = '%E0%A4%A'")  # nor anything else
    assert covered(page) == ["choice", "number", "order"]
    assert page.evaluate(KEPT) == {}, "to look is no guess"
    assert page.faults == []


@pytest.mark.parametrize("reason", ["SecurityError", "QuotaExceededError"])
def test_where_nothing_can_be_kept_nothing_stays_covered(reason, new_page, site):
    page = new_page(covered=True)
    page.add_init_script(REFUSE.replace("REASON", reason))
    page.goto(site + PAGE)
    opened(page)
    if reason == "SecurityError":
        assert covered(page) == []
    guess(page, "number", RIGHT["number"])
    expect(line(page, "number")).to_contain_text("Right.")
    assert covered(page) == []


@pytest.mark.parametrize("lost", ["predict.js", "host.js", "cover.js", "progress_marks.js"])
def test_where_a_script_is_lost_nothing_is_covered(lost, new_page, site):
    page = new_page(covered=True)
    page.route(f"**/{lost}*", lambda route: route.abort())
    page.goto(site + PAGE)
    page.wait_for_load_state("load")
    page.wait_for_timeout(500)
    assert page.get_by_text(PRINTED["curve"]).evaluate(HIDDEN) is False
    assert page.locator(".wb-covered").count() == 0


def test_a_question_that_cannot_be_drawn_covers_nothing(new_page, site):
    page = new_page(covered=True)
    page.add_init_script("Object.defineProperty(globalThis, 'wb', {value: {get predict() {"
                         " return {render({model}) {"
                         " if (model.get('id') === 'guesses.2') throw new Error('broken'); }}; },"
                         " set predict(_) {}}});")  # fmt: skip
    page.goto(site + PAGE)
    expect(page.get_by_text(PRINTED["number"])).to_be_visible()
    expect(page.get_by_text(PRINTED["curve"])).to_be_hidden()


def test_without_scripts_and_on_paper_nothing_is_covered(new_page, site):
    still = new_page(PAGE, java_script_enabled=False)
    for kind in KINDS:
        assert still.get_by_text(PRINTED[kind]).is_visible()
        words = asked(still, kind).text_content()
        assert TABLES[kind]["question"].replace("*", "").replace("`", "") in words
        assert all(
            text in words for text in TABLES[kind].get("options", TABLES[kind].get("items", []))
        )
    page = opened(new_page(PAGE, covered=True))
    page.emulate_media(media="print")
    assert page.get_by_text(PRINTED["curve"]).evaluate(HIDDEN) is False
    assert page.get_by_text("A result is covered here").locator("visible=true").count() == 0


def test_guesses_are_counted_told_and_taken_along(new_page, site):
    page = opened(new_page(PAGE, covered=True))
    other = page.context.new_page()
    faults = watch(other, site)
    other.goto(site + PAGE)
    opened(other)
    for kind, value in (
        ("choice", WRONG["choice"]),
        ("number", RIGHT["number"]),
        ("curve", WRONG["curve"]),
    ):
        guess(page, kind, value)
    asked(page, "point").get_by_role("button", name="Just show me").click()
    expect(line(other, "curve")).to_contain_text("A surprise. ")  # the other tab hears of it
    assert covered(other) == ["order"]
    expect(page.locator(".sidebar-tree .current").last).to_contain_text("Guesses, begun")
    page.goto(site + PROGRESS)
    row = page.locator("#wb-progress tbody tr").first
    expect(row.locator("td")).to_have_text(["no", "none", "1 of 3", "none"])
    expect(page.locator(".wb-sum")).to_contain_text("1 of 3 guesses right")
    most = page.locator(".wb-surprises li")
    expect(most).to_have_text(
        [TABLES["curve"]["question"], "You double every share of the recipe. How does tea taste?"]
    )
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    saved = Path(download.value.path()).read_text(encoding="utf-8")
    kept = page.evaluate(KEPT)
    assert len([name for name in kept if not name.startswith("again/")]) == 4
    page.get_by_role("button", name="Forget everything").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget everything").click()
    expect(covers(other)).to_have_count(len(KINDS))  # the other tab hears of it
    assert covered(other) == list(KINDS)
    assert give_file(page, saved) == "4 marks added from the file."
    assert page.evaluate(KEPT) == kept
    better = json.loads(saved)
    for name, value in better["items"].items():
        if not name.startswith("again/"):
            value["right"] = True
    assert give_file(page, json.dumps(better)) == "The file holds nothing new.", (
        "the first guess stays"
    )
    most.first.get_by_role("link").click()
    expect(page).to_have_url(f"{site}{PAGE}#predict-guesses-5")
    expect(asked(page, "curve")).to_be_in_viewport()
    assert page.faults == faults == []


def test_a_guess_kept_for_another_question_or_a_broken_one_does_no_harm(new_page, site):
    page = opened(new_page(PAGE, covered=True))
    bad = {
        "choice": ["gone", 7, [1]],
        "number": [99, "3", None],
        "point": [[1], 2],
        "order": [["bank"], "x"],
        "curve": [[0]],
    }
    for i in range(3):
        items = {
            f"guess/{TABLES[kind]['id']}/a question before": {"answer": 1, "right": True, "off": 0}
            for kind in KINDS
        }
        for kind, answers in bad.items():
            if i < len(answers):
                items[f"guess/{TABLES[kind]['key']}"] = {
                    "answer": answers[i],
                    "right": True,
                    "off": 0,
                }
        page.evaluate(
            KEEP, json.dumps({"format": "which-bank progress", "version": 2, "items": items})
        )
        page.reload()
        opened(page)
        states = page.evaluate(
            "[...document.querySelectorAll('.wb-live')].map((place) => place.model.get('guess'))"
        )
        assert states == [None] * len(KINDS)
    assert page.faults == []


def test_questions_covers_and_results_are_accessible(new_page, site):
    axe = next(files("axe_playwright_python").rglob("axe.min.js")).read_text(encoding="utf-8")
    page = opened(new_page(PAGE, covered=True))
    all_here(page)
    page.evaluate(axe)
    page.add_style_tag(content=AT_ONCE)
    for step in ("covered", "guessed", "shown"):
        for kind in KINDS if step == "guessed" else ():
            guess(page, kind, WRONG[kind])
        for kind in KINDS if step == "shown" else ():
            asked(page, kind).get_by_role("button", name="Start over").click()
            asked(page, kind).get_by_role("button", name="Just show me").click()
        for width, theme in ((320, "dark"), (1280, "light")):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=theme)
            page.evaluate(LAID_OUT)
            page.evaluate("scrollTo(0, 0)")  # nothing lies half under the header
            assert (
                page.evaluate(
                    "document.documentElement.scrollWidth - document.documentElement.clientWidth"
                )
                <= 0
            )
            assert page.evaluate(RUN_AXE, [RULES, {}]) == [], f"{step}, {width}, {theme}"
    assert page.faults == []
