"""A word of the course looks the same in every picture, and its new vector is its hollow mark."""

import re

import pytest

from whichbank.figures.kit.bundle import ROOMS
from whichbank.plots import plane, steps
from whichbank.plots.picture import COURSE_WORDS, MARKERS, styles


def test_a_word_of_the_course_has_one_style_in_any_company():
    for words in (
        ["money", "bank", "grows"],
        ["river", "bank", "flows"],
        ["debt", "bank"],
        list(COURSE_WORDS),
    ):
        for word, number in zip(words, styles(words), strict=True):
            if word in COURSE_WORDS:
                assert number == COURSE_WORDS.index(word)


def test_other_words_take_what_is_free():
    assert styles(["orange", "phone", "apple"]) == [3, 0, 1]
    assert styles(["debt", "money", "bank"]) == [5, 0, 1]
    many = styles(f"word{i}" for i in range(9))
    assert len(many) == 9
    assert set(many) == set(range(len(MARKERS)))


def test_the_live_figures_know_the_same_words():
    source = (ROOMS / "kit/labels.js").read_text(encoding="utf-8")
    named = re.search(r"COURSE = \[(.*)\]", source)
    assert named is not None
    assert tuple(re.findall(r'"(\w+)"', named[1])) == COURSE_WORDS


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_names_do_not_cover_each_other(theme):
    from matplotlib.figure import Figure

    old = {"money": (2, 0), "bank": (1, 1), "grows": (1, 0)}
    new = {"money": (1.79, 0.11), "bank": (1.42, 0.42), "grows": (1.58, 0.21)}
    pictures = {
        "moved": (plane(old, moved=new), ["money′", "bank′", "grows′"]),
        "beside": (plane({**old, "bank beside river": (0.42, 1.42)}), ["bank beside river"]),
        "far": (plane(old, moved={"bank": (7, 2)}), ["bank′"]),
        "walk": (steps([0.7, 0.2, 0.1], old, new="new money"), ["money′"]),
    }
    for name, (picture, more) in pictures.items():
        figure = Figure(figsize=picture.size, layout="constrained")
        picture.draw(figure, theme)
        texts = [text for text in figure.axes[0].texts if text.get_text()]
        assert {text.get_text() for text in texts} == {*old, *more}
        boxes = [text.get_window_extent() for text in texts]
        assert not [1 for i, a in enumerate(boxes) for b in boxes[:i] if a.overlaps(b)], name
