"""A chapter's code cells run on their page, and can be changed; those that need more than it has
say so.
"""

import re

import pytest
from built import BUILT, chapters
from coding import LACKING, PLACE, STOP, WORKER, chapter
from playwright.sync_api import expect
from runnable import expected, running, stored
from sound import AT_ONCE, LAID_OUT, RULES, RUN_AXE

pytestmark = [pytest.mark.browser, pytest.mark.skipif(not PLACE.exists(), reason=LACKING)]

LOOP, MIX, HEAT, MOVED = (
    "new = np.zeros_like",
    "product = table.weights",
    "heatmap(table.weights",
    'plane({**old, "river": river',
)
SPEED = "timing"  # prints how much faster one way is than another, here and now
# A worker of the test's own runs a chapter's cells one by one, and tells what each prints or shows.
ALL = f"""async (cells) => {{{WORKER}
  const told = {{}};
  for (const [imports, sources] of cells) {{
    for (let at = 1; at <= sources.length; at++) {{
      printed = "";
      const {{ picture, error }} = await ask({{ what: "play", imports, sources: sources.slice(0, at) }});
      (told[imports] ??= []).push(printed + (picture || error));
    }}
  }}
  worker.terminate();
  return Object.values(told);
}}"""


@pytest.fixture(scope="module")
def page(browser, site):
    """A chapter in which all is guessed, and whose Python has started with the first test that asks
    it.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(site + chapter("mixing.2"))
    uncover(page)
    yield page
    context.close()


def uncover(page):
    page.wait_for_selector(".wb-cover button", state="attached")
    page.evaluate("document.querySelectorAll('.wb-cover button').forEach((show) => show.click())")


def at(page, words):
    """Return the cell with these words in its code, opened if it is folded."""
    return opened(page.locator(f".wb-runs:has(.cell_input:has-text('{words}'))").first)


def opened(cell):
    cell.evaluate("(cell) => cell.querySelector('details')?.setAttribute('open', '')")
    cell.scroll_into_view_if_needed()
    return cell


def press(cell):
    """Run a cell, and wait for the end."""
    icon = cell.locator(".wb-run").locator("visible=true")
    (icon if icon.count() else cell.get_by_role("button", name=re.compile("^Run"))).click()
    return ended(cell)


def ended(cell):
    expect(cell.get_by_role("button", name="Stop")).to_be_hidden()
    expect(cell.locator(".wb-status")).to_have_text(re.compile("has run|error|Stopped|Something"))
    return cell.locator(".wb-played")


def edit(cell, text):
    """Press in the code, if it is no field yet, and write."""
    if not cell.locator("textarea").count():
        cell.locator(".cell_input pre").click(position={"x": 40, "y": 20})
    cell.locator("textarea").fill(text)
    return cell.locator("textarea")


def reset(page):
    """Bring every cell back to what it was."""
    buttons = page.locator(".wb-played").get_by_role("button", name="Reset")
    while buttons.count():
        buttons.first.click()


def test_a_cell_runs_after_those_above_it_and_takes_the_place_of_its_output(page):
    cell = at(page, LOOP)
    number = int(cell.locator(".wb-run").get_attribute("title").split()[2])
    assert re.fullmatch(
        rf"Run cell {number} \(loads \d+ MB once\)", cell.locator(".wb-run").get_attribute("title")
    )
    before = cell.locator(".output").first.inner_text().strip()
    played = press(cell)
    assert played.locator(".wb-printed").inner_text().strip() == before
    expect(cell.locator(".output").first).to_be_hidden()
    expect(cell.locator(".wb-status")).to_have_attribute("role", "status")
    assert page.locator(".wb-run[title*=loads]").count() == 0
    cell.get_by_role("button", name="Reset").click()
    expect(cell.locator(".output").first).to_be_visible()
    expect(cell.locator(".wb-played")).to_have_count(0)


def test_what_is_changed_counts_for_the_cells_below_until_it_is_reset(page):
    cell, below = at(page, LOOP), at(page, MIX)
    field = edit(cell, "new = np.array([[9.0, 9.0]] * 3)\nnew")
    field.press("Control+Enter")
    expect(ended(cell).locator(".wb-printed")).to_have_text(re.compile(r"^array\(\[\[9., 9.\]"))
    assert "loop:    [9. 9.]" in press(below).inner_text()
    cell.get_by_role("button", name="Reset").click()
    assert "loop:    [1.25 0.7 ]" in press(below).inner_text()
    reset(page)


def test_a_press_in_the_code_puts_the_cursor_there(page):
    cell = at(page, LOOP)
    text = cell.locator(".cell_input pre").inner_text()
    cell.locator(".cell_input pre span", has_text="enumerate").first.click()
    field = cell.locator("textarea")
    expect(field).to_be_focused()
    where = field.evaluate("(field) => field.selectionStart")
    assert text.index("enumerate") <= where <= text.index("enumerate") + len("enumerate")
    reset(page)
    expect(cell.locator(".cell_input pre")).to_be_visible()


def test_a_picture_stays_as_long_as_it_is_right_and_is_told_in_words_after(page):
    same, cell = at(page, HEAT), at(page, MOVED)
    press(same)
    expect(same.locator(".wb-status")).to_contain_text("the picture is as it was")
    expect(same.locator("img.only-light")).to_be_visible()
    above = at(page, "river_vectors = plane_vectors")
    source = above.locator(".cell_input pre").inner_text()
    edit(above, f"{source}\nriver_vectors = 0 * river_vectors")
    press(cell)
    expect(cell.locator(".wb-report")).to_contain_text("river at (0, 0)")
    expect(cell.locator(".wb-report")).to_contain_text("no matplotlib")
    expect(cell.locator("img.only-light")).to_be_hidden()
    reset(page)
    expect(cell.locator("img.only-light")).to_be_visible()


def test_a_cell_above_that_fails_is_named_and_led_to(page):
    cell, below = at(page, LOOP), at(page, MIX)
    number = cell.locator(".wb-run").get_attribute("title").split()[2]
    edit(cell, "new = 1\nnew.no_such")
    played = press(below)
    expect(played.locator(".wb-status")).to_have_text(
        f"Cell {number}, which comes first, ends in an error."
    )
    expect(played).to_contain_text(f"In cell {number}, line 2")
    played.get_by_role("button", name=f"Go to cell {number}").click()
    expect(cell.locator("textarea")).to_be_focused()
    reset(page)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("for i in range(100_000): print('line', i)", "more characters are not shown"),
        ("def f(n): return f(n + 1)\nf(0)", "RecursionError"),
        ("input('How many? ')", "cannot ask for anything here"),
        ("import sys\nsys.exit()", "SystemExit"),
        ("import torch", "Open the notebook"),
        ("x = 1", "shows nothing"),
    ],
)
def test_nothing_that_is_written_ends_the_page(source, words, page):
    cell = at(page, LOOP)
    edit(cell, source)
    played = press(cell)
    expect(played).to_contain_text(words)
    assert len(played.inner_text()) < 20_000
    reset(page)
    assert "[1.25 0.7 ]" in press(cell).inner_text()
    reset(page)


def test_an_endless_loop_is_stopped_and_the_page_goes_on(page):
    cell = at(page, LOOP)
    edit(cell, "while True:\n    pass")
    cell.get_by_role("button", name="Run").click()
    expect(cell.locator(".wb-status")).to_contain_text("Running")
    other = at(page, MIX)
    expect(press(other)).to_contain_text("Something else is running")
    cell.get_by_role("button", name="Stop").click(trial=True)
    assert cell.evaluate(STOP) == "Stopped. What you have written stays."
    expect(cell.get_by_role("button", name="Run")).to_be_focused()
    reset(page)
    assert "[1.25 0.7 ]" in press(other).inner_text()
    reset(page)


def test_a_cell_that_needs_more_says_so_and_leads_to_a_notebook(page):
    cell = opened(page.locator(".wb-needs").first)
    assert (
        cell.locator(".wb-run").get_attribute("title") == "This cell needs more than the page has"
    )
    cell.locator(".wb-run").click()
    expect(cell.locator(".wb-lacks")).to_contain_text(
        "a library that the page does not have. Open the notebook"
    )
    assert page.locator(".wb-needs .wb-run").count() == 1, "it is said once"
    cell.locator(".wb-run").click()
    expect(cell.locator(".wb-lacks")).to_have_count(0)


def test_axe_finds_nothing_before_and_after_a_run(page, axe):
    page.evaluate(axe)
    page.add_style_tag(content=AT_ONCE)
    cell = at(page, LOOP)
    within = RUN_AXE.replace("axe.run({", "axe.run(window.part, {")
    for step in (
        lambda: None,
        lambda: press(cell),
        lambda: edit(cell, "1 / 0"),
        lambda: press(cell),
    ):
        step()
        cell.evaluate("(cell) => { window.part = cell; }")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.evaluate(LAID_OUT)
            assert page.evaluate(within, [RULES, {}]) == []
    page.emulate_media(color_scheme="light")
    reset(page)


def test_every_cell_of_three_chapters_tells_in_the_pages_python_what_is_stored(page):
    names = ["mixing", "choosing", "ripples"]
    chapters = [running(name) for name in names]
    told = page.evaluate(
        ALL, [[imports, [cell["source"] for cell in cells]] for imports, cells in chapters]
    )
    for (_, cells), texts in zip(chapters, told, strict=True):
        pairs = [
            (cell, text) for cell, text in zip(cells, texts, strict=True) if cell["id"] != SPEED
        ]
        assert {cell["id"]: expected(cell, text) for cell, text in pairs} == {
            cell["id"]: stored(cell) for cell, _ in pairs
        }


def test_a_covered_result_is_guessed_before_its_cell_runs(new_page):
    page = new_page(chapter("mixing.2"), covered=True)
    cell = at(page, "sweetest = ")
    expect(cell.locator(".wb-cover")).to_be_visible()
    for covered in (".wb-run", ".cell_input pre"):  # the code would tell
        expect(cell.locator(covered)).to_be_hidden()
    cell.get_by_role("button", name="just show me").click()
    expect(cell.locator(".wb-run")).to_be_visible()
    assert cell.locator("textarea").count() == 0
    assert page.faults == []


def test_a_phone_runs_and_changes_a_cell_by_touch_and_paper_has_the_page_as_it_was(new_page):
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    asked = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(page.site + chapter("choosing.2"))
    uncover(page)
    cell = at(page, "stable_softmax")
    assert not [address for address in asked if "practice.js" in address or "/editor-" in address]
    before = cell.locator(".output").first.inner_text().strip()
    cell.locator(".wb-run").tap()
    ended(cell)
    assert cell.locator(".wb-printed").inner_text().strip() == before
    assert not [address for address in asked if "/editor-" in address]
    cell.locator(".cell_input pre").tap(position={"x": 30, "y": 20})
    cell.locator("textarea").fill("print(7 * 6)")
    cell.get_by_role("button", name="Run", exact=True).tap()
    expect(cell.locator(".wb-printed")).to_have_text("42\n")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert [
        address for address in asked if not address.startswith((page.site, f"blob:{page.site}"))
    ] == []
    page.emulate_media(media="print")
    expect(cell.locator(".wb-played")).to_be_hidden()
    expect(cell.locator(".output").first).to_be_visible()
    expect(cell.locator(".cell_input pre")).to_be_visible()
    assert page.locator(".wb-run").locator("visible=true").count() == 0
    assert page.faults == []


def test_every_chapter_marks_its_cells_as_its_notebook_says():
    for path in (BUILT / page for page in chapters()):
        found = len(re.findall(r'<div class="[^"]*\bwb-runs\b', path.read_text("utf-8")))
        assert found == len(running(path.stem)[1]), path.stem
