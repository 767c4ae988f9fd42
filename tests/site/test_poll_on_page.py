"""A question to a class: what phones and the lecture view say to each other by codes alone."""

import json
import random
import re
from pathlib import Path

import pytest
import whichbank_site.poll
from built import BUILT
from playwright.sync_api import Page, expect
from sound import RULES, violations

from whichbank.figures.kit.bundle import bundle

PAGE, ASKED = "thirty", "guess/two-two-one"
PHONE, LECTURE = f"poll.html#{PAGE}/{ASKED}", f"book/{PAGE}.html?lecture#predict-thirty-3"
SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LOAD = """async (source) => {
  window.poll = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
}"""
ELSEWHERE = "https://example.org/course"
pytestmark = pytest.mark.browser


def items(page: str) -> list[dict]:
    text = (BUILT / "_static" / "poll" / f"{page}.js").read_text(encoding="utf-8")
    return json.loads(text.partition(" = ")[2].rstrip(";\n"))


def loaded(page: Page) -> None:
    folder = Path(whichbank_site.poll.__file__).parent
    source = bundle(folder / "codes.js")
    page.goto(page.site + "search.html")
    page.evaluate(LOAD, source)


def test_a_code_says_its_answer_and_no_slip_passes(new_page):
    page = new_page()
    loaded(page)
    mixing = items("mixing")
    draw = random.Random(1)
    some = [draw.choice(mixing) for _ in range(30)]
    told = [
        ["".join(draw.choices(SIGNS, k=3)), draw.randrange(len(item["o"])), draw.randrange(2)]
        for item in some
    ]
    spell = "([items, told]) => items.map((item, i) => poll.spelled(item, ...told[i]))"
    codes = page.evaluate(spell, [some, told])
    read = "([item, codes]) => codes.map((code) => poll.understood(item, code) ?? null)"
    for item, (who, choice, again), code in zip(some, told, codes, strict=True):
        expected = {"who": who, "choice": choice, "round": again}
        assert page.evaluate(read, [item, [code]]) == [expected]
        one = [code[:i] + sign + code[i + 1 :] for i in range(6) for sign in SIGNS]
        two = [slip[:j] + sign + slip[j + 1 :] for slip in one for j, sign in draws(draw)]
        turned = [code[:i] + code[i + 1] + code[i] + code[i + 2 :] for i in range(5)]
        slips = sorted({*one, *two, *turned} - {code})
        near = [slip for slip in slips if sum(a != b for a, b in zip(slip, code, strict=True)) < 3]
        assert len(near) > 500
        assert page.evaluate(read, [item, near]) == [None] * len(near)
        for other in mixing:
            if other["id"] != item["id"]:
                assert page.evaluate(read, [other, [code]]) == [None]


def draws(draw: random.Random) -> list[tuple[int, str]]:
    return [(draw.randrange(6), draw.choice(SIGNS)) for _ in range(8)]


def answered(page: Page, choice: int) -> str:
    page.get_by_role("radio").nth(choice).check()
    page.get_by_role("button", name="Get my code").click()
    return page.locator(".code span").first.inner_text()


def test_six_phones_and_a_lecture(new_page, axe):
    codes: list[list[str]] = [[], []]
    for first, after in ((0, 0), (1, 1), (2, 1), (0, 1), (1, 1), (2, 2)):
        phone = new_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
        phone.goto(phone.site + PHONE)
        codes[0].append(answered(phone, first))
        phone.reload()  # the code is still there
        assert phone.locator(".code span").first.inner_text() == codes[0][-1]
        phone.get_by_role("button", name="I have talked").click()
        codes[1].append(answered(phone, after))
        assert codes[0][-1][:3] == codes[1][-1][:3]
        assert phone.evaluate("document.documentElement.scrollWidth") == 390
    phone.evaluate(axe)
    assert violations(phone, RULES) == []
    with phone.expect_download() as download:
        phone.get_by_role("button", name="Save as a file").click()
    assert download.value.path().read_text().strip() == codes[1][-1].replace(" ", "")
    # in another tab, who has a code goes on with it
    other = new_page()
    other.goto(other.site + PHONE)
    other.get_by_text("I had a code before").click()
    other.get_by_label("Type it").fill("K7M 2QX")
    other.get_by_role("button", name="Go on").click()
    expect(other.get_by_text("no code of this question")).to_be_visible()
    other.get_by_label("Type it").fill(codes[0][0].lower())
    other.get_by_role("button", name="Go on").click()
    assert other.locator(".code span").first.inner_text() == codes[0][0]
    strange = new_page()
    strange.goto(f"{strange.site}poll.html#{PAGE}/guess/no-such")
    expect(strange.locator("main")).to_contain_text("not in this copy of the course")

    page = new_page(viewport={"width": 1920, "height": 1080})
    page.goto(page.site + LECTURE)
    page.wait_for_selector(".wb-lecture")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("c")
    desk = page.locator(".wb-poll")
    expect(desk).to_contain_text("no phone can open it")
    page.get_by_label("Its address on the web").fill(ELSEWHERE)
    expect(desk.get_by_role("link", name=f"{ELSEWHERE[8:]}/{PHONE}")).to_be_visible()
    expect(desk.locator(".wb-poll-qr svg")).to_be_visible()
    field = page.get_by_label("Codes, with anything")
    field.fill(", ".join(codes[0]) + f"\nAnna: {codes[0][0].lower()} | K7M2Q; O23456; ABCDEF\n")
    page.locator(".wb-poll-files input").set_input_files(
        {"name": "a.txt", "mimeType": "text/plain", "buffer": " ".join(codes[1]).encode()}
    )
    expect(desk).to_contain_text("6 first answers, 6 after talking.")
    for said in (
        "ANNA has 4 characters",
        "K7M2Q has 5 characters",
        "O23456 has a O, which no code has",
        "ABCDEF has a wrong character",
        "1 code came twice and counts once",
    ):
        expect(desk.locator(".wb-poll-remarks")).to_contain_text(said)
    page.reload()
    page.wait_for_selector(".wb-lecture")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("c")
    expect(desk).to_contain_text("6 first answers, 6 after talking.")
    assert not re.search(r"\d+%", desk.inner_text())
    page.keyboard.press("b")
    counts = [one.inner_text() for one in page.locator(".wb-poll-count output").all()]
    assert counts == ["2 · 33%", "1 · 17%", "2 · 33%", "4 · 67%", "2 · 33%", "1 · 17%"]
    expect(desk).to_contain_text("Of 6 who answered twice, 4 stayed and 2 changed:")
    expect(desk).to_contain_text("A → B: 1")
    assert "Right." not in desk.inner_text()
    page.keyboard.press("a")
    expect(desk).to_contain_text("Right. The shares are 2.7 to 2.7 to 1")
    expect(desk).to_contain_text("That is what plain dividing gives")
    page.evaluate(axe)
    page.emulate_media(reduced_motion="reduce")
    assert violations(page, RULES) == []
    page.get_by_label("A show of hands").check()
    page.get_by_label("Hands for B, first").fill("12")
    page.get_by_label("Hands for C, after talking").fill("x")
    expect(desk).to_contain_text("12 hands first, 0 after talking.")
    expect(desk).to_contain_text("“x” is no count")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert desk.evaluate("(place) => place.scrollWidth - place.clientWidth") == 0
    page.get_by_role("button", name="To the figure").click()
    page.wait_for_selector(".wb-dragging.wb-lecture")
    assert page.faults == []


FLOW = """async () => {
  const wait = async (find) => { while (!find()) await new Promise((next) => setTimeout(next, 20)); return find(); };
  (await wait(() => document.querySelectorAll("main input[type=radio]")[2])).click();
  document.querySelector("form > button").click();
  return (await wait(() => document.querySelector(".code span"))).textContent;
}"""
COUNT = """async (codes) => {
  const wait = async (find) => { while (!find()) await new Promise((next) => setTimeout(next, 20)); return find(); };
  const view = await wait(() => document.querySelector(".wb-predict.wb-lecture"));
  view.dispatchEvent(new KeyboardEvent("keydown", {key: "c", bubbles: true}));
  const field = await wait(() => document.querySelector(".wb-poll textarea"));
  field.value = codes;
  field.dispatchEvent(new Event("input"));
  document.querySelector(".wb-poll-acts button").click();
  return [...document.querySelectorAll(".wb-poll-count output")].map((one) => one.textContent);
}"""


def test_a_phone_and_a_lecture_understand_each_other_in_every_browser(engine, watched):
    engine.goto(watched + PHONE)
    code = engine.evaluate(FLOW)
    engine.goto(watched + LECTURE)
    counts = engine.evaluate(COUNT, f"{code}\n{code}\n")
    assert counts[0::2] == ["0 · 0%", "0 · 0%", "1 · 100%"]
