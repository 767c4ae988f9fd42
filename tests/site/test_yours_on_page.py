"""The page *yours*: the machine runs on what a reader has written and had checked on the pages."""

import json
import re
import time

import numpy as np
import pytest
from built import BUILT, PATIENCE
from coding import LACKING, PLACE, SOFTMAX, chapter, opened, run
from engines import missing, tab
from playwright.sync_api import expect

from whichbank import yours
from whichbank.experiments.weaving import woven

ADDRESS = "book/yours.html"
pytestmark = [pytest.mark.browser, pytest.mark.skipif(not PLACE.exists(), reason=LACKING)]
LETTERS, FEW, BEGIN = 160, 3, "The bank"
MIDDLE, HALF, MOST = 170, 128, 0.08  # of the picture: where a lean of 0 is, how wide, how much
FLAT = SOFTMAX.replace("grown.sum(-1, keepdims=True)", "grown.sum(-1)")
ALONE = SOFTMAX.partition("\n\n\ncheck")[0]  # as a box shows it
# What a reader writes by and by, in the order of the chapters; a later one holds an earlier one
# where its exercise says so.
BLOCK = """from math import erf


def norm(x, gain, shift):
    away = x - x.mean(axis=-1, keepdims=True)
    return away / np.sqrt((away ** 2).mean(axis=-1, keepdims=True) + 1e-5) * gain + shift


def block(x, n_heads, norms, W_qkv, b_qkv, W_o, b_o, W_1, b_1, W_2, b_2):
    three = norm(x, norms[0], norms[1]) @ W_qkv + b_qkv
    q, k, v = three.reshape(len(x), 3, n_heads, -1).transpose(1, 2, 0, 3)
    scores = q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])
    later = np.triu(np.ones(scores.shape[1:], bool), 1)
    found = softmax(np.where(later, -1e9, scores)) @ v
    x = x + np.concatenate(found, axis=1) @ W_o + b_o
    wide = norm(x, norms[2], norms[3]) @ W_1 + b_1
    return x + wide / 2 * (1 + np.vectorize(erf)(wide / np.sqrt(2))) @ W_2 + b_2
"""
STACK = f"""{BLOCK}

def stack(x, n_heads, *learned):
    for one in zip(*learned[:-1]):
        x = block(x, n_heads, *one)
    return norm(x, *learned[-1])
"""
ANSWERS = {
    "heads.2": """def merge_heads(heads):
    return np.concatenate(heads, axis=1)
""",
    "heads.3": """def many_heads(x, W_q, W_k, W_v, W_o):
    found = 0
    for q, k, v, o in zip(W_q, W_k, W_v, W_o):
        scores = (x @ q) @ (x @ k).T / np.sqrt(q.shape[1])
        grown = np.exp(scores - scores.max(axis=1, keepdims=True))
        found = found + grown / grown.sum(axis=1, keepdims=True) @ (x @ v) @ o
    return found
""",
    "masks.2": """def causal_attention(q, k, v):
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    later = np.triu(np.ones(scores.shape[-2:], bool), 1)
    return softmax(np.where(later, -1e9, scores)) @ v
""",
    "block.2": """def layer_norm(x, gain, shift, eps):
    away = x - x.mean(axis=-1, keepdims=True)
    return away / np.sqrt((away ** 2).mean(axis=-1, keepdims=True) + eps) * gain + shift
""",
    "block.7": BLOCK,
    "writer.2": """def next_token_weights(scores, temperature, k):
    least = np.sort(scores, axis=1)[:, [-k]]
    return softmax(np.where(scores < least, -1e9, scores / temperature))
""",
    "writer.5": STACK,
    "writer.6": f"""{STACK}

def language_model(ids, n_heads, tokens, positions, *learned):
    x = tokens[ids] + positions[:len(ids)]
    return stack(x, n_heads, *learned[:-1]) @ learned[-1]
""",
}
ENDLESS = "def softmax(scores):\n    while True:\n        pass\n"
LEANS = """() => [...document.querySelectorAll("#wb-yours-real .wb-my-tip")].map((tip) => tip.cx.baseVal.value)"""


# Run the letters; then what is written, once all of it is.
RUN = """async () => {
  const go = () => document.querySelector("#wb-yours-letters .wb-my-go");
  while (!go()) await new Promise((next) => setTimeout(next, 50));
  go().click();
  while (go().getAttribute("aria-disabled") !== "true") await new Promise((next) => setTimeout(next, 5));
}"""
WRITTEN = """() => document.querySelector("#wb-yours-letters .wb-my-paper span").textContent"""
HALT = """() => [...document.querySelectorAll("#wb-yours-letters button")].find((one) =>
  one.textContent === "Stop").click()"""
LIT = """() => [...document.querySelectorAll("button.wb-lit b")].map((one) => one.textContent)"""
# What an exercise's page keeps once its check has said "right".
SOLVED = """([exercise, text]) => {
  wb.progress_store.shelf("code/").put([[exercise, text]]);
  wb.progress_store.shelf("done/").put([[exercise, true]]);
}"""
KEPT = """(exercise) => ["code/", "done/"].map((name) =>
  wb.progress_store.shelf(name).get(exercise))"""
# Press a stage's button; the milliseconds until its first letter, and until its end.
TOOK = """async (name) => {
  const place = document.querySelector(`#wb-yours-${name}`);
  const go = place.querySelector(".wb-my-go");
  const letters = place.querySelector(".wb-my-paper span");
  if (letters) letters.textContent = "";
  const began = performance.now();
  let first = 0;
  go.click();
  do {
    await new Promise((next) => setTimeout(next, 2));
    if (!first && letters?.textContent) first = performance.now() - began;
  } while (go.ariaDisabled === "true");
  return [first, performance.now() - began];
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


def they_part(first, second):
    """The two apples stand where the record of MiniLM has them."""
    record = woven()
    leans = [
        lean[-1]
        for lean, one in zip(record["leans"][0], record["pieces"][0], strict=True)
        if one == "apple"
    ]
    assert first < MIDDLE < second  # the company is at the left, the fruit at the right
    drawn = (np.array([first, second]) - MIDDLE) / HALF * MOST
    np.testing.assert_allclose(drawn, leans, atol=0.008)  # the page's weights have 8 bits


def test_without_progress_it_runs_on_the_courses_functions_and_says_so(new_page):
    page = new_page(ADDRESS)
    assert lit(page) == set()
    expect(stage(page, "machine")).to_contain_text("runs, on the course’s functions")
    place = stage(page, "letters")
    expect(place.locator(".wb-my-paper")).to_have_text(re.compile(f"^{LETTERS} letters will come"))
    assert "are the course’s" in ran(place, "Run it")
    expect(place.locator(".wb-my-paper i")).to_be_hidden()
    assert written(place) == wanted()
    page.context.set_offline(True)
    ran(place, "Run it")
    assert written(place) == wanted()
    assert ran(place, "Compare with a cache").endswith("times as many, and the same text.")
    assert written(place) == wanted()
    assert page.faults == []


@pytest.mark.parametrize(
    ("engine", "n"),
    [
        ("firefox", LETTERS),
        ("webkit", FEW),
        pytest.param("webkit", LETTERS, marks=pytest.mark.wide),
    ],
)
def test_it_runs_there_too(engine, n, watched):
    if lacking := missing(engine):
        pytest.skip(f"no {engine}: {lacking} is not installed")
    with tab(engine) as there:
        there.goto(watched + ADDRESS)
        there.evaluate(SOLVED, ["choosing.2", SOFTMAX])
        there.evaluate(RUN)
        assert there.evaluate(LIT) == ["Softmax"]
        end = time.monotonic() + 3 * PATIENCE / 1000  # WebKit is slow at it
        while len(found := there.evaluate(WRITTEN)) < n and time.monotonic() < end:
            time.sleep(0.2)
        there.evaluate(HALT)
        assert len(found) >= n
        assert wanted().startswith(found)
        assert there.evaluate("faults") == []


@pytest.mark.parametrize("typed", [2, pytest.param(len(ANSWERS), marks=pytest.mark.wide)])
def test_who_starts_from_nothing_solves_all_that_the_models_need_runs_breaks_and_mends(
    typed, new_page
):
    """So many of the answers are written on their pages; the others are what such a page keeps."""
    page = new_page("book/choosing.html")
    cell = opened(page, "choosing.2")
    lamp = page.locator("[id^=exercise-choosing-2-] .wb-lights")
    expect(lamp).to_have_text("Lights a box: Softmax")
    expect(run(cell, FLAT)).to_contain_text("not right yet")
    expect(run(cell, SOFTMAX)).to_contain_text("right. All", timeout=PATIENCE)
    expect(lamp).to_have_text("Softmax: this box is yours")
    assert page.evaluate(KEPT, "choosing.2") == [SOFTMAX, True]  # as SOLVED has it
    page.get_by_role("link", name="Your Softmax is in the machine").click()
    page.wait_for_url(page.site + ADDRESS)
    assert lit(page) == {"Softmax"}
    expect(stage(page, "machine")).to_contain_text(f"1 of {len(yours.BOXES)} boxes")

    field = stage(page, "machine").locator("textarea")
    expect(field).to_have_value(ALONE)
    for i, (exercise, answer) in enumerate(ANSWERS.items()):
        name = next(box.name for box in yours.BOXES.values() if box.exercise == exercise)
        if i >= typed:
            page.evaluate(SOLVED, [exercise, answer])
            continue
        if not page.url.endswith(chapter(exercise)):
            page.goto(page.site + chapter(exercise))
        report = run(opened(page, exercise), f'{answer}\n\ncheck("{exercise}", {name})')
        expect(report).to_contain_text("right. All", timeout=PATIENCE)
    page.goto(page.site + ADDRESS)
    solved = {box.name for box in yours.BOXES.values() if {"letters", "reader"} & {*box.stages}}
    expect(stage(page, "machine")).to_contain_text(f"{len(solved)} of {len(yours.BOXES)} boxes")

    place = stage(page, "letters")
    assert ran(place, "Run it") == "All 8 functions that this takes are yours."
    assert written(place) == wanted()
    expect(stage(page, "keepsake")).to_contain_text(f"It wrote: {BEGIN}{wanted()}"[:60])
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
    expect(place.locator(".wb-my-pace")).to_have_text("")  # nothing of the run before
    stage(page, "machine").get_by_role("button", name="Put back").click()
    expect(field).to_have_value(ALONE)
    ran(place, "Run it")
    assert written(place) == wanted()

    if json.loads(page.evaluate("JSON.stringify(wb.yours)"))["files"]:  # a build may lack weights
        real = stage(page, "real")
        real.get_by_role("button", name="Read it").click()
        # the layers are shown one after the other
        expect(real.locator(".wb-my-status")).to_have_text(
            "All 4 functions that this takes are yours.", timeout=PATIENCE
        )
        they_part(*page.evaluate(LEANS))

    with page.expect_download() as download:
        ran(stage(page, "keepsake"), "Download the file")
    text = download.value.path().read_text(encoding="utf-8")
    assert "# Yours: exercise choosing.2\ndef softmax(scores):\n    grown = np.exp" in text
    assert f"    {BEGIN}{wanted()}"[:90] in text
    page.goto(f"{page.site}book/progress.html")
    expect(page.locator(".wb-lights")).to_have_text(
        f"{len(solved)} of {len(yours.BOXES)} boxes of the machine are yours."
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
    expect(said).to_contain_text(
        # a text of hardly any words: the letters that stand alone in it must not count for much
        re.compile(
            r"As you guessed. Too few of its words exist: \d% .+; of the whole one’s, \d\d%\."
        )
    )
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


def test_a_small_writer_learns_a_text(new_page):
    page = new_page(ADDRESS)
    place = stage(page, "training")
    assert ran(place, "Train it").startswith("It needs 400 letters")
    place.get_by_role("button", name="Take two pages").click()
    expect(place.locator(".wb-my-status")).to_have_text(
        re.compile(r"Two pages of this course: 1\d{4} letters.")
    )
    ready = place.get_by_label("Your text").input_value()
    assert "Apple launched" in ready
    assert "GPT-3" in ready
    place.get_by_label("Your text").fill("money bank, river bank, " * 20)
    place.get_by_role("button", name="Train it").click()
    said = place.locator(".wb-my-status")
    expect(said).to_have_text(
        re.compile(r"Step ([4-9]\d|\d{3}) of .*the loss is .*, and \d\.\d\d on the last tenth"),
        timeout=PATIENCE,
    )
    done = place.locator(".wb-my-pace")
    expect(done).to_have_text(re.compile(r"^\d+%, about \d+ (seconds|minutes) to go$"))
    place.get_by_role("button", name="Stop").click()
    expect(said).to_have_text("Stopped. What was written stays.")
    expect(done).to_have_text("")
    assert place.locator(".wb-my-paper").text_content().startswith("m")
    for line in range(2):  # of what it reads, and of the last tenth, which here is alike
        path = place.locator(".wb-my-loss").nth(line).get_attribute("d")
        heights = [float(point.split()[1]) for point in path.removeprefix("M").split("L")]
        assert heights[-1] > heights[0] + 20  # drawn from above: the loss has fallen


@pytest.mark.timed
def test_how_soon_it_writes_and_reads_on_a_readers_functions(new_page, measured):
    """It only tells; what it takes hangs on the machine. With less motion, no layer waits to be seen."""
    page = new_page(ADDRESS, reduced_motion="reduce")
    for solved in {"choosing.2": SOFTMAX, **ANSWERS}.items():
        page.evaluate(SOLVED, solved)
    place = stage(page, "letters")
    cold, _ = page.evaluate(TOOK, "letters")
    warm, whole = page.evaluate(TOOK, "letters")
    assert written(place) == wanted()
    measured(
        f"yours: first letter after {cold / 1000:.1f} s from nothing, {warm / 1000:.2f} s where "
        f"Python is there; {1000 * (LETTERS - 1) / (whole - warm):.0f} letters a second"
    )
    place.get_by_role("button", name="Compare with a cache").click()
    said = place.locator(".wb-my-status")
    expect(said).to_contain_text("the same text", timeout=PATIENCE)
    measured(f"yours: {said.inner_text()}")
    if not json.loads(page.evaluate("JSON.stringify(wb.yours)"))["files"]:
        pytest.skip("this build has no weights")
    (_, first), (_, again) = (page.evaluate(TOOK, "real") for _ in range(2))
    they_part(*page.evaluate(LEANS))
    measured(
        f"yours: MiniLM reads in {first / 1000:.1f} s with its way here, in {again / 1000:.1f} s again"
    )


def test_from_a_folder_it_says_what_it_needs(new_page):
    page = new_page()
    page.goto(f"{BUILT.as_uri()}/{ADDRESS}")
    said = ran(stage(page, "letters"), "Run it")
    assert said.startswith("A page that is opened from a folder cannot run Python.")
