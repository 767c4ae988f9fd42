"""Three steps lead towards the right answer of every coding exercise, and none gives it away."""

from collected import for_each
from references import reference_lines, squeezed
from whichbank_authoring.exercises import ALL
from wrong_ways import WRONG_WAYS

from whichbank.exercises import guidance

CODE = [e.id for e in ALL.values() if e.kind == "code"]


def broken(*_inputs):
    raise ZeroDivisionError


@for_each("exercise", CODE)
def test_whatever_the_answer_there_are_three_steps_and_no_solution(exercise):
    lines = [line for i, line in reference_lines() if i == exercise]
    for answer in (None, broken, *(way for way, _ in WRONG_WAYS[exercise][:3])):
        found = guidance(exercise, answer)
        assert len(found) == 3
        assert all(found)
        assert [line for line in lines for step in found if line in squeezed(step)] == []


@for_each("exercise", CODE)
def test_the_hint_is_that_of_the_named_mistake(exercise):
    named = [
        (way, name) for way, name in WRONG_WAYS[exercise] if name and not set(name) & set(" +?")
    ]
    for way, name in named[:4]:
        assert squeezed(ALL[exercise].mistakes[name]) in squeezed(guidance(exercise, way)[1])


def test_the_first_step_shows_what_is_expected_next_to_what_came():
    fails = guidance("mixing.2", lambda weights, vectors: weights.T @ vectors)[0]
    assert "expected     got" in fails
    assert "1.7   0.2   1.75  0.25" in fails


def test_a_right_answer_fails_nowhere():
    assert (
        guidance("mixing.2", lambda weights, vectors: weights @ vectors)[0]
        == "Nothing: all cases agree."
    )
