"""The predictions: their files are whole, a guess is held to the answer, and a mistake in a file is
named.
"""

from importlib.resources import files
from typing import Any

import pytest
import traitlets as t
from collected import for_each
from drawn import Drawn, numbers
from guesses import RIGHT, TABLES, TOML, WRONG

from whichbank.figures import Predict
from whichbank.figures.predict import predictions
from whichbank.figures.predict.guesses import KINDS, away, checked_prediction, farthest, fits, judge

OFF = {"choice": 0.5, "number": 1, "point": 1.0, "order": 1 / 3, "curve": 1}
PAGES = sorted(
    f.name.removesuffix(".toml")
    for f in files("whichbank.predictions").iterdir()
    if f.name.endswith(".toml")
)
every_kind = pytest.mark.parametrize("kind", KINDS)


def make(**changes):
    return Predict(**({"id": "guesses.1", "prediction": TABLES["choice"]} | changes))


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A folder of our own in the place of the course's predictions."""
    monkeypatch.setattr("whichbank.figures.kit.questions.files", lambda package: tmp_path)
    return tmp_path


@for_each("page", PAGES)
def test_the_predictions_of_a_chapter_load_and_each_can_be_made(page):
    for prediction in predictions(page):
        assert Predict(prediction["id"]).prediction["question"] == prediction["question"]
        if prediction["kind"] == "point":  # it opens in the middle, which is not to be the answer
            middle = [
                sum(ends) / 2 for ends in zip(prediction["low"], prediction["high"], strict=True)
            ]
            assert not judge(prediction, middle)[0], prediction["id"]


@every_kind
def test_a_guess_is_held_to_the_answer(kind):
    prediction = checked_prediction(TABLES[kind])
    assert judge(prediction, prediction["answer"]) == (True, 0)
    assert judge(prediction, RIGHT[kind])[0]
    right, off = judge(prediction, WRONG[kind])
    assert not right
    assert off == pytest.approx(OFF[kind])


@every_kind
def test_it_is_found_by_its_number(kind, package):
    (package / "guesses.toml").write_text(TOML)
    number = TABLES[kind]["id"]
    fig = Predict(number)
    assert repr(fig) == f"Predict(id='{number}', kind='{kind}')"
    assert fig.prediction["question"] == TABLES[kind]["question"]
    assert "seen" not in fig.prediction
    fig.guess = RIGHT[kind]
    assert not fig.right, "nobody has committed to it"
    fig.answered = "guessed"
    assert fig.right
    assert repr(fig) == f"Predict(id='{number}', kind='{kind}')"
    with fig.hold_trait_notifications():
        fig.answered = "shown"
        fig.guess = None
    assert not fig.right


@every_kind
def test_without_scripts_the_question_and_what_can_be_guessed_are_text(kind):
    fig = make(id=TABLES[kind]["id"], prediction=TABLES[kind])
    shown = fig.fallback()
    words = {
        "choice": [
            "<em>recipe</em>",
            "<code>tea</code>",
            "The shares sum to 1.",
            *TABLES["choice"]["options"],
        ],
        "number": ["from 0 to 10 kg"],
        "point": ["finance from 0 to 2.5", "nature from 0 to 1.5", "money is at (2, 0)"],
        "order": TABLES["order"]["items"],
        "curve": ["accuracy, from 0 to 1, for words 1, 2, 4, 8"],
    }[kind]
    for text in [*words, f"<summary>Result</summary><p>{TABLES[kind]['result']}"]:
        assert text in shown


def changed(which, **parts):
    return {name: value for name, value in (TABLES[which] | parts).items() if value is not None}


@pytest.mark.parametrize(
    ("prediction", "message"),
    [
        (
            changed("choice", kind="essay"),
            "kind must be one of choice, number, point, order, curve; got 'essay'",
        ),
        (changed("choice", key=None), "key is missing"),
        (
            changed("choice", key="guesses.1"),
            "key must be small letters and digits, .* got 'guesses.1'",
        ),
        (changed("choice", keys="aba"), "keys must be 3 different letters; got 'aba'"),
        (changed("order", keys="abcd"), "keys must be 3 different letters; got 'abcd'"),
        (changed("order", keys="ab1"), "keys must be 3 different letters; got 'ab1'"),
        (changed("choice", question=None), "question is missing"),
        (changed("choice", result=" "), "result must be a text"),
        (changed("choice", hint="x"), "hint is not known"),
        (changed("choice", options=["a", "a"]), "options must be 2 or more different texts"),
        (changed("choice", answer=3), "answer must be a place from 0 to 2; got 3"),
        (changed("choice", answer=1.0), "answer must be a whole number; got 1.0"),
        (changed("choice", why=["x", "y", "z"]), "why must have a text for each wrong option"),
        (changed("choice", why=["x", ""]), "why must have a text for each wrong option"),
        (changed("number", mistakes=[{"value": 8}]), "why is missing"),
        (
            changed("number", mistakes=[{"value": 11, "why": "x"}]),
            "the value of a mistake must be between 0 and 10",
        ),
        (changed("number", mistakes=[{"value": 3.2, "why": "x"}]), "3.2 is a mistake, and counts"),
        (changed("number", low=10), "low must be below high; got 10 and 10"),
        (changed("number", step=0), "step must be positive"),
        (changed("number", answer=11), "answer must be between 0 and 10; got 11"),
        (changed("number", step=4, within=0.5), "no step comes within 0.5 of the answer 3"),
        (changed("number", within=7), "within is so large that every guess would be right"),
        (changed("number", within=None), "within is missing"),
        (changed("number", within=-1, step=1), "no step comes within -1 of the answer 3"),
        (changed("point", axes=["a"]), "axes must be 2 different texts"),
        (changed("point", low=[0]), "low must hold a number for each axis"),
        (changed("point", high=[2.5, "x"]), "high must be a finite number; got 'x'"),
        (changed("point", answer=[3, 0]), "answer must be between 0 and 2.5; got 3"),
        (changed("point", shown={"money": [2]}), "money must hold 2 numbers"),
        (changed("point", within=0), "within must be positive"),
        (changed("order", items=["a", "b"]), "items must be 3 or more different texts"),
        (changed("order", answer=[0, 1]), "answer must hold each place from 0 to 2 once"),
        (changed("order", answer=[0, 1, 1]), "answer must hold each place from 0 to 2 once"),
        (changed("curve", answer=[0.9]), "answer must hold 4 numbers"),
        (changed("curve", answer=[0.9, 0.8, 0.6, 1.5]), "answer must be between 0 and 1; got 1.5"),
        (changed("curve", x=[1, 1, 2, 3]), "x must be 3 or more different texts"),
        (changed("curve", within=1), "within is so large that every guess would be right"),
    ],
)
def test_a_prediction_that_is_not_whole_is_named(prediction, message, package):
    with pytest.raises(t.TraitError, match=f"prediction {message}"):
        Predict(prediction["id"], prediction)
    with pytest.raises(ValueError, match=message):
        checked_prediction(prediction)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("prediction = ", "guesses.toml: Invalid value"),
        ("title = 'x'", "guesses.toml: must hold .*got title"),
        (
            "[[prediction]]\nkind = 'choice'\nid = 'guesses.1'\nkey = 'x'",
            "guesses.toml: prediction 1: question is missing",
        ),
        (
            TOML.replace("guesses.2", "guesses.3", 1),
            r"guesses.toml: the ids must be guesses.1, guesses.2, .*; got guesses.1, "
            r"guesses.3, guesses.3",
        ),
        (
            TOML + TOML.replace("guesses.", "guesses.1"),
            "guesses.toml: prediction 6: its key is that of an earlier prediction",
        ),
    ],
)
def test_a_mistake_in_a_file_names_file_and_prediction(package, content, message):
    (package / "guesses.toml").write_text(content)
    with pytest.raises(ValueError, match=message):
        Predict("guesses.1")


def test_no_two_predictions_of_the_course_have_one_key():
    keys = [prediction["key"] for page in PAGES for prediction in predictions(page)]
    assert sorted(keys) == sorted(set(keys))


def test_a_number_that_is_not_there_is_named(package):
    (package / "guesses.toml").write_text(TOML)
    with pytest.raises(
        ValueError,
        match=r"there is no prediction 'guesses.6' in guesses.toml; there are "
        r"guesses.1, .*guesses.5",
    ):
        Predict("guesses.6")
    with pytest.raises(
        ValueError,
        match=r"there is no more.toml in whichbank.predictions; there "
        r"are guesses",
    ):
        Predict("more.1")


def test_a_guess_may_be_half_made_until_the_reader_commits():
    fig = make(id="guesses.4", prediction=TABLES["order"])
    fig.guess = [2]
    with pytest.raises(
        t.TraitError,
        match=r"must not be 'guessed': the guess must hold each "
        r"place from 0 to 2 once",
    ):
        fig.answered = "guessed"
    assert fits(checked_prediction(TABLES["order"]), [2]) == [2]


def _cases(function, pick):
    return lambda: [(pick(one, guess), function(*pick(one, guess))) for one, guess in _guesses()]


def _guesses():
    return [
        (checked_prediction(TABLES[kind]), guess)
        for kind in KINDS
        for guess in (RIGHT[kind], WRONG[kind], TABLES[kind]["answer"])
    ]


CASES = {
    "opening": lambda: [
        ((text,), [first, text.removeprefix(first)])
        for text, first in {
            "No. The circles do not meet.": "No.",
            "At (7, 2), far outside: five times.": "At (7, 2), far outside:",
            "1.21 a word: much can be guessed.": "1.21 a word:",
            "The loss is 0.313": "The loss is 0.313",
        }.items()
    ],
    "away": _cases(away, lambda one, guess: (one["kind"], guess, one["answer"])),
    "farthest": _cases(
        farthest, lambda one, _: (one["kind"], one["answer"], one.get("low", 0), one.get("high", 1))
    ),
}


def tempting(about: dict[str, Any], guess: Any) -> str:
    """Return what is said to a known wrong guess."""
    if about["kind"] == "choice":
        return about["why"][guess] if about["why"] else ""
    if about["kind"] != "number":
        return ""
    known = about["mistakes"]
    near = [one for one in known if abs(one["value"] - guess) <= about["within"]]
    if abs(guess - about["answer"]) <= about["within"] or not near:
        return ""
    best = min(near, key=lambda one: abs(one["value"] - guess))
    off = abs(best["value"] - guess)
    return best["why"] if off <= abs(guess - about["answer"]) else ""


def compare(fig: Any, drawn: Drawn) -> None:
    """The lines say whether the guess is right, what a wrong one was, and last the result; and guess
    and result are drawn together.
    """
    about = fig.prediction
    plain = about["result"].replace("`", "").replace("*", "").replace("−", "-")
    if fig.answered == "no":
        assert plain not in drawn.said[0]
        assert drawn.said[0] == "" or fig.guess is None or about["kind"] == "order"
    else:
        why = tempting(about, fig.guess) if fig.answered == "guessed" else ""
        wrong = "Not quite. You" if why else "A surprise. You"
        wrong = wrong if about["kind"] != "curve" else "A surprise. Your curve"
        mark = "" if fig.answered == "shown" else "Right. " if fig.right else wrong
        assert drawn.said[0].startswith(mark)
        assert "You guessed" not in drawn.said[0] or not fig.right
        assert why.replace("`", "").replace("*", "").replace("−", "-") in drawn.said[0]
        assert drawn.said[0].endswith(plain)
    if about["kind"] in ("number", "point"):
        shown = [numbers(value) for _, value in drawn.sliders]
        guess = [fig.guess] if about["kind"] == "number" else fig.guess or [None, None]
        assert shown == [[] if one is None else [pytest.approx(one, abs=0.006)] for one in guess]
    if about["kind"] == "point":
        points = drawn.points()
        assert points.keys() - {"your guess", "the result"} == about["shown"].keys()
        if fig.guess:
            assert points["your guess"] == pytest.approx(fig.guess, abs=0.01)
        assert ("the result" in points) == (fig.answered != "no")
        assert points.get("the result", about["answer"]) == pytest.approx(about["answer"], abs=0.01)
    if about["kind"] == "curve":
        curves = drawn.charts[0]["curves"]
        assert ("your guess" in curves) == (fig.guess is not None)
        assert ("the result" in curves) == (fig.answered != "no")
        # a line is drawn to a tenth of a pixel, of some 500
        near = max(0.01, (about["high"] - about["low"]) / 5000)
        for name, values in (("your guess", fig.guess), ("the result", about["answer"])):
            if name in curves:
                assert [y for _, y in curves[name]] == pytest.approx(values, abs=near)


OTHER = {"guess": 0, "answered": "guessed"}
BAD = [
    ({"id": 5}, "id must be a text; got 5"),
    ({"id": "guesses.9"}, "prediction must have the id 'guesses.9'; got 'guesses.1'"),
    ({"guess": 3}, "guess must be a place from 0 to 2; got 3"),
    ({"guess": True}, "guess must be a place from 0 to 2; got True"),
    ({"guess": [0]}, "guess must be a place from 0 to 2; got [0]"),
    ({"answered": "yes"}, "answered must be one of no, guessed, shown; got 'yes'"),
    (
        {"answered": "guessed"},
        "answered must not be 'guessed': the guess must be a place from 0 to 2; got None",
    ),
    (
        {"prediction": {"kind": "essay"}},
        "prediction kind must be one of choice, number, point, order, curve; got 'essay'",
    ),
]
