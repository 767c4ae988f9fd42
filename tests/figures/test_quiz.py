"""The quiz: its files are whole, its marks are right, and a mistake in a file is named."""

import copy
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
import traitlets as t
from collected import for_each
from drawn import Drawn

from whichbank.exercises.table import load
from whichbank.figures import Quiz
from whichbank.figures.kit.questions import checked, verdict

CHOICE = {
    "id": "row-of-one",
    "kind": "choice",
    "text": "Which `row` sums to *one*?",
    "choices": [
        {"id": "a", "text": "0.5 and 0.5", "right": True, "why": "It does."},
        {"id": "b", "text": "0.5 and 0.6 < 1", "why": "Add them: 1.1."},
    ],
}
NUMBER = {
    "id": "three-quarters",
    "kind": "number",
    "text": "What is 3 / 4?",
    "answer": 0.75,
    "tolerance": 0.005,
    "why": "Three quarters.",
    "otherwise": "Divide 3 by 4.",
    "mistakes": [{"value": 1.33, "why": "That is 4 / 3."}],
}
MISTAKE = {
    "id": "which-mistake",
    "kind": "mistake",
    "text": "Which mistake?",
    "exercise": "mixing.2",
    "mistake": "transposed",
    "reasons": {
        "equal_weights": "All rows would be the same.",
        "transposed": "It uses the first column.",
    },
}
TWINS = MISTAKE | {
    "exercise": "block.2",
    "mistake": "no_gain",
    "reasons": {"no_shift": "a", "no_gain": "b"},
}
PAGES = sorted(
    f.name.removesuffix(".toml")
    for f in files("whichbank.quizzes").iterdir()
    if f.name.endswith(".toml")
)


def make(**changes):
    return Quiz(**({"page": "mixing", "questions": [CHOICE, NUMBER]} | changes))


@for_each("page", PAGES)
def test_the_quiz_of_a_chapter_loads_and_has_3_to_6_questions(page):
    assert 3 <= len(Quiz.of(page).questions) <= 6


@pytest.mark.parametrize(
    ("number", "answer", "right", "why"),
    [
        (0, 0, True, "It does."),
        (0, 1, False, "Add them: 1.1."),
        (1, 0.75, True, "Three quarters."),
        (1, 0.755, True, "Three quarters."),
        (1, 0.7449, False, "Divide 3 by 4."),
        (1, 1.333, False, "That is 4 / 3."),
        (1, -0.75, False, "Divide 3 by 4."),
    ],
)
def test_an_answer_is_marked_and_explained(number, answer, right, why):
    assert verdict(checked([CHOICE, NUMBER][number]), answer) == (right, why)


def test_the_table_of_a_mistake_is_made_and_each_choice_has_its_description():
    question = checked(MISTAKE)
    entry = load("mixing.2")
    assert [table["name"] for table in question["shown"]] == ["weights", "vectors", "what came out"]
    tables = [np.array(table["rows"], dtype=float) for table in question["shown"]]
    (made,) = (column for column in entry.columns if column.mistakes == ("transposed",))
    for table, array in zip(tables, [*entry.cases[0], made.outputs[0]], strict=True):
        np.testing.assert_allclose(table, array, atol=0.005 + 1e-9)  # written with two digits
    assert question["choices"] == [
        {
            "id": "equal_weights",
            "text": "Each new vector is the plain mean of all vectors.",
            "right": False,
            "why": "All rows would be the same.",
        },
        {
            "id": "transposed",
            "text": "The table is transposed: new vector 0 is mixed with column 0 of the weights.",
            "right": True,
            "why": "It uses the first column.",
        },
    ]
    assert checked(question) == question, "what a page keeps can be read again"


def test_at_least_four_chapters_ask_which_mistake_made_a_table_and_it_can_be_told():
    asked = [q for page in PAGES for q in Quiz.of(page).questions if q.get("shown")]
    assert len(asked) >= 4
    for question in asked:
        assert 3 <= len(question["choices"]) <= 5
        assert max(len(row) for table in question["shown"] for row in table["rows"]) <= 4, (
            "a telephone is narrow"
        )


def test_score_counts_right_answers():
    fig = make()
    assert fig.answers == [None, None]
    assert fig.score == 0
    fig.answers = [0, 1.33]
    assert fig.score == 1
    fig.answers = [0, 0.75]
    assert fig.score == 2


def test_repr_is_the_same_whatever_the_answers():
    fig = make()
    before = repr(fig)
    fig.answers = [1, None]
    assert repr(fig) == before == "Quiz(page='mixing', questions=2)"


def changed(question, **parts):
    question = copy.deepcopy(question)
    for name, value in parts.items():
        if value is None:
            del question[name]
        else:
            question[name] = value
    return question


RIGHT, WRONG = CHOICE["choices"]


@for_each(
    "question, message",
    [
        (
            changed(CHOICE, kind="essay"),
            "kind must be 'choice', 'number' or 'mistake'; got 'essay'",
        ),
        (changed(CHOICE, id=None), "id is missing"),
        (changed(CHOICE, id="Row 1"), "id must be small letters and digits, .* got 'Row 1'"),
        (changed(NUMBER, id="row--1"), "id must be small letters and digits, .* got 'row--1'"),
        (
            changed(CHOICE, choices=[RIGHT, WRONG | {"id": "a"}]),
            "each choice must have an id of its own; got a",
        ),
        (changed(CHOICE, text=None), "text is missing"),
        (changed(CHOICE, text=" "), "text must be a text"),
        (changed(CHOICE, text="a `b"), "backticks come in pairs"),
        (changed(CHOICE, hint="x"), "hint is not known"),
        (changed(CHOICE, choices=[RIGHT]), "choices must be two or more"),
        (changed(CHOICE, choices=[RIGHT, WRONG, WRONG]), "all different"),
        (
            changed(CHOICE, choices=[WRONG, WRONG | {"id": "c", "text": "c"}]),
            "exactly one choice must be right; got 0",
        ),
        (
            changed(CHOICE, choices=[RIGHT, RIGHT | {"id": "c", "text": "c"}]),
            "exactly one choice must be right; got 2",
        ),
        (changed(CHOICE, choices=[RIGHT, {"id": "c", "text": "c"}]), "choice 2: why is missing"),
        (changed(CHOICE, choices=[RIGHT, "c"]), "choice 2: must be a table"),
        (
            changed(CHOICE, choices=[RIGHT, WRONG | {"right": 0}]),
            "choice 2: right must be true or false; got 0",
        ),
        (changed(CHOICE, shown=["x"]), "table 1: must be a table"),
        (changed(MISTAKE, mistake="no_max"), "exercise mixing.2 has no mistake no_max"),
        (changed(MISTAKE, mistake="old_added"), "reasons must have one for old_added"),
        (changed(MISTAKE, exercise="mixing.9"), "there is no exercise 'mixing.9'"),
        (changed(MISTAKE, reasons={"transposed": "x"}), "choices must be two or more"),
        (changed(MISTAKE, reasons=None), "reasons is missing"),
        (TWINS, "no_gain cannot be told from no_shift by its table"),
        (changed(NUMBER, answer="0.75"), "answer must be a number; got '0.75'"),
        (changed(NUMBER, answer=True), "answer must be a number; got True"),
        (changed(NUMBER, answer=float("inf")), "answer must be finite; got inf"),
        (changed(NUMBER, tolerance=None), "tolerance is missing"),
        (changed(NUMBER, tolerance=-1.0), "tolerance must not be negative; got -1.0"),
        (changed(NUMBER, otherwise=None), "otherwise is missing"),
        (
            changed(NUMBER, mistakes=[{"value": 0.751, "why": "x"}]),
            "0.751 cannot be told from another answer",
        ),
        (changed(NUMBER, mistakes=[{"value": 1.0}]), "mistake 1: why is missing"),
    ],
)
def test_a_question_that_is_not_whole_is_named(question, message):
    with pytest.raises(t.TraitError, match=f"question 2: .*{message}"):
        Quiz("mixing", [NUMBER if question["kind"] == "choice" else CHOICE, question])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("question = ", "77.toml: Invalid value"),
        ("title = 'x'", "77.toml: must hold .*got title"),
        (
            "[[question]]\nid = 'x'\nkind = 'choice'\ntext = 'x'",
            "77.toml: question 1: choices is missing",
        ),
    ],
)
def test_a_mistake_in_a_file_names_file_and_question(tmp_path, monkeypatch, content, message):
    (tmp_path / "77.toml").write_text(content)
    monkeypatch.setattr("whichbank.figures.kit.questions.files", lambda package: tmp_path)
    with pytest.raises(ValueError, match=message):
        Quiz.of("77")
    with pytest.raises(
        ValueError,
        match=r"there is no 78\.toml in whichbank\.quizzes; there are "
        r"77",
    ):
        Quiz.of("78")


def test_no_two_questions_of_the_course_have_one_id():
    ids = [question["id"] for page in PAGES for question in Quiz.of(page).questions]
    assert sorted(ids) == sorted(set(ids))


def test_without_scripts_the_questions_stand_with_their_answers_folded():
    shown = make().fallback()
    assert "Which <code>row</code> sums to <em>one</em>?" in shown
    assert "0.5 and 0.6 &lt; 1 Wrong. Add them: 1.1." in shown
    assert shown.count("<details>") == 2
    assert "1.33: That is 4 / 3." in shown
    shown = make(questions=[MISTAKE]).fallback()
    assert shown.count("<table>") == 3
    assert "<caption>what came out</caption><tr><td>1.75</td><td>0.25</td></tr>" in shown


def compare(fig: Any, drawn: Drawn) -> None:
    """Each answer has its mark and its reason; the last line counts the right ones."""
    for question, answer, said in zip(fig.questions, fig.answers, drawn.said, strict=False):
        if answer is None:
            assert said == ""
        else:
            right, why = verdict(question, answer)
            plain = why.replace("`", "").replace("*", "").replace("−", "-")
            assert said == f"{'Right.' if right else 'Not yet.'} {plain}"
    assert drawn.said[-1] == f"{fig.score} of {len(fig.questions)} right"


OTHER = {"answers": [0, 1.33], "place": 1}
BAD = [
    ({"page": 5}, "page must be a text; got 5"),
    ({"place": 2}, "place must be between 0 and 1; got 2"),
    ({"answers": [None]}, "answers must have 2 entries, one for each of questions; got 1"),
    ({"answers": [2, None]}, "the answer to question 1 must be between 0 and 1; got 2"),
    ({"answers": [0.5, None]}, "the answer to question 1 must be between 0 and 1; got 0.5"),
    ({"answers": [None, "0.75"]}, "the answer to question 2 must be a finite number; got '0.75'"),
    (
        {"answers": [None, float("nan")]},
        "the answer to question 2 must be a finite number; got nan",
    ),
    ({"answers": [True, None]}, "the answer to question 1 must be a finite number; got True"),
    ({"questions": [CHOICE, CHOICE]}, "question 2: its id is that of an earlier question"),
    ({"questions": []}, "questions must have at least 1 entry; got []"),
]
