"""What a class has learned, by its readers' files: simulated readers, whose knowledge is known, and
files that are broken, forged or doubled.
"""

import html
import re

import numpy as np
import pytest
from progress_files import BEGAN, DAY, ITEMS, PAGES, covers, hand_over
from whichbank_teach.cli import main
from whichbank_teach.learning import course
from whichbank_teach.learning.readers import Answer, Reader, readers
from whichbank_teach.learning.report import made, ready, stopped, thoughts
from whichbank_teach.learning.statistics import correlation, kept, mean_of_readers, wilson

from whichbank.misconceptions import misconceptions

QUIZ = [one for one in ITEMS.values() if one.kind == course.ANSWER and one.choices]


def reader(skill: float, rng: np.random.Generator, *, forgets: float = 0.0) -> dict:
    """Return the items of a simulated reader, who has each question right with the chance ``skill``,
    and the same one three days later unless it is forgotten; and who learns from what was wrong in half of
    all cases.
    """
    kept: dict = {}
    for item in QUIZ:
        right = bool(rng.random() < skill)
        wrong = [choice for choice, _ in item.choices if choice != item.right]
        later = bool(rng.random() >= forgets) if right else bool(rng.random() < 0.5)
        answer = item.right if right else str(rng.choice(wrong))
        kept[item.key] = {"answer": answer, "right": right}
        log = [[BEGAN, 3 if right else 1], [BEGAN + 3 * DAY, 3 if later else 1]]
        kept[f"again/{item.key}"] = log
    return kept


def test_a_class_of_forty_gives_back_what_was_put_in(tmp_path):
    rng = np.random.default_rng(1)
    hard = QUIZ[7]
    for i in range(40):
        items = reader(float(rng.uniform(0.5, 0.95)), rng)
        wrong = next(choice for choice, _ in hard.choices if choice != hard.right)
        if i < 36:  # nearly all hold one misconception
            items[hard.key] = {"answer": wrong, "right": False}
            items[f"again/{hard.key}"] = [[BEGAN, 1]]
        hand_over(tmp_path / "inbox", f"r{i}", items)
    report = made(tmp_path / "inbox")
    assert len(report.readers) == 40
    assert not report.told
    first, *_ = ready(report)
    assert first.item == hard
    text, times = first.wrong[0]  # some of the others have it wrong like that, too
    assert (text, times >= 36) == (dict(hard.choices)[wrong], True)
    assert first.facility.low <= 4 / 40 <= first.facility.high
    held = {one.id: times for one, times in thoughts(report)}
    assert held[hard.thought(wrong).id] >= 36
    others = [one for one in report.measured if one.item != hard]
    assert 0.65 < np.mean([one.facility.value for one in others]) < 0.8
    assert np.mean([one.discrimination.value > 0 for one in others]) > 0.8
    # 0.725 right at first, and half of the rest later: a gain of 0.14
    gains = [one.gain for one in report.kept]
    assert np.mean([gain.low < 0.1375 < gain.high for gain in gains]) > 0.7
    assert set(stopped(report)) <= set(PAGES)


def test_the_command_writes_page_picture_and_table(tmp_path, capsys):
    rng = np.random.default_rng(2)
    for i in range(4):
        hand_over(tmp_path / "inbox", f"r{i}", reader(0.7, rng))
    main(
        [
            "learn",
            str(tmp_path / "inbox"),
            "--to",
            str(tmp_path / "out"),
            "--site",
            "https://x.org/c/",
        ]
    )
    assert "4 readers" in capsys.readouterr().out
    page = (tmp_path / "out" / "learn.html").read_text(encoding="utf-8")
    assert "With fewer than 10 readers this can say little" in page
    assert page.count('href="https://x.org/c/book/') >= 5
    five = page.partition("Ready for the lecture")[2].partition("</ol>")[0]
    states = re.findall(r'href="https://x.org/c/book/(\w+\.html)\?lecture(#[^"]+)"', five)
    assert len(states) == 5
    assert {html.unescape("".join(one)) for one in states} <= {one.see for one in misconceptions()}
    assert (tmp_path / "out" / "learn.png").read_bytes().startswith(b"\x89PNG")
    table = (tmp_path / "out" / "learn.csv").read_text(encoding="utf-8-sig")
    assert len(table.splitlines()) == 1 + len(QUIZ)
    with pytest.raises(SystemExit, match="holds no progress file"):
        main(["learn", str(tmp_path / "out"), "--to", str(tmp_path / "none")])
    assert not (tmp_path / "none").exists(), "a report on nobody"


def test_a_broken_forged_or_doubled_file_costs_nobody_else(tmp_path):
    rng = np.random.default_rng(3)
    inbox = tmp_path / "inbox"
    good = reader(0.7, rng)
    hand_over(inbox, "good", good)
    hand_over(inbox, "twice", good)
    hand_over(inbox, "future", good, version=99)
    hand_over(inbox, "nothing", {"read/mixing": True})
    key = QUIZ[0].key
    forged = reader(0.7, rng) | {
        key: {"answer": QUIZ[0].right, "right": False},
        QUIZ[1].key: {"answer": "<script>", "right": True},
        QUIZ[2].key: ["no"],
        f"again/{QUIZ[3].key}": [[10**12, 3]],
        f"again/{QUIZ[4].key}": [[BEGAN, 2]],
    }
    hand_over(inbox, "forged", forged)
    for name, text in {
        "cut": '{"format": "which-b',
        "list": "[1, 2]",
        "deep": "[" * 100_000,
    }.items():
        (inbox / f"{name}.json").write_text(text, encoding="utf-8")
    found, told = readers(inbox)
    assert [one.name for one in found] == ["forged.json", "good.json"]
    assert len(found[0].answers) == len(QUIZ) - 5
    assert len(found[1].answers) == len(QUIZ)
    said = dict(line.split(": ", 1) for line in told)
    assert said.keys() == {
        f"{name}.json" for name in ("twice", "future", "nothing", "forged", "cut", "list", "deep")
    }
    assert said["twice.json"] == "the same as good.json; it counts once."
    assert said["forged.json"].startswith("5 answers that no page can have kept")


def test_an_answer_counts_as_it_was_the_first_time(tmp_path):
    item = QUIZ[0]
    items = {
        item.key: {"answer": item.right, "right": True},
        f"again/{item.key}": [[BEGAN + 2 * DAY, 3], [BEGAN, 1], [BEGAN, 1]],
    }
    hand_over(tmp_path / "inbox", "one", items)
    ((only,), _) = readers(tmp_path / "inbox")
    assert only.answers == {item.key: Answer(False, "", ((2.0, True),))}


def test_intervals_of_ninety_percent_cover_as_they_say():
    """3 standard errors of 1,000 rounds around 0.9 are 0.872 to 0.928; Wilson's interval is for whole
    numbers, and covers a little more or less at each share.
    """
    rng = np.random.default_rng(4)
    for n, p in ((40, 0.7), (25, 0.4)):
        assert (
            0.87
            <= covers(lambda r, n=n, p=p: wilson(int(r.binomial(n, p)), n), p, 1000, rng)
            <= 0.94
        )
    assert 0.87 <= covers(lambda r: mean_of_readers(r.normal(0.2, 0.3, 15)), 0.2, 1000, rng) <= 0.93

    def pairs(r):
        both = r.multivariate_normal([0, 0], [[1, 0.4], [0.4, 1]], 40)
        return correlation(both[:, 0], both[:, 1])

    assert 0.87 <= covers(pairs, 0.4, 1000, rng) <= 0.93


def test_the_gain_covers_what_simulated_readers_gain():
    """In 1,000 classes of 20 whose readers have 60% right, keep all of it, and learn half of the rest:
    a gain of 0.2, of ten questions of one page.
    """
    rng = np.random.default_rng(5)
    keys = [f"answer/{i}" for i in range(10)]

    def gain(r):
        some = []
        for i in range(20):
            first = r.random(10) < 0.6
            later = first | (r.random(10) < 0.5)
            answers = {
                key: Answer(bool(a), "", ((3.0, bool(b)),))
                for key, a, b in zip(keys, first, later, strict=True)
            }
            some.append(Reader(str(i), answers, frozenset(), frozenset(), ()))
        return kept("page", keys, some).gain

    assert 0.87 <= covers(gain, 0.2, 1000, rng) <= 0.93
