"""The letter model of chapter writer on its page: as fast as it must be, and as near to the notebook's
as 9 bits allow.
"""

import re
from base64 import b64decode

import numpy as np
import pytest
import torch
from agreement import check
from built import BUILT, alone, figure_class, models
from drawn import read
from slowness import slowness_now

from whichbank.experiments.news import printed
from whichbank.experiments.writer import recorded_model

ADDRESS = "book/writer.html"
NAME = [
    "not-built",
    *(name for name, one in models(ADDRESS).items() if one["module"] == "letters"),
][-1]
# the chapter's opening, which loads the same model, is not seen in it
SHORT = {"width": 1280, "height": 400}
LETTERS, AWAY = 60, 0.02
LONGEST = (
    "The needle falls on end of item (88%), not on the likeliest letter, space (88%). Underlined: "
    "133 words it never read."
)
PATTERN = (
    r"The needle falls on (.+ \(<?\d+%\), not on the likeliest letter, .+ \(<?\d+%\)|the likeliest "
    r"letter: .+)\. Underlined: \d+ words? it never read\."
)
SAY = (
    "(place, texts) => Object.keys(texts).forEach((at) => (place.querySelector(at).textContent = "
    "texts[at]))"
)
TALL = "(place) => place.querySelector('.wb-figure').getBoundingClientRect().height"
# Write, and tell the letters a second.
WRITE = """async (place, n) => {
  const [start, before] = [performance.now(), place.model.get("text").length];
  const slider = place.querySelector(".wb-controls > .wb-slider input");
  slider.value = before + n;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  const done = () => place.model.get("text").length >= before + n && !place.model.underway.size;
  while (!done()) await new Promise((next) => setTimeout(next));
  return (1000 * n) / (performance.now() - start);
}"""
# What the program that the page runs says of some texts.
LOGITS = """async (place, [heads, texts]) => {
  const [engine, weights, shapes] = ["engine", "weights", "shapes"].map((name) => place.model.get(name));
  const worker = new Worker(URL.createObjectURL(new Blob([engine])));
  worker.postMessage({material: {weights, shapes, heads}});
  const found = [];
  for (const ids of texts) {
    const answer = new Promise((done) => (worker.onmessage = ({data}) => done(data.logits)));
    worker.postMessage({ids, cached: true});
    found.push(await answer);
  }
  worker.terminate();
  return found;
}"""


def letters(page):
    place = alone(page, NAME)
    place.hover()
    page.wait_for_function(
        "(place) => place.querySelector('.wb-readout').textContent.startsWith('The needle')",
        arg=place,
    )
    place.query_selector("summary").click()
    return place, figure_class("letters")(**models(ADDRESS)[NAME]["state"])


@pytest.mark.browser
@pytest.mark.timed
def test_it_writes_what_python_writes_and_in_time(new_page, measured):
    page = new_page(ADDRESS)
    place, fig = letters(page)
    fastest = 0.0
    wanted = fig.write(200)
    for cached in ("with", "without"):
        rate = place.evaluate(WRITE, 100)
        measured(f"letters a second on the page, {cached} the cache: {rate:.0f}")
        fastest = max(fastest, rate)
        text = check(place, ADDRESS).state["text"]
        assert text == wanted[: len(text)]
        place.query_selector("label:has-text('no cache')").click()
    assert len(text) == len(wanted)
    assert fastest >= LETTERS / (slowness_now(new_page) if fastest < LETTERS else 1)
    assert page.faults == []


@pytest.mark.browser
def test_its_logits_are_those_of_python(new_page, measured):
    page = new_page(ADDRESS)
    place, fig = letters(page)
    held = printed().part("held out")
    texts = [held[i : i + n] for i, n in ((0, 1), (100, 8), (1000, 33), (2000, 64), (3000, 64))]
    ids = [printed().encode(text).tolist() for text in texts]
    found = place.evaluate(LOGITS, [fig.sizes[2], ids])
    exact, away, lost = recorded_model(), 0.0, []
    for text, some, logits in zip(texts, ids, found, strict=True):
        fig.text = text
        away = max(away, np.abs(fig.logits - logits).max())
        with torch.no_grad():
            lost.append(np.abs(exact(torch.tensor([some]))[0, -1].numpy() - logits))
    measured(f"logits on the page: {away:.1e} from Python's with 9 bits a weight, {AWAY} allowed")
    measured(
        f"logits with 9 bits a weight: {np.mean(lost):.3f} from the recorded model's, "
        f"{np.max(lost):.2f} at most"
    )
    assert away <= AWAY


@pytest.mark.browser
def test_it_says_how_large_the_model_is_while_it_comes(new_page):
    page = new_page(ADDRESS, viewport=SHORT)
    page.route("**/*-weights-*.js", lambda route: None)
    name, state = NAME, models(ADDRESS)[NAME]["state"]
    alone(page, name).hover()
    said = page.wait_for_selector(f"[data-model={name}] .wb-readout:text('on its way')")
    size = len(b64decode(state["weights"]))
    assert said.text_content() == f"The model is on its way: {np.ceil(size / 1000):.0f}\u00a0kB."


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_the_longest_read_out_makes_the_figure_no_taller(width, new_page):
    """The longest names, shares of two digits, and as many new words as the page holds, on a slow
    machine.
    """
    page = new_page(ADDRESS, viewport={"width": width, "height": 844})
    place, _ = letters(page)
    tall = place.evaluate(TALL)
    place.query_selector_all(".wb-slider input")[1].fill("2")
    place.query_selector("button:text('Write again')").click()
    # what is written later would take the place of the longest
    place.wait_for_selector("button:text-is('Play')")
    said = page.wait_for_selector(
        f"[data-model={NAME}] .wb-readout:text('Underlined')"
    ).text_content()
    assert re.fullmatch(PATTERN, said), "the longest is made of the sentences of this one"
    place.evaluate(SAY, {".wb-readout": LONGEST, ".wb-fold .wb-note": "1234.5\u00a0ms a letter"})
    assert place.evaluate(TALL) == tall


@pytest.mark.browser
def test_a_press_before_the_model_is_here_is_not_lost(new_page):
    page = new_page(ADDRESS, viewport=SHORT)
    held: list = []
    page.route("**/*-weights-*.js", lambda route: held.append(route))
    name, state = NAME, models(ADDRESS)[NAME]["state"]
    place = alone(page, name)
    place.hover()
    place.wait_for_selector(".wb-readout:text('on its way')")
    place.query_selector("button:text('One letter')").click()
    held.pop().continue_()
    fig = figure_class("letters")(**state)
    page.wait_for_function(
        "([place, n]) => place.model.get('text').length > n", arg=[place, len(fig.text)]
    )
    assert check(place, ADDRESS).state["text"] == fig.text + fig.drawn


@pytest.mark.browser
def test_a_click_overrules_the_draw(new_page):
    page = new_page(ADDRESS)
    place, fig = letters(page)
    place.query_selector_all(".wb-letter")[2].click()
    fig.text += fig.branches[2]
    assert check(place, ADDRESS).state["text"] == fig.text
    fig.text += fig.letters[fig.likeliest[0]]
    place.query_selector(".wb-part").click()
    assert check(place, ADDRESS).state["text"] == fig.text


@pytest.mark.browser
def test_the_futures_grow_and_the_slider_goes_back_and_on(new_page):
    page = new_page(ADDRESS)
    place, fig = letters(page)

    def grown(text: str) -> None:
        fig.text = text
        check(place, ADDRESS)
        shown = [one.text_content() for one in place.query_selector_all(".wb-future")]
        assert shown == [one.replace(" ", "·").replace("\n", "¶") for one in fig.futures]

    opening, slider = fig.text, place.query_selector(".wb-controls > .wb-slider input")
    grown(opening)
    slider.press("ArrowLeft")
    grown(opening[:-1])
    slider.press("ArrowRight")
    grown(opening)
    slider.press("ArrowRight")
    grown(opening + fig.drawn)


@pytest.mark.browser
def test_it_writes_again_as_much_with_the_same_random_numbers_and_underlines_what_is_new(new_page):
    page = new_page(ADDRESS)
    place, fig = letters(page)
    again, opening = place.query_selector("button:text('Write again')"), fig.text
    for fig.temperature in (2.0, 0.8):
        place.query_selector_all(".wb-slider input")[1].fill(f"{fig.temperature:g}")
        again.click()
        fig.text = opening[: fig.begun]
        fig.text = fig.write(len(opening) - fig.begun)
        page.wait_for_function(
            "([place, text]) => place.model.get('text') === text", arg=[place, fig.text]
        )
        assert check(place, ADDRESS).state["text"] == fig.text
        found = [node.text_content() for node in place.query_selector_all(".wb-written u")]
        assert found == [fig.text[start:end] for start, end in fig.invented]
        assert found
    assert fig.text == opening


@pytest.mark.browser
def test_it_plays_pauses_and_the_arcs_are_the_heads(new_page):
    page = new_page(ADDRESS)
    place, fig = letters(page)
    play = place.query_selector("button:text('Play')")
    play.click()
    opening = fig.text
    page.wait_for_function(
        "([place, n]) => place.model.get('text').length >= n", arg=[place, len(opening) + 4]
    )
    play.click()
    assert play.text_content() == "Play"
    fig.text = read(place).state["text"]
    begun = figure_class("letters")(**(fig.state() | {"text": opening}))
    assert fig.text == begun.write(len(fig.text) - len(opening))
    for fig.head in range(8):
        place.query_selector_all(".wb-whose-arcs label")[fig.head].click()
        named = f"layer {fig.head // 4 + 1}, head {fig.head % 4 + 1}"
        assert place.query_selector(".wb-desk p").text_content().endswith(named)
        arcs = place.query_selector_all(".wb-back .wb-arc")
        drawn = [float(arc.get_attribute("data-weight")) for arc in arcs][: len(fig.seen)]
        np.testing.assert_allclose(drawn, fig.looks, atol=1e-4)


@pytest.mark.browser
def test_it_writes_from_a_folder(new_page):
    page = new_page()
    page.goto(f"{BUILT.as_uri()}/{ADDRESS}")
    place, fig = letters(page)
    place.query_selector("button:text('One letter')").click()
    assert check(place, ADDRESS).state["text"] == fig.text + fig.drawn
