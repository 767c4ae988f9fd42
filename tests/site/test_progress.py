"""A reader's progress: kept in the browser, shown in the contents, taken along in a file, sent
nowhere.
"""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest
from built import BUILT, all_here, built_pages, chapters, figure_class, models
from keeping import AXE, ITEMS, KEEP, KEPT, PROGRESS, REFUSE, give_file, open_more
from playwright.sync_api import Page, expect
from sound import AT_ONCE, COLORS, LAID_OUT, LOAD_IMAGES, RULES, THEME
from whichbank_site.progress.course import mark

CHAPTER = chapters()[0]
NAME, PAGE = Path(CHAPTER).stem, Path(CHAPTER).name
# Bring a place into view, and come back when whoever watches it knows: watchers are told in the
# order of their making.
SEEN = """(place) => new Promise((done) => {
  new IntersectionObserver(([{isIntersecting}], watcher) => {
    if (isIntersecting) done(watcher.disconnect());
  }).observe(place);
  place.scrollIntoView();
})"""
# What else a chapter shows has its own test.
LEAVE_OUT = """() => document.querySelectorAll("article section :is(pre, p, .formula, .wb-live)").forEach((part) => {
  if (!part.closest(".wb-done, .wb-end") && !part.querySelector(".wb-done, .wb-end")) part.remove();
})"""
pytestmark = pytest.mark.browser


def quiz() -> list[dict]:
    return next(
        model["state"]["questions"]
        for model in models(CHAPTER).values()
        if figure_class(model["module"]).__name__ == "Quiz"
    )


CHOICE = (
    next((i for i, question in enumerate(quiz()) if question["kind"] == "choice"), 0)
    if models(CHAPTER)
    else 0
)


def form(page: Page):
    return page.locator(".wb-quiz form").nth(CHOICE)


def turn_to_choice(page: Page) -> None:
    """Go on to the question where one question is shown at a time."""
    form(page).wait_for(state="attached")
    while not form(page).is_visible():
        page.get_by_role("button", name="Next", exact=True).tap()


def right_choice() -> int:
    return next(i for i, choice in enumerate(quiz()[CHOICE]["choices"]) if choice["right"])


def in_contents(page: Page):
    return page.locator(f".sidebar-tree li a[href$='{PAGE}'], .sidebar-tree li.current > a").first


def marked(read: bool, right: int, done: int) -> re.Pattern[str]:
    questions, exercises = len(quiz()), 4
    words = ["read" if read else "begun"]
    words += [f"quiz {right} of {questions}"] if right else []
    words += [f"exercises {done} of {exercises}"] if done else []
    return re.compile(rf", {', '.join(words)}$")


def file(items: dict | list, **more) -> str:
    return json.dumps({"format": "which-bank progress", "version": 7, "items": items} | more)


def test_what_is_done_by_keyboard_stays_and_is_shown_and_nothing_is_sent(new_page):
    page = new_page(CHAPTER)
    form(page).wait_for()
    page.evaluate(LOAD_IMAGES)
    sent: list[str] = []
    editor = f"{page.site}_static/practice/"  # is fetched when a reader comes near the exercises
    page.on("request", lambda request: request.url.startswith(editor) or sent.append(request.url))
    form(page).locator("input").nth(right_choice()).press("Space")
    form(page).get_by_role("button").press("Enter")
    expect(in_contents(page)).to_have_text(marked(False, 1, 0))
    page.get_by_label(f"Done: exercise {NAME}.2").press("Space")
    page.get_by_role("button", name="Mark as read").press("Enter")
    expect(in_contents(page)).to_have_text(marked(True, 1, 1))
    assert sent == []

    page.reload()
    expect(form(page).get_by_role("status")).to_contain_text("Right.")
    expect(page.get_by_label(f"Done: exercise {NAME}.2")).to_be_checked()
    expect(page.get_by_label(f"Done: exercise {NAME}.1")).not_to_be_checked()
    expect(page.locator(".wb-end [role=status]")).to_have_text("You have read this chapter.")
    for address in ("book/intro.html", "book/exercises.html", PROGRESS):
        page.goto(page.url.partition("book/")[0] + address)
        expect(in_contents(page)).to_have_text(marked(True, 1, 1))
    row = page.locator("#wb-progress tbody tr", has=page.locator(f"a[href='{PAGE}']"))
    expect(row.locator("td")).to_have_text(["yes", f"1 of {len(quiz())}", "none", "1 of 4"])
    page.goto(page.url.replace("progress", "exercises"))
    expect(page.get_by_label(f"Done: exercise {NAME}.2")).to_be_checked()
    page.get_by_label(f"Done: exercise {NAME}.2").uncheck()
    expect(in_contents(page)).to_have_text(marked(True, 1, 0))
    page.goto(page.url.replace("exercises", "intro"))
    expect(page.locator(f"dd a[href='{PAGE}']")).to_have_text(marked(True, 1, 0))
    assert page.faults == []


def test_a_phone_keeps_what_fingers_do(new_page):
    page = new_page(CHAPTER, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    turn_to_choice(page)
    form(page).locator("label").nth(right_choice()).tap()
    form(page).get_by_role("button").tap()
    page.locator(".wb-done").first.tap()
    page.get_by_role("button", name="Mark as read").tap()
    page.reload()
    turn_to_choice(page)
    expect(form(page).get_by_role("status")).to_contain_text("Right.")
    all_here(page)  # the menu's script among them
    page.locator("button.wb-chapters").tap()
    expect(in_contents(page)).to_be_visible()
    expect(in_contents(page)).to_have_text(marked(True, 1, 1))
    box = page.locator(".wb-done input").first.bounding_box()
    assert min(box["width"], box["height"]) >= 24
    assert page.faults == []


def test_two_tabs_keep_what_is_done_in_both(new_page):
    page = new_page(CHAPTER)
    other = open_more(page, CHAPTER)
    table = open_more(page, PROGRESS)
    form(other).wait_for()
    form(page).locator("input").nth(right_choice()).check()
    form(page).get_by_role("button").click()
    expect(form(other).get_by_role("status")).to_contain_text("Right.")
    other.locator(".wb-done input").first.check()
    expect(page.locator(".wb-done input").first).to_be_checked()
    page.get_by_role("button", name="Mark as read").click()
    expect(table.locator("#wb-progress tbody tr").first).to_contain_text(
        f"yes\t1 of {len(quiz())}\tnone\t1 of 4", use_inner_text=True
    )
    table.get_by_role("button", name="Forget everything").click()
    table.get_by_role("dialog").get_by_role("button", name="Forget everything").click()
    for tab in (page, other):
        expect(tab.locator(".wb-done input").first).not_to_be_checked()
        expect(form(tab).get_by_role("status")).to_be_empty()
        expect(in_contents(tab).locator(".wb-mark")).to_have_count(0)
    assert (
        page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('which-bank'))")
        == []
    )


def test_a_file_takes_everything_along_and_brings_it_back(new_page):
    page = new_page(PROGRESS)
    theirs = {f"read/{NAME}": True, f"done/{NAME}.1": True}
    asked = {f"answer/{question['id']}": {"answer": 0.5, "right": True} for question in quiz()}
    page.evaluate(KEEP, file(theirs | asked))
    page.reload()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    assert re.fullmatch(
        r"which-bank-progress-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename
    )
    saved = Path(download.value.path()).read_text(encoding="utf-8")
    assert re.match(r"\d{4}-\d\d-\d\dT", json.loads(saved)["saved"])
    kept = {n: v for n, v in json.loads(saved)["items"].items() if not n.startswith("again/")}
    assert kept == theirs | asked

    for leave in ("Escape", "Enter"):  # the button that has the focus keeps everything
        page.get_by_role("button", name="Forget everything").click()
        page.keyboard.press(leave)
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate(ITEMS) == theirs | asked
    page.get_by_role("button", name="Forget everything").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget everything").click()
    assert page.evaluate(KEPT) is None
    assert give_file(page, saved) == f"{len(theirs | asked)} marks added from the file."
    assert page.evaluate(ITEMS) == theirs | asked
    assert give_file(page, saved) == "The file holds nothing new."
    assert page.faults == []


def test_a_file_adds_and_takes_nothing_away(new_page):
    page = new_page(PROGRESS)
    first, second, third = (f"answer/{question['id']}" for question in quiz()[:3])
    right, wrong = ({"answer": "a", "right": flag} for flag in (True, False))
    page.evaluate(
        KEEP,
        file(
            {
                first: right,
                second: wrong,
                "read/company": True,
                "done/company.1": True,
                "read/average": False,
            }
        ),
    )
    page.reload()
    added = {
        first: wrong,
        second: right,
        third: wrong,
        "read/company": False,
        "read/average": True,
        "done/company.2": True,
    }
    assert give_file(page, file(added)) == "4 marks added from the file."
    wanted = {first: right, second: right, third: wrong}
    wanted |= {
        "read/company": True,
        "read/average": True,
        "done/company.1": True,
        "done/company.2": True,
    }
    assert page.evaluate(ITEMS) == wanted


def reworded(page: str) -> str:
    """Return a built page on which every question and all that can be chosen has other words and
    another order.
    """
    found = re.search(r'(?<=id="wb-models">).*?(?=</script>)', page, re.DOTALL)
    written = json.loads(found[0])
    for model in written.values():
        for question in model["state"].get("questions", []):
            question["text"] = f"Anew: {question['text']}"
            for choice in question.get("choices", []):
                choice["text"] = f"Anew: {choice['text']}"
            question.get("choices", []).reverse()
        about = model["state"].get("prediction", {})
        if "options" in about:
            about["question"] = f"Anew: {about['question']}"
            about["options"] = [f"Anew: {text}" for text in reversed(about["options"])]
            about["keys"] = about["keys"][::-1]
            about["answer"] = len(about["options"]) - 1 - about["answer"]
    return page[: found.start()] + json.dumps(written).replace("</", "<\\/") + page[found.end() :]


def test_answers_and_guesses_outlive_the_words_and_the_order_of_what_was_asked(new_page, site):
    page = new_page(CHAPTER)
    asked = page.locator(".wb-predict:has(input[type=radio])").first
    wrong = next(i for i, choice in enumerate(quiz()[CHOICE]["choices"]) if not choice["right"])
    chosen = [form(page).locator("label").nth(wrong), asked.locator("label").first]
    words = [label.inner_text() for label in chosen]
    chosen[0].click()
    form(page).get_by_role("button").click()
    chosen[1].click()
    asked.get_by_role("button", name="That’s my guess").click()
    told = form(page).get_by_role("status").inner_text()
    changed = reworded((BUILT / CHAPTER).read_text(encoding="utf-8"))
    page.route(
        site + CHAPTER,
        lambda route: route.fulfill(body=changed, content_type="text/html; charset=utf-8"),
    )
    page.reload()
    expect(form(page).locator("legend")).to_contain_text("Anew: ")
    expect(form(page).locator("label:has(:checked)")).to_have_text(f"Anew: {words[0]}")
    expect(form(page).get_by_role("status")).to_have_text(told)
    expect(asked.locator(".wb-told > [role=status]")).to_contain_text(
        f"You guessed: Anew: {words[1]}."
    )
    assert page.faults == []


# as the second edition kept it: under the texts of questions, with the texts of what was chosen
BEFORE = {
    "answer/05/Mend the row (0.3, 0.1, 0.1) by dividing it by its sum. What is its first weight?": 0.6,
    "answer/05/A row of weights is (1.3, −0.3, 0). Its sum is 1. Where is the mix of money, bank "
    "and grows?": ("Outside the triangle: beyond money, on the line that comes from bank"),
    "guess/05.2/What does the weighted sum make of the doubled recipe?": "[6, 2, 2], twice as much of everything",
    "guess/14.8/Temperatures of 0.3, 1 and 2, and 2 with k = 3: put them in order, the fewest "
    "invented words first.": [
        "temperature 2",
        "temperature 0.3",
        "temperature 1",
        "temperature 2, top 3",
    ],
    "guess/05.8/How many of the three rows sum to 1?": "an option that is not known",
    "answer/05/A question that is not known": 1,
    "guess/05.1/How sweet is the tea?": None,
}
SINCE = {"answer/mend-the-row": 0.6, "answer/negative-weight": "d"}
SINCE |= {"guess/doubled-recipe": "b", "guess/invented-words": ["c", "a", "b", "d"]}
SINCE |= dict(list(BEFORE.items())[-3:])  # asked no more


def items(answers: dict) -> dict:
    """Return these answers and guesses as they are kept."""
    more = {"answer": {}, "guess": {"off": 0}}
    return {
        name: {"answer": one, "right": True} | more[name.partition("/")[0]]
        for name, one in answers.items()
    }


def test_what_older_versions_kept_under_texts_goes_under_names_once(new_page, site):
    page = new_page("book/intro.html")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    assert [url for url in asked if "progress_moved" in url] == [], (
        "who has kept nothing pays nothing"
    )
    numbered = {"read/05": True, "done/05.2": True, "typed/05.1": ["1"], "code/05.2": "pass"}
    split = {"done/09.1": "done/downhill.1", "done/09.2": "done/learning.1"}
    old = file(items(BEFORE) | numbered | dict.fromkeys(split, True), version=3)
    named = {name.replace("/05", "/mixing"): value for name, value in numbered.items()}
    named |= dict.fromkeys(split.values(), True)
    page.evaluate(KEEP, old)
    page.goto(site + PROGRESS)
    row = page.locator("#wb-progress tbody tr", has_text="02 ·")
    expect(row.locator("td")).to_have_text(["yes", "2 of 5", "1 of 1", "1 of 4"])
    assert page.evaluate(ITEMS) == items(SINCE) | named
    assert page.evaluate(f"JSON.parse({KEPT}).version") == 7

    page.evaluate(KEEP, file(items({"answer/mend-the-row": 0.3})))
    page.reload()
    assert give_file(page, old) == f"{len(BEFORE) - 1 + len(named)} marks added from the file.", (
        "all but what is answered"
    )
    assert page.evaluate(ITEMS) == items(SINCE | {"answer/mend-the-row": 0.3}) | named
    assert page.faults == []


# What stands in each line, cell and heading of an article, of a page as the build wrote it, or as
# it is.
LINES = """(text) => {
  const root = text === null ? document : new DOMParser().parseFromString(text, "text/html");
  for (const parts of root.querySelectorAll("article template")) parts.replaceWith(parts.content);
  const others = ".wb-live, .wb-yours, .wb-hand, noscript, script, svg, .formula, .wb-aloud";
  for (const part of root.querySelectorAll(`article :is(${others})`)) part.remove();
  return [...root.querySelectorAll("article :is(p, li, td, th, caption, h1, h2, h3)")]
    .map((node) => node.textContent.replace(/\\s+/g, " ").trim()).filter((line) => /\\d/.test(line));
}"""


def test_no_script_corrects_a_number_that_the_build_has_written(new_page):
    for address in built_pages():
        if address.startswith("book/") and address not in chapters()[1:]:
            page = new_page(address)
            page.wait_for_load_state("load")
            written = page.evaluate(LINES, (BUILT / address).read_text(encoding="utf-8"))
            shown = page.evaluate(LINES, None)
            assert [line for line in written if line not in shown] == [], address
            page.close()


WRONG = {
    "It does not hold JSON.": ["", "no json", b"\xff\xfe\x00"],
    "It was not saved by this page.": [
        "null",
        "[]",
        '{"items": {}}',
        file([]),
        file({}, format="other"),
    ],
    "It was saved by a newer version of this site.": [file({"new": 1}, version=8)],
    "It is damaged at “read/tokens”.": [file({"read/company": True, "read/tokens": "yes"})],
    "It is damaged at “__proto__”.": [
        '{"format": "which-bank progress", "version": 1, "items": {"__proto__": {"x": 1}}}'
    ],
    "It is damaged at “<img src=x onerror=alert(1)>”.": [
        file({"<img src=x onerror=alert(1)>": True})
    ],
    "It is too large.": [" " * 1_000_001],
}


def test_a_wrong_file_is_refused_with_words_and_changes_nothing(new_page):
    page = new_page(PROGRESS)
    page.evaluate(KEEP, file({"read/tokens": True}))
    before = page.evaluate(KEPT)
    for reason, texts in WRONG.items():
        for text in texts:
            said = give_file(page, text)
            assert said.startswith(f"This file cannot be used. {reason}")
            assert said.endswith("Nothing has changed.") or "newer" in reason
            assert page.evaluate(KEPT) == before
    assert page.faults == []


@pytest.mark.parametrize(
    ("reason", "words"),
    [("SecurityError", "keeps nothing"), ("QuotaExceededError", "no room left")],
)
def test_a_browser_that_keeps_nothing_is_told_of_and_no_trouble(reason, words, new_page, site):
    page = new_page()
    page.add_init_script(REFUSE.replace("REASON", reason))
    page.goto(site + CHAPTER)
    form(page).locator("input").nth(right_choice()).check()
    said = page.locator(".wb-trouble")
    expect(said).to_have_count(0)
    form(page).get_by_role("button").click()
    expect(page.locator(".wb-live:has(.wb-quiz) + .wb-trouble")).to_contain_text(words)
    page.locator(".wb-done input").first.check()
    expect(page.locator(".wb-done + .wb-trouble")).to_contain_text(words)
    page.get_by_role("button", name="Mark as read").click()
    expect(page.locator(".wb-end + .wb-trouble")).to_contain_text(words)
    expect(in_contents(page)).to_have_text(marked(True, 1, 1))  # as long as the page lasts
    page.goto(site + PROGRESS)
    expect(page.locator("#wb-progress")).to_contain_text(words)
    assert page.faults == []


def test_what_cannot_be_read_is_set_aside_and_the_rest_goes_on(new_page):
    page = new_page(PROGRESS)
    for broken, left in (
        ('{"half', {}),
        (file({"read/tokens": True, "done/tokens.1": "?"}), {"read/tokens": True}),
    ):
        page.evaluate(KEEP, broken)
        page.reload()
        expect(page.locator("#wb-progress")).to_contain_text("could not be read")
        assert page.evaluate(ITEMS) == left
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the copy").click()
    saved = Path(download.value.path()).read_text(encoding="utf-8")
    assert saved == '{"half' + "\n" + file({"read/tokens": True, "done/tokens.1": "?"})
    assert page.faults == []


def test_what_a_newer_version_keeps_is_left_alone(new_page, site):
    page = new_page(PROGRESS)
    newer = file({"read/tokens": {"when": 1}}, version=8)
    page.evaluate(KEEP, newer)
    page.goto(site + CHAPTER)
    page.locator(".wb-done input").first.check()
    page.goto(site + PROGRESS)
    expect(page.locator("#wb-progress")).to_contain_text("A newer version of this site")
    assert page.evaluate(KEPT) == newer


def test_two_minutes_and_the_end_mark_a_chapter_until_the_reader_says_otherwise(new_page, site):
    page = new_page()
    page.clock.install()
    page.goto(site + CHAPTER)
    end = page.locator(".wb-end")
    page.clock.run_for(130_000)
    expect(end.get_by_role("button")).to_have_text("Mark as read")  # time alone does not do
    end.evaluate(SEEN)
    page.clock.run_for(1_000)
    expect(end.get_by_role("status")).to_have_text(
        "You have come to its end. You have read this chapter."
    )
    end.get_by_role("button", name="Mark as unread").click()
    page.reload()
    end.evaluate(SEEN)
    page.clock.run_for(130_000)
    expect(end.get_by_role("button")).to_have_text("Mark as read")
    assert page.evaluate(ITEMS) == {f"read/{NAME}": False}


def test_the_browser_marks_questions_as_the_build_does(new_page):
    page = new_page(PROGRESS)
    texts = [question["text"] for question in quiz()] + ["", "A", "naïve · √d 𝐱"]
    assert page.evaluate("(texts) => texts.map(wb.progress_store.mark)", texts) == [
        mark(text) for text in texts
    ]


def test_another_site_under_the_same_host_keeps_its_own(new_page, site):
    page = new_page()
    page.route(
        "**/fork/**", lambda route: route.continue_(url=route.request.url.replace("/fork/", "/"))
    )
    page.goto(f"{site}fork/{CHAPTER}")
    page.locator(".wb-done input").first.check()
    page.goto(site + CHAPTER)
    expect(page.locator(".wb-done input").first).not_to_be_checked()
    assert page.evaluate(
        "Object.keys(localStorage).filter((name) => name.startsWith('which-bank'))"
    ) == ["which-bank/progress/1:/fork/"]


def test_a_page_opened_from_a_folder_keeps_progress_too(browser):
    context = browser.new_context()
    page = context.new_page()
    page.goto((BUILT / CHAPTER).as_uri())
    page.locator(".wb-done input").first.check()
    page.goto((BUILT / PROGRESS).as_uri())
    expect(page.locator("#wb-progress tbody tr").first).to_contain_text("1 of 4")
    context.close()


def test_without_scripts_nothing_of_it_shows(new_page, site):
    page = new_page(CHAPTER, java_script_enabled=False)
    assert (
        page.locator(".wb-done, .wb-end, .wb-mark, .wb-press").locator("visible=true").count() == 0
    )
    page.goto(site + PROGRESS)
    assert page.locator("article button, article input, article table").count() == 0
    assert page.locator("article noscript p").is_visible()


def test_marks_and_table_are_accessible(new_page, site):
    axe = next(files("axe_playwright_python").rglob("axe.min.js")).read_text(encoding="utf-8")
    page = new_page(PROGRESS, color_scheme="light")
    answers = {f"answer/{question['id']}": {"answer": 1, "right": True} for question in quiz()}
    whole = (
        {f"done/{NAME}.{i}": True for i in range(1, 5)}
        | answers
        | {f"read/{NAME}": True, "done/choosing.1": True}
    )
    page.evaluate(KEEP, file(whole))

    def look(parts: list[str]) -> None:
        all_here(page)  # one of the scripts follows the theme
        page.evaluate(axe)
        page.add_style_tag(content=AT_ONCE)
        for theme, rules in (("light", RULES), ("dark", COLORS)):
            page.emulate_media(color_scheme=theme)
            page.evaluate(LAID_OUT)
            assert page.evaluate(THEME) == theme
            assert page.evaluate(AXE, [parts, rules]) == [], f"{page.url}, {theme}"
        page.emulate_media(color_scheme="light")

    for address, parts in (
        (PROGRESS, ["article"]),
        (CHAPTER, [".sidebar-tree", ".wb-done", ".wb-end"]),
    ):
        page.goto(site + address)
        page.wait_for_load_state("load")
        page.evaluate(LEAVE_OUT)
        look(parts)
        page.set_viewport_size({"width": 360, "height": 900})
        assert (
            page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            <= 0
        )
        page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(site + PROGRESS)
    page.get_by_role("button", name="Forget everything").click()
    look(["dialog.wb-ask"])
    assert page.faults == []
