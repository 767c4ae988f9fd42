"""What comes back, without a page: every item can be asked in another form and has one right answer,
and the scheduler brings back what a reader is about to forget.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from py_mini_racer import MiniRacer
from whichbank_site.again.items import course_items
from whichbank_site.again.page import HERE
from whichbank_site.pages.assets import classic
from whichbank_site.progress.course import course

from tools.notebooks import notebooks
from whichbank.exercises.other_numbers import other_numbers
from whichbank.exercises.table import load

BUILT = Path(__file__).parents[3] / "_build" / "html" / "_static" / "again" / "fsrs.js"
COURSE = course_items(course(notebooks()))
ITEMS = [item for chapter in COURSE for item in chapter["items"]]
TIMES = 12  # as often as anything comes back in a test
DAY = 1440  # minutes


@pytest.fixture(scope="module")
def engine() -> Iterator[MiniRacer]:
    racer = MiniRacer()
    racer.eval("globalThis.document = {}; globalThis.wb = {}; globalThis.tr = (text) => text;")
    if BUILT.exists():
        racer.eval(BUILT.read_text(encoding="utf-8"))
    for name in ("asking", "cards", "plan"):
        source = classic(HERE / f"{name}.js")
        names = re.findall(
            r"^export (?:function|const) (\w+)", (HERE / f"{name}.js").read_text("utf-8"), re.M
        )
        assert names, source
        text = (HERE / f"{name}.js").read_text(encoding="utf-8")
        text = re.sub(r"^import .*?;\n", "", text, flags=re.MULTILINE | re.DOTALL)
        text = re.sub(r"^export ", "", text, flags=re.MULTILINE)
        racer.eval(
            f"Object.assign(globalThis, (() => {{ {text}; return {{ {', '.join(names)} }}; }})());"
        )
    yield racer
    racer.close()


def call(engine: MiniRacer, function: str, *arguments):
    return json.loads(
        engine.eval(
            f"JSON.stringify({function}({', '.join(json.dumps(one) for one in arguments)}))"
        )
    )


def test_each_claim_has_one_answer_each_comes_in_turn_and_no_place_gives_it_away(engine):
    places: Counter = Counter()
    for item in (one for one in ITEMS if "claims" in one):
        claims = [claim for claim, _ in item["claims"]]
        said = dict(item["claims"])
        asked = [call(engine, "claimed", item, nth) for nth in range(TIMES)]
        first = [one["claim"] for one in asked[: len(claims) + 1]]
        assert sorted(first) == sorted([*claims, item["r"]]), item["key"]
        for one in asked:
            assert one["options"].count(one["answer"]) == 1, item["key"]
            assert one["answer"] == said.get(one["claim"], "That is right."), item["key"]
            if one["claim"] in said:
                places[one["options"].index(one["answer"]) / (len(one["options"]) - 1)] += 1
    assert places[0.0] < 0.6 * places.total()


def test_other_numbers_are_not_those_of_the_statement_and_each_is_marked(engine):
    engine.eval(
        re.sub(
            "^export |^import .*$",
            "",
            (HERE.parent / "practice" / "hand_check.js").read_text(encoding="utf-8"),
            flags=re.MULTILINE,
        )
    )
    by_hand = [item for item in ITEMS if item["key"].startswith("done/")]
    assert len(by_hand) >= 16
    for item in by_hand:
        printed = np.ravel(load(item["key"].removeprefix("done/")).right[0])
        for table in other_numbers(item["key"].removeprefix("done/")):
            right = table["right"]
            assert len(right) == len(item["labels"])
            assert not np.allclose(right, printed, atol=1e-3), item["key"]
            assert call(engine, "check", table, right) == "right."
            for places, numbers in table["columns"]:
                if len(places) == 1:
                    assert call(engine, "check", table, numbers) != "right.", item["key"]


def test_everything_that_is_asked_comes_back_and_can_be_answered():
    for chapter in COURSE:
        for item in chapter["items"]:
            assert item.get("claims") or item.get("numbers") or item.get("w"), item["key"]
    keys = [item["key"] for item in ITEMS]
    assert len(set(keys)) == len(keys)


def test_cards_have_four_fields_and_no_tab_or_line_break_within(engine):
    text = json.loads(engine.eval(f"JSON.stringify(cards({json.dumps(COURSE)}))"))
    lines = text.rstrip("\n").split("\n")
    head = [line for line in lines if line.startswith("#")]
    assert "#html:true" in head
    rows = [line.split("\t") for line in lines[len(head) :]]
    assert {len(row) for row in rows} == {4}
    assert len({row[0] for row in rows}) == len(rows) == sum("w" in item for item in ITEMS)
    assert not re.search(
        r"<(?!/?(?:b|br|ul|li|code|em)>)", "".join(row[1] + row[2] for row in rows)
    )


def test_a_card_holds_its_picture(engine):
    item = {"key": "guess/bank", "q": "Which?", "w": "This."}
    drawn = {"guess/bank": ["data:image/webp;base64,AA==", 'A "bank"\tand <more>.']}
    course = [{"chapter": "mixing", "items": [item, item | {"key": "guess/other"}]}]
    given = ", ".join([json.dumps(course), "() => true", json.dumps(drawn)])
    *_, one, other = json.loads(engine.eval(f"JSON.stringify(cards({given}))")).splitlines()
    picture = '<img src="data:image/webp;base64,AA==" alt="A &quot;bank&quot; and &lt;more&gt;.">'
    assert one.split("\t")[2] == f"This.<br>{picture}"
    assert other.split("\t")[2] == "This."


needs_scheduler = pytest.mark.skipif(not BUILT.exists(), reason="the site was built without FSRS")


def days(engine: MiniRacer, grades: list[int]) -> list[int]:
    """Return after how many days something comes back that is always answered on the day when it
    is due.
    """
    log, found = [], []
    minute = 30_000_000
    for grade in grades:
        log.append([minute, grade])
        due = call(engine, "planned", log, minute * 60_000)["due"] / 60_000
        found.append(round((due - minute) / DAY))
        minute = round(due)
    return found


@needs_scheduler
def test_what_was_missed_comes_back_when_the_page_says(engine):
    page = (Path(__file__).parents[3] / "book" / "progress.md").read_text(encoding="utf-8")
    missed = days(engine, [1, 3, 3, 3, 3])
    known = days(engine, [3, 3, 3])
    assert missed[0] == 1
    assert "then after about {}, {}, {} and {} days".format(*missed[1:]) in page
    assert re.search(r"after {} days, then {} and {}".format(*known), page.replace("\n", " "))


def year(engine: MiniRacer, half_life: float, seed: int) -> list[bool]:
    """Return what a simulated reader answers in a year who is asked when it is due: memory halves in
    so many days, holds two and a half times as long after each right answer, and begins again
    after a wrong one.
    """
    rng = np.random.default_rng(seed)
    log, minute, lasts, right = [[30_000_000, 1]], 30_000_000, half_life, []
    while True:
        due = round(call(engine, "planned", log, minute * 60_000)["due"] / 60_000)
        if due > log[0][0] + 365 * DAY:
            return right
        known = bool(rng.random() < 0.5 ** ((due - minute) / DAY / lasts))
        lasts = 2.5 * lasts if known else half_life
        minute = due
        log.append([minute, 3 if known else 1])
        right.append(known)


@needs_scheduler
def test_who_forgets_soon_is_asked_more_often_and_both_know_most_of_it(engine):
    """Each 30 simulated readers, one thing each; a reader who is asked at chance would know half."""
    soon, late = (
        [year(engine, half_life, seed) for seed in range(30)] for half_life in (4.0, 40.0)
    )
    assert np.mean([len(one) for one in soon]) > 1.3 * np.mean([len(one) for one in late])
    assert np.concatenate(soon).mean() > 0.8
    assert np.concatenate(late).mean() > 0.95


@needs_scheduler
def test_a_clock_that_was_ahead_and_answers_out_of_order_change_nothing(engine):
    now = 30_000_000
    log = [[now - 3 * DAY, 1], [now - 2 * DAY, 3], [now - DAY, 3]]
    whole = call(engine, "planned", log, now * 60_000)
    assert call(engine, "planned", log[::-1], now * 60_000) == whole
    ahead = call(engine, "planned", [*log, [now + 400 * DAY, 3]], now * 60_000)
    assert ahead == call(engine, "planned", [*log, [now, 3]], now * 60_000)
    assert 0 < ahead["strength"] <= 1
