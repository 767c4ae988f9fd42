"""Before and after: readers who answer on the pages, and a class whose files go to ``learn``."""

import json
from importlib.resources import files

import numpy as np
import pytest
from keeping import AXE, KEEP, KEPT, PROGRESS, REFUSE, give_file, open_more
from larger import TWICE
from playwright.sync_api import Page, expect
from scipy.stats import multinomial
from sound import AT_ONCE, LAID_OUT, RULES
from whichbank_site.before_after.page import HERE
from whichbank_teach.learning.gains import ALL, gain, held
from whichbank_teach.learning.readers import readers
from whichbank_teach.learning.simulated import BEGAN, DAY, Simulated

from whichbank.before_after import OPEN, hand_id, ideas, parts
from whichbank.figures.kit.bundle import bundle

pytestmark = pytest.mark.browser
BEFORE, AFTER = "book/before.html", "book/after.html"
ITEMS = f"() => JSON.parse({KEPT})?.items ?? {{}}"
MINUTES = {"before": BEGAN, "after": BEGAN + 7 * DAY, "later": BEGAN + 28 * DAY}
# Answer all that is asked, by choices that are known for each question and form; what is to be
# computed is left open.
ANSWER = """async ([choices, minute]) => {
  Date.now = () => 60_000 * minute;
  dispatchEvent(new StorageEvent("storage", {key: null, newValue: "?"})); // the time has passed
  const place = document.getElementById("wb-twice");
  const plain = (text) => text.replace(/[*`]/g, "");
  const known = new Map(wb.asked.flatMap(({ideas}) => ideas.flatMap(({id, forms}) =>
    Object.entries(forms).map(([form, {text}]) => [plain(text), choices[`${id}.${form}`]]))));
  const button = (name) => [...place.querySelectorAll("button:not([hidden])")]
    .find((one) => !one.closest("[hidden]") && one.textContent.startsWith(name));
  for (let i = 0, idle = 0; idle < 5; i++) {
    const legend = place.querySelector("form:not(.done) legend");
    if (legend && place.querySelector("form [type=submit]")) {
      place.querySelector(`form [value="${known.get(legend.textContent)}"]`).checked = true;
      place.querySelector("form [type=submit]").click();
      idle = 0;
    } else {
      const next = button("Next") ?? button("Done") ?? button("I don’t") ?? button("8 questions")
        ?? button("Once more:") ?? button("Begin");
      if (next) next.click();
      idle = next ? 0 : idle + 1;
      await new Promise(setTimeout); // numbers are unpacked
    }
  }
}"""


def fields(page: Page):
    return page.locator("#wb-twice form")


def answer(page: Page, choice: str, press: str = "Space") -> None:
    fields(page).locator(f"[value='{choice}']").press(press)
    fields(page).locator("[type=submit]").press("Enter")


def violations(page: Page) -> list[str]:
    page.evaluate(next(files("axe_playwright_python").rglob("axe.min.js")).read_text("utf-8"))
    page.add_style_tag(content=AT_ONCE)
    page.evaluate(LAID_OUT)
    return page.evaluate(AXE, [["#wb-twice"], RULES])


def at(page: Page, minute: int, address: str) -> None:
    page.add_init_script(f"Date.now = () => {60_000 * minute}")  # the last one counts
    page.goto(page.site + address)


def kept(items: dict) -> str:
    return json.dumps({"format": "which-bank progress", "version": 7, "items": items})


def test_a_reader_is_asked_before_told_nothing_and_goes_on_after_a_reload(new_page):
    page = new_page(BEFORE)
    expect(fields(page)).to_have_count(0)
    page.get_by_role("button", name="Begin: 20 questions").press("Enter")
    fields(page).locator("[type=submit]").click()
    expect(page.get_by_text("Choose an answer")).to_be_visible()
    for choice in ("a", "b", OPEN):
        answer(page, choice)
    place = page.locator("#wb-twice")
    expect(place).to_contain_text("4 of 20")
    assert page.locator(".wb-once-more-nth").evaluate("(node) => node === document.activeElement")
    assert "Right" not in place.inner_text()
    assert place.locator(".wb-right").count() == 0
    fields(page).locator("[value='c']").check()
    page.reload()
    expect(place).to_contain_text("4 of 20")
    other = open_more(page, BEFORE)
    answer(other, "a")
    expect(place).to_contain_text("5 of 20")  # another tab has answered the fourth
    items = page.evaluate(ITEMS)
    form = items.pop("form/drawn")
    assert sorted(log[0][1] for log in items.values()) == [OPEN, "a", "a", "b"]
    assert {len(log) for log in items.values()} == {1}
    assert {name[-1] for name in items} == {form}
    page.evaluate(ANSWER, [{f"{id}.{x}": OPEN for id in ideas() for x in "AB"}, BEGAN])
    expect(place).to_contain_text("20 answers kept.")
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_style_tag(content=TWICE)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_after_a_part_the_other_form_is_asked_and_the_gain_is_told_as_wide_as_it_is(
    scheme, new_page
):
    page = new_page(BEFORE, color_scheme=scheme)
    part, *_ = parts().values()
    own = [one.id for one in ideas().values() if one.part == part.id]
    before = {f"before/{id}.A": [[BEGAN, OPEN]] for id in own}
    page.evaluate(KEEP, kept(before | {"form/drawn": "A"}))
    at(page, BEGAN + DAY, AFTER)
    page.get_by_role("button", name=f"8 questions: {part.caption}").click()
    place = page.locator("#wb-twice")
    for i, choice in enumerate(["a", "a", "a", "b", OPEN]):
        answer(page, choice)
        expect(place.locator("output")).to_contain_text("Right." if choice == "a" else "Not yet.")
        expect(place.get_by_text("the thought behind your answer")).to_have_count(
            int(choice == "b")
        )
        if i == 0:
            assert violations(page) == []
        place.get_by_role("button", name="Next").press("Enter")
    page.reload()
    place.get_by_role("button", name="Go on: 5 of 8").press("Enter")
    for i in range(3):
        expect(place).to_contain_text(f"{6 + i} of 8")
        if i == 0:
            place.locator(".wb-field input").first.fill("1000; 1000; 1000; 1000")
            place.get_by_role("button", name="Check").click()
        else:
            place.get_by_role("button", name="I don’t know yet").click()
        place.get_by_role("button", name="Next").or_(
            place.get_by_role("button", name="Done")
        ).click()
    expect(place).to_contain_text(f"{part.caption}: 3 of 5 ideas right.")
    # 3 of 5 better and none worse: (3+1)/7 − 1/7 ± 1.645 √((5/7 − 9/49)/7)
    expect(place.locator("tbody")).to_contain_text("0 of 5")
    expect(place.locator("tbody")).to_contain_text("+60 (−2 to +88)")
    expect(place).to_contain_text("Who only guesses has about 2 of 5 right, nine times in ten")
    expect(place).to_contain_text("4 questions that you had left open before you answered this")
    expect(place).to_contain_text("0 of 3 right at the first try")
    assert violations(page) == []
    items = page.evaluate(ITEMS)
    assert {id: items[f"after/{id}.B"][0][1] for id in own} == dict(
        zip(own, ["a", "a", "a", "b", OPEN], strict=True)
    )
    once_more = place.get_by_role("button", name="Once more")
    at(page, BEGAN - 100 * DAY, AFTER)  # a clock that is set back
    expect(place.locator("tbody")).to_contain_text("+60")
    expect(once_more).to_have_count(0)
    at(page, BEGAN + 16 * DAY, AFTER)
    once_more.click()
    for i in range(5):
        answer(page, "a")
        place.get_by_role("button", name="Done" if i == 4 else "Next").click()
    expect(place).to_contain_text("answered twice")
    expect(place.locator("tbody")).to_contain_text("+60")  # the first time counts
    at(page, BEGAN + 16 * DAY, BEFORE)
    expect(page.locator("#wb-twice")).to_contain_text("6 of 20")
    assert page.faults == []


def test_files_of_two_devices_come_together_and_an_edited_one_breaks_nothing(new_page):
    page = new_page(PROGRESS)
    one, two, *_ = ideas()
    here = {f"before/{one}.A": [[BEGAN, "b"]], "form/drawn": "A"}
    page.evaluate(KEEP, kept(here))
    page.reload()
    there = {
        f"before/{one}.A": [[BEGAN, "b"], [BEGAN + 9, "a"]],
        f"before/{two}.B": [[BEGAN + 1, "c"]],
        "form/drawn": "B",
    }
    assert "brought up to date" in give_file(page, kept(there))
    assert page.evaluate(ITEMS) == there | here | {
        f"before/{one}.A": [[BEGAN, "b"], [BEGAN + 9, "a"]]
    }
    assert give_file(page, kept(there)) == "The file holds nothing new."
    for bad in ([], [1], "a", [[0, "a"]], [[BEGAN, 3]]):
        assert "damaged at" in give_file(page, kept({f"after/{one}.A": bad}))
    assert "damaged at" in give_file(page, kept({"form/drawn": "C"}))
    # a question that is not asked any more, and a choice that nobody offers
    page.evaluate(KEEP, kept({"before/gone.A": [[BEGAN, "a"]], f"before/{one}.A": [[1, "z"]]}))
    page.goto(page.site + BEFORE)
    page.get_by_role("button", name="Begin: 20 questions").click()
    page.evaluate(ANSWER, [{f"{id}.{x}": "a" for id in ideas() for x in "AB"}, BEGAN])
    expect(page.locator("#wb-twice")).to_contain_text("20 answers kept.")
    assert page.evaluate(ITEMS)["before/gone.A"] == [[BEGAN, "a"]]
    assert page.faults == []


@pytest.mark.parametrize("reason", ["SecurityError", "QuotaExceededError"])
def test_where_nothing_can_be_kept_it_says_so_and_goes_on(reason, new_page):
    page = new_page()
    page.add_init_script(REFUSE.replace("REASON", reason))
    page.goto(page.site + BEFORE)
    page.get_by_role("button", name="Begin").click()
    answer(page, "a")
    expect(page.locator("#wb-twice")).to_contain_text("2 of 20")
    expect(page.locator("#wb-twice")).to_contain_text("until you leave")
    assert page.faults == []


@pytest.mark.parametrize("walked", [4, pytest.param(40, marks=pytest.mark.wide)])
def test_a_class_of_forty_goes_through_pages_and_files_to_the_gain(walked, new_page, tmp_path):
    """What is put in: 40% known before, half of the rest learned, a fifth of it forgotten, half of what
    is not known guessed; and ten readers who hold one misconception. So many go through the pages; the
    files of the others hold the choices as a page keeps them.
    """
    rng = np.random.default_rng(1)
    page = new_page(BEFORE)
    for i in range(40):
        holds = "looking-is-mutual" if i < 10 else ""
        choices = Simulated(0.4, 0.5, 0.2, 0.5, holds, harder=0.1).choices(rng)
        form = next(iter(choices["before"]))[-1]
        asked = {
            f"{'before' if when == 'before' else 'after'}/{name}": [[MINUTES[when], choice]]
            for when, some in choices.items()
            for name, choice in some.items()
        }
        if i >= walked:
            file = kept({"form/drawn": form} | asked)
            (tmp_path / f"r{i}.json").write_text(file, encoding="utf-8")
            continue
        page.evaluate(KEEP, kept({"form/drawn": form}))
        page.goto(page.site + BEFORE)
        page.evaluate(ANSWER, [choices["before"], MINUTES["before"]])
        page.goto(page.site + AFTER)
        for when in ("after", "later"):
            page.evaluate(ANSWER, [choices[when], MINUTES[when]])
        items = page.evaluate(ITEMS)
        if i == 0:
            page.goto(page.site + PROGRESS)
            with page.expect_download() as saved:
                page.get_by_role("button", name="Save to a file").click()
            saved.value.save_as(tmp_path / "r0.json")
        else:
            (tmp_path / f"r{i}.json").write_text(kept(items), encoding="utf-8")
        computed = {f"after/{hand_id(id)}" for part in parts().values() for id in part.by_hand}
        others = {name for name in items if name not in asked} - {"form/drawn"}
        assert {name: items[name] for name in asked} == asked, "what was chosen is what is kept"
        assert {name[:-2] for name in others} == computed
    found, told = readers(tmp_path)
    assert (len(found), told) == (40, [])
    one = gain(ALL, found)
    # of all that is not seen half is guessed, but for what the ten get wrong by their thought
    seen = 0.3 * (1 - 0.1 / 2)
    assert one.gain.low < seen * (1 - 0.5 / 3) < one.gain.high
    assert one.known.low < seen * 1.02
    assert one.stays.high < 0
    first, *_ = held(found)
    assert first[0].id == "looking-is-mutual"
    assert page.faults == []


def test_the_interval_of_one_reader_covers_as_it_says(new_page):
    """By the exact chances of all that can come of n pairs. Where nearly all answers change, in both
    directions, five pairs cover least.
    """
    page = new_page(BEFORE)
    load = """async (source) => {
      window.found = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
    }"""
    page.evaluate(load, bundle(HERE / "result.js"))
    rng = np.random.default_rng(0)
    for n, least in ((5, 0.83), (20, 0.88)):
        cases = np.array([(b, w, n - b - w) for b in range(n + 1) for w in range(n + 1 - b)])
        rooms = page.evaluate(
            "(cases) => cases.map(([b, w, same]) => found.interval(b, w, b + w + same))",
            cases.tolist(),
        )
        low, high = np.array(rooms).T
        covered = []
        for chances in rng.dirichlet([1, 0.5, 1], 200):
            truth = chances[0] - chances[1]
            holds = (low - 1e-12 <= truth) & (truth <= high + 1e-12)
            covered.append(multinomial.pmf(cases, n, chances)[holds].sum())
        assert min(covered) > least
        assert 0.9 < np.mean(covered) < 0.97
    guessing = page.evaluate("found.guessing(20)")
    assert (round(guessing["mean"], 6), guessing["low"], guessing["high"]) == (6.666667, 3, 10)
